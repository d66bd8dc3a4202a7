"""What lies around the middle of a face, by angle and distance."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np

from vision.arrays import Floats
from vision.crops import by_angle
from vision.quantiles import medians
from vision.reading import Picture

Ring: TypeAlias = tuple[float, float]  # from one distance to another, in half widths of a face
# A face is looked at in so many angles and distances, up to the last, in its half widths.
ANGLES, DISTANCES, REACH = 128, 41, 1.8


def colours_around(crop: Picture, face: float) -> Floats:
    """The colours (Lab; ANGLES, DISTANCES, 3) around the middle of a square `crop` (BGR) of a face that is
    twice `face` pixels wide.
    """
    seen = by_angle(crop, (DISTANCES, ANGLES), REACH * face)
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2LAB), np.float32)


def within(around: Floats, ring: Ring) -> Floats:
    """What of it lies within a ring."""
    inner, outer = (round(distance * DISTANCES / REACH) for distance in ring)
    return around[:, inner:outer]


def colour_of(around: Floats, ring: Ring) -> Floats:
    """The colour of most of a ring."""
    return medians(within(around, ring).reshape(-1, 3))
