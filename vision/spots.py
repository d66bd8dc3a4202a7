"""Where in a picture top faces of dice may lie, of every form: a small net that looks through all of it.

It is quick and easily pleased; what lies at each spot other readers say. How its weights were made:
``docs/training.md``.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

import cv2
import numpy as np

from vision.crops import Frame, Place, resized
from vision.hourglass import SIZE_UNIT, Numbers
from vision.loading import loaded

WEIGHTS = Path(__file__).parent / "weights" / "spots.onnx"
STRIDE = 8
COARSEST = 16  # pixels: sides of what is shown are multiples
WIDEST = 640  # pixels of the longer side at scale 1
SCALES = (1.0, 0.5, 0.25)  # faces of r 7 to 44 pixels are found at one scale
FINER = 2.0  # and this one too, where faces are as small as this or none is found:
SMALL = 11.0  # pixels of r at scale 1
R_RANGE = (5.0, 52.0)
SURE_R = 12.0  # pixels of r in what the net is shown, from which on a place is sure
LIKELY = 0.3
WORTH_A_LOOK = 0.25  # less likely places are left alone
ALIKE = 1.6  # of finds at one place those that many times as large stay, too
MOST = 40  # dice in one picture
PIECE, OVERLAP = 736, 144  # pixels shown at once; how far around a cell the net sees


class Spot(NamedTuple):
    """A place where a top face may lie: its middle and half its width, in pixels of the frame; how likely.

    ``worth`` is less than that where it was seen so small that its place and size are not sure.
    """

    x: float
    y: float
    r: float
    likely: float
    worth: float


class Spotter:
    """The net, loaded. Not for several threads at once.

    Raises FileNotFoundError when the weights are missing.
    """

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._net = loaded(weights)

    def places(self, frame: Frame) -> list[Place]:
        """The likeliest places in ``frame`` (BGR, 8 bit), the likeliest first; now and then one die twice, at
        two sizes.
        """
        longest = max(frame.shape[:2])
        found, picture = [], frame
        for scale in SCALES:
            # Each smaller one is made of the one before: that is quicker, and as good.
            picture = resized(picture, scale * WIDEST / max(picture.shape[:2]))
            found += self._spotted(picture, max(picture.shape[:2]) / longest)
        sizes = [spot.r * WIDEST / longest for spot in found if spot.likely > LIKELY]
        if min(sizes, default=0.0) < SMALL:
            finer = FINER * WIDEST / longest
            found += self._spotted(resized(frame, finer), finer)
        return [(spot.x, spot.y, spot.r) for spot in apart(found, _worth, ALIKE)[:MOST]]

    def _spotted(self, picture: Frame, factor: float) -> list[Spot]:
        """What a picture shows that is ``factor`` times as large as the frame, in pixels of the frame."""
        below, beside = -picture.shape[0] % COARSEST, -picture.shape[1] % COARSEST
        padded = cv2.copyMakeBorder(picture, 0, below, 0, beside, cv2.BORDER_REPLICATE)
        found = peaks(self._say(np.asarray(padded, np.uint8)))
        return [one._replace(x=one.x / factor, y=one.y / factor, r=one.r / factor) for one in found]

    def _say(self, picture: Frame) -> Numbers:
        """What the net says of a picture of any size: (2, rows, columns).

        A large one is shown in pieces that overlap: OpenCV keeps the memory that the largest picture took.
        """
        bands = []
        for rows in pieces(picture.shape[0]):
            row = []
            for columns in pieces(picture.shape[1]):
                shown = np.ascontiguousarray(picture[rows.left : rows.right, columns.left : columns.right])
                self._net.setInput(cv2.dnn.blobFromImage(shown, 1 / 64, mean=(128, 128, 128)))
                said = np.array(self._net.forward(), np.float32)[0]
                row.append(said[:, rows.own, columns.own])
            bands.append(np.concatenate(row, axis=2))
        return np.asarray(np.concatenate(bands, axis=1), np.float32)


class Piece(NamedTuple):
    """The pixels from ``left`` to ``right`` of a side, of which the net's cells ``own`` are taken."""

    left: int
    right: int
    own: slice


def pieces(length: int) -> list[Piece]:
    """How a side of ``length`` pixels is shown in pieces that see ``OVERLAP`` beyond the cells they give."""
    if length <= PIECE:
        return [Piece(0, length, slice(0, length // STRIDE))]
    found, begin = [], 0
    while begin < length:
        left = max(0, min(begin - OVERLAP, length - PIECE))
        right = min(left + PIECE, length)
        end = length if right == length else right - OVERLAP
        found.append(Piece(left, right, slice((begin - left) // STRIDE, (end - left) // STRIDE)))
        begin = end
    return found


def peaks(said: Numbers) -> list[Spot]:
    """The peaks of what the net said (2, rows, columns), in pixels of the net's input."""
    likely = 1 / (1 + np.exp(-said[0]))
    highest = cv2.dilate(likely, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((likely >= WORTH_A_LOOK) & (likely >= highest))
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        r = SIZE_UNIT * float(np.exp(said[1, row, column]))
        if R_RANGE[0] <= r <= R_RANGE[1]:
            here = float(likely[row, column])
            found.append(Spot(*_between_cells(likely, row, column), r, here, here * min(1.0, r / SURE_R)))
    return found


def _between_cells(likely: Numbers, row: int, column: int) -> tuple[float, float]:
    """The peak's place to a fraction of a cell: the centre of weight of its neighbourhood."""
    top, left = max(row - 1, 0), max(column - 1, 0)
    around = likely[top : row + 2, left : column + 2]
    ys, xs = (np.arange(first, first + size) for first, size in zip((top, left), around.shape, strict=True))
    weight = float(around.sum())
    x = (float((xs * around).sum()) / weight + 0.5) * STRIDE
    return x, (float((ys[:, None] * around).sum()) / weight + 0.5) * STRIDE


class Lying(Protocol):
    """Something that lies somewhere and has a size."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def r(self) -> float: ...


AnyLying = TypeVar("AnyLying", bound=Lying)


def apart(
    found: Sequence[AnyLying], worth: Callable[[AnyLying], float], alike: float = math.inf
) -> list[AnyLying]:
    """The worthiest first, each die once: of finds at one place those ``alike`` times as large stay, too."""
    kept: list[AnyLying] = []
    for candidate in sorted(found, key=worth, reverse=True):
        if not any(_same(candidate, other, alike) for other in kept):
            kept.append(candidate)
    return kept


def _same(one: Lying, other: Lying, alike: float) -> bool:
    """Whether two finds are one die: the middle of one lies well inside the other.

    A much smaller one just beside is no neighbour either, but a pip or a side face of the larger.
    """
    small, large = sorted((one.r, other.r))
    reach = 0.8 * large if large < 1.6 * small else 1.3 * large
    return math.hypot(one.x - other.x, one.y - other.y) < reach and large < alike * small


def _worth(spot: Spot) -> float:
    return spot.worth


@functools.lru_cache(maxsize=1)
def _shipped() -> Spotter:
    return Spotter(WEIGHTS)


def find_places(frame: Frame) -> list[Place]:
    """See ``Spotter.places``; by the shipped net."""
    return _shipped().places(frame)
