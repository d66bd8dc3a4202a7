"""Bare faces that mirror a lamp: what is seen beside it tells that it hides nothing."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats
from vision.dice_sets import DiceSet
from vision.highlights import lamp_on, painted_over
from vision.pips.faces import PATTERN
from vision.reading import Picture
from vision.signs.known import KnownFace
from vision.signs.marks import BARE, CROP, FACE, PLAIN, Mark, MarkReader, unevenness
from vision.signs.prints import Prints, print_of_drawing, seen_from_middle
from vision.signs.sheen import without_sheen

# A lamp hides no sign and no pips of which more than this would be seen beside it, however they are turned.
SHOWN = 0.2
# What is lighter than the rest of a face is a sign rather than a lamp if this much of both is the same: where
# it was chosen signs came to 0.76 at the least, and lamps to 0.75 at the most.
ALIKE = 0.7
# Signs are paler in a sheen: a bare face is more even. Of 2,100 drawn faces with signs, most of them dark or
# of nearly the body's colour, five came to less, and 235 of as many bare ones that a lamp makes uneven.
BARE_IN_SHEEN = 9.0
# How far out a corner's pip lies, and how large pips are at the least, in halves of a face's width.
CORNER, SMALL_PIP = 0.5, 0.15
FINE = 4  # bits of a pixel in which pips are placed


def may_carry(dice: DiceSet, shape: str, faces: Sequence[KnownFace]) -> list[Prints]:
    """The prints of all that a die of that `shape` may carry; none where none of its `faces` is bare."""
    kinds = {kind.name for kind in dice.kinds if kind.shape == shape}
    known = [face for face in faces if face.kind in kinds]
    if not any(face.is_bare for face in known):
        return []
    signs = [face.prints for face in known if not face.is_bare and face.prints is not None]
    with_pips = dice.has_key and shape == "cube" and not kinds <= dice.kinds_shown
    return [*dict.fromkeys(signs), *([pips_drawn()] if with_pips else [])]


def without_lamp(mark: Mark, crop: Picture, carried: Sequence[Prints], reader: MarkReader) -> Mark:
    """A mark as it is without the lamp that a bare face mirrors, where this hides nothing that may be
    `carried`; else the mark itself. `crop` is what it was read of.
    """
    if mark.unevenness < BARE or not carried:
        return mark
    return bare_under_lamp(mark, crop, carried, reader) or mark


def bare_under_lamp(mark: Mark, crop: Picture, carried: Sequence[Prints], reader: MarkReader) -> Mark | None:
    """What lies in the middle of a `vision.signs.marks.face_crop`, but for a lamp that it mirrors.

    None where it mirrors none, where that may hide any of what may be `carried`, and where more is seen.
    """
    bare = _beside_lamp(crop, carried, reader)
    return _through_sheen(crop, carried, reader) if bare is None and mark.shape != "token" else bare


def _beside_lamp(crop: Picture, carried: Sequence[Prints], reader: MarkReader) -> Mark | None:
    """A bare face without a lamp, where enough would be seen beside it of all that may be carried."""
    lamp = lamp_on(crop, FACE)
    if lamp is None:
        return None
    cleared = painted_over(crop, lamp)
    if unevenness(cleared) >= BARE:
        return None
    (bare,) = reader.marks_of([cleared])
    hidden = seen_from_middle(lamp.astype(np.float32), FACE * PLAIN[bare.shape])
    return bare if all(prints.least_seen(hidden) > SHOWN for prints in carried) else None


def _through_sheen(crop: Picture, carried: Sequence[Prints], reader: MarkReader) -> Mark | None:
    """A bare face without a sheen, where that is not itself what may be carried.

    That of a gear-wheel, which has gaps, may be: this is for cubes.
    """
    found = without_sheen(crop, FACE)
    if found is None:
        return None
    level, sheen = found
    part = seen_from_middle(sheen.astype(np.float32), FACE)
    if unevenness(level) >= BARE_IN_SHEEN or any(prints.most_alike(part) > ALIKE for prints in carried):
        return None
    return reader.marks_of([level])[0]


@functools.cache
def pips_drawn() -> Prints:
    """The prints of faces with one to six pips, as small as makers drill them."""
    return Prints([print_of_drawing(_pips(pattern), FACE) for pattern in PATTERN.values()])


def _pips(pattern: Sequence[tuple[float, float]]) -> Floats:
    ink = np.zeros((CROP, CROP), np.uint8)
    for place in pattern:
        x, y = (round(((CROP - 1) / 2 + CORNER * FACE * along) * 2**FINE) for along in place)
        cv2.circle(ink, (x, y), round(SMALL_PIP * FACE * 2**FINE), (255,), -1, cv2.LINE_AA, FINE)
    return np.asarray(ink / 255, np.float32)
