"""Marks and faces made up for tests: directions with names, on bodies and in ink of some colour."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Floats
from vision.reading import Picture
from vision.signs.known import KnownFace
from vision.signs.marks import LENGTH, Mark, MarkReader
from vision.signs.prints import ANGLES, DISTANCES

GREY: Floats = np.array([128, 128, 128], np.float32)
YELLOW: Floats = np.array([200, 128, 200], np.float32)
BLACK: Floats = np.array([30, 128, 128], np.float32)
WHITE: Floats = np.array([240, 128, 128], np.float32)
NO_INK: Floats = np.zeros((ANGLES, DISTANCES), np.float32)


def direction(*parts: float) -> Floats:
    """A direction of unit length along the first axes."""
    whole = np.zeros(LENGTH, np.float32)
    whole[: len(parts)] = parts
    return whole / np.float32(np.linalg.norm(whole))


def mark(*parts: float, body: Floats = YELLOW, ink: Floats = BLACK, contrast: float = 90.0) -> Mark:
    """A mark that looks in that direction, on a cube."""
    return Mark(direction(*parts), (0.0, 1.0, 0.0, 0.0), (), body, ink, body, contrast / 2, (NO_INK,))


def face(kind: str, name: str, *parts: float) -> KnownFace:
    return KnownFace(kind, name, direction(*parts)[None])


FACES = (
    face("light", "a", 1, 0, 0),
    face("light", "b", 0, 1, 0),
    face("light", "blank", 0, 0, 0, 1),
    face("dark", "b", 0, 1, 0),
    face("dark", "c", 0, 0, 1),
)


class SaysAlways(MarkReader):
    """Says of one place after the other that these marks lie there."""

    def __init__(self, *seen: Mark) -> None:
        self.seen = seen

    def marks_of(self, crops: Sequence[Picture]) -> list[Mark]:
        return [self.seen[number % len(self.seen)] for number, _ in enumerate(crops)]
