"""What the box of Betrayal Tour contains: the board. The rules hold no square's number.

The text of the rulebook names the kinds of square but not their places, so the default board is a
stand-in: a four-armed Patolli cross of 52 squares that obeys every fact the rulebook gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

KINDS = ("plain", "station", "bad_day", "entity", "checkpoint")
RESOURCES = ("tool_box", "container", "tyres", "plasma", "oxygen", "ultronic")
ALIGNMENTS = ("azure", "purple")
CHECKPOINTS = 4
FEWEST_SQUARES = 12
STRICT = {"extra": "forbid"}


@dataclass(frozen=True)
class Bunker:
    """A bunker beside the track, and the number of its start square."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    id: int
    start: int
    colour: str


@dataclass(frozen=True)
class Box:
    """The board: its squares in the order of the race, its bunkers, and where to draw each square."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    game: str
    id: str
    squares: tuple[str, ...]
    bunkers: tuple[Bunker, ...]
    xy: tuple[tuple[int, int], ...] = ()
    stand_in: bool = False

    @property
    def length(self) -> int:
        """The number of squares of the track; also the steps from a start square to its bunker."""
        return len(self.squares)

    @cached_property
    def checkpoints(self) -> tuple[int, ...]:
        """The squares where a badge part is welded on."""
        return tuple(square for square, kind in enumerate(self.squares) if kind == "checkpoint")

    def behind(self, square: int, kind: str) -> int:
        """The nearest square of a kind strictly behind `square`."""
        return next(there for steps in range(1, self.length + 1)
                    if self.squares[there := (square - steps) % self.length] == kind)

    def faults(self) -> list[str]:
        """Everything that makes the board unplayable, as sentences that begin with the key at fault."""
        return [*_squares(self), *_bunkers(self), *_drawing(self)]

    def doubts(self) -> list[str]:
        """What differs from the facts that the rulebook gives of its own board; not forbidden."""
        doubts = [f"bunkers.{bunker.id}: no bad day lies 3 steps before it, as the rulebook's example has it."
                  for bunker in self.bunkers
                  if self.squares[(bunker.start - 3) % self.length] != "bad_day"]
        quarter, odd = divmod(self.length, 4)
        differing = [square for square in range(self.length)
                     if odd or self.squares[square] != self.squares[(square + quarter) % self.length]]
        if differing:
            doubts.append(f"squares, number {differing[0]}: the board is not alike in its four quarters.")
        return doubts


def _squares(box: Box) -> Iterator[str]:
    for number, kind in enumerate(box.squares):
        if kind not in KINDS:
            yield f"squares, number {number}: {kind!r} is none of {', '.join(KINDS)}."
    if box.length < FEWEST_SQUARES:
        yield f"squares: there are {box.length}; a track has {FEWEST_SQUARES} or more."
    if len(box.checkpoints) != CHECKPOINTS:
        yield (f"squares: there are {len(box.checkpoints)} checkpoints "
               f"(numbers {', '.join(map(str, box.checkpoints)) or 'none'}); a board has {CHECKPOINTS}.")
    if "station" not in box.squares:
        yield "squares: there is no station; a released pawn would have nowhere to go."


def _bunkers(box: Box) -> Iterator[str]:
    if not 2 <= len(box.bunkers) <= 4:
        yield f"bunkers: there are {len(box.bunkers)}; a board has 2 to 4."
    seen: dict[int, int] = {}
    for place, bunker in enumerate(box.bunkers):
        if bunker.id != place:
            yield f"bunkers, entry {place + 1}: its id is {bunker.id}; bunkers are numbered from 0 in order."
        if not 0 <= bunker.start < box.length:
            yield f"bunkers.{bunker.id}.start: there is no square {bunker.start}."
        elif box.squares[bunker.start] != "plain":
            yield (f"bunkers.{bunker.id}.start: square {bunker.start} is a {box.squares[bunker.start]}; "
                   "a start square is plain.")
        if bunker.start in seen:
            yield (f"bunkers.{bunker.id}.start: square {bunker.start} is that of bunker "
                   f"{seen[bunker.start]} already.")
        seen[bunker.start] = bunker.id


def _drawing(box: Box) -> Iterator[str]:
    if not box.xy:
        return
    if len(box.xy) != box.length:
        yield f"xy: there are {len(box.xy)} places for {box.length} squares."
        return
    for square, (here, there) in enumerate(zip(box.xy, box.xy[1:] + box.xy[:1], strict=True)):
        if box.xy.index(here) != square:
            yield f"xy, square {square}: lies on square {box.xy.index(here)}."
        if max(abs(here[0] - there[0]), abs(here[1] - there[1])) > 1:
            yield f"xy, square {square}: the next square does not lie beside it; the track is not closed."
