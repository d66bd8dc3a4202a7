"""What people may set right by hand when the table is otherwise than the companion believes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.questions import Fact, Message
from companion.games.quick_and_undead.content import BONUSES, COINS, N1, OUTLAWS
from companion.games.quick_and_undead.state import BACKFIRE, SKULL
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
    if state.ranger:
        for slot, is_loaded in state.ranger.slots.items():
            yield Fact(f"ranger.slots.{slot}", Message("Dead Ranger: bullet on slot {slot}", {"slot": slot}),
                       "yes" if is_loaded else "no", YES_NO)
        yield Fact("ranger.graveyard", Message("Dead Ranger: outlaws in the graveyard"),
                   str(state.ranger.graveyard), FEW)
        yield Fact("ranger.crit", Message("Dead Ranger: critical token"), state.ranger.crit,
                   (SKULL, BACKFIRE))
    elif state.law:
        yield Fact("law", Message("Who holds the LAW badge"), state.law, tuple(state.gangs))
    for slot, place in state.places.items():
        yield Fact(f"places.{slot}.bonus", Message("{building}: bonus", {"building": place.building}),
                   place.bonus, BONUSES)
    yield Fact("supply.n5", Message("Supply: Notoriety 5s"), str(state.supply.n5), COUNTS[:12])
    yield Fact("boot_hill", Message("Cards in Boot Hill"), str(state.boot_hill), COUNTS[:19])
