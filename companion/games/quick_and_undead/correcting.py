"""Setting right by hand what is no single value of the state: where outlaws and undead are.

An outlaw that comes onto a spot or into a building comes from its gang's stash, one that leaves goes there;
of Dead Ranger's it is the graveyard. Where that cannot be, the problems of the state say so. Before the
buildings lie there nothing is changed.
"""

from __future__ import annotations

from companion.games.quick_and_undead.content import STREET
from companion.games.quick_and_undead.state import DR, State

BOOT_HILL = "boot_hill"


def set_outlaw(name: str, spot: str, state: State, how: str) -> None:
    """A gang's or Dead Ranger's outlaw on a spot stands, is laid down, or (empty) is not there."""
    whose = state.ranger if name == DR else state.gangs[name]
    spots = whose.spots if whose else {}
    was_there = spots.pop(spot, "")
    if how:
        spots[spot] = how
    _send_home(state, name, bool(was_there) - bool(how))


def set_occupant(slot: str, state: State, gang: str) -> None:
    """A gang, or (empty) nobody, is in a building; whoever was there goes home."""
    place = state.places.get(slot)
    if place is None:
        return
    for name in place.occupants:
        _send_home(state, name, 1)
    place.occupants = [gang] if gang else []
    if gang:
        _send_home(state, gang, -1)


def set_guest(slot: str, gang: str, state: State, is_there: str) -> None:
    """A gang is (yes) or is not (no) in the building that holds several."""
    occupants = state.places[slot].occupants if slot in state.places else []
    if gang in occupants:
        occupants.remove(gang)
        _send_home(state, gang, 1)
    if is_there == "yes" and slot in state.places:
        occupants.append(gang)
        _send_home(state, gang, -1)


def set_undead(card: str, state: State, where: str) -> None:
    """An undead is in the street, in a building, with the gang that killed it, or in Boot Hill."""
    _take_undead(state, card)
    if where == BOOT_HILL:
        state.boot_hill += 1
        return
    state.undead_seen.append(card)
    if where == STREET:
        state.street.append(card)
    elif where in state.gangs:
        state.gangs[where].kills.append(card)
    for place in state.places.values():
        if place.building == where:
            place.undead.append(card)


def where_is(state: State, card: str) -> str:
    """Where an undead is, in the words of `set_undead`."""
    if card in state.street:
        return STREET
    for name, gang in state.gangs.items():
        if card in gang.kills:
            return name
    return next((place.building for place in state.places.values() if card in place.undead), BOOT_HILL)


def _take_undead(state: State, card: str) -> None:
    """An undead leaves the place where it is."""
    for cards in (state.street, state.boot_hill_under, *(place.undead for place in state.places.values()),
                  *(gang.kills for gang in state.gangs.values())):
        if card in cards:
            cards.remove(card)
            break
    else:
        state.boot_hill = max(0, state.boot_hill - 1)
    if card in state.undead_seen:
        state.undead_seen.remove(card)


def _send_home(state: State, name: str, count: int) -> None:
    if name == DR and state.ranger:
        state.ranger.graveyard = max(0, state.ranger.graveyard + count)
    elif name != DR:
        state.gangs[name].stash = max(0, state.gangs[name].stash + count)
