"""Where the d8 lie in photographs of them.

Each photograph shows one die, and its labels name no place: `d8_places.csv` says where the top face lies
(middle and half an edge, in pixels, by eye) and which of the dice it is.
"""

from __future__ import annotations

import csv
import functools
from dataclasses import dataclass, replace
from pathlib import Path

from vision.finding.top_finder import THINGS
from vision.finding.tops import find_tops
from vision.reading import Picture
from vision.rendering.scene import floats
from vision.signs.marks import face_crop
from vision.training.pictures import Sample, photographs

PLACES = Path(__file__).parent / "d8_places.csv"
FOLDS = 3
LIKE_A_D8 = 0.2  # the finder's share from which on another die may be taken for one


def placed(sample: Sample) -> Sample | None:
    """A photograph of a d8 with its top face, the die as its `origin`. None for one of something else."""
    place = _places().get(sample.name)
    if place is None:
        return None
    row = [float(place["x"]), float(place["y"]), float(place["r"]), float(THINGS.index("d8")), 1.0]
    return replace(sample, faces=floats([row]), origin=f"die {place['die']}")


@functools.lru_cache(maxsize=1)
def _places() -> dict[str, dict[str, str]]:
    with PLACES.open(newline="", encoding="utf-8") as table:
        return {row["file"]: row for row in csv.DictReader(table)}


def third_of(die: str) -> int:
    """Which third of the photographed d8 that one belongs to."""
    return int(die.removeprefix("die ")) % FOLDS


@dataclass(frozen=True)
class NumeralSeen:
    """The top face of a photographed d8 as `face_crop` cuts it out; its numeral, which die it is."""

    crop: Picture
    numeral: int
    die: str


def numerals_seen(folder: Path) -> list[NumeralSeen]:
    """The numerals of all d8 in the photographs below `folder`.

    Raises ValueError for a picture that is no picture.
    """
    with (folder / "labels.csv").open(newline="", encoding="utf-8") as table:
        shown = {row["file"]: int(row["face"]) for row in csv.DictReader(table) if row["kind"] == "d8"}
    seen = []
    for sample in photographs(folder):
        die = placed(sample)
        if die is not None:
            x, y, r = die.faces[0, :3].tolist()
            seen.append(NumeralSeen(face_crop(die.picture(), (x, y, r)), shown[sample.name], die.origin))
    return seen


def others_seen(folder: Path) -> list[Picture]:
    """What `find_tops` takes for the top of a d8 on photographs below `folder` that no label names."""
    with (folder / "labels.csv").open(newline="", encoding="utf-8") as table:
        labelled = {row["file"] for row in csv.DictReader(table)}
    seen = []
    for sample in photographs(folder):
        if sample.name not in labelled:
            picture = sample.picture()
            tops = [top for top in find_tops(picture) if top.forms["d8"] > LIKE_A_D8]
            seen += [face_crop(picture, (top.x, top.y, top.r)) for top in tops]
    return seen
