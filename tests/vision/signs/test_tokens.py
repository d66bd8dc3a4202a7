"""Tokens: which are certain, and which are patterns, caps or burnt out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.signs.made_up import CARDBOARD, GREY, SHOWN, TOKEN, TOKENS, SaysAlways, face, token
from vision.arrays import Floats
from vision.asked import Asked
from vision.signs.among_others import _of_one_size
from vision.signs.face_read import FaceRead
from vision.signs.known import KnownFace
from vision.signs.marks import Mark
from vision.signs.symbols import read_faces
from vision.signs.teeth import Teeth

WHITE: Floats = np.array([254, 128, 128], np.float32)


def test_a_token_that_is_smaller_than_the_tokens_is_the_pattern_of_a_cloth() -> None:
    bare = FaceRead(TOKEN, token(1, contrast=5), TOKENS.kinds[0], True, {"blank": 1.0}, True)
    flower = replace(bare, top=replace(TOKEN, r=0.4 * TOKEN.r), chances={"marked": 1.0})
    assert [face.certain for face in _of_one_size([bare, flower, bare])] == [True, False, True]


@pytest.mark.parametrize(("a", "certain"), [(128, True), (120, True), (180, False)])
def test_tokens_of_quite_another_colour_that_show_the_same_are_flowers_of_a_cloth(
    a: int, certain: bool
) -> None:
    other: Floats = np.array([GREY[0] / 2, a, 128], np.float32)
    marked, blank = face("token", "marked", 1), face("token", "blank", 0, 1)
    tops = [replace(TOKEN, x=80 + 80 * number, y=100) for number in range(3)]
    seen = (token(1), token(1, body=other), token(0, 1, contrast=5))
    picture = np.full((200, 400, 3), 120, np.uint8)
    read = read_faces(picture, tops, Asked(TOKENS, (marked, blank)), reader=SaysAlways(*seen))
    assert [one.certain for one in read] == [certain, certain, True], "what shows nothing is another side"


@pytest.mark.parametrize(("light", "certain"), [(254, True), (240, False)])
def test_a_token_that_mirrors_a_lamp_may_be_of_the_make_of_coloured_ones(light: int, certain: bool) -> None:
    yellow: Floats = np.array([200, 110, 190], np.float32)
    white: Floats = np.array([light, 128, 128], np.float32)
    tops = [replace(TOKEN, x=80 + 80 * number, y=100) for number in range(2)]
    asked = Asked(TOKENS, (face("token", "marked", 1), face("token", "blank", 0, 1)))
    seen = SaysAlways(token(1, body=yellow), token(1, body=white))
    read = read_faces(np.full((200, 400, 3), 120, np.uint8), tops, asked, reader=seen)
    assert [one.certain for one in read] == [certain] * 2


def test_a_burnt_out_token_is_bare_where_another_as_light_shows_its_mark() -> None:
    faces = (face("token", "marked", 1), face("token", "blank", 0, 1))
    bare, marked = token(0, 1, body=WHITE, contrast=5), token(1, body=WHITE)
    picture = np.full((200, 400, 3), 120, np.uint8)

    def certain(*seen: Mark) -> list[bool]:
        tops = [replace(TOKEN, x=80 + 80 * number, y=100) for number, _ in enumerate(seen)]
        return [
            one.certain for one in read_faces(picture, tops, Asked(TOKENS, faces), reader=SaysAlways(*seen))
        ]

    assert certain(bare) == [False]
    assert certain(bare, marked) == [True, True]
    assert certain(bare, replace(marked, body=GREY)) == [False, True]


@pytest.mark.parametrize(("beside", "certain"), [(80, False), (155, False), (165, True)])
def test_tokens_that_a_camera_makes_far_lighter_than_they_were_shown_are_bare_if_marks_are_seen_on_such(
    beside: float, certain: bool
) -> None:
    dark: Floats = np.array([60, 138, 150], np.float32)
    light, other = (np.array([level, 138, 150], np.float32) for level in (200, beside))
    faces = [replace(face("token", *shown), body=dark) for shown in (("marked", 1), ("blank", 0, 1))]
    tops = [replace(TOKEN, x=80 + 80 * number, y=100) for number in range(2)]
    seen = token(0, 1, body=light, contrast=5), token(1, body=other)
    picture = np.full((200, 400, 3), 120, np.uint8)
    read = read_faces(picture, tops, Asked(TOKENS, faces), reader=SaysAlways(*seen))
    assert [one.certain for one in read] == [certain, True]


def test_a_chip_whose_blank_side_was_shown_with_a_print_is_as_certain_as_a_marked_one() -> None:
    marked, printed = face("token", "marked", 1), replace(face("token", "blank", 0, 1), printed=True)
    picture = np.full((200, 200, 3), 120, np.uint8)
    top = replace(TOKEN, x=100, y=100)

    def certain(blank: KnownFace) -> bool:
        (found,) = read_faces(picture, [top], Asked(TOKENS, (marked, blank)), reader=SaysAlways(token(0, 1)))
        return found.certain

    assert certain(printed)
    assert not certain(replace(printed, printed=False)), "something hides what a bare side should show"


def test_a_bare_token_of_a_colour_that_no_light_makes_of_those_shown_is_a_bottle_cap() -> None:
    cardboard: Floats = np.array([150, 133, 156], np.float32)
    dim, green = cardboard - np.array([60, 1, 9], np.float32), np.array([100, 103, 149], np.float32)
    taught = [replace(face("token", "marked", 1), body=cardboard), face("token", "blank", 0, 1)]
    picture = np.full((200, 200, 3), 120, np.uint8)
    top = replace(TOKEN, x=100, y=100)

    def certain(parts: tuple[float, ...], body: Floats, faces: Sequence[KnownFace] = taught) -> bool:
        seen = token(*parts, body=body, contrast=5 if parts == (0, 1) else 90)
        (found,) = read_faces(picture, [top], Asked(TOKENS, faces), reader=SaysAlways(seen))
        return found.certain

    assert [certain((0, 1), body) for body in (cardboard, dim, green)] == [True, True, False]
    assert certain((1,), green), "a cap carries no such mark"
    assert certain((1, 0, 0.5), cardboard)
    assert not certain((1, 0, 0.5), green), "a flower may carry one that is like it"
    assert certain((0, 1), green, [replace(one, body=None) for one in taught]), "of no colour one knows"


def is_certain(seen: Mark, confidence: float, faces: Sequence[KnownFace] = SHOWN) -> bool:
    """Is a token certain of which the finder is so sure?"""
    top = replace(TOKEN, x=100, y=100, confidence=confidence)
    picture = np.full((200, 200, 3), 120, np.uint8)
    (found,) = read_faces(picture, [top], Asked(TOKENS, faces), reader=SaysAlways(seen))
    return found.certain


@pytest.mark.parametrize(("turned", "certain"), [(0.1, True), (0.6, False)])
def test_a_mark_that_looks_as_it_was_shown_tells_a_token_to_which_a_ring_blinds_the_nets(
    turned: float, certain: bool
) -> None:
    ringed = replace(token(1, turned, body=CARDBOARD), shapes=(0.7, 0.0, 0.0, 0.3))
    assert is_certain(ringed, 0.3) is certain


@pytest.mark.parametrize(
    ("turned", "share", "confidence", "certain"),
    [
        (0.5, 0.995, 0.85, True),
        (1.0, 0.995, 0.85, False),
        (0.5, 0.97, 0.85, False),
        (0.5, 0.995, 0.75, False),
    ],
)
def test_a_mark_much_like_what_was_shown_on_what_both_nets_take_for_a_token_needs_less_of_the_finder(
    turned: float, share: float, confidence: float, certain: bool
) -> None:
    rimmed = replace(token(1, 0, turned, body=CARDBOARD), shapes=(1 - share, 0.0, 0.0, share))
    assert is_certain(rimmed, confidence) is certain


def test_a_drawing_that_nobody_has_shown_tells_no_token() -> None:
    drawn = [replace(one, body=None) for one in SHOWN]
    assert is_certain(token(1, body=CARDBOARD), 0.97, drawn)
    assert not is_certain(token(1, body=CARDBOARD), 0.9, drawn)


@pytest.mark.parametrize(
    ("share", "confidence", "certain"),
    [(0.99, 0.9, True), (0.92, 0.86, True), (0.85, 0.9, False), (0.99, 0.8, False)],
)
def test_a_bare_token_as_it_was_shown_needs_both_nets_a_little(
    share: float, confidence: float, certain: bool
) -> None:
    bare = replace(token(0, 1, body=CARDBOARD, contrast=5), shapes=(0.0, 0.0, 1 - share, share))
    assert is_certain(bare, confidence) is certain


@pytest.mark.parametrize(("share", "confidence", "certain"), [(0.99, 0.96, True), (0.85, 0.974, False)])
def test_a_cut_gem_is_no_token_though_each_net_alone_would_take_it_for_one(
    share: float, confidence: float, certain: bool
) -> None:
    drawn = [replace(one, body=None) for one in SHOWN]
    seen = replace(token(1, body=CARDBOARD), shapes=(1 - share, 0.0, 0.0, share))
    assert is_certain(seen, confidence, drawn) is certain


@pytest.mark.parametrize(
    ("parts", "share", "shown", "certain"),
    [
        ((0, 1), 0.97, False, False),
        ((0, 1), 0.999, False, True),
        ((0, 1), 0.97, True, True),
        ((1,), 0.97, False, True),
    ],
)
def test_a_bare_token_that_nobody_has_shown_must_surely_be_one_for_caps_of_bottles_have_teeth_too(
    parts: tuple[float, ...], share: float, shown: bool, certain: bool
) -> None:
    seen = token(*parts, body=CARDBOARD, contrast=90.0 if parts == (1,) else 5.0)
    seen = replace(seen, shapes=(1 - share, 0.0, 0.0, share))
    faces = SHOWN if shown else [replace(one, body=None) for one in SHOWN]
    assert is_certain(seen, 0.99, faces) is certain


@pytest.mark.parametrize(
    ("teeth", "certain"),
    [
        (Teeth(few=0.65, many=0.65, deep=0.016), True),
        (Teeth(few=0.75, many=0.65, deep=0.016), False),
        (Teeth(few=0.65, many=0.75, deep=0.016), False),
        (Teeth(few=0.65, many=0.65, deep=0.014), False),
    ],
)
def test_a_bare_token_with_a_wheel_s_teeth_needs_no_more_than_a_marked_one(
    teeth: Teeth, certain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.signs.symbols.teeth_of", lambda crop, half: teeth)
    seen = replace(token(0, 1, body=CARDBOARD, contrast=5.0), shapes=(0.03, 0.0, 0.0, 0.97))
    unshown = [replace(one, body=None) for one in SHOWN]
    assert is_certain(seen, 0.99, unshown) is certain
