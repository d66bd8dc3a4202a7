"""Lamps that are mirrored in something smooth look like light pips, but smaller."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.pips.lamps import Dot, light_dot
from vision.reading import Picture

SIDE, MIDDLE, R = 120, 60.0, 24.0
YS, XS = np.mgrid[0:SIDE, 0:SIDE]


def dotted(radius: float, dot: float, body: float = 120.0, beside: float = 0.0) -> Picture:
    """A face of that lightness with a dot of that radius, in r, in its middle or so far beside it."""
    grey = np.where(np.hypot(XS - MIDDLE, YS - MIDDLE) < 1.2 * R, body, 60.0)
    grey = np.where(np.hypot(XS - MIDDLE - beside * R, YS - MIDDLE) < radius * R, dot, grey)
    grey = cv2.GaussianBlur(grey, (0, 0), 0.8) + np.random.default_rng(1).normal(0, 1.5, grey.shape)
    return np.asarray(np.repeat(grey.clip(0, 255)[..., None], 3, axis=2), np.uint8)


@pytest.mark.parametrize("radius", [0.1, 0.16, 0.2, 0.25])
@pytest.mark.parametrize("beside", [0.0, 0.2])
def test_a_light_dot_is_measured_wherever_it_lies_near_the_middle(radius: float, beside: float) -> None:
    seen = light_dot(dotted(radius, 240.0, beside=beside), (MIDDLE, MIDDLE, R))
    assert seen is not None
    assert seen.radius == pytest.approx(radius, abs=0.02)


@pytest.mark.parametrize("size", [0.5, 2.0])
def test_it_is_measured_in_halves_of_the_width_of_the_face(size: float) -> None:
    picture = cv2.resize(dotted(0.2, 240.0), None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
    place = (MIDDLE * size, MIDDLE * size, R * size)
    seen = light_dot(np.asarray(picture, np.uint8), place)
    assert seen is not None
    assert seen.radius == pytest.approx(0.2, abs=0.03)


def test_a_painted_pip_is_larger_than_a_mirrored_lamp() -> None:
    pip, lamp = (light_dot(dotted(radius, 240.0), (MIDDLE, MIDDLE, R)) for radius in (0.18, 0.1))
    assert pip is not None
    assert lamp is not None
    assert [dot.may_be_a_lamp(pips=0.2) for dot in (pip, lamp)] == [False, True]


def test_a_small_dot_that_is_burnt_out_may_be_a_lamp_for_paint_under_it_seldom_is() -> None:
    paint, lamp = (light_dot(dotted(0.14, light), (MIDDLE, MIDDLE, R)) for light in (235.0, 275.0))
    assert paint is not None
    assert lamp is not None
    assert [dot.may_be_a_lamp(pips=0.2, doubted=True) for dot in (paint, lamp)] == [False, True]
    assert not lamp.may_be_a_lamp(pips=0.2), "on what is surely a top"
    assert not Dot(0.2, 255.0).may_be_a_lamp(pips=0.25, doubted=True)


def test_a_dark_dot_is_no_light_one() -> None:
    assert light_dot(dotted(0.1, 20.0), (MIDDLE, MIDDLE, R)) is None


def test_what_hardly_stands_out_is_no_light_dot() -> None:
    assert light_dot(dotted(0.12, 130.0), (MIDDLE, MIDDLE, R)) is None
