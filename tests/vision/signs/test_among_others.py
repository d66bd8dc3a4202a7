"""What faces with signs say of each other: patterns, plain cubes, the dice of strangers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.signs.made_up import mark
from tests.vision.signs.test_symbols import DICE, TOP, read_together
from vision.dice_sets import dice_set
from vision.signs.among_others import (
    _of_one_size,
    _without_patterns,
    _without_strangers,
    believed_together,
)
from vision.signs.face_read import FaceRead

KNOWN = FaceRead(TOP, mark(1), DICE.kinds[0], True, {"a": 1.0}, True, likeness=0.85)
BARE = replace(KNOWN, chances={"blank": 1.0})
STRANGER = replace(KNOWN, certain=False, likeness=0.5)


def test_many_bare_squares_are_the_pattern_of_a_cloth() -> None:
    squares = [BARE] * 7
    assert [face.certain for face in _without_patterns([*squares, KNOWN])] == [*[False] * 7, True]
    assert all(face.certain for face in _without_patterns(squares[:5]))
    others = [replace(KNOWN, kind=kind) for kind in DICE.kinds for _ in range(4)]
    assert all(face.certain for face in _without_patterns([*squares, *others]))
    rings = [replace(squares[0], top=replace(TOP, r=r), certain=False) for r in (9, 11, 12, 15)]
    assert [face.certain for face in _without_patterns([*squares[:5], *rings])] == [True] * 5 + [False] * 4


def test_a_plain_cube_smaller_than_the_dice_is_no_bare_face() -> None:
    cube = replace(BARE, top=replace(TOP, r=0.75 * TOP.r))
    assert [face.certain for face in _of_one_size([KNOWN, KNOWN, BARE, cube])] == [True, True, True, False]
    # Where no die with a sign tells how large dice are here, and of dice with signs, sizes say nothing.
    assert all(face.certain for face in _of_one_size([BARE, cube]))
    assert all(face.certain for face in _of_one_size([KNOWN, replace(KNOWN, top=cube.top)]))


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
    assert believed_together([BARE, *others], told)[0].certain is certain


def test_bare_tokens_are_no_building_blocks() -> None:
    token = replace(BARE, kind=dice_set("betrayal_tour").kinds[0])
    assert all(face.certain for face in believed_together([token, token]))


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
