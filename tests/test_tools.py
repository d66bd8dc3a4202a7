"""The tools of those who work on the project: what they count, and when they say no."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import load
from tests.tools import mutants
from tests.tools.bench import Pace, endless_game, faults, whole_games
from tests.tools.mutants import Mutant, judged, mutants_in, report, results

MUTATED = '''
def x_raise_rift__mutmut_orig(play, place):
    """The rift of a place goes up by one."""
    play.level[place] += 1
    play.tell("RIT-21", "{place} goes up.", place=place)

def x_raise_rift__mutmut_1(play, place):
    """The rift of a place goes up by one."""
    play.level[place] -= 1
    play.tell("RIT-21", "{place} goes up.", place=place)

def x_raise_rift__mutmut_2(play, place):
    """The rift of a place goes up by one."""
    play.level[place] += 1
    play.tell("RIT-21", "XX{place} goes up.XX", place=place)
'''


def test_a_change_of_a_rule_is_a_mutant_and_a_change_of_a_sentence_is_none() -> None:
    (found,) = mutants_in("companion.games.riff_in_time.rifts", MUTATED)
    assert found.name == "companion.games.riff_in_time.rifts.x_raise_rift__mutmut_1"
    assert found.change == "- play.level[place] += 1\n+ play.level[place] -= 1"


def test_only_mutants_that_were_tried_count() -> None:
    made = [Mutant("a__mutmut_1", "a", ""), Mutant("a__mutmut_2", "a", ""), Mutant("a__mutmut_3", "a", "")]
    said = results("    a__mutmut_1: killed\n    a__mutmut_2: no tests\n    a__mutmut_3: not checked\n")
    assert [(mutant.name, mutant.noticed) for mutant in judged(made, said)] == [
        ("a__mutmut_1", True), ("a__mutmut_2", False)]


@pytest.mark.parametrize(("killed", "code"), [(85, 0), (84, 1)])
def test_fewer_than_85_of_100_killed_are_too_few(
    killed: int, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    tried = [Mutant(f"m{number}", "rifts", "- 1\n+ 2", "killed" if number < killed else "survived")
             for number in range(100)]
    assert report("riff_in_time", tried, tmp_path / "left" / "riff_in_time.txt") == code
    assert f"{killed} of 100 mutants killed" in capsys.readouterr().out
    assert (tmp_path / "left" / "riff_in_time.txt").read_text().count("survived") == 100 - killed


def test_quarters_are_counted_over_all_games() -> None:
    slowing = [0.0, 1, 2, 4, 8]
    pace = Pace([slowing, slowing])
    assert pace.answers == 8
    assert pace.rate == pytest.approx(0.5)
    assert pace.rates_by_quarter() == pytest.approx([1, 1, 0.5, 0.25])


def test_a_game_that_grows_slower_is_a_fault() -> None:
    fast = Pace([[number / 10_000 for number in range(101)]])
    slowing = Pace([[number ** 2 / 2_000_000 for number in range(101)]])
    assert faults([fast]) == []
    assert "last quarter" in faults([slowing])[0]


def test_rules_that_take_too_long_are_a_fault() -> None:
    assert "fewer than 5,000" in faults([Pace([[number / 1_000 for number in range(101)]])])[0]


def test_the_measured_games_are_real_ones() -> None:
    game = load("riff_in_time")
    assert all(len(moments) > 20 for moments in whole_games(game, 0.01).games)
    assert endless_game(game, 1_500).answers == 1_500
