"""A small net, run by OpenCV, that says what lies on one face: which symbol, which shape, which numeral.

It does not know symbols by name. It gives each face a direction in a space of LENGTH dimensions, in which the
same symbol lies close together however it is turned, lit and coloured; `vision/naming_marks.py` knows which
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

from vision.hourglass import Place
from vision.reading import Picture

WEIGHTS = Path(__file__).parent / "weights" / "marks.onnx"
PATCH = 64  # pixels of a patch's side
FACE = 20.0  # of these, half the width of the face in its middle
NEAR = 92  # pixels of a crop's side, from which patches of every angle are cut
LENGTH = 64
SHAPES = ("nothing", "cube", "d8", "token")
NUMERALS = 8
LOOKS = (0.0, 140.0)  # degrees; what both give is averaged

Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class Mark:
    """What the net says of one face.

    ``direction`` is of unit length. ``shapes`` are shares of 1 for each of SHAPES, ``numerals`` for each of 1
    to 8 should it be a d8. ``body`` and ``ink`` are Lab colours (OpenCV's 8 bit scale), ``contrast`` how far
    apart they are.
    """

    direction: Numbers
    shapes: tuple[float, ...]
    numerals: tuple[float, ...]
    body: Numbers
    ink: Numbers
    contrast: float

    def share(self, shape: str) -> float:
        """How surely a face of that shape lies here."""
        return self.shapes[SHAPES.index(shape)]


def near(frame: Picture, place: Place) -> Picture:
    """The surroundings of a face (NEAR, NEAR, 3), scaled so that half its width is FACE pixels."""
    x, y, r = place
    scale = FACE / r
    if scale < 0.7:
        # Shrinking by more skips pixels: the mean of what falls together is taken first.
        reach = int(np.ceil(0.75 * NEAR / scale))
        left, top = max(0, int(x) - reach), max(0, int(y) - reach)
        piece = frame[top : int(y) + reach, left : int(x) + reach]
        if piece.size:
            size = (max(1, round(piece.shape[1] * scale)), max(1, round(piece.shape[0] * scale)))
            x = (x - left + 0.5) * size[0] / piece.shape[1] - 0.5
            y = (y - top + 0.5) * size[1] / piece.shape[0] - 0.5
            frame, scale = np.asarray(cv2.resize(piece, size, interpolation=cv2.INTER_AREA), np.uint8), 1.0
    middle = (NEAR - 1) / 2
    matrix = np.array([[scale, 0, middle - scale * x], [0, scale, middle - scale * y]])
    return np.asarray(
        cv2.warpAffine(frame, matrix, (NEAR, NEAR), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def turned(crop: Picture, angle: float) -> Picture:
    """The patch in the middle of a crop (NEAR, NEAR, 3), turned by ``angle`` degrees."""
    middle = (NEAR - 1) / 2
    matrix = np.asarray(cv2.getRotationMatrix2D((middle, middle), angle, 1.0), np.float64)
    matrix[:, 2] -= (NEAR - PATCH) / 2
    return np.asarray(cv2.warpAffine(crop, matrix, (PATCH, PATCH), flags=cv2.INTER_LINEAR), np.uint8)


def prepared(patches: Sequence[Picture]) -> Numbers:
    """Patches (BGR) as the net takes them (N, 3, PATCH, PATCH): each face with the same mean and contrast."""
    pictures = np.stack(patches).astype(np.float32)
    inner = slice(PATCH // 2 - 18, PATCH // 2 + 18)
    face = pictures[:, inner, inner]
    mean = face.mean(axis=(1, 2, 3), keepdims=True)
    contrast = face.std(axis=(1, 2, 3), keepdims=True) + np.float32(8)
    level = np.clip((pictures - mean) / contrast, -4, 4)
    return np.ascontiguousarray(level.transpose(0, 3, 1, 2))


class MarkReader:
    """The net, loaded. Not for several threads at once.

    Raises FileNotFoundError when the weights are missing.
    """

    def __init__(self, weights: Path = WEIGHTS) -> None:
        if not weights.is_file():
            raise FileNotFoundError(f"the reader's weights are missing: {weights}; install the package again")
        self._net = cv2.dnn.readNetFromONNX(str(weights))

    def marks(self, frame: Picture, places: Sequence[Place]) -> list[Mark]:
        """What lies at each of the places (x, y, r of a top face) in ``frame`` (BGR)."""
        return self.marks_of([near(frame, place) for place in places])

    def marks_of(self, crops: Sequence[Picture], looks: Sequence[float] = LOOKS) -> list[Mark]:
        """What lies in the middle of each crop that `near` cut, looked at from each of the angles."""
        if not crops:
            return []
        said = self.say([turned(crop, angle) for crop in crops for angle in looks])
        said = said.reshape(len(crops), len(looks), -1)
        return [_agreed(crop, one) for crop, one in zip(crops, said, strict=True)]

    def say(self, patches: Sequence[Picture]) -> Numbers:
        """What the net says of each patch: (N, LENGTH + len(SHAPES) + NUMERALS)."""
        self._net.setInput(prepared(patches))
        return np.asarray(self._net.forward(), np.float32)


def _agreed(crop: Picture, looks: Numbers) -> Mark:
    """A mark as all looks at it (N, ...) see it together."""
    direction = looks[:, :LENGTH].mean(axis=0)
    direction /= np.linalg.norm(direction) + 1e-6
    heads = looks[:, LENGTH:].mean(axis=0)
    body, ink, contrast = colours(crop)
    return Mark(direction, _shares(heads[: len(SHAPES)]), _shares(heads[len(SHAPES) :]), body, ink, contrast)


def _shares(logits: Numbers) -> tuple[float, ...]:
    shares = np.exp(logits - logits.max())
    return tuple((shares / shares.sum()).tolist())


@functools.lru_cache(maxsize=1)
def _rings() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where a face is looked at for its colours: all of its disc, and the disc's rim."""
    ys, xs = np.mgrid[0:NEAR, 0:NEAR] - (NEAR - 1) / 2
    away = np.hypot(xs, ys) / FACE
    return away < 0.8, (away > 0.62) & (away < 0.86)


def colours(crop: Picture) -> tuple[Numbers, Numbers, float]:
    """The colours (Lab) of a face's body and of what is drawn on it, and how far apart they are."""
    disc, rim = _rings()
    lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB).astype(np.float32)
    body = np.asarray(np.median(lab[rim], axis=0), np.float32)
    inside = lab[disc]
    apart = np.linalg.norm(inside - body, axis=1)
    contrast = float(np.percentile(apart, 96))
    ink = np.asarray(np.median(inside[apart >= 0.8 * contrast], axis=0), np.float32)
    return body, ink, contrast


@functools.lru_cache(maxsize=1)
def shipped() -> MarkReader:
    """The reader with the weights that come along."""
    return MarkReader(WEIGHTS)
