"""What may be seen of a race, built by adding. Nothing in this game is secret."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from companion.games.betrayal_tour import odds
from companion.games.betrayal_tour.content import RESOURCES
from companion.games.betrayal_tour.race import Race
from companion.games.betrayal_tour.state import HOME, IN_BUNKER, Racer


def view(race: Race) -> dict[str, Any]:
    """The table as plain JSON values, in the words of the box."""
    state = race.state
    return {
        "turn": state.turn, "current": state.current, "phase": state.phase, "throw": state.throw,
        "actor": state.actor,
        "winner": state.winner, "move_value": state.move_value, "backwards": state.backwards,
        "reach": [word_of(square) for square in dict.fromkeys([state.move_end, *state.stops])
                  if square != IN_BUNKER],
        "values": {str(value): percent(chance) for value, chance in odds.VALUES.items()},
        "squares": list(race.box.squares), "xy": [list(place) for place in race.box.xy],
        "bunkers": [{"id": bunker.id, "start": bunker.start, "colour": bunker.colour}
                    for bunker in race.box.bunkers],
        "racers": [_racer(race, seat) for seat in state.seats],
    }


def line(race: Race) -> str:
    """The state in one line: each racer's square, parts in lap order, stock and what befell it."""
    state = race.state
    racers = " | ".join(f"{seat}{'*' if seat == state.current else ''} {racer_line(race, seat)}"
                        for seat in state.seats)
    return f"turn {state.turn} | {racers}" + (f" | won by {state.winner}" if state.winner else "")


def racer_line(race: Race, seat: str) -> str:
    """One racer as the ledger writes it: `22 {6,19} 110111 back 3 safe 1`."""
    racer = race.racer(seat)
    stock = "".join(str(racer.stock[kind]) for kind in RESOURCES)
    parts = ",".join(str(part) for part in lap_order(race, seat, racer))
    flags = [f"weld {racer.square}" if racer.welding else "", "shield" if racer.weld_shielded else "",
             f"need {racer.blocked_need}" if racer.blocked_need else "",
             f"repair {racer.repair_due}" if racer.repair_due else "",
             f"back {racer.back_turns}" if racer.back_turns else "", "bless" if racer.blessing else "",
             f"helmet {racer.helmets}" if racer.helmets else "",
             f"safe {racer.safe_conducts}" if racer.safe_conducts else ""]
    return " ".join([word_of(racer.square), f"{{{parts}}}", stock, *(flag for flag in flags if flag)])


def word_of(square: int) -> str:
    """Where a pawn is, in a word: a square's number, `bunker` or `home`."""
    return {IN_BUNKER: "bunker", HOME: "home"}.get(square, str(square))


def lap_order(race: Race, seat: str, racer: Racer) -> list[int]:
    """The parts of a player in the order of his lap."""
    return sorted(racer.parts, key=lambda square: race.lap(seat, square))


def _racer(race: Race, seat: str) -> dict[str, Any]:
    racer = race.racer(seat)
    return {
        "seat": seat, "team": racer.team, "bunker": racer.bunker, "alignment": racer.alignment,
        "square": word_of(racer.square), "parts": lap_order(race, seat, racer),
        "checkpoints": sorted(race.box.checkpoints, key=lambda square: race.lap(seat, square)),
        "welding": racer.welding, "weld_shielded": racer.weld_shielded, "stock": dict(racer.stock),
        "blocked_need": racer.blocked_need, "repair_due": racer.repair_due, "back_turns": racer.back_turns,
        "blessing": racer.blessing, "helmets": racer.helmets, "safe_conducts": racer.safe_conducts,
        "steps_home": race.box.length - race.lap(seat, racer.square) if racer.on_track else 0,
        "odds": {
            "moves": {str(value): word_of(end) for value, end in odds.moves(race, seat).items()},
            "finish": percent(odds.finish(race, seat)), "bad_day": percent(odds.meets(race, seat, "bad_day")),
        },
    }


def percent(chance: Fraction) -> float:
    """A chance in percent."""
    return float(100 * chance)
