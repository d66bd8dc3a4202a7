"""The labelled photographs of the tests: what lies on each of them."""

from __future__ import annotations

import csv
import math
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from vision import DieSeen

PHOTOS = Path(__file__).parent / "photos"
# Something on these must come out unsure: a slanted, blurred, cut or badly lit die.
HARD = frozenset(
    {
        "webcam_white_d6/016.jpg",
        "table_oblique_d6/032.jpg",
        "table_oblique_d6/040.jpg",
    }
)


@dataclass(frozen=True)
class Lying:
    """A die as a person labelled it."""

    face: str
    x: float
    y: float
    r: float

    def is_at(self, die: DieSeen) -> bool:
        return math.hypot(die.x - self.x, die.y - self.y) < max(0.9 * self.r, 0.5 * die.r)


def labels() -> dict[str, list[Lying]]:
    """For each picture the dice on it."""
    found: dict[str, list[Lying]] = defaultdict(list)
    with (PHOTOS / "labels.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            found[row["file"]].append(Lying(row["face"], *(float(row[name]) for name in "xyr")))
    return found
