"""Noticing movement in a tray, on a small grey picture, cheaply enough for every frame."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quantiles import median, quantile
from vision.reading import Picture

SMALL = (160, 120)
# Grey levels a small pixel must change by: more than a webcam's noise, less than a die moved by half a pixel.
CHANGE = 10.0
# In dim light: so many times what noise changes it by (its standard deviation), but that is enough in any
# light.
OF_NOISE, CHANGE_AT_MOST = 5.0, 25.0
# Share of the picture that changes from frame to frame while something moves.
MOVING = 0.0012
# A quarter of all changes that noise alone makes are smaller than so many of its standard deviations.
QUARTER = 0.319

Grey = NDArray[np.float32]
"""A small grey picture (120, 160), not a number where it does not show the tray."""


def small_grey(frame: Picture, tray: Picture | None = None) -> Grey:
    """The frame at 160 x 120, grey, its noise averaged away. It shows the `tray` where that (of its size) is
    255; everywhere without it.
    """
    small = _shrunk(np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)).astype(np.float32)
    shown = None if tray is None else _shrunk(tray) == 255
    # Of a tray that is but a sliver no small pixel is whole.
    if shown is not None and shown.any():
        small[~shown] = np.nan
    return small


def _shrunk(picture: Picture) -> Picture:
    # The means of four at a time take OpenCV a quarter of the time that those of many do.
    while picture.shape[1] >= 2 * SMALL[0] and picture.shape[0] >= 2 * SMALL[1]:
        half = (picture.shape[1] // 2, picture.shape[0] // 2)
        picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA), np.uint8)


def share_changed(before: Grey, after: Grey) -> float:
    """Share of the tray that changed. A change of the light is no movement: neither one all over, as where
    a lamp is lit or a camera changes its exposure, nor one of whole rows, as a flickering lamp makes where a
    camera takes one row after the other, nor the noise of a camera in dim light.
    """
    differences: list[Grey] = []
    for light in (changes, _all_over, _row_by_row):
        differences.append(light(before, after))
        share = _share(differences[-1], CHANGE)
        if share <= MOVING:
            return share
    # What light is left over in the others makes no noise.
    noise = min(map(_noise, differences))
    least = min(max(CHANGE, OF_NOISE * noise), CHANGE_AT_MOST)
    return min(_share(difference, least) for difference in differences)


def changes(before: Grey, after: Grey) -> Grey:
    """By how much each pixel became brighter, more than most did."""
    difference = after - before
    difference -= middle(difference)
    return difference


def middle(grey: Grey) -> float:
    """The median of what shows the tray."""
    return median(grey[np.isfinite(grey)])


def _middles(grey: Grey) -> Grey:
    """The median of what shows the tray in each row (rows, 1); not a number where nothing does."""
    seen = np.isfinite(grey).sum(axis=1, keepdims=True)
    # What is no number comes last.
    return np.take_along_axis(np.sort(grey, axis=1), np.maximum(seen - 1, 0) // 2, axis=1)


def _all_over(before: Grey, after: Grey) -> Grey:
    """What is left where the light became brighter by as much everywhere."""
    return after - before * (middle(after) / max(middle(before), 1.0))


def _row_by_row(before: Grey, after: Grey) -> Grey:
    """What is left where each row has a light of its own."""
    return np.asarray(after - before * (_middles(after) / np.maximum(_middles(before), 1.0)), np.float32)


def _share(difference: Grey, least: float) -> float:
    return float((np.abs(difference[np.isfinite(difference)]) > least).mean())


def _noise(difference: Grey) -> float:
    """What noise changes the pixels by (its standard deviation), if most of them by nothing else."""
    return quantile(np.abs(difference[np.isfinite(difference)]), 0.25) / QUARTER
