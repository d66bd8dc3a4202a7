"""Treasures: placing them, losing them, replacing them, saving them (EVIL-11 to EVIL-18, EVIL-50 to 57)."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from companion.engine.questions import (
    TABLE,
    Answers,
    Choose,
    Draw,
    Message,
    Question,
    Turn,
    choose,
    choose_some,
    draw,
)
from companion.games.professor_evil.content import COLOURS, TRAPS
from companion.games.professor_evil.house import THRESHOLD, House
from companion.games.professor_evil.state import DESCRIBED, MINUTES_A_STEP, Treasure, face

DESCRIBE = "describe"


def place_treasure(house: House, colour: str) -> Turn:
    """The next location card and the next tile make the treasure of a colour (EVIL-11 to EVIL-14).

    Its clock marker goes its minutes on from where the time marker stands now. With the stack empty the
    slot stays empty.
    """
    state = house.state
    rooms, tiles = rooms_left(house), tiles_left(house)
    if not rooms or not tiles:
        house.tell("EVIL-17", "No treasure is left for {colour}.", colour=colour)
        return
    (room,) = yield from draw(
        TABLE, "location", Draw("locations", rooms),
        Message("Next location card, for the {colour} treasure: which room?", {"colour": colour}),
        ("EVIL-11",))
    (tile,) = yield from draw(
        TABLE, "tile", Draw("treasures", tiles, other=DESCRIBE),
        Message("Which treasure lies there?"), ("EVIL-11",))
    if tile == DESCRIBE:
        tile = yield from describe_tile(house)
    due = state.steps + house.tile(tile).minutes // MINUTES_A_STEP
    state.treasures[colour] = Treasure(tile, room, due)
    state.rooms_used.append(room)
    state.tiles_used.append(tile)
    house.tell("EVIL-13", "{tile} lies in {room}: {colour} marker on {face}.", tile=tile, room=room,
               colour=colour, face=face(due))


def rooms_left(house: House) -> tuple[str, ...]:
    """The location cards that have not been drawn for a treasure (EVIL-16)."""
    return tuple(room for room in house.box.room if room not in house.state.rooms_used)


def tiles_left(house: House) -> tuple[str, ...]:
    """The tiles of the stack: without the 55s or the 30s where the table says so (EVIL-08, EVIL-09)."""
    options = house.state.options
    out = {55: options["use_55"] == "no", 30: options["use_30"] == "no"}
    return tuple(tile.id for tile in house.box.treasures
                 if not out.get(tile.minutes, False) and tile.id not in house.state.tiles_used)


def describe_tile(house: House) -> Generator[Question, Answers, str]:
    """A tile that is not on the list: its minutes and its traps are told; returns the name it has now."""
    minutes = yield from choose(TABLE, "minutes", [str(minutes) for minutes in range(5, 60, 5)],
                                Message("How many minutes does the tile show?"), ("EVIL-13",))
    types = yield from choose_some(TABLE, "types", Choose(tuple(TRAPS), least=1, most=3),
                                   Message("Which traps does the tile show?"), ("EVIL-50",))
    name = f"{DESCRIBED}{len(house.state.described) + 1}"
    house.state.described[name] = " ".join([minutes, *types])
    return name


def lose_treasures(house: House, colours: Iterable[str]) -> Turn:
    """All lost tiles go to the Lost zone, the end is tested, then they are replaced (EVIL-87 to EVIL-91).

    The one that was due first is replaced first; of equals red, then green, then blue.
    """
    state, gone = house.state, []
    for colour in COLOURS:
        treasure = state.treasures[colour]
        if colour in colours and treasure:
            gone.append((treasure.due, COLOURS.index(colour), colour))
            state.lost.append(treasure.tile)
            state.treasures[colour] = None
            house.tell("EVIL-87", "{tile} is lost: put it on Lost and take both {colour} markers back.",
                       tile=treasure.tile, colour=colour)
    if len(state.lost) >= THRESHOLD:
        raise house.end("lost", "EVIL-102", "Four treasures are lost: the professor wins.")
    for _, _, colour in sorted(gone):
        yield from place_treasure(house, colour)


def check_markers(house: House) -> Turn:
    """Every treasure whose marker the time marker has reached or passed is lost (EVIL-80, 84, 86)."""
    state = house.state
    gone = [colour for colour in COLOURS if state.treasures[colour] and state.left(colour) <= 0]
    if gone:
        yield from lose_treasures(house, gone)


def recover(house: House, colour: str) -> Turn:
    """To Saved; the fourth wins; then its traps turn ON again everywhere, and a new one comes (EVIL-53).

    All traps of its types are OFF then, so all of them turn ON (EVIL-54).
    """
    state, treasure = house.state, house.state.treasures[colour]
    assert treasure is not None
    state.saved.append(treasure.tile)
    state.treasures[colour] = None
    house.tell("EVIL-53", "{seat} saves {tile}: put it on Saved.", seat=state.current, tile=treasure.tile)
    if len(state.saved) >= THRESHOLD:
        raise house.end("won", "EVIL-57", "Four treasures are saved: you have won!")
    types = house.tile(treasure.tile).types
    armed = [room for room, trap in state.traps.items() if trap.type in types]
    for room in armed:
        state.traps[room].on = True
    house.tell("EVIL-54", "Turn the traps ON again in {rooms}.", rooms=armed)
    house.tell("EVIL-53", "Take both {colour} markers back.", colour=colour)
    yield from place_treasure(house, colour)
