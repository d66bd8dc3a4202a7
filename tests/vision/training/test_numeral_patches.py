"""How numerals lie on the drawn d8s that the net for numerals learns from."""

from __future__ import annotations

import numpy as np
import pytest

from vision.rendering.scene import Image
from vision.training.marks.looks import D8, TO_A_CORNER, Look, Shot, random_look
from vision.training.marks.patches import patch_of
from vision.training.marks.solids import solid
from vision.training.marks.symbols import SIDE

LOOKS = 60


def drawn_d8s() -> list[Look]:
    rng = np.random.default_rng(5)
    return [random_look(rng, D8) for _ in range(LOOKS)]


def direction_of_ink(look: Look) -> float:
    """In which direction (degrees) from its middle a top shows ink that is at the top of its numeral."""
    upper: Image = np.zeros((SIDE, SIDE), np.uint8)
    upper[: SIDE // 3, SIDE // 3 : -SIDE // 3] = 255
    bare = np.zeros_like(upper)
    plain = Look((230.0, 230.0, 230.0), (10.0, 10.0, 10.0), mark=0.6, up=look.up)
    shot = Shot(turn=0.0, tilt=0.0, heading=0.0, r=40.0)
    patches = [
        patch_of(D8, plain, [face, *[bare] * 7], shot).astype(float).mean(axis=2) for face in (upper, bare)
    ]
    ink = patches[1] - patches[0] > 60
    rows, columns = np.nonzero(ink)
    middle = (len(ink) - 1) / 2
    return float(np.degrees(np.arctan2(rows.mean() - middle, columns.mean() - middle)))


def off_a_corner(direction: float) -> float:
    """How many degrees from the nearest corner of the top, whose corners are 120 apart."""
    corner = solid(D8).points[solid(D8).faces[0][0]]
    return abs((direction - float(np.degrees(np.arctan2(corner[1], corner[0]))) + 60) % 120 - 60)


@pytest.mark.parametrize("look", drawn_d8s()[:12])
def test_a_numeral_on_a_triangle_is_upright_towards_a_corner_or_an_edge(look: Look) -> None:
    off = off_a_corner(direction_of_ink(look))
    assert min(off, 60 - off) < 12


def test_most_are_upright_towards_a_corner() -> None:
    towards_edges = sum(off_a_corner(direction_of_ink(look)) > 30 for look in drawn_d8s())
    assert 0 < towards_edges < 2 * (1 - TO_A_CORNER) * LOOKS
