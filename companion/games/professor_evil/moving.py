"""Moving and entering (EVIL-34 to EVIL-41)."""

from __future__ import annotations

from companion.engine.questions import Barred, Message, Offer
from companion.games.professor_evil.content import OUTSIDE
from companion.games.professor_evil.house import House


def move_words(house: House) -> list[Offer]:
    """Through an open door (EVIL-38), or from outside by a window; never where the professor is (EVIL-37)."""
    state, here = house.state, house.me.place
    if here == OUTSIDE:
        return [beside_professor(house, f"enter:{room}", room) for room in house.box.windows]
    offers: dict[str, Offer] = {}
    for door in sorted(house.box.doors_of[here], key=lambda door: state.doors[door.id]):
        room = door.beyond(here)
        locked = Barred(f"move:{room}", Message("The door between {a} and {b} is locked.",
                                                {"a": door.a, "b": door.b}), "EVIL-38")
        offers.setdefault(room, locked if state.doors[door.id]
                          else beside_professor(house, f"move:{room}", room))
    return list(offers.values())


def beside_professor(house: House, word: str, room: str) -> Offer:
    """A way into a room, unless the professor is there."""
    if room != house.state.professor:
        return word
    return Barred(word, Message("The professor is in {room}.", {"room": room}), "EVIL-37")


def go_to(house: House, room: str, rule: str) -> None:
    """The current player's pawn goes to a room."""
    house.me.place = room
    house.tell(rule, "{seat} goes to {room}.", seat=house.state.current, room=room)


def open_door(house: House, door: str, rule: str) -> None:
    """A door token leaves the board (EVIL-42)."""
    house.state.doors[door] = False
    between = house.box.door[door]
    house.tell(rule, "Take the door between {a} and {b} away: it is open.", a=between.a, b=between.b)


def disarm(house: House, room: str, rule: str) -> None:
    """A room's trap turns OFF (EVIL-46, EVIL-48)."""
    house.state.traps[room].on = False
    house.tell(rule, "Turn the {trap} in {room} OFF.", trap=house.state.traps[room].type, room=room)
