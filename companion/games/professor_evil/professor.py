"""What the professor does: a walk, the secret passage or a hurry (EVIL-61 to EVIL-81)."""

from __future__ import annotations

from companion.engine.questions import TABLE, Turn
from companion.games.professor_evil.clock import shift_treasure
from companion.games.professor_evil.content import OUTSIDE, Door
from companion.games.professor_evil.house import House

CHEVRONS = {"chevron_1": 1, "chevron_2": 2, "chevron_3": 3}
HURRY = {"time_5": 1, "time_10": 2}


def walk(house: House, rooms: int, colour: str) -> Turn:
    """One door at a time, each with the rolled colour's rug on his side (EVIL-61, EVIL-62, EVIL-67)."""
    for _ in range(rooms):
        state = house.state
        doors = house.box.exits(state.professor, colour, state.options["colour_scheme"])
        if not doors:
            house.tell("EVIL-62", "No {colour} rug lies in {room}: the professor stays.", colour=colour,
                       room=state.professor)
            return
        door = doors[0]
        if len(doors) > 1:
            name = yield from house.ask(TABLE, "way", [door.id for door in doors],
                                        "Two {colour} rugs: which way does he go?", "EVIL-62", colour=colour)
            door = house.box.door[name]
        pass_door(house, door)


def pass_door(house: House, door: Door) -> None:
    """A locked door never stops him; an open one is locked behind him (EVIL-63, EVIL-64); he enters."""
    room = door.beyond(house.state.professor)
    if not house.state.doors[door.id]:
        lock(house, door.id, "EVIL-64")
    house.tell("EVIL-61", "The professor goes through {door} to {room}.", door=door.id, room=room)
    enter(house, room, arms="EVIL-65", chases="EVIL-66")


def take_secret_passage(house: House, colour: str) -> None:
    """Straight to the room of the rolled colour's treasure: doors locked, trap ON, players flee.

    EVIL-71 to EVIL-77; also when he is there already.
    """
    treasure = house.state.treasures[colour]
    if treasure is None:
        house.tell("EVIL-71", "There is no {colour} treasure: the professor stays.", colour=colour)
        return
    house.tell("EVIL-71", "The professor takes the secret passage to {room}.", room=treasure.room)
    for door in house.box.doors_of[treasure.room]:
        if not house.state.doors[door.id]:
            lock(house, door.id, "EVIL-72")
    enter(house, treasure.room, arms="EVIL-73", chases="EVIL-74")


def hurry(house: House, colour: str, steps: int) -> Turn:
    """One treasure's marker goes back towards the time marker, and may meet it (EVIL-78 to EVIL-81)."""
    yield from shift_treasure(house, colour, -steps, "EVIL-78")


def enter(house: House, room: str, *, arms: str, chases: str) -> None:
    """The room's trap turns ON, and all players there flee, by the rules that are named."""
    house.state.professor = room
    arm(house, room, arms)
    chase(house, room, chases)


def arm(house: House, room: str, rule: str) -> None:
    """A trap that is OFF turns ON."""
    trap = house.state.traps[room]
    if not trap.on:
        trap.on = True
        house.tell(rule, "Turn the {trap} in {room} ON.", trap=trap.type, room=room)


def chase(house: House, room: str, rule: str) -> None:
    """All players in a room flee outside; they keep their cards and powers."""
    for seat in house.state.at(room):
        house.player(seat).place = OUTSIDE
        house.tell(rule, "{seat} flees: pawn outside.", seat=seat)


def lock(house: House, door: str, rule: str) -> None:
    """A door token goes back on its threshold."""
    house.state.doors[door] = True
    between = house.box.door[door]
    house.tell(rule, "Put the door between {a} and {b} back: it is locked.", a=between.a, b=between.b)
