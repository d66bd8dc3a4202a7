"""Dots in squares on cloths and boards, which look like ones, and dice hardly told from their table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.pips.made_up import only, says
from tests.vision.pips.test_dominoes import FELT, HALF, INK, IVORY, Colour, R, X, Y, soft
from vision.pips.grounds import is_ground
from vision.pips.voting import vote
from vision.reading import Picture

# As far from ivory as the certain die in photographs whose table is most like it.
NEARLY_IVORY = (172, 193, 203)


def dot_in_a_square(
    inside: Colour, outside: Colour, ink: Colour = INK, beside: Colour | None = None
) -> Picture:
    """A one, or what is printed like one; ``beside`` is the colour of what lies to its right."""
    picture = np.full((480, 640, 3), outside, np.uint8)
    if beside is not None:
        picture[:, X + round(1.4 * R) :] = beside
    cv2.rectangle(picture, (X - R, Y - R), (X + R, Y + R), inside, -1)
    cv2.rectangle(picture, (X - R, Y - R), (X + R, Y + R), ink, 4)
    cv2.circle(picture, (X, Y), 8, ink, -1, cv2.LINE_AA)
    return soft(picture)


@pytest.mark.parametrize("ground", [FELT, IVORY, (90, 40, 150)])
def test_where_the_ground_goes_on_within_a_figure_is_printed(ground: Colour) -> None:
    assert is_ground(dot_in_a_square(ground, ground), HALF)


def test_the_ground_goes_on_though_another_thing_lies_beside_the_figure() -> None:
    assert is_ground(dot_in_a_square(FELT, FELT, beside=IVORY), HALF)


@pytest.mark.parametrize("table", [FELT, NEARLY_IVORY])
def test_a_die_is_told_from_its_table(table: Colour) -> None:
    assert not is_ground(dot_in_a_square(IVORY, table), HALF)


def test_a_die_beside_another_of_its_colour_is_told_from_the_table() -> None:
    assert not is_ground(dot_in_a_square(IVORY, FELT, beside=IVORY), HALF)


@pytest.mark.parametrize("face", [1, 3])
def test_a_few_dots_on_the_ground_are_asked_about_however_sure_the_nets_are(face: int) -> None:
    assert only(vote(dot_in_a_square(IVORY, FELT), [says(face, there=0.9999)], [])).certain
    assert not only(vote(dot_in_a_square(FELT, FELT), [says(face, there=0.9999)], [])).certain


def test_dice_with_more_pips_may_have_the_colour_of_their_table() -> None:
    assert only(vote(dot_in_a_square(FELT, FELT), [says(4, there=0.9999)], [])).certain
