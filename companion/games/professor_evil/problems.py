"""Everything about a state that cannot be so on a real table: shown as warnings after a correction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.questions import Message
from companion.games.professor_evil.clock import MOST_LEFT
from companion.games.professor_evil.content import CARDS_A_DECK, OUTSIDE, TRAPS
from companion.games.professor_evil.house import THRESHOLD, House


def problems(house: House) -> Iterator[Message]:
    """Each thing that is wrong, one sentence each."""
    yield from _traps(house)
    yield from _treasures(house)
    yield from _people(house)
    yield from _end(house)


def _traps(house: House) -> Iterator[Message]:
    counts = Counter(trap.type for trap in house.state.traps.values())
    if house.state.traps and counts != Counter(TRAPS):
        yield Message("The twelve traps are not those of the box: 4 padlocks, 3 saws, 2 cameras, 2 lasers, "
                      "1 console.")
    if set(house.state.doors) != set(house.box.door):
        yield Message("The doors are not those of the map.")


def _treasures(house: House) -> Iterator[Message]:
    state = house.state
    if state.steps < 0:
        yield Message("The time marker stands before the beginning.")
    rooms = [treasure.room for treasure in state.treasures.values() if treasure]
    for colour, treasure in state.treasures.items():
        if treasure and not 1 <= state.left(colour) <= MOST_LEFT:
            yield Message("The {colour} treasure has {left} steps left; it should be 1 to {most}.",
                          {"colour": colour, "left": state.left(colour), "most": MOST_LEFT})
        if treasure and treasure.room not in house.box.room:
            yield Message("The {colour} treasure lies in “{room}”, which is no room.",
                          {"colour": colour, "room": treasure.room})
    if len(set(rooms)) < len(rooms):
        yield Message("Two treasures lie in one room.")
    known = [treasure.tile for treasure in state.treasures.values() if treasure]
    seen = known + state.saved + state.lost
    if len(set(seen)) < len(seen):
        yield Message("One treasure is in two places.")


def _people(house: House) -> Iterator[Message]:
    state = house.state
    if state.professor not in house.box.room:
        yield Message("The professor stands in “{room}”, which is no room.", {"room": state.professor})
    characters = [player.character for player in state.players.values() if player.character]
    if len(set(characters)) < len(characters):
        yield Message("Two players have the same character.")
    for seat, player in state.players.items():
        if player.place != OUTSIDE and player.place not in house.box.room:
            yield Message("{seat} is in “{room}”, which is no room.", {"seat": seat, "room": player.place})
        if player.place == state.professor:
            yield Message("{seat} and the professor are in one room.", {"seat": seat})
        held = player.pile + len(player.discard) + (len(state.revealed) if seat == state.current else 0)
        if held != CARDS_A_DECK or player.pile < 0:
            yield Message("{seat} has {count} cards; a deck has {whole}.",
                          {"seat": seat, "count": held, "whole": CARDS_A_DECK})


def _end(house: House) -> Iterator[Message]:
    state = house.state
    if not state.result and max(len(state.saved), len(state.lost)) >= THRESHOLD:
        yield Message("Four treasures are saved or lost, but the game goes on.")
