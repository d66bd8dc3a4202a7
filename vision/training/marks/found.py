"""What the finder takes for top faces in pictures, and what of it is one: the small net sees it just so, too.

Drawn patches show what may lie beside a die. What a finder is deceived by, a side in the light, a tile, the
head of a pawn, only its own finds show.
"""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.finding.tops import find_tops
from vision.reading import Picture
from vision.rendering import Label, random_scene, render
from vision.rendering.scene import Image
from vision.signs.marks import SHAPES, face_crop
from vision.training.pictures import traced

SHAPE_OF = {"d6": "cube", "other": "cube", "d8": "d8", "token": "token"}
# Pictures that are rendered for this: their sides and the dice's widths in pixels, one of the cameras' tilts
# at most, the shares of the renderer's kinds of dice, and how much of a die is seen at the least.
SIDE, SIZES, TILTS = 400, (28.0, 110.0), (15.0, 25.0, 38.0)
SHARES, IN_VIEW = (0.08, 0.27, 0.33, 0.16, 0.16), 0.9
# A find is a die if its middle lies this near to the die's, in r, and its size is like the die's; what lies
# between this and the second is neither, and left out, as are less likely and smaller ones (in pixels).
ON_IT, LIKE_IT, BESIDE = 0.45, 1.3, 0.7
LIKELY, LARGE_ENOUGH = 0.1, 8.0


@dataclass(frozen=True)
class Found:
    """A find as `face_crop` cuts it out, its shape (a number of SHAPES) and numeral (from 0 on, or -1)."""

    crop: Image
    shape: int
    numeral: int


def found_in(picture: Picture, labels: Sequence[Label]) -> Iterator[Found]:
    """What the finder takes for top faces in `picture`, in which the dice lie that `labels` say."""
    for top in find_tops(picture):
        if top.confidence < LIKELY or top.r < LARGE_ENOUGH:
            continue
        away = [math.hypot(top.x - label.x, top.y - label.y) / label.r for label in labels]
        there = next(
            (
                label
                for label, far in zip(labels, away, strict=True)
                if far < ON_IT and 1 / LIKE_IT < top.r / label.r < LIKE_IT
            ),
            None,
        )
        if there is None and min(away, default=math.inf) < BESIDE:
            continue
        crop = face_crop(picture, (top.x, top.y, top.r))
        shape = SHAPE_OF.get(there.kind, "nothing") if there else "nothing"
        numeral = int(there.face) - 1 if there and shape == "d8" and there.face.isdigit() else -1
        yield Found(crop, SHAPES.index(shape), numeral)


def _found_rendered(seed: int) -> list[Found]:
    cv2.setNumThreads(1)
    rng = np.random.default_rng([900, seed])
    scene = random_scene(rng, SIDE, SIDE, SIZES, float(rng.choice(TILTS)), SHARES)
    picture, labels = render(scene, rng)
    return list(found_in(picture, [label for label in labels if label.visible > IN_VIEW]))


def found_rendered(count: int, seed: int, jobs: int) -> Iterator[Found]:
    """What is found in so many rendered pictures: the same for the same `seed`."""
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for found in pool.imap(
            _found_rendered, range(seed * 1_000_000, seed * 1_000_000 + count), chunksize=4
        ):
            yield from found


def found_traced(folder: Path) -> Iterator[Found]:
    """What is found in the pictures that Blender drew into `folder` to learn from."""
    for path, labels in traced(folder):
        yield from found_in(np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8), labels)
