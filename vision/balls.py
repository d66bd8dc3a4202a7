"""A ball that mirrors a lamp, as a pawn's head does, looks like a one; but it darkens towards its rim."""

from __future__ import annotations

import cv2
import numpy as np

from vision.bodies import DIRECTIONS
from vision.crops import Place
from vision.pips import Floats, Picture
from vision.quantiles import median

# Where the light of a body is looked at: from beside a pip to before the rim, in r.
NEAREST, FARTHEST, STEPS = 0.3, 0.85, 12
# By what part of its lightness a ball is darker there than here at the least, and how many times as much that
# is as what is left unexplained. Of 18 path-traced heads of pawns that were taken for ones 17 came to 0.116
# and 7.8 at the least; dice, photographed and path-traced, that are over 0.09 came to 5.6 at the most, but
# for one that mirrors a lamp all over.
DARKER, SMOOTHLY = 0.09, 6.5
NOISE = 0.5  # steps of lightness that are always left unexplained
LEAST_LIGHT = 20.0
FITS = 3  # each without what the one before could not explain: a highlight, a pip, what lies beside

REACHES = np.linspace(NEAREST, FARTHEST, STEPS)
POINTS = (DIRECTIONS[:, None] * REACHES[None, :, None]).reshape(-1, 2)
# Light that changes evenly across a face, and that falls off from its middle to all sides.
TERMS = np.column_stack([np.ones(len(POINTS)), POINTS, (POINTS**2).sum(axis=1)])


def is_ball(picture: Picture, place: Place) -> bool:
    """Does the body at ``place`` (x, y, r) in ``picture`` (BGR) darken smoothly towards its rim?

    A flat face may be darker on one side, but not all around.
    """
    light = _lightness(picture, place)
    used = np.ones(len(light), np.bool_)
    for _ in range(FITS):
        terms = np.linalg.lstsq(TERMS[used], light[used], rcond=None)[0]
        apart = np.abs(light - TERMS @ terms)
        unexplained = 1.5 * median(apart)
        used = apart <= 2.5 * unexplained + 2.0
    darker = -float(terms[3]) * (FARTHEST**2 - NEAREST**2)
    return darker > DARKER * max(float(terms[0]), LEAST_LIGHT) and darker > SMOOTHLY * (unexplained + NOISE)


def _lightness(picture: Picture, place: Place) -> Floats:
    """The lightness (0 to 255) at the POINTS around a place; beyond the border the last pixels go on."""
    x, y, r = place
    high, wide = picture.shape[:2]
    columns = np.rint(x + r * POINTS[:, 0]).astype(np.intp).clip(0, wide - 1)
    rows = np.rint(y + r * POINTS[:, 1]).astype(np.intp).clip(0, high - 1)
    left, top = columns.min(), rows.min()
    around = np.ascontiguousarray(picture[top : rows.max() + 1, left : columns.max() + 1])
    lab = cv2.cvtColor(cv2.GaussianBlur(around, (3, 3), 0), cv2.COLOR_BGR2LAB)
    return np.asarray(lab[rows - top, columns - left, 0], np.float64)
