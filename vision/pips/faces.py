"""Putting pips together to faces: which marks are the four corners, the middle, the rows of one face.

The face of a die seen by a camera is nearly an affine picture of a square. Its pips say how it is slanted:
each is the picture of a circle, so that in coordinates where the pips are round the face is a true square
again. In these coordinates, with the middle of the face as the origin and half a side of the square of
corner pips as the unit, a six is (±1, ±1) and (±1, 0), a five (±1, ±1) and (0, 0), and so on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from vision.arrays import Doubles, Flags, Indices
from vision.crops import Place
from vision.pips.round_marks import Pip

# Half the side of the square of corner pips, in radii of a pip, on the dice one can buy. Where all lie on a
# disc they nearly touch: those of a five do at 1.41. But so do blurred letters: of pips with fewer pixels to
# their radius than the last number that is not believed.
TIGHT, TIGHTEST, WIDEST, LARGE = 1.75, 1.4, 4.8, 5.0
USUAL = 2.7
# Two pairs of pips are the diagonals of a square if their middles lie apart by no more than this, in halves
# of the shorter, and of its six sides and diagonals so many lead over nothing but a body; where its pips are
# round it is no longer than the last number of times as wide.
SAME_MIDDLE, MOSTLY_JOINED, SLANTED = 0.3, 4, 2.1
AT_ONCE = 200_000  # pairs of pairs that are looked at together: on a cloth full of dots there are millions
# The same of a one, which many makers print larger than other pips: that of a pip over a third of its face.
LARGEST_ONE = 1.45
# A pip so near to the middle of a face, in halves of its width, is its middle one.
MIDDLE = 0.2
# Side of the whole face, in halves of the square of corner pips.
FACE = 4.0
# From above the middle of a die's side lies at most 1.42 of half its width beside that of its top, the next
# die's top 2. As found, sides come to 1.8 where a camera is tilted by about 35 degrees; at 45 to 60, where
# half the width is found too small, to 2 and more: there this tells nothing.
NEXT_DIE = 1.75
# Other marks this near to the middle, in halves of the square of corner pips, lie within it.
INSIDE = 1.3
# So near to a place of the pattern a pip is taken for the one that belongs there.
NEAR = 0.3

CORNERS = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
PATTERN: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.0, 0.0),),
    2: (CORNERS[0], CORNERS[2]),
    3: (CORNERS[0], (0.0, 0.0), CORNERS[2]),
    4: CORNERS,
    5: (*CORNERS, (0.0, 0.0)),
    6: (*CORNERS, (-1.0, 0.0), (1.0, 0.0)),
}


Inside: TypeAlias = list[tuple[int, tuple[float, float]]]
Bridged: TypeAlias = Callable[[Indices, Indices], Flags]


@dataclass
class Face:
    """A group of pips that look like one face."""

    value: int
    pips: tuple[int, ...]  # places in the list of pips
    x: float
    y: float
    axes: Doubles  # 2x2: from the face's own coordinates to pixels
    misfit: float  # how far the pips lie from their places, in the face's own coordinates
    quality: float  # 0..1, used to choose among groups that share pips
    notes: dict[str, float] = field(default_factory=dict)

    @property
    def size(self) -> float:
        """Side of the face in pixels: the side of a square of the same area."""
        return float(FACE * np.sqrt(abs(np.linalg.det(self.axes))))

    def pixels(self, places: Doubles) -> Doubles:
        """Pixels (n, 2) of points (n, 2) in the face's own coordinates."""
        return np.asarray(places @ self.axes.T + (self.x, self.y))


def find_faces(pips: list[Pip], bridged: Bridged, places: Sequence[Place]) -> list[Face]:
    """Every pip in at most one face, the best explanations first. Lone pips may come out as ones.

    `bridged` says for pairs of pips whether nothing but the body lies between them. A pip in the middle of
    one of the `places`, where a face may lie, belongs to that face.
    """
    if not pips:
        return []
    groups = _Groups(pips, bridged)
    of_places = [groups.in_the_middle_of(place) for place in places]
    candidates = [
        face
        for face in (*groups.squares(), *groups.lines())
        if all(
            middle not in face.pips or math.hypot(face.x - x, face.y - y) < 0.5 * r
            for middle, (x, y, r) in zip(of_places, places, strict=True)
        )
    ]
    taken: set[int] = set()
    chosen: list[Face] = []
    for face in sorted(candidates, key=lambda f: -len(f.pips) * f.quality):
        if face.quality > 0.15 and not taken.intersection(face.pips):
            taken.update(face.pips)
            chosen.append(face)
    lone = [i for i in range(len(pips)) if i not in taken and not _hopeless(pips[i])]
    chosen += [groups.lone(i, places) for i in lone]
    explained = {i for face in chosen if face.value > 2 and face.quality > 0.4 for i in face.pips}
    within = [groups.within(place) for place in places]
    for face in chosen:
        beside = set[int]().union(*(within[number] for number in _dice_beside(face, places)))
        face.notes["company"] = float(groups.company(face, explained | beside | set(face.pips)))
        face.notes["continued"] = float(face.value > 1 and groups.continued(face))
    return chosen


