"""Too much light on a face: it may hide pips, and a lamp that is mirrored beside a blank face's middle may be
taken for a sign.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Place, cut, disc
from vision.reading import Picture

R, PATCH, WITHIN = 20.0, 48, 0.85  # a face is looked at at this r, in a patch of this side, so far out in r
# From this level on, of all channels, nothing can be told apart. A highlight covers so much of a face in one
# piece; a pip covers a twentieth. What is burnt out all over is a white die in much light, and shows its
# pips: some of a face must be darker than the last. Of 307 path-traced and photographed dice that were
# certain though nobody had counted them two were wrong that are covered so, and four right.
BURNT, COVERED, STILL_SEEN = 245, 0.25, 200
# A face of which so much is burnt out may have lost pips if the darkest part of it, as large as a pip, is not
# darker than this: white dice on a dark cloth, when the camera makes that one bright.
ALL_OVER, OF_A_PIP, FAINT = 0.9, 0.04, 225
# Makers print around the middle of a face. What is brighter than its body by so many steps of L, leaves the
# middle free, in halves of the face's width, and is seen from there within so many degrees, is not printed.
# A lamp's seam is so many pixels wide, and farther out a face's round edge mirrors what it likes.
BRIGHTER, MIDDLE, WITHIN_SIGHT, SEAM, ROUND_EDGE = 30.0, 0.15, 150.0, 2, 0.7


def has_highlight(picture: Picture, place: Place) -> bool:
    """Does a lamp mirrored at ``place`` in ``picture`` (BGR) cover a part of the face, and not all of it?"""
    darkest, face = _darkest(picture, place)
    if np.quantile(darkest[face], 0.25) > STILL_SEEN:
        return False
    burnt = ((darkest >= BURNT) & face).astype(np.uint8)
    sizes = cv2.connectedComponentsWithStats(burnt)[2][1:, cv2.CC_STAT_AREA]
    return bool(max(sizes, default=0) > COVERED * np.count_nonzero(face))


def is_burnt_out(picture: Picture, place: Place) -> bool:
    """Is the face at ``place`` in ``picture`` (BGR) so bright that pips may be lost on it?"""
    darkest, face = _darkest(picture, place)
    return bool((darkest[face] >= BURNT).mean() > ALL_OVER and np.quantile(darkest[face], OF_A_PIP) > FAINT)


def _darkest(picture: Picture, place: Place) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The darkest channel around ``place``, and where of that its face is."""
    return cut(picture, place, R, PATCH).min(axis=2), disc(PATCH, WITHIN * R)


def without_lamp(crop: Picture, half: float) -> Picture | None:
    """The square ``crop`` (BGR) of a face, half its width being ``half`` pixels, painted over where the face
    mirrors a lamp beside its middle; None where it mirrors none, or something else on it is bright, too.
    """
    side = crop.shape[0]
    light = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB)[:, :, 0]
    face = disc(side, half)
    bright = ((light > np.median(light[face]) + BRIGHTER) & face).astype(np.uint8)
    pieces = cv2.connectedComponents(bright)[1]
    inside = [piece for piece in np.unique(pieces[disc(side, ROUND_EDGE * half)]) if piece]
    if len(inside) != 1:
        return None
    lamp = pieces == inside[0]
    if not _is_beside_the_middle(lamp, half):
        return None
    with_seam = cv2.dilate(lamp.astype(np.uint8), np.ones((2 * SEAM + 1, 2 * SEAM + 1), np.uint8))
    return np.asarray(cv2.inpaint(crop, with_seam, SEAM + 1, cv2.INPAINT_TELEA), np.uint8)


def _is_beside_the_middle(mark: NDArray[np.bool_], half: float) -> bool:
    """Does what is marked leave the middle free, and is it seen from there to one side alone?"""
    y, x = np.argwhere(mark).T - (mark.shape[0] - 1) / 2
    if np.hypot(x, y).min() < MIDDLE * half:
        return False
    angles = np.sort(np.degrees(np.arctan2(y, x)))
    gaps = np.diff(angles, append=angles[0] + 360)
    return bool(360 - gaps.max() < WITHIN_SIGHT)
