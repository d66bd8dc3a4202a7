"""Finding marks that may be pips, whatever lies around the places that are looked at."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.pips.round_marks import AT_ONCE, FACE_R, PIECE, find_pips
from vision.rendering.scene import Image

MIDDLE = (PIECE / 2, PIECE / 2, FACE_R)


def discs(at: list[tuple[float, float]], r: float, size: tuple[int, int] = (PIECE, PIECE)) -> Image:
    """Dark discs on a light ground; what does not fit in is cut off."""
    ys, xs = np.mgrid[0 : size[0], 0 : size[1]]
    inked = np.zeros(size, bool)
    for x, y in at:
        inked |= (xs - x) ** 2 + (ys - y) ** 2 < r * r
    return np.where(inked[:, :, None], (40, 40, 40), (220, 220, 220)).astype(np.uint8)


def test_pips_are_found_where_they_lie_and_as_large_as_they_are() -> None:
    at = [(50.0, 50.0), (78.0, 78.0), (64.0, 64.0)]
    found = sorted(find_pips(discs(at, 5.0), [MIDDLE]), key=lambda pip: pip.x)
    assert [(pip.x, pip.y) for pip in found] == [pytest.approx(place, abs=0.3) for place in sorted(at)]
    assert [pip.r for pip in found] == pytest.approx([5.0] * 3, rel=0.08)
    assert all(pip.dark and pip.roundness > 0.95 for pip in found)


def test_light_pips_are_light() -> None:
    (pip,) = find_pips(np.asarray(255 - discs([(64.0, 64.0)], 5.0), np.uint8), [MIDDLE])
    assert not pip.dark


@pytest.mark.parametrize(
    "turned", [False, True], ids=["light_die_on_dark_ground", "dark_die_on_light_ground"]
)
def test_large_pips_near_the_edge_of_a_die_are_found_however_unlike_the_ground_is(turned: bool) -> None:
    at = [(64.0 + x, 64.0 + y) for x in (-13, 13) for y in (-13, 13)]
    picture = np.full((PIECE, PIECE, 3), 30, np.uint8)
    picture[39:90, 39:90] = 180
    picture[discs(at, 6.0) == 40] = 240
    found = find_pips(255 - picture if turned else picture, [MIDDLE])
    assert sorted((round(pip.x), round(pip.y)) for pip in found) == sorted(at)
    assert all(pip.dark == turned and pip.r == pytest.approx(6.0, rel=0.08) for pip in found)


@given(st.floats(20, 108), st.floats(-4, 4), st.floats(-4, 4), st.floats(3.5, 7.0))
def test_what_the_borders_of_a_piece_cut_is_left_out(x: float, up: float, down: float, r: float) -> None:
    cut = discs([(x, up), (x, PIECE + down), (x, PIECE / 2)], r)
    assert [round(pip.y) for pip in find_pips(cut, [MIDDLE])] == [PIECE / 2]


@given(st.floats(104, 112), st.floats(4.0, 8.0))
def test_the_end_of_something_long_is_no_mark(x: float, half: float) -> None:
    picture = discs([(64.0, 64.0)], 5.0)
    cv2.ellipse(picture, ((x, 64.0), (24.0, 2 * half), 0.0), (40, 40, 40), -1)
    assert [round(pip.x) for pip in find_pips(picture, [(64.0, 64.0, FACE_R)])] == [64]


def test_of_many_places_each_shows_its_pip_once() -> None:
    wide = 2 * AT_ONCE + 1
    at = [(40.0 + 80 * number, 64.0) for number in range(wide)]
    picture = discs(at, 5.0, (PIECE, 80 * wide))
    found = find_pips(picture, [(x, y, FACE_R) for x, y in at])
    assert sorted(round(pip.x) for pip in found) == [round(x) for x, _ in at]


@pytest.mark.parametrize("size", [(1, 1), (1, 50), (50, 1)])
def test_a_picture_of_a_few_pixels_shows_none(size: tuple[int, int]) -> None:
    assert find_pips(np.full((*size, 3), 90, np.uint8), [(0.0, 0.0, 10.0)]) == []


def test_without_places_nothing_is_looked_at() -> None:
    assert find_pips(discs([(64.0, 64.0)], 5.0), []) == []
