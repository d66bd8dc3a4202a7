"""How each of the nets that find and read top faces is made: what its pictures show, its form, how long it is
fitted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.finding import spots, top_finder
from vision.finding.spots import find_places
from vision.finding.top_finder import THINGS
from vision.forms import PIPS
from vision.pips import net
from vision.rendering import Label, random_scene, render
from vision.rendering.random_scenes import MOSTLY_PIPS
from vision.rendering.scene import floats
from vision.training.d8_photographs import FOLDS, placed, third_of
from vision.training.pictures import RENDERED, RENDERED_SIDE, Sample, pack, photographs
from vision.training.places import snapped

# What the net for all forms calls what the renderer calls otherwise; a solid of no game is not to be found.
THING_OF = {"other": "sign", "d8": "d8", "token": "token"}


def pips_of(label: Label) -> int | None:
    """The place of a d6's face among PIPS; None for what is no d6."""
    return PIPS.index(label.face) if label.kind == "d6" else None


def thing_of(label: Label) -> int | None:
    """The place of a top face among THINGS; None for a solid that no game here has."""
    pips = pips_of(label)
    if pips is not None:
        return pips
    return THINGS.index(THING_OF[label.kind]) if label.kind in THING_OF else None


@dataclass(frozen=True)
class Recipe:
    """A net's recipe: rendered pictures first, then photographs as well, then single places in both.

    `things` is how many things it tells apart, 0 for the one that tells but where. `named` says which of
    them a label is, None for what it must leave alone. `shares` are those of the renderer's kinds of dice,
    `sizes` their widths in pixels, `tilt` the camera's in degrees at most. `steps` are those with
    rendered pictures, `rate` their highest rate, `more` those with photographs added, and `looks` those
    with single places as the reader looks at them, at an r of `look` pixels, and `last` those where path-
    traced pictures are shown so, too, or where it goes on from the weights that there are.
    """

    weights: Path
    things: int
    named: Callable[[Label], int | None]
    shares: tuple[float, ...]
    sizes: tuple[float, float]
    tilt: float
    steps: int
    rate: float
    more: int
    looks: int = 0
    look: float | None = None
    last: int = 0

    def draw(self, seed: int) -> Sample:
        """The rendered picture number `seed`."""
        rng = np.random.default_rng(seed)
        scene = random_scene(rng, RENDERED_SIDE, RENDERED_SIDE, self.sizes, self.tilt, self.shares)
        frame, labels = render(scene, rng)
        rows = [
            [label.x, label.y, label.r, thing, label.visible > 0.97]
            for label in labels
            if (thing := self.named(label)) is not None
        ]
        return Sample(pack(frame), floats(rows).reshape(-1, 5), RENDERED, str(seed))

    def known(self, sample: Sample) -> Sample:
        """A photograph with those of its dice that this net is to find."""
        if self.named is pips_of:
            return replace(sample, faces=sample.faces[sample.faces[:, 3] < len(PIPS)])
        return sample


RECIPES = {
    "spots": Recipe(
        weights=spots.WEIGHTS,
        things=0,
        named=thing_of,
        shares=(0.42, 0.22, 0.12, 0.18, 0.06),
        sizes=(18, 110),
        tilt=50.0,
        steps=14_000,
        rate=2.5e-3,
        more=7000,
        last=5500,
    ),
    "d6": Recipe(
        weights=net.WEIGHTS,
        things=len(PIPS),
        named=pips_of,
        shares=MOSTLY_PIPS,
        sizes=(18, 100),
        tilt=58.0,
        steps=18_000,
        rate=2e-3,
        more=1100,
        looks=2500,
        look=net.LOOK[1],
        last=3000,
    ),
    "tops": Recipe(
        weights=top_finder.WEIGHTS,
        things=len(THINGS),
        named=thing_of,
        shares=(0.2, 0.33, 0.27, 0.12, 0.08),
        sizes=(18, 110),
        tilt=40.0,
        steps=16_000,
        rate=2e-3,
        more=1000,
        looks=2500,
        look=top_finder.LOOK[1],
        last=4000,
    ),
}


def with_spots(sample: Sample) -> Sample:
    """A picture with the places where the net for places sees a face and none lies."""
    faces = sample.faces[:, :3]
    wrong = [
        place
        for place in find_places(sample.picture()).likely
        if not any(
            math.hypot(place[0] - x, place[1] - y) < 0.6 * max(place[2], r) for x, y, r in faces.tolist()
        )
    ]
    return replace(sample, spots=floats(wrong).reshape(-1, 3))


def all_photographs(folder: Path) -> list[Sample]:
    """Those below `folder` with their dice: d6 where the shipped nets see them, d8 where a person did.
    Photographs of dice of which nobody has said where they lie are left out.

    Raises ValueError for a picture that is no picture.
    """
    reader = net.shipped()
    return [
        placed(sample) or snapped(sample, reader)
        for sample in photographs(folder)
        if placed(sample) or not sample.unplaced
    ]


def fold_of(sample: Sample, samples: Sequence[Sample]) -> int | None:
    """Which third of the photographs it belongs to; None where no dice lie that are to be found.

    A folder of d6 is of one third, and so are all photographs of one d8.
    """
    if not len(sample.faces):
        return None
    if sample.origin != sample.folder:
        return third_of(sample.origin)
    folders = sorted({one.folder for one in samples if len(one.faces) and one.origin == one.folder})
    return folders.index(sample.folder) % FOLDS


def left_in(samples: Sequence[Sample], fold: int) -> list[Sample]:
    """All but the photographs of one third."""
    return [sample for sample in samples if fold_of(sample, samples) != fold]
