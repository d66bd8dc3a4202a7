"""Where in a picture top faces of dice may lie, of every form: a small net that looks through all of it.

It is quick and easily pleased; what lies at each spot other readers say. How its weights were made:
`docs/training.md`.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

import cv2
import numpy as np

from vision.arrays import Floats
from vision.crops import Place, resized
from vision.finding.hourglass import SIZE_UNIT
from vision.finding.loading import Net
from vision.reading import Picture

WEIGHTS = Path(__file__).parent.parent / "weights" / "spots.onnx"
STRIDE = 8
COARSEST = 16  # pixels: sides of what is shown are multiples
WIDEST = 560  # pixels of the longer side at scale 1
SCALES = (1.0, 0.5, 0.25)  # faces of r 7 to 44 pixels are found at one scale
FINER = 2.0  # smaller ones at this one
R_RANGE = (5.0, 52.0)
SURE_R = 12.0  # pixels of r in what the net is shown, from which on a place is sure
WORTH_A_LOOK, DOUBTFUL = 0.25, 0.1  # what is less likely is doubtful, or left alone
ALIKE = 1.6  # of finds at one place those that many times as large stay, too
# Places in one picture at those scales, and at the finer one: of a rug with 77 tiles that look like dice,
# and thirteen dice, 60 places left three of these to be seen, and 120 eight. More finer ones are but threads
# and letters, beside which dice of a make are told less surely.
MOST, MOST_FINER = 120, 60
BESIDE = np.array([-1.0, 0.0, 1.0])  # cells
ROWS, COLUMNS = np.mgrid[0:3, 0:3]  # of the cells around one, counted from the first of them
PIECE, OVERLAP = 736, 144  # pixels shown at once; how far around a cell the net sees


class Spot(NamedTuple):
    """A place where a top face may lie: its middle and half its width, in pixels of the frame; how likely.

    `worth` is less than that where it was seen so small that its place and size are not sure.
    """

    x: float
    y: float
    r: float
    likely: float
    worth: float


class Places(NamedTuple):
    """Where top faces lie likely, and where it is doubtful; the likeliest first."""

    likely: list[Place]
    doubtful: list[Place]


class Spotter:
    """The net, loaded.

    Raises FileNotFoundError when the weights are missing.
    """

    def __init__(self, weights: Path = WEIGHTS) -> None:
        # One for each scale: a net that sees another size of picture than the last one begins anew. The finer
        # look, which is rare, shares that of the largest.
        self._nets = {scale: Net(weights) for scale in SCALES}
        self._nets[FINER] = self._nets[SCALES[0]]

    def places(self, frame: Picture, scales: Sequence[float] = SCALES) -> Places:
        """The places in `frame` (BGR, 8 bit); now and then one die twice, at two sizes. `scales` are
        those of SCALES and FINER at which it is looked through, the largest first.
        """
        longest = max(frame.shape[:2])
        found, picture = [], frame
        for scale in scales:
            # Each smaller one is made of the one before: that is quicker, and as good.
            picture = resized(picture, scale * WIDEST / max(picture.shape[:2]))
            found += self._spotted(scale, picture, max(picture.shape[:2]) / longest)
        most = MOST_FINER if FINER in scales else MOST
        likely = apart([spot for spot in found if spot.likely >= WORTH_A_LOOK], _worth, ALIKE)[:most]
        doubtful = apart([spot for spot in found if spot.likely < WORTH_A_LOOK], _worth, ALIKE)
        beside = [one for one in doubtful if not any(_same(one, other, ALIKE) for other in likely)]
        return Places([_place(spot) for spot in likely], [_place(spot) for spot in beside])

    def _spotted(self, scale: float, picture: Picture, factor: float) -> list[Spot]:
        """What a picture shows that is `factor` times as large as the frame, in pixels of the frame."""
        below, beside = -picture.shape[0] % COARSEST, -picture.shape[1] % COARSEST
        padded = cv2.copyMakeBorder(picture, 0, below, 0, beside, cv2.BORDER_REPLICATE)
        found = peaks(self._say(self._nets[scale], np.asarray(padded, np.uint8)))
        return [one._replace(x=one.x / factor, y=one.y / factor, r=one.r / factor) for one in found]

    @staticmethod
    def _say(net: Net, picture: Picture) -> Floats:
        """What the net says of a picture of any size: (2, rows, columns).

        A large one is shown in pieces that overlap: OpenCV keeps the memory that the largest picture took.
        """
        bands = []
        for rows in pieces(picture.shape[0]):
            row = []
            for columns in pieces(picture.shape[1]):
                shown = np.ascontiguousarray(picture[rows.left : rows.right, columns.left : columns.right])
                said = net.say(cv2.dnn.blobFromImage(shown, 1 / 64, mean=(128, 128, 128)))
                row.append(said[:, rows.own, columns.own])
            bands.append(np.concatenate(row, axis=2))
        return np.asarray(np.concatenate(bands, axis=1), np.float32)


class Piece(NamedTuple):
    """The pixels from `left` to `right` of a side, of which the net's cells `own` are taken."""

    left: int
    right: int
    own: slice


def pieces(length: int) -> list[Piece]:
    """How a side of `length` pixels is shown in pieces that see `OVERLAP` beyond the cells they give."""
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


def peaks(said: Floats) -> list[Spot]:
    """The peaks of what the net said (2, rows, columns), in pixels of the net's input."""
    likely = 1 / (1 + np.exp(-said[0]))
    highest = cv2.dilate(likely, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((likely >= DOUBTFUL) & (likely >= highest))
    sizes = SIZE_UNIT * np.exp(said[1, rows, columns].astype(np.float64))
    # A peak's place to a fraction of a cell: the centre of weight of its neighbourhood.
    around = np.pad(likely, 1)[rows[:, None, None] + ROWS, columns[:, None, None] + COLUMNS].astype(
        np.float64
    )
    weights = around.sum(axis=(1, 2))
    xs = (columns + (around.sum(axis=1) @ BESIDE) / weights + 0.5) * STRIDE
    ys = (rows + (around.sum(axis=2) @ BESIDE) / weights + 0.5) * STRIDE
    return [
        Spot(x, y, r, here, here * min(1.0, r / SURE_R))
        for x, y, r, here in zip(
            xs.tolist(), ys.tolist(), sizes.tolist(), likely[rows, columns].tolist(), strict=True
        )
        if R_RANGE[0] <= r <= R_RANGE[1]
    ]


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
    """The worthiest first, each die once: of finds at one place those `alike` times as large stay, too."""
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


def _place(spot: Spot) -> Place:
    return spot.x, spot.y, spot.r


@functools.lru_cache(maxsize=1)
def _shipped() -> Spotter:
    return Spotter(WEIGHTS)


def find_places(frame: Picture, scales: Sequence[float] = SCALES) -> Places:
    """See `Spotter.places`; by the shipped net."""
    return _shipped().places(frame, scales)
