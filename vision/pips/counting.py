"""From faces to dice: which faces are top faces, how sure each reading is, and what speaks against it.

A die is certain only when independent things agree: the marks that were counted form the face, the nine
places of a pip say the same face, and around them lies one plain body, with an edge, of the right size,
whose middle the face is. Each is a check with a limit; the limits were set by hand, and are stricter the
fewer pips there are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from statistics import fmean

import numpy as np

from vision.arrays import Doubles
from vision.crops import Place
from vision.finding.top_finder import Top
from vision.odds import chance
from vision.pips.bodies import Outline, Surroundings
from vision.pips.circles import bend, circles_of
from vision.pips.faces import Face, find_faces, inverse
from vision.pips.places import Places, read_places
from vision.pips.round_marks import Pip, find_pips, roundness_of
from vision.pips.slants import usual_at
from vision.quantiles import quantile
from vision.reading import LEAST_R, Picture


@dataclass(frozen=True)
class Limit:
    """A number that should stay under (or over) a limit: how well it does, 1 for well, 0.5 at the limit."""

    limit: float
    softness: float
    over: bool = False

    def grade(self, value: float) -> float:
        way = (value - self.limit) / self.softness
        return chance(max(-30.0, min(30.0, way if self.over else -way)))


# What a face is worth looking at by its presence, and what is there for sure.
PRESENT, SURELY_PRESENT = 0.25, 0.8
ABOVE = 1.5  # how much likelier that is a top which lies above another face in the picture
# Two faces nearer to each other than this (in units of the top) are one die's: seen from above, and where
# both are seen at a slant. Of two faces of one cube the squares of the roundnesses add up to 1, and a little
# more is measured.
SAME, SAME_SLANTED, OF_ONE_CUBE = 2.8, 5.0, 1.3
# For four to six pips, two and three, one: what each number must keep to.
MANY = {
    "misfit": Limit(0.16, 0.02),
    "uneven": Limit(0.20, 0.03),
    "slant": Limit(1.45, 0.05),
    "strangers": Limit(0.5, 0.15),
    "fill": Limit(0.07, 0.01),
    "contrast": Limit(28.0, 4.0, over=True),
    "radius": Limit(2.0, 0.15, over=True),
    "size": Limit(LEAST_R, 0.5, over=True),
    "roundness": Limit(0.70, 0.025, over=True),
    "places": Limit(0.48, 0.04),
    "closed": Limit(0.65, 0.04, over=True),
    "narrow": Limit(1.15, 0.08, over=True),
    "wide": Limit(4.2, 0.15),
    "lopsided": Limit(0.30, 0.03),
    "patchy": Limit(1.2, 0.1),
    "rival": Limit(0.75, 0.04),
    "flatness": Limit(0.86, 0.015, over=True),
    "cut": Limit(0.08, 0.01),
    "border": Limit(1.05, 0.03, over=True),
    "shared_edge": Limit(0.5, 0.1),
    "continued": Limit(0.5, 0.1),
    "company": Limit(0.5, 0.1),
    # The suits of cards and parts of numerals are not round. Of 415 certain dice in photographs the likest
    # mark came to 0.245 at the most, of all but four to less than 0.23.
    "signs": Limit(0.23, 0.01),
    # Two pips of a top and two of its side may make a four: these came to 1.03. Of 1,030 faces that were
    # counted right in photographs and path-traced pictures all but one came to 0.31 at the most.
    "bend": Limit(0.45, 0.03),
}
FEW = MANY | {
    "wide": Limit(3.4, 0.15),
    "lopsided": Limit(0.17, 0.02),
    "border": Limit(1.4, 0.04, over=True),
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
    "border": Limit(2.0, 0.05, over=True),
}
LIMITS = {1: ONE, 2: FEW, 3: FEW, 4: MANY, 5: MANY, 6: MANY}


@dataclass
class Counted:
    """A face with all that was seen on and around it."""

    face: Face
    pips: list[Pip]
    circle: Doubles  # 2x2: covariance of what is seen of its pips' circles, on the mean
    unlike: float  # by what part of its area the likest of its marks is unlike an ellipse
    bend: float  # how much more slanted than the others one of its pips is seen
    outline: Outline
    places: Places
    border: float  # pixels from the face's middle to the nearest border of the picture
    shares_edge: bool = False  # with a face that may be another side of the same die, or the next die's top
    flatness: float = 1.0  # its roundness to that of the other dice: less for a die that leans
    rival: float = 0.0  # how good a top face its best rival on the same die would make, itself being 1

    @cached_property
    def r(self) -> float:
        """Half the width of the face in pixels."""
        return float(2 * np.sqrt(abs(np.linalg.det(self.axes))))

    @cached_property
    def axes(self) -> Doubles:
        """Axes of the face, 2 being half its width: for a one, too, by the body's edge."""
        if self.face.value > 1:
            return self.face.axes
        return self.face.axes * (float(np.clip(self.outline.width, 1.2, 4.0)) * 0.9 / 2)

    @cached_property
    def radius(self) -> float:
        return fmean(p.r for p in self.pips)

    @cached_property
    def weakest(self) -> float:
        """How far the pip that does so least stands out from its body, for the one that does so most 1."""
        contrasts = [pip.contrast for pip in self.pips]
        return min(contrasts) / max(contrasts)

    @cached_property
    def roundness(self) -> float:
        """What a slant leaves of its circles, 1 from right above."""
        return roundness_of(self.circle)

    @cached_property
    def upright(self) -> float:
        """What a slant leaves of its circles, 1 from right above; of four and five their square tells it too,
        and pips that shine look narrower than they are.
        """
        if self.face.value not in (4, 5):
            return self.roundness
        long, short = np.linalg.svd(self.axes, compute_uv=False)
        return max(self.roundness, float(short / long))

    @cached_property
    def topness(self) -> float:
        """Top faces are seen less slanted than sides: their pips are larger and rounder."""
        return self.radius**2 * self.roundness

    def limits(self) -> dict[str, Limit]:
        return LIMITS[self.face.value]

    @cached_property
    def alone(self) -> dict[str, float]:
        """What was seen of it, whatever lies beside."""
        edge, seen = self.outline.edge, self.outline.seen
        agree = self.places.value == self.face.value
        return {
            "misfit": self.face.misfit,
            "uneven": self.face.notes["uneven"],
            "slant": self.face.notes["slant"],
            "strangers": self.face.notes["strangers"],
            "fill": fmean(abs(1 - p.fill) for p in self.pips),
            "contrast": fmean(p.contrast for p in self.pips),
            "radius": self.radius,
            "size": self.r,
            "roundness": self.roundness,
            "places": self.places.misfit if agree else 2.0,
            "closed": self.outline.closed,
            "narrow": self.outline.width,
            "wide": self.outline.width,
            "lopsided": self.outline.lopsided,
            "patchy": self.outline.evenness,
            "cut": self.outline.cut,
            "border": self.border / self.r,
            "continued": self.face.notes["continued"],
            "signs": self.unlike,
            "bend": self.bend,
            "company": self.face.notes["company"],
            "ragged": float(seen.std() / seen.mean()) if len(seen) > 3 else 9.0,
            "nearest": quantile(edge, 0.1),
        }

    def numbers(self) -> dict[str, float]:
        """What was seen of it and beside it."""
        beside = {
            "rival": self.rival,
            "flatness": self.flatness,
            "shared_edge": float(self.shares_edge),
        }
        return self.alone | beside

    def grades(self) -> dict[str, float]:
        """For each check how well it is kept: under 0.5 the limit is broken."""
        numbers = self.numbers()
        return {name: limit.grade(numbers[name]) for name, limit in self.limits().items()}

    def doubts(self) -> tuple[str, ...]:
        """Names of the checks that speak against taking this face for certain."""
        return tuple(name for name, grade in self.grades().items() if grade < 0.5)

    @cached_property
    def presence(self) -> float:
        """Is a die's face there at all? 0 to 1; says nothing of its being on top."""
        limits = PRESENCE[self.face.value]
        shown = math.prod(limit.grade(self.alone[name]) for name, limit in limits.items())
        return shown * min(1.0, self.face.quality * 4)


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
    "patchy": Limit(0.9, 0.1),
    "roundness": Limit(0.50, 0.05, over=True),
    "places": Limit(0.9, 0.1),
}
SHOWN_ONE = SHOWN_FEW | {
    "closed": Limit(0.75, 0.04, over=True),
    "ragged": Limit(0.36, 0.03),
    "contrast": Limit(24.0, 4.0, over=True),
    # A lamp mirrored beside the dot: the nets tell whether that is a die, if it is counted at all.
    "patchy": Limit(1.0, 0.05),
    "lopsided": Limit(0.3, 0.03),
    "wide": Limit(4.6, 0.2),
}
PRESENCE = {1: SHOWN_ONE, 2: SHOWN_FEW, 3: SHOWN_FEW, 4: SHOWN_MANY, 5: SHOWN_MANY, 6: SHOWN_MANY}


