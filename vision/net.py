"""A small net, run by OpenCV, that finds the top faces of pip dice in a picture and reads them.

How it was made, and what it was measured to do: ``docs/training.md``.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.hourglass import LEAST, WIDEST, Found, Frame, Hourglass, Place, apart

WEIGHTS = Path(__file__).parent / "weights" / "d6.onnx"
SCALES = (1.0, 0.5, 0.25)  # of 640 pixels: dice of r 7 to 44 pixels are read at one scale
FINER = 2.0  # and this one too, where dice are as small as this or none are seen:
SMALL = 11.0  # pixels of r at scale 1
LIKELY = 0.3
MOST = 40  # dice in one picture
BEST = 17.0  # pixels of r at which the net spots dice best
CLOSER = 0.8  # of r: places that others name are read better when seen a little larger
WORTH_A_LOOK = 0.15  # spotted under this confidence, a place is not looked at again
# How sure a claim is: weights of two logits, what a one adds (lone dots lie about anywhere), an offset.
# Fitted as docs/training.md says.
SURENESS = (4.61, 0.58, -1.22, -0.32)
FACE_AT_MOST = 0.982  # however sure of its face, a thing may be no die: more than this does not count


def _logit(share: float) -> float:
    share = min(max(share, 1e-5), 1 - 1e-5)
    return math.log(share / (1 - share))


class Candidate(Found):
    """Something that looks like the top face of a d6; ``probabilities`` are those of the faces 1 to 6."""

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
        self._net = Hourglass(weights)

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
        spotted = apart(spotted, _sureness, alike=1.6)[:MOST]
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
        everywhere = [found for scale in SCALES for found in self._spot(frame, scale)]
        spotted = apart(everywhere, _sureness, alike=1.6)
        if self._are_small(frame, spotted):
            spotted = apart([*spotted, *self._spot(frame, FINER)], _sureness, alike=1.6)
        return tuple(apart(self._look_again(frame, spotted[:MOST]), _sureness))

    @staticmethod
    def _are_small(frame: Frame, spotted: Sequence[Candidate]) -> bool:
        """Are some of the dice small, or were none spotted?"""
        sizes = [found.r * WIDEST / max(frame.shape) for found in spotted if found.confidence > LIKELY]
        return min(sizes, default=0.0) < SMALL

    def _spot(self, frame: Frame, scale: float) -> list[Candidate]:
        return [_candidate(found) for found in self._net.spot(frame, scale)]

    def _look_again(self, frame: Frame, spotted: Sequence[Candidate]) -> list[Candidate]:
        return [_candidate(found) for found in self._net.look_again(frame, spotted)]


def _candidate(found: Found) -> Candidate:
    return Candidate(found.x, found.y, found.r, found.confidence, found.probabilities)


def _sureness(candidate: Candidate) -> float:
    return candidate.sureness


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
