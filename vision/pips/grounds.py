"""A figure that is printed on a cloth or a board, a dot in a square, looks like a one; but the ground goes on
from within it to without.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats
from vision.crops import Place, by_angle, cut
from vision.quantiles import medians, quantile
from vision.reading import Picture

# The face is looked at as if its r were so many pixels, in a square of that side, by distance from its middle
# and by angle, in so many sectors: what lies beside the pips, before the rim, and what lies beyond it.
R, SIDE = 16.0, 64
DISTANCES, ANGLES, SECTORS = 24, 24, 12
BESIDE_PIPS, BEYOND = slice(7, 10), slice(18, 23)
# By how many steps of Lab (8 bit) the ground is told from the body, at the least in a quarter of the sectors:
# its shade may be as dark as the die, and one die lie beside another. Of 243 certain ones in photographs and
# path-traced pictures, some as light as their table, all came to 14; of five such figures none to 8.
ALL_AROUND, TOLD_APART = 0.75, 10.5


def is_ground(picture: Picture, place: Place) -> bool:
    """Does the ground around `place` (x, y, r) in `picture` (BGR) have the colour of what lies there?"""
    lab = cv2.cvtColor(cut(picture, place, R, SIDE), cv2.COLOR_BGR2LAB)
    seen = np.asarray(by_angle(lab, (DISTANCES, ANGLES), SIDE / 2), np.float32)
    body = medians(seen[:, BESIDE_PIPS].reshape(-1, 3))
    return quantile(np.linalg.norm(_around(seen) - body, axis=1), ALL_AROUND) < TOLD_APART


def _around(seen: Floats) -> Floats:
    """The colour (SECTORS, 3) of most of each sector beyond the rim."""
    return np.asarray(np.median(seen[:, BEYOND].reshape(SECTORS, -1, 3), axis=1), np.float32)
