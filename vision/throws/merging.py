"""Several readings of dice that lie still, merged: a die is sure once its readings agree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from vision.reading import DieSeen

# Readings that name the same face for certain before a die counts as sure.
AGREEING = 2


@dataclass
class _Lying:
    """One die over several readings: how often each face was read for certain, and its latest reading."""

    seen: DieSeen
    votes: dict[tuple[str, str], int] = field(default_factory=dict)

    @property
    def sure(self) -> bool:
        """Two readings agree for certain and none says otherwise."""
        return len(self.votes) == 1 and max(self.votes.values()) >= AGREEING


class Merged:
    """The dice of all readings since something moved."""

    def __init__(self) -> None:
        self._dice: list[_Lying] = []
        self.readings = 0
        """How many were taken in."""

    def take_in(self, dice: Iterable[DieSeen]) -> None:
        """Take a reading into account: a die that lies where one lay before goes on with its votes."""
        self.readings += 1
        before, self._dice = self._dice, []
        for die in dice:
            index = _nearest(die, before)
            lying = _Lying(die) if index is None else before.pop(index)
            if die.certain:
                word = (die.kind, die.face)
                lying.votes[word] = lying.votes.get(word, 0) + 1
            if die.certain or not lying.votes:
                lying.seen = die
            self._dice.append(lying)

    @property
    def sure(self) -> bool:
        """There are dice, and each is sure."""
        return bool(self._dice) and all(die.sure for die in self._dice)

    @property
    def dice(self) -> tuple[DieSeen, ...]:
        """The dice as last read, each certain when it is sure."""
        return tuple(replace(die.seen, certain=die.sure) for die in self._dice)


def _nearest(die: DieSeen, lying: list[_Lying]) -> int | None:
    """The place in `lying` of the die that lies there, if any does."""
    if not lying:
        return None
    gaps = [float(np.hypot(die.x - other.seen.x, die.y - other.seen.y)) for other in lying]
    best = int(np.argmin(gaps))
    return best if gaps[best] < max(4.0, 0.5 * die.r) else None
