"""What lies in a tray before a throw, and which dice of a later look have been thrown since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.motion import MOVING, Grey, share_changed
from vision.quantiles import median
from vision.reading import DieSeen, Picture

# A die has been thrown when it lies at least so far from where one with its face lay, in half faces: a knock
# against the table moves dice less.
THROWN = 0.65
# Where at least so many dice show their old faces within so much of where they lay (in half faces), a knock
# has moved all, as far as most of them.
MANY, KNOCKED = 3, 1.0
# The picture of a die that was not touched differs by its noise, and by so much of its own contrast.
NOISE, OF_CONTRAST = 3.0, 0.25
EDGES = 1.25  # times the width of a face, a die with its edges
LIKENESS = 0.75  # correlation of two pictures of one die, moved a little


@dataclass(frozen=True)
class Since:
    """What lies there now: dice that were `thrown`, dice that lie a little beside a place where one with
    their face lay (`shifted`), and how many lie as they lay.
    """

    thrown: tuple[DieSeen, ...]
    shifted: tuple[DieSeen, ...]
    lying: int
    missing: tuple[DieSeen, ...]
    """Dice that lay there before and are seen no more: taken up, or not made out."""

    @property
    def others(self) -> bool:
        """Whether more lies there than was thrown."""
        return bool(self.shifted or self.lying)


@dataclass(frozen=True)
class Lay:
    """A tray at rest: its picture, and the dice that were read on it, as far as it has been read."""

    frame: Picture
    grey: Grey
    dice: tuple[DieSeen, ...] = ()

    def is_as(self, grey: Grey) -> bool:
        """Whether a later picture shows nothing else."""
        return share_changed(self.grey, grey) <= MOVING

    def compare(self, dice: Sequence[DieSeen], frame: Picture, grey: Grey) -> Since:
        """What has become of the dice, as far as `dice` on a later frame (also given small and grey) tell."""
        brighter = float(np.median(grey - self.grey))
        knocked = self._knocked(dice)
        left = list(self.dice)
        thrown: list[DieSeen] = []
        shifted: list[DieSeen] = []
        for die in dice:
            lain = next((other for other in left if _same(die, other, knocked)), None)
            if lain is not None:
                left.remove(lain)
            if self._untouched(die, frame, brighter):
                continue
            lay_near = lain is not None or self._lay_unread(die, frame)
            (shifted if lay_near else thrown).append(die)
        return Since(tuple(thrown), tuple(shifted), len(dice) - len(thrown) - len(shifted), tuple(left))

    def _knocked(self, dice: Sequence[DieSeen]) -> tuple[float, float]:
        """How far, to the right and down, a knock has moved what lay there; nothing where few dice tell."""
        moved = [
            (die.x - lain.x, die.y - lain.y)
            for die in dice
            for lain in self.dice
            if _alike(die, lain) and _apart(die, lain) < KNOCKED * max(die.r, lain.r)
        ]
        if len(moved) < MANY:
            return 0.0, 0.0
        return median([x for x, _ in moved]), median([y for _, y in moved])

    def _untouched(self, die: DieSeen, frame: Picture, brighter: float) -> bool:
        """Whether the die's place looks as it looked, even where no die had been read."""
        before, after = _patch(self.frame, die), _patch(frame, die)
        if before.shape != after.shape or not before.size:
            return False
        change = float(np.abs(after - before - brighter).mean())
        return change < NOISE + OF_CONTRAST * (float(before.std()) - NOISE)

    def _lay_unread(self, die: DieSeen, frame: Picture) -> bool:
        """Whether something that looks like the die lay near, where no die had been read."""
        if any(np.hypot(die.x - lain.x, die.y - lain.y) < 2 * lain.r for lain in self.dice):
            return False
        # With some of what is around it: a die is known by its edges.
        around, now = _patch(self.frame, die, EDGES + THROWN), _patch(frame, die, EDGES)
        fits = now.shape[0] <= around.shape[0] and now.shape[1] <= around.shape[1]
        if not now.size or not fits or min(float(around.std()), float(now.std())) < 2 * NOISE:
            return False
        return float(cv2.matchTemplate(around, now, cv2.TM_CCOEFF_NORMED).max()) > LIKENESS


def _same(die: DieSeen, lain: DieSeen, knocked: tuple[float, float]) -> bool:
    """Whether they are one die that has not been thrown, only knocked that far, if at all."""
    near = min(_apart(die, lain), _apart(die, lain, knocked)) < THROWN * max(die.r, lain.r)
    return near and _alike(die, lain)


def _apart(die: DieSeen, lain: DieSeen, by: tuple[float, float] = (0.0, 0.0)) -> float:
    """How many pixels a die lies from one that lay there and was moved by so many, to the right and down."""
    return float(np.hypot(die.x - lain.x - by[0], die.y - lain.y - by[1]))


def _alike(die: DieSeen, lain: DieSeen) -> bool:
    """Whether the faces may be one. An unsure one may have been any."""
    return (die.kind, die.face) == (lain.kind, lain.face) or not (die.certain and lain.certain)


def _patch(frame: Picture, die: DieSeen, times: float = 1.0) -> Grey:
    """The die's place in a frame, so many times as wide as its face; grey, its noise blurred away."""
    reach = max(3.0, times * die.r)
    top, bottom = max(0, round(die.y - reach)), max(0, round(die.y + reach))
    left, right = max(0, round(die.x - reach)), max(0, round(die.x + reach))
    patch = frame[top:bottom, left:right]
    if not patch.size:
        return np.zeros((0, 0), np.float32)
    return np.asarray(cv2.blur(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), (3, 3)), np.float32)
