"""What people may set right by hand when the table is otherwise than the companion believes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.questions import Fact, Message
from companion.games.riff_in_time.content import POSITIONS, SAN_DIMAS, Box
from companion.games.riff_in_time.rifts import TOP
from companion.games.riff_in_time.state import State

YES_NO = ("yes", "no")


def facts(box: Box, state: State) -> Iterator[Fact]:
    """Each correctable fact with its present value and the values it may take."""
    yield Fact("san_dimas", Message("San Dimas"), str(state.san_dimas),
               tuple(str(level) for level in range(box.san_dimas.max + 1)))
    levels = tuple(str(level) for level in range(TOP + 1))
    positions = tuple(str(position) for position in POSITIONS)
    places = (SAN_DIMAS, *state.rifts)
    for place, rift in state.rifts.items():
        yield Fact(f"rifts.{place}.level", Message("{place}: dial", {"place": place}), str(rift.level),
                   levels)
        yield Fact(f"rifts.{place}.fixed", Message("{place}: fixed", {"place": place}),
                   "yes" if rift.fixed else "no", YES_NO)
        yield Fact(f"rifts.{place}.position", Message("{place}: board number", {"place": place}),
                   str(rift.position), positions)
        yield Fact(f"rifts.{place}.triumph_holder", Message("The card of {place} is with", {"place": place}),
                   rift.triumph_holder, ("", *state.seats))
    for seat, player in state.players.items():
        yield Fact(f"players.{seat}.place", Message("{seat} stands at", {"seat": seat}), player.place, places)
        yield Fact(f"players.{seat}.objective_state", Message("{seat}'s task", {"seat": seat}),
                   player.objective_state, ("open", "met", "rewarded"))
    for name, person in state.personages.items():
        yield Fact(f"personages.{name}.place", Message("{personage} stands at", {"personage": name}),
                   person.place, ("", *places))
        yield Fact(f"personages.{name}.booth", Message("{personage} is carried by", {"personage": name}),
                   person.booth, ("", *state.seats))
        yield Fact(f"personages.{name}.returned", Message("{personage} is returned", {"personage": name}),
                   "yes" if person.returned else "no", YES_NO)
    cards = tuple(str(count) for count in range(sum(card.count for card in box.riff_cards) + 1))
    yield Fact("riff_left", Message("Riff cards left"), str(state.riff_left), cards)
    yield Fact("riff_discard", Message("Riff cards discarded"), str(state.riff_discard), cards)
