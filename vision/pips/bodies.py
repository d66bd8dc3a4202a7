"""Looking at what lies around the pips: is this the plain face of a body with an edge, and how large?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

import cv2
import numpy as np

from vision.arrays import Doubles, Flags, Indices
from vision.crops import Place
from vision.pips.faces import Face, inverse
from vision.pips.round_marks import Pip, roundness_of
from vision.quantiles import median, quantile
from vision.reading import Picture

RAYS = 32
BRIDGE = 24  # points looked at between two pips
# Rays are followed this far, in the face's own unit (a face ends at about 2), in this many steps.
REACH, STEPS = 5.0, 60
SMOOTHED = 3.0  # of a place's r: how far around it the noise of a picture is taken away
SMALLEST_STEP = 9.0  # in Lab: less is no edge but noise
NEAR = 1.5  # what lies nearer than this is on the face, or the face is not what it seems
OUTSIDE = 1000.0  # the colour difference of what lies outside the picture

FAR = np.linspace(0.0, REACH, STEPS + 1)[1:]
NEXT_RAY = (np.arange(RAYS) + 1) % RAYS
ANGLES = np.arange(RAYS) * (2 * np.pi / RAYS)
DIRECTIONS = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1)
SPOKES = (DIRECTIONS[:, None] * FAR[None, :, None]).reshape(-1, 2)
ON_FACE = np.tile(FAR < NEAR, RAYS)
# A colour that changes evenly along them; beyond the face's own edge, 2 away, it changes no further.
EVENLY = np.stack([np.ones(RAYS * STEPS), *(SPOKES / np.maximum(1.0, np.tile(FAR, RAYS) / 2)[:, None]).T])
# What an ellipse's border is told by: x², y², xy, x, y and 1.
TERMS = np.stack([*SPOKES.T**2, SPOKES[:, 0] * SPOKES[:, 1], *SPOKES.T, np.ones(RAYS * STEPS)])


@dataclass(frozen=True)
class Outline:
    """Where the body's colour ends, in the face's own unit, in RAYS directions; REACH where it does not
    end.
    """

    edge: Doubles
    evenness: float  # colour differences on the face itself, pips aside
    cut: float  # share of the directions that leave the picture before an end is seen

    @property
    def closed(self) -> float:
        """Share of the directions in which an end was seen."""
        return float((self.edge < REACH).mean())

    @property
    def seen(self) -> Doubles:
        """The distances at which an end was seen."""
        return self.edge[self.edge < REACH]

    @property
    def width(self) -> float:
        """Half the width of the body: the middle of the distances."""
        return median(self.edge)

    @property
    def lopsided(self) -> float:
        """0 where the pips' middle is the body's middle, towards 1 where it lies at its edge."""
        half = len(self.edge) // 2
        one, other = self.edge[:half], self.edge[half:]
        return median(np.abs(one - other) / (one + other))

    def roundness(self, axes: Doubles) -> float:
        """Short axis to long axis of the body as the face's `axes` show it, 1 for a square or a circle."""
        one = self.edge[:, None] * DIRECTIONS @ axes.T
        other = one[NEXT_RAY]
        # The polygon's triangles from the face's middle: their areas, middles and second moments.
        area = one[:, 0] * other[:, 1] - other[:, 0] * one[:, 1]
        middle = area @ (one + other) / (3 * area.sum())
        spread = (one * area[:, None]).T @ (2 * one + other) + (other * area[:, None]).T @ (one + 2 * other)
        return roundness_of(spread / (12 * area.sum()) - np.outer(middle, middle))


