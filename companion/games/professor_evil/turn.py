"""A turn of Professor Evil, in the rulebook's order: draw, act, roll, then the professor and the clock."""

from __future__ import annotations

from companion.engine.questions import Message, Turn, open_words, roll
from companion.games.professor_evil.actions import action_words, disarm_here, enter_by_window, move, unlock
from companion.games.professor_evil.clock import CLOCK, advance_clock
from companion.games.professor_evil.content import DICE
from companion.games.professor_evil.effects import card_words, discard_revealed, draw_cards, play_card
from companion.games.professor_evil.house import GameOver, House
from companion.games.professor_evil.powers import power_words, use_bonus, use_power
from companion.games.professor_evil.professor import CHEVRONS, HURRY, hurry, take_secret_passage, walk
from companion.games.professor_evil.setup import set_up
from companion.games.professor_evil.treasures import recover

CARDS_A_TURN = 2
ACTIONS_A_TURN = 3


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
    yield from draw_cards(house, CARDS_A_TURN)

    # Phase 2: up to three actions, and one of the two cards.
    yield from take_actions(house)

    # Phase 3: roll the three dice. The white ones move the professor, then the black one the clock.
    yield from roll_dice(house)
    yield from change_the_roll(house)
    yield from resolve_white_dice(house)
    yield from resolve_black_die(house)

    end_turn(house)


def begin_turn(house: House) -> None:
    """Nothing is left of the turn before (EVIL-100)."""
    state = house.state
    state.phase = "draw"
    state.revealed, state.card_played, state.roll = [], "", {}
    state.actions_left, state.power_uses = ACTIONS_A_TURN, 0
    house.tell("EVIL-24", "{seat}'s turn.", seat=state.current)


def take_actions(house: House) -> Turn:
    """Actions in any order, a card and the power between them, until the player ends it (EVIL-27 to 30)."""
    state = house.state
    state.phase = "actions"
    while True:
        words = [*action_words(house), *card_words(house, "phase2"), *power_words(house, "phase2")]
        if not open_words(words):
            return
        word = yield from house.ask(state.current, "action", [*words, "end"],
                                    "{seat}: what next? Actions left: {left}", "EVIL-27", "EVIL-28",
                                    "EVIL-29", left=state.actions_left)
        if word == "end":
            return
        yield from do(house, word)


def do(house: House, word: str) -> Turn:
    """What was chosen: one of the actions, which cost one each (EVIL-28); a card or the power, which do not.
    """
    what, _, target = word.partition(":")
    if what == "card":
        yield from play_card(house, target)
    elif what == "power":
        yield from use_power(house)
    elif what == "bonus":
        yield from use_bonus(house)
    else:
        house.state.actions_left -= 1
        if what == "move":
            move(house, target)
        elif what == "enter":
            enter_by_window(house, target)
        elif what == "unlock":
            unlock(house, target)
        elif what == "disarm":
            disarm_here(house)
        else:
            yield from recover(house, target)


def roll_dice(house: House) -> Turn:
    """The three dice are rolled together at the end of every turn (EVIL-58)."""
    state = house.state
    state.phase = "roll"
    state.roll = yield from roll(
        state.current, "roll", house.box.three_dice,
        Message("{seat}: roll the three dice.", {"seat": state.current}), ("EVIL-58",))
    house.tell("EVIL-58", "The dice: {faces}.", faces=[state.roll[die] for die in DICE])


def change_the_roll(house: House) -> Turn:
    """A card or a power whose text is about the dice can still be used now (EVIL-32)."""
    while True:
        words = [*card_words(house, "after_roll"), *power_words(house, "after_roll")]
        if not open_words(words):
            return
        word = yield from house.ask(house.state.current, "after_roll", [*words, "no"],
                                    "{seat}: change something about the dice?", "EVIL-32")
        if word == "no":
            return
        yield from do(house, word)


def resolve_white_dice(house: House) -> Turn:
    """Chevrons are a walk, the arrow is the secret passage, 5 and 10 are a hurry (EVIL-59, EVIL-60)."""
    state = house.state
    state.phase = "professor"
    face, colour = state.roll["professor"], state.roll["colour"]
    if face in CHEVRONS:
        yield from walk(house, CHEVRONS[face], colour)
    elif face in HURRY:
        yield from hurry(house, colour, HURRY[face])
    else:
        take_secret_passage(house, colour)


def resolve_black_die(house: House) -> Turn:
    """Time goes on; treasures that it overtakes are lost; III and IX wake a power (EVIL-82 to EVIL-95)."""
    house.state.phase = "clock"
    yield from advance_clock(house, CLOCK[house.state.roll["clock"]])


def end_turn(house: House) -> None:
    """Cards not played are discarded (EVIL-32); the dice go to the left (EVIL-100)."""
    discard_revealed(house)
    house.state.current = house.state.after(house.state.current)
    house.state.turn += 1
    house.state.phase = "draw"
    house.tell("EVIL-100", "The dice go to {seat}.", seat=house.state.current)
