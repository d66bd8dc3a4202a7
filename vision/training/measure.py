"""How well a net reads labelled photographs: dice right, pictures right, and what its sureness is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.net import Candidate, FaceFinder
from vision.training.pictures import Sample

LEVELS = (0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98)


@dataclass
class Tally:
    """What came of reading a folder: counts at a threshold of sureness, and every claim for the curve.

    ``claims`` are (sureness, right) of all candidates; a claim where no labelled die lies is wrong.
    """

    pictures: int = 0
    dice: int = 0
    dice_right: int = 0
    misread: int = 0
    missed: int = 0
    invented: int = 0
    pictures_right: int = 0
    claims: list[tuple[float, bool]] = field(default_factory=list)

    def line(self, name: str) -> str:
        """One row of a Markdown table."""
        share = 100 * self.dice_right / max(1, self.dice)
        whole = 100 * self.pictures_right / max(1, self.pictures)
        return (
            f"| {name} | {self.dice} | {share:.1f} % | {self.misread} | {self.missed} | {self.invented} "
            f"| {self.pictures} | {whole:.1f} % |"
        )


def read_all(samples: Iterable[Sample], finder: FaceFinder, threshold: float) -> Tally:
    """Reads ``samples`` and compares: a die is right when the surest candidate in its box names its face."""
    tally = Tally()
    for sample in samples:
        claims = list(finder.find_faces(sample.picture()))
        compare(sample, claims, threshold, tally)
    return tally


def compare(sample: Sample, claims: list[Candidate], threshold: float, tally: Tally) -> None:
    """Adds to ``tally`` what came of one picture."""
    tally.pictures += 1
    open_claims = list(claims)
    whole = True
    for x, y, r, face, _ in sample.faces.tolist():
        tally.dice += 1
        inside = [c for c in open_claims if max(abs(c.x - x), abs(c.y - y)) < r]
        best = max(inside, key=lambda c: c.sureness, default=None)
        if best is None:
            tally.missed += 1
            whole = False
            continue
        open_claims.remove(best)
        right = best.face == int(face) + 1
        tally.claims.append((best.sureness, right))
        if best.sureness < threshold:
            tally.missed += 1
        elif right:
            tally.dice_right += 1
        else:
            tally.misread += 1
        whole = whole and right and best.sureness >= threshold
    tally.claims.extend((claim.sureness, False) for claim in open_claims)
    extra = sum(claim.sureness >= threshold for claim in open_claims)
    tally.invented += extra
    tally.pictures_right += whole and not extra


def reliability(claims: Sequence[tuple[float, bool]], dice: int) -> list[str]:
    """Rows of a Markdown table: at each level of sureness, the share of claims right and of dice claimed."""
    sureness = np.array([claim[0] for claim in claims])
    right = np.array([claim[1] for claim in claims], bool)
    rows = []
    for level in LEVELS:
        above = sureness >= level
        count, good = int(above.sum()), int((right & above).sum())
        share = 100 * good / count if count else 100.0
        rows.append(
            f"| {level} | {count} | {count - good} | {share:.2f} % | {100 * good / max(1, dice):.1f} % |"
        )
    return rows
