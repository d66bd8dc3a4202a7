"""Three readers and something else: lamps on candies and balls, cards, print, coins, buttons, undersides."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.pips.made_up import TABLE, ask, counted_on, only, picture_of, says
from vision.pips.counting import Counted, count_faces, top_faces
from vision.pips.votes import RATHER_SEEN, Vote
from vision.pips.voting import vote
from vision.rendering.scene import Image


def test_marks_that_are_no_circles_are_believed_where_the_nets_are_beyond_doubt(four: Counted) -> None:
    suits = replace(four, unlike=0.3)
    assert "signs" in suits.doubts()
    assert not only(ask([says(4)], [suits])).certain
    assert only(ask([says(4, there=0.99)], [suits])).certain


def test_a_figure_on_a_square_of_a_board_is_no_one_unless_dice_of_its_size_lie_beside_it() -> None:
    one, figure = says(1, there=0.999, sure=0.9999), replace(counted_on("1"), unlike=0.3)
    top, seen = says(5, x=450.0, there=0.999)
    small = replace(top, r=11.0), replace(seen, r=11.0)
    certain = {
        what: [vote.certain for vote in ask([one, *beside], [figure])]
        for what, beside in {"alone": [], "large": [small], "alike": [(top, seen)]}.items()
    }
    assert certain == {"alone": [False], "large": [False, True], "alike": [True, True]}
    assert only(ask([one], [counted_on("1")])).certain


def test_what_may_be_a_coin_with_a_hole_is_asked_about(four: Counted) -> None:
    top, seen = says(4, there=0.99)
    for token, certain in ((0.05, True), (0.2, False)):
        things = {name: share * (1 - token) for name, share in top.things.items()} | {"token": token}
        assert only(ask([(replace(top, things=things), seen)], [four])).certain is certain


@pytest.mark.parametrize("misfit", [0.02, 0.2])
def test_two_light_marks_must_surely_lie_on_a_top_however_they_were_counted_for_candies_mirror_lamps(
    misfit: float,
) -> None:
    two = counted_on("2")
    dark = replace(two, face=replace(two.face, misfit=misfit))
    light = replace(dark, pips=[replace(pip, dark=False) for pip in two.pips])
    assert bool(light.doubts()) is (misfit > 0.1)
    candy, die = says(2, there=0.945), says(2, there=0.96)
    assert only(ask([candy], [dark])).certain, "dark pips are no lamps"
    assert not only(ask([candy], [light])).certain
    assert only(ask([die], [light])).certain


def test_few_light_marks_that_are_no_circles_are_lamps_on_a_coin_unless_the_nets_have_no_doubt() -> None:
    for value, coin in (("2", False), ("5", True)):
        dark = replace(counted_on(value), unlike=0.3)
        light = replace(dark, pips=[replace(pip, dark=False) for pip in dark.pips])
        doubted, clear = says(int(value), there=0.98), says(int(value), there=0.99)
        assert only(ask([doubted], [replace(light, unlike=0.1)])).certain
        assert only(ask([doubted], [light])).certain is coin
        assert only(ask([doubted], [dark])).certain
        assert only(ask([clear], [light])).certain


def test_two_light_dots_that_were_not_counted_must_surely_lie_on_a_top_for_candies_mirror_lamps() -> None:
    for level, certain in ((250, False), (20, True)):
        picture = np.full((480, 640, 3), 120, np.uint8)
        for x, y in ((288, 188), (312, 212)):
            cv2.circle(picture, (x, y), 5, (level, level, level), -1)
        assert only(vote(picture, [says(2, there=0.978)], [])).certain is certain
        assert only(vote(picture, [says(2, there=0.99)], [])).certain


def test_a_ball_that_mirrors_a_lamp_is_asked_about() -> None:
    ys, xs = np.mgrid[0:480, 0:640]
    away = np.hypot(xs - 300, ys - 200) / 28
    ball = np.where(away < 1, 90 + 90 * np.sqrt(np.clip(1 - away**2, 0, None)), 40)
    picture = np.repeat(np.where(away < 0.15, 250, ball)[..., None], 3, axis=2).astype(np.uint8)
    assert not only(vote(picture, [says(1, there=0.999)], [])).certain
    assert only(vote(picture, [says(2, there=0.999)], [])).certain
    two = counted_on("2")
    lamps = replace(two, pips=[replace(pip, dark=False) for pip in two.pips])
    assert not only(vote(picture, [says(2, there=0.99)], [lamps])).certain
    assert only(vote(picture_of("2"), [says(2, there=0.99)], [lamps])).certain
    # What is darker than the body is no lamp.
    dark = counted_on("1")
    assert dark.pips[0].dark
    assert only(vote(picture, [says(1, there=0.999)], [dark])).certain


BODY = (150, 120, 100)
ON_DIAGONAL = {1: [(0, 0)], 2: [(-14, -14), (14, 14)], 3: [(-14, -14), (0, 0), (14, 14)]}


def drawn(face: int, radius: float, *levels: int) -> Image:
    """A flat square of half width 28 at 300, 200 with dots of that radius, in r, and these levels of grey."""
    picture = np.full((480, 640, 3), 60, np.uint8)
    cv2.rectangle(picture, (272, 172), (328, 228), BODY, -1)
    for (x, y), level in zip(ON_DIAGONAL[face], levels, strict=True):
        middle, colour = (16 * (300 + x), 16 * (200 + y)), (level,) * 3
        cv2.circle(picture, middle, round(16 * 28 * radius), colour, -1, cv2.LINE_AA, 4)
    return picture


def read_as(face: int, picture: Image, *beside: Counted) -> Vote:
    """What becomes of a face that the nets and, if it can, the counting see there, with others beside it."""
    counted = [*top_faces(count_faces(picture, [(300.0, 200.0, 28.0)]), (640, 480)), *beside]
    claims = [says(face, there=0.99), *(says(one.face.value, x=one.face.x) for one in beside)]
    return vote(picture, claims, counted)[0]


@pytest.mark.parametrize(
    ("face", "radius", "levels", "certain"),
    [
        (1, 0.1, [250], False),
        (1, 0.17, [250], True),
        (1, 0.1, [10], True),
        (2, 0.11, [250, 250], False),
        (2, 0.15, [250, 250], False),
        (2, 0.16, [250, 250], True),
        (2, 0.2, [250, 250], True),
        (2, 0.2, [250, 180], False),
        (2, 0.11, [10, 10], True),
        (3, 0.11, [250, 250, 250], False),
        (3, 0.2, [250, 250, 250], True),
        (3, 0.2, [250, 180, 250], True),
    ],
)
def test_few_light_dots_that_are_small_for_pips_or_two_unlike_ones_may_be_lamps(
    face: int, radius: float, levels: list[int], certain: bool
) -> None:
    assert read_as(face, drawn(face, radius, *levels)).certain is certain


@pytest.mark.parametrize(("level", "certain"), [(230, False), (20, True)])
def test_a_light_dot_beside_the_middle_of_its_body_may_be_a_lamp(level: int, certain: bool) -> None:
    picture = drawn(1, 0.18, level)
    (one,) = top_faces(count_faces(picture, [(300.0, 200.0, 28.0)]), (640, 480))
    half = len(one.outline.edge) // 2
    aside = replace(one, outline=replace(one.outline, edge=one.outline.edge * np.repeat([0.8, 1.2], half)))
    assert "lopsided" in aside.doubts()
    assert only(vote(picture, [says(1, there=0.98)], [one])).certain
    assert only(vote(picture, [says(1, there=0.98)], [aside])).certain is certain
    assert only(vote(picture, [says(1, there=0.999)], [aside])).certain, "surely a top"


@pytest.mark.parametrize("radius", [0.11, 0.2])
def test_two_unlike_light_dots_on_what_is_clearly_a_top_to_both_nets_are_no_lamps(radius: float) -> None:
    picture = drawn(2, radius, 250, 180)
    (two,) = top_faces(count_faces(picture, [(300.0, 200.0, 28.0)]), (640, 480))
    assert [only(vote(picture, [says(2, there=there)], [two])).certain for there in (0.99, 0.994)] == [
        False,
        True,
    ]


def test_pips_that_are_far_weaker_than_others_shine_through_a_clear_body() -> None:
    # Two strong pips were counted, if not beyond doubt.
    two = replace(counted_on("2"), bend=1.0)
    for middle, on_top in ((10, 3), (50, 2), (85, 2)):
        picture = drawn(3, 0.2, 10, middle, 10)
        one = only(vote(picture, [says(3, there=0.99)], [two]))
        assert (one.face, one.certain) == (on_top, True)
    assert only(vote(picture, [says(3, there=0.99)], [])).certain, "no strong pips were counted"
    # As many strong ones as both nets see are those of the top, whatever else there is.
    for x, y in ((286, 214), (314, 186)):
        cv2.circle(picture, (x, y), 6, (10, 10, 10), -1)
    four, five = (only(vote(picture, [says(face, there=0.99)], [two])) for face in (4, 5))
    assert (four.face, four.certain, five.face, five.certain) == (4, True, 4, True)


def test_pips_that_were_counted_are_of_one_face_if_they_stand_out_alike(four: Counted) -> None:
    strongest = max(pip.contrast for pip in four.pips)
    for share, certain in ((0.5, True), (0.4, False)):
        weak = replace(four, pips=[replace(four.pips[0], contrast=share * strongest), *four.pips[1:]])
        assert only(ask([says(4)], [weak])).certain is certain


def test_fours_to_sixes_tell_that_the_pips_of_these_dice_are_small() -> None:
    picture = drawn(1, 0.1, 250)
    light = [replace(pip, dark=False) for pip in counted_on("4").pips]
    for radius, certain in ((0.18, False), (0.12, True)):
        pips = [replace(pip, shape=np.eye(2) * (28 * radius / 2) ** 2) for pip in light]
        four = counted_on("4")
        beside = replace(four, pips=pips, face=replace(four.face, x=500.0))
        assert read_as(1, picture, beside).certain is certain


def test_marks_that_are_hardly_a_face_need_nets_that_are_sure_of_a_top(four: Counted) -> None:
    """As the holes of a button are, whose rim is not where a die's edge would be."""
    holes = replace(four, outline=replace(four.outline, edge=np.full_like(four.outline.edge, 4.8)))
    assert holes.presence < RATHER_SEEN
    assert not only(ask([says(4, there=0.93, sure=0.9999)], [holes])).certain
    assert only(ask([says(4, there=0.99, sure=0.9999)], [holes])).certain


