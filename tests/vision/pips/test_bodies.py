"""A picture prepared for looking around faces."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.pips.bodies import Surroundings


@pytest.mark.parametrize("place", [(100.0, 80.0, 20.0), (3.0, 150.0, 20.0), (-30.0, 90.0, 8.0)])
def test_noise_is_taken_away_around_a_place(place: tuple[float, float, float]) -> None:
    noise = np.random.default_rng(0).integers(0, 256, (160, 200, 3), dtype=np.uint8)
    smooth = Surroundings(noise, [place]).smooth
    x, y, r = place
    rows, columns = np.mgrid[:160, :200]
    away = np.maximum(np.abs(columns - x), np.abs(rows - y))
    everywhere = cv2.GaussianBlur(noise, (3, 3), 0)
    near, far = away < 2.8 * r, away > 3.2 * r
    assert (smooth[near] == everywhere[near]).all()
    assert (smooth[far] == noise[far]).all()
