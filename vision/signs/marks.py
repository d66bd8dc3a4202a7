"""A small net, run by OpenCV, that says what lies on one face: its symbol, shape, or numeral.

It does not know symbols by name. It gives each face a direction in a space of LENGTH dimensions, in which the
same symbol lies close together however it is turned, lit and coloured; `vision/signs/known.py` knows which
direction is whose. How the net was made, and what it was measured to do: ``docs/training.md``.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.crops import Place, cut, disc
from vision.drawings import UNMARKED
from vision.finding.loading import Net
from vision.quantiles import medians, quantile
from vision.reading import Picture
from vision.signs.prints import FAINTEST, MIXED, prints_of

WEIGHTS = Path(__file__).parent.parent / "weights" / "marks.onnx"
CROP = 72  # pixels of a crop's side
FACE = 20.0  # of these, half the width of the face in its middle
REACH = 1.6  # so far from the middle, in FACE, a crop is looked at
ANGLES, OVERLAP, DISTANCES = 96, 32, 32
NEARER = (0.86, 0.75)  # so much of that is looked at once more for numerals, which some dice carry small
LENGTH = 64
SHAPES = ("nothing", "cube", "d8", "token")
# How much of its half width a top face is plain: beyond that a gear-wheel may have gaps between its teeth.
PLAIN = {"nothing": 1.0, "cube": 1.0, "d8": 1.0, "token": 0.72}
NUMERALS = 8
NUMERAL_SURELY = 0.97  # of what is less likely a numeral, all of these looks are taken
# One and seven are alike: of 91 drawn d8s that were less sure than this of the one, the other being next, but
# surer than the limit of all, nine were wrong.
ALIKE_NUMERALS, ALIKE_SURELY = {1, 7}, 0.985
OF_NUMERALS = slice(LENGTH + len(SHAPES), LENGTH + len(SHAPES) + NUMERALS)  # of what the net says
PIPS = 7  # none, or one to six
# The ink of a numeral is the lightest or darkest of this share of so much of a face (in FACE). What differs
# from the body by less than that part of what the ink does is the body's pattern, marbled perhaps.
INK, INK_WITHIN, PATTERN = 0.02, 0.62, 0.3
# Ink alone may make surer what the looks at the face are as sure of as this: of 107 drawn d8s of which it
# named the same five were wrong, of 73 with looks less sure 15.
INK_CONFIRMS = 0.9
PAPER_GREY, INK_GREY = 40.0, 210.0  # in which they are shown then
LIGHTER = 25.0  # steps of Lab's lightness by which ink is lighter than a body, or darker
BARE = 18.0  # a face that is less even than this carries something, if only a lamp that it mirrors


@dataclass(frozen=True)
class Mark:
    """What the net says of one face.

    ``direction`` is of unit length. ``shapes`` are shares of 1 for each of SHAPES, ``numerals`` for each of 1
    to 8 should it be a d8. ``body``, ``ink`` and what is ``around`` that are Lab colours (OpenCV's 8 bit
    scale); ``unevenness`` is how far colours are from changing gently, as they do on a bare face. ``prints``
    is what `prints.py` makes of it.
    """

    direction: Floats
    shapes: tuple[float, ...]
    numerals: tuple[float, ...]
    body: Floats
    ink: Floats
    around: Floats
    unevenness: float
    prints: tuple[Floats, ...]

    def share(self, shape: str) -> float:
        """How surely a face of that shape lies here."""
        return self.shapes[SHAPES.index(shape)]

    @property
    def shape(self) -> str:
        """The likeliest."""
        return max(SHAPES, key=self.share)

    @property
    def has_light_ink(self) -> bool | None:
        """Is what it carries lighter than the body? None where it is bare, or as light."""
        lighter = float(self.ink[0] - self.body[0])
        return None if self.unevenness < BARE or abs(lighter) < LIGHTER else lighter > 0

    def body_of(self, face: str) -> Floats:
        """The colour of the body of a die that shows the face of that name: a sign as large as its face, a
        filled square perhaps, leaves the body but a border.
        """
        return self.around if face != UNMARKED and self.unevenness < BARE else self.body


def face_crop(frame: Picture, place: Place) -> Picture:
    """The surroundings of a face (CROP, CROP, 3), scaled so that half its width is FACE pixels."""
    x, y, r = place
    # The middle of so many pixels lies between two of them.
    half = 0.5 * r / FACE
    return cut(frame, (x + half, y + half, r), FACE, CROP)


def ink_alone(crop: Picture) -> Picture:
    """The ink on the face in the middle of a `face_crop`, light on dark, without the body's pattern.

    Ink is what is farther from the body's lightness than anything else on the face, be it lighter or darker.
    """
    light = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB)[:, :, 0].astype(np.float32)
    face = light[disc(CROP, INK_WITHIN * FACE)]
    darkest, body, lightest = np.quantile(face, (INK, 0.5, 1 - INK)).tolist()
    ink = lightest if lightest - body > body - darkest else darkest
    stands_out = (light - body) / (ink - body or 1.0)
    share = np.clip((stands_out - PATTERN) / (1 - PATTERN), 0, 1)
    grey = (PAPER_GREY + (INK_GREY - PAPER_GREY) * share).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


def unrolled(crop: Picture, off: tuple[float, float] = (0.0, 0.0), zoom: float = 1.0) -> Picture:
    """A square crop by angle (from row to row) and distance from its middle; a turn and a third of one.

    ``off`` moves the middle and ``zoom`` widens what is seen, as a finder does that is not quite right.
    """
    middle = ((crop.shape[1] - 1) / 2 + off[0], (crop.shape[0] - 1) / 2 + off[1])
    polar = cv2.warpPolar(crop, (DISTANCES, ANGLES), middle, REACH * FACE * zoom, cv2.INTER_LINEAR)
    return np.asarray(np.concatenate([polar, polar[:OVERLAP]]), np.uint8)


def prepared(unrolled_crops: Sequence[Picture]) -> Floats:
    """Unrolled crops as the net takes them (N, 3, rows, distances): faces of like light and contrast."""
    pictures = np.stack(unrolled_crops).astype(np.float32)
    face = pictures[:, :, : round(0.95 * DISTANCES / REACH)]
    mean = face.mean(axis=(1, 2, 3), keepdims=True)
    contrast = face.std(axis=(1, 2, 3), keepdims=True) + np.float32(8)
    level = np.clip((pictures - mean) / contrast, -4, 4)
    return np.ascontiguousarray(level.transpose(0, 3, 1, 2))


class MarkReader:
    """The net, loaded.

    Raises FileNotFoundError when the weights are missing.
    """

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._net = Net(weights)

    def marks_of(self, crops: Sequence[Picture], *, numerals: bool = False) -> list[Mark]:
        """What lies in the middle of each `face_crop`.

        Where it may be ``numerals``, these are those of two looks from unlike distances, and of three where
        two leave a doubt: a chance error of one seldom is the other's. Where three that name the same leave
        but a small one, two looks at its ink alone may confirm it. (Of two fours that were shown beside their
        middles the ink was surely a one, though two of three looks had named them.)
        """
        if not crops:
            return []
        said = self.say([unrolled(crop) for crop in crops])
        if numerals:
            for crop, one in zip(crops, said, strict=True):
                one[OF_NUMERALS] = self._numerals(crop, one[OF_NUMERALS])
        return [_mark(crop, one) for crop, one in zip(crops, said, strict=True)]

    def _numerals(self, crop: Picture, at_first: Floats) -> Floats:
        """What all looks that are needed say of a numeral, on the mean; ``at_first`` the first said so."""
        looks = [at_first]
        for zoom in NEARER:
            looks.append(self.say([unrolled(crop, zoom=zoom)])[0, OF_NUMERALS])
            said = np.asarray(np.mean(looks, axis=0), np.float32)
            if is_sure_numeral(_shares(said)):
                return said
        ink = ink_alone(crop)
        looks_at_ink = self.say([unrolled(ink, zoom=zoom) for zoom in (1.0, NEARER[0])])
        by_ink = np.asarray(looks_at_ink[:, OF_NUMERALS].mean(axis=0), np.float32)
        if {int(look.argmax()) for look in (*looks, by_ink)} != {int(said.argmax())}:
            return said
        return by_ink if max(_shares(by_ink)) > max(_shares(said)) > INK_CONFIRMS else said

    def say(self, unrolled_crops: Sequence[Picture]) -> Floats:
        """What the net says of each unrolled crop: (N, LENGTH + len(SHAPES) + NUMERALS + PIPS)."""
        # One after the other: several at once take as long, and another number of them than last time longer.
        return np.stack([self._net.say(face[None]) for face in prepared(unrolled_crops)])


def is_sure_numeral(numerals: Sequence[float]) -> bool:
    """Is one of the numerals 1 to 8, of which these are the chances, likely enough to be believed?"""
    best, second = sorted(range(1, NUMERALS + 1), key=lambda numeral: -numerals[numeral - 1])[:2]
    return numerals[best - 1] > (ALIKE_SURELY if {best, second} == ALIKE_NUMERALS else NUMERAL_SURELY)


def _mark(crop: Picture, said: Floats) -> Mark:
    # What follows the numerals, how many pips there are, only helped the net to learn.
    shapes = said[LENGTH : OF_NUMERALS.start]
    shape = SHAPES[int(np.argmax(shapes))]
    drawn, numerals = prints_of(crop, FACE * PLAIN[shape]), _shares(said[OF_NUMERALS])
    return Mark(said[:LENGTH], _shares(shapes), numerals, *colours(crop, shape), unevenness(crop), drawn)


def _shares(logits: Floats) -> tuple[float, ...]:
    shares = np.exp(logits - logits.max())
    return tuple((shares / shares.sum()).tolist())


@functools.lru_cache(maxsize=1)
def _rings() -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Where a face is looked at for its colours: all of its disc, the disc's rim, and the border beyond."""
    ys, xs = np.mgrid[0:CROP, 0:CROP] - (CROP - 1) / 2
    away = np.hypot(xs, ys) / FACE
    return away < 0.8, (away > 0.62) & (away < 0.86), (away > 0.84) & (away < 1.0)


