"""The line between the halves of a domino: drawn as its pips are, on a body that goes on around it.

What is between two dice that touch runs from edge to edge, and a lamp that is mirrored in an edge lies where
the body ends, and is not as strong all along.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import Doubles, Flags, Floats, Indices
from vision.crops import Place, cut, disc
from vision.quantiles import medians, quantile
from vision.reading import Picture

# A face is looked at in a square of this side, in which r is so many pixels; its body and its pips are what
# lies so near to its middle.
R, SIDE, FACE = 20, 92, 0.9
WEIGHTS = np.array((0.6, 1.3, 1.3), np.float32)  # of Lab's L, a and b: light is uneven
FAINTEST = 20.0  # steps of these: fainter pips tell no colour
# What is unlike the body as the strongest pixels of its pips are, from this part of them on; or from these on
# what is narrower than so many pixels: a fine line fades, and may nearly reach a ground that is as dark.
STRONGEST, LIKE_PIPS = 0.8, 0.35
FADED, FINE = (0.06, 0.1), np.ones((7, 7), np.uint8)
# Along a line, but for its ends, the weakest of so many places is at the least such a part of what most are;
# of each the strongest pixel counts, so far to both sides. Of 66 lines of dominoes none came to less than
# 0.59, what edges of three dice mirror to 0.46 at the most.
PLACES, BOTH_SIDES, INNER, EVEN = 15, np.arange(-2.0, 3.0), 0.86, 0.53
# In r: how long lines are, how wide at the most, how far from the face's middle, and how far from the middle
# of its edge.
LONG, WIDEST, AWAY, ACROSS = (1.4, 2.0), 0.25, (0.85, 1.15), 0.16
# Beyond the line the body goes on as far, in r. Of each row along the line so many pixels at the least are no
# more unlike it than that part of a pip's strength: a gap to another die or what lies beyond a side is all
# along, the other half's pips are not. So many rows at the least must be seen, with so many pixels. And most
# of what lies beyond one of the line's ends at the least is hardly unlike it, for the edge is near.
# Of 171 halves in path-traced pictures that were taken for dice 147 are told, of 2,800 dice in these and in
# photographs one, of which an edge mirrors a lamp.
BEYOND, GOES_ON, OF_A_ROW, ROWS, FEWEST = np.linspace(0.15, 0.9, 9), 0.187, 0.3, 3, 4
END, ENDS, FEWEST_AT_END, MOST = 0.06, 0.3, 3, 0.75


class _Line(NamedTuple):
    """A line's middle in pixels from that of the square; how long and wide it is; unit vectors along it, and
    across it away from the face.
    """

    middle: Doubles
    long: float
    wide: float
    along: Doubles
    outwards: Doubles


def has_line(picture: Picture, place: Place) -> bool:
    """Does a line like its pips lie beside the face at `place` in `picture` (BGR), on its own body?"""
    apart = _apart_from_body(picture, place)
    unlike = np.asarray(cv2.sqrt(cv2.transform(cv2.multiply(apart, apart), np.ones((1, 3)))), np.float32)
    face = disc(SIDE, FACE * R)
    strength = quantile(unlike[face], 0.97)
    if strength < FAINTEST:
        return False
    seen = _seen(picture, place)
    pips = apart[face & (unlike > STRONGEST * strength)].mean(axis=0)
    like_pips = np.asarray(cv2.transform(apart, pips[None] / np.linalg.norm(pips)), np.float32)
    fine = np.asarray(cv2.morphologyEx(like_pips, cv2.MORPH_TOPHAT, FINE), np.float32)
    inks = [(like_pips, LIKE_PIPS), *((fine, faded) for faded in FADED)]
    return any(
        _is_even(line, ink) and _is_on_its_body(line, unlike / strength, seen)
        for ink, least in inks
        for line in _lines((ink > least * strength) & seen)
    )


def _apart_from_body(picture: Picture, place: Place) -> Floats:
    """How far the colours (SIDE, SIDE, 3) around the face are from its body's."""
    lab = np.asarray(cv2.cvtColor(cut(picture, place, R, SIDE), cv2.COLOR_BGR2LAB), np.uint8)
    body = medians(lab[disc(SIDE, FACE * R)])
    return np.asarray((lab - body) * WEIGHTS, np.float32)


