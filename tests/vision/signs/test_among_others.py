"""What faces with signs say of each other: patterns, plain cubes, the dice of strangers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.signs.made_up import DICE, FACES, TOP, SaysAlways, mark
from vision.asked import Asked
from vision.dice_sets import dice_set
from vision.finding.top_finder import Top
from vision.signs.among_others import (
    _of_one_size,
    _without_flowers,
    _without_patterns,
    _without_strangers,
    believed_together,
)
from vision.signs.face_read import FaceRead
from vision.signs.known import KnownFace
from vision.signs.marks import Mark
from vision.signs.symbols import read_faces
from vision.signs.teeth import Teeth

KNOWN = FaceRead(TOP, mark(1), DICE.kinds[0], True, {"a": 1.0}, True, likeness=0.85)
BARE = replace(KNOWN, chances={"blank": 1.0})
STRANGER = replace(KNOWN, certain=False, likeness=0.5)


def read_together(*tops: Top, seen: Sequence[Mark], faces: Sequence[KnownFace] = FACES) -> list[bool]:
    """Which of the faces at these tops are certain, the marks being seen there in turn."""
    picture = np.full((200, 900, 3), 120, np.uint8)
    lying = [replace(top, x=60 + 80 * number, y=100) for number, top in enumerate(tops)]
    return [one.certain for one in read_faces(picture, lying, Asked(DICE, faces), reader=SaysAlways(*seen))]


def test_many_bare_squares_are_the_pattern_of_a_cloth() -> None:
    squares = [BARE] * 7
    assert [face.certain for face in _without_patterns([*squares, KNOWN])] == [*[False] * 7, True]
    assert [face.certain for face in _without_patterns(squares[:5])] == [True] * 5
    others = [replace(KNOWN, kind=kind) for kind in DICE.kinds for _ in range(4)]
    assert [face.certain for face in _without_patterns([*squares, *others])] == [True] * 15
    rings = [replace(squares[0], top=replace(TOP, r=r), certain=False) for r in (9, 11, 12, 15)]
    assert [face.certain for face in _without_patterns([*squares[:5], *rings])] == [True] * 5 + [False] * 4


def test_a_plain_cube_smaller_than_the_dice_is_no_bare_face() -> None:
    cube = replace(BARE, top=replace(TOP, r=0.75 * TOP.r))
    assert [face.certain for face in _of_one_size([KNOWN, KNOWN, BARE, cube])] == [True, True, True, False]
    # Where no die with a sign tells how large dice are here, and of dice with signs, sizes say nothing.
    assert [face.certain for face in _of_one_size([BARE, cube])] == [True, True]
    assert [face.certain for face in _of_one_size([KNOWN, replace(KNOWN, top=cube.top)])] == [True, True]


@pytest.mark.parametrize(
    ("others", "told", "certain"),
    [
        ([], False, True),
        ([BARE], False, False),
        ([replace(BARE, certain=False)], False, False),
        ([BARE], True, True),
        ([BARE, KNOWN], False, True),
        ([BARE, replace(KNOWN, certain=False)], False, False),
        ([replace(BARE, top=replace(TOP, confidence=0.95))], False, True),
    ],
)
def test_bare_cubes_are_building_blocks_where_no_die_has_a_sign_and_nobody_told_how_many_were_thrown(
    others: list[FaceRead], told: bool, certain: bool
) -> None:
    asked = Asked(DICE, FACES, {"light": 2} if told else None)
    assert believed_together([BARE, *others], asked)[0].certain is certain


def test_bare_tokens_are_no_building_blocks() -> None:
    token = replace(BARE, kind=dice_set("betrayal_tour").kinds[0])
    assert [face.certain for face in believed_together([token, token], Asked(DICE, FACES))] == [True, True]


def test_a_flower_that_others_hide_a_part_of_is_no_token_beside_more_flowers_than_a_box_has_tokens() -> None:
    def seen(petals: float, face: str = "marked", *, certain: bool) -> FaceRead:
        (kind,) = dice_set("betrayal_tour").kinds
        return FaceRead(TOP, replace(mark(1), teeth=Teeth(petals=petals)), kind, True, {face: 1.0}, certain)

    flowers, hidden = [seen(2.5, certain=False)] * 6, seen(0.3, certain=True)
    wheel, blank = seen(0.2, certain=True), seen(0.3, "blank", certain=True)
    beside_six = _without_flowers([*flowers, wheel, blank, hidden], ())
    assert [one.certain for one in beside_six] == [*[False] * 6, True, True, False]
    assert _without_flowers([*flowers[1:], hidden], ())[-1].certain
    taught = KnownFace("token", "marked", np.zeros((1, 64), np.float32), teeth=Teeth(few=0.1))
    assert _without_flowers([*flowers, hidden], [taught])[-1].certain


def test_where_most_dice_carry_what_is_not_known_letters_perhaps_none_is_certain() -> None:
    strange, known = mark(0.2, 0.2, 0, 0, 1), mark(1, 0.5)
    assert read_together(TOP, TOP, TOP, seen=[known, strange, strange]) == [False] * 3
    assert read_together(TOP, TOP, TOP, seen=[known, known, strange]) == [True, True, False]


@pytest.mark.parametrize(
    ("others", "certain"),
    [
        ([STRANGER, STRANGER], False),
        ([STRANGER], True),
        ([STRANGER, STRANGER, KNOWN], False),
        ([STRANGER, STRANGER, KNOWN, KNOWN], True),
        ([STRANGER, STRANGER, BARE], False),
        # What is near enough to a face, hardly a die, or to the small net perhaps none, is no stranger.
        ([STRANGER, replace(STRANGER, likeness=0.65)], True),
        ([STRANGER, replace(STRANGER, top=replace(TOP, confidence=0.95))], True),
        ([STRANGER, replace(STRANGER, mark=replace(mark(1), shapes=(0.05, 0.95, 0.0, 0.0)))], True),
        ([STRANGER, replace(STRANGER, chances={"blank": 1.0})], True),
        # The figures of a cloth are of another size.
        ([STRANGER, replace(STRANGER, top=replace(TOP, r=0.75 * TOP.r))], False),
        ([STRANGER, replace(STRANGER, top=replace(TOP, r=0.68 * TOP.r))], True),
    ],
)
def test_strangers_are_what_surely_are_dice_with_signs_that_nobody_has_shown(
    others: list[FaceRead], certain: bool
) -> None:
    assert _without_strangers([KNOWN, *others])[0].certain is certain


def test_what_is_just_like_a_known_face_is_believed_among_strangers() -> None:
    assert _without_strangers([replace(KNOWN, likeness=0.95), STRANGER, STRANGER])[0].certain


def test_one_stranger_says_nothing_of_a_bare_die() -> None:
    assert _without_strangers([BARE, STRANGER])[0].certain
    assert not _without_strangers([BARE, STRANGER, STRANGER])[0].certain


def test_d8s_are_no_strangers_though_nobody_has_shown_their_numerals() -> None:
    seen = replace(mark(1), shapes=(0.0, 0.0, 1.0, 0.0))
    d8 = replace(KNOWN, mark=seen, kind=dice_set("quick_and_undead").kinds[0], likeness=0.0)
    assert _without_strangers([d8, d8, d8]) == [d8] * 3


def test_of_all_faces_of_a_picture_together_it_is_told_which_are_no_dice() -> None:
    bare, signed = mark(0, 0, 0, 1, contrast=5), mark(1, 0.05)
    assert read_together(*[TOP] * 3, seen=[signed, bare, bare]) == [True] * 3
    assert read_together(TOP, TOP, seen=[bare]) == [False] * 2, "building blocks"
    assert read_together(*[TOP] * 8, seen=[signed, *[bare] * 7]) == [True, *[False] * 7], "squares of a cloth"
    smaller = replace(TOP, r=0.7 * TOP.r)
    assert read_together(TOP, smaller, seen=[signed, bare]) == [True, False], "a plain cube"
    printed = [replace(one, printed=True) if one.face == "blank" else one for one in FACES]
    seen = [mark(0, 0, 0, 1), signed]
    assert read_together(*[TOP] * 7, seen=seen, faces=printed) == [True] * 7, "dice with prints"
    assert read_together(*[TOP] * 5, seen=[signed]) == [True] * 5
    assert read_together(*[TOP] * 6, seen=[signed]) == [False] * 6, "a figure of a cloth"
    assert read_together(*[TOP] * 5, smaller, seen=[signed]) == [True] * 6, "no cloth's are unlike in size"


def test_a_sign_on_a_doubtful_cube_is_certain_beside_others_of_its_size_alone() -> None:
    doubtful, sign = replace(TOP, confidence=0.8), mark(1, 0.05)
    larger = replace(TOP, r=1.5 * TOP.r)
    assert read_together(doubtful, seen=[sign]) == [False]
    assert read_together(doubtful, doubtful, seen=[sign]) == [False] * 2
    assert read_together(doubtful, TOP, seen=[sign]) == [True] * 2
    assert read_together(doubtful, larger, seen=[sign]) == [False, True]
    more_doubtful = replace(TOP, confidence=0.65)
    assert read_together(more_doubtful, TOP, seen=[sign]) == [False, True]


@pytest.mark.parametrize(
    ("there", "likeness", "cube", "certain"),
    [
        (0.55, 0.95, 0.95, True),
        (0.45, 0.95, 0.95, False),
        (0.55, 0.88, 0.95, False),
        (0.55, 0.95, 0.85, False),
    ],
)
def test_a_sign_just_as_it_was_shown_on_what_the_small_net_takes_for_a_cube_needs_less_of_the_finder(
    there: float, likeness: float, cube: float, certain: bool
) -> None:
    body = np.array([200, 128, 128], np.float32)
    shown = [replace(face, body=body) for face in FACES]
    rest = math.sqrt(1 - likeness**2)
    sign = replace(mark(likeness, 0, 0, 0, 0, rest), shapes=(1 - cube, cube, 0.0, 0.0))
    doubtful = replace(TOP, confidence=there)
    assert read_together(doubtful, TOP, seen=[sign, mark(1, 0.05)], faces=shown) == [certain, True]
    assert read_together(doubtful, TOP, seen=[sign, mark(1, 0.05)]) == [False, True], "drawn, not shown"


@pytest.mark.parametrize(("there", "certain"), [(0.72, False), (0.8, True)])
def test_a_bare_face_that_is_lighter_than_shadows_needs_less_beside_others_as_large(
    there: float, certain: bool
) -> None:
    doubtful, bare, sign = replace(TOP, confidence=there), mark(0, 0, 0, 1, contrast=5), mark(1, 0.05)
    assert read_together(doubtful, TOP, seen=[bare, sign]) == [certain, True]
    assert read_together(doubtful, replace(TOP, r=1.5 * TOP.r), seen=[bare, sign]) == [False, True]
    assert read_together(doubtful, doubtful, seen=[bare, sign]) == [False, False]
    assert read_together(doubtful, seen=[bare]) == [False]


@pytest.mark.parametrize(("there", "cube"), [(0.93, 1.0), (0.98, 0.995), (0.992, 0.98)])
def test_a_tile_with_a_figure_looks_like_a_cube_with_a_sign_but_not_quite(there: float, cube: float) -> None:
    tile = replace(TOP, confidence=there)
    sign = replace(mark(1, 0.05), shapes=(1 - cube, cube, 0.0, 0.0))
    assert read_together(tile, seen=[sign]) == [False]
    assert read_together(tile, TOP, seen=[sign, mark(1, 0.05)]) == [True] * 2, "as large as a die in no doubt"


@pytest.mark.parametrize(("there", "cube"), [(0.94, 1.0), (0.985, 0.997), (0.994, 0.93)])
def test_what_finder_and_small_net_both_take_for_a_cube_needs_no_others(there: float, cube: float) -> None:
    sign = replace(mark(1, 0.05), shapes=(1 - cube, cube, 0.0, 0.0))
    assert read_together(replace(TOP, confidence=there), seen=[sign]) == [True]


def test_a_bare_face_alone_must_surely_be_a_top_since_roofs_and_screens_look_like_one() -> None:
    bare, signed = mark(0, 0, 0, 1, contrast=5), mark(1, 0.05)
    roof = replace(TOP, confidence=0.967)
    assert read_together(TOP, seen=[bare]) == [True]
    assert read_together(roof, seen=[bare]) == [False]
    assert read_together(roof, TOP, seen=[bare, signed]) == [True, True], "as large as a die with a sign"
    block = replace(TOP, confidence=0.985), replace(bare, shapes=(0.016, 0.984, 0.0, 0.0))
    assert read_together(block[0], seen=[block[1]]) == [False]
    assert read_together(block[0], TOP, seen=[block[1], signed]) == [True, True]


def test_a_shadow_as_large_as_the_dice_is_no_bare_black_one() -> None:
    dark = np.array([75, 128, 160], np.float32)
    bare, signed = mark(0, 0, 0, 1, body=dark, contrast=5), mark(1, 0.05)
    shadow, die = replace(TOP, confidence=0.936), replace(TOP, confidence=0.96)
    assert read_together(shadow, TOP, seen=[bare, signed]) == [False, True]
    assert read_together(die, TOP, seen=[bare, signed]) == [True, True]
