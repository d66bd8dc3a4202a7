"""How many colours does a face have? A die's body has one and its pips another; pictures have more.

Where two paints meet, mix or lie in shadow, their colours lie on a line between both, whatever they are; a
third colour lies beside it.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Place, cut
from vision.reading import Picture

R, PATCH, WITHIN = 20.0, 48, 0.8  # a face is looked at at this r, in a patch of this side, so far out in r
# Steps of Lab's a and b beside the line. Path-traced and photographed dice came to 7 at most, a picture card
# with three balls on it to 16.
GAUDY = 10.0


def is_gaudy(picture: Picture, place: Place) -> bool:
    """Has what lies at ``place`` in ``picture`` (BGR) a third colour?"""
    patch = cut(picture, place, R, PATCH)
    colours = cv2.cvtColor(patch, cv2.COLOR_BGR2LAB)[_face()][:, 1:].astype(np.float64)
    beside = float(np.linalg.eigvalsh(np.cov(colours.T))[0])
    return math.sqrt(max(beside, 0.0)) > GAUDY


def _face() -> NDArray[np.bool_]:
    ys, xs = np.mgrid[0:PATCH, 0:PATCH] - (PATCH - 1) / 2
    return np.asarray(np.hypot(xs, ys) < WITHIN * R)
