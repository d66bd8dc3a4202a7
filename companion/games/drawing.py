"""What a game's `screens.py` may draw with: shapes for the phone's board, lines and gauges for the display.

A board is drawn in units of its own, `Board.width` by `Board.height`; the page turns it into SVG in the
family's colours. Tones are meanings, never colours: each also has a shape or a mark of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine.questions import Message

TONES = ("plain", "quiet", "good", "bad", "closed", "active", "red", "green", "blue")
"""What a shape is like; the last three are the colours of pieces of the box."""
Written = str | Message
"""What is written on a shape: as it is, or as a sentence in the reader's language."""


@dataclass(frozen=True, slots=True)
class Line:
    """A stroke between two points, such as a circuit."""

    x1: float
    y1: float
    x2: float
    y2: float
    tone: str = "quiet"


@dataclass(frozen=True, slots=True)
class Dial:
    """A round dial around (x, y): `value` of `most` steps filled, the number written in the middle.

    `label` stands beneath it; `badge` is a short mark at its rim (a board number).
    """

    x: float
    y: float
    r: float
    value: int
    most: int
    label: str
    tone: str = "plain"
    badge: str = ""


@dataclass(frozen=True, slots=True)
class Pawn:
    """A figure at (x, y), `r` to its rim: `initials` inside, `name` to be read out.

    `kind` is `player` (round), `personage` (square) or `treasure` (a diamond).
    """

    x: float
    y: float
    r: float
    initials: Written
    name: str
    kind: str
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Cell:
    """A square of a track, a room or a card around (x, y): `mark` large in the middle, `label` at its top.

    `name` is read out; `note` stands small at its bottom.
    """

    x: float
    y: float
    width: float
    height: float
    name: Written
    mark: Written = ""
    label: Written = ""
    note: Written = ""
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Token:
    """A small round piece at (x, y), `r` to its rim: one or two letters, and `name` to be read out."""

    x: float
    y: float
    r: float
    text: Written
    name: str
    tone: str = "plain"


Shape = Line | Dial | Pawn | Cell | Token


@dataclass(frozen=True, slots=True)
class Board:
    """The drawing of a table: its size in its own units, its shapes from back to front, and a description.

    `legend` says what tones mean in this game.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    description: Message
    legend: tuple[tuple[str, Message], ...] = ()


@dataclass(frozen=True, slots=True)
class Gauge:
    """A small gauge of the display: `value` of `most`, a short label (up to 4 letters), and a tone."""

    label: Written
    value: int
    most: int
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock face of twelve hours: where its hand stands, and marks by a letter and an hour (0 to 11)."""

    hand: int
    marks: tuple[tuple[Written, int], ...]


@dataclass(frozen=True, slots=True)
class Track:
    """A racer's way: a label of two letters, `at` of `length` steps, `parts` of `most` gathered, a tone."""

    label: str
    at: int
    length: int
    parts: int
    most: int
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Screen:
    """What the display shows of a state: a title line, a few lines, gauges, or a clock, or tracks."""

    title: Message
    lines: tuple[Message, ...]
    gauges: tuple[Gauge, ...]
    clock: Clock | None = None
    tracks: tuple[Track, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """What the page tells of one player or one thing: a title, a few lines, whether it is its turn."""

    title: Message
    lines: tuple[Message, ...]
    active: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the turn: what is done in it, the rule that says so, and whether the turn is there now."""

    text: Message
    rule: str
    now: bool = False


def steps_of(plan: Sequence[tuple[str, str, Message]], phase: str) -> tuple[Step, ...]:
    """The steps of a turn from the phases that belong to each (words with spaces), a rule and a text."""
    return tuple(Step(text, rule, phase in phases.split()) for phases, rule, text in plan)
