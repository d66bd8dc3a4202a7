"""Running a net that finds top faces with OpenCV (``vision/training/network.py`` says what it is): looking
through a picture in some size, looking again at a place, and which finds are one die.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

STRIDE = 4
SIZE_UNIT = 24.0  # the net gives log(r / SIZE_UNIT)
WIDEST = 640  # pixels of the longer side at scale 1
PIECE, OVERLAP = 640, 160  # pixels shown at once; how far around a cell the net sees
R_RANGE = (5.0, 52.0)
LEAST = 0.05  # finds below this confidence are not worth a word
PATCH = 96  # pixels of a second look
AT_ONCE = 12  # patches: OpenCV keeps the memory that the most of them took
LOOKS = ((0.0, 18.0), (125.0, 22.0), (235.0, 15.0))  # turned by degrees, at this r

Frame = NDArray[np.uint8]
Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class Piece:
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


@dataclass(frozen=True)
class Found:
    """Something that looks like the top face of a die.

    ``x``, ``y`` is its middle and ``r`` half its width, in pixels of the frame. ``confidence`` (0 to 1)
    says how surely it is a top face at all, ``probabilities`` how likely each of the things is that the net
    tells apart.
    """

    x: float
    y: float
    r: float
    confidence: float
    probabilities: tuple[float, ...]


Place: TypeAlias = tuple[float, float, float]  # x, y and r of a top face, in pixels of the frame
AnyFound = TypeVar("AnyFound", bound=Found)


class Hourglass:
    """A net, loaded. Not for several threads at once.

    Raises FileNotFoundError when the weights are missing.
    """

    def __init__(self, weights: Path) -> None:
        if not weights.is_file():
            raise FileNotFoundError(f"the reader's weights are missing: {weights}; install the package again")
        self._net = cv2.dnn.readNetFromONNX(str(weights))

    def spot(self, frame: Frame, scale: float) -> list[Found]:
        """What the whole ``frame`` (BGR) shows when it is ``scale`` times 640 pixels wide."""
        height, width = frame.shape[:2]
        factor = scale * WIDEST / max(height, width)
        shrunk = cv2.resize(
            frame,
            (max(1, round(width * factor)), max(1, round(height * factor))),
            interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR,
        )
        below, beside = -shrunk.shape[0] % 16, -shrunk.shape[1] % 16
        padded = cv2.copyMakeBorder(shrunk, 0, below, 0, beside, cv2.BORDER_REPLICATE)
        said = self._say_in_pieces(np.asarray(padded, np.uint8))
        return [
            Found(found.x / factor, found.y / factor, found.r / factor, found.confidence, found.probabilities)
            for found in peaks(said)
        ]

    def look_again(
        self, frame: Frame, places: Sequence[Found], looks: Sequence[tuple[float, float]] = LOOKS
    ) -> list[Found]:
        """What closer ``looks`` (turned by degrees, at an r) at each of the ``places`` agree on."""
        patches = [look(frame, place, angle, size) for place in places for angle, size in looks]
        if not patches:
            return []
        few = [self._say(patches[first : first + AT_ONCE]) for first in range(0, len(patches), AT_ONCE)]
        said = np.concatenate(few).reshape(len(places), len(looks), -1, PATCH // STRIDE, PATCH // STRIDE)
        return [_agreed(place, views, looks) for place, views in zip(places, said, strict=True)]

    def _say_in_pieces(self, picture: Frame) -> Numbers:
        """What the net says of one picture of any size: (numbers, rows, columns).

        A large one is shown in pieces that overlap: OpenCV keeps the memory that the largest picture took,
        80 MB for 1280 by 720 pixels.
        """
        bands = []
        for rows in pieces(picture.shape[0]):
            row = []
            for columns in pieces(picture.shape[1]):
                shown = picture[rows.left : rows.right, columns.left : columns.right]
                said = self._say([np.ascontiguousarray(shown)])[0]
                row.append(said[:, rows.own, columns.own])
            bands.append(np.concatenate(row, axis=2))
        joined: Numbers = np.concatenate(bands, axis=1)
        return joined

    def _say(self, pictures: Sequence[Frame]) -> Numbers:
        """What the net says of pictures of one size: (N, numbers, rows, columns)."""
        self._net.setInput(cv2.dnn.blobFromImages(pictures, 1 / 64, mean=(128, 128, 128)))
        return np.asarray(self._net.forward(), np.float32)


def look(frame: Frame, place: Found, angle: float, size: float) -> Frame:
    """The surroundings of ``place``, turned by ``angle`` degrees and scaled so that its r is ``size``."""
    scale = size / place.r
    x, y = place.x, place.y
    if scale < 0.7:
        # Turning while shrinking skips pixels: shrink the surroundings first.
        reach = math.ceil(0.75 * PATCH / scale)
        left, top = max(0, int(x) - reach), max(0, int(y) - reach)
        near = frame[top : int(y) + reach, left : int(x) + reach]
        shrunk = (max(1, round(near.shape[1] * scale)), max(1, round(near.shape[0] * scale)))
        x, y = (x - left) * shrunk[0] / near.shape[1], (y - top) * shrunk[1] / near.shape[0]
        frame = np.asarray(cv2.resize(near, shrunk, interpolation=cv2.INTER_AREA), np.uint8)
        scale = 1.0
    matrix = np.asarray(cv2.getRotationMatrix2D((x, y), angle, scale), np.float64)
    matrix[:, 2] += np.array([PATCH / 2 - x, PATCH / 2 - y])
    patch = cv2.warpAffine(
        frame, matrix, (PATCH, PATCH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(patch, np.uint8)


def _agreed(place: Found, views: Numbers, looks: Sequence[tuple[float, float]]) -> Found:
    """``place`` as the ``views`` (N, numbers, cells, cells) see it in their middle.

    The middle, the size and the probabilities are the mean of the views'. So is the confidence, but the view
    that doubts most counts double.
    """
    middle, reach = PATCH // STRIDE // 2, 2
    near = views[:, :, middle - reach : middle + reach, middle - reach : middle + reach]
    away = np.array([_away(heat) for heat in near[:, 0]])
    near = near.reshape(*views.shape[:2], -1)
    best = near[:, 0].argmax(axis=1)
    said = np.take_along_axis(near, best[:, None, None], axis=2)[:, :, 0]
    logits = said[:, 1:-1] - said[:, 1:-1].max(axis=1, keepdims=True)
    logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
    turns, sizes = np.radians([turn for turn, _ in looks]), np.array([size for _, size in looks])
    r = place.r * float(np.median(SIZE_UNIT * np.exp(said[:, -1]) / sizes))
    # A patch was turned about its middle: what lies beside it is turned back.
    across = (np.cos(turns) * away[:, 0] - np.sin(turns) * away[:, 1]) * place.r / sizes
    along = (np.sin(turns) * away[:, 0] + np.cos(turns) * away[:, 1]) * place.r / sizes
    here = (float(said[:, 0].mean()) + float(said[:, 0].min())) / 2
    x, y = place.x + float(across.mean()), place.y + float(along.mean())
    return Found(x, y, r, 1 / (1 + math.exp(-here)), _shares(logits.mean(axis=0)))


def _away(heat: Numbers) -> tuple[float, float]:
    """How far beside the middle of a few cells (logits, N by N) a face lies, in pixels across and along."""
    likely = 1 / (1 + np.exp(-heat))
    steps = (np.arange(len(heat)) - (len(heat) - 1) / 2) * STRIDE
    weight = float(likely.sum())
    return float(likely.sum(axis=0) @ steps) / weight, float(likely.sum(axis=1) @ steps) / weight


def _shares(logits: Numbers) -> tuple[float, ...]:
    shares = np.exp(logits - logits.max())
    return tuple((shares / shares.sum()).tolist())


def apart(
    found: Sequence[AnyFound], worth: Callable[[AnyFound], float], alike: float = math.inf
) -> list[AnyFound]:
    """The worthiest first, each die once: of finds at one place those ``alike`` times as large stay, too."""
    kept: list[AnyFound] = []
    for candidate in sorted(found, key=worth, reverse=True):
        if not any(_same(candidate, other, alike) for other in kept):
            kept.append(candidate)
    return kept


def peaks(said: Numbers) -> list[Found]:
    """The peaks of what the net said (numbers, rows, columns), in pixels of the net's input."""
    likely = 1 / (1 + np.exp(-said[0]))
    highest = cv2.dilate(likely, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((likely >= LEAST) & (likely >= highest))
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        r = SIZE_UNIT * float(np.exp(said[-1, row, column]))
        if not R_RANGE[0] <= r <= R_RANGE[1]:
            continue
        x, y = _between_cells(likely, row, column)
        here = float(likely[row, column])
        found.append(Found(x, y, r, here, _shares(said[1:-1, row, column])))
    return found


def _between_cells(likely: Numbers, row: int, column: int) -> tuple[float, float]:
    """The peak's place to a fraction of a cell: the centre of weight of its neighbourhood."""
    top, left = max(row - 1, 0), max(column - 1, 0)
    around = likely[top : row + 2, left : column + 2]
    ys, xs = np.mgrid[top : top + around.shape[0], left : left + around.shape[1]]
    weight = float(around.sum())
    x = (float((xs * around).sum()) / weight + 0.5) * STRIDE
    return x, (float((ys * around).sum()) / weight + 0.5) * STRIDE


def _same(one: Found, other: Found, alike: float) -> bool:
    """Whether two finds are one die: the middle of one lies well inside the other.

    A much smaller one just beside is no neighbour either, but a pip or a side face of the larger.
    """
    small, large = sorted((one.r, other.r))
    reach = 0.8 * large if large < 1.6 * small else 1.3 * large
    return math.hypot(one.x - other.x, one.y - other.y) < reach and large < alike * small
