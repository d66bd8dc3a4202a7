"""Whose die is whose: dice of one kind that belong to different players, told by colour or by place.

Nothing is concluded from what is left over: where colours or places leave a doubt, a person is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import permutations
from math import cos, hypot, radians, sin
from typing import Protocol

from companion.engine.questions import Die

LIKE_ENOUGH = 0.8
"""How well the dice must lie as their owners sit: 1 is exactly so, whatever the size and the middle."""
NEARLY_AS_GOOD = 0.05
"""Another way to share the dice out that fits only so much worse might be the right one."""


LIKE_IN_SOME_LIGHT = {"pink": ("red", "purple"), "orange": ("red", "yellow"), "grey": ("white", "black")}
"""What a colour may be in other light: it is taken for that of the one owner whose it can be."""


class Lying(Protocol):
    """A die as it was seen."""

    @property
    def colour(self) -> str:
        """Its body's plain name."""

    @property
    def x(self) -> float:
        """Across the picture."""

    @property
    def y(self) -> float:
        """Down the picture."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A die that was asked for, and which of the dice seen it may be (by number), the likeliest first."""

    die: Die
    may_be: tuple[int, ...]
    certain: bool
    """Whether the first of them surely is."""


def are_told_apart(dice: Sequence[Die]) -> bool:
    """Whether dice can be thrown together: nobody's own, or each known by its colour or its place."""
    owned = [die for die in dice if die.whose]
    if len(owned) < 2:
        return True
    colours = {die.colour for die in owned}
    return all(die.bearing is not None for die in owned) or ("" not in colours and len(colours) == len(owned))


def claims(dice: Sequence[Die], seen: Sequence[Lying]) -> list[Claim]:
    """Which of the dice seen each of the owned `dice` is."""
    if len(dice) == len(seen) == 1 and not dice[0].colour:
        return [Claim(dice[0], (0,), True)]
    if all(die.colour for die in dice):
        return _by_colour(dice, seen)
    return _by_place(dice, seen)


def _by_colour(dice: Sequence[Die], seen: Sequence[Lying]) -> list[Claim]:
    """A die is surely somebody's where it alone has that colour."""
    sure: dict[int, int] = {}
    owned = {die.colour for die in dice}
    for number, die in enumerate(dice):
        like_it = [place for place, one in enumerate(seen) if _in_this_light(one.colour, owned) == die.colour]
        if len(like_it) == 1:
            sure[number] = like_it[0]
    return _with_guesses(dice, seen, sure)


def _in_this_light(colour: str, owned: AbstractSet[str]) -> str:
    """The owner's colour that a die's can only be; else as it was seen."""
    near = owned & set(LIKE_IN_SOME_LIGHT.get(colour, ()))
    return next(iter(near)) if colour not in owned and len(near) == 1 else colour


def _by_place(dice: Sequence[Die], seen: Sequence[Lying]) -> list[Claim]:
    """The dice are shared out so that they lie to one another as their owners sit."""
    if len(dice) != len(seen):
        return _with_guesses(dice, seen, {})
    seats = _around([(-sin(radians(die.bearing or 0)), cos(radians(die.bearing or 0))) for die in dice])
    lying = _around([(one.x, one.y) for one in seen])
    ways = sorted(((sum(x * lying[place][0] + y * lying[place][1]
                        for (x, y), place in zip(seats, order, strict=True)), order)
                   for order in permutations(range(len(seen)))), reverse=True)
    best = ways[0][0]
    least = best - NEARLY_AS_GOOD if best >= LIKE_ENOUGH else -1.0
    likely = [order for fit, order in ways if fit >= least]
    made = []
    for number, die in enumerate(dice):
        may_be = tuple(dict.fromkeys(order[number] for order in likely))
        made.append(Claim(die, may_be, len(may_be) == 1))
    return made


def _around(places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Places as seen from their middle, all together of size 1."""
    middle = [sum(axis) / len(places) for axis in zip(*places, strict=True)]
    moved = [(x - middle[0], y - middle[1]) for x, y in places]
    size = hypot(*(hypot(x, y) for x, y in moved)) or 1.0
    return [(x / size, y / size) for x, y in moved]


def _with_guesses(dice: Sequence[Die], seen: Sequence[Lying], sure: dict[int, int]) -> list[Claim]:
    """Dice that are known, and for each other one all that are left, from left to right."""
    left = sorted((place for place in range(len(seen)) if place not in sure.values()),
                  key=lambda place: seen[place].x)
    made = []
    for number, die in enumerate(dice):
        if number in sure:
            made.append(Claim(die, (sure[number],), True))
        else:
            guessed = sum(other not in sure for other in range(number))
            may_be = (*left[guessed:], *left[:guessed]) if guessed < len(left) else ()
            made.append(Claim(die, may_be, False))
    return made
