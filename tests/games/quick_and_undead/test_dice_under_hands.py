"""Numbers set on the real dice under the hands, and uncovered together."""

from __future__ import annotations

import pytest

from companion.engine.questions import TABLE, Confirm, Die, Roll
from companion.engine.referee import Referee, Refused
from companion.games.quick_and_undead.setup import know_dice
from companion.games.quick_and_undead.state import Ranger, State
from companion.games.quick_and_undead.town import Town
from tests.games.quick_and_undead.towns import a_town, asked, game, play, sit, told, where, words

rule = pytest.mark.rule
ON_DICE = "secret_choice=dice"


def town(*, colours: str = "", lower_edge: str = "", options: str = ON_DICE, **gangs: str) -> State:
    """A town whose gangs choose with their dice, known by `colours` or from who sits at the lower edge."""
    state = a_town(options=options, **gangs)
    for name, colour in zip(state.gangs, colours.split(), strict=False):
        state.gangs[name].colour = colour
    state.lower_edge = lower_edge
    return state


def dice(referee: Referee) -> dict[str, Die]:
    """The dice that are asked for, by whose they are."""
    assert referee.question is not None
    ask = referee.question.asks[TABLE]
    assert isinstance(ask, Roll)
    return {die.whose: die for die in ask.dice}


@rule("QU-18", "QU-23")
def test_nothing_is_asked_for_but_that_all_have_set_their_dice_until_they_are_uncovered() -> None:
    referee = sit(town(lower_edge="a", a="{}", b="{}", c="{}"))
    assert asked(referee) == (TABLE, "set_dice")
    assert referee.question
    assert isinstance(referee.question.asks[TABLE], Confirm)
    play(referee, "- set_dice done")
    assert asked(referee) == (TABLE, "reveal")
    play(referee, "- reveal 8 7 6")
    assert told(referee, "QU-23") == ["a shows 8.", "b shows 7.", "c shows 6."]
    assert [where(referee, name).split()[4] for name in "abc"] == ["[8s]", "[7s]", "[6s]"]


@rule("QU-18")
def test_a_number_set_on_a_die_is_never_thrown_by_chance() -> None:
    referee = play(sit(town(lower_edge="a", a="{}", b="{}")), "- set_dice done")
    assert referee.question
    ask = referee.question.asks[TABLE]
    assert isinstance(ask, Roll)
    assert ask.set_by_hand


@rule("QU-19")
def test_a_die_cannot_show_a_spot_where_an_own_outlaw_lies() -> None:
    referee = play(sit(town(lower_edge="a", a="{} s3 [5l]", b="{}")), "- set_dice done")
    assert dice(referee)["a"].faces == ("1", "2", "3", "4", "6", "7", "8")
    assert dice(referee)["b"].faces == ("1", "2", "3", "4", "5", "6", "7", "8")
    with pytest.raises(Refused, match="a has no face “5”"):
        play(referee, "- reveal 5 5")


@rule("QU-21", "QU-22")
def test_who_goes_to_hired_guns_or_has_no_outlaw_uncovers_no_die() -> None:
    referee = sit(town(lower_edge="a", a="{} c2", b="{} c2", c="{}", d="{} c2 s0 [8l 7l 6l 5l]"))
    play(referee, "- set_dice done")
    assert (asked(referee), words(referee)) == ((TABLE, "to_hired_guns"), ("a", "b", "d"))
    play(referee, "- to_hired_guns b d")
    assert told(referee, "QU-22") == ["b goes to Hired Guns.", "d goes to Hired Guns."]
    assert list(dice(referee)) == ["a", "c"]
    play(referee, "- reveal 8 7")
    assert asked(referee) == ("b", "load")


@rule("QU-22")
def test_nobody_need_go_to_hired_guns() -> None:
    referee = play(sit(town(lower_edge="a", a="{} c2", b="{}")), "- set_dice done", "- to_hired_guns")
    assert list(dice(referee)) == ["a", "b"]


