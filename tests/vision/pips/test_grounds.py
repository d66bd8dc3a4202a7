"""Dots in squares on cloths and boards, which look like ones, and dice hardly told from their table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.pips.made_up import FELT, HALF, INK, IVORY, Colour, R, X, Y, only, says, soft
from vision.pips.grounds import is_ground
from vision.pips.voting import vote
from vision.reading import Picture

# As far from ivory as the certain die in photographs whose table is most like it.
NEARLY_IVORY = (172, 193, 203)


def dot_in_a_square(within: Colour, around: Colour) -> Picture:
    """A one on a table, or what is printed there like one."""
    return with_dot(np.full((480, 640, 3), around, np.uint8), within)


def with_dot(picture: Picture, within: Colour) -> Picture:
    cv2.rectangle(picture, (X - R, Y - R), (X + R, Y + R), within, -1)
    cv2.rectangle(picture, (X - R, Y - R), (X + R, Y + R), INK, 4)
    cv2.circle(picture, (X, Y), 8, INK, -1, cv2.LINE_AA)
    return soft(picture)


@pytest.mark.parametrize(("within", "around"), [(FELT, FELT), (IVORY, IVORY), (FELT, (80, 99, 68))])
def test_where_the_ground_goes_on_within_a_figure_is_printed(within: Colour, around: Colour) -> None:
    assert is_ground(dot_in_a_square(within, around), HALF)


def test_the_ground_goes_on_though_another_thing_lies_beside_the_figure() -> None:
    table = np.full((480, 640, 3), FELT, np.uint8)
    table[:, X + round(1.4 * R) :] = IVORY
    assert is_ground(with_dot(table, FELT), HALF)


@pytest.mark.parametrize("table", [FELT, NEARLY_IVORY])
def test_a_die_is_told_from_its_table(table: Colour) -> None:
    assert not is_ground(dot_in_a_square(IVORY, table), HALF)


def test_a_die_between_two_others_of_its_colour_is_told_from_the_table() -> None:
    table = np.full((480, 640, 3), IVORY, np.uint8)
    table[:, X - R // 2 : X + R // 2] = FELT
    assert not is_ground(with_dot(table, IVORY), HALF)


def test_a_dot_on_the_ground_is_asked_about_however_sure_the_nets_are() -> None:
    assert only(vote(dot_in_a_square(IVORY, FELT), [says(1, there=0.9999)], [])).certain
    assert not only(vote(dot_in_a_square(FELT, FELT), [says(1, there=0.9999)], [])).certain


def test_dice_with_more_pips_may_have_the_colour_of_their_table() -> None:
    assert only(vote(dot_in_a_square(FELT, FELT), [says(2, there=0.9999)], [])).certain
