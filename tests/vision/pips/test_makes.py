"""A small light dot may be a lamp: beside a die of the same make it is a pip, as that die's are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.pips.made_up import says
from vision.pips.counting import count_faces, top_faces
from vision.pips.net import Claim
from vision.pips.votes import Vote
from vision.pips.voting import vote
from vision.reading import Picture
from vision.rendering import Camera, Die, Ground, Pips, Scene, render

R = 28.0
RED, IVORY, BLUE, PALE_RED = (
    (40.0, 40.0, 150.0),
    (225.0, 235.0, 240.0),
    (150.0, 60.0, 40.0),
    (90.0, 90.0, 200.0),
)
RED_DIE = Die(colour=RED, pip_colour=IVORY, size=2 * R, angle=20, y=200)
ONE = replace(RED_DIE, face="1", x=300)
FIVE = replace(RED_DIE, face="5", x=450)
LITTLE_SEEN, WELL_SEEN = 0.85, 0.995


def drawn(dice: Sequence[Die]) -> Picture:
    """The dice on felt, from above."""
    scene = Scene(dice=tuple(dice), ground=Ground(kind="felt"), camera=Camera(width=640, height=480))
    return render(scene, np.random.default_rng(1))[0]


def said_of(die: Die, there: float, doubted: float) -> Claim:
    """What the nets say of a die as it lies; the net for all forms finds a top as likely as `doubted`."""
    top, seen = says(int(die.face), x=die.x, there=there, sure=0.999)
    return replace(top, r=die.size / 2, confidence=doubted), replace(seen, r=die.size / 2)


def read_beside(
    one: Die, *others: Die, there: float = LITTLE_SEEN, doubted: float | None = None, edge: bool = False
) -> Vote:
    """What becomes of the `one`, which hardly looks like a top to the nets, beside others that do. It may
    share an `edge` with another face.
    """
    picture, dice = drawn([one, *others]), [one, *others]
    places = [(die.x, die.y, die.size / 2) for die in dice]
    counted = top_faces(count_faces(picture, places), (640, 480))
    counted = [replace(face, shares_edge=edge and abs(face.face.x - one.x) < R) for face in counted]
    claims = [said_of(one, there, doubted or there), *(said_of(die, WELL_SEEN, WELL_SEEN) for die in others)]
    (found,) = (found for found in vote(picture, claims, counted) if abs(found.x - one.x) < R)
    assert found.face == int(one.face)
    assert found.agreed
    return found


def test_a_light_one_that_hardly_looks_like_a_top_is_asked_about_alone() -> None:
    assert not read_beside(ONE).certain
    assert read_beside(ONE, there=WELL_SEEN).certain


def test_beside_a_die_of_its_make_it_is_certain() -> None:
    assert read_beside(ONE, FIVE).certain
    assert read_beside(ONE, replace(FIVE, face="2")).certain


def test_another_one_tells_no_make_for_that_may_be_a_lamp_too() -> None:
    assert not read_beside(ONE, replace(FIVE, face="1")).certain


@pytest.mark.parametrize(
    "other",
    [
        replace(FIVE, colour=BLUE),
        replace(FIVE, colour=PALE_RED),
        replace(FIVE, size=3 * R),
        replace(FIVE, pips=Pips(radius=0.13)),
        replace(FIVE, pip_colour=(20.0, 20.0, 20.0)),
    ],
    ids=["colour", "lightness", "size", "size of pips", "dark pips"],
)
def test_a_die_of_another_make_says_nothing(other: Die) -> None:
    assert not read_beside(ONE, other).certain


def test_what_one_net_does_not_take_for_a_top_is_asked_about_whatever_lies_beside_it() -> None:
    assert read_beside(ONE, FIVE, there=WELL_SEEN, doubted=0.65).certain
    assert not read_beside(ONE, FIVE, there=WELL_SEEN, doubted=0.6).certain


def test_what_shares_an_edge_may_be_a_side_of_a_die_of_that_make() -> None:
    assert not read_beside(ONE, FIVE, edge=True).certain
    assert read_beside(ONE, FIVE, there=WELL_SEEN, edge=True).certain


def test_two_pips_of_a_make_need_be_no_more_like_a_top_than_dark_ones() -> None:
    two = replace(ONE, face="2")
    assert not read_beside(two, there=0.937).certain
    assert read_beside(two, FIVE, there=0.937).certain
    assert not read_beside(two, FIVE, there=0.92).certain


def test_pips_as_small_as_lamps_are_pips_where_a_die_of_that_make_has_them_as_small() -> None:
    one, two = (replace(die, face=face, pips=Pips(radius=0.12)) for die, face in ((ONE, "1"), (FIVE, "2")))
    assert read_beside(one, there=0.97).against == {"lamps"}
    assert read_beside(one, FIVE, there=0.97).against == {"lamps"}
    assert read_beside(one, two, there=0.97).certain