def _dice_beside(face: Face, places: Sequence[Place]) -> list[int]:
    """Which of the places are too far from that of the face for another side of its die."""
    if not places:
        return []
    x, y, r = min(places, key=lambda place: math.hypot(face.x - place[0], face.y - place[1]))
    return [
        number
        for number, (u, v, other) in enumerate(places)
        if math.hypot(u - x, v - y) > NEXT_DIE * max(r, other)
    ]


class _Groups:
    def __init__(self, pips: list[Pip], bridged: Bridged) -> None:
        self.pips = pips
        self.at = np.array([(p.x, p.y) for p in pips])
        self.r = np.array([p.r for p in pips])
        self.shape = np.array([p.shape for p in pips])
        short, long = np.linalg.eigvalsh(self.shape).T
        self.roundness = np.sqrt(np.maximum(short, 1e-9) / long)
        self.alike = self._alike()
        first, second = np.nonzero(np.triu(self.alike, 1))
        held = bridged(first, second)
        self.first, self.second = first[held], second[held]
        self.joined = np.zeros_like(self.alike)
        self.joined[self.first, self.second] = self.joined[self.second, self.first] = True

    def _alike(self) -> Flags:
        """Which pairs of pips may be of one face by their looks and by how far they lie apart."""
        dark = np.array([p.dark for p in self.pips])
        contrast = np.array([p.contrast for p in self.pips])
        body = np.array([p.body for p in self.pips])
        gap = np.hypot(*(self.at[:, None] - self.at[None]).transpose(2, 0, 1))
        small, large = np.minimum.outer(self.r, self.r), np.maximum.outer(self.r, self.r)
        faint, strong = (
            np.minimum.outer(contrast, contrast),
            np.maximum.outer(contrast, contrast),
        )
        colour = np.linalg.norm(body[:, None] - body[None], axis=2)
        return np.asarray(
            (dark[:, None] == dark[None])
            & (large < 1.6 * small)
            & (gap < 2.9 * WIDEST * large)
            & (gap > 1.3 * large)
            & (colour < 20 + 0.3 * strong)
            & (faint > 0.35 * strong)
        )

    def in_the_middle_of(self, place: Place) -> int | None:
        """The pip that lies in the middle of a face there, if any does."""
        x, y, r = place
        away = np.hypot(*(self.at - (x, y)).T)
        nearest = int(away.argmin())
        return nearest if away[nearest] < MIDDLE * r else None

    def within(self, place: Place) -> set[int]:
        """The pips that lie on a face there."""
        x, y, r = place
        return set(np.flatnonzero(np.hypot(*(self.at - (x, y)).T) < r).tolist())

    def squares(self) -> list[Face]:
        """Fours, fives and sixes: two pairs of pips with the same middle."""
        corners = self._crossing()
        at = self.at[corners]
        first, second, third, fourth = at.transpose(1, 0, 2)
        axes = np.stack([second + third - first - fourth, third + fourth - first - second], axis=2) / 4
        seen = _to_round(self.shape[corners].mean(axis=1)) @ axes
        long, short = np.linalg.svd(seen, compute_uv=False).T
        sides = np.sqrt(long * short)
        is_face = (_tightest(self.r[corners].mean(axis=1)) < sides) & (sides < WIDEST)
        is_face &= (long <= SLANTED * short) & (abs(np.linalg.det(axes)) >= 1e-6)
        faces = []
        for number in np.flatnonzero(is_face).tolist():
            members = corners[number].tolist()
            x, y = at[number].mean(axis=0).tolist()
            inside = self._like(x, y, axes[number], members, INSIDE)
            slant = float(long[number] / short[number])
            faces.append(
                self._best_of_square(members, axes[number], (x, y), inside, slant, float(sides[number]))
            )
        return faces

    def _crossing(self) -> Indices:
        """Pairs of pairs of pips that cross in their middles, as the diagonals of a square: (N, 4), its
        corners one after the other. All are alike, and most of them joined by nothing but a body.
        """
        middle = (self.at[self.first] + self.at[self.second]) / 2
        reach = SAME_MIDDLE * np.hypot(*(self.at[self.first] - self.at[self.second]).T) / 2
        order = np.argsort(middle[:, 0])
        middle, reach, first, second = middle[order], reach[order], self.first[order], self.second[order]
        # Of each pair those that follow from left to right as far as it reaches, not all of them at once.
        number = np.arange(len(order))
        many = np.maximum(np.searchsorted(middle[:, 0], middle[:, 0] + reach) - 1 - number, 0)
        found = []
        for some in np.array_split(number, 1 + int(many.sum()) // AT_ONCE):
            one, count = np.repeat(some, many[some]), many[some]
            other = one + 1 + np.arange(len(one)) - np.repeat(np.cumsum(count) - count, count)
            near = abs(middle[other, 1] - middle[one, 1]) < np.minimum(reach[one], reach[other])
            one, other = one[near], other[near]
            found.append(np.stack([first[one], first[other], second[one], second[other]], axis=1))
        corners = np.concatenate(found)
        a, b, c, d = corners.T
        distinct = (a != b) & (c != d) & (a != d) & (b != c)
        alike = np.stack([self.alike[i, j] for i, j in combinations((a, b, c, d), 2)])
        joined = np.stack([self.joined[i, j] for i, j in combinations((a, b, c, d), 2)])
        held = distinct & alike.all(axis=0) & (joined.sum(axis=0) >= MOSTLY_JOINED)
        return np.asarray(corners[held], np.intp)

    def _like(self, x: float, y: float, axes: Doubles, members: list[int], reach: float) -> Inside:
        """Other marks of the members' kind that a face there must explain, and their places in it.

        `reach` is how far from its middle the face is looked at, in its own unit.
        """
        (a, b), (c, d) = axes.tolist()
        wide, high, area = reach * (abs(a) + abs(b)), reach * (abs(c) + abs(d)), a * d - b * c
        size = fmean([self.pips[member].r for member in members])
        least = 0.4 * fmean([self.pips[member].contrast for member in members])
        dark = self.pips[members[0]].dark
        found = []
        # A few pips are looked through one by one far quicker than as arrays.
        for number, pip in enumerate(self.pips):
            u, v = pip.x - x, pip.y - y
            if (
                abs(u) < wide
                and abs(v) < high
                and pip.dark == dark
                and 0.6 * size < pip.r < 1.6 * size
                and pip.contrast > least
                and number not in members
            ):
                place = ((d * u - b * v) / area, (a * v - c * u) / area)
                if max(abs(place[0]), abs(place[1])) < reach:
                    found.append((number, place))
        return found

    def _best_of_square(
        self,
        corners: list[int],
        axes: Doubles,
        at: tuple[float, float],
        inside: Inside,
        slant: float,
        side: float,
    ) -> Face:
        value, extra, turned = 4, [], axes
        allowed = 1.0
        middle = _those_near(inside, (0.0, 0.0))
        if len(middle) == 1:
            value, extra = 5, middle
        for across in (1, 0):
            ends = [_those_near(inside, (0.0, sign) if across else (sign, 0.0)) for sign in (-1.0, 1.0)]
            if len(ends[0]) == len(ends[1]) == 1:
                value, extra = 6, [ends[0][0], ends[1][0]]
                turned = axes if across == 0 else axes[:, ::-1] * (1, -1)
                allowed = 1.35  # the rows of a six may lie closer together
        members = [*corners, *extra]
        return self._face(
            value, members, turned, at, max(1.0, slant / allowed), len(inside) - len(extra), side
        )

    def _face(
        self,
        value: int,
        members: list[int],
        axes: Doubles,
        at: tuple[float, float],
        slant: float,
        strangers: int,
        side: float,
    ) -> Face:
        (a, b), (c, d) = inverse(axes).tolist()
        beside = [(self.pips[one].x - at[0], self.pips[one].y - at[1]) for one in members]
        places = [(a * u + b * v, c * u + d * v) for u, v in beside]
        misfit = math.sqrt(fmean([_away_from(PATTERN[value], place) for place in places]))
        sizes = [self.pips[one].r for one in members]
        size = fmean(sizes)
        uneven = math.sqrt(fmean([(one - size) ** 2 for one in sizes])) / size
        quality = 0.5**strangers * math.exp(
            -((misfit / 0.22) ** 2)
            - ((slant - 1) / 0.5) ** 2
            - (uneven / 0.3) ** 2
            - (math.log(side / USUAL) / 0.5) ** 2
        )
        notes = {
            "slant": slant,
            "uneven": uneven,
            "strangers": float(strangers),
        }
        return Face(value, tuple(members), float(at[0]), float(at[1]), axes, misfit, quality, notes)

    def continued(self, face: Face) -> bool:
        """Does the grid of pips go on beyond the square, as where two rows of a six were taken for a four?"""
        places = [place for _, place in self._like(face.x, face.y, face.axes, list(face.pips), 3.5)]
        for column, row in ((0, 1), (1, 0)):
            for sign in (-1, 1):
                next_row = [place[column] for place in places if abs(place[row] - 3 * sign) < 0.45]
                if all(any(abs(one - end) < 0.45 for one in next_row) for end in (-1, 1)):
                    return True
        return False

    def company(self, face: Face, explained: set[int]) -> int:
        """How many more pips lie on the same body that no other face explains, nor a side of the die.

        Pips of a side are slanted, and lie below where a camera looks down at an angle.
        """
        members = list(face.pips)
        near = self._like(face.x, face.y, face.axes, members, 3.7)
        marks = np.array([mark for mark, _ in near if mark not in explained], np.intp)
        joined = self.joined[np.ix_(marks, np.array(members))].any(axis=1)
        upright = joined & (self.roundness[marks] > 0.85 * self.roundness[members].mean())
        above = (self.at[marks, 1] < self.at[members, 1].min()) & (self.roundness[marks] > 0.35)
        return int(((self.r[marks] > 0.7 * self.r[members].mean()) & (upright | above)).sum())

    def lines(self) -> list[Face]:
        """Twos and threes: a pair of pips, with or without one in its middle."""
        faces = []
        half = (self.at[self.second] - self.at[self.first]) / 2
        to_round = _to_round((self.shape[self.first] + self.shape[self.second]) / 2)
        seen = (to_round @ half[:, :, None])[:, :, 0]
        sides = np.hypot(*seen.T) / math.sqrt(2)
        tightest = _tightest((self.r[self.first] + self.r[self.second]) / 2)
        for pair in np.flatnonzero((sides > tightest) & (sides < WIDEST)).tolist():
            i, j = int(self.first[pair]), int(self.second[pair])
            x, y = ((self.at[i] + self.at[j]) / 2).tolist()
            axes = _with_diagonal(to_round[pair], seen[pair])
            inside = self._like(x, y, axes, [i, j], INSIDE)
            middle = _those_near(inside, (0.0, 0.0))
            members = [i, j, *middle] if len(middle) == 1 else [i, j]
            value, strangers = (3, len(inside) - 1) if len(middle) == 1 else (2, len(inside))
            faces.append(self._face(value, members, axes, (x, y), 1.0, strangers, float(sides[pair])))
        return faces

    def lone(self, index: int, places: Sequence[Place]) -> Face:
        """A one: as wide as is usual for its pip, or less where it lies in the middle of a narrower place."""
        pip = self.pips[index]
        half = min(
            (place[2] / (FACE / 2) for place in places if self.in_the_middle_of(place) == index),
            default=math.inf,
        )
        unit = min(USUAL, max(LARGEST_ONE, half / pip.r))
        axes = np.asarray(inverse(_to_round(self.shape[index])) * unit, np.float64)
        return Face(
            1,
            (index,),
            pip.x,
            pip.y,
            axes,
            0.0,
            0.2,
            {"slant": 1.0, "uneven": 0.0, "strangers": 0.0},
        )


def _tightest(radius: ArrayLike) -> Doubles:
    """How near to each other pips of that radius in pixels may lie: half their square's side, in radii."""
    return np.where(np.asarray(radius) > LARGE, TIGHTEST, TIGHT)


def _hopeless(pip: Pip) -> bool:
    """A lone mark that no look around it can make a one: spares the looks."""
    return pip.contrast < 18 or pip.r < 1.4 or pip.roundness < 0.4 or abs(1 - pip.fill) > 0.13


def _those_near(inside: Inside, place: tuple[float, float]) -> list[int]:
    """The marks that lie at a place of the pattern, or nearly."""
    x, y = place
    return [mark for mark, (a, b) in inside if abs(a - x) < NEAR and abs(b - y) < NEAR]


def _away_from(pattern: Sequence[tuple[float, float]], place: tuple[float, float]) -> float:
    """How far, squared, a place lies from the nearest of the pattern."""
    x, y = place
    return min((x - a) ** 2 + (y - b) ** 2 for a, b in pattern)


def _to_round(shape: Doubles) -> Doubles:
    """Maps (..., 2, 2) from pixels to coordinates in which pips of these shapes are circles of radius 1."""
    values, vectors = np.linalg.eigh(shape)
    values = np.maximum(values, 0.12 * values[..., 1:])
    return np.asarray((vectors * (0.5 / np.sqrt(values))[..., None, :]) @ vectors.swapaxes(-1, -2))


def inverse(axes: Doubles) -> Doubles:
    """That of a matrix of two by two."""
    (a, b), (c, d) = axes.tolist()
    return np.asarray(np.array([[d, -b], [-c, a]]) / (a * d - b * c))


def _with_diagonal(to_round: Doubles, half: Doubles) -> Doubles:
    """Axes of the face whose diagonal (1, 1) is `half` where its pips are round: it is square there."""
    u, v = half.tolist()
    # (1, 0) and (0, 1) lie 45 degrees to either side of the diagonal.
    square = np.array([[(u + v) / 2, (u - v) / 2], [(v - u) / 2, (u + v) / 2]])
    return np.asarray(inverse(to_round) @ square)
