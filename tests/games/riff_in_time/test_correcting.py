"""Setting the table right by hand: what can be, and what is said of a table that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.questions import Fact, Message
from companion.games.riff_in_time.state import PoolDie, State
from tests.games.riff_in_time.tables import LAYOUT, a_state, game, play, sit
from tests.games.riff_in_time.throws import give, put_back

WHOLE_DIAL = tuple(map(str, range(11)))
PLACES = ("san_dimas", "rome", "new_mexico", "new_york", "kassel", "loc_05", "loc_06", "loc_07", "loc_08",
          "loc_09", "loc_10")


def said(message: Message) -> str:
    """A sentence, its holes filled with the plain words."""
    return message.id.format(**message.args)


def problems(state: State) -> list[str]:
    """Everything that is wrong with a table."""
    return [said(problem) for problem in game().problems(state)]


def changed(path: str, value: Any) -> State:
    """A sound table on which one thing was changed."""
    state = a_state("ana", "ben")
    put_back(state, "person_04")
    *steps, last = path.split(".")
    found: Any = state
    for step in steps:
        found = found[step] if isinstance(found, dict) else getattr(found, step)
    setattr(found, last, value)
    return state


# What is wrong


def test_a_sound_table_has_no_problems() -> None:
    state = a_state("ana", "ben")
    give(state, "ana", "charlemagne")
    put_back(state, "person_04")
    state.rifts["kassel"].level, state.rifts["kassel"].fixed = 0, True
    state.rifts["kassel"].triumph_holder = "ben"
    state.personages["billy_the_kid"].place = "san_dimas"
    state.players["ana"].objective, state.players["ana"].bonus = "objective_01", "objective_02"

    assert problems(state) == []
    assert game().problems(game().new(["ana"], {})) == []  # the opened box


@pytest.mark.parametrize(("path", "value", "sentence"), [
    ("san_dimas", 11, "San Dimas is at 11; its dial goes from 0 to 10."),
    ("san_dimas", -1, "San Dimas is at -1; its dial goes from 0 to 10."),
    ("rifts.rome.level", 11, "rome is at 11; its dial goes from 0 to 10."),
    ("rifts.rome.level", -1, "rome is at -1; its dial goes from 0 to 10."),
    ("rifts.kassel.fixed", True, "kassel is fixed, but its dial is at 5."),
    ("rifts.rome.triumph_holder", "eve", "The card of rome is with eve, who does not play."),
    ("rifts.rome.position", 1, "The ten discs do not lie on positions 1 to 10, one each."),
    ("rifts.rome.position", 0, "The ten discs do not lie on positions 1 to 10, one each."),
    ("personages.charlemagne.booth", "ana", "charlemagne is in a booth and on the board at once."),
    ("personages.charlemagne.place", "camelot", "charlemagne stands at “camelot”, which is no place."),
    ("personages.charlemagne.place", "", "charlemagne is nowhere."),
    ("personages.charlemagne.returned", True, "charlemagne counts as returned, but is not at rome."),
    ("players.ben.character", "bill", "Two players have the same character."),
    ("players.ben.character", "napoleon", "ben has the card “napoleon”, which is not in the box."),
    ("players.ben.objective", "objective_17", "ben has the card “objective_17”, which is not in the box."),
    ("players.ben.bonus", "objective_17", "ben has the card “objective_17”, which is not in the box."),
    ("players.ben.place", "camelot", "ben stands at “camelot”, which is no place."),
    ("pool", [PoolDie(f"w{number}", "wyld") for number in range(5)],
     "5 dice are in the pool; 4 are the most."),
    ("riff_left", 58, "58 Riff cards are left and 0 discarded; together there are 60."),
    ("riff_discard", 3, "60 Riff cards are left and 3 discarded; together there are 60."),
    ("riff_stack", ["rome_1"], "60 Riff cards are left and 1 discarded; together there are 60."),
])
def test_what_cannot_be_on_a_table_is_said(path: str, value: Any, sentence: str) -> None:
    assert problems(changed(path, value)) == [sentence]


def test_a_personage_with_somebody_who_does_not_play() -> None:
    state = a_state("ana", "ben")
    give(state, "eve", "charlemagne")

    assert problems(state) == ["charlemagne is with eve, who does not play."]


def test_a_personage_in_a_booth_and_returned() -> None:
    state = a_state("ana", "ben")
    give(state, "ana", "charlemagne")
    state.personages["charlemagne"].returned = True

    assert problems(state) == [
        "charlemagne is in a booth and on the board at once.",
        "charlemagne counts as returned, but is not at rome."]


def test_a_fixed_place_needs_its_personage_unless_the_table_settled_otherwise() -> None:
    for ruling, said_then in (("yes", ["rome is fixed, but charlemagne is not returned."]), ("no", [])):
        state = a_state("ana", "ben", options={"flip_needs_return": ruling})
        state.rifts["rome"].level, state.rifts["rome"].fixed = 0, True
        assert problems(state) == said_then


def test_one_objective_card_lies_before_one_player() -> None:
    state = a_state("ana", "ben")
    state.players["ana"].objective = state.players["ben"].bonus = "objective_05"

    assert problems(state) == ["One Objective card lies before two players."]


def test_more_cards_known_than_left() -> None:
    state = a_state("ana", "ben")
    state.riff_left, state.riff_discard, state.riff_known_top = 1, 59, ["rome_1", "rome_3"]
    assert problems(state) == ["More Riff cards are known to lie on top than are left."]

    state.riff_left, state.riff_discard = 2, 58
    assert problems(state) == []


def test_an_empty_deck_is_no_problem_but_an_overdrawn_one_is() -> None:
    state = a_state("ana", "ben")
    state.riff_left, state.riff_discard = 0, 60
    assert problems(state) == []

    state.riff_left, state.riff_discard = -1, 61

    assert problems(state)[0] == "-1 Riff cards are left and 61 discarded; together there are 60."


def test_in_the_middle_of_the_set_up_nothing_need_lie_where_it_belongs() -> None:
    state = game().new(["ana", "ben"], {})
    assert problems(state) == []
    state.phase = "riff"
    assert "The ten discs do not lie on positions 1 to 10, one each." in problems(state)
    assert "charlemagne is nowhere." in problems(state)


def test_all_problems_are_said_at_once() -> None:
    state = changed("san_dimas", 11)
    state.rifts["rome"].level, state.riff_left = 12, 1

    assert len(problems(state)) == 3


# What can be set right


def facts(state: State) -> dict[str, Fact]:
    """What people may set right, by its path."""
    return {fact.path: fact for fact in game().facts(state)}


@pytest.mark.parametrize(("path", "now", "words", "text"), [
    ("san_dimas", "2", WHOLE_DIAL, "San Dimas"),
    ("rifts.rome.level", "5", WHOLE_DIAL, "rome: dial"),
    ("rifts.rome.fixed", "no", ("yes", "no"), "rome: fixed"),
    ("rifts.kassel.fixed", "yes", ("yes", "no"), "kassel: fixed"),
    ("rifts.rome.position", "7", WHOLE_DIAL[1:], "rome: board number"),
    ("rifts.kassel.triumph_holder", "ben", ("", "ana", "ben"), "The card of kassel is with"),
    ("players.ana.place", "san_dimas", PLACES, "ana stands at"),
    ("players.ana.objective_state", "open", ("open", "met", "rewarded"), "ana's task"),
    ("personages.billy_the_kid.place", "loc_06", ("", *PLACES), "billy_the_kid stands at"),
    ("personages.charlemagne.booth", "ana", ("", "ana", "ben"), "charlemagne is carried by"),
    ("personages.person_04.returned", "yes", ("yes", "no"), "person_04 is returned"),
    ("personages.charlemagne.returned", "no", ("yes", "no"), "charlemagne is returned"),
    ("riff_left", "60", tuple(map(str, range(61))), "Riff cards left"),
    ("riff_discard", "0", tuple(map(str, range(61))), "Riff cards discarded"),
])
def test_what_may_be_set_right(path: str, now: str, words: tuple[str, ...], text: str) -> None:
    state = a_state("ana", "ben")
    give(state, "ana", "charlemagne")
    put_back(state, "person_04")
    state.rifts["kassel"].level, state.rifts["kassel"].fixed = 0, True
    state.rifts["kassel"].triumph_holder = "ben"

    fact = facts(state)[path]

    assert (fact.now, fact.words, said(fact.text)) == (now, words, text)


def test_everything_on_the_table_can_be_set_right() -> None:
    paths = [*facts(a_state("ana", "ben"))]

    assert len(paths) == len(set(paths)) == 3 + 10 * 4 + 2 * 2 + 10 * 3
    assert [path for path in paths if path.startswith("rifts.")] == [
        f"rifts.{place}.{what}" for place in PLACES[1:]
        for what in ("level", "fixed", "position", "triumph_holder")]


def test_every_value_that_is_offered_can_be_set() -> None:
    for fact in game().facts(a_state("ana", "ben")):
        for value in (fact.words[0], fact.words[-1]):
            referee = sit(a_state("ana", "ben"))
            referee.correct({fact.path: value})
            assert facts(referee.state)[fact.path].now == value


def test_what_was_set_right_holds_and_the_turn_goes_on() -> None:
    referee = sit(a_state("ana", "ben"))
    play(referee, "ana draw rome_3")

    dropped = referee.correct({"san_dimas": 5, "rifts.rome.level": "8", "players.ben.place": "kassel"})

    state: State = referee.state
    assert dropped == []
    assert (state.san_dimas, state.rifts["rome"].level, state.players["ben"].place) == (5, 8, "kassel")
    assert referee.question is not None
    assert referee.question.key == "roll"
    assert referee.problems == []


def test_two_discs_are_exchanged_together() -> None:
    referee = sit(a_state("ana", "ben"))
    referee.correct({"rifts.rome.position": 1, "rifts.loc_05.position": 7})

    assert referee.problems == []
    assert referee.state.location_at(1) == "rome"
    assert LAYOUT[0] == "loc_05"


def test_a_correction_that_leaves_something_wrong_is_taken_and_said() -> None:
    referee = sit(a_state("ana", "ben"))
    referee.correct({"rifts.rome.fixed": "yes"})

    assert [said(problem) for problem in referee.problems] == [
        "rome is fixed, but its dial is at 5.", "rome is fixed, but charlemagne is not returned."]
