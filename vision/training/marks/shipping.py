"""The faces of the shipped sets as the net sees them: so that they can be read without being taught."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision import drawings
from vision.dice_sets import SETS
from vision.known import KnownFace, tint_over
from vision.marks import MarkReader
from vision.training.marks.looks import CUBE, Look, random_look, random_shot
from vision.training.marks.measure import BODY, shaded
from vision.training.marks.patches import any_symbols, patch_of
from vision.training.marks.symbols import Rng, filled

EXAMPLES = 48  # patches of a face, drawn in any light
KEPT = 6  # directions of a face: each the mean of some patches


def shipped_faces(reader: MarkReader, seed: int = 1) -> list[tuple[str, KnownFace]]:
    """Every face of every shipped set that carries our drawings, with the set's name."""
    rng = np.random.default_rng(seed)
    found = []
    for dice in SETS.values():
        for kind in dice.kinds:
            for face in kind.faces if set(kind.faces) <= set(drawings.symbols()) else ():
                colour = kind.colours[0] if kind.colours else None
                found.append((dice.name, _known(rng, reader, kind.name, face, kind.shape, colour)))
    return found


def _known(rng: Rng, reader: MarkReader, kind: str, face: str, shape: str, colour: str | None) -> KnownFace:
    mask = np.array(drawings.mask(face, 96))
    crops = []
    for _ in range(EXAMPLES):
        look = _look(rng, shape, face, colour)
        faces = [filled(mask), *any_symbols(rng, 5)]
        crops.append(patch_of(shape if shape != "cube" else CUBE, look, faces, random_shot(rng, tilt=20.0)))
    marks = reader.marks_of(crops)
    directions = np.stack([mark.direction for mark in marks])
    middles = directions.reshape(KEPT, -1, directions.shape[1]).mean(axis=1)
    middles /= np.linalg.norm(middles, axis=1, keepdims=True)
    tint = tint_over(marks) if drawings.own_colour(face) else None
    return KnownFace(kind, face, np.asarray(middles, np.float32), tint)


def _look(rng: Rng, shape: str, face: str, colour: str | None) -> Look:
    """A die of the kind's colour, or of any."""
    look = random_look(rng, shape)
    if colour is None:
        return replace(look, panel=None)
    body = shaded(rng, BODY[colour])
    tone = rng.uniform(10, 50) if sum(body) > 380 else rng.uniform(205, 250)
    ink = drawings.own_colour(face) or (tone, tone, tone)
    return replace(look, body=body, ink=ink, panel=None, grain=0.0)
