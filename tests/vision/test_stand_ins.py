"""Ordinary dice that stand in for a game's own, known by their colours."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from vision import read
from vision.dice_sets import DiceSet, Kind
from vision.forms import PIPS
from vision.reading import Picture
from vision.rendering import Camera, Die, Ground, Scene, render
from vision.rendering.scene import Colour

BODIES = {"wyld": (40.0, 200.0, 240.0), "character": (190.0, 80.0, 30.0), "bogus": (34.0, 32.0, 30.0)}


def table(*dice: Die) -> Picture:
    """Dice on felt, from the renderer, with the same noise each time."""
    scene = Scene(dice=dice, ground=Ground(kind="felt"), camera=Camera(width=640, height=480))
    return render(scene, np.random.default_rng(1))[0]


def stand_in(kind: str, face: str, x: float) -> Die:
    pips = (25.0, 25.0, 25.0) if kind == "wyld" else (240.0, 240.0, 240.0)
    return Die(face=face, x=x, y=200, size=56, colour=BODIES[kind], pip_colour=pips)


def seen_kinds(*dice: Die, expected: Mapping[str, int] | None = None) -> set[tuple[str, str]]:
    return {(die.kind, die.face) for die in read(table(*dice), "riff_in_time", expected).dice if die.certain}


def test_stand_in_dice_are_known_by_their_colour_and_read_by_the_key() -> None:
    dice = (stand_in("wyld", "1", 150), stand_in("character", "4", 320), stand_in("bogus", "5", 480))
    assert seen_kinds(*dice) == {("wyld", "move"), ("character", "reroll"), ("bogus", "blank")}


def test_a_colour_that_tells_no_kind_is_asked_about_once_however_many_dice_have_it() -> None:
    green = [
        Die(face=face, x=x, y=200, size=56, colour=(70.0, 150.0, 40.0), pip_colour=(240.0, 240.0, 240.0))
        for face, x in (("2", 150), ("5", 320), ("6", 480))
    ]
    reading = read(table(*green), "riff_in_time")
    assert len(reading.dice) == 3
    assert [problem.id for problem in reading.problems] == ["unknown_colour"]
    assert str(reading.problems[0].message) == "Which kind is the green die? Its colour does not tell."


PALE_AND_DARK = DiceSet(
    "any", (Kind("pale", PIPS, ("white",), stand_in=PIPS), Kind("dark", PIPS, ("black",), stand_in=PIPS))
)


@pytest.mark.parametrize("colour", [(34.0, 32.0, 30.0), (80.0, 80.0, 80.0)])
def test_a_black_die_that_mirrors_a_lamp_is_no_white_one_where_the_ground_is_dark(colour: Colour) -> None:
    black = Die(face="3", x=300, y=200, size=56, colour=colour, pip_colour=(235.0, 235.0, 235.0))
    white = Die(face="4", x=150, y=200, size=56, colour=(236.0, 240.0, 242.0), pip_colour=(25.0, 25.0, 25.0))
    for dice in ((black,), (black, white)):
        seen = [die for die in read(table(*dice), PALE_AND_DARK).dice if die.x > 200]
        assert [(die.kind, die.colour, die.certain) for die in seen] == [("dark", "black", True)]


def test_a_throw_of_one_kind_may_use_dice_of_any_other_colour() -> None:
    green = Die(face="2", x=300, y=200, size=56, colour=(70.0, 150.0, 40.0), pip_colour=(240.0, 240.0, 240.0))
    assert seen_kinds(green, expected={"wyld": 1}) == {("wyld", "move")}
    assert seen_kinds(green) == set()


def test_a_die_of_the_wrong_kind_is_noticed() -> None:
    reading = read(table(stand_in("character", "4", 320)), "riff_in_time", {"wyld": 1})
    assert {problem.id for problem in reading.problems} == {"wrong_kind"}
    assert [die.certain for die in reading.dice] == [False]


def test_nobody_is_asked_which_kind_a_die_is_that_is_none_of_the_throw() -> None:
    asked = [stand_in("wyld", "1", 150), stand_in("character", "4", 480)]
    green = Die(face="2", x=300, y=200, size=56, colour=(70.0, 150.0, 40.0), pip_colour=(240.0, 240.0, 240.0))
    reading = read(table(*asked, green), "riff_in_time", {"wyld": 1, "character": 1})
    assert [die.kind for die in reading.dice] == ["wyld", "character"]
    assert reading.certain


def test_beside_a_kind_of_which_no_colour_is_known_none_is_told_by_its_own() -> None:
    sets = {
        colours: DiceSet("mine", (Kind("gold", PIPS, ("yellow",), PIPS), Kind("other", PIPS, colours, PIPS)))
        for colours in ((), ("black",))
    }
    gold = table(stand_in("wyld", "1", 320))
    assert {colours: read(gold, dice).certain for colours, dice in sets.items()} == {
        (): False,
        ("black",): True,
    }
