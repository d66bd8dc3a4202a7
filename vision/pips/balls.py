"""A ball that mirrors a lamp, as a pawn's head does, looks like a one; but it darkens towards its rim."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Doubles
from vision.crops import Place
from vision.pips.bodies import DIRECTIONS
from vision.quantiles import median
from vision.reading import Picture

# Where the light of a body is looked at: from beside a pip to before the rim, in r.
NEAREST, FARTHEST, STEPS = 0.3, 0.85, 12
# By what part of its light a ball is darker there than here at the least, and how many times as much that
# is as what is left unexplained. Of 19 path-traced heads of pawns that were taken for ones 18 came to 0.09
# and 7.5 at the least, and one of many others to 6.1; dice, photographed and path-traced, that are over 0.09
# came to 5.8 at the most. Small heads under two lamps came to less: what the nets doubt is a ball from less
# on. Of 15 such things all came to it, and of 14 such dice one; of 172 dice with two or three light pips none
# came to 2.5 times what is left unexplained.
DARKER, SMOOTHLY = 0.09, 6.0
DOUBTED_DARKER, DOUBTED_SMOOTHLY = 0.06, 3.5
NOISE = 0.5  # steps of lightness that are always left unexplained
LEAST_LIGHT = 20.0
FITS = 3  # each without what the one before could not explain: a highlight, a pip, what lies beside

REACHES = np.linspace(NEAREST, FARTHEST, STEPS)
POINTS = (DIRECTIONS[:, None] * REACHES[None, :, None]).reshape(-1, 2)
# Light that changes evenly across a face, and that falls off from its middle to all sides.
TERMS = np.column_stack([np.ones(len(POINTS)), POINTS, (POINTS**2).sum(axis=1)])


def is_ball(picture: Picture, place: Place, *, doubted: bool = False) -> bool:
    """Does the body at `place` (x, y, r) in `picture` (BGR) darken smoothly towards its rim?

    A flat face may be darker on one side, but not all around. Where it is `doubted` that this is a top face
    at all, less of it is enough.
    """
    least, smoothly = (DOUBTED_DARKER, DOUBTED_SMOOTHLY) if doubted else (DARKER, SMOOTHLY)
    light = _light(picture, place)
    used = np.ones(len(light), np.bool_)
    for _ in range(FITS):
        terms = np.linalg.lstsq(TERMS[used], light[used], rcond=None)[0]
        apart = np.abs(light - TERMS @ terms)
        unexplained = 1.5 * median(apart)
        used = apart <= 2.5 * unexplained + 2.0
    darker = -float(terms[3]) * (FARTHEST**2 - NEAREST**2)
    return darker > least * max(float(terms[0]), LEAST_LIGHT) and darker > smoothly * (unexplained + NOISE)


def _light(picture: Picture, place: Place) -> Doubles:
    """The light at the POINTS around a place, along the body's own colour: where that is strong, channels in
    which it is dark tell of noise alone, and a lamp burns out but the brightest. Beyond the border the last
    pixels go on.
    """
    x, y, r = place
    high, wide = picture.shape[:2]
    columns = np.rint(x + r * POINTS[:, 0]).astype(np.intp).clip(0, wide - 1)
    rows = np.rint(y + r * POINTS[:, 1]).astype(np.intp).clip(0, high - 1)
    left, top = columns.min(), rows.min()
    around = np.ascontiguousarray(picture[top : rows.max() + 1, left : columns.max() + 1])
    seen = cv2.GaussianBlur(around, (3, 3), 0)[rows - top, columns - left].astype(np.float64)
    body = np.median(seen, axis=0)
    return np.asarray(seen @ body / max(float(np.linalg.norm(body)), 1.0))
