"""How numerals, symbols and pips lie on the drawn faces that the nets for single faces learn from."""

from __future__ import annotations

import numpy as np
import pytest

from vision.rendering.scene import Image
from vision.training.marks.looks import (
    ALONG_EDGES,
    CUBE,
    D8,
    TO_A_CORNER,
    Look,
    Shot,
    pip_look,
    random_look,
)
from vision.training.marks.patches import patch_of
from vision.training.marks.solids import solid
from vision.training.marks.symbols import SIDE

LOOKS = 60


def drawn(kind: str) -> list[Look]:
    rng = np.random.default_rng(5)
    return [random_look(rng, kind) for _ in range(LOOKS)]


def direction_of_ink(look: Look, kind: str) -> float:
    """In which direction (degrees) from its middle a top shows ink that is at the top of its symbol."""
    upper: Image = np.zeros((SIDE, SIDE), np.uint8)
    upper[: SIDE // 3, SIDE // 3 : -SIDE // 3] = 255
    bare = np.zeros_like(upper)
    plain = Look((230.0, 230.0, 230.0), (10.0, 10.0, 10.0), mark=0.6, up=look.up)
    shot = Shot(turn=0.0, tilt=0.0, heading=0.0, r=40.0)
    patches = [
        patch_of(kind, plain, [face, *[bare] * 7], shot).astype(float).mean(axis=2) for face in (upper, bare)
    ]
    ink = patches[1] - patches[0] > 60
    rows, columns = np.nonzero(ink)
    middle = (len(ink) - 1) / 2
    return float(np.degrees(np.arctan2(rows.mean() - middle, columns.mean() - middle)))


def off_a_corner(look: Look, kind: str) -> float:
    """How many degrees the symbol's top is from the nearest corner of the die's top."""
    ring = solid(kind).faces[0]
    corner = solid(kind).points[ring[0]]
    apart = 360 / len(ring)
    off = direction_of_ink(look, kind) - float(np.degrees(np.arctan2(corner[1], corner[0])))
    return abs((off + apart / 2) % apart - apart / 2)


@pytest.mark.parametrize("look", drawn(D8)[:12])
def test_a_numeral_on_a_triangle_is_upright_towards_a_corner_or_an_edge(look: Look) -> None:
    off = off_a_corner(look, D8)
    assert min(off, 60 - off) < 12


def test_most_numerals_are_upright_towards_a_corner() -> None:
    towards_edges = sum(off_a_corner(look, D8) > 30 for look in drawn(D8))
    assert 0 < towards_edges < 2 * (1 - TO_A_CORNER) * LOOKS


def test_most_symbols_on_squares_lie_along_the_edges() -> None:
    askew = sum(off_a_corner(look, CUBE) < 45 - 8 for look in drawn(CUBE))
    assert 0 < askew < 2 * (1 - ALONG_EDGES) * LOOKS


@pytest.mark.parametrize("seed", range(4))
def test_pips_lie_along_the_edges(seed: int) -> None:
    assert off_a_corner(pip_look(np.random.default_rng(seed)), CUBE) > 45 - 3
