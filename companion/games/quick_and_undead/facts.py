"""What people may set right by hand when the table is otherwise than the companion believes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.engine.questions import Fact, Message
from companion.games.quick_and_undead.content import BONUSES, COINS, N1, OUTLAWS, SPOTS, STREET
from companion.games.quick_and_undead.correcting import (
    BOOT_HILL,
    set_guest,
    set_occupant,
    set_outlaw,
    set_undead,
    where_is,
)
from companion.games.quick_and_undead.state import BACKFIRE, DR, LAID, SKULL, STANDING
from companion.games.quick_and_undead.town import Town

COUNTS = tuple(str(count) for count in range(N1 + 1))
COIN_COUNTS = tuple(str(count) for count in range(COINS + 1))
YES_NO = ("yes", "no")
FEW = tuple(str(count) for count in range(OUTLAWS + 1))


def facts(town: Town) -> Iterator[Fact]:
    """Each correctable fact with its present value and the values it may take."""
    state = town.state
    for seat, purse in state.purses.items():
        who = {"seat": seat}
        yield Fact(f"purses.{seat}.coins", Message("{seat}: coins", who), str(purse.coins), COIN_COUNTS)
        yield Fact(f"purses.{seat}.n1", Message("{seat}: Notoriety 1s", who), str(purse.n1), COUNTS)
        yield Fact(f"purses.{seat}.n5", Message("{seat}: Notoriety 5s", who), str(purse.n5), COUNTS[:12])
    yield Fact("supply.coins", Message("Supply: coins"), str(state.supply.coins), COIN_COUNTS)
    yield Fact("supply.n1", Message("Supply: Notoriety 1s"), str(state.supply.n1), COUNTS)
    for name, gang in state.gangs.items():
        whose = {"gang": name}
        yield Fact(f"gangs.{name}.stash", Message("{gang}: outlaws in the stash", whose), str(gang.stash),
                   FEW)
        yield Fact(f"gangs.{name}.graveyard", Message("{gang}: outlaws in the graveyard", whose),
                   str(gang.graveyard), FEW)
        yield Fact(f"gangs.{name}.outside", Message("{gang}: outlaws outside", whose), str(gang.outside),
                   FEW)
        for slot, is_loaded in gang.slots.items():
            yield Fact(f"gangs.{name}.slots.{slot}", Message("{gang}: bullet on slot {slot}",
                                                             {**whose, "slot": slot}),
                       "yes" if is_loaded else "no", YES_NO)
        yield Fact(f"gangs.{name}.crit", Message("{gang}: critical token", whose), gang.crit,
                   (SKULL, BACKFIRE))
        yield from _on_spots(name, gang.spots, Message("{gang}", whose))
        if gang.colour:
            yield Fact(f"gangs.{name}.colour", Message("{gang}: colour of the die", whose), gang.colour,
                       town.box.colours)
    if state.ranger:
        for slot, is_loaded in state.ranger.slots.items():
            yield Fact(f"ranger.slots.{slot}", Message("Dead Ranger: bullet on slot {slot}", {"slot": slot}),
                       "yes" if is_loaded else "no", YES_NO)
        yield Fact("ranger.graveyard", Message("Dead Ranger: outlaws in the graveyard"),
                   str(state.ranger.graveyard), FEW)
        yield from _on_spots(DR, state.ranger.spots, Message("Dead Ranger"))
        yield Fact("ranger.crit", Message("Dead Ranger: critical token"), state.ranger.crit,
                   (SKULL, BACKFIRE))
    elif state.law:
        yield Fact("law", Message("Who holds the LAW badge"), state.law, tuple(state.gangs))
    if state.lower_edge:
        yield Fact("lower_edge", Message("Who sits at the lower edge of the picture"), state.lower_edge,
                   tuple(state.gangs))
    for slot, place in state.places.items():
        yield Fact(f"places.{slot}.bonus", Message("{building}: bonus", {"building": place.building}),
                   place.bonus, BONUSES)
        yield from _inside(town, slot)
    if state.places:
        yield from _undead(town)
    yield Fact("supply.n5", Message("Supply: Notoriety 5s"), str(state.supply.n5), COUNTS[:12])
    yield Fact("boot_hill", Message("Cards in Boot Hill"), str(state.boot_hill), COUNTS[:19])


def _on_spots(name: str, spots: dict[str, str], who: Message) -> Iterator[Fact]:
    """Each spot, and whether an outlaw stands or lies there."""
    for spot in SPOTS:
        text = Message("{who}: outlaw on spot {spot}", {"who": who, "spot": spot})
        yield Fact(f"outlaws.{name}.{spot}", text, spots.get(str(spot), ""), ("", STANDING, LAID),
                   partial(set_outlaw, name, str(spot)))


def _inside(town: Town, slot: str) -> Iterator[Fact]:
    """Who is in a building; in the Saloon whether each gang is."""
    place, gangs = town.state.places[slot], tuple(town.state.gangs)
    if town.card(slot).ability != "saloon":
        yield Fact(f"inside.{slot}", Message("{building}: who is there", {"building": place.building}),
                   (place.occupants or [""])[0], ("", *gangs), partial(set_occupant, slot))
        return
    for gang in gangs:
        yield Fact(f"inside.{slot}.{gang}", Message("{building}: is {gang} there?", {
            "building": place.building, "gang": gang}), "yes" if gang in place.occupants else "no", YES_NO,
            partial(set_guest, slot, gang))


def _undead(town: Town) -> Iterator[Fact]:
    """Where each undead is, or who killed it; not one that is just being put into town."""
    state = town.state
    killers = () if state.mode == "solo" else tuple(state.gangs)
    words = (BOOT_HILL, STREET, *(place.building for place in state.places.values()), *killers)
    for card in town.box.card:
        if town.may_be_dealt(card) and card != state.in_hand:
            yield Fact(f"undead.{card}", Message("Undead {card}", {"card": card}), where_is(state, card),
                       words, partial(set_undead, card))
