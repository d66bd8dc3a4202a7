"""The marks on what may be a face, each by itself: how large it is, how strong, and how like an ellipse."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import Flags
from vision.crops import Place, cut, disc
from vision.pips.round_marks import roundness_of
from vision.quantiles import medians, quantile
from vision.reading import Picture

R, PATCH = 48.0, 136  # a face is looked at at this r, in a patch of this side
# In r: marks whose middle lies within the first are on the face; radii of marks, if they were circles.
ON_FACE, SMALLEST, LARGEST = 1.0, 0.07, 0.32
# Steps of Lab that a face's marks stand out at the least.
FAINTEST = 25.0
STRONGEST = 0.8  # from this share on a mark's pixels tell its strength: some of it is blurred
SMEARED = 2  # pixels of the patch beside the picture's border, beyond which there is nothing


class FaceMark(NamedTuple):
    """A mark: its `radius`, in r, were it a circle; how far `away` from the face's middle it lies, in r;
    `unlike` an ellipse by such a part of its area, of which such a part is `holes`; how round that is,
    its short axis by the long one; and its `strength`: by so many steps of Lab a fifth of it stands out.
    """

    radius: float
    away: float
    unlike: float
    holes: float
    roundness: float
    strength: float


def marks_on(
    picture: Picture, place: Place, share: float = 0.5, largest: float = LARGEST
) -> Iterator[FaceMark]:
    """Each mark on what may be a face at `place` in `picture` (BGR), of that radius at the most: what
    stands out from its body by more than that `share` of how far the strongest does.
    """
    smooth = cv2.GaussianBlur(cut(picture, place, R, PATCH), (3, 3), 0)
    lab = np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB), np.uint8)
    first_row, last_row, first_column, last_column = _within(picture, place)
    seen = np.zeros((PATCH, PATCH), np.bool_)
    seen[first_row : last_row + 1, first_column : last_column + 1] = True
    face = disc(PATCH, 0.9 * R) & seen
    if not face.any():
        return
    apart = np.linalg.norm(lab - medians(lab[face]), axis=2) * seen
    highest = quantile(apart[face].astype(np.float32), 0.97)
    if highest < FAINTEST:
        return
    stands_out = (apart > share * highest).astype(np.uint8)
    count, pieces, boxes, middles = cv2.connectedComponentsWithStats(stands_out)
    for number in range(1, count):
        left, top, wide, high, area = boxes[number].tolist()
        radius = float(np.sqrt(area / np.pi)) / R
        away = float(np.hypot(*(middles[number] - PATCH / 2))) / R
        whole = (
            left > first_column and top > first_row and left + wide <= last_column and top + high <= last_row
        )
        if whole and SMALLEST < radius < largest and away < ON_FACE:
            box = slice(top, top + high), slice(left, left + wide)
            mark = pieces[box] == number
            strength = quantile(apart[box][mark], STRONGEST)
            yield FaceMark(radius, away, *_as_an_ellipse(mark), strength)


def _within(picture: Picture, place: Place) -> tuple[int, int, int, int]:
    """Of the patch around `place` the first and the last row, the first and the last column that lie in the
    picture, well enough that its border is not smeared into them.
    """
    x, y, r = place
    high, wide = picture.shape[:2]
    found = []
    for middle, length in ((y, high), (x, wide)):
        before, behind = (PATCH / 2 + (at - middle) * R / r for at in (0, length - 1))
        found += [max(0, math.ceil(before) + SMEARED), min(PATCH - 1, math.floor(behind) - SMEARED)]
    return found[0], found[1], found[2], found[3]


def _as_an_ellipse(mark: Flags) -> tuple[float, float, float]:
    """By what part of its area a mark, or the disc of a ring, differs from the ellipse with its moments; what
    part of it is holes; and how round the ellipse is.
    """
    stands_out = np.count_nonzero(mark)
    mark = _filled(np.pad(mark, 3))
    at = np.argwhere(mark)
    # A pixel is a square, not a point: so much wider it is.
    spread = np.cov(at.T.astype(np.float64)) + np.eye(2) / 12
    beside = np.moveaxis(np.indices(mark.shape), 0, -1) - at.mean(axis=0)
    ellipse = np.einsum("...i,ij,...j->...", beside, np.linalg.inv(4 * spread), beside) < 1
    unlike = float(np.count_nonzero(mark ^ ellipse) / len(at))
    return unlike, float(1 - stands_out / len(at)), roundness_of(spread)


def _filled(mark: Flags) -> Flags:
    """A mark without holes."""
    outside = cv2.connectedComponents((~mark).astype(np.uint8), connectivity=4)[1]
    return np.asarray(outside != outside[0, 0], np.bool_)
