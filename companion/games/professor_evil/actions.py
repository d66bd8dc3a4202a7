"""Phase 2: up to three actions, one card, and the power (EVIL-27 to EVIL-57, EVIL-96, EVIL-97)."""

from __future__ import annotations

from companion.engine.questions import Turn
from companion.games.professor_evil.content import COLOURS
from companion.games.professor_evil.effects import can_use, do_effects, play_card, playable_cards
from companion.games.professor_evil.house import House
from companion.games.professor_evil.moving import disarm, go_to, move_words, open_door
from companion.games.professor_evil.treasures import recover

ACTIONS = 3


def take_actions(house: House) -> Turn:
    """Actions in any order, the card at any time between, until the player ends it (EVIL-27 to EVIL-30)."""
    state = house.state
    state.phase = "actions"
    state.actions_left, state.power_uses = ACTIONS, 0
    while True:
        words = [*action_words(house), *(f"card:{card}" for card in playable_cards(house, "phase2")),
                 *power_words(house)]
        if not words:
            return
        answer = yield from house.ask(state.current, "action", [*words, "end"],
                                      "{seat}: {left} actions left. What next?", "EVIL-27", "EVIL-29",
                                      left=state.actions_left)
        if answer == "end":
            return
        yield from take(house, answer)


def action_words(house: House) -> list[str]:
    """Every action that can be taken now; each costs one (EVIL-28)."""
    if house.state.actions_left <= 0:
        return []
    return [*move_words(house), *unlock_words(house), *disarm_words(house), *recover_words(house)]


def unlock_words(house: House) -> list[str]:
    """One locked door of the own room (EVIL-42 to EVIL-45)."""
    doors = house.box.doors_of.get(house.me.place, ())
    return [f"unlock:{door.id}" for door in doors if house.state.doors[door.id]]


def disarm_words(house: House) -> list[str]:
    """The trap of the own room, if it is ON (EVIL-46, EVIL-47)."""
    trap = house.state.traps.get(house.me.place)
    return ["disarm"] if trap and trap.on else []


def recover_words(house: House) -> list[str]:
    """A treasure in the own room, all traps of all its types OFF in the whole mansion (EVIL-51, EVIL-52)."""
    words = []
    for colour in COLOURS:
        treasure = house.state.treasures[colour]
        if treasure and treasure.room == house.me.place and not house.still_on(treasure.tile):
            words.append(f"recover:{colour}")
    return words


def power_words(house: House) -> list[str]:
    """The permanent power on the own turn, so often; the bonus once, which ends both (EVIL-96, EVIL-97)."""
    if not house.me.power:
        return []
    character = house.box.character[house.me.character]
    is_left = house.state.power_uses < character.per_turn_limit
    permanent = ["power"] if is_left and can_use(house, character.permanent) else []
    return [*permanent, "bonus"]


def take(house: House, word: str) -> Turn:
    """Do what was chosen."""
    what, _, target = word.partition(":")
    if what == "card":
        yield from play_card(house, target)
    elif what == "power":
        house.state.power_uses += 1
        house.tell("EVIL-96", "{seat} uses the power.", seat=house.state.current)
        yield from do_effects(house, house.me.character, house.box.character[house.me.character].permanent)
    elif what == "bonus":
        house.me.power = False
        house.tell("EVIL-97", "{seat} uses the bonus: turn the power tile face down.",
                   seat=house.state.current)
        yield from do_effects(house, f"{house.me.character}_bonus",
                              house.box.character[house.me.character].bonus)
    else:
        house.state.actions_left -= 1
        yield from act(house, what, target)


def act(house: House, what: str, target: str) -> Turn:
    """One of the four actions (EVIL-28)."""
    if what == "move":
        go_to(house, target, "EVIL-34")
    elif what == "enter":
        go_to(house, target, "EVIL-35")
    elif what == "unlock":
        open_door(house, target, "EVIL-42")
    elif what == "disarm":
        disarm(house, house.me.place, "EVIL-46")
    else:
        yield from recover(house, target)
