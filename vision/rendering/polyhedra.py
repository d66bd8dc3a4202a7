"""Dice with other solids than the cube: rays against their planes, figures on their faces.

Every solid here has all its faces at the same distance from the middle: 1, before it is scaled to the die.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles, Flags, Floats
from vision.rendering.scene import Image, floats

EDGE = 0.07  # within this of a neighbouring plane a face bends towards it


def _octahedron() -> list[tuple[float, float, float]]:
    return [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]


def _tetrahedron() -> list[tuple[float, float, float]]:
    return [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]


def _trapezohedron() -> list[tuple[float, float, float]]:
    """The ten kites of a d10: five look up, five down, turned by half a step."""
    turns = [math.radians(36 * k) for k in range(10)]
    return [(math.cos(t), math.sin(t), 0.9 if k % 2 else -0.9) for k, t in enumerate(turns)]


def _dodecahedron() -> list[tuple[float, float, float]]:
    golden = (1 + math.sqrt(5)) / 2
    pairs = [(a, b * golden) for a in (-1, 1) for b in (-1, 1)]
    return [
        *((0, a, b) for a, b in pairs),
        *((a, b, 0) for a, b in pairs),
        *((b, 0, a) for a, b in pairs),
    ]


def _icosahedron() -> list[tuple[float, float, float]]:
    golden = (1 + math.sqrt(5)) / 2
    pairs = [(a / golden, b * golden) for a in (-1, 1) for b in (-1, 1)]
    return [
        *_octahedron(),
        *((0, a, b) for a, b in pairs),
        *((a, b, 0) for a, b in pairs),
        *((b, 0, a) for a, b in pairs),
    ]


DIRECTIONS = {
    "d4": _tetrahedron,
    "d8": _octahedron,
    "d10": _trapezohedron,
    "d12": _dodecahedron,
    "d20": _icosahedron,
}


@dataclass(frozen=True)
class Solid:
    """A solid lying on a face: `normals` (F, 3), the first one up; a d4 has no top, its first one is down.

    `across` and `along` (F, 3) span each face, `along` away from one of its corners: figures stand
    upright towards it. `corners` are those of the first face, `reach` how far they are from its middle.
    """

    normals: Floats
    across: Floats
    along: Floats
    vertices: Floats
    corners: Floats
    reach: float


@functools.lru_cache(maxsize=8)
def solid(kind: str) -> Solid:
    """The solid of a `d4`, `d8`, `d10`, `d12` or `d20`."""
    normals = np.array(DIRECTIONS[kind](), np.float64)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    normals = normals @ _to_top(normals[0] if kind != "d4" else -normals[0]).T
    vertices = _vertices(normals)
    across, along = [], []
    for normal in normals:
        own = vertices[np.abs(vertices @ normal - 1) < 1e-6]
        away = normal - own[np.argmax(np.linalg.norm(own - normal, axis=1))]
        away /= np.linalg.norm(away)
        along.append(away)
        across.append(np.cross(away, normal))
    top = vertices[np.abs(vertices @ normals[0] - 1) < 1e-6]
    middle = top.mean(axis=0)
    order = np.argsort(np.arctan2(*((top - middle) @ np.array([across[0], along[0]]).T).T))
    reach = float(np.linalg.norm(top - normals[0], axis=1).max())
    return Solid(floats(normals), floats(across), floats(along), floats(vertices), floats(top[order]), reach)


def _to_top(up: Doubles) -> Doubles:
    """The rotation that takes `up` to the z axis."""
    axis = np.cross(up, [0, 0, 1])
    length = float(np.linalg.norm(axis))
    if length < 1e-9:
        return np.eye(3)
    return np.asarray(cv2.Rodrigues(axis / length * math.atan2(length, float(up[2])))[0], np.float64)


def _vertices(normals: Doubles) -> Doubles:
    """Where three planes meet and no other cuts them off, each point once."""
    found: list[Doubles] = []
    for three in itertools.combinations(range(len(normals)), 3):
        planes = normals[list(three)]
        if abs(np.linalg.det(planes)) < 1e-6:
            continue
        point = np.linalg.solve(planes, np.ones(3))
        if (normals @ point < 1 + 1e-6).all() and not any(np.allclose(point, old) for old in found):
            found.append(np.asarray(point, np.float64))
    return np.array(found)


def cast(eye: Floats, rays: Floats, form: Solid) -> tuple[Flags, Floats, NDArray[np.int64]]:
    """Which of the unit `rays` (N, 3) meet the solid, where (M, 3), and on which face (M)."""
    facing = rays @ form.normals.T
    facing = np.where(np.abs(facing) < 1e-7, np.float32(1e-7), facing)
    at = (1 - form.normals @ eye) / facing
    entering = np.where(facing < 0, at, -np.inf)
    face = entering.argmax(axis=1)
    near = np.take_along_axis(entering, face[:, None], 1)[:, 0]
    far = np.where(facing > 0, at, np.inf).min(axis=1)
    met = near < far
    return met, floats(eye + near[met, None] * rays[met]), face[met]


def normals_at(points: Floats, face: NDArray[np.int64], form: Solid) -> Floats:
    """Normals (M, 3): those of the faces, bent where another face begins, as worn edges are."""
    depth = points @ form.normals.T
    np.put_along_axis(depth, face[:, None], -np.inf, 1)
    beside = depth.argmax(axis=1)
    gap = 1 - np.take_along_axis(depth, beside[:, None], 1)
    share = 0.5 * np.clip(1 - gap / EDGE, 0, 1)
    bent = form.normals[face] * (1 - share) + form.normals[beside] * share
    return floats(bent / np.linalg.norm(bent, axis=1, keepdims=True))


def paint_at(
    points: Floats, face: NDArray[np.int64], form: Solid, figure_on: Callable[[int], Image]
) -> Floats:
    """Colour and coverage (M, 4) at each point; what is `figure_on` a face (BGRA, square) spans it to its
    corners.
    """
    paint = np.zeros((len(points), 4), np.float32)
    for number in np.unique(face):
        here = np.flatnonzero(face == number)
        figure = figure_on(int(number))
        side = figure.shape[0]
        column = (points[here] @ form.across[number] / form.reach + 1) / 2 * side - 0.5
        row = (points[here] @ form.along[number] / form.reach + 1) / 2 * side - 0.5
        inside = (column >= 0) & (row >= 0) & (column <= side - 1) & (row <= side - 1)
        columns, rows = np.rint(column[inside]).astype(int), np.rint(row[inside]).astype(int)
        paint[here[inside]] = figure[rows, columns]
    paint[:, 3] /= 255
    return paint
