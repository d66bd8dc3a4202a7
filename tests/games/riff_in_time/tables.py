"""Tables for the tests of Riff in Time: a known layout, and answers in the words of a playthrough."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from typing import Any

from companion.engine.referee import Referee
from companion.games import load
from companion.games.riff_in_time.game import RiffInTime
from companion.games.riff_in_time.state import Player, State

LAYOUT = ("loc_05", "new_york", "kassel", "new_mexico", "loc_06",
          "loc_07", "rome", "loc_08", "loc_09", "loc_10")
"""Which location lies on positions 1 to 10 (layout F1 of the ledger)."""
CHARACTERS = ("bill", "character_2", "character_3", "character_4")
BONUSES = ("objective_01", "objective_06", "objective_03", "objective_08")
"""Bonus cards of the seats in turn: a Move, an Interact, a Reroll, an Excellent."""


@cache
def game() -> RiffInTime:
    """The game with the default box."""
    loaded = load("riff_in_time")
    assert isinstance(loaded, RiffInTime)
    return loaded


def game_with(**changes: Any) -> RiffInTime:
    """The game with a box in which some top-level keys of the content are replaced."""
    loaded = load("riff_in_time", {**deepcopy(dict(game().content)), **changes})
    assert isinstance(loaded, RiffInTime)
    return loaded


def game_with_card(card: Mapping[str, Any]) -> RiffInTime:
    """The game with `card` in the place of the card “calm”, so that the counts still add up to 60."""
    cards = [card if old["id"] == "calm" else old for old in game().content["riff_cards"]]
    return game_with(riff_cards=cards)


def a_state(*seats: str, options: Mapping[str, str] | None = None, of: RiffInTime | None = None) -> State:
    """The first turn about to begin: layout F1, all dials at 5, every Personage one place past its home.

    The seats play Bill and characters 2 to 4 in turn, start on San Dimas, have no task, and no bonus card.
    Change what the test is about, then call `sit`.
    """
    playing = of or game()
    state = playing.new(seats or ("ana", "ben", "cy"), options or {})
    for position, place in enumerate(LAYOUT, 1):
        state.rifts[place].position = position
    for name, person in state.personages.items():
        home = LAYOUT.index(playing.box.personage[name].home)
        person.place = LAYOUT[(home + 1) % len(LAYOUT)]
    for seat, character in zip(state.seats, CHARACTERS, strict=False):
        state.players[seat] = Player(character=character)
    state.starter = state.active = state.seats[0]
    state.turn, state.phase = 1, "riff"
    return state


def sit(state: State, of: RiffInTime | None = None) -> Referee:
    """A referee for the state."""
    return Referee(of or game(), state)


def drawing(state: State, **card: Any) -> Referee:
    """The active player has drawn a card that says this: `main=[{"op": "raise", "args": ["rome"]}]`."""
    referee = sit(state, game_with_card({"id": "calm", **card}))
    play(referee, f"{state.active} draw calm")
    return referee


def play(referee: Referee, text: str) -> State:
    """Give the answers of `text`, a line each (`ana roll w1=move w2=blank w3=bogus`); returns the state."""
    for line in text.strip().splitlines():
        seat, key, *words = line.split()
        referee.answer(seat, key, words)
    state: State = referee.state
    return state


def words(referee: Referee) -> tuple[str, ...]:
    """The words that fit the open question."""
    assert referee.question is not None
    (ask,) = referee.question.asks.values()
    return getattr(ask, "words", ())


def told(referee: Referee, rule: str) -> list[str]:
    """What was told under a rule, its holes filled with the plain words."""
    return [line.text.format(**line.args) for line in referee.log if line.rule == rule]
