"""Dominoes: faces of dice to look at, but two on one body, which is twice as long as it is wide.

Two dice of one colour that touch are as long. But where they do they are rounded or lie a little apart, and a
domino is of one piece: its line ends before its edges. Where no more of a body is seen than that, its line
tells it (`domino_lines.py`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import Flags, Floats
from vision.crops import Place, cut, disc
from vision.pips.domino_lines import WEIGHTS, has_line
from vision.quantiles import medians
from vision.reading import Picture

# A half is looked at in a square of this side, in which half its width is so many pixels, for pips and lines
# are hardly seen there. The face is what lies so near to its middle.
R, SIDE, FACE = 6.0, 44, 0.85
BEYOND = (255.0, 0.0, 255.0)  # the colour, unlike most, of what lies beyond the picture's border
# What is less unlike the face than this is its body, as far as it hangs together. The ground may be hardly of
# another colour, or there may be a shadow on the body.
UNLIKE = (5.0, 7.0, 9.0, 12.0, 16.0)
FEWEST = 200  # pixels of the square that two halves have at the least
# Where no such part of what lies so far around the face, in r, is hardly unlike it, no line is looked for:
# of the other half of a domino it is a fifth, of one that the picture's border cuts off 0.09.
AROUND, HARDLY_UNLIKE, GOES_ON = (1.3, 1.8), 24.0, 0.05
# How wide a body is at the most by the half that was found; what part of its rectangle it fills at the least,
# for the picture's border may cut it off; how far from its middle the half lies along it, by its length, a
# quarter that is, and across, by its width.
WIDEST, FULL, ALONG, ACROSS = 1.35, 0.74, (0.195, 0.305), 0.17
# Then it is looked at with half its width so many pixels. It is of one piece if beside both edges, in one at
# the least of rows so far from its middle, by half its width, nothing near the joint is more unlike the rest
# of the row than the last number. Of 43 halves in path-traced pictures 37 are told, of 2,636 dice in these
# and in photographs none: 42 lay so beside others that they were as long.
HALF, ROWS, JOINT, REST, OF_ONE_PIECE = 20, (0.72, 0.78, 0.84, 0.9), 0.3, 0.8, 4.5


class _Body(NamedTuple):
    """A rectangle in pixels: its middle, how long and wide it is, and by how many degrees it is turned."""

    x: float
    y: float
    long: float
    wide: float
    turn: float


def is_half_of_domino(picture: Picture, place: Place) -> bool:
    """Does the face at `place` in `picture` (BGR) lie on a body that is twice as long as it is wide, and
    of one piece, or a line beside it?
    """
    unlike = _unlike(picture, place)
    if _goes_on(unlike) and has_line(picture, place):
        return True
    return any(_is_of_one_piece(picture, body) for body in _long_bodies(unlike, place))


def _goes_on(unlike: Floats) -> bool:
    """Does the face's body perhaps go on beyond the face? Most dice have another ground around them."""
    beyond = disc(SIDE, AROUND[1] * R) & ~disc(SIDE, AROUND[0] * R)
    return bool((unlike[beyond] < HARDLY_UNLIKE).mean() > GOES_ON)


def _long_bodies(unlike: Floats, place: Place) -> Iterator[_Body]:
    """What may be bodies, as they lie in the picture, of which the face at `place` is a half; each pixel
    around it is so `unlike` it.
    """
    x, y, r = place
    for limit in UNLIKE:
        like = unlike < limit
        if np.count_nonzero(like) < FEWEST:
            continue
        body, fills = _around_the_middle(like)
        beside, above = body.x - SIDE / 2, body.y - SIDE / 2
        turn = math.radians(body.turn)
        along = abs(beside * math.cos(turn) + above * math.sin(turn)) / body.long
        across = abs(above * math.cos(turn) - beside * math.sin(turn)) / body.wide
        if body.wide < WIDEST * 2 * R and fills > FULL and ALONG[0] < along < ALONG[1] and across < ACROSS:
            scale = r / R
            yield _Body(
                x + beside * scale, y + above * scale, body.long * scale, body.wide * scale, body.turn
            )


def _unlike(picture: Picture, place: Place) -> Floats:
    """How unlike the face at `place` each pixel is of a square around it."""
    x, y, r = place
    scale = R / r
    matrix = np.array([[scale, 0, SIDE / 2 - scale * x], [0, scale, SIDE / 2 - scale * y]])
    # Not the means of pixels, as in crops: there are many dice, and this is enough to tell a body.
    flat = cv2.warpAffine(picture, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_CONSTANT, borderValue=BEYOND)
    lab = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), np.uint8)
    face = medians(lab[disc(SIDE, FACE * R)])
    apart = cv2.subtract(lab, np.array([*face, 0.0]), dtype=cv2.CV_32F)
    return np.asarray(np.sqrt(cv2.transform(cv2.multiply(apart, apart), WEIGHTS[None] ** 2)), np.float32)


def _around_the_middle(like: Flags) -> tuple[_Body, float]:
    """The rectangle around what hangs together and covers most of the middle of the square, and how much of
    it that fills, with all that it surrounds: nothing, if it goes on beyond the square.
    """
    pieces = cv2.connectedComponents(like.astype(np.uint8), connectivity=4)[1]
    covers = np.bincount(pieces[disc(SIDE, FACE * R) & like], minlength=1)
    piece = (pieces == covers.argmax()).astype(np.uint8)
    (outline, *_), _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = cv2.drawContours(np.zeros_like(piece), [outline], 0, (1,), -1)
    (x, y), (one, other), turn = cv2.minAreaRect(outline)
    # An outline runs through the middles of its pixels.
    long, wide = max(one, other) + 1, min(one, other) + 1
    body = _Body(x, y, long, wide, turn if one >= other else turn + 90)
    goes_on = outline.min() == 0 or outline.max() == SIDE - 1
    return body, 0.0 if goes_on else float(np.count_nonzero(filled) / (long * wide))


def _is_of_one_piece(picture: Picture, body: _Body) -> bool:
    """Does it go on from half to half beside both of its edges?"""
    side = 5 * HALF
    flat = cut(picture, (body.x, body.y, body.wide / 2), HALF, side, body.turn)
    lab = cv2.cvtColor(cv2.GaussianBlur(flat, (3, 3), 0), cv2.COLOR_BGR2LAB).astype(np.float32) * WEIGHTS
    away = np.abs(np.arange(side) - side / 2) / HALF
    joint, rest = away < JOINT, (away >= JOINT) & (away < REST)
    for edge in (-1, 1):
        rows = lab[[round(side / 2 + edge * row * HALF) for row in ROWS]]
        unlike = np.linalg.norm(rows - np.median(rows[:, rest], axis=1, keepdims=True), axis=2)
        if unlike[:, joint].max(axis=1).min() > OF_ONE_PIECE:
            return False
    return True
