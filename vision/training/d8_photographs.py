"""Where the d8 lie in photographs of them.

Each photograph shows one die, and its labels name no place: ``d8_places.csv`` says where the top face lies
(middle and half an edge, in pixels, by eye) and which of the dice it is.
"""

from __future__ import annotations

import csv
import functools
from dataclasses import replace
from pathlib import Path

from vision.rendering.scene import floats
from vision.tops import THINGS
from vision.training.pictures import Sample

PLACES = Path(__file__).parent / "d8_places.csv"


def placed(sample: Sample) -> Sample | None:
    """A photograph of a d8 with its top face, the die as its ``origin``. None for one of something else."""
    place = _places().get(sample.name)
    if place is None:
        return None
    row = [float(place["x"]), float(place["y"]), float(place["r"]), float(THINGS.index("d8")), 1.0]
    return replace(sample, faces=floats([row]), origin=f"die {place['die']}")


@functools.lru_cache(maxsize=1)
def _places() -> dict[str, dict[str, str]]:
    with PLACES.open(newline="", encoding="utf-8") as table:
        return {row["file"]: row for row in csv.DictReader(table)}
