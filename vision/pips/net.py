"""A small net, run by OpenCV, that says which face of a die with pips lies at a place.

How it was made, and what it was measured to do: `docs/training.md`.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.crops import Place
from vision.finding.hourglass import Found, Hourglass
from vision.finding.top_finder import Top
from vision.reading import Picture

WEIGHTS = Path(__file__).parent.parent / "weights" / "d6.onnx"
LOOK = (0.0, 22.0)  # places are shown to it turned by so many degrees, at this r


class Candidate(Found):
    """Something that looks like the top face of a d6; `probabilities` are those of the faces 1 to 6."""

    @property
    def face(self) -> int:
        """The likeliest face, 1 to 6."""
        return int(np.argmax(self.probabilities)) + 1


# What the net for all forms and this one say of a place.
Claim = tuple[Top, Candidate]


class FaceReader:
    """The net, loaded.

    Raises FileNotFoundError when the weights are missing.
    """

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._net = Hourglass(weights, LOOK)

    def look_at(self, frame: Picture, places: Sequence[Place]) -> list[Candidate]:
        """What each of the `places` in `frame` (BGR, 8 bit) shows, however little that is like a top."""
        return [
            Candidate(found.x, found.y, found.r, found.confidence, found.probabilities)
            for found in self._net.look_at(frame, places)
        ]

    def look_around(self, frame: Picture, first: Candidate) -> Candidate:
        """The same of where `first` was seen, looked at from three sides."""
        return self._net.look_around(frame, first)


@functools.lru_cache(maxsize=1)
def shipped() -> FaceReader:
    """The reader with the weights that come along."""
    return FaceReader(WEIGHTS)