def _seen(picture: Picture, place: Place) -> Flags:
    """Which pixels of the square lie in the picture."""
    x, y, r = place
    high, wide = picture.shape[:2]
    beside = (np.arange(SIDE) - SIDE / 2) * r / R
    columns = (x + beside >= 0) & (x + beside <= wide - 1)
    rows = (y + beside >= 0) & (y + beside <= high - 1)
    return np.asarray(rows[:, None] & columns, np.bool_)


def _lines(inked: Flags) -> Iterator[_Line]:
    """What may be lines beside the face in the middle of the square."""
    count, pieces, boxes, _ = cv2.connectedComponentsWithStats(inked.astype(np.uint8))
    for number in range(1, count):
        left, top, wide, high, area = boxes[number].tolist()
        if max(wide, high) < LONG[0] * R / math.sqrt(2) or area > LONG[1] * WIDEST * R**2:
            continue
        piece = pieces[top : top + high, left : left + wide] == number
        (x, y), (one, other), turn = cv2.minAreaRect(cv2.findNonZero(piece.astype(np.uint8)))
        # The rectangle runs through the middles of its pixels.
        long, across = max(one, other) + 1, min(one, other) + 1
        angle = math.radians(turn if one >= other else turn + 90)
        along, outwards = (
            np.array([math.cos(angle), math.sin(angle)]),
            np.array([-math.sin(angle), math.cos(angle)]),
        )
        middle = np.array([left + x - SIDE / 2, top + y - SIDE / 2])
        if outwards @ middle < 0:
            outwards = -outwards
        if (
            LONG[0] < long / R < LONG[1]
            and across < WIDEST * R
            and AWAY[0] < outwards @ middle / R < AWAY[1]
            and abs(along @ middle) < ACROSS * R
        ):
            yield _Line(middle, long, across, along, outwards)


def _is_even(line: _Line, ink: Floats) -> bool:
    """Is the line as strong all along, by the strength of its `ink`, as what is drawn? What an edge mirrors
    is not.
    """
    along = INNER * line.long / 2 * np.linspace(-1, 1, PLACES)
    rows, columns = _pixels(line, along, BOTH_SIDES).clip(0, SIDE - 1)
    strong = ink[rows, columns].max(axis=1)
    return bool(strong.min() > EVEN * np.median(strong))


def _is_on_its_body(line: _Line, unlike: Floats, seen: Flags) -> bool:
    """Is it the body that lies beyond the line, and beyond an end of it? `unlike` says of each pixel how
    unlike the body it is, as a part of how unlike it its pips are.
    """
    along, edge = 0.475 * line.long * np.linspace(-1, 1, 13), line.wide / 2
    beyond = [_beside(line, along, np.array([edge + R * away]), unlike, seen) for away in BEYOND]
    rows = [quantile(row, OF_A_ROW) for row in beyond if len(row) >= FEWEST]
    if len(rows) < ROWS or max(rows) > GOES_ON:
        return False
    end, across = line.long / 2 + END * R, R * np.linspace(-0.2, 0.2, 5)
    ends = [_beside(line, np.array([at]), across, unlike, seen) for at in (-end, end)]
    return any(len(around) >= FEWEST_AT_END and quantile(around, MOST) < ENDS for around in ends)


def _beside(line: _Line, along: Doubles, outwards: Doubles, unlike: Floats, seen: Flags) -> Floats:
    """How unlike the body each pixel is that is seen so far along the line and outwards from its middle."""
    rows, columns = _pixels(line, along, outwards).reshape(2, -1)
    there = (columns >= 0) & (rows >= 0) & (columns < SIDE) & (rows < SIDE)
    rows, columns = rows[there], columns[there]
    return np.asarray(unlike[rows, columns][seen[rows, columns]], np.float32)


def _pixels(line: _Line, along: Doubles, outwards: Doubles) -> Indices:
    """Rows and columns (2, N, M) of the pixels so far along a line and outwards from its middle."""
    at = line.middle + along[:, None, None] * line.along + outwards[:, None] * line.outwards
    return np.rint(at[:, :, ::-1] + SIDE / 2).astype(np.intp).transpose(2, 0, 1)
