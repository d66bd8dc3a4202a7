"""From faces to dice: which faces are top faces, how sure each reading is, and what speaks against it.

A die is certain only when independent things agree: the marks that were counted form the face, the nine places
of a pip say the same face, and around them lies one plain body, with an edge, of the right size, whose middle
the face is. Each is a check with a limit; the limits were set by hand, and are stricter the fewer pips there are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.bodies import Outline, Surroundings
from vision.faces import FACE, Face, find_faces
from vision.pips import Pip, Picture, dark_and_light_views, find_pips
from vision.places import Places, read_places

# Marks that are looked at closely; a picture that shows more is a patterned ground.
MOST_FACES = 220


@dataclass(frozen=True)
class Limit:
    """A number that should stay under (or over) a limit: how well it does, 1 for well, 0.5 at the limit."""

    limit: float
    softness: float
    over: bool = False

    def grade(self, value: float) -> float:
        way = (value - self.limit) / self.softness
        return float(1 / (1 + np.exp(np.clip(-way if self.over else way, -30, 30))))


# For one pip, two and three, four to six: what each number must keep to.
EVERY = {
    "misfit": Limit(0.16, 0.02),
    "uneven": Limit(0.20, 0.03),
    "slant": Limit(1.45, 0.05),
    "strangers": Limit(0.5, 0.15),
    "fill": Limit(0.07, 0.01),
    "contrast": Limit(28.0, 4.0, over=True),
    "radius": Limit(2.0, 0.15, over=True),
    "roundness": Limit(0.70, 0.025, over=True),
    "places": Limit(0.48, 0.04),
    "closed": Limit(0.65, 0.04, over=True),
    "narrow": Limit(1.15, 0.08, over=True),
    "wide": Limit(3.2, 0.15),
    "lopsided": Limit(0.17, 0.02),
    "patchy": Limit(1.2, 0.1),
    "rival": Limit(0.8, 0.04),
}
FEW = EVERY | {
    "closed": Limit(0.8, 0.03, over=True),
    "ragged": Limit(0.25, 0.02),
    "nearest": Limit(1.15, 0.04, over=True),
    "patchy": Limit(0.75, 0.05),
    "places": Limit(0.40, 0.04),
}
ONE = FEW | {
    "closed": Limit(0.9, 0.03, over=True),
    "roundness": Limit(0.78, 0.02, over=True),
    "radius": Limit(2.4, 0.15, over=True),
    "lopsided": Limit(0.12, 0.015),
    "ragged": Limit(0.22, 0.02),
}


@dataclass
class Candidate:
    """A face with all that was seen on and around it."""

    face: Face
    pips: list[Pip]
    outline: Outline
    places: Places
    rival: float = 0.0  # how good a top face its best rival on the same die would make, itself being 1

    @property
    def r(self) -> float:
        """Half the width of the face in pixels. A one does not tell: there the body's edge says it."""
        if self.face.value == 1:
            return float(np.clip(self.outline.width, 1.2, 4.0) * self.face.size / FACE * 0.9)
        return self.face.size / 2

    @property
    def radius(self) -> float:
        return float(np.mean([p.r for p in self.pips]))

    @property
    def roundness(self) -> float:
        small, large = np.linalg.eigvalsh(np.mean([p.shape for p in self.pips], axis=0))
        return float(np.sqrt(max(small, 1e-9) / large))

    @property
    def topness(self) -> float:
        """Top faces are seen less slanted than sides: their pips are larger and rounder."""
        return self.radius ** 2 * self.roundness

    def limits(self) -> dict[str, Limit]:
        return ONE if self.face.value == 1 else FEW if self.face.value < 4 else EVERY

    def numbers(self) -> dict[str, float]:
        edge, seen = self.outline.edge, self.outline.seen
        agree = self.places.value == self.face.value
        return {
            "misfit": self.face.misfit,
            "uneven": self.face.notes["uneven"],
            "slant": self.face.notes["slant"],
            "strangers": self.face.notes["strangers"],
            "fill": float(np.mean([abs(1 - p.fill) for p in self.pips])),
            "contrast": float(np.mean([p.contrast for p in self.pips])),
            "radius": self.radius,
            "roundness": self.roundness,
            "places": self.places.misfit if agree else 2.0,
            "closed": self.outline.closed,
            "narrow": self.outline.width,
            "wide": self.outline.width,
            "lopsided": self.outline.lopsided,
            "patchy": self.outline.evenness,
            "rival": self.rival,
            "ragged": float(seen.std() / seen.mean()) if len(seen) > 3 else 9.0,
            "nearest": float(np.percentile(edge, 10)),
        }

    def grades(self) -> dict[str, float]:
        """For each check how well it is kept: under 0.5 the limit is broken."""
        numbers = self.numbers()
        return {name: limit.grade(numbers[name]) for name, limit in self.limits().items()}

    def doubts(self) -> tuple[str, ...]:
        """Names of the checks that speak against taking this face for certain."""
        return tuple(name for name, grade in self.grades().items() if grade < 0.5)

    @property
    def presence(self) -> float:
        """Is a die's face there at all? 0 to 1; says nothing of its being on top."""
        numbers = self.numbers()
        return float(np.prod([limit.grade(numbers[name]) for name, limit in PRESENCE[min(self.face.value, 4)].items()])
                     * min(1.0, self.face.quality * 4))


