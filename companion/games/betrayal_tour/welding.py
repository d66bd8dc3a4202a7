"""Checkpoints: welds, explosions and safe conducts (BT-57 to BT-67)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.questions import Turn
from companion.games.betrayal_tour.content import RESOURCES
from companion.games.betrayal_tour.race import Race
from companion.games.betrayal_tour.state import IN_BUNKER


def arrive_at_checkpoint(race: Race, arriving: Sequence[str], square: int) -> Turn:
    """Pawns come to rest on a checkpoint: welds under way there explode, then the newcomers weld (BT-63)."""
    disturb_welds(race, arriving, square)
    race.state.arriving += arriving
    for seat in arriving:
        yield from begin_weld(race, seat)


def disturb_welds(race: Race, arriving: Sequence[str], square: int) -> None:
    """Welds under way on a square explode when pawns arrive there (BT-60).

    Those who arrive together do no harm to each other; pawns without a weld at risk share the square (BT-64).
    """
    for seat, racer in race.state.racers.items():
        if seat in arriving or racer.square != square or not racer.welding:
            continue
        if racer.weld_shielded:
            race.tell("BT-66", "The safe conduct protects {seat}'s weld.", seat=seat)
        else:
            explode(race, seat)


def begin_weld(race: Race, seat: str) -> Turn:
    """A pawn on a checkpoint it lacks welds until its owner's next turn (BT-59), perhaps guarded (BT-65)."""
    race.state.arriving.remove(seat)
    racer = race.racer(seat)
    if not race.lacks(seat, racer.square):
        return
    racer.welding = True
    race.tell("BT-59", "{seat} starts to weld at checkpoint {square}.", seat=seat, square=racer.square)
    if racer.safe_conducts:
        answer = yield from race.ask(seat, "safe_conduct", ["hand_over", "keep"],
                                     "{seat}: the weld starts. Hand over the safe conduct?", "BT-65")
        if answer == "hand_over":
            racer.safe_conducts -= 1
            racer.weld_shielded = True
            race.tell("BT-65", "{seat} hands over a safe conduct for this weld.", seat=seat)


def finish_weld(race: Race, seat: str) -> None:
    """At the start of its owner's turn the part is gained and the shield is gone (BT-59, BT-67)."""
    racer = race.racer(seat)
    racer.welds[str(racer.square)] = True
    racer.welding = racer.weld_shielded = False
    race.tell("BT-59", "{seat} has the badge part of checkpoint {square}.", seat=seat, square=racer.square)


def explode(race: Race, seat: str) -> None:
    """A welding pawn that is run into goes back to its bunker and begins again (BT-60 to BT-62)."""
    racer, options = race.racer(seat), race.state.options
    racer.square = IN_BUNKER
    racer.welding = racer.weld_shielded = False
    racer.blocked_need = racer.repair_due = ""
    racer.back_turns = 0
    if options["explosion_stock"] == "reset":
        racer.stock = dict.fromkeys(RESOURCES, 1)
    if options["explosion_keeps_parts"] == "no":
        racer.welds = dict.fromkeys(racer.welds, False)
    race.tell("BT-60", "{seat}'s pawn explodes: back to the bunker.", seat=seat)
