"""How blurred is a picture? What counts for reading dice is how wide edges are, beside the dice.

Through a lens out of focus an edge rises like the integral of a bell curve. How wide this is follows from how
far it rises and how steep it is in its middle, whatever the light and the contrast.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.crops import Place, cut, resized
from vision.quantiles import median
from vision.reading import Picture

AROUND = 21  # pixels: in a square of this side it is looked how far an edge rises
# Edges that rise less, in grey levels, may be noise; those that rise less than this share of the highest tell
# little beside it, be the light bright or dim.
FAINTEST, STRONG = 20, 0.3
# A whole picture is looked at so wide (pixels of its longer side), a die at this r in a patch of this side;
# an edge is as wide as the steepest but so many of their pixels say.
WIDE, R, PATCH = 320, 25.0, 80
BUT_OF_ALL, BUT_OF_DIE = 15, 30
# Widths (standard deviations) in pixels of a whole picture as it is looked at: beyond the first no die is
# read, and beyond the second none that is small would be found.
WIDEST, WIDEST_OF_NOTHING = 2.3, 2.0
# Widths in r of dice. In focus rendered pictures come to the first, soft photographs to 0.09; from the second
# on ever fewer dice are certain.
SHARP, BLURRED = 0.07, 0.11


def blur_of(picture: Picture, places: Sequence[Place]) -> float:
    """How wide edges are in `picture` (BGR), in r of dice at `places`: at most `SHARP` where it is
    sharp, infinite where it is too blurred for finding any.

    Where nothing stands out nothing can be told: that is no blur.
    """
    factor = min(1.0, WIDE / max(picture.shape[:2]))
    usual, least = median([r for _, _, r in places]) if places else 1.0, math.inf
    # The sharpest die tells: others may have no edge as steep as the lens would allow.
    for place in places:
        width = _edge_width(cut(picture, place, R, PATCH), BUT_OF_DIE) * place[2] / R / usual
        least = min(least, width or math.inf)
        if least <= SHARP and least * usual * factor <= WIDEST:
            return least
    if _edge_width(resized(picture, factor), BUT_OF_ALL) > (WIDEST if places else WIDEST_OF_NOTHING):
        return math.inf
    return least if least < math.inf else 0.0


def _edge_width(picture: Picture, but: int) -> float:
    """How wide, in pixels, the steepest strong edges are but for some pixels; 0 where there are none."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    square = np.ones((AROUND, AROUND), np.uint8)
    rise = cv2.subtract(cv2.dilate(grey, square), cv2.erode(grey, square))
    strong = rise >= max(FAINTEST, STRONG * float(rise.max()))
    if np.count_nonzero(strong) <= but:
        return 0.0
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8)
    along = cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8)
    steep = cv2.magnitude(across, along)[strong]
    widths = rise[strong] / (math.sqrt(2 * math.pi) * np.maximum(steep, 0.1))
    return float(np.partition(widths, but)[but])
