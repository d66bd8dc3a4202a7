"""A turn of Professor Evil, in the rulebook's order: draw, act, roll, then the professor and the clock."""

from __future__ import annotations

from companion.engine.questions import Turn
from companion.games.professor_evil.actions import take_actions
from companion.games.professor_evil.effects import discard_revealed, draw_cards, play_card, playable_cards
from companion.games.professor_evil.house import GameOver, House
from companion.games.professor_evil.professor import resolve_dice, roll_dice
from companion.games.professor_evil.setup import set_up


def turn(house: House) -> Turn:
    """The next stretch of the game: the set-up, or one player's turn. A decision ends it at once."""
    if house.state.phase == "setup":
        yield from set_up(house)
        return
    try:
        yield from player_turn(house)
    except GameOver:
        return


def player_turn(house: House) -> Turn:
    """One player's turn (EVIL-24)."""
    begin_turn(house)

    # Phase 1: reveal two cards.
    yield from draw_cards(house)

    # Phase 2: up to three actions, and one of the two cards.
    yield from take_actions(house)

    # Phase 3: the three dice; the professor moves, then the clock.
    yield from roll_dice(house)
    yield from play_after_roll(house)
    yield from resolve_dice(house)

    end_turn(house)


def begin_turn(house: House) -> None:
    """Nothing is left of the turn before (EVIL-100)."""
    state = house.state
    state.phase = "draw"
    state.revealed, state.card_played, state.roll = [], "", {}
    state.actions_left = 0
    house.tell("EVIL-24", "{seat}'s turn.", seat=state.current)


def play_after_roll(house: House) -> Turn:
    """A card whose text is about the dice may still be played now (EVIL-32)."""
    cards = playable_cards(house, "after_roll")
    if not cards:
        return
    answer = yield from house.ask(house.state.current, "after_roll", [*cards, "no"],
                                  "{seat}: play a card on the dice?", "EVIL-32")
    if answer != "no":
        yield from play_card(house, answer)


def end_turn(house: House) -> None:
    """Cards not played are discarded (EVIL-32); the dice go to the left (EVIL-100)."""
    discard_revealed(house)
    house.state.current = house.state.after(house.state.current)
    house.state.turn += 1
    house.state.phase = "draw"
    house.tell("EVIL-100", "The dice go to {seat}.", seat=house.state.current)
