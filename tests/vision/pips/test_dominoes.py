"""Dominoes, whose halves are faces of dice to all readers, and two dice that touch."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.pips.made_up import FELT, HALF, INK, IVORY, Colour, R, X, Y, only, says, soft, turned
from tests.vision.signs.made_up import mark
from vision.crops import Place
from vision.dice_sets import Kind
from vision.finding.top_finder import THINGS, Top
from vision.pips.dominoes import is_half_of_domino
from vision.pips.voting import vote
from vision.reader import _asked_on_domino
from vision.reading import Picture
from vision.signs.face_read import FaceRead


def tile(
    long: float = 2.0,
    wide: float = 1.0,
    body: Colour = IVORY,
    ground: Colour = FELT,
    line: float = 0.7,
    ink: Colour = INK,
) -> Picture:
    """A six and a blank half beside it, to the right, with a line between them; in widths of the die."""
    picture = np.full((480, 640, 3), ground, np.uint8)
    left, high = X - R, round(R * wide)
    cv2.rectangle(picture, (left, Y - high), (left + round(2 * R * long), Y + high), body, -1)
    for across in (-13, 13):
        for along in (-13, 0, 13):
            cv2.circle(picture, (X + along, Y + across), 4, INK, -1, cv2.LINE_AA)
    cv2.line(picture, (X + R, Y - round(R * line)), (X + R, Y + round(R * line)), ink, 2)
    return soft(picture)


@pytest.mark.parametrize("degrees", [0, 30, 75, 90, 140, 200, 290])
def test_a_domino_is_told_however_it_lies(degrees: float) -> None:
    assert is_half_of_domino(turned(tile(), degrees), HALF)


def test_a_six_on_a_domino_is_asked_about() -> None:
    assert only(vote(tile(long=1.0), [says(6, there=0.999)], [])).certain
    assert not only(vote(tile(), [says(6, there=0.999)], [])).certain


@pytest.mark.parametrize("gap", [INK, (160, 180, 190)])
def test_two_dice_of_one_colour_with_a_gap_between_them_are_none(gap: Colour) -> None:
    assert not is_half_of_domino(tile(line=1.0, ink=gap), HALF)


def test_two_dice_with_a_gap_at_one_edge_alone_are_none() -> None:
    for edge in (-1, 1):
        dice = tile()
        cv2.line(dice, (X + R, Y + edge * R), (X + R, Y + edge * R // 2), INK, 2)
        assert not is_half_of_domino(soft(dice), HALF)


@pytest.mark.parametrize(
    ("long", "wide"), [(1.0, 1.0), (1.5, 1.0), (2.8, 1.0), (2.0, 0.65), (2.0, 1.6)], ids=str
)
def test_what_is_not_twice_as_long_as_wide_or_not_as_wide_as_the_half_is_none(
    long: float, wide: float
) -> None:
    assert not is_half_of_domino(tile(long, wide, line=0.0), HALF)


@pytest.mark.parametrize(
    ("place", "is_half"),
    [
        ((X, Y, R), True),
        ((X + 28, Y, R), False),
        ((X - 12, Y, R), False),
        ((X, Y + 14, R), False),
        ((X, Y, 40), False),
    ],
)
def test_a_half_lies_in_the_middle_of_its_half(place: Place, is_half: bool) -> None:
    assert is_half_of_domino(tile(), place) is is_half


@pytest.mark.parametrize(("long", "certain"), [(2.0, False), (3.0, True)], ids=["a domino", "a bar"])
def test_a_half_that_is_blank_or_looks_like_pips_is_no_die_with_signs(long: float, certain: bool) -> None:
    signs = dict.fromkeys(THINGS, 0.0) | {"sign": 1.0}
    top = Top(X + 2 * R, Y, R, 0.99, signs)
    bare = FaceRead(top, mark(1), Kind("bogus", ("blank",)), True, {"blank": 1.0}, certain=True)
    assert _asked_on_domino(tile(long, line=0.0), bare).certain is certain
    symbol = replace(bare, chances={"bogus": 1.0})
    assert _asked_on_domino(tile(long, line=0.0), symbol).certain
    like_pips = replace(symbol, top=replace(top, things=signs | {"sign": 0.4, "3": 0.6}))
    assert _asked_on_domino(tile(long, line=0.0), like_pips).certain is certain


def test_two_dice_that_lie_askew_are_none() -> None:
    dice = tile(line=0.0)
    dice[:, X + R :] = np.roll(dice[:, X + R :], 22, axis=0)
    assert not is_half_of_domino(dice, HALF)


def test_a_cross_is_none() -> None:
    cross = tile(wide=1.3, line=0.0)
    for x in (X - R, X + 2 * R):
        for y in (Y - 37, Y + R // 2):
            cross[y : y + 24, x : x + R + 1] = FELT
    assert not is_half_of_domino(cross, HALF)


def test_the_picture_s_border_may_cut_off_a_little_of_a_domino() -> None:
    picture = tile()
    assert is_half_of_domino(np.ascontiguousarray(picture[:, : X + 2 * R + 20]), HALF)
    assert not is_half_of_domino(np.ascontiguousarray(picture[:, : X + R + 10]), HALF)


@pytest.mark.parametrize(
    ("ground", "body"), [((176, 197, 207), IVORY), ((60, 60, 60), (40, 44, 48)), (FELT, (60, 60, 160))]
)
def test_a_domino_is_told_on_a_ground_that_is_hardly_of_another_colour(ground: Colour, body: Colour) -> None:
    assert is_half_of_domino(tile(ground=ground, body=body), HALF)


def test_a_domino_is_told_in_light_that_grows_weaker_along_it() -> None:
    weaker = np.linspace(1.15, 0.55, 640)[:, None]
    assert is_half_of_domino((tile() * weaker).clip(0, 255).astype(np.uint8), HALF)


def test_a_face_on_a_ground_of_its_own_colour_is_none() -> None:
    assert not is_half_of_domino(np.full((480, 640, 3), IVORY, np.uint8), HALF)
