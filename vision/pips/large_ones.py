"""Ones that makers print larger than other pips, too large to be counted."""

from __future__ import annotations

from vision.crops import Place
from vision.pips.face_marks import marks_on
from vision.reading import Picture

# In r: what is smaller is counted; on the dice that one can buy none is larger. So near to the face's middle
# it lies, and so much it is like a circle: a crown in place of a one is unlike an ellipse by 0.25, of four
# large ones none by more than 0.04, and they lie within 0.07, as round as 0.9.
LARGE, LARGEST, MIDDLE, UNLIKE, ROUND = 0.3, 0.5, 0.15, 0.1, 0.75
# A maker's round sign, on a six perhaps, is drawn: more of it than that is of the body's colour. A dark dot
# that mirrors a lamp came to 0.08.
DRAWN = 0.1


def is_large_one(picture: Picture, place: Place) -> bool:
    """Does a disc lie in the middle of the face at `place` in `picture` (BGR), larger than other pips?"""
    return any(
        mark.radius > LARGE
        and mark.away < MIDDLE
        and mark.unlike < UNLIKE
        and mark.holes < DRAWN
        and mark.roundness > ROUND
        for mark in marks_on(picture, place, largest=LARGEST)
    )
