"""Faces cut out of path-traced pictures: few, but lit as real ones are."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from vision.files import read_picture
from vision.marks import SHAPES, near
from vision.reading import Picture
from vision.rendering import Label
from vision.tops import find_tops
from vision.training.marks.looks import CUBE, D8, TOKEN
from vision.training.marks.told import BARE, Told, is_seen
from vision.training.pictures import traced

SHAPE_OF = {"d6": CUBE, "other": CUBE, "d8": D8, "token": TOKEN}
BARE_FACES = "blank"  # what their names begin with
WORTH_A_LOOK = 0.2  # confidence: what the finder takes for a top where no die lies
DARKEST, BRIGHTEST = 14, 242  # mean grey levels: beyond these a bare face cannot be told from the ground


def faces_traced(folder: Path) -> Iterator[Told]:
    """The top faces in the pictures that Blender drew into ``folder``, and what the finder takes for some.

    Signs are told apart from nothing: two of a name may be the same or not.
    """
    for path, labels in traced(folder):
        picture = read_picture(path)
        for label in labels:
            told = _told(near(picture, (label.x, label.y, label.r)), label)
            if told is not None:
                yield told
        yield from _taken_for_tops(picture, labels)


def _told(patch: Picture, label: Label) -> Told | None:
    """The face of a die; None where it cannot be seen."""
    shape = SHAPES.index(SHAPE_OF[label.kind])
    if label.face.startswith(BARE_FACES):
        return Told(patch, BARE, shape) if DARKEST < np.mean(patch) < BRIGHTEST else None
    if not is_seen(patch):
        return None
    numeral = int(label.face) - 1 if label.kind == "d8" else -1
    return Told(patch, -1, shape, numeral, pips=int(label.face) if label.kind == "d6" else 0)


def _taken_for_tops(picture: Picture, labels: list[Label]) -> Iterator[Told]:
    for top in find_tops(picture):
        if top.confidence > WORTH_A_LOOK and all(
            math.hypot(top.x - label.x, top.y - label.y) > max(top.r, label.r) for label in labels
        ):
            yield Told(near(picture, (top.x, top.y, top.r)), -1, SHAPES.index("nothing"))