def count_faces(picture: Picture, places: Sequence[Place]) -> list[Counted]:
    """All faces at and around `places` that may belong to dice, with what was seen around them."""
    pips = find_pips(picture, places)
    surroundings = Surroundings(picture, places)
    faces = find_faces(pips, partial(surroundings.bridged, pips), places)
    used = sorted({pip for face in faces for pip in face.pips})
    circles = circles_of(picture, [pips[pip] for pip in used])
    at = {pip: number for number, pip in enumerate(used)}
    candidates = []
    for face in faces:
        members = [pips[i] for i in face.pips]
        these = [at[i] for i in face.pips]
        shapes, unlike = circles.shapes[these], float(circles.unlike[these].min())
        border = min(face.x, face.y, picture.shape[1] - 1 - face.x, picture.shape[0] - 1 - face.y)
        outline, nine = surroundings.outline(face, pips), read_places(picture, face, pips)
        candidates.append(
            Counted(face, members, shapes.mean(axis=0), unlike, bend(shapes), outline, nine, border)
        )
    return candidates


def top_faces(candidates: list[Counted], size: tuple[int, int]) -> list[Counted]:
    """One face for each die of a picture of a size (width, height)."""
    present = _without_dice_taken_for_pips([c for c in candidates if c.presence > PRESENT])
    for candidate in present:
        others = [o for o in present if _same_die(candidate, o)]
        candidate.shares_edge = any(
            _share_an_edge(candidate, o) and not _clearly_the_top(candidate, o)
            for o in present
            if o is not candidate
        )
        candidate.rival = max((_strength_of_rival(candidate, o) for o in others), default=0.0)
    tops: list[Counted] = []
    left = sorted(present, key=lambda c: -c.topness * c.presence)
    while left:
        top = _best_around(left[0], left)
        tops.append(top)
        left = [o for o in left if o is not top and not _same_die(top, o)]
    compare_slants(tops, size)
    return tops


