"""Whose die is whose, when those of several players lie in one picture."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random

import pytest

from companion.engine.questions import Die, Roll
from companion.owners import are_told_apart, claims
from companion.throws import DiceSeen, OpenThrow, SeenDie, Throw

D8 = tuple("12345678")


def coloured(*colours: str) -> list[Die]:
    return [Die(name, "d8", D8, whose=name, colour=colour)
            for name, colour in zip("abcdef", colours, strict=False)]


def seated(*bearings: int) -> list[Die]:
    return [Die(name, "d8", D8, whose=name, bearing=bearing)
            for name, bearing in zip("abcdef", bearings, strict=False)]


def lying(face: str, x: float = 0.0, y: float = 0.0, colour: str = "", certain: bool = True) -> SeenDie:
    return SeenDie("d8", face, 0.9, certain, x, y, 20.0, ("3",) if not certain else (), colour)


def at(bearing: float, face: str, far: float = 200.0) -> SeenDie:
    """A die before who sits there, in a picture whose middle is (640, 480)."""
    return lying(face, 640 - far * sin(radians(bearing)), 480 + far * cos(radians(bearing)))


def seen(dice: list[Die], *lie: SeenDie, set_by_hand: bool = True) -> tuple[tuple[str, ...] | None, Throw]:
    """What a throw of `dice` comes to when these lie there."""
    throw = OpenThrow(1, "-", Roll(tuple(dice), set_by_hand), "camera", key="reveal")
    return throw.see(DiceSeen(1, 0, "read", lie)), throw.throw


def problems(throw: Throw) -> list[str]:
    return [problem.id for problem in throw.problems]


def doubts(throw: Throw) -> dict[str, tuple[str, ...]]:
    """The dice that are asked about, each with the faces it may show."""
    return {die.die: (die.word, *die.alternatives) for die in throw.dice if not die.certain}


# By colour


def test_dice_are_known_by_their_colours_wherever_they_lie() -> None:
    words, _ = seen(coloured("red", "blue", "white"), lying("3", 1, colour="white"),
                    lying("8", 2, colour="red"), lying("5", 3, colour="blue"))
    assert words == ("a=8", "b=5", "c=3")


def test_dice_of_a_colour_that_is_nobodys_are_asked_about_with_what_they_may_show() -> None:
    words, throw = seen(coloured("red", "blue", "white"), lying("3", 1, colour="black"),
                        lying("8", 2, colour="red"), lying("5", 3, colour="purple"))
    assert words is None
    assert doubts(throw) == {"b": ("3", "5"), "c": ("5", "3")}


def test_a_colour_that_light_has_changed_is_known_where_only_one_can_be_meant() -> None:
    pink, blue = lying("8", 1, colour="pink"), lying("5", 2, colour="blue")
    assert seen(coloured("red", "blue"), pink, blue)[0] == ("a=8", "b=5")
    assert seen(coloured("red", "purple"), pink, blue)[0] is None
    assert seen(coloured("red", "pink"), pink, lying("5", 2, colour="red"))[0] == ("a=5", "b=8")
    assert seen(coloured("red", "blue"), pink, lying("5", 2, colour="red"), blue)[0] is None


def test_what_is_left_over_is_not_taken_for_certain() -> None:
    words, throw = seen(coloured("red", "blue"), lying("8", 1, colour="red"), lying("5", 2, colour="purple"))
    assert words is None
    assert doubts(throw) == {"b": ("5",)}


def test_one_die_alone_must_have_the_right_colour_too() -> None:
    assert seen(coloured("red"), lying("5", colour="red"))[0] == ("a=5",)
    assert seen(coloured("red"), lying("5", colour="blue"))[0] is None


def test_two_dice_of_one_colour_are_asked_about() -> None:
    words, throw = seen(coloured("red", "blue"), lying("8", 1, colour="red"), lying("5", 2, colour="red"))
    assert words is None
    assert doubts(throw) == {"a": ("8", "5"), "b": ("5", "8")}


# By place


@pytest.mark.parametrize("bearings", [(0, 180), (0, 90), (0, 120, 240), (90, 180, 0, 270), (0, 72, 144, 216),
                                      (0, 60, 120, 180, 240, 300)])
def test_dice_are_known_by_where_they_lie_around_the_picture(bearings: tuple[int, ...]) -> None:
    rng, dice = Random(1), seated(*bearings)
    for _ in range(20):
        lie = [at(bearing + rng.uniform(-9, 9), str(place + 1), rng.uniform(170, 230))
               for place, bearing in enumerate(bearings)]
        order = sorted(lie, key=lambda _: rng.random())
        assert seen(dice, *order)[0] == tuple(f"{die.id}={place + 1}" for place, die in enumerate(dice))


def test_places_count_from_the_dice_themselves_not_from_the_picture() -> None:
    """Two neighbours of a table of six whose dice lie in one corner."""
    assert seen(seated(0, 60), lying("4", 110, 115), lying("6", 90, 100))[0] == ("a=4", "b=6")


def test_dice_that_lie_otherwise_than_people_sit_are_asked_about() -> None:
    words, throw = seen(seated(0, 180), lying("4", 100, 100), lying("6", 300, 110))
    assert words is None
    assert doubts(throw) == {"a": ("6", "4"), "b": ("4", "6")}


def test_where_dice_in_doubt_show_the_same_there_is_no_doubt() -> None:
    assert seen(seated(0, 180), lying("7", 100, 100), lying("7", 300, 110))[0] == ("a=7", "b=7")
    assert seen(seated(0, 180), lying("7", 100, 100), lying("7", 300, 110, certain=False))[0] is None
    assert seen(coloured("red", "blue"), lying("7", 1), lying("7", 2))[0] is None


def test_only_the_dice_in_doubt_are_asked_about() -> None:
    words, throw = seen(seated(0, 60, 180), at(30, "4"), at(30.5, "6"), at(180, "8"))
    assert words is None
    assert {die: set(faces) for die, faces in doubts(throw).items()} == {"a": {"4", "6"}, "b": {"4", "6"}}


def test_one_die_alone_is_its_owners_wherever_it_lies() -> None:
    assert seen(seated(90), lying("4"))[0] == ("a=4",)


def test_with_a_die_missing_or_too_many_nothing_is_certain() -> None:
    words, throw = seen(seated(0, 120, 240), at(0, "4"), at(120, "6"))
    assert (words, problems(throw)) == (None, ["Not seen: {dice}."])
    assert set(doubts(throw)) == {"a", "b"}
    words, throw = seen(seated(0, 180), at(0, "4"), at(90, "6"), at(180, "5"))
    assert (words, problems(throw)) == (None, ["More or other dice lie there than were asked for."])
    words, _ = seen(seated(0, 120, 240), at(0, "4"), at(120, "4"))
    assert words is None


# What a die may show


def test_a_number_that_is_not_open_to_its_gang_is_said_and_asked_about() -> None:
    (mine, other) = coloured("red", "blue")
    mine = Die("a", "d8", tuple("123678"), whose="a", colour="red")
    words, throw = seen([mine, other], lying("5", 1, colour="red"), lying("4", 2, colour="blue"))
    assert words is None
    assert problems(throw) == ["The die of {whose} shows {face}, which is not open to it."]
    assert list(doubts(throw)) == ["a"]


def test_the_faces_left_of_a_die_are_never_taken_for_a_stand_ins_pips() -> None:
    six_left = Die("a", "d8", tuple("234567"), whose="a", colour="red")
    words, throw = seen([six_left], lying("1", colour="red"))
    assert words is None
    assert throw.dice[0].word == ""


# What can be thrown together


def test_own_dice_that_cannot_be_told_apart_are_thrown_one_by_one() -> None:
    alike = [Die(name, "d8", D8, whose=name) for name in "ab"]
    assert not are_told_apart(alike)
    throw = OpenThrow(1, "a", Roll(tuple(alike)), "camera")
    assert (throw.throw.whose, throw.throw.asked) == (("a",), (("d8", 1),))
    assert throw.see(DiceSeen(1, 0, "read", (lying("6"),))) is None
    assert (throw.throw.whose, throw.throw.part) == (("b",), 1)
    assert throw.see(DiceSeen(1, 1, "read", (lying("2"),))) == ("a=6", "b=2")


def test_own_dice_with_colours_or_places_lie_in_one_throw() -> None:
    assert are_told_apart(coloured("red", "blue"))
    assert not are_told_apart(coloured("red", "red"))
    assert are_told_apart(seated(0, 90))
    assert are_told_apart([Die("w1", "wyld", D8), Die("w2", "wyld", D8)])


def test_claims_name_each_die_seen_once() -> None:
    for dice, lie in ((coloured("red", "blue", "white"), [lying(face, x) for x, face in enumerate("345")]),
                      (seated(0, 120, 240), [lying(face, x, 3) for x, face in enumerate("345")])):
        first = [claim.may_be[0] for claim in claims(dice, lie)]
        assert sorted(first) == [0, 1, 2]
