"""A small net, run by OpenCV, that says what lies on one face: its symbol and its shape.

It does not know symbols by name. It gives each face a direction in a space of LENGTH dimensions, in which the
same symbol lies close together however it is turned, lit and coloured; `vision/signs/known.py` knows which
direction is whose. How the net was made, and what it was measured to do: `docs/training.md`.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Flags, Floats
from vision.crops import Place, by_angle, cut
from vision.finding.loading import Net
from vision.odds import shares_of
from vision.quantiles import medians, quantile
from vision.reading import Picture
from vision.signs.frames import frame_colour
from vision.signs.prints import FAINTEST, MIXED, prints_of
from vision.signs.teeth import NO_TEETH, Teeth

WEIGHTS = Path(__file__).parent.parent / "weights" / "marks.onnx"
CROP = 72  # pixels of a crop's side
FACE = 20.0  # of these, half the width of the face in its middle
REACH = 1.6  # so far from the middle, in FACE, a crop is looked at
ANGLES, OVERLAP, DISTANCES = 96, 32, 32
LENGTH = 64
SHAPES = ("nothing", "cube", "d8", "token")
# How much of its half width a top face is plain: beyond that a gear-wheel may have gaps between its teeth.
PLAIN = {"nothing": 1.0, "cube": 1.0, "d8": 1.0, "token": 0.72}
OF_SHAPES = slice(LENGTH, LENGTH + len(SHAPES))  # of what the net says
NUMERAL_COUNT = 8
PIP_COUNT = 7  # numbers of pips: none, or one to six
LIGHTER = 25.0  # steps of Lab's lightness by which ink is lighter than a body, or darker
# Steps of Lab's a and b from what is around it, from which on ink is coloured.
COLOURED = 24.0
BARE = 18.0  # a face that is less even than this carries something, if only a lamp that it mirrors


@dataclass(frozen=True)
class Mark:
    """What the net says of one face.

    `direction` is of unit length. `shapes` are shares of 1 for each of SHAPES, `numerals` for each of 1
    to 8 should it be a d8, where that was asked (`numerals.py`). `body`, `ink` and what is `around`
    that are Lab colours (OpenCV's 8 bit scale); `unevenness` is how far colours are from changing gently,
    as they do on a bare face. `prints` is what `prints.py` makes of it, `frame` the colour of what frames
    a sticker, `teeth` those of its edge, where that was asked (`teeth.py`).
    """

    direction: Floats
    shapes: tuple[float, ...]
    numerals: tuple[float, ...]
    body: Floats
    ink: Floats
    around: Floats
    unevenness: float
    prints: tuple[Floats, ...]
    frame: Floats | None = None
    teeth: Teeth = NO_TEETH

    def share(self, shape: str) -> float:
        """How surely a face of that shape lies here."""
        return self.shapes[SHAPES.index(shape)]

    @property
    def shape(self) -> str:
        """The likeliest."""
        return max(SHAPES, key=self.share)

    @property
    def has_light_ink(self) -> bool | None:
        """Is what it carries lighter than the body? None where it is bare, as light, or on a sticker."""
        lighter = float(self.ink[0] - self.body[0])
        if self.frame is not None or self.unevenness < BARE or abs(lighter) < LIGHTER:
            return None
        return lighter > 0

    def body_of(self, is_bare: bool) -> Floats:
        """The colour of the body of a die whose face is bare or not: a sign as large as its face, a filled
        square perhaps, leaves the body but a border, and a sticker leaves it but a frame.
        """
        if self.frame is not None:
            return self.frame
        if is_bare:
            return self.body
        return self.body if self.unevenness >= BARE else self.around


def face_crop(frame: Picture, place: Place) -> Picture:
    """The surroundings of a face (CROP, CROP, 3), scaled so that half its width is FACE pixels."""
    x, y, r = place
    # The middle of so many pixels lies between two of them.
    half = 0.5 * r / FACE
    return cut(frame, (x + half, y + half, r), FACE, CROP)


def in_size(crop: Picture, size: float) -> Picture:
    """A `face_crop` as a finder cuts it that takes the face to be `size` times as large."""
    middle = (CROP - 1) / 2
    return face_crop(crop, (middle, middle, size * FACE))


def unrolled(crop: Picture, off: tuple[float, float] = (0.0, 0.0), zoom: float = 1.0) -> Picture:
    """A square crop by angle (from row to row) and distance from its middle; a turn and a third of one.

    `off` moves the middle and `zoom` widens what is seen, as a finder does that is not quite right.
    """
    polar = by_angle(crop, (DISTANCES, ANGLES), REACH * FACE * zoom, off)
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

    def marks_of(self, crops: Sequence[Picture]) -> list[Mark]:
        """What lies in the middle of each `face_crop`."""
        if not crops:
            return []
        said = self.say([unrolled(crop) for crop in crops])
        return [_mark(crop, one) for crop, one in zip(crops, said, strict=True)]

    def say(self, unrolled_crops: Sequence[Picture]) -> Floats:
        """What the net says of each unrolled crop: (N, LENGTH + len(SHAPES) + NUMERAL_COUNT + PIP_COUNT)."""
        # One after the other: several at once take as long, and another number of them than last time longer.
        return np.stack([self._net.say(face[None]) for face in prepared(unrolled_crops)])


def _mark(crop: Picture, said: Floats) -> Mark:
    # What follows, which numeral it is and how many pips there are, only helped the net to learn.
    shapes = said[OF_SHAPES]
    shape = SHAPES[int(np.argmax(shapes))]
    body, ink, around = colours(crop, shape)
    uneven, drawn = unevenness(crop), prints_of(crop, FACE * PLAIN[shape])
    frame = frame_colour(crop, FACE, body) if shape == "cube" else None
    return Mark(said[:LENGTH], shares_of(shapes), (), body, ink, around, uneven, drawn, frame)


@functools.lru_cache(maxsize=1)
def _rings() -> tuple[Flags, Flags, Flags]:
    """Where a face is looked at for its colours: all of its disc, the disc's rim, and the border beyond."""
    ys, xs = np.mgrid[0:CROP, 0:CROP] - (CROP - 1) / 2
    away = np.hypot(xs, ys) / FACE
    return away < 0.8, (away > 0.62) & (away < 0.86), (away > 0.84) & (away < 1.0)


def colours(crop: Picture, shape: str = "cube") -> tuple[Floats, Floats, Floats]:
    """The colours (Lab) of a face's body, of what is drawn on it, and of what is around that.

    Around it is the body. But a large sign, a coloured square perhaps, covers much or all of where a body is
    looked at: then it is the face's border. (That of a gear-wheel has gaps.) Where some of what is drawn is
    coloured, as a disc in a white ring, that tells: the colour of the most colourful of it. Not where the
    body is, too, as a marbled one, nor where the ground is seen between the teeth of a gear-wheel.
    """
    whole, rim, border = _rings()
    lab = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2LAB), np.uint8)
    body, inside = medians(lab[rim]), lab[whole]
    around, apart = body, _lengths(inside - body)
    covered = np.mean(_lengths(lab[rim] - body) > FAINTEST) > MIXED or quantile(apart, 0.9) < FAINTEST
    if covered and shape != "token":
        around = medians(lab[border])
        apart = _lengths(inside - around)
    hue, on_rim = (_lengths((seen - around)[:, 1:]) for seen in (inside, lab[rim]))
    if quantile(on_rim, 0.9) < COLOURED < quantile(hue, 0.96):
        apart = hue
    return body, medians(inside[apart >= 0.8 * quantile(apart, 0.96)]), around


def _lengths(rows: Floats) -> Floats:
    """The length of each row."""
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", rows, rows)), np.float32)


@functools.lru_cache(maxsize=1)
def _gentle() -> tuple[Flags, Floats, Floats]:
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
