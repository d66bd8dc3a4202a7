"""Pairs of pips that cross in their middles: the diagonals of a square, on which fours to sixes lie."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pytest

from vision.arrays import Flags, Indices
from vision.pips.faces import find_faces
from vision.pips.round_marks import Pip

Corner = tuple[float, float]
SQUARE: tuple[Corner, ...] = ((0, 0), (40, 0), (40, 40), (0, 40))
SIDES = ((0, 1), (1, 2), (2, 3), (0, 3))


def faces(*corners: Corner, apart: Collection[tuple[int, int]] = ()) -> list[int]:
    """What round pips of 6 pixels show at these places; something lies between the pairs that are `apart`."""
    pips = [Pip(x, y, np.eye(2) * 9.0, True, 150.0, np.zeros(3), 1.0) for x, y in corners]

    def bridged(first: Indices, second: Indices) -> Flags:
        pairs = zip(first.tolist(), second.tolist(), strict=True)
        return np.array([pair not in apart for pair in pairs], np.bool_)

    return sorted(face.value for face in find_faces(pips, bridged, []))


def test_four_pips_in_a_square_are_a_four_with_a_fifth_in_its_middle_a_five() -> None:
    assert faces(*SQUARE) == [4]
    assert faces(*SQUARE, (20, 20)) == [5]


def test_rows_of_three_are_a_six_and_no_pips_are_nothing() -> None:
    assert faces(*SQUARE, (20, 0), (20, 40)) == [6]
    assert faces() == []


@pytest.mark.parametrize(("wide", "shown"), [(48, [4]), (56, [2, 2])])
def test_a_square_is_hardly_longer_than_wide_where_its_pips_are_round(wide: float, shown: list[int]) -> None:
    assert faces((0, 0), (wide, 0), (wide, 40), (0, 40)) == shown


@pytest.mark.parametrize(("off", "shown"), [(4, [4]), (8, [2, 2])])
def test_its_diagonals_cross_in_their_middles(off: float, shown: list[int]) -> None:
    assert faces((0, 0), (40, 0), (40 + off, 40 + off), (0, 40)) == shown


@pytest.mark.parametrize(("apart", "is_four"), [(2, True), (3, False)])
def test_nothing_but_a_body_lies_between_most_of_its_corners(apart: int, is_four: bool) -> None:
    assert (faces(*SQUARE, apart=SIDES[:apart]) == [4]) == is_four


def test_squares_are_found_however_few_pairs_are_looked_at_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.pips.faces.AT_ONCE", 1)
    assert faces(*SQUARE, (20, 20), *((x + 200, y) for x, y in SQUARE)) == [4, 5]