SHOWN_MANY = {
    "contrast": Limit(16.0, 3.0, over=True),
    "roundness": Limit(0.40, 0.05, over=True),
    "closed": Limit(0.35, 0.06, over=True),
    "wide": Limit(4.5, 0.2),
    "patchy": Limit(2.5, 0.3),
    "places": Limit(1.6, 0.2),
}
SHOWN_FEW = SHOWN_MANY | {
    "closed": Limit(0.6, 0.06, over=True),
    "ragged": Limit(0.42, 0.04),
    "nearest": Limit(0.8, 0.08, over=True),
    "patchy": Limit(1.3, 0.15),
    "roundness": Limit(0.50, 0.05, over=True),
    "places": Limit(0.9, 0.1),
}
SHOWN_ONE = SHOWN_FEW | {
    "closed": Limit(0.75, 0.04, over=True),
    "ragged": Limit(0.36, 0.03),
    "contrast": Limit(24.0, 4.0, over=True),
    "patchy": Limit(0.95, 0.08),
    "lopsided": Limit(0.3, 0.03),
    "wide": Limit(3.6, 0.2),
}
PRESENCE = {1: SHOWN_ONE, 2: SHOWN_FEW, 3: SHOWN_FEW, 4: SHOWN_MANY}


def find_candidates(picture: Picture) -> list[Candidate]:
    """All faces of a picture that may belong to dice, with what was seen around them."""
    pips = find_pips(picture)
    dark, light = dark_and_light_views(picture)
    surroundings = Surroundings(picture)
    candidates = []
    for face in find_faces(pips)[:MOST_FACES]:
        members = [pips[i] for i in face.pips]
        view = dark if members[0].dark else light
        candidates.append(Candidate(face, members, surroundings.outline(face, pips), read_places(view, face, pips)))
    return candidates


def top_faces(candidates: list[Candidate]) -> list[tuple[Candidate, list[Candidate]]]:
    """One face for each die, with the other faces seen on the same die."""
    present = [c for c in candidates if c.presence > 0.25]
    for candidate in present:
        candidate.rival = max((o.topness / candidate.topness for o in present if _same_die(candidate, o)), default=0.0)
    tops: list[tuple[Candidate, list[Candidate]]] = []
    left = sorted(present, key=lambda c: -c.topness * c.presence)
    while left:
        # The best of its neighbourhood, which need not be the best of the picture.
        top = left[0]
        while (better := max((o for o in left if _same_die(top, o)), default=top, key=_rank)) and _rank(better) > _rank(top):
            top = better
        sides = [o for o in left if _same_die(top, o)]
        tops.append((top, sides))
        left = [o for o in left if o is not top and o not in sides]
    return tops


def _rank(candidate: Candidate) -> float:
    return candidate.topness * candidate.presence * (1.0 if candidate.face.value > 1 else 0.8)


def _same_die(one: Candidate, other: Candidate) -> bool:
    """Two faces nearer to each other than two dice of this size can lie."""
    if one is other:
        return False
    near = 1.7 * max(one.r, other.r) if min(one.radius, other.radius) > 0.5 * max(one.radius, other.radius) else one.r
    return bool(np.hypot(one.face.x - other.face.x, one.face.y - other.face.y) < near)
