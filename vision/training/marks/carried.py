"""What the faces of made up dice carry, by chance: figures, symbols, pips."""

from __future__ import annotations

import functools

import numpy as np

from vision.rendering.faces import coverage
from vision.rendering.random_scenes import random_pips
from vision.rendering.scene import Image
from vision.training.marks.symbols import SIDE, Rng, filled, numeral, random_symbol, sign


@functools.lru_cache(maxsize=1)
def _figures() -> tuple[tuple[Image, ...], ...]:
    """Figures 0 to 20, each in several styles: what foreign dice and the sides of a d8 carry."""
    rng = np.random.default_rng(12)
    return tuple(
        tuple(
            numeral(rng, value) if 1 <= value <= 8 and i % 2 else filled(sign(rng, str(value)))
            for i in range(24)
        )
        for value in range(21)
    )


def figures_of(rng: Rng, kind: str) -> list[Image]:
    """What the faces of a die of that kind carry, in one style and any order."""
    count = int(kind[1:])
    values = rng.permutation(count) + (0 if kind == "d10" else 1)
    style = int(rng.integers(24))
    return [_figures()[int(value)][style] for value in values]


@functools.lru_cache(maxsize=1)
def _some_symbols() -> tuple[Image, ...]:
    rng = np.random.default_rng(13)
    return tuple(random_symbol(rng) for _ in range(400))


def any_symbols(rng: Rng, count: int) -> list[Image]:
    """Symbols for faces that do not matter."""
    return [_some_symbols()[int(i)] for i in rng.integers(0, 400, count)]


def pip_faces(rng: Rng, top: int) -> list[Image]:
    """The faces of a die with pips, that one on top."""
    pips = random_pips(rng, (0.0, 0.0, 0.0))
    sides = rng.permutation([value for value in range(1, 7) if value not in (top, 7 - top)]).tolist()
    return [np.asarray(coverage(str(face), pips, SIDE) * 255, np.uint8) for face in (top, *sides, 7 - top)]