class Surroundings:
    """A picture prepared for looking around faces at some places."""

    def __init__(self, picture: Picture, places: Sequence[Place]) -> None:
        self.smooth = picture.copy()
        for x, y, r in places:
            left, top = max(0, int(x - SMOOTHED * r)), max(0, int(y - SMOOTHED * r))
            around = slice(top, max(0, int(y + SMOOTHED * r))), slice(left, max(0, int(x + SMOOTHED * r)))
            if picture[around].size:
                self.smooth[around] = cv2.GaussianBlur(picture[around], (3, 3), 0)
        self.marked = np.zeros(picture.shape[:2], np.uint8)

    def bridged(self, pips: list[Pip], first: Indices, second: Indices) -> Flags:
        """For each pair of pips: is everything between them, other pips aside, of the body's colour?

        Two pips of one face always are bridged; between pips of two dice lies an edge or the ground.
        """
        at = np.array([(p.x, p.y) for p in pips])
        body = np.array([p.body for p in pips])
        contrast = np.array([p.contrast for p in pips])
        if not self.marked.any():
            self._mark(pips)
        way = np.linspace(0.0, 1.0, BRIDGE)[None, :, None]
        points = at[first][:, None] * (1 - way) + at[second][:, None] * way
        x, y = np.rint(points[..., 0]).astype(int), np.rint(points[..., 1]).astype(int)
        colour = self._lab(x, y)
        # Light may change evenly from one end to the other.
        between = body[first][:, None] * (1 - way) + body[second][:, None] * way
        difference = np.linalg.norm(colour - between, axis=2)
        tolerance = np.clip(0.4 * np.minimum(contrast[first], contrast[second]), 12.0, 40.0)
        broken = (difference > tolerance[:, None]) & (self.marked[y, x] == 0)
        return np.asarray(broken.sum(axis=1) <= 1)

    def _mark(self, pips: list[Pip]) -> None:
        values, vectors = np.linalg.eigh(np.array([pip.shape for pip in pips]))
        sides = 2 * (3.4 * np.sqrt(np.maximum(values, (0.1, 0.0)))[:, ::-1] + 1)
        angles = np.degrees(np.arctan2(vectors[:, 1, 1], vectors[:, 0, 1]))
        for pip, (long, short), angle in zip(pips, sides.tolist(), angles.tolist(), strict=True):
            cv2.ellipse(self.marked, ((pip.x, pip.y), (long, short), angle), (1,), -1)

    def outline(self, face: Face, pips: list[Pip]) -> Outline:
        """Follow rays from the face's middle until the body's colour ends."""
        members = [pips[i] for i in face.pips]
        colour, outside = self._colours(face.pixels(SPOKES))
        free = ~_on_pips(face, members)
        near = ON_FACE & free & ~outside
        difference = np.zeros(len(SPOKES))
        if near.sum() > 10:
            # The light may change evenly over the face, as on every die that shines a little.
            difference = np.where(free, _uneven(colour, near), 0.0)
        unevenness = quantile(difference[near], 0.9) if near.any() else OUTSIDE
        difference[outside] = OUTSIDE
        contrast = fmean(p.contrast for p in members)
        # A plain face needs little to see its end; a patchy one is given more.
        most = max(SMALLEST_STEP, min(0.3 * contrast, 30.0))
        beyond = (difference > np.clip(2.5 * unevenness, SMALLEST_STEP, most)).reshape(RAYS, STEPS)
        # An edge is where the difference lasts: three steps in a row.
        lasting = beyond[:, :-2] & beyond[:, 1:-1] & beyond[:, 2:]
        first = np.where(lasting.any(axis=1), lasting.argmax(axis=1), STEPS - 1)
        after = outside.reshape(RAYS, STEPS)[np.arange(RAYS), np.minimum(first + 1, STEPS - 1)]
        return Outline(FAR[first], unevenness / most, float(after.mean()))

    def _colours(self, points: Doubles) -> tuple[Doubles, Flags]:
        high, wide = self.smooth.shape[:2]
        x, y = np.rint(points).astype(np.intp).T
        inside_x, inside_y = x.clip(0, wide - 1), y.clip(0, high - 1)
        return self._lab(inside_x, inside_y), (x != inside_x) | (y != inside_y)

    def _lab(self, x: Indices, y: Indices) -> Doubles:
        """The Lab colours at pixels, however these are arranged; the whole picture need not be changed."""
        seen = self.smooth.reshape(-1, 3).take(y * self.smooth.shape[1] + x, axis=0)
        if not seen.size:
            return np.zeros(seen.shape)
        lab = cv2.cvtColor(seen.reshape(-1, 1, 3), cv2.COLOR_BGR2LAB)
        return np.asarray(lab.reshape(seen.shape), np.float64)


def _on_pips(face: Face, pips: list[Pip]) -> Flags:
    """Which points along the SPOKES of `face` lie on one of `pips`, or just beside it."""
    into = inverse(face.axes)
    x, y = into @ (np.array([(p.x, p.y) for p in pips]) - (face.x, face.y)).T
    shapes = into @ np.array([p.shape for p in pips]) @ into.T
    xx, xy, yy = shapes[:, 0, 0], shapes[:, 0, 1], shapes[:, 1, 1]
    size = yy * x * x - 2 * xy * x * y + xx * y * y - 12.0 * (xx * yy - xy * xy)
    borders = np.stack([yy, xx, -2 * xy, 2 * (xy * y - yy * x), 2 * (xy * x - xx * y), size])
    return np.asarray((borders.T @ TERMS < 0).any(axis=0))


def _uneven(colour: Doubles, near: Flags) -> Doubles:
    """How far the colours (n, 3) along the SPOKES are from changing evenly, as they do over the near ones."""
    colour = np.ascontiguousarray(colour.T)
    used = near
    for _ in range(2):
        terms = EVENLY.compress(used, axis=1)
        # OpenCV solves so small a system in a tenth of the time that numpy takes.
        slopes = cv2.solve(terms @ terms.T, terms @ colour.compress(used, axis=1).T, flags=cv2.DECOMP_SVD)[1]
        apart = colour - np.asarray(slopes, np.float64).T @ EVENLY
        difference = np.sqrt((apart * apart).sum(axis=0))
        # Once more without scratches and highlights.
        used = near & (difference <= 2.0 * median(difference[near]) + 2.0)
    return np.asarray(difference)