def colours(crop: Picture, shape: str = "cube") -> tuple[Floats, Floats, Floats]:
    """The colours (Lab) of a face's body, of what is drawn on it, and of what is around that.

    Around it is the body. But a large sign, a coloured square perhaps, covers much or all of where a body is
    looked at: then it is the face's border. (That of a gear-wheel has gaps.)
    """
    whole, rim, border = _rings()
    lab = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2LAB), np.uint8)
    body, inside = medians(lab[rim]), lab[whole]
    around, apart = body, _lengths(inside - body)
    covered = np.mean(_lengths(lab[rim] - body) > FAINTEST) > MIXED or quantile(apart, 0.9) < FAINTEST
    if covered and shape != "token":
        around = medians(lab[border])
        apart = _lengths(inside - around)
    return body, medians(inside[apart >= 0.8 * quantile(apart, 0.96)]), around


def _lengths(rows: Floats) -> Floats:
    """The length of each row."""
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", rows, rows)), np.float32)


@functools.lru_cache(maxsize=1)
def _gentle() -> tuple[NDArray[np.bool_], Floats, Floats]:
    """The inner part of a face, gentle changes over it, as in uneven light (pixels, 6), and what finds them.

    Farther out round edges mirror what is around, and a gear-wheel has gaps between its teeth.
    """
    ys, xs = (np.mgrid[0:CROP, 0:CROP] - (CROP - 1) / 2) / FACE
    inner = np.hypot(xs, ys) < 0.65
    x, y = xs[inner], ys[inner]
    gentle = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    return inner, gentle.astype(np.float32), np.linalg.pinv(gentle).astype(np.float32)


def unevenness(crop: Picture) -> float:
    """How far (steps of Lab) the colours of a face are from changing gently from one side to the other."""
    inner, gentle, found_by = _gentle()
    lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB)[inner].astype(np.float32)
    return quantile(_lengths(lab - gentle @ (found_by @ lab)), 0.96)


@functools.lru_cache(maxsize=1)
def shipped() -> MarkReader:
    """The reader with the weights that come along."""
    return MarkReader(WEIGHTS)
