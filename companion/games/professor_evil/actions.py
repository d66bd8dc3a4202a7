"""The actions of a turn: what can be done, and how it is done (EVIL-34 to EVIL-52).

Recovering a treasure is in `treasures.py`, with losing and placing them.
"""

from __future__ import annotations

from companion.games.professor_evil.content import COLOURS
from companion.games.professor_evil.house import House
from companion.games.professor_evil.moving import disarm, go_to, move_words, open_door


def action_words(house: House) -> list[str]:
    """Every action that can be taken now, while any are left (EVIL-27, EVIL-28)."""
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
