"""How a tray, or the camera over it, has been moved since: what the dice tell that lie in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from statistics import median

from vision.reading import DieSeen

# Where at least so many dice with their old faces have gone the same way, within so much (in half faces), the
# tray or the camera has slipped or was turned, however far. Where as many lie within so much of where they
# lay, perhaps not all of them made out, a knock has moved all, as far as most of them.
MANY, THE_SAME_WAY, KNOCKED = 3, 0.35, 1.0
# By so much dice seem nearer to one another, or farther apart, where they lie nearer to the camera now.
NEARER = 0.07


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
    reach = THE_SAME_WAY * min((die.r for die in dice), default=0.0)

    def followed(slip: Slip) -> int:
        return len({id(die) for die, other in sure if slip.apart(die, other) < reach})

    best = max(_slips(sure), key=followed, default=STILL)
    if followed(best) >= MANY:
        return best
    near = [
        _place(die) - _place(other)
        for die, other in pairs
        if STILL.apart(die, other) < KNOCKED * max(die.r, other.r)
    ]
    if len(near) < MANY:
        return STILL
    return Slip(shift=complex(median(way.real for way in near), median(way.imag for way in near)))


def keep_apart(dice: Sequence[DieSeen], lain: Sequence[DieSeen]) -> bool:
    """Whether both are two dice with the same faces, as far apart: a tray may have been moved with them."""
    if not len(dice) == len(lain) == 2 or not all(die.certain for die in (*dice, *lain)):
        return False
    (one, other), (first, second) = dice, lain
    same = (alike(one, first) and alike(other, second)) or (alike(one, second) and alike(other, first))
    return same and _as_far(_place(one) - _place(other), _place(first) - _place(second), one.r)


def alike(die: DieSeen, lain: DieSeen) -> bool:
    """Whether the faces may be one. An unsure one may have been any."""
    return (die.kind, die.face) == (lain.kind, lain.face) or not (die.certain and lain.certain)


def _slips(sure: Sequence[tuple[DieSeen, DieSeen]]) -> Iterator[Slip]:
    """What may have been done: shifts that take one die to its place, turns that take two to theirs."""
    for die, lain in sure:
        yield Slip(shift=_place(die) - _place(lain))
    for (one, first), (other, second) in permutations(sure, 2):
        if one is other or first is second:
            continue
        now, then = _place(one) - _place(other), _place(first) - _place(second)
        if then and _as_far(now, then, one.r):
            turn = now / then
            yield Slip(turn, _place(one) - turn * _place(first))


def _as_far(now: complex, then: complex, r: float) -> bool:
    return abs(abs(now) - abs(then)) < NEARER * abs(then) + THE_SAME_WAY * r


def _place(die: DieSeen) -> complex:
    return complex(die.x, die.y)
