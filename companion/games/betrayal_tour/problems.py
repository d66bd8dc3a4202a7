"""Everything about a race that cannot be so on a real table: shown as warnings after a correction."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.questions import Message
from companion.games.betrayal_tour.content import RESOURCES
from companion.games.betrayal_tour.hazards import JAM
from companion.games.betrayal_tour.race import Race
from companion.games.betrayal_tour.state import HOME, IN_BUNKER, Racer


def problems(race: Race) -> Iterator[Message]:
    """Each thing that is wrong, one sentence each."""
    for seat, racer in race.state.racers.items():
        if racer.square not in (IN_BUNKER, HOME) and not 0 <= racer.square < race.box.length:
            yield Message("{seat} is on square {square}; the track goes from 0 to {last}.",
                          {"seat": seat, "square": racer.square, "last": race.box.length - 1})
            continue
        yield from _place(race, seat, racer)
        yield from _stock(seat, racer)
    yield from _winner(race)


def _place(race: Race, seat: str, racer: Racer) -> Iterator[Message]:
    lacking = racer.on_track and race.lacks(seat, racer.square) and seat not in race.state.arriving
    if lacking and not racer.welding:
        yield Message("{seat} stands on a checkpoint it lacks, but is not welding.", {"seat": seat})
    if racer.welding and not lacking:
        yield Message("{seat} is welding, but stands on no checkpoint it lacks.", {"seat": seat})
    if racer.weld_shielded and not racer.welding:
        yield Message("{seat} has a guarded weld, but is not welding.", {"seat": seat})
    if racer.blocked_need and racer.repair_due:
        yield Message("{seat} is blocked and repairing at once.", {"seat": seat})
    if racer.blocked_need and (
            not racer.on_track or race.kind_of(racer.square) not in ("bad_day", "entity")
            or racer.stock.get(racer.blocked_need)):
        yield Message("{seat} is blocked where nothing blocks, or has what it needs.", {"seat": seat})
    if racer.square == IN_BUNKER and (racer.blocked_need or racer.repair_due or racer.back_turns):
        yield Message("{seat} is in the bunker, but blocked, repairing or jammed.", {"seat": seat})
    if set(racer.welds) != set(map(str, race.box.checkpoints)):
        yield Message("{seat} has a badge part of no checkpoint, or lacks the place for one.", {"seat": seat})


def _stock(seat: str, racer: Racer) -> Iterator[Message]:
    for kind, count in racer.stock.items():
        if kind not in RESOURCES or count < 0:
            yield Message("{seat} has {count} of {resource}.",
                          {"seat": seat, "count": count, "resource": kind})
    if not 0 <= racer.back_turns <= JAM or min(racer.helmets, racer.safe_conducts) < 0:
        yield Message("{seat} has a number of turns, helmets or safe conducts that cannot be.",
                      {"seat": seat})


def _winner(race: Race) -> Iterator[Message]:
    state = race.state
    home = [seat for seat, racer in state.racers.items() if racer.square == HOME]
    if home != ([state.winner] if state.winner else []):
        yield Message("Only the winner is home; home are: {seats}.", {"seats": home})
    for seat in home:
        if not race.has_all_parts(seat):
            yield Message("{seat} is home without all badge parts.", {"seat": seat})
    bunkers = {racer.team: racer.bunker for racer in state.racers.values()}
    if state.phase != "setup" and len(set(bunkers.values())) < len(bunkers):
        yield Message("Two teams have the same bunker.")
