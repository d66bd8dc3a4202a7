"""Setting the table right by hand: what can be, and what is said of a table that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.questions import Fact, Message
from companion.games.professor_evil.state import State
from tests.games.professor_evil.tables import a_state, acting, game, play, sit, unlocked

ROOMS = tuple(game().box.room)


def said(message: Message) -> str:
    """A sentence, its holes filled with the plain words."""
    return message.id.format(**message.args)


def problems(state: State) -> list[str]:
    """Everything that is wrong with a table."""
    return [said(problem) for problem in game().problems(state)]


def changed(path: str, value: Any) -> State:
    """A sound table on which one thing was changed."""
    state = a_state()
    *steps, last = path.split(".")
    found: Any = state
    for step in steps:
        found = found[step] if isinstance(found, dict) else getattr(found, step)
    if isinstance(found, dict):
        found[last] = value
    else:
        setattr(found, last, value)
    return state


def test_a_sound_table_has_no_problems() -> None:
    assert problems(a_state("ana", "ben", "cy", "dee", "eli")) == []
    assert problems(game().new(["ana"], {})) == []  # the opened box


@pytest.mark.parametrize(("path", "value", "sentence"), [
    ("traps.study.type", "padlock",
     "The twelve traps are not those of the box: 4 padlocks, 3 saws, 2 cameras, 2 lasers, 1 console."),
    ("doors.D19", True, "The doors are not those of the map."),
    ("steps", -1, "The time marker stands before the beginning."),
    ("treasures.red.due", 12, "The red treasure has 12 steps left; it should be 1 to 11."),
    ("treasures.blue.due", 0, "The blue treasure has 0 steps left; it should be 1 to 11."),
    ("treasures.red.room", "attic", "The red treasure lies in “attic”, which is no room."),
    ("treasures.red.room", "kitchen", "Two treasures lie in one room."),
    ("treasures.red.tile", "T09", "One treasure is in two places."),
    ("saved", ["T12"], "One treasure is in two places."),
    ("lost", ["T01", "T01"], "One treasure is in two places."),
    ("professor", "attic", "The professor stands in “attic”, which is no room."),
    ("players.ben.character", "nathan", "Two players have the same character."),
    ("players.ben.place", "attic", "ben is in “attic”, which is no room."),
    ("players.ben.place", "laboratory", "ben and the professor are in one room."),
    ("players.ben.pile", 5, "ben has 5 cards; a deck has 6."),
    ("players.ben.discard", ["irene_1"], "ben has 7 cards; a deck has 6."),
    ("revealed", ["nathan_1"], "ana has 7 cards; a deck has 6."),
    ("saved", ["T01", "T02", "T03", "T04"], "Four treasures are saved or lost, but the game goes on."),
    ("lost", ["T01", "T02", "T03", "T04"], "Four treasures are saved or lost, but the game goes on."),
])
def test_what_cannot_be_on_a_table_is_said(path: str, value: Any, sentence: str) -> None:
    assert problems(changed(path, value)) == [sentence]


def test_a_pile_below_nothing() -> None:
    state = a_state()
    state.players["ben"].pile, state.players["ben"].discard = -1, ["irene_1"] * 7
    assert problems(state) == ["ben has 6 cards; a deck has 6."]


def test_eleven_steps_left_are_no_problem() -> None:
    assert problems(changed("treasures.red.due", 11)) == []
    assert problems(changed("treasures.red.due", 1)) == []


# What can be set right

def facts(state: State) -> dict[str, Fact]:
    """What people may set right, by its path."""
    return {fact.path: fact for fact in game().facts(state)}


YES_NO = ("yes", "no")


@pytest.mark.parametrize(("path", "now", "words", "text"), [
    ("professor", "laboratory", ROOMS, "The professor stands in"),
    ("steps", "2", tuple(map(str, range(60))), "The time marker stands at"),
    ("treasures.red.due", "9", tuple(map(str, range(3, 14))), "red: lost at"),
    ("treasures.green.room", "kitchen", ROOMS, "green: lies in"),
    ("traps.study.type", "laser", ("padlock", "saw", "camera", "laser", "console"), "Trap in study is a"),
    ("traps.study.on", "yes", YES_NO, "Trap in study is ON"),
    ("traps.library.on", "no", YES_NO, "Trap in library is ON"),
    ("doors.D15", "no", YES_NO, "The door between library and study is locked"),
    ("doors.D16", "yes", YES_NO, "The door between observatory and laboratory is locked"),
    ("players.ana.place", "outside", ("outside", *ROOMS), "ana is in"),
    ("players.ana.power", "no", YES_NO, "ana's power is awake"),
    ("players.ben.power", "yes", YES_NO, "ben's power is awake"),
    ("actions_left", "0", tuple(map(str, range(7))), "Actions left"),
])
def test_what_may_be_set_right(path: str, now: str, words: tuple[str, ...], text: str) -> None:
    state = unlocked(a_state(), "D15")
    state.steps = 2
    state.players["ben"].power = True
    fact = facts(state)[path]
    assert (fact.now, fact.words, said(fact.text)) == (now, words, text)


def test_everything_on_the_table_can_be_set_right() -> None:
    paths = [*facts(a_state())]
    assert len(paths) == len(set(paths)) == 2 + 3 * 2 + 12 * 2 + 18 + 2 * 2 + 1


def test_an_empty_place_has_nothing_to_set_right() -> None:
    state = a_state()
    state.treasures["red"] = None
    assert not [path for path in facts(state) if path.startswith("treasures.red")]


@pytest.mark.parametrize(("path", "value"), [
    ("professor", "study"), ("steps", "3"), ("treasures.red.due", "7"), ("treasures.red.room", "gallery"),
    ("traps.study.on", "no"), ("doors.D15", "no"), ("players.ben.place", "gallery"),
    ("players.ana.power", "yes"), ("actions_left", "2"),
])
def test_what_was_set_right_holds_and_the_turn_goes_on(path: str, value: str) -> None:
    referee = acting(a_state())
    play(referee, "ana action enter:library")
    referee.correct({path: value})
    assert facts(referee.state)[path].now == value
    play(referee, "ana action end")


def test_set_right_before_the_draw() -> None:
    referee = sit(a_state())
    referee.correct({"steps": 5})
    assert referee.state.steps == 5
