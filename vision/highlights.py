"""A lamp that a face mirrors all over a part of it, which may hide what lies there."""

from __future__ import annotations

import cv2
import numpy as np

from vision.crops import Place, cut, disc
from vision.reading import Picture

R, PATCH, WITHIN = 20.0, 48, 0.85  # a face is looked at at this r, in a patch of this side, so far out in r
# From this level on, of all channels, nothing can be told apart. A highlight covers so much of a face in one
# piece; a pip covers a twentieth. What is burnt out all over is a white die in much light, and shows its
# pips: some of a face must be darker than the last. Of 307 path-traced and photographed dice that were
# certain though nobody had counted them two were wrong that are covered so, and four right.
BURNT, COVERED, STILL_SEEN = 245, 0.25, 200


def has_highlight(picture: Picture, place: Place) -> bool:
    """Does a lamp mirrored at ``place`` in ``picture`` (BGR) cover a part of the face, and not all of it?"""
    face = disc(PATCH, WITHIN * R)
    darkest = cut(picture, place, R, PATCH).min(axis=2)
    if np.quantile(darkest[face], 0.25) > STILL_SEEN:
        return False
    burnt = ((darkest >= BURNT) & face).astype(np.uint8)
    sizes = cv2.connectedComponentsWithStats(burnt)[2][1:, cv2.CC_STAT_AREA]
    return bool(max(sizes, default=0) > COVERED * np.count_nonzero(face))
