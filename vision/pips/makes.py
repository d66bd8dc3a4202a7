"""Dice of one make have like bodies, are as large and have pips as large: what is like a certain die in all
of that has no lamps where pips would be.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.pips.body_colours import body_colour
from vision.pips.rules import SIDE_DOUBTS
from vision.pips.votes import MOST_LAMPS, Vote
from vision.reading import Picture

# Bodies of one make differ in colour (steps of Lab's a and b) and in lightness by no more than this in one
# light, their sizes and their pips' (in r) by no more than this factor. Of 371 marks in photographs, drawn
# and path-traced pictures that are no tops or other faces 20 were counted as one to three light pips, and two
# of these are like a certain die in all of that: sides that an oblique camera sees, as the counting says.
SHADE, LIGHTNESS, AS_LARGE = 10.0, 30.0, 1.25


def is_of_make(picture: Picture, one: Vote, dice: Sequence[Vote]) -> bool:
    """Is it like one of the certain `dice` in `picture` (BGR)? So few light pips that as many lamps may be
    mirrored must have been counted on it, and nothing that says that they are a side's.
    """
    if not _has_light_pips(one) or one.face > MOST_LAMPS or one.doubts & SIDE_DOUBTS:
        return False
    return any(_has_light_pips(die) and die.face > 1 and _are_alike(picture, one, die) for die in dice)


def _has_light_pips(one: Vote) -> bool:
    return one.agreed and not one.dark


def _are_alike(picture: Picture, one: Vote, die: Vote) -> bool:
    if not _as_large(one.r, die.r) or not _as_large(_pip(one), _pip(die)):
        return False
    lightness, a, b = (body_colour(picture, one) - body_colour(picture, die)).tolist()
    return abs(lightness) < LIGHTNESS and math.hypot(a, b) < SHADE


def _as_large(one: float, other: float) -> bool:
    return max(one, other) < AS_LARGE * min(one, other)


def _pip(one: Vote) -> float:
    """How large its pips are, in its r."""
    return one.counted.radius / one.r if one.counted is not None else math.inf
