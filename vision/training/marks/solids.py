"""Convex solids as they lie on a table: which faces they have, and how they look from above.

Lengths are in halves of the top face's mean edge, so that a top face has r = 1. The table's x grows to the
right, y downwards, z towards the camera.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.rendering.scene import floats

GOLDEN = (1 + 5**0.5) / 2


@dataclass(frozen=True)
class Solid:
    """`points` (V, 3) and faces as rings of them; the first face lies on top, its middle over (0, 0)."""

    points: Floats
    faces: tuple[tuple[int, ...], ...]

    @functools.cached_property
    def middles(self) -> Floats:
        """The middle (F, 3) of each face."""
        return floats([self.points[list(ring)].mean(axis=0) for ring in self.faces])

    @functools.cached_property
    def normals(self) -> Floats:
        """For each face the unit vector (F, 3) that points away from the solid."""
        rings = [self.points[list(ring)] for ring in self.faces]
        outs = floats([np.cross(ring[1] - ring[0], ring[2] - ring[1]) for ring in rings])
        return floats(outs / np.linalg.norm(outs, axis=1, keepdims=True))

    @functools.cached_property
    def inradii(self) -> Floats:
        """How far (F,) each face's edges are from its middle."""
        reaches = []
        for ring, middle in zip(self.faces, self.middles, strict=True):
            corners = self.points[list(ring)]
            edges = np.roll(corners, -1, axis=0) - corners
            off = np.linalg.norm(np.cross(edges, corners - middle), axis=1)
            reaches.append(float((off / np.linalg.norm(edges, axis=1)).min()))
        return floats(reaches)

    @functools.cached_property
    def rights(self) -> Floats:
        """For each face a unit vector (F, 3) in it, from its middle towards its first corner."""
        firsts = self.points[[ring[0] for ring in self.faces]] - self.middles
        return floats(firsts / np.linalg.norm(firsts, axis=1, keepdims=True))

    @functools.cached_property
    def downs(self) -> Floats:
        """For each face the unit vector (F, 3) in it that lies clockwise of `rights`, seen from outside."""
        return floats(np.cross(self.normals, self.rights))


def _signs(*rows: tuple[float, float, float]) -> Floats:
    """Each row with all signs, and its coordinates turned through: the corners of a regular solid."""
    found = set()
    for row in rows:
        for bits in range(8):
            x, y, z = (-value if bits >> i & 1 else value for i, value in enumerate(row))
            found |= {(x + 0.0, y + 0.0, z + 0.0), (y + 0.0, z + 0.0, x + 0.0), (z + 0.0, x + 0.0, y + 0.0)}
    return floats(sorted({tuple(abs(v) * (1 if v > 0 else -1) for v in point) for point in found}))


def _ring(points: Floats, out: Floats) -> tuple[int, ...]:
    """The points farthest in the direction `out`, in order around it, counted so that they face out."""
    far = points @ out
    chosen = np.flatnonzero(far > far.max() - 1e-3)
    middle = points[chosen].mean(axis=0)
    first = points[chosen[0]] - middle
    second = np.cross(out, first)
    turn = np.arctan2((points[chosen] - middle) @ second, (points[chosen] - middle) @ first)
    return tuple(int(i) for i in chosen[np.argsort(turn)])


def _lying(points: Floats, outs: Floats) -> Solid:
    """The solid with the face of `outs[0]` turned upwards, scaled and moved as said above."""
    up = outs[0] / np.linalg.norm(outs[0])
    side = np.cross(up, [0.31, 0.5, 0.81])
    side /= np.linalg.norm(side)
    turn = np.stack([side, np.cross(up, side), up])
    points, outs = floats(points @ turn.T), floats(outs @ turn.T)
    faces = tuple(_ring(points, out / np.linalg.norm(out)) for out in outs)
    top = points[list(faces[0])]
    edge = np.linalg.norm(top - np.roll(top, 1, axis=0), axis=1).mean()
    points = floats((points - np.append(top[:, :2].mean(axis=0), 0)) * 2 / edge)
    return Solid(points, faces)


def _d10() -> Solid:
    """A pentagonal trapezohedron: ten kites."""
    turn = np.arange(10) * np.pi / 5
    belt = np.stack([np.cos(turn), np.sin(turn), 0.105573 * (-1.0) ** np.arange(10)], axis=1)
    points = floats(np.concatenate([belt, [[0, 0, 1], [0, 0, -1]]]))
    outs = []
    for k in range(10):
        # A kite's corner on the belt that lies away from its tip is the lower one.
        tip = points[11] if belt[k][2] > 0 else points[10]
        out = np.cross(belt[(k + 1) % 10] - tip, belt[k - 1] - tip)
        outs.append(out * np.sign(out @ belt[k]))
    return _lying(points, floats(outs))


@functools.cache
def solid(kind: str) -> Solid:
    """One of cube, d8, d4, d10, d12 and d20. A d4 has no face on top: its tip's."""
    cube, octahedron = _signs((1, 1, 1)), _signs((1, 0, 0))
    icosahedron = _signs((0, 1, GOLDEN))
    dodecahedron = floats(np.concatenate([cube, _signs((0, 1 / GOLDEN, GOLDEN))]))
    if kind == "d10":
        return _d10()
    if kind == "d4":
        corners = floats([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])
        standing = _lying(corners, -corners)
        # Half a turn about the x axis: it lies on that face.
        return Solid(floats(standing.points * np.array([1, -1, -1])), standing.faces)
    points, outs = {
        "cube": (cube, octahedron),
        "d8": (octahedron, cube),
        "d12": (dodecahedron, floats(icosahedron[:, [1, 0, 2]])),
        "d20": (icosahedron, floats(dodecahedron[:, [1, 0, 2]])),
    }[kind]
    return _lying(points, outs)
