"""Quantiles of a few numbers are those that numpy has."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.quantiles import median, medians, quantile

numbers = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40)


@given(numbers, st.floats(0, 1))
def test_a_quantile_is_what_numpy_says_it_is(values: list[float], share: float) -> None:
    assert quantile(values, share) == pytest.approx(float(np.quantile(values, share)), rel=1e-9, abs=1e-9)


def test_pixels_are_numbers_like_others() -> None:
    pixels = np.array([[250, 3], [7, 255]], np.uint8)
    assert quantile(pixels, 0.98) == pytest.approx(float(np.quantile(pixels, 0.98)))
    assert median(pixels) == 128.5


@pytest.mark.parametrize("kind", [np.uint8, np.float32])
@pytest.mark.parametrize("count", [1, 2, 7, 8])
def test_each_column_has_its_middle(kind: type[np.uint8] | type[np.float32], count: int) -> None:
    rows = np.random.default_rng(count).integers(0, 256, (count, 3)).astype(kind)
    assert medians(rows).tolist() == np.median(rows, axis=0).tolist()


def test_nothing_has_no_middle() -> None:
    with pytest.raises(IndexError):
        median([])
    with pytest.raises(IndexError):
        medians(np.empty((0, 3), np.uint8))
