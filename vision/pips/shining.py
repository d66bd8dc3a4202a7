"""Through a clear body shine the pips of its underside: weaker ones, where those of its top may lie.

What both carry together is seven pips. Two, three and four so look like a five, for one or two of either lie
in the same places.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.crops import Place, cut
from vision.pips.counting import Counted
from vision.pips.face_marks import marks_on
from vision.pips.faces import PATTERN
from vision.reading import Picture

# Marks are looked for from these shares of the strongest on. What is a pip is round, by so much of its area,
# and no smaller than that, in r; what shines is weaker than the last share of the strongest, and pips of the
# top are stronger, and hardly less round. Of 14 clear dice in drawn pictures of which both nets named another
# face for certain, mostly a five, nine had such pips; of 451 others that nobody counted seven.
SHARES, ROUND, SMALLEST, WEAKER, NEARLY_ROUND = (0.2, 0.3), 0.08, 0.12, 0.75, 0.3
# The same where none were counted: of 490 fives on solid bodies in drawn pictures one has two weak ones that
# come to less, of ten twos, threes and fours of clear dice that both nets took for fives three.
FAR_WEAKER = 0.6

# How the pips of a five, by their places in the pattern, fall in two: those of a two or of a four, and the
# others. Those of the top are of one colour, those that shine of another: by so many steps of Lab at the
# least, of which pips of one face differ by less than such a part. All of five twos, threes and fours in
# drawn pictures that were counted as fives were so, of 608 fives in these, in photographs and in path-traced
# pictures one.
TWOS_AND_FOUR = ((0, 2), (1, 3), (0, 1, 2, 3))
APART, OF_ONE_FACE = 15.0, 0.45
# A five is looked at in a square of this side, in which half its width is so many pixels; a pip's colour is
# the mean of a square of so many times its radius.
SIDE, R, PIP = 120, 40.0, 1.2


def is_of_two_colours(picture: Picture, five: Counted) -> bool:
    """Are the pips of a counted `five` of `picture` (BGR) of two colours, in places that leave a two, a
    three or a four on its top?
    """
    face = cut(picture, (five.face.x, five.face.y, five.r), R, SIDE)
    scale = R / five.r
    pip = max(1, int(PIP * five.radius * scale))
    lab = cv2.cvtColor(cv2.blur(face, (pip, pip)), cv2.COLOR_BGR2LAB).astype(np.float64)
    at = SIDE / 2 + scale * np.asarray(PATTERN[5]) @ five.face.axes.T
    columns, rows = np.rint(at).astype(np.intp).clip(0, SIDE - 1).T
    seen = lab[rows, columns]
    unlike = np.linalg.norm(seen[:, None] - seen, axis=2)
    for some in TWOS_AND_FOUR:
        is_one_of_them = np.isin(range(5), some)
        same = is_one_of_them[:, None] == is_one_of_them
        apart = unlike[~same].min()
        if apart >= APART and unlike[same].max() < OF_ONE_FACE * apart:
            return True
    return False


def may_shine_through(picture: Picture, place: Place, face: int, *, counted: bool = True) -> bool:
    """Are fewer strong pips than `face` seen at `place` in `picture` (BGR), and weak ones with them?
    Where none were `counted` there must be two weak ones, far weaker.
    """
    weaker, fewest = (WEAKER, 1) if counted else (FAR_WEAKER, 2)
    for share in SHARES:
        strong, weak = _strong_and_weak(picture, place, share)
        # In uneven light pips of one face grow weaker step by step.
        if 0 < len(strong) < face and len(weak) >= fewest and max(weak) < weaker * min(strong):
            return True
    return False


def _strong_and_weak(picture: Picture, place: Place, share: float) -> tuple[list[float], list[float]]:
    """How strong the strong pips are, and how strong the weak ones."""
    marks = list(marks_on(picture, place, share))
    limit = WEAKER * max((mark.strength for mark in marks), default=0.0)
    strong = [mark.strength for mark in marks if mark.strength >= limit and mark.unlike < NEARLY_ROUND]
    weak = [
        mark.strength
        for mark in marks
        if mark.strength < limit and mark.unlike < ROUND and mark.radius > SMALLEST
    ]
    return strong, weak
