"""What speaks against a face that was counted."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.crops import Place
from vision.pips.counting import count_faces, top_faces
from vision.reading import Picture
from vision.rendering import Camera, Die, Ground, Scene, render


def company(apart: float, places: list[Place]) -> list[float]:
    """The marks without a face beside each of two ones whose middles lie so many widths apart."""
    dice = [Die(face="1", x=x, y=200, size=60) for x in (300.0, 300.0 + 60 * apart)]
    scene = Scene(tuple(dice), Ground(kind="felt"), camera=Camera(width=640, height=480))
    picture = render(scene, np.random.default_rng(1))[0]
    return [one.face.notes["company"] for one in count_faces(picture, places) if one.presence > 0.25]


@pytest.mark.parametrize("apart", [1.02, 1.5])
def test_the_dot_of_the_next_die_is_no_company_for_a_one(apart: float) -> None:
    beside = 300.0 + 60 * apart
    assert company(apart, [(300.0, 200.0, 30.0), (beside, 200.0, 30.0)]) == [0.0, 0.0]


def test_a_dot_on_its_face_where_no_other_die_lies_is_company_for_a_one() -> None:
    assert 1.0 in company(1.02, [(300.0, 200.0, 36.0), (330.0, 200.0, 30.0)])


def one_with_pip(radius: float) -> Picture:
    """A light face, 68 pixels wide, with a dark pip whose radius is so many halves of that."""
    grey = np.full((160, 160), 70.0)
    grey[46:114, 46:114] = 225.0
    ys, xs = np.mgrid[0:160, 0:160] - 80
    grey[np.hypot(xs, ys) < radius * 34] = 60.0
    grey = cv2.GaussianBlur(grey, (0, 0), 1.2) + np.random.default_rng(1).normal(0, 1.5, grey.shape)
    return np.asarray(np.repeat(grey.clip(0, 255)[..., None], 3, axis=2), np.uint8)


@pytest.mark.parametrize("radius", [0.18, 0.26, 0.32, 0.35])
def test_the_pip_of_a_one_may_be_larger_than_others_up_to_a_third_of_its_face(radius: float) -> None:
    (one,) = top_faces(count_faces(one_with_pip(radius), [(80.0, 80.0, 34.0)]), (160, 160))
    assert (one.face.value, one.doubts()) == (1, ())


def test_what_nearly_fills_what_it_lies_on_is_no_pip() -> None:
    assert not top_faces(count_faces(one_with_pip(0.55), [(80.0, 80.0, 34.0)]), (160, 160))


def four_on_a_disc(apart: float, r: int = 34) -> Picture:
    """A light face with a grey disc, half as wide as `r` pixels, and on that four light pips: half the side
    of their square is so many of their radii.
    """
    grey = np.full((160, 160), 70.0)
    grey[80 - r : 80 + r, 80 - r : 80 + r] = 225.0
    ys, xs = np.mgrid[0:160, 0:160] - 80
    grey[np.hypot(xs, ys) < 0.7 * r] = 150.0
    radius = 0.41 * r / (apart + 0.7)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        grey[np.hypot(xs - apart * radius * x, ys - apart * radius * y) < radius] = 215.0
    grey = cv2.GaussianBlur(grey, (0, 0), 0.7) + np.random.default_rng(1).normal(0, 1.5, grey.shape)
    return np.asarray(np.repeat(grey.clip(0, 255)[..., None], 3, axis=2), np.uint8)


@pytest.mark.parametrize("apart", [1.5, 1.7, 2.2])
def test_pips_on_a_disc_lie_nearly_as_near_to_each_other_as_pips_can(apart: float) -> None:
    (four,) = top_faces(count_faces(four_on_a_disc(apart), [(80.0, 80.0, 34.0)]), (160, 160))
    assert (four.face.value, four.doubts()) == (4, ())


def test_small_marks_as_near_to_each_other_may_be_letters() -> None:
    small = count_faces(four_on_a_disc(1.5, r=20), [(80.0, 80.0, 20.0)])
    assert 4 not in [found.face.value for found in small]
    assert 4 in [found.face.value for found in count_faces(four_on_a_disc(2.2, r=20), [(80.0, 80.0, 20.0)])]
