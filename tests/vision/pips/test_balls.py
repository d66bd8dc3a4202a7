"""Balls that mirror a lamp: heads of pawns, marbles, beads."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.pips.balls import is_ball
from vision.reading import Picture

SIDE, MIDDLE, R = 120, 60.0, 24.0
YS, XS = np.mgrid[0:SIDE, 0:SIDE]
ACROSS, ALONG = (XS - MIDDLE) / R, (YS - MIDDLE) / R
AWAY = np.hypot(ACROSS, ALONG)


def picture(body: np.ndarray, light: np.ndarray, level: float = 170.0) -> Picture:
    """A body in that light (1 is `level`) on a dark ground, with a light dot in its middle."""
    grey = np.where(body, level * light, 60.0)
    grey = np.where(AWAY < 0.18, 250.0, grey)
    grey = cv2.GaussianBlur(grey, (0, 0), 1.0) + np.random.default_rng(1).normal(0, 1.5, grey.shape)
    return np.asarray(np.repeat(grey.clip(0, 255)[..., None], 3, axis=2), np.uint8)


def ball(lamp: tuple[float, float]) -> Picture:
    """A ball under a lamp that is so far beside it."""
    up = np.sqrt(np.clip(1 - AWAY**2, 0, None))
    light = np.clip((up + lamp[0] * ACROSS + lamp[1] * ALONG) / np.hypot(1.0, np.hypot(*lamp)), 0, 1)
    return picture(AWAY < 1, 0.25 + 0.75 * light)


def face(slope: float = 0.0) -> Picture:
    """The flat face of a die, on one side by `slope` lighter than on the other."""
    return picture(np.maximum(np.abs(ACROSS), np.abs(ALONG)) < 1, 1 + slope * ACROSS)


@pytest.mark.parametrize("lamp", [(0.0, 0.0), (0.3, 0.0), (0.3, -0.4)])
def test_a_ball_darkens_towards_its_rim(lamp: tuple[float, float]) -> None:
    assert is_ball(ball(lamp), (MIDDLE, MIDDLE, R))


@pytest.mark.parametrize("slope", [0.0, 0.1, -0.3])
def test_a_flat_face_does_not_even_where_light_comes_from_one_side(slope: float) -> None:
    assert not is_ball(face(slope), (MIDDLE, MIDDLE, R))


def test_what_is_doubted_to_be_a_top_face_is_a_ball_if_it_darkens_a_little() -> None:
    place, pale = (MIDDLE, MIDDLE, R), picture(AWAY < 1, 1 - 0.13 * AWAY**2)
    assert not is_ball(pale, place)
    assert is_ball(pale, place, doubted=True)
    assert not is_ball(face(-0.3), place, doubted=True)


def test_a_ball_of_a_strong_colour_is_one_though_its_weak_channels_say_little() -> None:
    colour = np.array([206, 50, 85])
    blotches = cv2.resize(np.random.default_rng(3).normal(0, 14, (15, 15)), (SIDE, SIDE))
    for seen, expected in ((ball((0.2, 0.1)), True), (face(0.1), False)):
        tinted = seen / 190 * colour + blotches[..., None] * (colour < 100)
        assert is_ball(np.asarray(tinted.clip(0, 255), np.uint8), (MIDDLE, MIDDLE, R)) == expected


def test_a_face_with_worn_patches_is_no_ball() -> None:
    patchy = np.random.default_rng(2).normal(0, 0.15, (SIDE // 8, SIDE // 8))
    light = 1 - 0.2 * AWAY**2 + cv2.resize(patchy, (SIDE, SIDE), interpolation=cv2.INTER_NEAREST)
    worn = picture(np.maximum(np.abs(ACROSS), np.abs(ALONG)) < 1, light)
    assert not is_ball(worn, (MIDDLE, MIDDLE, R))


def test_a_ball_at_the_border_of_the_picture_is_one() -> None:
    cut = np.ascontiguousarray(ball((0.2, 0.0))[int(MIDDLE - 0.6 * R) :])
    assert is_ball(cut, (MIDDLE, 0.6 * R, R))
