"""Mirrored lamps, and what they may hide."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.highlights import has_highlight, is_burnt_out, lamp_on, painted_over
from vision.reading import Picture

PLACE = (60.0, 60.0, 30.0)


def face(body: int, lamp: float = 0.0) -> Picture:
    """A four in so bright a body, in which a lamp of that radius, in r, is mirrored."""
    picture = np.full((120, 120, 3), 60, np.uint8)
    cv2.rectangle(picture, (30, 30), (90, 90), (body,) * 3, -1)
    for x, y in ((44, 44), (44, 76), (76, 44), (76, 76)):
        cv2.circle(picture, (x, y), 6, (255,) * 3 if body < 200 else (30,) * 3, -1)
    if lamp:
        cv2.circle(picture, (60, 60), round(lamp * 30), (255,) * 3, -1)
    return np.asarray(picture, np.uint8)


@pytest.mark.parametrize(("lamp", "covered"), [(0.0, False), (0.4, False), (0.47, True), (0.6, True)])
def test_a_lamp_that_covers_a_quarter_of_a_face_is_seen(lamp: float, covered: bool) -> None:
    assert has_highlight(face(120, lamp), PLACE) == covered


@pytest.mark.parametrize(("darkest", "is_lamp"), [(190, True), (210, False)])
def test_a_lamp_is_seen_where_some_of_the_face_is_darker(darkest: int, is_lamp: bool) -> None:
    picture = np.full((120, 120, 3), 255, np.uint8)
    picture[:, :54] = darkest
    assert has_highlight(picture, PLACE) == is_lamp


def test_a_white_die_in_much_light_is_no_lamp() -> None:
    assert not has_highlight(face(252), PLACE)


@pytest.mark.parametrize(("pips", "lost"), [(240, True), (230, True), (220, False), (30, False)])
def test_on_a_face_that_is_burnt_out_pips_may_be_lost_if_those_that_are_seen_nearly_are(
    pips: int, lost: bool
) -> None:
    picture = np.full((120, 120, 3), 60, np.uint8)
    cv2.rectangle(picture, (28, 28), (92, 92), (255,) * 3, -1)
    for at in ((46, 46), (74, 74)):
        cv2.circle(picture, at, 5, (pips,) * 3, -1)
    assert is_burnt_out(picture, PLACE) == lost


def test_a_face_that_is_bright_in_part_is_not_burnt_out() -> None:
    assert not is_burnt_out(face(120, 0.6), PLACE)


HALF, MIDDLE = 20.0, (36, 36)


def bare(level: int = 60) -> Picture:
    """A face that carries nothing, in the middle of a crop of 72 pixels."""
    crop = np.full((72, 72, 3), 90, np.uint8)
    return np.asarray(cv2.rectangle(crop, (16, 16), (55, 55), (level,) * 3, -1), np.uint8)


def lit(picture: Picture, *corners: tuple[int, int]) -> Picture:
    """The same with a lamp mirrored from corner to corner."""
    return np.asarray(cv2.rectangle(picture.copy(), *corners, (250,) * 3, -1), np.uint8)


def test_a_lamp_is_painted_over_as_what_is_around_it_goes_on() -> None:
    crop = lit(bare(), (40, 40), (52, 50))
    hidden = lamp_on(crop, HALF)
    assert hidden is not None
    assert cv2.absdiff(painted_over(crop, hidden), bare())[20:52, 20:52].max() < 10


@pytest.mark.parametrize(("left", "seen"), [(42, True), (34, True), (32, False), (28, False)])
def test_a_lamp_that_leaves_little_of_a_face_free_tells_nothing_of_it(left: int, seen: bool) -> None:
    assert (lamp_on(lit(bare(), (left, 16), (55, 55)), HALF) is not None) == seen


def test_a_dark_sign_in_a_lamp_that_reaches_its_edge_lies_in_what_may_be_hidden() -> None:
    crop = lit(bare(), (30, 38), (50, 52))
    cv2.rectangle(crop, (39, 38), (41, 44), (60,) * 3, -1)
    hidden = lamp_on(crop, HALF)
    assert hidden is not None
    assert hidden[38:45, 39:42].all()


@pytest.mark.parametrize("sign", ["ring", "half a ring", "two dots"])
def test_what_is_bright_and_not_of_one_piece_is_no_lamp(sign: str) -> None:
    crop = bare()
    if sign == "two dots":
        for x in (26, 46):
            cv2.circle(crop, (x, 36), 4, (250,) * 3, -1)
    else:
        cv2.ellipse(crop, MIDDLE, (10, 10), 0, 0, 360 if sign == "ring" else 180, (250,) * 3, 3)
    assert lamp_on(crop, HALF) is None


def test_a_face_that_mirrors_no_lamp_has_none() -> None:
    assert lamp_on(bare(), HALF) is None
