"""Kinds of dice of which it is known how many of each were thrown: what looks like two kinds is told by the
others.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.made_up import BLUE, DAY, PINK, RIFF, YELLOW, lab
from tests.vision.signs.made_up import SaysAlways, face, mark
from vision import read
from vision.arrays import Floats
from vision.asked import Asked
from vision.dice_sets import DiceSet, Kind
from vision.finding.top_finder import Top
from vision.kinds import PERHAPS, RATHER, SURELY, BodySeen, fits_by_colour, is_told
from vision.kinds_thrown import as_thrown, shared_out
from vision.reading import DieSeen, Picture, Reading
from vision.rendering import Camera, Die, Pips, Scene, render
from vision.signs.known import KnownFace
from vision.signs.symbols import read_faces

Unlikely = Sequence[Mapping[str, float]]
COST = st.integers(0, 22).map(lambda cost: cost if cost <= 20 else math.inf)
ONE = st.fixed_dictionaries(dict.fromkeys(("red", "green", "blue"), COST))
# Dice, and what was thrown, of which these may be the colours.
THROWS = st.lists(st.tuples(ONE, st.sampled_from(("red", "green", "blue"))), min_size=1, max_size=5)


def least(unlikely: Unlikely, thrown: Sequence[str]) -> float:
    """The least unlikely of all ways to share out the kinds that were thrown."""
    return min(
        sum(one[kind] for one, kind in zip(unlikely, kinds, strict=True))
        for kinds in itertools.permutations(thrown)
    )


@given(THROWS)
def test_kinds_are_shared_out_as_is_likeliest_of_all_ways(throw: list[tuple[dict[str, float], str]]) -> None:
    unlikely, thrown = zip(*throw, strict=True)
    found = shared_out(unlikely, Counter(thrown))
    assert (found is None) == (least(unlikely, thrown) == math.inf)
    if found is not None:
        assert sorted(found) == sorted(thrown)
        assert sum(one[kind] for one, kind in zip(unlikely, found, strict=True)) == least(unlikely, thrown)


@given(THROWS)
def test_a_kind_is_as_unlikely_of_a_die_as_the_likeliest_way_in_which_it_is_of_that(
    throw: list[tuple[dict[str, float], str]],
) -> None:
    unlikely, thrown = zip(*throw, strict=True)
    kinds = shared_out(unlikely, Counter(thrown))
    if kinds is None:
        return
    for number, told in enumerate(as_thrown(unlikely, kinds)):
        for kind in set(thrown):
            surely = [one | {other: math.inf for other in one if other != kind} for one in unlikely]
            that = [*unlikely[:number], surely[number], *unlikely[number + 1 :]]
            more = told[kind] - unlikely[number][kinds[number]]
            assert more == least(that, thrown) - least(unlikely, thrown)


def test_more_dice_than_were_thrown_or_fewer_share_out_nothing() -> None:
    red: Unlikely = [{"red": 0.0, "blue": 5.0}]
    assert shared_out(red, {"red": 1}) == ["red"]
    assert shared_out(red, {"red": 2}) is None
    assert shared_out(red, {"red": 0, "blue": 0}) is None


# Of a blue die in the shade, or of a black one that mirrors blue light.
DUSKY = lab(54, 134, 112)
YELLOW_BLUE_BLACK = {"wyld": 1, "character": 1, "bogus": 1}


def fits(*bodies: Floats, thrown: Mapping[str, int] | None, a_die: float = 1.0) -> list[dict[str, float]]:
    """How well bodies, of which the last is so likely `a_die`, fit the kinds, so many of each thrown."""
    *surely, last = bodies
    return fits_by_colour([*map(BodySeen, surely), BodySeen(last, likely=a_die)], RIFF.kinds, (), DAY, thrown)


def test_which_of_two_kinds_is_meant_is_told_by_what_was_thrown_beside_it() -> None:
    by_itself = fits(YELLOW, BLUE, DUSKY, thrown=None)[2]
    assert by_itself["character"] == by_itself["bogus"] == PERHAPS
    told = fits(YELLOW, BLUE, DUSKY, thrown=YELLOW_BLUE_BLACK)[2]
    assert (told["bogus"], is_told(told, "bogus", "character")) == (SURELY, True)


GREYS = tuple(Kind(name, ("a",)) for name in ("dark", "light", "yellow"))
NOWHERE = np.zeros((1, 64), np.float32)


def grey(lightness: float) -> Floats:
    return lab(lightness, 128, 128)


def greys(dark: float, other: float, thrown: Mapping[str, int] | None) -> dict[str, float]:
    """How well a grey body fits kinds of which a `dark` one, a light one and a yellow one were shown; a
    yellow die and a dark one lie beside it.
    """
    bodies = {"dark": grey(dark), "light": grey(190), "yellow": YELLOW}
    shown = [KnownFace(name, "a", NOWHERE, body=body) for name, body in bodies.items()]
    dice = (YELLOW, grey(dark), grey(other))
    return fits_by_colour([*map(BodySeen, dice)], GREYS, shown, DAY, thrown)[2]


@pytest.mark.parametrize(
    ("lightness", "thrown", "told"),
    [
        (180, "light", "light"),
        (160, "light", None),
        (150, "light", None),
        (150, "dark", None),
        (130, "dark", "dark"),
    ],
)
def test_a_grey_between_two_others_is_told_by_those_thrown_only_if_it_rather_looks_like_that(
    lightness: float, thrown: str, told: str | None
) -> None:
    """Should somebody have thrown a second dark die in place of a light one it is not taken for that."""
    found = greys(120, lightness, Counter((thrown, "dark", "yellow")))
    assert found[thrown] == (SURELY if told else RATHER)
    pairs = (("dark", "light"), ("light", "dark"))
    assert [kind for kind, rival in pairs if is_told(found, kind, rival)] == ([told] if told else [])


@pytest.mark.parametrize(("lightness", "fit"), [(152, SURELY), (142, RATHER)])
def test_beside_others_that_are_sure_a_kind_need_be_but_a_little_likelier(
    lightness: float, fit: float
) -> None:
    assert greys(90, lightness, {"light": 1, "dark": 1, "yellow": 1})["light"] == fit


@pytest.mark.parametrize(
    "thrown",
    [
        {"wyld": 1, "triumphant": 1, "bogus": 1},
        {"wyld": 1, "character": 1},
        {"wyld": 1, "character": 2, "bogus": 1},
    ],
    ids=["another kind", "fewer", "more"],
)
def test_where_others_were_thrown_than_asked_for_nothing_is_told_by_that(thrown: Mapping[str, int]) -> None:
    assert fits(YELLOW, BLUE, DUSKY, thrown=thrown) == fits(YELLOW, BLUE, DUSKY, thrown=None)


def test_where_one_surely_is_another_kind_other_dice_were_thrown() -> None:
    alone = greys(90, 240, None)
    assert (alone["light"], alone["dark"]) == (SURELY, PERHAPS)
    assert greys(90, 240, {"yellow": 1, "dark": 2}) == alone


def test_in_a_light_that_is_unheard_of_a_kind_is_no_surer_by_what_was_thrown() -> None:
    strange = lab(50, 138, 105)
    told = fits(YELLOW, PINK, strange, thrown={"wyld": 1, "triumphant": 1, "character": 1})[2]
    assert told == dict.fromkeys(told, PERHAPS) | {"character": RATHER}


def test_two_that_may_be_either_kind_are_told_no_surer_by_each_other() -> None:
    dice = fits(YELLOW, DUSKY, DUSKY, thrown=YELLOW_BLUE_BLACK)
    pairs = (("bogus", "character"), ("character", "bogus"))
    assert [is_told(one, *pair) for one in dice[1:] for pair in pairs] == [False] * 4


def test_what_is_likelier_none_than_a_die_is_none_of_those_thrown() -> None:
    flower = fits(YELLOW, BLUE, DUSKY, YELLOW, thrown=YELLOW_BLUE_BLACK, a_die=0.4)
    assert (flower[2]["bogus"], flower[2]["character"] < PERHAPS) == (SURELY, True)
    assert fits(YELLOW, BLUE, DUSKY, YELLOW, thrown=YELLOW_BLUE_BLACK, a_die=0.6)[2]["bogus"] == PERHAPS


COLOURS = DiceSet(
    "colours",
    tuple(Kind(colour, ("a",), (colour,)) for colour in ("yellow", "blue", "black")),
    shown=tuple(face(colour, "a", 1) for colour in ("yellow", "blue", "black")),
)
GROUND = np.full((200, 400, 3), 120, np.uint8)


def signs(thrown: Mapping[str, int] | None) -> list[tuple[str, bool]]:
    """What three dice are taken for that carry one sign, and whether that is certain."""
    sign = dict.fromkeys(map(str, range(1, 7)), 0.0) | {"sign": 1.0, "d8": 0.0, "token": 0.0}
    tops = [Top(80 + 100 * number, 100, 20, 0.998, sign) for number in range(3)]
    seen = SaysAlways(*(mark(1, body=body) for body in (YELLOW, BLUE, DUSKY)))
    read = read_faces(GROUND, tops, Asked(COLOURS, COLOURS.shown, thrown), reader=seen)
    return [(one.kind.name, one.certain) for one in read]


def test_a_sign_on_a_die_that_may_be_of_two_kinds_is_certain_beside_those_thrown_with_it() -> None:
    surely = [("yellow", True), ("blue", True)]
    assert signs(None)[:2] == surely
    assert signs(None)[2][1] is False
    assert signs({"yellow": 1, "blue": 1, "black": 1}) == [*surely, ("black", True)]
    assert signs({"yellow": 1, "blue": 2, "black": 0}) == [*surely, ("blue", False)]


def dusky_beside(*, dusky: tuple[float, float, float]) -> Picture:
    """A yellow die, a blue one, and one of that colour (BGR) with light pips, that stand in for a game's."""
    light, dark = (235.0, 235.0, 235.0), (25.0, 25.0, 25.0)
    pips = Pips(radius=0.18, spread=0.5)
    yellow = Die("wyld", "3", (40.0, 200.0, 240.0), dark, 70, 90, 60, 20, pips=pips)
    blue = Die("character", "5", (190.0, 80.0, 30.0), light, 160, 90, 60, 40, pips=pips)
    black = Die("bogus", "4", dusky, light, 250, 90, 60, 5, pips=pips)
    scene = Scene((yellow, blue, black), camera=Camera(320, 180))
    return render(scene, np.random.default_rng(1))[0]


@pytest.mark.parametrize(
    ("thrown", "third"),
    [
        (YELLOW_BLUE_BLACK, ("bogus", "blank", True)),
        ({"wyld": 1, "character": 2}, ("character", "reroll", False)),
    ],
)
def test_an_ordinary_die_that_may_stand_in_for_two_kinds_is_told_by_those_thrown_with_it(
    thrown: Mapping[str, int], third: tuple[str, str, bool]
) -> None:
    picture = dusky_beside(dusky=(80.0, 44.0, 43.0))
    assert [die.certain for die in left_to_right(read(picture, "riff_in_time"))] == [True, True, False]
    told = left_to_right(read(picture, "riff_in_time", thrown))
    surely = [("wyld", "interact", True), ("character", "excellent", True)]
    assert [(die.kind, die.face, die.certain) for die in told] == [*surely, third]


def left_to_right(reading: Reading) -> list[DieSeen]:
    return sorted(reading.dice, key=lambda die: die.x)
