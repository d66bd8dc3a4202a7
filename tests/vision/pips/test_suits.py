"""Cards: their suits lie as pips do, and are no circles."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.photographs import PHOTOS
from tests.vision.pips.made_up import counted_on, only, says
from vision.files import read_picture
from vision.pips.faces import PATTERN
from vision.pips.suits import are_suits
from vision.pips.voting import vote
from vision.reading import Picture

PLACE = (120.0, 120.0, 80.0)
DIAMOND = np.array([(0.0, -1.2), (0.9, 0.0), (0.0, 1.2), (-0.9, 0.0)])
HEART = np.array([(0, 1.1), (1, 0), (1, -0.6), (0.5, -0.9), (0, -0.5), (-0.5, -0.9), (-1, -0.6), (-1, 0)])
SPADE = HEART * (1, -1) + np.array((0, 0.2))
CIRCLE = np.array([(np.cos(angle), np.sin(angle)) for angle in np.linspace(0, 2 * np.pi, 40)])


def marked(face: int, form: np.ndarray, slant: float = 1.0) -> Picture:
    """Red marks of that form on white, lying as pips of a face do, seen at a slant."""
    picture = np.full((240, 240, 3), 235, np.uint8)
    for x, y in PATTERN[face]:
        corners = (form * 13 + (120 + 40 * x, 120 + 40 * y)) * (1, slant) + (0, 120 * (1 - slant))
        cv2.fillPoly(picture, [np.round(corners * 16).astype(np.int32)], (40, 40, 200), cv2.LINE_AA, 4)
    return picture


@pytest.mark.parametrize("form", [DIAMOND, HEART, SPADE])
@pytest.mark.parametrize("face", [3, 4, 5, 6])
def test_suits_are_no_pips(face: int, form: np.ndarray) -> None:
    assert are_suits(marked(face, form), PLACE, face)


@pytest.mark.parametrize("slant", [1.0, 0.7])
@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_pips_are_no_suits_from_wherever_they_are_seen(face: int, slant: float) -> None:
    assert not are_suits(marked(face, CIRCLE, slant), PLACE, face)


@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_pips_that_are_rings_are_no_suits(face: int) -> None:
    picture = marked(face, CIRCLE)
    for x, y in PATTERN[face]:
        cv2.circle(picture, (round(120 + 40 * x), round(120 + 40 * y)), 8, (235, 235, 235), 4, cv2.LINE_AA)
    assert not are_suits(picture, PLACE, face)


def test_two_marks_alone_must_be_clearly_no_ellipses() -> None:
    assert are_suits(marked(2, HEART), PLACE, 2)
    assert not are_suits(marked(2, DIAMOND), PLACE, 2)


def test_of_one_mark_and_of_a_small_face_nothing_is_said() -> None:
    assert not are_suits(marked(1, HEART), PLACE, 1)
    small = np.asarray(cv2.resize(marked(5, HEART), (80, 80), interpolation=cv2.INTER_AREA), np.uint8)
    assert not are_suits(small, (40.0, 40.0, 26.0), 5)


def test_where_nothing_stands_out_there_are_no_suits() -> None:
    assert not are_suits(np.full((240, 240, 3), 200, np.uint8), PLACE, 4)


def test_what_lies_beyond_the_border_makes_no_suits_of_pips() -> None:
    cut_off = read_picture(PHOTOS / "round_tray_d6" / "149.jpg")
    assert not are_suits(cut_off, (56.0, 166.0, 69.0), 6)


@pytest.mark.parametrize(
    ("form", "there", "certain"), [(HEART, 0.98, False), (CIRCLE, 0.98, True), (HEART, 0.994, True)]
)
def test_suits_are_asked_about_though_they_were_counted_beyond_doubt_unless_the_nets_have_none(
    form: np.ndarray, there: float, certain: bool
) -> None:
    six = counted_on("6")
    counted = replace(six, face=replace(six.face, x=PLACE[0], y=PLACE[1]))
    assert not counted.doubts()
    top, seen = says(6, x=PLACE[0], y=PLACE[1], there=there)
    claim = replace(top, r=PLACE[2]), replace(seen, r=PLACE[2])
    assert only(vote(marked(6, form), [claim], [counted])).certain is certain
