"""The dice that the rules doubt, in pictures of which it is known what lies there (`pips/weighing.py`)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from vision.dice_sets import SETS
from vision.files import read_picture
from vision.finding.tops import LIKELY, find_tops
from vision.naming import Frame
from vision.pips.claims import claims_on
from vision.pips.voting import judge
from vision.pips.weighing import evidence, may_be_weighed
from vision.reading import Picture
from vision.rendering import Label, random_scene, render
from vision.rendering.scene import floats
from vision.sharpness import SHARP, blur_of
from vision.training.pictures import photographs

# Rendered pictures: their sizes, how wide dice are and how far the camera is tilted, and the shares of d6,
# cubes with signs, d8, tokens and foreign dice. A dot on a cube of another game looks just like a one.
SIDES, SIZES, TILT = ((640, 480), (640, 360), (960, 540)), (20.0, 100.0), 30.0
SHARES = (0.82, 0.0, 0.06, 0.06, 0.06)
# A label belongs to what lies nearer than this to its middle, in its r.
NEAR = 0.6

Weighed = tuple[Mapping[str, float], bool]  # what is known of a die, and whether it is one and shows that


def doubted(frame: Picture, labels: Sequence[Label]) -> Iterator[Weighed]:
    """The dice of a picture that the rules doubt, as far as they may be weighed."""
    whole = Frame(frame)
    picture, scale = whole.small, whole.scale
    found = find_tops(picture, SETS["d6"].forms)
    claims, counted = claims_on(picture, found)
    soft = blur_of(picture, [(top.x, top.y, top.r) for top in found if top.confidence > LIKELY]) > SHARP
    votes, view = judge(picture, claims, counted, soft=soft)
    sizes = [one.r for one in votes if one.certain]
    shows: dict[int, str] = {}
    again: set[int] = set()  # other looks at a die, which say nothing
    for label in labels:
        x, y, r = scale * label.x, scale * label.y, scale * label.r
        near = [one for one in votes if math.hypot(one.x - x, one.y - y) < NEAR * r]
        left = [one for one in near if id(one) not in again | shows.keys()]
        likeliest = sorted(left, key=lambda one: -one.likely)
        shows |= {id(one): label.face for one in likeliest[:1]}
        again |= {id(one) for one in likeliest[1:]}
    for one in votes:
        if not one.certain and may_be_weighed(one) and id(one) not in again:
            yield evidence(one, view, sizes), shows.get(id(one)) == str(one.face)


def doubted_rendered(seed: int) -> list[Weighed]:
    """Those of one rendered picture."""
    rng = np.random.default_rng(seed)
    picture, labels = render(random_scene(rng, *SIDES[seed % len(SIDES)], SIZES, TILT, SHARES), rng)
    return list(doubted(picture, [label for label in labels if label.kind == "d6"]))


def doubted_pictured(pictured: tuple[Path, Sequence[Label]]) -> list[Weighed]:
    """Those of one picture and what lies in it; raises BadPicture for a file that is none."""
    path, labels = pictured
    return list(doubted(read_picture(path), [label for label in labels if label.kind == "d6"]))


def doubted_photographed(folder: Path) -> Iterator[Weighed]:
    """Those of photographs with labels that say where d6 lie."""
    for sample in photographs(folder):
        if len(sample.faces) and not sample.unplaced:
            labels = [Label("d6", str(int(face) + 1), x, y, r) for x, y, r, face, _ in floats(sample.faces)]
            yield from doubted(sample.picture(), labels)
