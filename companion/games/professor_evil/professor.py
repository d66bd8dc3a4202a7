"""The professor's phase: three dice, then a walk, the secret passage or a hurry (EVIL-58 to EVIL-81)."""

from __future__ import annotations

from companion.engine.questions import TABLE, Message, Turn, roll
from companion.games.professor_evil.clock import advance_clock, shift_treasure
from companion.games.professor_evil.content import OUTSIDE, Door
from companion.games.professor_evil.house import House

CHEVRONS = {"chevron_1": 1, "chevron_2": 2, "chevron_3": 3}
HURRY = {"time_5": 1, "time_10": 2}
CLOCK = {"clock_1": 1, "clock_2": 2}


def roll_dice(house: House) -> Turn:
    """The three dice are rolled together at the end of every turn (EVIL-58)."""
    state = house.state
    state.phase = "roll"
    state.roll = yield from roll(
        state.current, "roll", house.box.three_dice,
        Message("{seat}: roll the three dice.", {"seat": state.current}), ("EVIL-58",))
    house.tell("EVIL-58", "The dice: {faces}.", faces=list(state.roll.values()))


def resolve_dice(house: House) -> Turn:
    """The white dice first and completely, the black one last (EVIL-59, EVIL-60)."""
    state = house.state
    state.phase = "professor"
    face, colour = state.roll["professor"], state.roll["colour"]
    if face in CHEVRONS:
        yield from walk(house, CHEVRONS[face], colour)
    elif face in HURRY:
        yield from shift_treasure(house, colour, -HURRY[face])
    else:
        take_secret_passage(house, colour)
    state.phase = "clock"
    yield from advance_clock(house, CLOCK[state.roll["clock"]])


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
    if not house.state.doors[door.id]:
        lock(house, door.id)
    room = door.beyond(house.state.professor)
    house.tell("EVIL-61", "The professor goes through {door} to {room}.", door=door.id, room=room)
    enter(house, room)


def enter(house: House, room: str) -> None:
    """The room's trap turns ON, and all players there flee outside (EVIL-65, EVIL-66)."""
    house.state.professor = room
    arm(house, room)
    for seat in house.state.at(room):
        house.player(seat).place = OUTSIDE
        house.tell("EVIL-66", "{seat} flees: pawn outside.", seat=seat)


def arm(house: House, room: str) -> None:
    """A trap that is OFF turns ON."""
    trap = house.state.traps[room]
    if not trap.on:
        trap.on = True
        house.tell("EVIL-65", "Turn the {trap} in {room} ON.", trap=trap.type, room=room)


def lock(house: House, door: str) -> None:
    """A door token goes back on its threshold."""
    house.state.doors[door] = True
    house.tell("EVIL-64", "Put door {door} back: it is locked.", door=door)


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
            lock(house, door.id)
    enter(house, treasure.room)
