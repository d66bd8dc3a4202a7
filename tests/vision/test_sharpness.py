"""How blurred a picture is, told by how wide edges are beside the dice."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.crops import Place
from vision.reading import Picture
from vision.rendering import Camera, Die, Ground, Scene, render
from vision.sharpness import BLURRED, SHARP, blur_of

HERE: list[Place] = [(320.0, 240.0, 30.0)]


def die(ground: str = "felt", exposure: float = 1.0) -> Picture:
    """A five, 60 pixels wide, in the middle of a picture."""
    lying = Die(face="5", x=320, y=240, size=60, angle=20)
    scene = Scene((lying,), Ground(kind=ground), camera=Camera(width=640, height=480, exposure=exposure))
    return render(scene, np.random.default_rng(1))[0]


def out_of_focus(picture: Picture, sigma: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8)


def larger(picture: Picture, times: float) -> Picture:
    return np.asarray(cv2.resize(picture, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC), np.uint8)


@pytest.mark.parametrize("ground", ["felt", "wood"])
def test_a_sharp_picture_is_sharp_and_the_more_it_is_blurred_the_wider_are_its_edges(ground: str) -> None:
    picture = die(ground)
    assert blur_of(picture, HERE) <= SHARP
    wider = [blur_of(out_of_focus(picture, sigma), HERE) for sigma in (2.2, 2.8, 3.4)]
    assert SHARP < wider[0] < wider[1] < wider[2] < math.inf


def test_a_picture_too_blurred_for_finding_anything_is_blurred_beyond_all_measure() -> None:
    assert blur_of(out_of_focus(die(), 12), HERE) == math.inf
    assert blur_of(out_of_focus(die(), 12), []) == math.inf


@pytest.mark.parametrize("exposure", [0.3, 0.5, 1.4])
def test_light_and_contrast_do_not_matter(exposure: float) -> None:
    usual, other = (blur_of(out_of_focus(die(exposure=light), 3), HERE) for light in (1.0, exposure))
    assert SHARP < usual < math.inf
    assert other == pytest.approx(usual, rel=0.2)


def test_a_large_die_stands_as_much_more_blur_as_it_is_larger() -> None:
    soft = out_of_focus(die(), 3)
    there = [(x * 2 + 0.5, y * 2 + 0.5, r * 2) for x, y, r in HERE]
    assert blur_of(larger(soft, 2), there) == pytest.approx(blur_of(soft, HERE), rel=0.1)
    assert blur_of(soft, HERE) > 1.3 * blur_of(out_of_focus(larger(die(), 2), 3), there)


def test_the_sharpest_die_tells() -> None:
    soft, sharp = out_of_focus(die(), 4), die()
    both = np.ascontiguousarray(np.concatenate([soft, sharp], axis=1))
    assert blur_of(soft, HERE) > BLURRED
    assert blur_of(both, [*HERE, (960.0, 240.0, 30.0)]) <= SHARP


def test_where_nothing_stands_out_there_is_no_blur() -> None:
    plain = np.full((480, 640, 3), 90, np.uint8)
    assert blur_of(plain, []) == 0.0
    assert blur_of(plain, HERE) == 0.0
