"""The rows of a journal: what happened to a game, in the past tense, never changed and never deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from companion.engine.questions import Told, Words


@dataclass(frozen=True, slots=True)
class TurnBegun:
    """A turn began with this state (JSON text), after the turn before it had told these lines."""

    start: str
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """`seat` answered the question with this number and key; `by` says how (camera, phone, buttons, ...)."""

    number: int
    seat: str
    key: str
    words: Words
    by: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The game went back to where turn number `turn` had its first `answers` answers."""

    number: int
    turn: int
    answers: int


@dataclass(frozen=True, slots=True)
class Amended:
    """Answer number `answer` of the open turn became `words`; of the turn's answers `kept` still fitted."""

    number: int
    answer: int
    words: Words
    by: str
    kept: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """Set right by hand: the open turn began with `start`, and `kept` of its answers still fitted."""

    number: int
    facts: dict[str, str]
    start: str
    by: str
    kept: int


Row: TypeAlias = TurnBegun | Answered | Undone | Amended | Corrected
Record: TypeAlias = Callable[[Sequence[Row]], None]


def of_question(taken_back: Sequence[Answered], key: str) -> list[Answered]:
    """Of what was taken back, the latest first to come last: the answers to the question that comes next."""
    last = [*takewhile(lambda back: back.key == key, reversed(taken_back))]
    return last[::-1]


def still_to_come(taken_back: Sequence[Answered], given: Answered) -> list[Answered]:
    """What was taken back and is to come again after one more answer.

    An answer comes in the place of the seat's own; of several who answer at once the others' stay. Any other
    question leaves nothing of it.
    """
    again = of_question(taken_back, given.key)
    mine = next((back for back in reversed(again) if back.seat == given.seat), None)
    return [back for back in taken_back if back is not mine] if again else []
