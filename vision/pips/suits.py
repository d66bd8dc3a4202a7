"""Suits and letters of a card lie as pips do, but none of the one and few of the other are circles."""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np

from vision.arrays import Flags
from vision.crops import Place, cut, disc
from vision.quantiles import median, medians, quantile
from vision.reading import Picture

R, PATCH = 48.0, 136  # a face is looked at at this r, in a patch of this side
# In r: marks whose middle lies within the first are on the face; radii of marks, if they were circles.
ON_FACE, SMALLEST, LARGEST = 1.0, 0.07, 0.32
# Steps of Lab that a face's marks stand out at the least.
FAINTEST = 25.0
# Marks of one face are alike in size, by such a part. Each is unlike an ellipse, by such a part of its area;
# where there are but two, by more. Half the pips of nine dice in ten in photographs come to 0.09 at the most,
# of path-traced cards the diamonds to 0.13 at the least, hearts to 0.24, spades and clubs to 0.27.
ALIKE, UNLIKE, TWO_UNLIKE = 0.3, 0.12, 0.2
# Most letters are unlike an ellipse by more than this: of 80 dice whose pips were not counted, in photographs
# and rendered pictures, one came to more, and lines of print that both nets took for sixes to 0.44 at the
# least.
LETTERS = 0.25
SMEARED = 2  # pixels of the patch beside the picture's border, beyond which there is nothing
LEAST_R = 30.0  # pixels: a smaller face shows no more of its marks' form


def are_suits(picture: Picture, place: Place, face: int) -> bool:
    """Is every mark of what may be a ``face`` (2 to 6) at ``place`` in ``picture`` (BGR) no ellipse?"""
    if face < 2 or place[2] < LEAST_R:
        return False
    marks = list(_marks(picture, place))
    usual = median([radius for radius, _ in marks]) if marks else 0.0
    unlike = [apart for radius, apart in marks if abs(radius - usual) < ALIKE * usual]
    if face == 2:
        return len(unlike) == 2 and min(unlike) > TWO_UNLIKE
    return len(unlike) > 2 and min(unlike) > UNLIKE


def are_letters(picture: Picture, place: Place) -> bool:
    """Are most marks of what may be a face at ``place`` in ``picture`` (BGR) no ellipses?"""
    apart = [unlike for _, unlike in _marks(picture, place)]
    return bool(apart) and median(apart) > LETTERS


def _marks(picture: Picture, place: Place) -> Iterator[tuple[float, float]]:
    """The radius, in r, of each mark on the face, and by what part of its area it is unlike an ellipse."""
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
    count, pieces, boxes, middles = cv2.connectedComponentsWithStats((apart > highest / 2).astype(np.uint8))
    for number in range(1, count):
        left, top, wide, high, area = boxes[number].tolist()
        radius = float(np.sqrt(area / np.pi)) / R
        away = float(np.hypot(*(middles[number] - PATCH / 2))) / R
        whole = (
            left > first_column and top > first_row and left + wide <= last_column and top + high <= last_row
        )
        if whole and SMALLEST < radius < LARGEST and away < ON_FACE:
            yield radius, _unlike_an_ellipse(pieces[top : top + high, left : left + wide] == number)


def _within(picture: Picture, place: Place) -> tuple[int, int, int, int]:
    """Of the patch around ``place`` the first and the last row, the first and the last column that lie in the
    picture, well enough that its border is not smeared into them.
    """
    x, y, r = place
    high, wide = picture.shape[:2]
    found = []
    for middle, length in ((y, high), (x, wide)):
        before, behind = (PATCH / 2 + (at - middle) * R / r for at in (0, length - 1))
        found += [max(0, math.ceil(before) + SMEARED), min(PATCH - 1, math.floor(behind) - SMEARED)]
    return found[0], found[1], found[2], found[3]


def _unlike_an_ellipse(mark: Flags) -> float:
    """By what part of its area a mark, or the disc of a ring, differs from the ellipse with its moments."""
    mark = _filled(np.pad(mark, 3))
    at = np.argwhere(mark)
    # A pixel is a square, not a point: so much wider it is.
    spread = np.cov(at.T.astype(np.float64)) + np.eye(2) / 12
    beside = np.moveaxis(np.indices(mark.shape), 0, -1) - at.mean(axis=0)
    ellipse = np.einsum("...i,ij,...j->...", beside, np.linalg.inv(4 * spread), beside) < 1
    return float(np.count_nonzero(mark ^ ellipse) / len(at))


def _filled(mark: Flags) -> Flags:
    """A mark without holes."""
    outside = cv2.connectedComponents((~mark).astype(np.uint8), connectivity=4)[1]
    return np.asarray(outside != outside[0, 0], np.bool_)
