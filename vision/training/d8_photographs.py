"""Photographs of d8 and of foreign dice, for the net that finds dice of every form.

Each photograph shows one die, and its labels name no place: ``d8_places.csv`` says where the top face lies
(middle and half an edge, in pixels, by eye) and which of the dice it is.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from vision.rendering.scene import floats
from vision.tops import THINGS, Top, TopFinder
from vision.training.pictures import Sample, photographs

PLACES = Path(__file__).parent / "d8_places.csv"
FOREIGN = "foreign_dice"
FOLDS = 3
"""The dice are left out by thirds: what is found of them is found by a net that never saw them."""


def d8_photographs(folder: Path) -> list[Sample]:
    """Those below ``folder`` whose places are known, and foreign dice, on which nothing is to be found.

    ``origin`` is the die, or the foreign dice's folder. Raises ValueError for a picture that is no picture.
    """
    with PLACES.open(newline="", encoding="utf-8") as table:
        places = {row["file"]: row for row in csv.DictReader(table)}
    return [
        _placed(sample, places[sample.name]) if sample.name in places else sample
        for sample in photographs(folder)
        if sample.name in places or sample.origin == FOREIGN
    ]


def _placed(sample: Sample, place: dict[str, str]) -> Sample:
    row = [float(place["x"]), float(place["y"]), float(place["r"]), float(THINGS.index("d8")), 1.0]
    return replace(sample, faces=floats([row]), origin=f"die {place['die']}")


def fold_of(sample: Sample) -> int | None:
    """Which third of the dice it belongs to; None for foreign dice."""
    return None if sample.origin == FOREIGN else int(sample.origin.removeprefix("die ")) % FOLDS


def found_line(samples: Iterable[Sample], finder: TopFinder) -> str:
    """How many of the d8 were found, and how often a d8 was seen where none lies."""
    dice = found = elsewhere = 0
    for sample in samples:
        seen = [
            top for top in finder.find_tops(sample.picture()) if top.form == "d8" and top.confidence > 0.4
        ]
        here = [top for top in seen if len(sample.faces) and is_at(top, *sample.faces[0, :3].tolist())]
        dice += len(sample.faces)
        found += bool(here)
        elsewhere += len(seen) - len(here)
    return f"of {dice} d8 {found} were found; {elsewhere} were seen where none lies"


def is_at(top: Top, x: float, y: float, r: float) -> bool:
    """Is that top the labelled face: near its middle, about its size?"""
    return max(abs(top.x - x), abs(top.y - y)) < 0.4 * r and 0.65 < top.r / r < 1.5
