"""Suits and letters of a card lie as pips do, but none of the one and few of the other are circles."""

from __future__ import annotations

from vision.crops import Place
from vision.pips.face_marks import marks_on
from vision.quantiles import median
from vision.reading import Picture

# Marks of one face are alike in size, by such a part. Each is unlike an ellipse, by such a part of its area;
# where there are but two, by more. Half the pips of nine dice in ten in photographs come to 0.09 at the most,
# of path-traced cards the diamonds to 0.13 at the least, hearts to 0.24, spades and clubs to 0.27.
ALIKE, UNLIKE, TWO_UNLIKE = 0.3, 0.12, 0.2
# Most letters are unlike an ellipse by more than this: of 80 dice whose pips were not counted, in photographs
# and rendered pictures, one came to more, and lines of print that both nets took for sixes to 0.44 at the
# least.
LETTERS = 0.25
LARGE_ENOUGH = 30.0  # pixels: a smaller face shows no more of its marks' form


def are_suits(picture: Picture, place: Place, face: int) -> bool:
    """Is every mark of what may be a `face` (2 to 6) at `place` in `picture` (BGR) no ellipse?"""
    if face < 2 or place[2] < LARGE_ENOUGH:
        return False
    marks = list(marks_on(picture, place))
    usual = median([mark.radius for mark in marks]) if marks else 0.0
    unlike = [mark.unlike for mark in marks if abs(mark.radius - usual) < ALIKE * usual]
    if face == 2:
        return len(unlike) == 2 and min(unlike) > TWO_UNLIKE
    return len(unlike) > 2 and min(unlike) > UNLIKE


def are_letters(picture: Picture, place: Place) -> bool:
    """Are most marks of what may be a face at `place` in `picture` (BGR) no ellipses?"""
    unlike = [mark.unlike for mark in marks_on(picture, place)]
    return bool(unlike) and median(unlike) > LETTERS
