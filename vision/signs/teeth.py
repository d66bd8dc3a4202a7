"""The teeth of a token: most wheels have ten to twenty. Printed flowers have fewer, caps of bottles 21."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vision.arrays import Floats
from vision.reading import Picture
from vision.signs.rings import DISTANCES, REACH, colour_of, colours_around, within

# Where the body of a token is seen and where the ground, and where its edge may lie: what of that is farther
# than the last from where it is at most angles is another token's, or what touches it.
BODY, GROUND, EDGE, FARTHER = (0.7, 0.85), (1.4, 1.7), (0.7, 1.45), 0.15
# How many petals flowers have, teeth most wheels, and teeth bottle caps, 21 now and 24 once; petals that are
# fewer than the teeth of any wheel; and teeth whose echo a cap's may be.
FEW, MOST_WHEELS, MANY = slice(5, 10), slice(10, 21), slice(21, 28)
PETALS, ANY_WHEEL, FEW_TEETH = slice(5, 7), slice(7, 21), slice(7, 10)
# Steps of Lab between a body and the ground, from which on an edge is seen.
SEEN = 10.0


class Teeth(NamedTuple):
    """How many times as far as ten to twenty teeth `few` of them, as petals are, and `many`, as caps of
    bottles have, move the edge of something round; and five or six `petals` as far as any wheel's teeth. By
    so much do those ten to twenty move it: they are so `deep`, in its half widths.

    Square teeth, where they are as wide as the gaps, move it three times as often as well, half as often
    hardly: of seven to nine that move it most `many` are but an echo.
    """

    few: float = 0.0
    many: float = 0.0
    petals: float = 0.0
    deep: float = 0.0


NO_TEETH = Teeth()


def teeth_of(crop: Picture, face: float) -> Teeth:
    """Those of the token in the middle of a square `crop` (BGR), half its width being `face` pixels; none
    where no edge is seen.
    """
    edge = _edge(crop, face)
    if edge is None:
        return NO_TEETH
    waves = np.abs(np.fft.rfft(edge))
    numbers = (FEW, MOST_WHEELS, MANY, PETALS, ANY_WHEEL, FEW_TEETH)
    few, most, many, petals, wheel, teeth = (max(float(waves[number].max()), 1e-6) for number in numbers)
    deep = 2 * most / len(edge)
    return Teeth(few / most, many / (most if many > teeth else teeth), petals / wheel, deep)


def _edge(crop: Picture, face: float) -> Floats | None:
    """How far from the middle the edge lies at each angle, in half widths."""
    around = colours_around(crop, face)
    body, ground = colour_of(around, BODY), colour_of(around, GROUND)
    apart = ground - body
    if np.linalg.norm(apart) < SEEN:
        return None
    is_body = 1 - np.clip((within(around, EDGE) - body) @ apart / (apart @ apart), 0, 1)
    widths = is_body.sum(axis=1) * (REACH / DISTANCES)
    usual = np.median(widths)
    return np.asarray(np.clip(widths, usual - FARTHER, usual + FARTHER), np.float32)
