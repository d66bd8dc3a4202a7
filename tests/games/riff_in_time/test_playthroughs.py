"""The rules' scenarios: each playthrough tells its story, and every number that the list gives is there.

`tests/games/test_golden_playthroughs.py` can write the stories anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.playthrough import Step, begin, read
from companion.engine.playthrough import play as play_through
from companion.engine.referee import Referee
from companion.games import load
from companion.games.riff_in_time.game import RiffInTime
from companion.games.riff_in_time.state import State
from tests.games.golden import story
from tests.games.riff_in_time.throws import refusal

FOLDER = Path(__file__).parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))


def loaded(game: str, content: Path | None) -> RiffInTime:
    """The game of a playthrough: these play the default box."""
    assert content is None
    found = load(game)
    assert isinstance(found, RiffInTime)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_tells_the_same_story_as_before(path: Path) -> None:
    assert [*story(path)] == path.with_suffix(".expected").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_never_reaches_a_table_that_cannot_be(path: Path) -> None:
    for step in play_through(read(path), loaded):
        assert step.referee.problems == [], f"after {step.line}"


# The scenarios' own numbers

def after(name: str, *words: str) -> Referee:
    """The scenario up to and with the last answer that has all of `words` (with none: as it begins)."""
    path = next(path for path in FILES if path.stem.startswith(name))
    playthrough = read(path)
    if not words:
        return begin(playthrough, loaded)
    places = [place for place, line in enumerate(playthrough.lines) if set(words) <= set(str(line).split())]
    referee = begin(playthrough, loaded)
    for line in playthrough.lines[: places[-1] + 1]:
        referee.answer(line.seat, line.key, line.words)
    return referee


def deck(state: State) -> tuple[int, int]:
    return state.riff_left, state.riff_discard


def unused(state: State) -> list[str]:
    return [card.source for card in state.card_actions if not card.used]


def test_won_near_the_end() -> None:
    state: State = after("s2").state
    assert (state.san_dimas, deck(state), state.rifts["rome"].level) == (8, (40, 20), 1)
    assert sum(rift.fixed for rift in state.rifts.values()) == 9

    state = after("s2", "draw", "kassel_1").state
    assert state.rifts["kassel"].fixed
    assert (state.riff_left, state.riff_stack) == (39, ["kassel_1"])

    referee = after("s2", "draw", "rome_3")
    state = referee.state
    assert (state.rifts["rome"].level, deck(state)) == (2, (38, 22))
    assert referee.question is not None
    assert referee.question.key == "pool"
    ask: Any = referee.question.asks["ana"]
    assert ask.words == ("w1", "w2", "w3", "c1", "t1", "t2", "t3", "t4", "b1")
    assert ask.must == ("b1",)
    assert "b1 must be among them" in refusal(referee, "ana pool w1 w2 w3 c1")

    state = after("s2", "ana", "roll").state
    assert [die.id for die in state.bogus_pending()] == ["b1"]
    state = after("s2", "ana", "reroll").state
    assert state.bogus_pending() == []
    assert "charlemagne" not in unused(state)

    state = after("s2", "pass:charlemagne:ben").state
    assert state.booth("ben") == ["charlemagne"]
    assert state.players["ana"].objective_state == "met"
    state = after("s2", "extra_step", "stop").state
    assert state.players["ana"].place == "rome"

    state = after("s2", "ana", "action", "end").state
    assert (state.players["ana"].objective_state, state.san_dimas) == ("rewarded", 7)
    assert (state.active, state.result) == ("ben", "")

    referee = after("s2", "draw", "rome_2")
    state = referee.state
    assert (state.rifts["rome"].level, deck(state)) == (3, (37, 23))
    assert referee.question is not None
    ask = referee.question.asks["ben"]
    assert ask.words == ("w1", "w2", "w3", "c1", "t1", "t2", "t3", "t4", "b1")

    referee = after("s2", "ben", "booth", "no")
    assert referee.game.view(referee.state, None)["actions"] == [
        ["excellent", "c1"], ["interact", "t1"], ["move", "t2"],
        ["interact", "bonus"], ["reroll", "reward"], ["reroll", "charlemagne"]]

    state = after("s2", "drop:charlemagne").state
    assert state.personages["charlemagne"].returned
    assert "charlemagne" in unused(state), "his Reroll is still free this turn"

    levels = [step.referee.state.rifts["rome"].level for step in steps("s2") if is_fix(step)]
    assert levels == [2, 1, 0]

    referee = after("s2", "ben", "interact", "fix")
    state = referee.state
    assert (state.rifts["rome"].fixed, state.rifts["rome"].triumph_holder) == (True, "ben")
    assert sum(rift.triumph_holder == "ben" for rift in state.rifts.values()) == 5
    assert (state.result, state.san_dimas, state.round) == ("all_fixed", 7, 11)
    assert referee.question is None


@pytest.mark.rule("RIT-133")
def test_the_rulebooks_example_turn() -> None:
    state: State = after("s1").state
    assert (state.round, state.active, state.san_dimas, deck(state)) == (3, "natasha", 5, (54, 6))

    state = after("s1", "draw", "new_mexico_2").state
    assert (state.rifts["new_mexico"].level, state.riff_left) == (7, 53)
    state = after("s1", "or", "draw").state
    assert state.riff_stack == ["new_mexico_2"]
    state = after("s1", "draw", "rome_2").state
    assert (state.rifts["rome"].level, state.san_dimas, deck(state)) == (6, 5, (52, 8))
    assert [die.id for die in state.pool] == ["w1", "w2", "w3", "b1"]

    referee = after("s1", "roll")
    assert [die.id for die in referee.state.bogus_pending()] == ["w3", "b1"]
    assert referee.question is not None
    assert referee.question.key == "booth"
    referee = after("s1", "booth_roll")
    assert (referee.state.booth_used, referee.state.bogus_pending()) == (True, [])
    assert referee.game.view(referee.state, None)["actions"] == [
        ["interact", "w1"], ["interact", "w2"], ["move", "w3"], ["excellent", "bonus"]]

    state = after("s1", "extra_step").state
    assert (state.players["natasha"].place, state.ability_used) == ("new_mexico", True)
    assert [die.id for die in state.pool if die.spent] == ["w3"]
    state = after("s1", "drop:billy_the_kid").state
    assert (state.personages["billy_the_kid"].returned, state.booth("natasha")) == (True, [])

    levels = [step.referee.state.rifts["new_mexico"].level for step in steps("s1") if is_fix(step)]
    assert levels == [6, 5]
    state = after("s1", "natasha", "interact", "fix").state
    assert (state.rifts["new_mexico"].fixed, state.personages["billy_the_kid"].returned) == (False, True)
    assert (state.active, state.san_dimas, state.rifts["rome"].level) == ("olu", 5, 6)
    assert {player.objective_state for player in state.players.values()} == {"open"}


def test_lost_by_san_dimas() -> None:
    state: State = after("s3").state
    assert (state.round, state.active, state.san_dimas, deck(state)) == (7, "eli", 6, (40, 20))

    state = after("s3", "draw", "new_york_2").state
    assert (state.rifts["new_york"].level, state.riff_left) == (10, 39)
    state = after("s3", "describe_fixed").state
    assert (state.rifts["new_york"].level, state.rifts["loc_06"].level) == (10, 6)
    assert (state.san_dimas, deck(state)) == (7, (38, 22))
    assert [die.id for die in state.pool] == ["w1", "w2", "w3", "b1"]

    assert len(after("s3", "roll").state.bogus_pending()) == 2
    assert len(after("s3", "booth_roll").state.bogus_pending()) == 1
    state = after("s3", "bogus", "reroll:bonus").state
    assert [die.id for die in state.bogus_pending()] == ["w1"], "one Reroll has brought a Bogus again"
    assert (state.pool[2].spent, unused(state)) == (["reroll"], [])
    state = after("s3", "reroll", "w1=bogus").state
    assert (state.san_dimas, state.bogus_pending(), state.pool[0].spent) == (8, [], ["bogus"])

    state = after("s3", "move", "loc_05").state
    assert (state.players["eli"].place, state.san_dimas, state.round, state.active) == ("loc_05", 9, 8, "cy")
    assert state.players["eli"].progress == [], "a round with the Booth and Rerolls begins his count anew"

    referee = after("s3", "draw", "everywhere")
    state = referee.state
    assert (state.result, state.san_dimas) == ("san_dimas_overflow", 10)
    assert (state.rifts["loc_05"].level, state.rifts["new_york"].level) == (5, 10)
    assert (state.riff_stack, deck(state)) == (["everywhere"], (37, 22))
    assert refusal(referee, "cy roll w1=move w2=move w3=move") == (
        "The game is over; only taking back or a new game are left.")


def steps(name: str) -> Iterator[Step]:
    path = next(path for path in FILES if path.stem.startswith(name))
    return play_through(read(path), loaded)


def is_fix(step: Step) -> bool:
    return step.line is not None and step.line.words == ("fix",)
