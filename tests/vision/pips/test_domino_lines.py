"""The lines of dominoes, of which the picture's border may hide the other half."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.pips.made_up import FELT, INK, IVORY, Colour, R, X, Y, only, says, soft, turned
from vision.pips.domino_lines import has_line
from vision.pips.voting import vote
from vision.reading import Picture

PLACE = (float(X), float(Y), float(R))
BLACK, WHITE = (30, 30, 30), (225, 225, 225)


def half(
    *,
    at: float = 1.0,
    long: float = 0.8,
    thick: int = 3,
    beyond: float = 1.5,
    ends: float = 1.0,
    aside: float = 0.0,
    body: Colour = IVORY,
    pips: Colour = INK,
    line: Colour = INK,
) -> Picture:
    """A six with a line to its right, so far from its middle and so long to both sides, on a body that goes
    on `beyond` it and to both `ends`; all in halves of its width.
    """
    picture = np.full((480, 640, 3), FELT, np.uint8)
    right, high = round(X + R * (at + beyond)), round(R * ends)
    cv2.rectangle(picture, (X - R, Y - high), (right, Y + high), body, -1)
    for across in (-13, 13):
        for along in (-13, 0, 13):
            cv2.circle(picture, (X + along, Y + across), 4, pips, -1, cv2.LINE_AA)
    x, y, reach = round(X + R * at), round(Y + R * aside), round(R * long)
    cv2.rectangle(picture, (x - thick // 2, y - reach), (x + thick // 2, y + reach), line, -1)
    return soft(picture)


@pytest.mark.parametrize("degrees", [0, 20, 45, 110, 160, 250, 300])
def test_a_line_beside_a_face_is_told_however_it_lies(degrees: float) -> None:
    assert has_line(turned(half(), degrees), PLACE)
    assert has_line(turned(half(body=BLACK, pips=WHITE, line=WHITE), degrees), PLACE)


@pytest.mark.parametrize(
    "drawn",
    [
        half(at=0.78),
        half(at=1.25),
        half(long=0.6),
        half(long=1.2, ends=1.4),
        half(thick=9),
        half(long=0.7, aside=0.18),
    ],
    ids=["too near", "too far", "too short", "too long", "too wide", "beside the middle"],
)
def test_a_line_is_as_long_and_wide_and_lies_where_that_of_a_domino_does(drawn: Picture) -> None:
    assert not has_line(drawn, PLACE)


def test_a_line_is_drawn_as_the_pips_are() -> None:
    assert not has_line(half(line=(235, 250, 255)), PLACE)
    assert not has_line(half(body=BLACK, pips=WHITE, line=(37, 37, 37)), PLACE)


@pytest.mark.parametrize(("thick", "told"), [(1, True), (2, True), (9, False)])
def test_a_faint_line_is_told_if_it_is_a_fine_one(thick: int, told: bool) -> None:
    assert has_line(half(thick=thick, line=(160, 178, 188)), PLACE) is told


@pytest.mark.parametrize(("weakest", "told"), [(0.5, True), (0.2, False)])
def test_what_is_not_as_strong_all_along_is_mirrored_in_an_edge(weakest: float, told: bool) -> None:
    line = half(thick=2)
    rows = np.abs(np.linspace(-1, 1, 2 * R)) * (1 - weakest) + weakest
    ink, beside = line[Y - R : Y + R, X + R - 2 : X + R + 3], np.array(IVORY, np.float32)
    ink[:] = np.rint(beside + (ink - beside) * rows[:, None, None])
    assert has_line(line, PLACE) is told


def test_what_runs_from_edge_to_edge_is_between_two_dice() -> None:
    assert has_line(half(long=0.84), PLACE)
    assert has_line(half(long=0.8, ends=0.9), PLACE), "a little smaller than it was found to be"
    assert has_line(half(long=0.75, aside=0.13), PLACE), "a little beside where it was found"
    assert not has_line(half(long=0.98, ends=0.9), PLACE)


def test_something_may_cover_what_is_beyond_one_end_of_a_line_but_not_beyond_both() -> None:
    picture = half(long=0.75)
    picture[: Y - round(0.8 * R)] = (120, 180, 250)
    assert has_line(picture, PLACE)
    picture[Y + round(0.8 * R) :] = (120, 180, 250)
    assert not has_line(picture, PLACE)


@pytest.mark.parametrize(("covered", "told"), [(4, True), (2, False), (0, False)])
def test_most_of_what_lies_beyond_an_end_is_the_body(covered: int, told: bool) -> None:
    picture = half(long=0.75)
    for end in picture[: Y - round(0.8 * R)], picture[Y + round(0.8 * R) :]:
        end[:, X + R + covered : X + R + 20] = (120, 180, 250)
    assert has_line(picture, PLACE) is told


def test_the_body_goes_on_beyond_a_line_farther_than_a_side_does() -> None:
    assert has_line(half(beyond=1.0), PLACE)
    assert not has_line(half(beyond=0.75), PLACE)
    assert not has_line(half(beyond=0.3), PLACE)


def test_beyond_a_gap_lies_another_die() -> None:
    picture = half()
    picture[:, X + R + 7 : X + R + 11] = FELT
    assert not has_line(picture, PLACE)


def test_pips_of_the_other_half_may_lie_near_the_line() -> None:
    picture = half()
    for x in (X + R + 10, X + R + 19):
        for y in (Y - 13, Y, Y + 13):
            cv2.circle(picture, (x, y), 4, INK, -1, cv2.LINE_AA)
    assert has_line(picture, PLACE)


@pytest.mark.parametrize(("darker", "told"), [(30, True), (45, False)])
def test_beyond_a_line_lies_hardly_another_colour(darker: int, told: bool) -> None:
    picture = half()
    picture[:, X + R + 3 :] -= np.minimum(picture[:, X + R + 3 :], np.uint8(darker))
    assert has_line(picture, PLACE) is told


def test_the_picture_s_border_may_hide_most_of_the_other_half() -> None:
    picture = half()
    assert has_line(np.ascontiguousarray(picture[:, : X + R + 13]), PLACE)
    assert not has_line(np.ascontiguousarray(picture[:, : X + R + 8]), PLACE)


def test_a_face_with_hardly_anything_on_it_has_no_line() -> None:
    faint = (172, 192, 202)
    assert not has_line(half(pips=faint, line=faint), PLACE)


def test_a_six_with_a_line_at_the_picture_s_border_is_asked_about() -> None:
    picture = np.ascontiguousarray(half()[:, : X + R + 14])
    assert not only(vote(picture, [says(6, there=0.999)], [])).certain
    die = np.ascontiguousarray(half(thick=0, long=0.0)[:, : X + R + 14])
    assert only(vote(die, [says(6, there=0.999)], [])).certain


@pytest.mark.parametrize(("away", "r", "certain"), [(2.0, R, False), (2.4, R, True), (2.2, 1.25 * R, True)])
def test_beside_a_half_that_is_told_lies_the_other_one_told_or_not(
    away: float, r: float, certain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.pips.voting.is_half_of_domino", lambda picture, place: place[0] == X)
    top, seen = says(6, x=X + away * R, there=0.999)
    other = replace(top, r=r), replace(seen, r=r)
    both = vote(half(), [says(6, there=0.999), other], [])
    assert [one.certain for one in both] == [False, certain]