@rule("QU-35")
def test_two_uncovered_ones_lose_their_turn() -> None:
    referee = play(sit(town(lower_edge="a", a="{}", b="{}", c="{}")), "- set_dice done", "- reveal 1 1 8")
    assert told(referee, "QU-35") == ["['a', 'b'] all show a 1: their turn is lost."]


def test_where_all_go_to_hired_guns_no_die_is_asked_for() -> None:
    referee = play(sit(town(lower_edge="a", a="{} c2", b="{} c2")), "- set_dice done", "- to_hired_guns a b")
    assert asked(referee)[1] == "load"


# How the camera knows whose die is whose


def test_dice_are_known_by_where_gangs_sit_clockwise_from_the_lower_edge() -> None:
    referee = play(sit(town(lower_edge="b", a="{}", b="{}", c="{}", d="{}")), "- set_dice done")
    assert {name: die.bearing for name, die in dice(referee).items()} == {"b": 0, "c": 90, "d": 180, "a": 270}
    assert referee.question
    assert referee.question.text.args["first"] == "b"


def test_or_by_their_colours() -> None:
    referee = play(sit(town(colours="red blue", a="{}", b="{}")), "- set_dice done")
    assert {name: (die.colour, die.bearing) for name, die in dice(referee).items()} == {
        "a": ("red", None), "b": ("blue", None)}
    assert referee.question
    assert "colours" in referee.question.text.id


def test_dice_with_colours_duel_in_one_throw_others_one_by_one() -> None:
    duel = ("a select 4", "b select 4")
    one = play(sit(town(options="", colours="red blue", a="{6}", b="{}")), *duel)
    assert (asked(one), list(dice(one))) == ((TABLE, "duel"), ["a", "b"])
    play(one, "- duel 6 2")
    assert told(one, "QU-50") == ["a rolls 6.", "b rolls 2."]
    others = play(sit(town(options="", a="{6}", b="{}")), *duel)
    assert others.waiting == ("a", "b")


def asked_for_dice(options: str, *answers: str, ranger: bool = False) -> tuple[list[str], State]:
    """What is asked at the set-up about the dice, and the state when all is answered."""
    state = town(options=options, **({"a": "{}"} if ranger else {"a": "{}", "b": "{}", "c": "{}"}))
    asking, given, keys = know_dice(Town(game().box, state)), list(answers), []
    try:
        question = next(asking)
        while True:
            keys.append(question.key)
            question = asking.send({TABLE: (given.pop(0),)})
    except StopIteration:
        return keys, state


@rule("QU-08")
def test_at_the_set_up_each_dies_colour_is_named() -> None:
    keys, state = asked_for_dice("own_colours=yes", "red", "white", "blue")
    assert keys == ["colour"] * 3
    assert [gang.colour for gang in state.gangs.values()] == ["red", "white", "blue"]
    assert state.lower_edge == ""


@rule("QU-08")
def test_alone_dead_rangers_die_has_its_colour_too() -> None:
    _, state = asked_for_dice("own_colours=yes", "red", "white", ranger=True)
    assert isinstance(state.ranger, Ranger)
    assert (state.gangs["a"].colour, state.ranger.colour) == ("red", "white")


def test_where_dice_have_no_colours_it_is_asked_who_sits_at_the_lower_edge() -> None:
    keys, state = asked_for_dice(ON_DICE, "b")
    assert (keys, state.lower_edge) == (["lower_edge"], "b")


def test_a_table_that_chooses_on_its_phones_is_asked_nothing_of_its_dice() -> None:
    assert asked_for_dice("")[0] == []
    assert asked_for_dice(ON_DICE, ranger=True)[0] == []


def test_colour_and_place_may_be_set_right() -> None:
    facts = {fact.path: fact for fact in game().facts(town(colours="red blue", a="{}", b="{}"))}
    assert (facts["gangs.a.colour"].now, "white" in facts["gangs.a.colour"].words) == ("red", True)
    facts = {fact.path: fact for fact in game().facts(town(lower_edge="b", a="{}", b="{}"))}
    assert (facts["lower_edge"].now, facts["lower_edge"].words) == ("b", ("a", "b"))
    assert "gangs.a.colour" not in facts
