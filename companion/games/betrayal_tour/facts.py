"""What people may set right by hand when the table is otherwise than the companion believes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.questions import Fact, Message
from companion.games.betrayal_tour.content import ALIGNMENTS, RESOURCES
from companion.games.betrayal_tour.race import Race
from companion.games.betrayal_tour.state import IN_BUNKER

YES_NO = ("yes", "no")
COUNTS = tuple(str(count) for count in range(21))


def facts(race: Race) -> Iterator[Fact]:
    """Each correctable fact with its present value and the values it may take."""
    squares = tuple(str(square) for square in (IN_BUNKER, *range(race.box.length)))
    needs = ("", *(kind for kind in RESOURCES if kind != "ultronic"))
    for seat, racer in race.state.racers.items():
        who = {"seat": seat}
        yield Fact(f"racers.{seat}.square", Message("{seat}: square", who),
                   str(racer.square), squares)
        if racer.alignment:
            yield Fact(f"racers.{seat}.alignment", Message("{seat}: side", who), racer.alignment, ALIGNMENTS)
        for square, is_on in racer.welds.items():
            yield Fact(f"racers.{seat}.welds.{square}",
                       Message("{seat}: badge part of checkpoint {square}", {**who, "square": square}),
                       _yes_or_no(is_on), YES_NO)
        yield Fact(f"racers.{seat}.welding", Message("{seat}: welding", who), _yes_or_no(racer.welding),
                   YES_NO)
        yield Fact(f"racers.{seat}.weld_shielded", Message("{seat}: weld guarded by a safe conduct", who),
                   _yes_or_no(racer.weld_shielded), YES_NO)
        yield Fact(f"racers.{seat}.blocked_need", Message("{seat}: blocked for want of", who),
                   racer.blocked_need, needs)
        yield Fact(f"racers.{seat}.repair_due", Message("{seat}: repairs next turn with", who),
                   racer.repair_due, needs)
        yield Fact(f"racers.{seat}.back_turns", Message("{seat}: turns backwards", who),
                   str(racer.back_turns), ("0", "1", "2", "3"))
        for kind in RESOURCES:
            yield Fact(f"racers.{seat}.stock.{kind}",
                       Message("{seat}: {resource}", {**who, "resource": kind}),
                       str(racer.stock[kind]), COUNTS)
        yield Fact(f"racers.{seat}.blessing", Message("{seat}: blessed", who), _yes_or_no(racer.blessing),
                   YES_NO)
        yield Fact(f"racers.{seat}.helmets", Message("{seat}: helmets", who), str(racer.helmets), COUNTS)
        yield Fact(f"racers.{seat}.safe_conducts", Message("{seat}: safe conducts", who),
                   str(racer.safe_conducts), COUNTS)


def _yes_or_no(fact: bool) -> str:
    return "yes" if fact else "no"
