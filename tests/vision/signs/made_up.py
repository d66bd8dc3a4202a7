"""Marks and faces made up for tests: directions with names, on bodies and in ink of some colour; dice and
tokens that carry them, and how one alone is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import Floats
from vision.asked import Asked
from vision.dice_sets import DiceSet, Kind
from vision.finding.top_finder import Top
from vision.kinds import BodySeen, Light, fits_by_colour
from vision.reading import Picture
from vision.signs.face_read import FaceRead
from vision.signs.known import KnownFace, nearness
from vision.signs.marks import LENGTH, Mark, MarkReader
from vision.signs.prints import ANGLES, DISTANCES
from vision.signs.symbols import _face

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


SIGN = {"sign": 1.0, "d8": 0.0, "token": 0.0} | {str(pips): 0.0 for pips in range(1, 7)}
TOP = Top(50, 50, 20, 0.995, SIGN)
DAY = Light(255.0, False)
DICE = DiceSet(
    "mine", (Kind("light", ("a", "b", "blank"), ("yellow",)), Kind("dark", ("b", "c"), ("black",)))
)


def read(
    seen: Mark,
    top: Top = TOP,
    expected: dict[str, int] | None = None,
    dice: DiceSet = DICE,
    faces: Sequence[KnownFace] = FACES,
    light: Light = DAY,
) -> FaceRead:
    """What a mark alone in a picture is taken for."""
    several = len(dice.kinds) > 1
    fits = fits_by_colour([BodySeen(seen.body)], dice.kinds, faces, light)[0] if several else {}
    found = _face(top, seen, nearness(seen, faces), Asked(dice, faces, expected), fits, seen_on=0.0)
    assert found is not None
    return found


TOKENS = DiceSet("tokens", (Kind("token", ("marked", "blank"), shape="token"),))
TOKEN = Top(
    50, 50, 20, 0.99, {"sign": 0.0, "d8": 0.0, "token": 1.0} | {str(pips): 0.0 for pips in range(1, 7)}
)
CARDBOARD: Floats = np.array([150, 133, 156], np.float32)
SHOWN = (
    replace(face("token", "marked", 1), body=CARDBOARD),
    replace(face("token", "blank", 0, 1), body=CARDBOARD),
)


def token(*parts: float, body: Floats = GREY, contrast: float = 90.0) -> Mark:
    """A mark that looks in that direction, on a token."""
    return replace(mark(*parts, body=body, contrast=contrast), shapes=(0.0, 0.0, 0.0, 1.0))
