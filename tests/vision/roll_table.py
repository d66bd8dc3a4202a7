"""A table for tests of a roll's life: a watcher, squares on a cloth for dice, a clock that the test turns."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from vision import DiceSet, DieSeen, Reading
from vision.reading import Picture
from vision.rolls import DiceSeen, RollWatcher

FRAME = 1 / 15  # seconds
EMPTY = np.full((240, 320, 3), 90, np.uint8)


def die(face: str, certain: bool = True, x: float = 200.0) -> DieSeen:
    """What is read of the square at `x`."""
    return DieSeen("d6", face, 0.9, certain, x + 20, 120.0, 20.0, (), "white", EMPTY[:2, :2])


def cloth_with(*xs: int) -> Picture:
    """A cloth with light squares on it: enough of a die to move."""
    frame = EMPTY.copy()
    for x in xs:
        cv2.rectangle(frame, (x, 100), (x + 40, 140), (230, 230, 230), -1)
    return frame


class Table:
    """A watcher, a clock, and a reader that gives the readings it was told to give: `lain` before anything
    was thrown, then the others one after the other.
    """

    def __init__(self, *readings: Reading, lain: Reading | None = None) -> None:
        self.readings = list(readings)
        self.lain = lain or Reading(())
        self.thrown = False
        self.reads = 0
        self.now = 100.0
        self.watcher = RollWatcher("d6", reader=self.read)

    def read(self, frame: Picture, dice_set: str | DiceSet, expected: Mapping[str, int] | None) -> Reading:
        if not self.thrown:
            return self.lain
        self.reads += 1
        return self.readings[min(self.reads, len(self.readings)) - 1]

    def see(self, frame: Picture, seconds: float = FRAME) -> DiceSeen | None:
        """Feed the same frame for so long; the first roll that comes of it."""
        for _ in range(max(1, round(seconds / FRAME))):
            self.now += FRAME
            seen = self.watcher.feed(frame, self.now)
            if seen is not None:
                return seen
        return None

    @property
    def told(self) -> str | None:
        """The id of the problem that people are told of meanwhile."""
        problem = self.watcher.problem
        return None if problem is None else problem.id

    def ask(self, count: int, *lying: int) -> None:
        """So many dice are asked for while others lie there; what is read from now on are the readings."""
        self.watcher.ask({"d6": count})
        self.rest(*lying, seconds=0.5)
        self.thrown = True

    def throw(self, *to: int, lying: tuple[int, ...] = ()) -> None:
        """Dice come rolling and lie where they are to lie; those that are `lying` are left alone."""
        self.see(cloth_with(*lying), 0.3)
        self.thrown = True
        to = to or (200,)
        for step in (70, 40, 20, 0):
            assert self.see(cloth_with(*lying, *(x - step for x in to))) is None

    def rest(self, *lying: int, seconds: float = 10) -> DiceSeen | None:
        """Dice lie there; the roll that comes of it."""
        return self.see(cloth_with(*(lying or (200,))), seconds)


def reading(*dice: DieSeen) -> Reading:
    return Reading(dice)


def faces(seen: DiceSeen | None) -> list[str]:
    """The faces of a roll, those that must be asked about with a question mark."""
    assert seen is not None
    return [die.face if die.certain else f"{die.face}?" for die in seen.reading.dice]
