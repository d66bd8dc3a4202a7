"""Cutting out what lies around a place in a picture, at one size and turned as one likes."""

from __future__ import annotations

import math
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
Place: TypeAlias = tuple[float, float, float]  # x, y and r of a top face, in pixels of the frame
WHOLE = 0.9  # of r: with its middle so far from the border all that a top face carries is in the picture


def is_cut_off(frame: Frame, place: Place) -> bool:
    """Does the border of ``frame`` hide some of what the face at ``place`` carries?"""
    x, y, r = place
    height, width = frame.shape[:2]
    return bool(min(x, y, width - 1 - x, height - 1 - y) < WHOLE * r)


def cut(frame: Frame, place: Place, r: float, side: int, turn: float = 0.0) -> Frame:
    """What lies around ``place`` in ``frame`` (height x width x 3), ``side`` pixels square.

    It is scaled so that the place's r becomes ``r``, and turned by ``turn`` degrees; the place itself comes
    to lie at ``side / 2``. Beyond the frame's border its last pixels go on.
    """
    x, y, own = place
    scale = r / own
    if scale < 0.7:
        # Turning while shrinking skips pixels: the mean of what falls together is taken first.
        reach = math.ceil(0.75 * side / scale)
        left, top = max(0, int(x) - reach), max(0, int(y) - reach)
        near = frame[top : int(y) + reach, left : int(x) + reach]
        size = (max(1, round(near.shape[1] * scale)), max(1, round(near.shape[0] * scale)))
        x = (x - left + 0.5) * size[0] / near.shape[1] - 0.5
        y = (y - top + 0.5) * size[1] / near.shape[0] - 0.5
        frame, scale = np.asarray(cv2.resize(near, size, interpolation=cv2.INTER_AREA), np.uint8), 1.0
    matrix = np.asarray(cv2.getRotationMatrix2D((x, y), turn, scale), np.float64)
    matrix[:, 2] += np.array([side / 2 - x, side / 2 - y])
    piece = cv2.warpAffine(
        frame, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(piece, np.uint8)
