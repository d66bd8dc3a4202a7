"""Noticing movement in a tray, on a small grey picture, cheaply enough for every frame."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quantiles import median
from vision.reading import Picture

SMALL = (160, 120)
# Grey levels a small pixel must change by: more than a webcam's noise, less than a die moved by half a pixel.
CHANGE = 10.0
# Share of the picture that changes from frame to frame while something moves.
MOVING = 0.0012

Grey = NDArray[np.float32]


def small_grey(frame: Picture) -> Grey:
    """The frame at 160 x 120, grey, its noise averaged away."""
    small = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    # The means of four at a time take OpenCV a quarter of the time that those of many do.
    while small.shape[1] >= 2 * SMALL[0] and small.shape[0] >= 2 * SMALL[1]:
        half = (small.shape[1] // 2, small.shape[0] // 2)
        small = cv2.resize(small, half, interpolation=cv2.INTER_AREA)
    return cv2.resize(small, SMALL, interpolation=cv2.INTER_AREA).astype(np.float32)


def share_changed(before: Grey, after: Grey) -> float:
    """Share of the picture that changed. A change of the light is no movement: neither one all over, as where
    a lamp is lit or a camera changes its exposure, nor one of whole rows, as a flickering lamp makes where a
    camera takes one row after the other.
    """
    difference = changes(before, after)
    share = _share(difference)
    if share > MOVING:
        share = min(share, _share(difference - np.median(difference, axis=1, keepdims=True)))
    if share > MOVING:
        share = min(share, _share(after - before * (median(after) / max(median(before), 1.0))))
    return share


def changes(before: Grey, after: Grey) -> Grey:
    """By how much each pixel became brighter, more than most did."""
    difference = after - before
    difference -= median(difference)
    return difference


def _share(difference: Grey) -> float:
    return float((np.abs(difference) > CHANGE).mean())
