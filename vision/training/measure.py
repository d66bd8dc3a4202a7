"""How well a net reads labelled photographs: dice right, pictures right, and what its sureness is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.net import Candidate, FaceFinder
from vision.training.pictures import Sample

LEVELS = (0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)


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
    """Reads ``samples`` and compares: a die is right when the claim about it names its face."""
    tally = Tally()
    for sample in samples:
        claims = list(finder.find_faces(sample.picture()))
        compare(sample, claims, threshold, tally)
    return tally


def matched(sample: Sample, claims: Sequence[Candidate]) -> dict[int, Candidate]:
    """Which claim is about which labelled die: each claim and each die once.

    The likeliest pairs come first: sure claims, near the middle of the box. Nearness alone would take the
    front of a die that is seen at a slant, sureness alone a neighbour, where boxes overlap.
    """
    pairs = []
    for number, (x, y, r, _, _) in enumerate(sample.faces.tolist()):
        for claim in claims:
            off = max(abs(claim.x - x), abs(claim.y - y)) / r
            if off < 1:
                pairs.append((claim.confidence * (1.5 - off), number, claim))
    found: dict[int, Candidate] = {}
    for _, number, claim in sorted(pairs, key=lambda pair: pair[0], reverse=True):
        if number not in found and claim not in found.values():
            found[number] = claim
    return found


def compare(sample: Sample, claims: Sequence[Candidate], threshold: float, tally: Tally) -> None:
    """Adds to ``tally`` what came of one picture."""
    found = matched(sample, claims)
    whole = True
    for number, row in enumerate(sample.faces.tolist()):
        claim = found.get(number)
        right = claim is not None and claim.face == int(row[3]) + 1
        sure = claim is not None and claim.sureness >= threshold
        tally.dice += 1
        tally.dice_right += right and sure
        tally.misread += sure and not right
        tally.missed += not sure
        whole = whole and right and sure
        if claim is not None:
            tally.claims.append((claim.sureness, right))
    others = [claim for claim in claims if claim not in found.values()]
    tally.claims.extend((claim.sureness, False) for claim in others)
    invented = sum(claim.sureness >= threshold for claim in others)
    tally.invented += invented
    tally.pictures += 1
    tally.pictures_right += whole and not invented


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
