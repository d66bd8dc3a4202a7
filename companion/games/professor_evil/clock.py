"""The clock: time goes on, treasures are lost, powers wake at III and IX (EVIL-82 to EVIL-95)."""

from __future__ import annotations

from companion.engine.questions import TABLE, Turn
from companion.games.professor_evil.house import House
from companion.games.professor_evil.state import STEPS_A_LAP, face
from companion.games.professor_evil.treasures import check_markers

CLOCK = {"clock_1": 1, "clock_2": 2}
POWER_HOURS = (3, 9)
MOST_LEFT = STEPS_A_LAP - 1
"""A treasure marker can be at most so many steps ahead of the time marker."""
NOBODY = "nobody"


def advance_clock(house: House, steps: int) -> Turn:
    """The time marker moves on in full; then losses, then one power for each III or IX crossed.

    EVIL-82, EVIL-85, EVIL-92, EVIL-93, EVIL-95.
    """
    state = house.state
    before = state.steps
    state.steps += steps
    house.tell("EVIL-82", "Time marker to {face}.", face=face(state.steps))
    yield from check_markers(house)
    for step in range(before + 1, state.steps + 1):
        if step % STEPS_A_LAP in POWER_HOURS:
            yield from wake_power(house)


def turn_back(house: House, steps: int) -> None:
    """An effect moves time back: nothing lost returns, and no marker is more than eleven steps ahead."""
    state = house.state
    state.steps = max(0, state.steps - steps)
    house.tell("EVIL-86", "Time marker back to {face}.", face=face(state.steps))
    for colour, treasure in state.treasures.items():
        if treasure and state.left(colour) > MOST_LEFT:
            treasure.due = state.steps + MOST_LEFT
            house.tell("EVIL-86", "The {colour} marker to {face}.", colour=colour, face=face(treasure.due))


def shift_treasure(house: House, colour: str, steps: int, rule: str) -> Turn:
    """A treasure's marker moves: forward at most eleven steps ahead, back perhaps onto the time marker."""
    state, treasure = house.state, house.state.treasures[colour]
    if treasure is None:
        house.tell(rule, "There is no {colour} treasure: no marker moves.", colour=colour)
        return
    treasure.due = min(treasure.due + steps, state.steps + MOST_LEFT)
    house.tell(rule, "The {colour} marker to {face}.", colour=colour, face=face(treasure.due))
    yield from check_markers(house)


def asleep(house: House) -> list[str]:
    """The players whose power tile is face down."""
    return [seat for seat, player in house.state.players.items() if not player.power]


def wake_power(house: House) -> Turn:
    """All together may turn one power tile face up (EVIL-92, EVIL-94)."""
    sleepers = asleep(house)
    if not sleepers:
        return
    seat = yield from house.ask(TABLE, "wake", [*sleepers, NOBODY], "Power hour: wake whose power?",
                                "EVIL-92", "EVIL-94")
    if seat != NOBODY:
        wake(house, seat)


def wake(house: House, seat: str) -> None:
    """A power tile is turned face up."""
    house.player(seat).power = True
    house.tell("EVIL-92", "{seat}'s power is awake: turn the tile face up.", seat=seat)
