"""The colour of the body of a die with pips, and whether these are lighter."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Doubles
from vision.crops import cut, disc
from vision.highlights import BURNT, ROUND_EDGE
from vision.pips.votes import Vote
from vision.reading import Picture

# Of most of a face at least so much is pips; and so many times as far from the body's lightness they are as
# what is on the other side of it.
PIPPED, MUCH_MORE = 0.03, 2.0


def body_colour(picture: Picture, found: Vote) -> Doubles:
    """The Lab colour of the die's body in `picture` (BGR): beside its pips, or that of most of its face."""
    if found.counted is not None:
        return np.asarray(np.mean([pip.body for pip in found.counted.pips], axis=0))
    return np.asarray(np.median(_face(picture, found), axis=0), np.float64)


def has_light_pips(picture: Picture, found: Vote) -> bool | None:
    """Are the die's pips lighter than its body? None where that is not told."""
    if found.counted is not None:
        return not found.counted.pips[0].dark
    light = np.asarray(_face(picture, found)[:, 0], np.float64)
    darkest, body, lightest = np.quantile(light, (PIPPED, 0.5, 1 - PIPPED)).tolist()
    lighter, darker = lightest - body, body - darkest
    if body > BURNT or max(lighter, darker) < MUCH_MORE * min(lighter, darker):
        return None
    return bool(lighter > darker)


def _face(picture: Picture, found: Vote) -> Picture:
    """The Lab colours (n, 3) of the face, but for its corners."""
    reach = max(1, round(ROUND_EDGE * found.r))
    face = cut(picture, (found.x, found.y, found.r), ROUND_EDGE * found.r, 2 * reach)
    lab = cv2.cvtColor(face, cv2.COLOR_BGR2LAB)
    return np.asarray(lab[disc(2 * reach, reach)], np.uint8)