def test_lines_of_print_are_no_pips_however_they_are_arranged() -> None:
    print_, pips = (np.full((480, 640, 3), 235, np.uint8) for _ in range(2))
    for number, line in enumerate(("EIN", "WEH", "FEH")):
        cv2.putText(print_, line, (278, 185 + 20 * number), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20), 2)
        for x in (286, 314):
            cv2.circle(pips, (x, 180 + 20 * number), 5, (20, 20, 20), -1)
    letters, six = (only(vote(picture, [says(6, there=0.98)], [])) for picture in (print_, pips))
    assert (letters.certain, six.certain) == (False, True)
    two = counted_on("2")
    doubted, claim = replace(two, face=replace(two.face, misfit=0.2)), says(6, there=0.99, sure=0.9999)
    for seen in ([], [doubted]):
        assert [only(vote(one, [claim], seen)).certain for one in (print_, pips)] == [False, True]
    assert only(vote(print_, [says(6, there=0.994)], [])).certain, "no print was ever so like a top"


def test_marks_that_go_on_beside_those_of_a_face_may_be_a_cards_unless_the_nets_have_no_doubt() -> None:
    five = counted_on("5")
    notes = five.face.notes | {"company": 3.0, "continued": 1.0}
    pattern = replace(five, face=replace(five.face, notes=notes))
    assert only(ask([says(5, there=0.94)], [five])).certain
    assert not only(ask([says(5, there=0.94)], [pattern])).certain
    assert only(ask([says(5, there=0.99)], [pattern])).certain


def test_marks_that_go_on_and_are_no_circles_are_a_cards_even_where_the_nets_hardly_doubt() -> None:
    five = counted_on("5")
    goes_on = replace(five, face=replace(five.face, notes=five.face.notes | {"company": 3.0}))
    for seen, certain in (
        (goes_on, True),
        (replace(five, unlike=0.3), True),
        (replace(goes_on, unlike=0.3), False),
    ):
        assert only(ask([says(5, there=0.981)], [seen])).certain is certain


def test_what_has_more_colours_than_a_die_may_be_a_picture(four: Counted) -> None:
    card = TABLE.copy()
    card[180:200, 280:320], card[200:220, 280:320] = (190, 90, 30), (40, 200, 235)
    card[190:210, 290:310] = (200, 80, 250)
    assert only(ask([says(4, there=0.99)], [])).certain
    assert not only(vote(card, [says(4, there=0.99)], [])).certain
    assert only(vote(card, [says(4, there=0.994)], [])).certain, "no card was ever so like a top"
    assert only(vote(card, [says(4, there=0.99)], [four])).certain
