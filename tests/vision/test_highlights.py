"""Mirrored lamps that may hide pips, and such as are beside what a face may carry."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.highlights import has_highlight, is_burnt_out, without_lamp
from vision.reading import Picture

PLACE = (60.0, 60.0, 30.0)


def face(body: int, lamp: float = 0.0) -> Picture:
    """A four in so bright a body, in which a lamp of that radius, in r, is mirrored."""
    picture = np.full((120, 120, 3), 60, np.uint8)
    cv2.rectangle(picture, (30, 30), (90, 90), (body,) * 3, -1)
    for x, y in ((44, 44), (44, 76), (76, 44), (76, 76)):
        cv2.circle(picture, (x, y), 6, (255,) * 3 if body < 200 else (30,) * 3, -1)
    if lamp:
        cv2.circle(picture, (66, 54), round(lamp * 30), (255,) * 3, -1)
    return np.asarray(picture, np.uint8)


@pytest.mark.parametrize(("lamp", "covered"), [(0.0, False), (0.2, False), (0.6, True)])
def test_a_lamp_that_covers_a_quarter_of_a_face_is_seen(lamp: float, covered: bool) -> None:
    assert has_highlight(face(120, lamp), PLACE) == covered


def test_a_white_die_in_much_light_is_no_lamp() -> None:
    assert not has_highlight(face(252), PLACE)


@pytest.mark.parametrize(("pips", "lost"), [(240, True), (200, False), (30, False)])
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


def test_a_lamp_beside_the_middle_of_a_face_is_painted_over() -> None:
    lit = cv2.rectangle(bare(), (40, 40), (52, 50), (250,) * 3, -1)
    cleared = without_lamp(np.asarray(lit, np.uint8), HALF)
    assert cleared is not None
    assert cv2.absdiff(cleared, bare())[20:52, 20:52].max() < 10


@pytest.mark.parametrize(("beside", "painted"), [(6, True), (2, False)])
def test_a_wide_lamp_with_a_straight_edge_is_painted_over_if_it_leaves_the_middle_free(
    beside: int, painted: bool
) -> None:
    lit = cv2.rectangle(bare(), (36 + beside, 16), (55, 55), (250,) * 3, -1)
    cleared = without_lamp(np.asarray(lit, np.uint8), HALF)
    assert (cleared is not None) == painted


@pytest.mark.parametrize("sign", ["dot", "ring", "half a ring", "two dots"])
def test_what_is_printed_around_the_middle_is_no_lamp(sign: str) -> None:
    crop = bare()
    if sign == "dot":
        cv2.circle(crop, MIDDLE, 5, (250,) * 3, -1)
    elif sign == "two dots":
        for x in (26, 46):
            cv2.circle(crop, (x, 36), 4, (250,) * 3, -1)
    else:
        cv2.ellipse(crop, MIDDLE, (10, 10), 0, 0, 360 if sign == "ring" else 180, (250,) * 3, 3)
    assert without_lamp(crop, HALF) is None


def test_where_no_lamp_is_mirrored_nothing_is_painted_over() -> None:
    assert without_lamp(bare(), HALF) is None