def compare_slants(tops: list[Counted], size: tuple[int, int]) -> None:
    """Dice that lie flat are seen as slanted as the camera looks at them; one that leans is not, nor is its
    body. `size` is the picture's, width and height.
    """
    for top in tops:
        others = [
            (other.face.x, other.face.y, other.upright)
            for other in tops
            if other is not top and other.presence > SURELY_PRESENT
        ]
        if others:
            usual = usual_at(top.face.x, top.face.y, others, size)
            top.flatness = min(1.0, max(top.upright, top.outline.roundness(top.face.axes)) / usual)


def _without_dice_taken_for_pips(present: list[Counted]) -> list[Counted]:
    """Light dice on a dark cloth are light marks themselves, and highlights are marks on pips. One of them
    goes.
    """
    dropped: set[int] = set()
    for holder in present:
        inside = [
            o
            for o in present
            if any(
                o.radius < 0.6 * pip.r and np.hypot(o.face.x - pip.x, o.face.y - pip.y) < pip.r
                for pip in holder.pips
            )
        ]
        if any(o.face.value > 1 or (not o.doubts() and holder.doubts()) for o in inside):
            dropped.add(id(holder))
        else:
            dropped.update(id(o) for o in inside)
    return [c for c in present if id(c) not in dropped]


def _best_around(start: Counted, left: list[Counted]) -> Counted:
    """The most likely top of the die on which `start` is seen."""
    best = start
    for _ in range(4):
        better = [o for o in left if _same_die(best, o) and _rank(o, best) > _rank(best, o)]
        if not better:
            break
        best = max(better, key=lambda o: o.topness * o.presence)
    return best


