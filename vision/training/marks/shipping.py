"""The faces of the shipped sets as the net sees them: so that they can be read without being taught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision import drawings
from vision.dice_sets import SETS, Kind
from vision.rendering import Die, render
from vision.rendering.scene import Image
from vision.signs.known import KnownFace, tint_over
from vision.signs.marks import MarkReader, face_crop
from vision.training.marks.carried import any_symbols
from vision.training.marks.looks import Look, random_look, random_shot
from vision.training.marks.measure import BODY, Box, Place, scene_of, shaded, shipped_box
from vision.training.marks.patches import patch_of
from vision.training.marks.symbols import Rng, filled

DRAWN, RENDERED = 48, 24  # patches of a face, in any light
KEPT = 6  # directions of a face: each the mean of some patches
PLACE = Place(tilt=20.0)


def shipped_faces(reader: MarkReader) -> list[tuple[str, KnownFace]]:
    """Every face of every shipped set that carries our drawings, with the set's name."""
    rng = np.random.default_rng(1)
    found = []
    for dice in SETS.values():
        carries_drawings = all(set(kind.faces) <= set(drawings.symbols()) for kind in dice.kinds)
        boxes = [shipped_box(rng, dice) for _ in range(RENDERED)] if carries_drawings else []
        for kind in dice.kinds if carries_drawings else ():
            for face in kind.faces:
                found.append((dice.name, _known(rng, reader, kind, face, boxes)))
    return found


def _known(rng: Rng, reader: MarkReader, kind: Kind, face: str, boxes: Sequence[Box]) -> KnownFace:
    crops = [_drawn(rng, kind, face) for _ in range(DRAWN)]
    crops += [_rendered(rng, box.die(kind.name, face)) for box in boxes]
    marks = reader.marks_of(crops)
    directions = np.stack([mark.direction for mark in marks])
    middles = directions.reshape(KEPT, -1, directions.shape[1]).mean(axis=1)
    middles /= np.linalg.norm(middles, axis=1, keepdims=True)
    tint = tint_over(marks) if drawings.own_colour(face) else None
    return KnownFace(kind.name, face, np.asarray(middles, np.float32), tint)


def _drawn(rng: Rng, kind: Kind, face: str) -> Image:
    look = _look(rng, kind.shape, face, kind.colours[0] if kind.colours else None)
    faces = [filled(np.array(drawings.mask(face, 96))), *any_symbols(rng, 5)]
    return patch_of(kind.shape, look, faces, random_shot(rng, tilt=20.0))


def _rendered(rng: Rng, die: Die) -> Image:
    picture, (label,) = render(scene_of(rng, [die], PLACE), rng)
    return face_crop(picture, (label.x, label.y, label.r))


def _look(rng: Rng, shape: str, face: str, colour: str | None) -> Look:
    """A die of the kind's colour, or of any."""
    look = random_look(rng, shape)
    if colour is None:
        return replace(look, panel=None, ring=None)
    body = shaded(rng, BODY[colour])
    tone = rng.uniform(10, 50) if sum(body) > 380 else rng.uniform(205, 250)
    ink = drawings.own_colour(face) or (tone, tone, tone)
    return replace(look, body=body, ink=ink, panel=None, ring=None, grain=0.0)
