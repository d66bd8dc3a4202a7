"""Everything about a state that cannot be so on a real table: shown as warnings after a correction."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.questions import Message
from companion.games.quick_and_undead.content import COINS, N1, N5, OUTLAWS, STREET
from companion.games.quick_and_undead.setup import counted_players
from companion.games.quick_and_undead.state import STANDING
from companion.games.quick_and_undead.town import Town


def problems(town: Town) -> Iterator[Message]:
    """Each thing that is wrong, one sentence each."""
    yield from _gangs(town)
    yield from _tokens(town)
    yield from _places(town)
    yield from _undead(town)
    yield from _ranger(town)


def _gangs(town: Town) -> Iterator[Message]:
    for name, gang in town.state.gangs.items():
        outlaws = (gang.stash + len(gang.spots) + gang.graveyard + gang.outside
                   + len(town.state.controlled(name)))
        if outlaws != OUTLAWS or min(gang.stash, gang.graveyard, gang.outside) < 0:
            yield Message("{gang} has {count} outlaws; a gang has {whole}.",
                          {"gang": name, "count": outlaws, "whole": OUTLAWS})
        if list(gang.spots.values()).count(STANDING) > 1:
            yield Message("{gang} has two outlaws standing.", {"gang": name})


def _tokens(town: Town) -> Iterator[Message]:
    state, purses = town.state, [*town.state.purses.values(), town.state.supply]
    on_buildings = [place.bonus for place in state.places.values()]
    for kind, bonus, whole in (("coins", "coin", COINS), ("n1", "n1", N1), ("n5", "", N5)):
        counts = [getattr(purse, kind) for purse in purses]
        count = sum(counts) + (on_buildings.count(bonus) if bonus else 0)
        if count != whole or min(counts) < 0:
            yield Message("There are {count} {kind} on the table; the box has {whole}.",
                          {"count": count, "kind": kind, "whole": whole})


def _places(town: Town) -> Iterator[Message]:
    for slot, place in town.state.places.items():
        is_saloon = town.card(slot).ability == "saloon"
        if (len(place.occupants) > 1 and not is_saloon) or len(set(place.occupants)) < len(place.occupants):
            yield Message("{building} has more outlaws than it can hold.", {"building": place.building})


def _undead(town: Town) -> Iterator[Message]:
    state = town.state
    lying = [*state.street, *(card for place in state.places.values() for card in place.undead),
             *(card for gang in state.gangs.values() for card in gang.kills), *state.boot_hill_under,
             *([state.in_hand] if state.in_hand else [])]
    if len(set(lying)) < len(lying):
        yield Message("One undead is in two places.")
    if not state.places:
        return
    dealt = (sum(town.may_be_dealt(card) for card in town.box.card) if state.mode == "solo"
             else 3 * counted_players(town))
    if state.phase != "setup" and len(lying) + state.boot_hill != dealt:
        yield Message("There are {count} undead; {whole} were dealt.",
                      {"count": len(lying) + state.boot_hill, "whole": dealt})
    if state.mode == "solo":
        for where in (STREET, *state.places):
            if len(town.undead_at(where)) > 1:
                yield Message("Alone, {where} holds one undead at most.", {"where": town.where(where)})


def _ranger(town: Town) -> Iterator[Message]:
    ranger = town.state.ranger
    if ranger and ranger.graveyard + len(ranger.spots) != OUTLAWS:
        yield Message("Dead Ranger has {count} outlaws; he has {whole}.",
                      {"count": ranger.graveyard + len(ranger.spots), "whole": OUTLAWS})
