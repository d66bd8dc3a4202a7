"""Bare faces that mirror a lamp, and faces whose sign may lie under one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import drawings
from vision.dice_sets import SETS
from vision.reading import Picture
from vision.rendering import Camera, Die, Scene, render
from vision.signs.bare import may_carry, pips_drawn, without_lamp
from vision.signs.known import known_faces, named, nearness
from vision.signs.marks import BARE, FACE, face_crop, shipped
from vision.signs.prints import Prints, print_of_drawing, seen_from_middle
from vision.signs.sheen import without_sheen

BLACK = (35.0, 33.0, 32.0)
RIFF = SETS["riff_in_time"]
FACES = known_faces(RIFF)


def crop_of(face: str, *lamp: int, light: int = 250) -> Picture:
    """A black die from right above, a lamp mirrored from left, top to right, bottom, in twentieths of its
    width from its middle; it makes what lies there lighter by so much.
    """
    faces = {face: drawings.picture(face, (240.0, 240.0, 240.0)), "": drawings.picture("blank", BLACK)}
    black = Die(colour=BLACK, face=face, faces=faces, x=120, y=110, size=80, angle=20)
    picture, (label,) = render(Scene((black,), camera=Camera(240, 220)), np.random.default_rng(1))
    if lamp:
        left, top, right, bottom = (round(one * label.r / 10) for one in lamp)
        x, y = round(label.x), round(label.y)
        part = np.s_[y + top : y + bottom + 1, x + left : x + right + 1]
        picture[part] = np.clip(picture[part].astype(int) + light, 0, 255)
    return face_crop(picture, (label.x, label.y, label.r))


def read_as(crop: Picture) -> tuple[str, bool]:
    """What face of a black die it is, and whether it is bare."""
    (mark,) = shipped().marks_of([crop])
    seen = without_lamp(mark, crop, may_carry(RIFF, "cube", FACES), shipped())
    found = named(nearness(seen, FACES), ["bogus"])
    assert found is not None
    return found.best.face, seen.unevenness < BARE


def test_a_face_is_bare_for_all_the_lamp_that_it_mirrors_beside_its_middle() -> None:
    lit = crop_of("blank", 4, 3, 9, 8)
    assert shipped().marks_of([lit])[0].unevenness > BARE
    assert read_as(lit) == ("blank", True)


@pytest.mark.parametrize("lamp", [(-3, -3, 3, 3), (-5, -5, 5, 5), (-9, -9, 9, 3)])
def test_a_lamp_that_may_hide_a_sign_or_a_pip_leaves_a_face_in_doubt(lamp: tuple[int, ...]) -> None:
    assert not read_as(crop_of("blank", *lamp))[1]


def test_a_sign_beside_a_lamp_is_read_and_one_under_it_is_not_taken_for_nothing() -> None:
    assert read_as(crop_of("bogus", 4, 3, 9, 8)) == ("bogus", False)
    assert not read_as(crop_of("bogus", -6, -6, 6, 6))[1]


WINDOW = (-2, -10, 10, 10)


def test_a_dim_lamp_over_most_of_a_face_hides_nothing() -> None:
    lit = crop_of("blank", *WINDOW, light=90)
    assert shipped().marks_of([lit])[0].unevenness > BARE
    assert read_as(lit) == ("blank", True)


def test_a_sign_is_seen_through_a_dim_lamp() -> None:
    assert read_as(crop_of("bogus", *WINDOW, light=90)) == ("bogus", False)


def test_a_lamp_that_burns_out_as_much_may_hide_a_sign() -> None:
    assert not read_as(crop_of("blank", *WINDOW))[1]


def test_a_lighter_part_that_ends_within_the_face_may_be_drawn_there() -> None:
    assert not read_as(crop_of("blank", -5, -5, 5, 5, light=90))[1]


def test_a_lighter_part_around_something_dark_is_a_sticker_and_no_lamp() -> None:
    sheen = crop_of("blank", *WINDOW, light=90)
    assert without_sheen(sheen, FACE) is not None
    for side, is_sheen in ((3, True), (6, False)):
        with_sign = sheen.copy()
        with_sign[40 : 40 + side, 38 : 38 + side] = BLACK
        assert (without_sheen(with_sign, FACE) is not None) is is_sheen


def test_a_lighter_part_that_is_like_a_face_that_was_shown_is_no_lamp() -> None:
    lit = crop_of("blank", *WINDOW, light=90)
    (mark,) = shipped().marks_of([lit])
    half_white = np.zeros((72, 72), np.float32)
    half_white[:, 32:] = 1
    shown = Prints([print_of_drawing(half_white, FACE)])
    assert without_lamp(mark, lit, [shown], shipped()) is mark


def test_dice_that_are_never_bare_are_left_as_they_are() -> None:
    professor = SETS["professor_evil"]
    assert may_carry(professor, "cube", known_faces(professor)) == []


def test_pips_may_lie_under_a_lamp_unless_every_kind_was_taught_to_carry_signs() -> None:
    assert pips_drawn() in may_carry(RIFF, "cube", FACES)
    taught = RIFF.taught(FACES)
    assert pips_drawn() not in may_carry(taught, "cube", known_faces(taught))


def test_a_dot_in_the_middle_may_be_a_pip() -> None:
    dot = np.zeros((72, 72), np.float32)
    cv2.circle(dot, (36, 36), 5, (1,), -1)
    assert pips_drawn().least_seen(seen_from_middle(dot, FACE)) < 0.05
