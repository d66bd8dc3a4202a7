"""Bare faces that mirror a lamp: what is seen beside it tells that it hides nothing."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import cv2
import numpy as np

from vision.dice_sets import DiceSet
from vision.drawings import UNMARKED
from vision.faces import PATTERN
from vision.known import KnownFace
from vision.marks import BARE, CROP, FACE, Mark, MarkReader
from vision.prints import Numbers, Prints, print_of_drawing
from vision.reading import Picture

# A lamp hides no sign and no pips of which more than this would be seen beside it, however they are turned.
SHOWN = 0.2
# How far out a corner's pip lies, and how large pips are at the least, in halves of a face's width.
CORNER, SMALL_PIP = 0.5, 0.15
FINE = 4  # bits of a pixel in which pips are placed


def may_carry(dice: DiceSet, shape: str, faces: Sequence[KnownFace]) -> list[Prints]:
    """The prints of all that a die of that ``shape`` may carry; none where none of its ``faces`` is bare."""
    kinds = {kind.name for kind in dice.kinds if kind.shape == shape}
    known = [face for face in faces if face.kind in kinds]
    if all(face.face != UNMARKED for face in known):
        return []
    signs = [face.prints for face in known if face.face != UNMARKED and face.prints is not None]
    with_pips = dice.has_key and shape == "cube" and not kinds <= {face.kind for face in dice.shown}
    return [*dict.fromkeys(signs), *([pips_drawn()] if with_pips else [])]


def without_lamp(mark: Mark, crop: Picture, carried: Sequence[Prints], reader: MarkReader) -> Mark:
    """A mark as it is without the lamp that a bare face mirrors, where this hides nothing that may be
    ``carried``; else the mark itself. ``crop`` is what it was read of.
    """
    if mark.unevenness < BARE or not carried:
        return mark
    found = reader.without_lamp(crop)
    if found is None:
        return mark
    bare, hidden = found
    return bare if all(prints.least_seen(hidden) > SHOWN for prints in carried) else mark


@functools.cache
def pips_drawn() -> Prints:
    """The prints of faces with one to six pips, as small as makers drill them."""
    return Prints([print_of_drawing(_pips(pattern), FACE) for pattern in PATTERN.values()])


def _pips(pattern: Sequence[tuple[float, float]]) -> Numbers:
    ink = np.zeros((CROP, CROP), np.uint8)
    for place in pattern:
        x, y = (round(((CROP - 1) / 2 + CORNER * FACE * along) * 2**FINE) for along in place)
        cv2.circle(ink, (x, y), round(SMALL_PIP * FACE * 2**FINE), (255,), -1, cv2.LINE_AA, FINE)
    return np.asarray(ink / 255, np.float32)
