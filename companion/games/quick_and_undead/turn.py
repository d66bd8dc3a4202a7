"""A turn of The Quick and the Undead, in the rulebook's order (QU-14, QU-15).

Start abilities, secret selection, the call for Hired Guns, the reveal, the joker, then the spots from 8 down
to 2, and the end of the turn; after the third the end of the day.
"""

from __future__ import annotations

from companion.engine.questions import Turn
from companion.games.quick_and_undead import hired_guns, solo
from companion.games.quick_and_undead.abilities import start_abilities
from companion.games.quick_and_undead.content import SPOTS
from companion.games.quick_and_undead.duels import duel
from companion.games.quick_and_undead.ending import end_turn
from companion.games.quick_and_undead.selecting import reveal, select
from companion.games.quick_and_undead.setup import set_up
from companion.games.quick_and_undead.spots import own_turn
from companion.games.quick_and_undead.town import GameOver, Town

TRACKS = 7
"""On this spot nobody duels (QU-47)."""


def turn(town: Town) -> Turn:
    """The next stretch of the game: the set-up, or a turn in which every gang acts once."""
    if town.state.phase == "setup":
        yield from set_up(town)
        return
    try:
        yield from whole_turn(town)
    except GameOver:
        return


def whole_turn(town: Town) -> Turn:
    """One turn; three make a day (QU-14, QU-15)."""
    town.tell("QU-14", "Day {day}, turn {turn}.", day=town.state.day, turn=town.state.turn)
    yield from start_abilities(town)
    if town.state.mode == "solo":
        yield from solo.place_outlaws(town)
    else:
        yield from select(town)
        yield from hired_guns.call(town)
        yield from reveal(town)
    yield from resolve(town)
    yield from end_turn(town)


def resolve(town: Town) -> Turn:
    """Hired Guns first, then the spots from 8 down to 2 (QU-24)."""
    town.state.phase = "resolve"
    yield from hired_guns.resolve(town)
    for spot in SPOTS:
        if town.state.mode == "solo":
            yield from solo.resolve_spot(town, spot)
        else:
            yield from resolve_spot(town, spot)


def resolve_spot(town: Town, spot: int) -> Turn:
    """Those who still stand there duel; the survivors take their own turns, clockwise (QU-27, 46, 62)."""
    town.state.spot = spot
    gangs = town.state.standing_on(spot)
    if len(gangs) > 1 and spot != TRACKS:
        yield from duel(town, gangs, spot)
    for gang in town.state.standing_on(spot):
        if town.gang(gang).standing == spot:
            yield from own_turn(town, gang, spot)
