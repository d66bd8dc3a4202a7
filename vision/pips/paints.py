"""How many colours does a face have? A die's body has one and its pips another; pictures have more.

Where two paints meet, mix or lie in shadow, their colours lie on a line between both, whatever they are; a
third colour lies beside it.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.crops import Place, cut, disc
from vision.reading import Picture

R, PATCH, WITHIN = 20.0, 48, 0.8  # a face is looked at at this r, in a patch of this side, so far out in r
# Steps of Lab's a and b beside the line. Path-traced and photographed dice came to 7 at most, a picture card
# with three balls on it to 16.
GAUDY = 10.0


def is_gaudy(picture: Picture, place: Place) -> bool:
    """Has what lies at `place` in `picture` (BGR) a third colour?"""
    patch = cut(picture, place, R, PATCH)
    colours = cv2.cvtColor(patch, cv2.COLOR_BGR2LAB)[disc(PATCH, WITHIN * R)][:, 1:].astype(np.float64)
    beside = float(np.linalg.eigvalsh(np.cov(colours.T))[0])
    return math.sqrt(max(beside, 0.0)) > GAUDY
