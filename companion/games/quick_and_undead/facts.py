"""What people may set right by hand when the table is otherwise than the companion believes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.questions import Fact, Message
from companion.games.quick_and_undead.content import OUTLAWS
from companion.games.quick_and_undead.state import BACKFIRE, SKULL
from companion.games.quick_and_undead.town import Town

COUNTS = tuple(str(count) for count in range(31))
FEW = tuple(str(count) for count in range(OUTLAWS + 1))


def facts(town: Town) -> Iterator[Fact]:
    """Each correctable fact with its present value and the values it may take."""
    state = town.state
    for seat, purse in state.purses.items():
        who = {"seat": seat}
        yield Fact(f"purses.{seat}.coins", Message("{seat}: coins", who), str(purse.coins), COUNTS)
        yield Fact(f"purses.{seat}.n1", Message("{seat}: Notoriety 1s", who), str(purse.n1), COUNTS)
        yield Fact(f"purses.{seat}.n5", Message("{seat}: Notoriety 5s", who), str(purse.n5), COUNTS[:12])
    yield Fact("supply.coins", Message("Supply: coins"), str(state.supply.coins),
               tuple(str(count) for count in range(49)))
    yield Fact("supply.n1", Message("Supply: Notoriety 1s"), str(state.supply.n1), COUNTS)
    for name, gang in state.gangs.items():
        whose = {"gang": name}
        yield Fact(f"gangs.{name}.stash", Message("{gang}: outlaws in the stash", whose), str(gang.stash),
                   FEW)
        yield Fact(f"gangs.{name}.graveyard", Message("{gang}: outlaws in the graveyard", whose),
                   str(gang.graveyard), FEW)
        yield Fact(f"gangs.{name}.outside", Message("{gang}: outlaws outside", whose), str(gang.outside),
                   FEW)
        yield Fact(f"gangs.{name}.crit", Message("{gang}: critical token", whose), gang.crit,
                   (SKULL, BACKFIRE))
    yield Fact("boot_hill", Message("Cards in Boot Hill"), str(state.boot_hill), COUNTS[:19])
