"""d8s: which are certain, and which may be foreign dice, other numerals, or seen from a side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.signs.made_up import DICE, SIGN, TOP, mark, read
from vision.dice_sets import dice_set
from vision.signs.among_others import _surely_on_top, _without_patterns
from vision.signs.face_read import FaceRead


@pytest.mark.parametrize(("second", "certain"), [(7, False), (4, True)])
def test_a_one_that_may_be_a_seven_is_asked_about_sooner_than_others(second: int, certain: bool) -> None:
    numerals = tuple(0.98 if one == 1 else 0.02 if one == second else 0.0 for one in range(1, 9))
    seen = replace(mark(1), shapes=(0.0, 0.0, 1.0, 0.0), numerals=numerals)
    d8 = replace(TOP, things=SIGN | {"sign": 0.0, "d8": 1.0}, confidence=0.999)
    assert read(seen, d8, dice=dice_set("quick_and_undead"), faces=()).certain is certain


def test_a_d8_is_certain_where_both_nets_together_are_surer_than_of_foreign_dice() -> None:
    numerals = (0.99, *(0.01 / 7,) * 7)
    d8 = replace(TOP, things=SIGN | {"sign": 0.0, "d8": 1.0})

    def is_certain(top: float, share: float) -> bool:
        seen = replace(mark(1), shapes=(1 - share, 0.0, share, 0.0), numerals=numerals)
        return read(seen, replace(d8, confidence=top), dice=dice_set("quick_and_undead"), faces=()).certain

    assert is_certain(0.98, 0.92)
    assert is_certain(0.94, 0.968)
    assert is_certain(0.9995, 0.6)
    # A d20 may look nearly so: neither net alone is far from sure.
    assert not is_certain(0.94, 0.96)
    assert not is_certain(0.97, 0.92)


@pytest.mark.parametrize(
    ("share", "numeral", "certain"), [(0.6, 0.998, True), (0.6, 0.99, False), (0.5, 0.998, False)]
)
def test_a_d8_whose_numeral_is_beyond_doubt_may_look_a_little_less_like_one(
    share: float, numeral: float, certain: bool
) -> None:
    numerals = (numeral, *((1 - numeral) / 7,) * 7)
    seen = replace(mark(1), shapes=(1 - share, 0.0, share, 0.0), numerals=numerals)
    d8 = replace(TOP, confidence=0.98, things=SIGN | {"sign": 0.0, "d8": 1.0})
    assert read(seen, d8, dice=dice_set("quick_and_undead"), faces=()).certain is certain


@pytest.mark.parametrize(("pips", "certain"), [(0.0, True), (0.1, True), (0.15, False)])
def test_a_top_and_a_side_with_pips_are_no_d8_though_all_else_of_it_says_so(
    pips: float, certain: bool
) -> None:
    seen = replace(mark(1), shapes=(0.0, 0.0, 1.0, 0.0), numerals=(0.999, *(0.001 / 7,) * 7))
    d8 = replace(TOP, confidence=0.999, things=SIGN | {"sign": 0.0, "d8": 1 - pips, "2": pips})
    assert read(seen, d8, dice=dice_set("quick_and_undead"), faces=()).certain is certain


@pytest.mark.parametrize(
    ("apart", "other", "certain"),
    [(1.5, 0.96, False), (1.5, 0.15, False), (1.5, 0.1, True), (1.8, 0.96, True)],
)
def test_a_d8_of_which_another_face_may_be_the_top_as_well_is_asked_about(
    apart: float, other: float, certain: bool
) -> None:
    (d8,) = dice_set("quick_and_undead").kinds
    seen = replace(mark(1), shapes=(0.1, 0.0, 0.9, 0.0))
    top = FaceRead(replace(TOP, confidence=0.98), seen, d8, True, {"5": 1.0}, True)
    beside = replace(top, top=replace(TOP, x=TOP.x + apart * TOP.r, confidence=other), certain=False)
    assert _surely_on_top([top, beside])[0].certain is certain
    cube = replace(beside, kind=DICE.kinds[0])
    assert [face.certain for face in _surely_on_top([cube, replace(cube, certain=True)])] == [False, True]


def test_six_d8s_with_one_numeral_are_no_figures_of_a_cloth() -> None:
    (d8,) = dice_set("quick_and_undead").kinds
    five = FaceRead(TOP, mark(1), d8, True, {"5": 1.0}, True)
    assert [face.certain for face in _without_patterns([five] * 6)] == [True] * 6
