"""The laws of the battery notice games that break them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine.questions import Fact, Message, Outcome, Question, Turn
from tests.battery import laws
from tests.companion.pig import Auction, Pig, PigState

Law = Callable[..., None]


class EndlessPig(Pig):
    def outcome(self, state: PigState) -> Outcome | None:
        return None


class DebtorsPig(Pig):
    def turn(self, state: PigState) -> Turn:
        yield from super().turn(state)
        state.scores[state.mover] -= 1


class ForgetfulPig(Pig):
    """Keeps something outside the state: what is re-read differs from what was played."""

    def __init__(self) -> None:
        self.turns = 0

    def turn(self, state: PigState) -> Turn:
        self.turns += 1
        state.scores[state.mover] += self.turns % 3
        yield from super().turn(state)


class MutePig(Pig):
    def label(self, key: str, word: str) -> Message:
        return Message("{nobody}")


class RulelessPig(Pig):
    def turn(self, state: PigState) -> Turn:
        turn = super().turn(state)
        answers = None
        while True:
            try:
                asked = next(turn) if answers is None else turn.send(answers)
            except StopIteration:
                return
            answers = yield Question(asked.key, asked.asks, asked.text)


class SilentPig(Pig):
    """Ends without a word, and nothing of it may be set right by hand."""

    def turn(self, state: PigState) -> Turn:
        yield from super().turn(state)
        state.log.clear()

    def facts(self, state: PigState) -> list[Fact]:
        return []


class TuplePig(Pig):
    def view(self, state: PigState, seat: str | None) -> dict[str, Any]:
        return {"scores": tuple(state.scores)}


@pytest.mark.parametrize(("law", "game", "arguments"), [
    (laws.every_game_ends_and_stays_sound, DebtorsPig(), (2, 3)),
    (laws.undo_restores_exactly, ForgetfulPig(), (2, 3, 60)),
    (laws.what_undo_changes_is_named, SilentPig(), (2, 3, laws.LONGEST_GAME)),
    (laws.rereading_gives_what_playing_gave, ForgetfulPig(), (2, 3, 60)),
    (laws.words_have_meanings, RulelessPig(), (2, 3, 0)),
    (laws.views_are_plain, TuplePig(), (2, 3, 4)),
])
def test_a_broken_law_is_noticed(law: Law, game: Any, arguments: tuple[int, ...]) -> None:
    with pytest.raises(AssertionError):
        law(game, *arguments)


def test_a_label_with_an_empty_hole_is_noticed() -> None:
    with pytest.raises(KeyError):
        laws.words_have_meanings(MutePig(), 2, 3, answers=1)


def test_an_endless_game_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "LONGEST_GAME", 300)
    with pytest.raises(AssertionError, match="no outcome"):
        laws.every_game_ends_and_stays_sound(EndlessPig(), 2, 3)


def test_a_view_that_shows_a_sealed_answer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the views were made from all that the referee knows, the sealed answers too."""
    whole = laws.view_of
    monkeypatch.setattr(laws, "view_of", lambda referee, seat: (whole(referee, seat), dict(referee.sealed)))
    with pytest.raises(AssertionError, match="another seat can see"):
        laws.views_keep_secrets(Auction(), 3, 5, answers=1)
