"""A small net, run by OpenCV, that finds the top faces of pip dice in a picture and reads them.

How it was made, and what it was measured to do: ``docs/training.md``.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

WEIGHTS = Path(__file__).parent / "weights" / "d6.onnx"
STRIDE = 4
SIZE_UNIT = 24.0  # the net gives log(r / SIZE_UNIT)
WIDEST = 640  # pixels of the longer side at the finest scale
SCALES = (1.0, 0.5, 0.25)  # of that: dice of r 7 to 44 pixels are read at one scale
FINER = 2.0  # and this one too, where dice are as small as this or none are seen:
SMALL = 11.0  # pixels of r at scale 1
R_RANGE = (5.0, 52.0)
LIKELY = 0.3
LEAST = 0.05  # candidates below this confidence are not worth a word
MOST = 40  # dice in one picture
BEST = 17.0  # pixels of r at which the net spots dice best
CLOSER = 0.8  # of r: places that others name are read better when seen a little larger
WORTH_A_LOOK = 0.15  # spotted under this confidence, a place is not looked at again
PATCH = 96  # pixels of a second look
# How sure a claim is: weights of two logits, what a one adds (lone dots lie about anywhere), an offset.
# Fitted as docs/training.md says.
SURENESS = (4.61, 0.58, -1.22, -0.32)
FACE_AT_MOST = 0.982  # however sure of its face, a thing may be no die: more than this does not count
LOOKS = ((0.0, 18.0), (125.0, 22.0), (235.0, 15.0))  # turned by degrees, at this r

Frame = NDArray[np.uint8]
Numbers = NDArray[np.float32]
Place: TypeAlias = tuple[float, float, float]  # x, y and r of a top face, in pixels of the frame


def _logit(share: float) -> float:
    share = min(max(share, 1e-5), 1 - 1e-5)
    return math.log(share / (1 - share))


@dataclass(frozen=True)
class Candidate:
    """Something that looks like the top face of a d6.

    ``x``, ``y`` is its middle and ``r`` half its width, in pixels of the frame. ``confidence`` (0 to 1)
    says how surely it is a top face at all, ``probabilities`` how likely each of the faces 1 to 6 is.
    """

    x: float
    y: float
    r: float
    confidence: float
    probabilities: tuple[float, float, float, float, float, float]

    @property
    def face(self) -> int:
        """The likeliest face, 1 to 6."""
        return int(np.argmax(self.probabilities)) + 1

    @property
    def sureness(self) -> float:
        """How surely this is a top face and shows ``face``, 0 to 1.

        Fitted to what nets claimed of photographs that they had never seen: of the claims of sureness p
        about a share of p was right.
        """
        here, face, one, offset = SURENESS
        said = (
            here * _logit(self.confidence)
            + face * _logit(min(max(self.probabilities), FACE_AT_MOST))
            + offset
        )
        if self.face == 1:
            said += one
        return 1 / (1 + math.exp(-said))


class FaceFinder:
    """The net, loaded. Not for several threads at once.

    Raises FileNotFoundError when the weights are missing.
    """

    def __init__(self, weights: Path = WEIGHTS) -> None:
        if not weights.is_file():
            raise FileNotFoundError(f"the reader's weights are missing: {weights}; install the package again")
        self._net = cv2.dnn.readNetFromONNX(str(weights))

    def find_faces_near(
        self, frame: Frame, known: Sequence[Place], sizes_of: Sequence[Place] = ()
    ) -> tuple[Candidate, ...]:
        """Candidates in ``frame`` (BGR), and what the net says of the ``known`` places.

        With ``sizes_of`` some dice, the whole frame is looked at in the scales that fit their sizes only;
        that takes a fraction of the time of ``find_faces``.
        """
        scales = _fitting(sizes_of, WIDEST / max(frame.shape)) if sizes_of else SCALES
        spotted = [
            found for scale in scales for found in self._spot(frame, scale) if found.confidence > WORTH_A_LOOK
        ]
        if not sizes_of and self._are_small(frame, spotted):
            spotted += self._spot(frame, FINER)
        spotted = _apart(spotted, alike=1.6)[:MOST]
        named = [Candidate(x, y, CLOSER * r, LEAST, (1 / 6,) * 6) for x, y, r in known[:MOST]]
        # A place is looked at once where time is to be saved, and else also as it was spotted.
        others = [
            found
            for found in spotted
            if not sizes_of
            or not any(
                math.hypot(x - found.x, y - found.y) < 0.5 * min(r, found.r) and found.r < 1.6 * r
                for x, y, r in known[:MOST]
            )
        ]
        return tuple(self._look_again(frame, [*named, *others]))

    def find_faces(self, frame: Frame) -> tuple[Candidate, ...]:
        """Candidates in ``frame`` (BGR or grey, 8 bit), the surest first, each die once.

        They are spotted in the whole frame first, then each is looked at again by itself, at the size the
        net reads best and from a few angles; what is reported is what these looks agree on.
        """
        if frame.ndim == 2:
            frame = np.asarray(cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR), np.uint8)
        spotted = _apart([found for scale in SCALES for found in self._spot(frame, scale)], alike=1.6)
        if self._are_small(frame, spotted):
            spotted = _apart([*spotted, *self._spot(frame, FINER)], alike=1.6)
        return tuple(_apart(self._look_again(frame, spotted[:MOST])))

    @staticmethod
    def _are_small(frame: Frame, spotted: Sequence[Candidate]) -> bool:
        """Are some of the dice small, or were none spotted?"""
        sizes = [found.r * WIDEST / max(frame.shape) for found in spotted if found.confidence > LIKELY]
        return min(sizes, default=0.0) < SMALL

    def _say(self, pictures: Sequence[Frame]) -> Numbers:
        """What the net says of pictures of one size: (N, 8, rows, columns)."""
        self._net.setInput(cv2.dnn.blobFromImages(pictures, 1 / 64, mean=(128, 128, 128)))
        return np.asarray(self._net.forward(), np.float32)

    def _spot(self, frame: Frame, scale: float) -> list[Candidate]:
        height, width = frame.shape[:2]
        factor = scale * WIDEST / max(height, width)
        shrunk = cv2.resize(
            frame,
            (max(1, round(width * factor)), max(1, round(height * factor))),
            interpolation=cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR,
        )
        below, beside = -shrunk.shape[0] % 16, -shrunk.shape[1] % 16
        padded = cv2.copyMakeBorder(shrunk, 0, below, 0, beside, cv2.BORDER_REPLICATE)
        said = self._say([np.asarray(padded, np.uint8)])[0]
        return [_scaled(candidate, factor) for candidate in peaks(said)]

    def _look_again(self, frame: Frame, spotted: Sequence[Candidate]) -> list[Candidate]:
        patches = [look(frame, candidate, angle, size) for candidate in spotted for angle, size in LOOKS]
        if not patches:
            return []
        said = self._say(patches).reshape(len(spotted), len(LOOKS), 8, PATCH // STRIDE, PATCH // STRIDE)
        return [_agreed(candidate, looks) for candidate, looks in zip(spotted, said, strict=True)]


def look(frame: Frame, candidate: Candidate, angle: float, size: float) -> Frame:
    """The surroundings of ``candidate``, turned by ``angle`` degrees and scaled so that its r is ``size``."""
    scale = size / candidate.r
    x, y = candidate.x, candidate.y
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


def _agreed(candidate: Candidate, looks: Numbers) -> Candidate:
    """``candidate`` as the ``looks`` (N, 8, cells, cells) see it in their middle.

    The faces' shares are the mean of the looks'. So is the confidence, but the look that doubts most
    counts double.
    """
    middle, reach = PATCH // STRIDE // 2, 2
    near = looks[:, :, middle - reach : middle + reach, middle - reach : middle + reach]
    near = near.reshape(len(looks), 8, -1)
    best = near[:, 0].argmax(axis=1)
    said = np.take_along_axis(near, best[:, None, None], axis=2)[:, :, 0]
    logits = said[:, 1:7] - said[:, 1:7].max(axis=1, keepdims=True)
    logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
    one, two, three, four, five, six = _shares(logits.mean(axis=0))
    sizes = np.array([size for _, size in LOOKS])
    r = candidate.r * float(np.median(SIZE_UNIT * np.exp(said[:, 7]) / sizes))
    here = (float(said[:, 0].mean()) + float(said[:, 0].min())) / 2
    confidence = 1 / (1 + math.exp(-here))
    return Candidate(candidate.x, candidate.y, r, confidence, (one, two, three, four, five, six))


def _shares(logits: Numbers) -> tuple[float, float, float, float, float, float]:
    shares = np.exp(logits - logits.max())
    one, two, three, four, five, six = (shares / shares.sum()).tolist()
    return one, two, three, four, five, six


def _apart(candidates: list[Candidate], alike: float = math.inf) -> list[Candidate]:
    """The surest first; of those that are one die and not over ``alike`` times as large, the surest alone."""
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda found: found.sureness, reverse=True):
        if not any(_same(candidate, other, alike) for other in kept):
            kept.append(candidate)
    return kept


def peaks(said: Numbers) -> list[Candidate]:
    """The peaks of what the net said (8, rows, columns), in pixels of the net's input."""
    likely = 1 / (1 + np.exp(-said[0]))
    highest = cv2.dilate(likely, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((likely >= LEAST) & (likely >= highest))
    candidates = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        r = SIZE_UNIT * float(np.exp(said[7, row, column]))
        if not R_RANGE[0] <= r <= R_RANGE[1]:
            continue
        x, y = _between_cells(likely, row, column)
        here = float(likely[row, column])
        candidates.append(Candidate(x, y, r, here, _shares(said[1:7, row, column])))
    return candidates


def _between_cells(likely: Numbers, row: int, column: int) -> tuple[float, float]:
    """The peak's place to a fraction of a cell: the centre of weight of its neighbourhood."""
    top, left = max(row - 1, 0), max(column - 1, 0)
    around = likely[top : row + 2, left : column + 2]
    ys, xs = np.mgrid[top : top + around.shape[0], left : left + around.shape[1]]
    weight = float(around.sum())
    x = (float((xs * around).sum()) / weight + 0.5) * STRIDE
    return x, (float((ys * around).sum()) / weight + 0.5) * STRIDE


def _scaled(candidate: Candidate, factor: float) -> Candidate:
    return Candidate(
        candidate.x / factor,
        candidate.y / factor,
        candidate.r / factor,
        candidate.confidence,
        candidate.probabilities,
    )


def _same(one: Candidate, other: Candidate, alike: float) -> bool:
    """Whether two candidates are one die: the middle of one lies well inside the other.

    A much smaller one just beside is no neighbour either, but a pip or a side face of the larger.
    """
    small, large = sorted((one.r, other.r))
    reach = 0.8 * large if large < 1.6 * small else 1.3 * large
    return math.hypot(one.x - other.x, one.y - other.y) < reach and large < alike * small


def _fitting(places: Sequence[Place], factor: float) -> Sequence[float]:
    """The scales at which the net reads dice of these places' sizes best."""
    return sorted(
        {min((*SCALES, FINER), key=lambda s: abs(math.log(s * factor * r / BEST))) for _, _, r in places}
    )


@functools.lru_cache(maxsize=1)
def _shipped() -> FaceFinder:
    return FaceFinder(WEIGHTS)


def find_faces_near(
    frame: Frame, known: Sequence[Place], sizes_of: Sequence[Place] = ()
) -> tuple[Candidate, ...]:
    """See ``FaceFinder.find_faces_near``; by the shipped net."""
    return _shipped().find_faces_near(frame, known, sizes_of)


def find_faces(frame: Frame) -> tuple[Candidate, ...]:
    """Candidates in ``frame`` (BGR or grey, 8 bit), the surest first, by the shipped net."""
    return _shipped().find_faces(frame)
