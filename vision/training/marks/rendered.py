"""Faces cut out of rendered pictures: truer than drawn patches, and slower to make."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rendering import Die, render
from vision.rendering.random_scenes import random_die
from vision.signs.marks import face_crop
from vision.training.marks.looks import CUBE, D8, TOKEN
from vision.training.marks.measure import Place, rendered_signs, scene_of
from vision.training.marks.symbols import Rng

VIEWS = 3
KINDS, CHANCES = (CUBE, D8, TOKEN), (0.6, 0.3, 0.1)
NAMES = tuple("abcdef")


@dataclass(frozen=True)
class SeenDie:
    """All faces of one die, each cut out of a few pictures: crops (faces, views, CROP, CROP, 3)."""

    kind: str
    crops: NDArray[np.uint8]


def _die(rng: Rng, kind: str) -> Die:
    """A die whose faces are all different, none of them bare."""
    if kind == D8:
        return random_die(rng, 50.0, "d8")
    die = random_die(rng, 50.0, "token" if kind == TOKEN else "other")
    signs = {name: face for name, face in rendered_signs(rng, die, NAMES).items() if face.any()}
    return replace(die, faces=signs, face=NAMES[0])


def seen_die(seed: int) -> SeenDie:
    """The die of that number: numerals in their order on a d8, else faces with signs."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([500, seed])
    kind = str(rng.choice(KINDS, p=CHANCES))
    die = _die(rng, kind)
    names = list(die.faces or ())
    crops = []
    for _ in range(VIEWS):
        tilt = float(rng.uniform(0, 32))
        picture, labels = render(
            scene_of(rng, [replace(die, face=face) for face in names], Place(tilt=tilt)), rng
        )
        places = {label.face: (label.x, label.y, label.r) for label in labels}
        crops.append([face_crop(picture, places[face]) for face in names])
    return SeenDie(kind, np.stack(crops, axis=1))


def seen_dice(count: int, seed: int, jobs: int) -> Iterator[SeenDie]:
    """So many dice, rendered by `jobs` processes: the same for the same `seed`."""
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(seen_die, range(seed * 1_000_000, seed * 1_000_000 + count), chunksize=8)
