"""Too much light on a face: it may hide pips or a sign, and a lamp that is mirrored in a blank face may be
taken for a sign.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags
from vision.crops import Place, cut, disc
from vision.reading import Picture

Mask = NDArray[np.uint8]

R, PATCH, WITHIN = 20.0, 48, 0.85  # a face is looked at at this r, in a patch of this side, so far out in r
# From this level on, of all channels, nothing can be told apart. A highlight covers so much of a face in one
# piece; a pip covers a twentieth. What is burnt out all over is a white die in much light, and shows its
# pips: some of a face must be darker than the last. Of 307 path-traced and photographed dice that were
# certain though nobody had counted them two were wrong that are covered so, and four right.
BURNT, COVERED, STILL_SEEN = 245, 0.25, 200
# A face of which so much is burnt out may have lost pips if the darkest part of it, as large as a pip, is not
# darker than this: white dice on a dark cloth, when the camera makes that one bright.
ALL_OVER, OF_A_PIP, FAINT = 0.9, 0.04, 225
# A lamp is brighter than the darkest fifth of a face by so many steps of L, of one piece as lamps are, which
# have no holes and bays, and leaves so much of the face free. It may hide what lies under it or under its
# seam, so many pixels wide. Farther out a face's round edge mirrors what it likes.
BRIGHTER, DARKEST, ONE_PIECE, LEFT_FREE, SEAM, ROUND_EDGE = 30.0, 0.2, 0.85, 0.3, 2, 0.72


def has_highlight(picture: Picture, place: Place) -> bool:
    """Does a lamp mirrored at `place` in `picture` (BGR) cover a part of the face, and not all of it?"""
    darkest, face = _darkest(picture, place)
    if np.quantile(darkest[face], 0.25) > STILL_SEEN:
        return False
    burnt = ((darkest >= BURNT) & face).astype(np.uint8)
    sizes = cv2.connectedComponentsWithStats(burnt)[2][1:, cv2.CC_STAT_AREA]
    return bool(max(sizes, default=0) > COVERED * np.count_nonzero(face))


def is_burnt_out(picture: Picture, place: Place) -> bool:
    """Is the face at `place` in `picture` (BGR) so bright that pips may be lost on it?"""
    darkest, face = _darkest(picture, place)
    return bool((darkest[face] >= BURNT).mean() > ALL_OVER and np.quantile(darkest[face], OF_A_PIP) > FAINT)


def _darkest(picture: Picture, place: Place) -> tuple[NDArray[np.uint8], Flags]:
    """The darkest channel around `place`, and where of that its face is."""
    return cut(picture, place, R, PATCH).min(axis=2), disc(PATCH, WITHIN * R)


def lamp_on(crop: Picture, half: float) -> Mask | None:
    """Where (1, else 0) a lamp that is mirrored in a face may hide something; None where it mirrors none, or
    too much else on it is bright. The face lies in the middle of the square `crop` (BGR), half its width
    being `half` pixels.

    A sign as bright as a lamp is may be taken for one, or for a part of one: it lies in what may be hidden.
    """
    side = crop.shape[0]
    light = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB)[:, :, 0]
    face, inner = disc(side, half), disc(side, ROUND_EDGE * half)
    bright = ((light > np.quantile(light[inner], DARKEST) + BRIGHTER) & face).astype(np.uint8)
    pieces = cv2.connectedComponents(bright)[1]
    inside = [piece for piece in np.unique(pieces[inner]) if piece]
    if not inside:
        return None
    lamp = np.isin(pieces, inside)
    around = hull_of(lamp & inner)
    if around is None:
        return None
    with_seam = cv2.dilate(lamp.astype(np.uint8) | around, np.ones((2 * SEAM + 1, 2 * SEAM + 1), np.uint8))
    hidden = np.asarray(with_seam, np.uint8)
    return hidden if np.mean(hidden[inner] == 0) >= LEFT_FREE else None


def hull_of(part: Flags) -> Mask | None:
    """The convex hull (1, else 0) of a part of a picture that may be a mirrored lamp; None where it has holes
    or bays, or is nothing.
    """
    points = np.argwhere(part)
    if not len(points):
        return None
    hull = np.zeros(part.shape, np.uint8)
    cv2.fillConvexPoly(hull, cv2.convexHull(points[:, ::-1].astype(np.int32)), (1,))
    return hull if len(points) >= ONE_PIECE * np.count_nonzero(hull) else None


def painted_over(crop: Picture, hidden: Mask) -> Picture:
    """The `crop` with what is `hidden` painted over, as what is around it goes on."""
    return np.asarray(cv2.inpaint(crop, hidden, SEAM + 1, cv2.INPAINT_TELEA), np.uint8)
