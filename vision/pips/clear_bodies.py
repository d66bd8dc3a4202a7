"""Reading the top of a clear body, through which the pips of its underside shine: with these they are more
than the top carries, to any reader.

What shines has the colour of the body that it shines through. So what is less far from the body's colour
than the top's pips are is painted over, and what is left is looked at once more.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Flags, Floats
from vision.crops import Place, is_cut_off
from vision.finding.top_finder import Top
from vision.finding.top_finder import shipped as top_finder
from vision.forms import PIPS
from vision.odds import NO_SURER, log_odds
from vision.pips import net
from vision.pips.counting import count_faces, counted_at, top_faces
from vision.pips.votes import SMALLEST_R, Vote
from vision.reading import Picture

# So far from a face's middle, in r, its body's colour is seen, the pip is looked for that stands out most,
# and is painted over; farther than the last nothing is looked at. And so wide is a mark, less its border.
ON_BODY, ON_FACE, PAINTED, AROUND = 0.95, 0.8, 1.15, 1.5
PIP = 0.28
# How far a pixel lies on the way from the body's colour to that pip's: what lies less far than the first is
# no mark at all, and stays; what lies less far than the second shines through, farther than the last does
# not, and between them it is some of both.
NO_MARK, SHINING, ON_TOP = 0.12, 0.62, 0.82
# Both nets must be so sure of what is left: that it is a face (a share), and a top. And both must have found
# a top there, rather than none, before anything was painted over. Of 174 doubtful places in path-traced
# pictures, of clear dice most of them, 25 are read so, none wrong; of 664 in photographs and in other hands'
# pictures, half of these without dice, two are, both right.
SURELY_FACE, SURELY_TOP, PERHAPS_TOP = 0.9, 0.9, 0.3


def without_what_shines(picture: Picture, one: Vote) -> Vote:
    """What is on top of a clear body, where both nets are sure of fewer pips once those that shine through
    are painted over; else the same.
    """
    before = max(one.face, _face(one.top), one.seen.face)
    place = (one.x, one.y, one.r)
    if before == 1 or one.likely < log_odds(PERHAPS_TOP, NO_SURER):
        return one
    if one.r < SMALLEST_R or is_cut_off(picture, place):
        return one
    painted = painted_over(picture, place)
    (top,), (seen,) = top_finder().look_at(painted, [place]), net.shipped().look_at(painted, [place])
    on_top = Vote(top, seen, None, frozenset(), with_signs=one.with_signs)
    if min(on_top.shares) <= SURELY_FACE or min(top.confidence, seen.confidence) < SURELY_TOP:
        return one
    if on_top.face >= before:
        return one
    # What was counted before are the pips that shine as well.
    counted = counted_at(top, top_faces(count_faces(painted, [place]), picture.shape[1::-1]))
    return replace(on_top, counted=counted, doubts=frozenset(counted.doubts() if counted is not None else ()))


def painted_over(picture: Picture, place: Place) -> Picture:
    """The `picture` (BGR) with the body's colour of the face at `place` where what lies on it is less far
    from that than the pips that stand out most.
    """
    x, y, r = place
    left, top = max(0, round(x - AROUND * r)), max(0, round(y - AROUND * r))
    around = slice(top, round(y + AROUND * r) + 1), slice(left, round(x + AROUND * r) + 1)
    lab = cv2.cvtColor(picture[around], cv2.COLOR_BGR2LAB).astype(np.float32)
    ys, xs = np.ogrid[: lab.shape[0], : lab.shape[1]]
    away = np.hypot(xs + left - x, ys + top - y) / r
    body = np.median(lab[away < ON_BODY], axis=0)
    beside = np.asarray(lab - body, np.float32)
    pip = _strongest(beside, max(1, round(PIP * r)), away < ON_FACE)
    way = beside @ pip / max(float(pip @ pip), 1.0)
    stays = ((way - SHINING) / (ON_TOP - SHINING)).clip(0, 1)
    stays[(way < NO_MARK) | (away > PAINTED)] = 1
    painted = (body + beside * stays[:, :, None]).clip(0, 255).astype(np.uint8)
    whole = picture.copy()
    whole[around] = cv2.cvtColor(painted, cv2.COLOR_LAB2BGR)
    return whole


def _strongest(beside: Floats, wide: int, face: Flags) -> Floats:
    """How far the pip that stands out most, on the `face`, lies from the body's colour, of what lies `beside`
    that. Marks are so many pixels `wide`.
    """
    apart = np.linalg.norm(cv2.blur(beside, (wide, wide)), axis=2)
    row, column = divmod(int(np.where(face, apart, 0).argmax()), apart.shape[1])
    about = beside[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    return np.asarray(about.mean(axis=(0, 1)), np.float32)


def _face(top: Top) -> int:
    """The likeliest face of a d6."""
    return int(max(PIPS, key=lambda pip: top.things[pip]))
