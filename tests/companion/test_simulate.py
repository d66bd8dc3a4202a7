"""Random games: the same ones for the same seed, each to its end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from companion import simulate, simulating
from companion.cli import main
from companion.engine.questions import Ask, Choose, Confirm, Die, Draw, Message, Roll, Turn, confirm
from companion.engine.random_player import drawn, random_answer
from companion.simulate import play_many, play_one, summary
from tests.companion.pig import Auction, Pig, PigState

OPTIONS: Mapping[str, str | int] = {}


def test_a_seed_gives_the_same_games_whatever_else_is_played() -> None:
    one = [play_one(Pig(), ("ana", "bob"), OPTIONS, 7, number) for number in range(5)]
    assert play_one(Pig(), ("ana", "bob"), OPTIONS, 7, 3) == one[3]
    assert play_one(Pig(), ("ana", "bob"), OPTIONS, 8, 3) != one[3]


def test_games_end_and_are_summed_up() -> None:
    games = [play_one(Auction(), ("ana", "bob"), OPTIONS, 1, number) for number in range(20)]
    assert {(game.ended, game.answers) for game in games} == {("deck_empty", 15)}
    assert summary(games) == ["deck_empty: 20 of 20 (20 won), after 15 to 15 answers, half of them by 15"]


class Endless(Pig):
    """Asks for ever."""

    def turn(self, state: PigState) -> Turn:
        """Nothing but a nod."""
        yield from confirm(state.mover, "nod", Message("Nod."), ())


class Faulty(Pig):
    """Has a fault."""

    def turn(self, state: PigState) -> Turn:
        """Fails at the second question."""
        yield from confirm(state.mover, "nod", Message("Nod."), ())
        raise ZeroDivisionError("oh")


def test_a_game_without_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "MOST_ANSWERS", 50)
    game = play_one(Endless(), ("ana",), OPTIONS, 1, 0)
    assert (game.ended, game.answers) == ("endless", 50)


def test_a_fault_in_the_rules_is_kept_with_the_answers_that_led_there() -> None:
    game = play_one(Faulty(), ("ana",), OPTIONS, 1, 0)
    assert (game.ended, game.fault, game.lines) == ("fault", "ZeroDivisionError: oh", ("ana nod done",))


class Unsound(Pig):
    """Says of every state with points in it that it cannot be."""

    def problems(self, state: PigState) -> list[Message]:
        """Nobody may have any."""
        return [Message("{seat} has points.", {"seat": seat}) for seat in state.seats if state.scores[seat]]


def test_a_state_that_cannot_be_is_a_fault_too() -> None:
    game = play_one(Unsound(), ("ana", "bob"), OPTIONS, 1, 0)
    assert (game.ended, game.fault) == ("fault", "Unsound: ana has points.")


def test_the_same_games_in_one_program_and_in_several() -> None:
    alone = sorted(play_many("riff_in_time", 4, ("ana",), OPTIONS, 1), key=lambda game: game.number)
    jobs = sorted(play_many("riff_in_time", 4, ("ana",), OPTIONS, 1, jobs=2), key=lambda game: game.number)
    assert alone == jobs


def test_the_command_tells_how_games_ended() -> None:
    ran = CliRunner().invoke(main, ["simulate", "riff_in_time", "--games", "3", "--seats", "2"])
    assert ran.exit_code == 0, ran.output
    assert "3 of 3" in ran.stdout
    assert "answers in" in ran.stdout


def test_the_command_fails_when_a_game_has_no_end_and_writes_it_down(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*_: Any) -> Any:
        yield play_one(Faulty(), ("ana", "ben"), OPTIONS, 1, 0)

    monkeypatch.setattr(simulating, "play_many", faulty)
    ran = CliRunner().invoke(main, ["simulate", "riff_in_time", "--games", "1"])
    assert ran.exit_code == 1
    assert "Game 0 of seed 1 did not end (ZeroDivisionError: oh)" in ran.stderr
    file = Path(ran.stderr.strip().rpartition(" ")[2])
    assert file.read_text().splitlines() == ["game: riff_in_time", "seats: ana ben", "---", "ana nod done"]
    file.unlink()


def test_games_that_cannot_be_are_refused_with_a_sentence() -> None:
    for words, sentence in ((["riff_in_times"], "There is no game “riff_in_times”"),
                            (["riff_in_time", "--seats", "7"], "7 players were named")):
        ran = CliRunner().invoke(main, ["simulate", *words])
        assert ran.exit_code == 1
        assert sentence in ran.output


ASKS: list[Ask] = [
    Roll((Die("d1", "pip", ("1", "2")), Die("d2", "pip", ("1", "2")))),
    Choose(("a", "b", "c", "d"), least=0, most=3),
    Choose(("a", "b", "c", "d"), least=2, most=4, must=("c",)),
    Choose(("a", "b"), least=1, most=5, must=("b",), repeat=True),
    Choose(("a", "b", "c"), least=3, most=3, ordered=True),
    Draw("deck", ("hat", "lamp"), least=1, most=9, copies=(2, 1)),
    Draw("deck", ("hat", "lamp"), least=0, most=2, copies=(0, 0), other="unknown"),
    Confirm(),
]


@pytest.mark.parametrize("ask", ASKS, ids=repr)
def test_random_answers_are_legal_and_reach_every_kind_of_answer(ask: Ask) -> None:
    rng = Random(1)
    answers = {random_answer(rng, ask) for _ in range(300)}
    assert [ask.refusal(words) for words in answers] == [None] * len(answers)
    counts = {len(words) for words in answers}
    if isinstance(ask, Choose):
        most = ask.most if ask.repeat else min(ask.most, len(ask.words))
        assert counts == set(range(max(ask.least, len(ask.must)), most + 1))
        assert {word for words in answers for word in words} == set(ask.words)


def test_cards_come_as_often_as_there_are_copies() -> None:
    rng = Random(1)
    first = [drawn(rng, Draw("deck", ("hat", "lamp"), copies=(3, 1)))[0] for _ in range(4000)]
    assert 0.72 < first.count("hat") / 4000 < 0.78
    assert sorted(drawn(rng, Draw("deck", ("hat", "lamp"), most=9, copies=(3, 1)))) == ["hat"] * 3 + ["lamp"]
