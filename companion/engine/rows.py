"""The rows of a journal: what happened to a game, in the past tense, never changed and never deleted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