def _rank(candidate: Counted, other: Counted) -> float:
    """How good a top face the candidate makes beside another face of the same die.

    Where a camera looks down at a slant, tops lie above sides in the picture.
    """
    above = ABOVE if other.face.y - candidate.face.y > 0.5 * candidate.r else 1.0
    return above * candidate.topness * candidate.presence * (1.0 if candidate.face.value > 1 else 0.8)


def _strength_of_rival(candidate: Counted, other: Counted) -> float:
    above = ABOVE if candidate.face.y - other.face.y > 0.5 * candidate.r else 1.0
    return above * other.topness / candidate.topness


def _same_die(one: Counted, other: Counted) -> bool:
    """Are the two faces nearer to each other than the tops of two dice can lie?

    Measured in the units of the face that would be the top, where the next die's top is 4 away at least. A
    side's middle lies 2 away for the edge between them and, seen at an angle, more. Two faces of one cube
    cannot both look at the camera: what is left of a circle on one is the cosine of an angle, on the other
    at most its sine.
    """
    if one is other or min(one.radius, other.radius) < 0.45 * max(one.radius, other.radius):
        return False
    top, side = (one, other) if one.topness > other.topness else (other, one)
    away = math.hypot(*_beside(top, side))
    return away < (SAME_SLANTED if _are_slanted(one, other) else SAME)


def _are_slanted(one: Counted, other: Counted) -> bool:
    """Are they as slanted as two faces of one cube?"""
    return one.roundness**2 + other.roundness**2 < OF_ONE_CUBE


def _beside(top: Counted, side: Counted) -> tuple[float, float]:
    """Where the middle of `side` lies, in the unit of `top`. (For all pairs: plain sums are the quickest.)"""
    (a, b), (c, d) = top.axes.tolist()
    x, y = side.face.x - top.face.x, side.face.y - top.face.y
    return (d * x - b * y) / (a * d - b * c), (a * y - c * x) / (a * d - b * c)


def _clearly_the_top(one: Counted, other: Counted) -> bool:
    """Is the one a top and the other, beside it, a side of the same die or another die?

    It is where a camera looks down at a slant and sees it above the other, and where it is far less slanted.
    """
    better = one.topness / other.topness
    return better > 2.2 or (better > 1.25 and other.face.y - one.face.y > 0.7 * one.r)


def _share_an_edge(one: Counted, other: Counted) -> bool:
    """Do the two faces lie edge to edge, as top and side of one die do, or two dice pushed together?"""
    if min(one.radius, other.radius) < 0.6 * max(one.radius, other.radius):
        return False
    apart = math.hypot(one.face.x - other.face.x, one.face.y - other.face.y)
    if apart < 2.6 * max(one.r, other.r) and _are_slanted(one, other):
        return True
    top, side = (one, other) if one.topness > other.topness else (other, one)
    offset = _beside(top, side)
    if not 2.2 < math.hypot(*offset) < 5.3:
        return False
    if top.face.value == 1 or side.face.value == 1:
        # A single pip does not tell how its face is turned.
        return bool(min(top.roundness, side.roundness) < 0.85)
    across = 0 if abs(offset[0]) <= abs(offset[1]) else 1
    edges = np.abs(inverse(top.axes) @ side.axes)
    along = edges[across] / (1e-6 + np.linalg.norm(edges, axis=0))
    return bool(
        abs(offset[across]) < 1.0 and (along > 0.95).any() and 0.7 < edges[across][along.argmax()] < 1.4
    )


def counted_at(top: Top, counted: Sequence[Counted]) -> Counted | None:
    """What was counted on the face that a net sees, if anything was."""
    nearest = min(counted, key=lambda face: _apart(face, top), default=None)
    if nearest is None or _apart(nearest, top) > 0.6 * max(top.r, 0.8 * nearest.r):
        return None
    return nearest


def _apart(face: Counted, top: Top) -> float:
    return math.hypot(face.face.x - top.x, face.face.y - top.y)
