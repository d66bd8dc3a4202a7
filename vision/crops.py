"""Cutting out what lies around a place in a picture, at one size and turned as one likes."""

from __future__ import annotations

import functools
import math
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags
from vision.reading import Picture

Place: TypeAlias = tuple[float, float, float]  # x, y and r of a top face, in pixels of the frame
WHOLE = 0.9  # of r: with its middle so far from the border all that a top face carries is in the picture
# Turning while shrinking to less than this skips pixels: the means of four at a time are taken first.
HALVED = 0.6


def is_cut_off(frame: Picture, place: Place, whole: float = WHOLE) -> bool:
    """Does the border of `frame` hide some of what the face at `place` carries up to `whole`, in r?"""
    x, y, r = place
    height, width = frame.shape[:2]
    return bool(min(x, y, width - 1 - x, height - 1 - y) < whole * r)


@functools.lru_cache(maxsize=8)
def disc(side: int, radius: float) -> Flags:
    """What lies within `radius` pixels of the middle of a square of that `side`."""
    ys, xs = np.mgrid[0:side, 0:side] - (side - 1) / 2
    return np.asarray(np.hypot(xs, ys) < radius)


def by_angle(
    picture: NDArray[Any], size: tuple[int, int], reach: float, off: tuple[float, float] = (0.0, 0.0)
) -> NDArray[Any]:
    """A square `picture` by angle (from row to row) and distance from its middle, `reach` pixels at the
    most; `size` is how many distances and angles. `off` moves the middle.
    """
    middle = ((picture.shape[1] - 1) / 2 + off[0], (picture.shape[0] - 1) / 2 + off[1])
    return cv2.warpPolar(picture, size, middle, reach, cv2.INTER_LINEAR)


def resized(picture: Picture, factor: float) -> Picture:
    """`picture` so many times as large, a pixel wide and high at the least."""
    wide, high = (max(1, round(side * factor)) for side in picture.shape[1::-1])
    # Means of four pixels, the rest between pixels: that takes a fifth of the time of means of any number.
    while picture.shape[1] >= 2 * wide and picture.shape[0] >= 2 * high:
        picture = _halved(picture)
    if picture.shape[1::-1] == (wide, high):
        return picture
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_LINEAR), np.uint8)


def _halved(picture: Picture) -> Picture:
    high, wide = (max(1, side // 2) for side in picture.shape[:2])
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def cut(frame: Picture, place: Place, r: float, side: int, turn: float = 0.0) -> Picture:
    """What lies around `place` in `frame` (height x width x 3), `side` pixels square.

    It is scaled so that the place's r becomes `r`, and turned by `turn` degrees; the place itself comes
    to lie at `side / 2`. Beyond the frame's border its last pixels go on.
    """
    x, y, own = place
    scale = r / own
    if scale < HALVED:
        reach = math.ceil(0.75 * side / scale)
        left, top = max(0, int(x) - reach), max(0, int(y) - reach)
        frame, x, y = frame[top : int(y) + reach, left : int(x) + reach], x - left, y - top
    while scale < HALVED:
        # Without the last line of an odd side: means of other numbers than four take ten times as long.
        high, wide = (max(2, side - side % 2) for side in frame.shape[:2])
        frame = _halved(frame[:high, :wide])
        x, y = (x + 0.5) / 2 - 0.5, (y + 0.5) / 2 - 0.5
        scale *= 2
    matrix = np.asarray(cv2.getRotationMatrix2D((x, y), turn, scale), np.float64)
    matrix[:, 2] += np.array([side / 2 - x, side / 2 - y])
    piece = cv2.warpAffine(
        frame, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(piece, np.uint8)
