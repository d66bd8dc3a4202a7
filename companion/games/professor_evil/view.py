"""What may be seen of a game, built by adding. Nothing in this game is secret but the stacks' order."""

from __future__ import annotations

from typing import Any

from companion.games.professor_evil import odds
from companion.games.professor_evil.content import COLOURS
from companion.games.professor_evil.house import House
from companion.games.professor_evil.state import MINUTES_A_STEP, State, face


def view(house: House) -> dict[str, Any]:
    """The table as plain JSON values, in the words of the box."""
    state = house.state
    return {
        "turn": state.turn, "current": state.current, "phase": state.phase, "result": state.result,
        "clock": {"steps": state.steps, "face": face(state.steps)},
        "professor": state.professor,
        "rooms": [_room(house, room) for room in house.box.room],
        "doors": [{"door": door.id, "a": door.a, "b": door.b, "rug_a": door.rug(door.a, _scheme(state)),
                   "rug_b": door.rug(door.b, _scheme(state)), "locked": state.doors[door.id]}
                  for door in house.box.doors],
        "doors_aside": sum(not locked for locked in state.doors.values()),
        "treasures": [_treasure(house, colour) for colour in COLOURS if state.treasures[colour]],
        "saved": list(state.saved), "lost": list(state.lost),
        "players": [_player(house, seat) for seat in state.seats],
        "revealed": list(state.revealed), "card_played": state.card_played,
        "actions_left": state.actions_left, "roll": dict(state.roll), "odds": _odds(house),
    }


def line(house: House) -> str:
    """The state in one line: time, professor, treasures, open doors, traps OFF, people, saved and lost."""
    state = house.state
    treasures = " ".join(f"{colour}={treasure.room}/{treasure.tile}/{face(treasure.due)}/{state.left(colour)}"
                         for colour, treasure in state.treasures.items() if treasure)
    people = " ".join(f"{seat}{'*' if seat == state.current else ''}@{player.place}"
                      + ("!" if player.power else "") for seat, player in state.players.items())
    is_open = ",".join(door for door, locked in state.doors.items() if not locked)
    off = ",".join(room for room, trap in state.traps.items() if not trap.on)
    return (f"turn {state.turn} {state.result or state.phase} | T={state.steps} {face(state.steps)} | "
            f"professor={state.professor} | {treasures} | open={is_open or '-'} | off={off or '-'} | {people}"
            f" | saved={len(state.saved)} lost={len(state.lost)}")


def _scheme(state: State) -> str:
    return state.options["colour_scheme"]


def _room(house: House, room: str) -> dict[str, Any]:
    trap = house.state.traps.get(room)
    return {
        "room": room, "name": house.box.room[room].name, "at": list(house.box.layout.get(room, (0, 0))),
        "window": room in house.box.windows, "trap": trap.type if trap else "", "on": bool(trap and trap.on),
        "adjacent": house.box.adjacent(room),
        "exits": {colour: [door.beyond(room) for door in house.box.exits(room, colour, _scheme(house.state))]
                  for colour in COLOURS},
    }


def _treasure(house: House, colour: str) -> dict[str, Any]:
    treasure = house.state.treasures[colour]
    assert treasure is not None
    tile, left = house.tile(treasure.tile), house.state.left(colour)
    return {
        "colour": colour, "tile": tile.id, "name": tile.name, "room": treasure.room,
        "face": face(treasure.due),
        "steps_left": left, "minutes_left": left * MINUTES_A_STEP, "types": list(tile.types),
        "still_on": [{"room": room, "trap": house.state.traps[room].type}
                     for room in house.still_on(treasure.tile)],
    }


def _player(house: House, seat: str) -> dict[str, Any]:
    player = house.player(seat)
    return {"seat": seat, "character": player.character, "place": player.place, "power": player.power,
            "pile": player.pile, "discard": list(player.discard)}


def _odds(house: House) -> dict[str, dict[str, float]]:
    """Chances of the coming roll in percent."""
    if not house.state.traps:
        return {"lost": {}, "reached": {}}
    return {
        "lost": {colour: round(float(100 * chance), 2) for colour, chance in odds.losses(house).items()},
        "reached": {room: round(float(100 * chance), 2) for room, chance in odds.reaches(house).items()},
    }
