"""Moving and entering (EVIL-34 to EVIL-41)."""

from __future__ import annotations

from companion.games.professor_evil.content import OUTSIDE
from companion.games.professor_evil.house import House


def move_words(house: House) -> list[str]:
    """Through an open door, or from outside through a window; never where the professor is."""
    state, here = house.state, house.me.place
    if here == OUTSIDE:
        return [f"enter:{room}" for room in house.box.windows if room != state.professor]
    beyond = [door.beyond(here) for door in house.box.doors_of[here] if not state.doors[door.id]]
    return [f"move:{room}" for room in dict.fromkeys(beyond) if room != state.professor]


def go_to(house: House, room: str, rule: str) -> None:
    """The current player's pawn goes to a room."""
    house.me.place = room
    house.tell(rule, "{seat} goes to {room}.", seat=house.state.current, room=room)


def open_door(house: House, door: str, rule: str) -> None:
    """A door token leaves the board (EVIL-42)."""
    house.state.doors[door] = False
    house.tell(rule, "Take door {door} away: it is open.", door=door)


def disarm(house: House, room: str, rule: str) -> None:
    """A room's trap turns OFF (EVIL-46, EVIL-48)."""
    house.state.traps[room].on = False
    house.tell(rule, "Turn the {trap} in {room} OFF.", trap=house.state.traps[room].type, room=room)
