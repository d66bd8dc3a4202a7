"""Looking at what lies around the pips: is this the plain face of a body with an edge, and how large?"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import Face
from vision.pips import Floats, Picture, Pip

RAYS = 32
BRIDGE = 24  # points looked at between two pips
# Rays are followed this far, in the face's own unit (a face ends at about 2), in this many steps.
REACH, STEPS = 5.0, 60
SMALLEST_STEP = 9.0  # in Lab: less is no edge but noise
OUTSIDE = 1000.0  # the colour difference of what lies outside the picture


@dataclass(frozen=True)
class Outline:
    """Where the body's colour ends, in the face's own unit, in RAYS directions; REACH where it does not
    end.
    """

    edge: Floats
    evenness: float  # colour differences on the face itself, pips aside
    cut: float  # share of the directions that leave the picture before an end is seen

    @property
    def closed(self) -> float:
        """Share of the directions in which an end was seen."""
        return float((self.edge < REACH).mean())

    @property
    def seen(self) -> Floats:
        """The distances at which an end was seen."""
        return self.edge[self.edge < REACH]

    @property
    def width(self) -> float:
        """Half the width of the body: the middle of the distances."""
        return float(np.median(self.edge))

    @property
    def lopsided(self) -> float:
        """0 where the pips' middle is the body's middle, towards 1 where it lies at its edge."""
        half = len(self.edge) // 2
        one, other = self.edge[:half], self.edge[half:]
        return float(np.median(np.abs(one - other) / (one + other)))


class Surroundings:
    """A picture prepared for looking around faces."""

    def __init__(self, picture: Picture) -> None:
        self.lab = cv2.cvtColor(cv2.GaussianBlur(picture, (3, 3), 0), cv2.COLOR_BGR2LAB)
        self.marked = np.zeros(picture.shape[:2], np.uint8)

    def bridged(
        self, pips: list[Pip], first: NDArray[np.intp], second: NDArray[np.intp]
    ) -> NDArray[np.bool_]:
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
        colour = self.lab[y, x].astype(np.float64)
        # Light may change evenly from one end to the other.
        between = body[first][:, None] * (1 - way) + body[second][:, None] * way
        difference = np.linalg.norm(colour - between, axis=2)
        tolerance = np.clip(0.4 * np.minimum(contrast[first], contrast[second]), 12.0, 40.0)
        broken = (difference > tolerance[:, None]) & (self.marked[y, x] == 0)
        return np.asarray(broken.sum(axis=1) <= 1)

    def _mark(self, pips: list[Pip]) -> None:
        for pip in pips:
            values, vectors = np.linalg.eigh(pip.shape)
            long, short = 2.9 * np.sqrt(values[1]) + 1, 2.9 * np.sqrt(max(values[0], 0.1)) + 1
            angle = float(np.degrees(np.arctan2(vectors[1, 1], vectors[0, 1])))
            cv2.ellipse(self.marked, ((pip.x, pip.y), (2 * long, 2 * short), angle), (1,), -1)

    def outline(self, face: Face, pips: list[Pip]) -> Outline:
        angles = np.arange(RAYS) * (2 * np.pi / RAYS)
        far = np.linspace(0.0, REACH, STEPS + 1)[1:]
        rays = np.stack([np.cos(angles), np.sin(angles)], axis=1)[:, None] * far[None, :, None]
        points = face.pixels(rays.reshape(-1, 2))
        members = [pips[i] for i in face.pips]
        body = np.mean([p.body for p in members], axis=0)
        difference = self._difference(points, body)
        difference[self._on_pips(points, members)] = 0.0
        difference = difference.reshape(RAYS, STEPS)
        near = float(np.percentile(difference[:, far < 1.3], 90))
        contrast = float(np.mean([p.contrast for p in members]))
        # A plain face needs little to see its end; a patchy one is given more.
        tolerance = float(np.clip(2.5 * near, SMALLEST_STEP, max(SMALLEST_STEP, min(0.3 * contrast, 30.0))))
        beyond = difference > tolerance
        # An edge is where the difference lasts: three steps in a row.
        lasting = beyond[:, :-2] & beyond[:, 1:-1] & beyond[:, 2:]
        first = np.where(lasting.any(axis=1), lasting.argmax(axis=1), STEPS - 1)
        leaves = difference[np.arange(RAYS), np.minimum(first + 1, STEPS - 1)] >= OUTSIDE
        return Outline(far[first], near / max(SMALLEST_STEP, min(0.3 * contrast, 30.0)), float(leaves.mean()))

    def _difference(self, points: Floats, body: Floats) -> Floats:
        high, wide = self.lab.shape[:2]
        x, y = np.rint(points[:, 0]).astype(int), np.rint(points[:, 1]).astype(int)
        outside = (x < 0) | (y < 0) | (x >= wide) | (y >= high)
        colour = self.lab[np.clip(y, 0, high - 1), np.clip(x, 0, wide - 1)].astype(np.float64)
        difference = np.linalg.norm(colour - body, axis=1)
        difference[outside] = OUTSIDE
        return np.asarray(difference)

    @staticmethod
    def _on_pips(points: Floats, pips: list[Pip]) -> NDArray[np.bool_]:
        on = np.zeros(len(points), bool)
        for pip in pips:
            offset = points - (pip.x, pip.y)
            on |= np.einsum("ni,ij,nj->n", offset, np.linalg.inv(pip.shape), offset) < 9.0
        return on
