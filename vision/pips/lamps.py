"""A lamp that something smooth mirrors, as a pawn's head or a nail does, looks like a light pip; but it is
smaller than pips are on dice.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import Doubles
from vision.crops import Place, cut
from vision.pips.round_marks import FAINTEST, dark_and_light_views
from vision.reading import Picture

# Radii, in r, below which light pips may be lamps: of a lone one, as it is measured here, of two or three as
# they are counted, which makes them larger. In photographs from above all lone ones but one came to 0.137
# at the least; on pawns most lamps came to 0.11 at the most, on a bean to 0.129. Of 211 twos and threes those
# that are not clearly tops came to 0.173 at the least, the others to 0.15; two lamps on a nail to 0.139, on a
# marble to 0.145.
LONE, FEW = 0.133, 0.165
# A lamp burns out, as paint under it seldom does: on what is doubted to be a top a lone dot lighter than this
# may be one up to this radius. On candies and discs three came to 0.141 to 0.158; of 50 lone pips in
# photographs and rendered pictures those as light came to 0.212 at the least.
BURNT_OUT, LONE_BURNT_OUT = 251.0, 0.17
# Fours to sixes are no lamps and tell how large the pips of these dice are: lamps are smaller than that part.
SMALLER = 0.8

# Two lamps are seldom equally bright: two light pips of which one stands out less than this part of the other
# may be lamps. All twos in photographs but one came to 0.79 at the least, lamps on nails to 0.53 to 0.57.
UNEQUAL = 0.7

R, SIDE = 24.0, 64  # pixels: what is looked at is shown at this r, in a square of this side
# In r: a dot's brightest point lies within the first and all of it within the second; the body is what lies
# between the first and the third.
MIDDLE, NEAR, FAR = 0.35, 0.6, 0.8


class Dot(NamedTuple):
    """A light dot: the radius, in r, of what is brighter than half way from the body to its brightest point,
    and how light that is (0 to 255).
    """

    radius: float
    light: float

    def may_be_a_lamp(self, pips: float, *, doubted: bool = False) -> bool:
        """Is it too small for a pip, where pips have this radius in r? What is burnt out must be larger where
        it is `doubted` that it lies on a top.
        """
        lone = LONE_BURNT_OUT if doubted and self.light > BURNT_OUT else LONE
        return self.radius < min(lone, SMALLER * pips)


def light_dot(picture: Picture, place: Place) -> Dot | None:
    """The light dot in the middle of what lies at `place` (x, y, r) in `picture` (BGR).

    None where a dark dot, or none, stands out.
    """
    light = _light(picture, place)
    away = np.hypot(*(np.mgrid[0:SIDE, 0:SIDE] - SIDE / 2)) / R
    body = float(np.median(light[(away > MIDDLE) & (away < FAR)]))
    inside = np.where(away < MIDDLE, light, body)
    brightest = float(inside.max())
    if brightest - body <= max(FAINTEST, body - float(inside.min())):
        return None
    dot = (away < NEAR) & (light > (brightest + body) / 2)
    pieces = cv2.connectedComponents(dot.astype(np.uint8))[1]
    area = np.count_nonzero(pieces == pieces.ravel()[inside.argmax()])
    return Dot(float(np.sqrt(area / np.pi) / R), brightest)


def _light(picture: Picture, place: Place) -> Doubles:
    """What is cut out at the place, in which light pips stand out."""
    shown = dark_and_light_views(cut(picture, place, R, SIDE))[1]
    return np.asarray(255.0 - cv2.GaussianBlur(shown, (3, 3), 0), np.float64)
