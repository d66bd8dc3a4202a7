"""Mansions for the tests of Professor Evil: a known table, and answers in the words of a playthrough."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.engine.content_file import checked_box, read_toml
from companion.engine.referee import Referee, Refused
from companion.games.professor_evil.content import DICE, Box
from companion.games.professor_evil.game import ProfessorEvil
from companion.games.professor_evil.house import House
from companion.games.professor_evil.state import Player, State, Trap, Treasure

CONTENT = Path(__file__).parents[3] / "companion" / "games" / "professor_evil" / "content.toml"
CHARACTERS = ("nathan", "irene", "leroy", "destiny", "edward")
OFF = {"gallery": "padlock", "library": "saw", "ballroom": "camera", "main_hall": "laser",
       "dining_room": "padlock", "kitchen": "saw"}
ON = {"laboratory": "padlock", "study": "laser", "workshop": "padlock", "music_room": "saw",
      "conservatory": "console", "observatory": "camera"}
"""The traps of the ledger's first scenario."""


def game_of(content: Mapping[str, Any]) -> ProfessorEvil:
    """The game with the content."""
    return ProfessorEvil(checked_box(Box, content, "the content", "professor_evil"), content)


@cache
def game() -> ProfessorEvil:
    """The game with the default box."""
    return game_of(read_toml(CONTENT))


def game_with(**changes: Any) -> ProfessorEvil:
    """The game with a box in which some top-level keys of the content are replaced."""
    return game_of({**content(), **changes})


def content() -> dict[str, Any]:
    """A copy of the default content, to be changed."""
    return deepcopy(dict(game().content))


def game_with_thing(kind: str, id_: str, **changes: Any) -> ProfessorEvil:
    """The game with some keys of one room, door, tile, character or card replaced."""
    plain = content()
    found = next(thing for thing in plain[kind] if thing["id"] == id_)
    found.update(changes)
    return game_of(plain)


def a_state(*seats: str, options: Mapping[str, str] | None = None) -> State:
    """Ana's turn about to begin, in the ledger's first scenario: T=0, all outside, nothing moved.

    Red lies in the study (T12, due 9), green in the kitchen (T09, due 8), blue in the observatory (T10, due
    9). The seats (ana and ben) play Nathan, Irene, Leroy, Destiny, Edward. Change what the test is about.
    """
    state = game().new(seats or ("ana", "ben"), options or {})
    state.traps = {**{room: Trap(type_, False) for room, type_ in OFF.items()},
                   **{room: Trap(type_, True) for room, type_ in ON.items()}}
    state.treasures = {"red": Treasure("T12", "study", 9), "green": Treasure("T09", "kitchen", 8),
                       "blue": Treasure("T10", "observatory", 9)}
    state.rooms_used = ["study", "kitchen", "observatory"]
    state.tiles_used = ["T12", "T09", "T10"]
    state.players = {seat: Player(character)
                     for seat, character in zip(state.seats, CHARACTERS, strict=False)}
    state.current, state.turn, state.phase = state.seats[0], 1, "draw"
    return state


def stand(state: State, place: str, seat: str = "ana") -> State:
    """Put a pawn into a room."""
    state.players[seat].place = place
    return state


def unlocked(state: State, *doors: str) -> State:
    """Open some doors."""
    state.doors.update(dict.fromkeys(doors, False))
    return state


def house(state: State, of: ProfessorEvil | None = None) -> House:
    """The state as the rules see it."""
    return House((of or game()).box, state)


def sit(state: State, of: ProfessorEvil | None = None) -> Referee:
    """A referee for the state."""
    return Referee(of or game(), state)


def acting(state: State, *cards: str, of: ProfessorEvil | None = None) -> Referee:
    """Past the draw: the last two cards of the deck, or those named, are revealed."""
    referee = sit(state, of)
    character = state.players[state.current].character
    play(referee, f"{state.current} cards {' '.join(cards or (f'{character}_5', f'{character}_6'))}")
    return referee


def thrown(state: State, faces: str, of: ProfessorEvil | None = None) -> Referee:
    """Past the roll of a player who does nothing: `chevron_2 red clock_1`."""
    referee = acting(state, of=of)
    play(referee, f"{state.current} action end")
    return throw(referee, faces)


def throw(referee: Referee, faces: str) -> Referee:
    """The three dice are thrown: `chevron_2 red clock_1`."""
    dice = " ".join(f"{die}={face}" for die, face in zip(DICE, faces.split(), strict=True))
    play(referee, f"{referee.state.current} roll {dice}")
    return referee


def play(referee: Referee, text: str) -> State:
    """Give the answers of `text`, a line each (`ana action move:study`); returns the state."""
    for line in text.strip().splitlines():
        seat, key, *words = line.split()
        referee.answer(seat, key, words)
    state: State = referee.state
    return state


def refusal(referee: Referee, line: str) -> str:
    """Why an answer is refused, in a sentence."""
    seat, key, *words = line.split()
    with pytest.raises(Refused) as refused:
        referee.answer(seat, key, words)
    return str(refused.value)


def key(referee: Referee) -> str:
    """The key of the open question; empty when the game is over."""
    return referee.question.key if referee.question else ""


def words(referee: Referee) -> tuple[str, ...]:
    """The words that fit the open question."""
    assert referee.question is not None
    (ask,) = referee.question.asks.values()
    return getattr(ask, "words", ())


def told(referee: Referee, rule: str) -> list[str]:
    """What was told under a rule, its holes filled with the plain words."""
    return [line.text.format(**line.args) for line in referee.log if line.rule == rule]


def opened(state: State) -> list[str]:
    """The doors that are open."""
    return [door for door, locked in state.doors.items() if not locked]


def off(state: State) -> set[str]:
    """The rooms whose trap is OFF."""
    return {room for room, trap in state.traps.items() if not trap.on}


def places(state: State) -> dict[str, str]:
    """Where each player is."""
    return {seat: player.place for seat, player in state.players.items()}


def left(state: State) -> dict[str, int]:
    """The steps left of each treasure in play."""
    return {colour: state.left(colour) for colour, treasure in state.treasures.items() if treasure}



