"""What a symbol must keep to be certain: its form, its face, its kind, and what else lies in the picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.signs.made_up import (
    BLACK,
    DAY,
    DICE,
    FACES,
    GREY,
    SIGN,
    TOP,
    WHITE,
    YELLOW,
    SaysAlways,
    direction,
    face,
    mark,
    read,
)
from vision.arrays import Floats
from vision.asked import Asked
from vision.dice_sets import DiceSet, Kind
from vision.kinds import HARDLY, NOT, PERHAPS, SURELY, BodySeen, Light, fits_by_colour
from vision.signs.known import TOO_ALIKE, KnownFace, named, nearness
from vision.signs.marks import Mark
from vision.signs.symbols import _face, read_faces

GREYISH = Light(255.0, True)
C = FACES[4]


def test_a_face_like_one_that_was_shown_is_certain() -> None:
    found = read(mark(1, 0.05))
    assert (found.kind.name, found.face, found.certain) == ("light", "a", True)


def test_what_was_never_shown_is_not_certain() -> None:
    assert not read(mark(0.2, 0.2, 0, 0, 1)).certain


def test_what_lies_between_two_faces_is_not_certain() -> None:
    found = read(mark(1, 0.9))
    assert not found.certain
    assert {"a", "b"} <= set(found.chances)


def test_a_sign_needs_more_than_a_bare_face_since_a_mirrored_lamp_makes_another_one_of_it() -> None:
    sign, bare = read(mark(1, 0.8)), read(replace(mark(0.8, 0, 0, 1), unevenness=5.0))
    assert 0.95 < sign.chances["a"] < 0.98 > bare.chances["blank"] > 0.95
    assert not sign.certain
    assert bare.certain


def test_two_dice_with_the_same_face_are_told_apart_by_their_bodies() -> None:
    assert read(mark(0, 1)).kind.name == "light"
    assert read(mark(0, 1, body=BLACK, ink=YELLOW)).kind.name == "dark"


def test_a_body_of_no_known_colour_leaves_the_kind_open() -> None:
    blue: Floats = np.array([110, 140, 60], np.float32)
    found = read(mark(0, 1, body=blue))
    assert not found.kind_is_sure
    assert not found.certain


def test_a_die_is_offered_no_face_that_its_kind_lacks() -> None:
    blue: Floats = np.array([110, 140, 60], np.float32)
    for seen in (mark(0.6, 0.5, 0.7, body=blue), mark(0.7, 0.5, 0.6, body=blue)):
        found = read(seen)
        assert set(found.chances) <= set(found.kind.faces)


def test_of_kinds_that_look_alike_the_one_that_was_thrown_is_meant() -> None:
    alike = DiceSet("alike", (Kind("first", ("a",), ("white",)), Kind("second", ("a",), ("white",))))
    faces = (face("first", "a", 1), face("second", "a", 1))
    for thrown in ("first", "second"):
        found = read(mark(1, body=WHITE), expected={thrown: 1}, dice=alike, faces=faces)
        assert found is not None
        assert (found.kind.name, found.kind_is_sure) == (thrown, True)


def test_in_a_grey_picture_dice_of_the_same_face_are_not_told_apart() -> None:
    found = read(mark(0, 1), light=GREYISH)
    assert found is not None
    assert not found.kind_is_sure


def test_faces_of_one_name_that_look_otherwise_tell_the_kind_in_any_light() -> None:
    dice = DiceSet("mine", (Kind("one", ("a",)), Kind("two", ("a",))))
    faces = (face("one", "a", 1), face("two", "a", 0, 1))
    found = read(mark(0.1, 1), dice=dice, faces=faces, light=GREYISH)
    assert found is not None
    assert (found.kind.name, found.certain) == ("two", True)
    alike = (face("one", "a", 1), face("two", "a", 1, 0.2))
    found = read(mark(1, 0.1), dice=dice, faces=alike, light=GREYISH)
    assert found is not None
    assert not found.certain


def test_a_kind_on_which_a_face_may_look_as_on_either_of_two_others_is_not_told_from_these() -> None:
    dice = DiceSet("mine", tuple(Kind(name, ("a",)) for name in ("one", "two", "three")))
    on_one, on_two = face("one", "a", 1), face("two", "a", 0, 1)
    faces = (on_one, on_two, replace(on_one, kind="three"), replace(on_two, kind="three"))
    found = read(mark(0.1, 1), dice=dice, faces=faces, light=GREYISH)
    assert not found.kind_is_sure


def test_a_kind_that_was_never_shown_may_have_the_same_face() -> None:
    dice = DiceSet("mine", (Kind("one", ("a",)), Kind("two", ("a",))))
    found = read(mark(1), dice=dice, faces=(face("one", "a", 1),), light=GREYISH)
    assert found is not None
    assert not found.kind_is_sure


def test_a_kind_of_which_nobody_has_shown_anything_looks_as_others_were_shown_most_likely() -> None:
    dice = DiceSet("mine", (Kind("one", ("a",)), Kind("two", ("a",))))
    shown, drawing = face("one", "a", 1), face("two", "a", 0, 1)
    for taught, is_sure in (((shown, drawing), True), ((shown,), False), ((), True)):
        found = read(mark(1), dice=dice.taught(taught), faces=(shown, drawing), light=GREYISH)
        assert found.kind_is_sure == is_sure


@pytest.mark.parametrize(("carried", "is_sure"), [("b", True), ("a", False)])
def test_a_kind_that_does_not_carry_a_face_counts_where_it_was_shown_there(
    carried: str, is_sure: bool
) -> None:
    other = Kind("two", ("a", "b"), stand_in=(carried,) * 6)
    dice = DiceSet("mine", (Kind("one", ("a",)), other))
    faces = (face("one", "a", 1), face("two", "b", 0, 1))
    assert read(mark(1), dice=dice, faces=faces, light=GREYISH).kind_is_sure == is_sure
    shown_there = (*faces, face("two", "a", 1, 0.2))
    assert not read(mark(1), dice=dice, faces=shown_there, light=GREYISH).kind_is_sure


@pytest.mark.parametrize(("lent", "is_sure"), [(True, True), (False, False)])
def test_a_kind_that_is_lent_a_face_from_another_does_not_count(lent: bool, is_sure: bool) -> None:
    other = Kind("two", ("a", "b"), stand_in=("b",) * 6)
    dice, shown = DiceSet("mine", (Kind("one", ("a",)), other)), face("one", "a", 1)
    faces = (shown, replace(shown, kind="two", lent=lent))
    assert read(mark(1), dice=dice, faces=faces, light=GREYISH).kind_is_sure == is_sure


@pytest.mark.parametrize(("lent", "certain"), [(True, False), (False, True)])
def test_dice_of_one_kind_alone_show_nothing_that_they_are_but_lent(lent: bool, certain: bool) -> None:
    light, dark = DICE.kinds
    dice = DiceSet("mine", (replace(light, faces=(*light.faces, "c")), dark))
    faces = (*FACES, replace(face("light", "c", 0, 0, 1), lent=lent))
    found = read(mark(0, 0, 1, body=BLACK), expected={"light": 1}, dice=dice, faces=faces)
    assert found.certain == certain


def test_a_colour_that_light_makes_of_a_kinds_own_is_enough_where_no_other_kind_comes_near() -> None:
    orange: Floats = np.array([170, 150, 190], np.float32)
    assert (read(mark(0, 1, body=orange)).kind.name, read(mark(0, 1, body=orange)).certain) == ("light", True)


def test_a_faint_dim_colour_may_be_the_lights() -> None:
    dim: Floats = np.array([70, 130, 150], np.float32)
    assert not read(mark(0, 1, body=dim)).kind_is_sure


def test_dice_beside_it_tell_what_light_does_to_a_body() -> None:
    faint: Floats = np.array([70, 130, 150], np.float32)
    yellow: Floats = np.array([200, 128, 200], np.float32)
    alone, *_ = fits_by_colour([BodySeen(faint)], DICE.kinds, FACES, DAY)
    beside, *_ = fits_by_colour([BodySeen(faint), BodySeen(yellow), BodySeen(yellow)], DICE.kinds, FACES, DAY)
    assert alone["dark"] == PERHAPS
    assert beside["dark"] == SURELY


def test_a_face_tells_the_kind_where_light_may_have_made_the_colour() -> None:
    # It looks like `c`, which only dark dice have and was shown; the body shines.
    shining: Floats = np.array([150, 128, 130], np.float32)
    assert read(mark(0, 0, 1, body=shining), dice=DICE.taught((C,))).certain


def test_two_white_dice_are_told_apart_by_what_they_show() -> None:
    professor = DiceSet("pair", (Kind("one", ("a",), ("white",)), Kind("two", ("b",), ("white",))))
    faces = (face("one", "a", 1), face("two", "b", 0, 1))
    found = read(mark(0, 1, body=WHITE), dice=professor, faces=faces)
    assert found is not None
    assert (found.kind.name, found.face, found.certain) == ("two", "b", True)


@pytest.mark.parametrize(
    ("body", "dark", "shown", "certain"),
    [(YELLOW, NOT, (), 0), (WHITE, NOT, (), 1), (WHITE, NOT, (C,), 0), (WHITE, HARDLY, (C,), 1)],
)
def test_a_face_of_another_colours_alone_may_be_on_a_white_sticker_where_that_die_was_not_shown(
    body: Floats, dark: float, shown: tuple[KnownFace, ...], certain: int
) -> None:
    # It looks like `c`, which only dark dice have, and is as light as surely others are.
    seen, fits = mark(0, 0, 1, body=body), {"light": SURELY, "dark": dark}
    found = _face(TOP, seen, nearness(seen, FACES), Asked(DICE.taught(shown), FACES), fits, seen_on=0.0)
    assert found is not None
    assert found.certain == certain


def test_a_face_that_but_one_kind_has_tells_the_kind_where_it_is_far_nearer_than_any_other() -> None:
    c_on_yellow = read(mark(0, 0.05, 1))
    assert (c_on_yellow.kind.name, c_on_yellow.face) == ("dark", "c")


def test_a_blank_face_with_much_contrast_is_asked_about() -> None:
    assert read(mark(0, 0, 0, 1, contrast=8.0)).certain
    assert not read(mark(0, 0, 0, 1, contrast=60.0)).certain


@pytest.mark.parametrize(
    ("shown", "light", "certain"), [(24, 1.0, True), (22, 1.0, False), (24, 1.25, False)]
)
def test_a_blank_face_may_be_as_uneven_as_it_was_shown_in_that_light(
    shown: float, light: float, certain: bool
) -> None:
    brass = mark(0, 0, 0, 1, contrast=60.0)
    body = (light * brass.body).astype(np.float32)
    faces = [
        replace(
            one, unevenness=shown if one.face == "blank" else 40.0, body=body if one.kind == "light" else None
        )
        for one in FACES
    ]
    assert read(brass, faces=faces).certain is certain


@pytest.mark.parametrize(
    ("unevenness", "lightness", "certain"), [(11.0, 200.0, True), (13.0, 200.0, False), (11.0, 240.0, False)]
)
def test_a_face_that_is_quite_even_and_not_burnt_out_is_bare_though_it_be_less_like_one(
    unevenness: float, lightness: float, certain: bool
) -> None:
    marbled = mark(0, 0, 0, 0.57, 0.82, body=np.array([lightness, 128, 200], np.float32))
    found = read(replace(marbled, unevenness=unevenness), light=DAY)
    assert 0.93 < found.chances["blank"] < 0.95
    assert found.certain is certain
    assert not read(replace(mark(0, 0, 0, 0.53, 0.85, body=marbled.body), unevenness=unevenness)).certain


def test_a_bare_face_that_the_finder_is_not_sure_of_is_asked_about() -> None:
    bare = mark(0, 0, 0, 1, contrast=5)
    assert read(bare).certain
    assert not read(bare, replace(TOP, confidence=0.6)).certain


def test_a_gear_wheel_must_be_a_surer_top_than_a_cube_since_cards_carry_such_wheels() -> None:
    tokens = DiceSet("mine", (Kind("light", ("a", "blank"), shape="token"),))
    wheel = replace(mark(1, 0.05), shapes=(0.0, 0.0, 0.0, 1.0))
    token = replace(TOP, confidence=0.9, things=SIGN | {"sign": 0.0, "token": 1.0})
    assert not read(wheel, token, dice=tokens).certain
    assert read(wheel, replace(token, confidence=0.97), dice=tokens).certain
    assert read(mark(1, 0.05), replace(TOP, confidence=0.9)).certain


def test_a_burnt_out_face_on_which_nothing_is_seen_is_asked_about() -> None:
    white = np.array([252, 128, 128], np.float32)
    one_kind = DiceSet("mine", (Kind("light", ("a", "blank")),))
    faces = (face("light", "a", 1), face("light", "blank", 0, 0, 0, 1))
    seen = [mark(1, 0, body=white, contrast=contrast) for contrast in (4, 90)]
    read_as = [read(one, dice=one_kind, faces=faces) for one in seen]
    assert [one is not None and one.certain for one in read_as] == [False, True]


def test_a_burnt_out_face_that_still_has_its_colour_would_show_what_it_carries() -> None:
    one_kind = DiceSet("mine", (Kind("light", ("a", "blank")),))
    faces = (face("light", "a", 1), face("light", "blank", 0, 0, 0, 1))
    yellow, pale = np.array([249, 110, 190], np.float32), np.array([249, 124, 140], np.float32)
    bare = [mark(0, 0, 0, 1, body=body, contrast=4) for body in (yellow, pale)]
    read_as = [read(one, dice=one_kind, faces=faces) for one in bare]
    assert [one is not None and one.certain for one in read_as] == [True, False]


def test_a_bare_face_far_brighter_than_it_was_shown_may_mirror_a_lamp() -> None:
    dark: Floats = np.array([90, 128, 128], np.float32)
    bright: Floats = np.array([225, 128, 128], np.float32)
    one_kind = DiceSet("mine", (Kind("light", ("a", "blank")),))
    shown = (
        replace(face("light", "a", 1), body=dark),
        replace(face("light", "blank", 0, 0, 0, 1), body=dark),
    )
    bare, marked = mark(0, 0, 0, 1, body=bright, contrast=4), mark(1, 0, body=bright, contrast=90)
    read_as = [read(one, dice=one_kind, faces=shown) for one in (bare, marked)]
    assert [one is not None and one.certain for one in read_as] == [False, True]
    in_its_light = replace(bare, body=np.array([150, 128, 128], np.float32))
    found = read(in_its_light, dice=one_kind, faces=shown)
    assert found is not None
    assert found.certain


def test_a_dark_body_that_the_light_may_have_tinted_is_of_no_sure_kind() -> None:
    tinted = np.array([53, 128, 153], np.float32)
    assert not read(mark(0, 1, body=tinted)).kind_is_sure


def test_a_die_of_hardly_the_sets_shape_is_asked_about_and_of_another_left_alone() -> None:
    hardly = replace(TOP, things=SIGN | {"sign": 0.2, "d8": 0.8})
    doubtful = replace(mark(1, 0.05), shapes=(0.0, 0.75, 0.25, 0.0))
    assert [read(one, hardly).certain for one in (mark(1, 0.05), doubtful)] == [True, False]
    no_cube = replace(TOP, things=SIGN | {"sign": 0.0, "d8": 1.0})
    picture = np.full((100, 100, 3), 120, np.uint8)
    assert read_faces(picture, [no_cube], Asked(DICE, FACES)) == []


def test_a_token_that_the_finder_rather_takes_for_a_one_is_certain_where_the_small_net_knows_better() -> None:
    tokens = DiceSet("mine", (Kind("token", ("a", "b"), shape="token"),))
    faces = (face("token", "a", 1), face("token", "b", 0, 1))
    rather_a_one = replace(TOP, confidence=0.99, things=SIGN | {"1": 0.67, "sign": 0.01, "token": 0.32})
    seen = [replace(mark(1), shapes=shapes) for shapes in ((0.0, 0.07, 0.0, 0.93), (0.0, 0.25, 0.0, 0.75))]
    assert [read(one, rather_a_one, dice=tokens, faces=faces).certain for one in seen] == [True, False]


def test_a_token_that_may_be_a_coin_with_a_hole_is_certain_where_a_top_is_surely_seen() -> None:
    tokens = DiceSet("mine", (Kind("token", ("a", "b"), shape="token"),))
    faces = (face("token", "a", 1), face("token", "b", 0, 1))
    seen = replace(mark(1), shapes=(0.0, 0.0, 0.0, 1.0))
    holed, plain = (
        replace(TOP, confidence=0.96, things=SIGN | {"1": one, "sign": 1 - one - token, "token": token})
        for one, token in ((0.3, 0.7), (0.0, 0.7))
    )
    assert not read(seen, holed, dice=tokens, faces=faces).certain
    assert read(seen, replace(holed, confidence=0.99), dice=tokens, faces=faces).certain
    assert read(seen, plain, dice=tokens, faces=faces).certain


def test_a_small_or_doubtful_top_is_asked_about() -> None:
    assert [read(mark(1, 0.05), replace(TOP, r=r)).certain for r in (5.5, 6.5)] == [False, True]
    assert not read(mark(1, 0.05), replace(TOP, confidence=0.6)).certain


def test_a_small_cube_must_more_surely_be_one_and_a_token_must_be_as_large_as_ever() -> None:
    for share, small in ((0.95, True), (0.8, False)):
        seen = replace(mark(1, 0.05), shapes=(1 - share, share, 0.0, 0.0))
        assert [read(seen, replace(TOP, r=r)).certain for r in (8.0, 12.0)] == [small, True]
    tokens = DiceSet("mine", (Kind("token", ("a", "b"), shape="token"),))
    faces = (face("token", "a", 1), face("token", "b", 0, 1))
    token = replace(TOP, things=SIGN | {"sign": 0.0, "token": 1.0})
    seen = replace(mark(1), shapes=(0.0, 0.0, 0.0, 1.0))
    certain = [read(seen, replace(token, r=r), dice=tokens, faces=faces).certain for r in (8.0, 12.0)]
    assert certain == [False, True]


def test_a_faint_sign_must_be_very_like_what_was_shown_since_a_lamp_may_have_washed_it_out() -> None:
    for near, contrast, certain in ((1, 30, True), (0.5, 30, False), (0.5, 60, True)):
        sign = mark(1, 0, 0, 0, 0, 1 - near, contrast=contrast)
        assert read(sign).certain is certain


def test_what_has_a_colour_that_no_light_makes_of_any_kinds_must_be_very_like_what_was_shown() -> None:
    turquoise: Floats = np.array([238, 94, 117], np.float32)
    near, far = mark(1, 0, 0, 0, 0, 0.5), mark(1, 0, 0, 0, 0, 1)
    assert [read(sign).certain for sign in (near, far)] == [True, True]
    assert [read(replace(sign, body=turquoise)).certain for sign in (near, far)] == [True, False]


@pytest.mark.parametrize(("looks", "rival_looks", "certain"), [(2, 2, True), (1, 3, False), (3, 1, False)])
def test_faces_that_look_alike_are_told_apart_once_both_were_shown_twice(
    looks: int, rival_looks: int, certain: bool
) -> None:
    def shown(name: str, times: int, *parts: float) -> KnownFace:
        return KnownFace("light", name, np.repeat(direction(*parts)[None], times, axis=0), once=times == 1)

    dial, other_dial, unlike = (1.0, 0.0, 0.4), (1.0, 0.9, 0.4), (0.0, 0.0, 1.0)
    alike = [shown("a", looks, *dial), shown("b", rival_looks, *other_dial)]
    assert alike[0].alike(alike[1]) > TOO_ALIKE
    assert read(mark(1, -0.2, 0.4), faces=alike).certain == certain
    assert read(mark(*dial), faces=[alike[0], shown("b", 1, *unlike)]).certain


def test_faces_of_one_shape_are_told_apart_by_their_ink() -> None:
    red, green = np.array([60, 40], np.float32), np.array([-60, 40], np.float32)
    faces = [
        KnownFace("colour", "red", direction(1)[None], red),
        KnownFace("colour", "green", direction(1)[None], green),
    ]
    seen = mark(1, body=GREY, ink=np.array([128, 70, 165], np.float32))
    found = named(nearness(seen, faces), ["colour"])
    assert found is not None
    assert found.best.face == "green"


def test_a_face_as_it_was_shown_is_likely_a_die_and_one_unlike_all_is_not() -> None:
    picture = np.full((200, 200, 3), 120, np.uint8)
    top = replace(TOP, x=100, y=100)

    def likely(seen: Mark) -> float:
        return read_faces(picture, [top], Asked(DICE, FACES), reader=SaysAlways(seen))[0].likely

    assert likely(mark(1, 0.05)) > 0.9
    assert likely(mark(0.4, 0, 0, 0, 1)) < 0.5
