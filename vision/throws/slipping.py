"""How a tray, or the camera over it, has been moved since: what the dice tell that lie in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from vision.reading import DieSeen

# Where so many dice with their old faces, and half of those that are sure, have gone the same way, within so
# much (in half faces), the tray or the camera has slipped or was turned, however far. Where as many lie
# within so much of where they lay, perhaps not all of them made out, a knock has moved all, as most of them.
MANY, THE_SAME_WAY, KNOCKED = 3, 0.35, 1.0
# By so much dice seem nearer to one another, or farther apart, where they lie nearer to the camera now.
NEARER = 0.07
MOST_TRIED = 2000  # ways that dice may have gone: with more dice than games have there are too many

Ways = NDArray[np.complex128]


@dataclass(frozen=True)
class Slip:
    """A turn and a shift; places are complex numbers, in pixels: x to the right, and down as imaginary."""

    turn: complex = 1.0
    shift: complex = 0.0

    def apart(self, die: DieSeen, lain: DieSeen) -> float:
        """How many pixels a die lies from where one that lay there has come by this."""
        return abs(_place(die) - self.turn * _place(lain) - self.shift)


STILL = Slip()


def slip_of(dice: Sequence[DieSeen], lain: Sequence[DieSeen]) -> Slip:
    """How what lay there has been moved, as most of the dice tell; not at all where few do."""
    pairs = [(die, other) for die in dice for other in lain if alike(die, other)]
    sure = [(die, other) for die, other in pairs if die.certain and other.certain]
    needed = max(MANY, sum(die.certain for die in dice) / 2)
    reach = THE_SAME_WAY * min((die.r for die in dice), default=0.0)
    lie_still = {id(die) for die, other in sure if STILL.apart(die, other) < reach}
    # Where as many lie where they lay nothing was carried away with them.
    if len(sure) >= MANY and len(lie_still) < needed and (slip := _followed_by(sure, needed, reach)):
        return slip
    near = [
        _place(die) - _place(other)
        for die, other in pairs
        if STILL.apart(die, other) < KNOCKED * max(die.r, other.r)
    ]
    if len(near) < needed:
        return STILL
    return Slip(shift=complex(median(way.real for way in near), median(way.imag for way in near)))


def keep_apart(dice: Sequence[DieSeen], lain: Sequence[DieSeen]) -> bool:
    """Whether both are two dice with the same faces, as far apart: a tray may have been moved with them."""
    if not len(dice) == len(lain) == 2 or not all(die.certain for die in (*dice, *lain)):
        return False
    (one, other), (first, second) = dice, lain
    same = (alike(one, first) and alike(other, second)) or (alike(one, second) and alike(other, first))
    now, then = _place(one) - _place(other), _place(first) - _place(second)
    return same and abs(abs(now) - abs(then)) < NEARER * abs(then) + THE_SAME_WAY * one.r


def alike(die: DieSeen, lain: DieSeen) -> bool:
    """Whether the faces may be one. An unsure one may have been any."""
    return (die.kind, die.face) == (lain.kind, lain.face) or not (die.certain and lain.certain)


def _followed_by(sure: Sequence[tuple[DieSeen, DieSeen]], needed: float, reach: float) -> Slip | None:
    """What takes most of the dice to their places, if that many: each with those that it may have been, one
    die after the other.
    """
    now = np.array([_place(die) for die, _ in sure])
    then = np.array([_place(other) for _, other in sure])
    which = np.array([id(die) for die, _ in sure])
    turns, shifts = _ways(now, then, which, np.array([id(other) for _, other in sure]), reach)
    follows = np.abs(now - turns[:, None] * then - shifts[:, None]) < reach
    first = np.flatnonzero(np.r_[True, which[1:] != which[:-1]])
    followed = np.logical_or.reduceat(follows, first, axis=1).sum(axis=1)
    best = int(followed.argmax())
    return Slip(complex(turns[best]), complex(shifts[best])) if followed[best] >= needed else None


def _ways(
    now: Ways, then: Ways, which: NDArray[np.int64], lain: NDArray[np.int64], reach: float
) -> tuple[Ways, Ways]:
    """Turns and shifts: those that take one die to its place unturned, and those that take two to theirs."""
    one, other = np.triu_indices(len(now), 1)
    are_two = (which[one] != which[other]) & (lain[one] != lain[other])
    one, other = one[are_two], other[are_two]
    apart, were_apart = now[one] - now[other], then[one] - then[other]
    as_far = np.abs(np.abs(apart) - np.abs(were_apart)) < NEARER * np.abs(were_apart) + reach
    as_far &= were_apart != 0
    turns = (apart[as_far] / were_apart[as_far])[:MOST_TRIED]
    shifts = now[one[as_far]][:MOST_TRIED] - turns * then[one[as_far]][:MOST_TRIED]
    return np.r_[np.ones(len(now)), turns], np.r_[now - then, shifts]


def _place(die: DieSeen) -> complex:
    return complex(die.x, die.y)
