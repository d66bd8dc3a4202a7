"""A clear die's underside: with its pips those of two, three and four look like a five."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.pips.made_up import only, says
from vision.pips.counting import Counted, count_faces, top_faces
from vision.pips.shining import is_of_two_colours, may_shine_through
from vision.pips.voting import vote
from vision.reading import Picture

Colour = tuple[int, int, int]
X, Y, R = 300, 200, 28
BODY, DARK, FAINT = (150, 160, 190), (40, 30, 110), (48, 38, 114)  # BGR
BLUE, BROWN = (110, 70, 30), (40, 70, 110)  # about equally dark
TWO, THREE, FOUR = (0, 2), (0, 2, 4), (0, 1, 2, 3)
CORNERS_AND_MIDDLE = ((-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0))


def five(of_top: tuple[int, ...], top: Colour, below: Colour) -> Picture:
    """Five pips on a die from above, lit from the right, of two colours: those `of_top`, and the others."""
    picture = np.full((480, 640, 3), 90, np.uint8)
    cv2.rectangle(picture, (X - R, Y - R), (X + R, Y + R), BODY, -1)
    for number, (across, down) in enumerate(CORNERS_AND_MIDDLE):
        colour = [level + 4 * across for level in (top if number in of_top else below)]
        cv2.circle(picture, (X + 14 * across, Y + 14 * down), 5, colour, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def counted(picture: Picture) -> Counted:
    (found,) = top_faces(count_faces(picture, [(X, Y, R)]), (640, 480))
    assert (found.face.value, found.doubts()) == (5, ())
    return found


@pytest.mark.parametrize("of_top", [TWO, THREE, FOUR])
def test_a_five_of_two_colours_may_be_a_two_a_three_or_a_four(of_top: tuple[int, ...]) -> None:
    picture = five(of_top, BLUE, BROWN)
    assert is_of_two_colours(picture, counted(picture))
    assert not only(vote(picture, [says(5, there=0.999)], [counted(picture)])).certain


def test_a_five_of_one_colour_is_a_five() -> None:
    picture = five(TWO, BLUE, BLUE)
    assert only(vote(picture, [says(5, there=0.999)], [counted(picture)])).certain


def test_two_colours_hardly_apart_are_those_of_one_face_in_uneven_light() -> None:
    picture = five(TWO, DARK, FAINT)
    assert not is_of_two_colours(picture, counted(picture))


@pytest.mark.parametrize("of_top", [(0, 1), (0, 1, 2), (1, 2, 4), (0,)])
def test_pips_of_another_colour_where_no_face_has_any_are_painted_so(of_top: tuple[int, ...]) -> None:
    picture = five(of_top, BLUE, BROWN)
    assert not is_of_two_colours(picture, counted(picture))


def test_pips_as_unlike_each_other_as_those_of_two_faces_are_of_one() -> None:
    picture = five(TWO, BLUE, BROWN)
    cv2.circle(picture, (X, Y), 5, (60, 110, 60), -1, cv2.LINE_AA)
    assert not is_of_two_colours(picture, counted(picture))


STRONG, WEAK, LESS_WEAK = (20, 20, 60), (95, 100, 135), (70, 75, 110)


@pytest.mark.parametrize(("face", "on_top"), [(4, 4), (5, 2)])
def test_a_five_that_nobody_counted_with_weak_pips_among_strong_ones_is_a_two(face: int, on_top: int) -> None:
    picture = five(TWO, STRONG, WEAK)
    one = only(vote(picture, [says(face, there=0.99)], []))
    assert (one.face, one.certain) == (on_top, True)


@pytest.mark.parametrize("below", [LESS_WEAK, BODY])
def test_pips_that_nobody_counted_shine_through_where_two_at_least_are_far_weaker(below: Colour) -> None:
    picture = five(TWO, STRONG, below)
    cv2.circle(picture, (X + 14, Y - 14), 5, LESS_WEAK if below is LESS_WEAK else WEAK, -1, cv2.LINE_AA)
    assert only(vote(picture, [says(5, there=0.99)], [])).certain
    assert may_shine_through(picture, (X, Y, R), 5), "where they were counted that would do"
