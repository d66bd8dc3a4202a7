"""What people may set right by hand when the table is otherwise than the companion believes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.questions import Fact, Message
from companion.games.professor_evil.content import OUTSIDE, TRAPS
from companion.games.professor_evil.house import House
from companion.games.professor_evil.state import STEPS_A_LAP

YES_NO = ("yes", "no")


def facts(house: House) -> Iterator[Fact]:
    """Each correctable fact with its present value and the values it may take."""
    state, rooms = house.state, tuple(house.box.room)
    yield Fact("professor", Message("The professor stands in"), state.professor, rooms)
    yield Fact("steps", Message("The time marker stands at"), str(state.steps),
               tuple(str(step) for step in range(5 * STEPS_A_LAP)))
    for colour, treasure in state.treasures.items():
        if treasure:
            yield Fact(f"treasures.{colour}.due", Message("{colour}: lost at", {"colour": colour}),
                       str(treasure.due),
                       tuple(str(state.steps + left) for left in range(1, STEPS_A_LAP)))
            yield Fact(f"treasures.{colour}.room", Message("{colour}: lies in", {"colour": colour}),
                       treasure.room, rooms)
    for room, trap in state.traps.items():
        yield Fact(f"traps.{room}.type", Message("Trap in {room} is a", {"room": room}), trap.type,
                   tuple(TRAPS))
        yield Fact(f"traps.{room}.on", Message("Trap in {room} is ON", {"room": room}),
                   "yes" if trap.on else "no", YES_NO)
    for door, locked in state.doors.items():
        between = house.box.door[door]
        yield Fact(f"doors.{door}", Message("The door between {a} and {b} is locked", {
            "a": between.a, "b": between.b}), "yes" if locked else "no", YES_NO)
    for seat, player in state.players.items():
        yield Fact(f"players.{seat}.place", Message("{seat} is in", {"seat": seat}), player.place,
                   (OUTSIDE, *rooms))
        yield Fact(f"players.{seat}.power", Message("{seat}'s power is awake", {"seat": seat}),
                   "yes" if player.power else "no", YES_NO)
    yield Fact("actions_left", Message("Actions left"), str(state.actions_left),
               tuple(str(count) for count in range(7)))
