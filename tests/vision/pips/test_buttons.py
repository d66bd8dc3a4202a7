"""Four holes in a disc are a button; four pips on a square, however round its corners, are a die."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.pips.buttons import is_button
from vision.pips.counting import count_faces
from vision.reading import Picture

SIDE, MIDDLE, HALF = 160, 80, 34


def four_on(body: np.ndarray, apart: float, radius: float) -> Picture:
    """A light body on a dark ground with four dark dots: so far apart and so large, in its halves."""
    grey = np.where(body, 200.0, 70.0)
    ys, xs = np.mgrid[0:SIDE, 0:SIDE]
    for x in (-1, 1):
        for y in (-1, 1):
            away = np.hypot(xs - MIDDLE - x * apart * HALF, ys - MIDDLE - y * apart * HALF)
            grey[away < radius * HALF] = 40.0
    grey = cv2.GaussianBlur(grey, (0, 0), 1.2) + np.random.default_rng(1).normal(0, 1.5, grey.shape)
    return np.asarray(np.repeat(grey.clip(0, 255)[..., None], 3, axis=2), np.uint8)


def turned(picture: Picture, angle: float) -> Picture:
    turn = cv2.getRotationMatrix2D((MIDDLE, MIDDLE), angle, 1.0)
    return np.asarray(cv2.warpAffine(picture, turn, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def disc() -> np.ndarray:
    ys, xs = np.mgrid[0:SIDE, 0:SIDE] - MIDDLE
    return np.asarray(np.hypot(xs, ys) < HALF)


def square(corner: float) -> np.ndarray:
    """One whose corners are round, the radius being so many halves of its width."""
    ys, xs = np.abs(np.mgrid[0:SIDE, 0:SIDE] - MIDDLE) - HALF * (1 - corner)
    return np.asarray(np.hypot(np.maximum(xs, 0), np.maximum(ys, 0)) < corner * HALF)


def seen_as_button(picture: Picture) -> bool:
    places = [(float(MIDDLE), float(MIDDLE), float(HALF))]
    (four,) = [one for one in count_faces(picture, places) if one.face.value == 4]
    return is_button(four.outline)


@pytest.mark.parametrize("apart", [0.24, 0.3, 0.34])
@pytest.mark.parametrize("angle", [0.0, 25.0])
def test_a_disc_with_four_holes_near_its_middle_is_a_button(apart: float, angle: float) -> None:
    assert seen_as_button(turned(four_on(disc(), apart, 0.11), angle))


@pytest.mark.parametrize("corner", [0.1, 0.4, 0.7])
@pytest.mark.parametrize("angle", [0.0, 25.0])
def test_a_square_with_four_pips_is_none_however_round_its_corners(corner: float, angle: float) -> None:
    assert not seen_as_button(turned(four_on(square(corner), 0.45, 0.18), angle))


def test_a_face_that_is_worn_to_a_disc_is_none_if_its_pips_fill_it() -> None:
    assert not seen_as_button(four_on(disc(), 0.45, 0.16))
