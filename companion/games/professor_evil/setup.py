"""Setting up (EVIL-01 to EVIL-23), in the order of the rulebook."""

from __future__ import annotations

from companion.engine.questions import TABLE, Draw, Message, Turn, draw
from companion.games.professor_evil.content import COLOURS, TRAPS
from companion.games.professor_evil.house import House
from companion.games.professor_evil.state import Trap
from companion.games.professor_evil.treasures import place_treasure

FIRST_OFF = 6
"""The rooms of so many first location cards get their trap OFF (EVIL-07)."""


def set_up(house: House) -> Turn:
    """From the opened box to the first player's turn."""
    house.tell("EVIL-02", "The professor stands in {room}; the time marker on XII; all {doors} doors are "
               "locked.", room=house.state.professor, doors=len(house.state.doors))
    yield from place_traps(house)
    for colour in COLOURS:
        yield from place_treasure(house, colour)
    yield from choose_characters(house)
    first = yield from house.ask(TABLE, "first", house.state.seats, "Who begins? Draw at random.", "EVIL-23")
    house.state.current, house.state.turn, house.state.phase = first, 1, "draw"
    house.tell("EVIL-23", "{seat} begins.", seat=first)


def place_traps(house: House) -> Turn:
    """Each location card gives a trap to its room: the first six OFF, the others ON (EVIL-06, EVIL-07)."""
    rooms, types = tuple(house.box.room), tuple(TRAPS)
    order = yield from draw(
        TABLE, "rooms", Draw("locations", rooms, len(rooms), len(rooms)),
        Message("In which order came the location cards for the traps?"), ("EVIL-06", "EVIL-07"))
    traps = yield from draw(
        TABLE, "traps", Draw("traps", types, len(rooms), len(rooms), copies=tuple(TRAPS.values())),
        Message("Which traps came, in the same order?"), ("EVIL-05", "EVIL-06"))
    for number, (room, type_) in enumerate(zip(order, traps, strict=True)):
        house.state.traps[room] = Trap(type_, on=number >= FIRST_OFF)
        house.tell("EVIL-07", "{room}: {trap} {side}.", room=room, trap=type_,
                   side="ON" if number >= FIRST_OFF else "OFF")


def choose_characters(house: House) -> Turn:
    """Each player takes another character; all begin outside, no power is active (EVIL-19 to EVIL-22)."""
    for seat in house.state.seats:
        taken = [player.character for player in house.state.players.values()]
        free = [name for name in house.box.character if name not in taken]
        character = yield from house.ask(seat, "character", free, "{seat}: who do you play?", "EVIL-19")
        house.player(seat).character = character
        house.tell("EVIL-19", "{seat} plays {character} and begins outside.", seat=seat, character=character)
