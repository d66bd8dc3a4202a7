"""Dice sets as data, and the colours by which kinds are known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.colours import name_of
from vision.dice_sets import SETS, DiceSet, Kind, dice_set


def test_the_sets_of_the_four_games_and_ordinary_dice_are_there() -> None:
    assert sorted(SETS) == ["betrayal_tour", "d6", "professor_evil", "quick_and_undead", "riff_in_time"]


def test_ordinary_dice_can_stand_in_where_a_key_says_what_pips_mean() -> None:
    assert [name for name, one in SETS.items() if one.has_key] == ["d6", "riff_in_time"]


@pytest.mark.parametrize("name", sorted(SETS))
def test_the_key_names_faces_that_the_kind_has(name: str) -> None:
    for kind in SETS[name].kinds:
        assert set(kind.stand_in) <= set(kind.faces)


def test_a_kind_carries_the_faces_of_its_key_or_else_all() -> None:
    carried = {kind.name: kind.carried for name in SETS for kind in SETS[name].kinds}
    assert carried["wyld"] == ("move", "interact", "reroll", "bogus")
    assert carried["bogus"] == ("bogus", "blank")
    assert carried["clock"] == ("clock_1", "clock_2")


def test_no_two_stand_in_kinds_share_a_colour() -> None:
    colours = [colour for kind in dice_set("riff_in_time").kinds for colour in kind.colours]
    assert sorted(colours) == ["black", "blue", "pink", "yellow"]


def test_a_colour_without_a_name_is_refused_with_those_that_have_one() -> None:
    with pytest.raises(ValueError, match=r"No body is known that is brown, teal\. Colours are white, grey, "):
        Kind("wooden", ("sun", "moon"), ("white", "teal", "brown"))


def test_a_set_has_dice_of_known_shapes_and_keys_of_six_faces() -> None:
    with pytest.raises(ValueError, match=r"The dice set mine has no dice\."):
        DiceSet("mine", ())
    with pytest.raises(ValueError, match=r"No die is a d20\. Shapes are cube, d8, token\."):
        Kind("twenty", ("1",), shape="d20")
    with pytest.raises(ValueError, match=r"A key is of six faces; that of short has 5\."):
        Kind("short", ("a",), stand_in=("a",) * 5)


def test_a_face_is_named_in_its_kinds_order_and_one_that_it_has_not_is_refused() -> None:
    wyld = dice_set("riff_in_time").kinds[0]
    assert wyld.name_of("interact+move") == "move+interact"
    with pytest.raises(ValueError, match=r"^wyld has no face time_5\. Its faces are move, interact, "):
        wyld.name_of("time_5")
    with pytest.raises(ValueError, match="wyld has no face move\\+time_5"):
        wyld.carrying(["move", "move+time_5"])


def test_a_d8_has_eight_faces() -> None:
    with pytest.raises(ValueError, match=r"A d8 has eight faces; half has 4\."):
        Kind("half", ("1", "2", "3", "4"), shape="d8")


@pytest.mark.parametrize(
    ("bgr", "name"),
    [
        ((240, 240, 240), "white"),
        ((200, 215, 225), "white"),
        ((30, 30, 30), "black"),
        ((60, 60, 60), "black"),
        ((40, 200, 240), "yellow"),
        ((30, 120, 240), "orange"),
        ((190, 80, 30), "blue"),
        ((190, 120, 240), "pink"),
        ((35, 30, 190), "red"),
        ((70, 150, 40), "green"),
        ((150, 40, 110), "purple"),
    ],
)
def test_a_colour_has_the_name_a_player_would_say(bgr: tuple[int, int, int], name: str) -> None:
    pixel = np.array([[bgr]], np.uint8)
    assert name_of(cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0].astype(float)) == name


def test_white_under_a_dim_lamp_is_still_white() -> None:
    pixel = np.array([[(130, 132, 134)]], np.uint8)
    lab = cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0].astype(float)
    assert name_of(lab, white=140) == "white"
    assert name_of(lab, white=255) == "grey"
