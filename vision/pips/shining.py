"""Through a clear body shine the pips of its underside: weaker ones, where those of its top may lie."""

from __future__ import annotations

from vision.crops import Place
from vision.pips.face_marks import marks_on
from vision.reading import Picture

# Marks are looked for from these shares of the strongest on. What is a pip is round, by so much of its area,
# and no smaller than that, in r; what shines is weaker than the last share of the strongest, and pips of the
# top are stronger, and hardly less round. Of 14 clear dice in drawn pictures of which both nets named another
# face for certain, mostly a five, nine had such pips; of 451 others that nobody counted seven.
SHARES, ROUND, SMALLEST, WEAKER, NEARLY_ROUND = (0.2, 0.3), 0.08, 0.12, 0.75, 0.3


def may_shine_through(picture: Picture, place: Place, face: int) -> bool:
    """Are fewer strong pips than ``face`` seen at ``place`` in ``picture`` (BGR), and weak ones with them?"""
    return any(_are_of_two_faces(picture, place, face, share) for share in SHARES)


def _are_of_two_faces(picture: Picture, place: Place, face: int, share: float) -> bool:
    marks = list(marks_on(picture, place, share))
    limit = WEAKER * max((mark.strength for mark in marks), default=0.0)
    strong = [mark.strength for mark in marks if mark.strength >= limit and mark.unlike < NEARLY_ROUND]
    weak = [
        mark.strength
        for mark in marks
        if mark.strength < limit and mark.unlike < ROUND and mark.radius > SMALLEST
    ]
    # In uneven light pips of one face grow weaker step by step.
    return 0 < len(strong) < face and bool(weak) and max(weak) < WEAKER * min(strong)
