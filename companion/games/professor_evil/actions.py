"""The actions of a turn: what can be done, and how it is done (EVIL-34 to EVIL-52).

Recovering a treasure is in `treasures.py`, with losing and placing them.
"""

from __future__ import annotations

from companion.engine.questions import Barred, Message, Offer, open_words
from companion.games.professor_evil.content import COLOURS
from companion.games.professor_evil.house import House
from companion.games.professor_evil.moving import disarm, go_to, move_words, open_door


def action_words(house: House) -> list[Offer]:
    """Every action that can be taken now, while any are left (EVIL-27, EVIL-28)."""
    offers = [*move_words(house), *unlock_words(house), *disarm_words(house), *recover_words(house)]
    if house.state.actions_left > 0:
        return offers
    return [Barred(word, Message("No action is left this turn."), "EVIL-27") for word in open_words(offers)]


def unlock_words(house: House) -> list[str]:
    """One locked door of the own room (EVIL-42 to EVIL-45)."""
    doors = house.box.doors_of.get(house.me.place, ())
    return [f"unlock:{door.id}" for door in doors if house.state.doors[door.id]]


def disarm_words(house: House) -> list[str]:
    """The trap of the own room, if it is ON (EVIL-46, EVIL-47)."""
    trap = house.state.traps.get(house.me.place)
    return ["disarm"] if trap and trap.on else []


def recover_words(house: House) -> list[Offer]:
    """A treasure in the own room, all traps of all its types OFF in the whole mansion (EVIL-51, EVIL-52)."""
    offers: list[Offer] = []
    for colour in COLOURS:
        treasure = house.state.treasures[colour]
        if treasure and treasure.room == house.me.place:
            word, guarded = f"recover:{colour}", house.still_on(treasure.tile)
            why = Message("Its traps are still ON in {rooms}.", {"rooms": guarded})
            offers.append(Barred(word, why, "EVIL-51") if guarded else word)
    return offers


def move(house: House, room: str) -> None:
    """Through an open door of the own room (EVIL-34)."""
    go_to(house, room, "EVIL-34")


def enter_by_window(house: House, room: str) -> None:
    """From outside through a window (EVIL-35)."""
    go_to(house, room, "EVIL-35")


def unlock(house: House, door: str) -> None:
    """A door of the own room (EVIL-42)."""
    open_door(house, door, "EVIL-42")


def disarm_here(house: House) -> None:
    """The trap of the own room (EVIL-46)."""
    disarm(house, house.me.place, "EVIL-46")
