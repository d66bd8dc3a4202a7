"""Looking at what lies around the pips: is this the plain face of a body with an edge, and how large is it?"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces import Face
from vision.pips import Floats, Picture, Pip

RAYS = 32
# Rays are followed this far, in the face's own unit (a face ends at about 2), in this many steps.
REACH, STEPS = 5.0, 60


@dataclass(frozen=True)
class Outline:
    """Where the body's colour ends, in the face's own unit, in RAYS directions; REACH where it does not end."""

    edge: Floats
    evenness: float  # colour differences on the face itself, pips aside

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
        tolerance = float(np.clip(0.3 * np.mean([p.contrast for p in members]), 9.0, 30.0))
        beyond = difference > tolerance
        # An edge is where the difference lasts: three steps in a row.
        lasting = beyond[:, :-2] & beyond[:, 1:-1] & beyond[:, 2:]
        first = np.where(lasting.any(axis=1), lasting.argmax(axis=1), STEPS - 1)
        near = difference[:, far < 1.3]
        return Outline(far[first], float(np.percentile(near, 90) / tolerance))

    def _difference(self, points: Floats, body: Floats) -> Floats:
        high, wide = self.lab.shape[:2]
        x, y = np.rint(points[:, 0]).astype(int), np.rint(points[:, 1]).astype(int)
        outside = (x < 0) | (y < 0) | (x >= wide) | (y >= high)
        colour = self.lab[np.clip(y, 0, high - 1), np.clip(x, 0, wide - 1)].astype(np.float64)
        difference = np.linalg.norm(colour - body, axis=1)
        difference[outside] = 1000.0
        return np.asarray(difference)

    @staticmethod
    def _on_pips(points: Floats, pips: list[Pip]) -> NDArray[np.bool_]:
        on = np.zeros(len(points), bool)
        for pip in pips:
            offset = points - (pip.x, pip.y)
            on |= np.einsum("ni,ij,nj->n", offset, np.linalg.inv(pip.shape), offset) < 9.0
        return on
