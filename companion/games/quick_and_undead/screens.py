"""What to show of the town: spots, buildings and street for the phone, day and Notoriety for the display."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.questions import Message
from companion.games.drawing import Board, Cell, Gauge, Pawn, Screen, Shape
from companion.games.quick_and_undead.spots import ABILITIES
from companion.games.quick_and_undead.state import DR as RANGER

WIDTH = 400.0
HIRED_GUNS = 66.0
"""The width of the place of Hired Guns; the spots share the rest."""
COLUMNS = 3
CARD = (130.0, 92.0)
UNDEAD = (42.0, 40.0)
OUTLAW = 23.0
GAP = 4.0
STANDING = "standing"
NOON = {"no": "", "armed": "High Noon comes next", "running": "High Noon: the last turn", "done": ""}
SIGNS = {"coin": "$", "coins": "$", "n1": "★", "bullet": "●"}
LEGEND = (
    ("quiet", Message("▶ resolves now; round: standing; square: laid down")),
    ("quiet", Message("☠ undead: what it is worth, and below what kills it")),
    ("quiet", Message("$ coin, ★ Notoriety, ● bullet, + bonus")),
)


def board(view: Mapping[str, Any]) -> Board:
    """The row of action spots, then street and Boot Hill, then the buildings clockwise from the graveyard."""
    most = max(2, *(len(spot["outlaws"]) for spot in view["spots"]), len(view["hired"]))
    spots = 42 + OUTLAW * -(-most // 2)
    top = spots + 72
    shapes: list[Shape] = [*_spots(view, spots), *_street(view, spots + 36)]
    for number, place in enumerate(view["places"]):
        x = GAP + CARD[0] / 2 + (number % COLUMNS) * (CARD[0] + GAP / 2)
        y = top + CARD[1] / 2 + (number // COLUMNS) * (CARD[1] + GAP)
        shapes += _building(view, place, x, y)
    rows = -(-len(view["places"]) // COLUMNS)
    return Board(WIDTH, top + rows * (CARD[1] + GAP), tuple(shapes), Message(
        "Day {day}, turn {turn}; {street} undead in the street, {hill} in Boot Hill.",
        {"day": view["day"], "turn": view["turn"], "street": len(view["street"]), "hill": view["boot_hill"]}),
        LEGEND)


def _spots(view: Mapping[str, Any], height: float) -> Iterator[Shape]:
    """Hired Guns and the spots from 8 to 2, each with its outlaws and what it brings."""
    at_hired = [{"gang": gang, "how": STANDING} for gang in view["hired"]]
    is_now = view["phase"] == "resolve" and not view["spot"] and bool(at_hired)
    yield Cell(HIRED_GUNS / 2, height / 2, HIRED_GUNS - 3, height - 4, Message("Hired Guns"),
               label=Message("Hired Guns"), note="+●", tone="active" if is_now else "plain")
    yield from _outlaws(view, at_hired, HIRED_GUNS / 2)
    width = (WIDTH - HIRED_GUNS) / len(view["spots"])
    for number, spot in enumerate(view["spots"]):
        x = HIRED_GUNS + width * (number + 0.5)
        yield Cell(x, height / 2, width - 3, height - 4, Message("Spot {spot}", {"spot": spot["spot"]}),
                   label=f"▶ {spot['spot']}" if spot["now"] else str(spot["spot"]),
                   note=_income(spot["spot"]), tone="active" if spot["now"] else "plain")
        yield from _outlaws(view, spot["outlaws"], x)


def _income(spot: int) -> str:
    """What a spot brings, in signs: `$/●` for one of two, `$$$` for all."""
    brings = ABILITIES[spot]
    return "/".join(SIGNS[kind] for kind in brings.one_of) or "".join(SIGNS[kind] for kind in brings.all_of)


def _outlaws(view: Mapping[str, Any], outlaws: Sequence[Mapping[str, Any]], x: float) -> Iterator[Shape]:
    """Outlaws on a spot, two in a row, those who stand first."""
    first = sorted(outlaws, key=lambda outlaw: outlaw["how"] != STANDING)
    for number, outlaw in enumerate(first):
        alone = number == len(first) - 1 and number % 2 == 0
        yield _outlaw(view, outlaw["gang"], x + (0 if alone else OUTLAW * (number % 2 - 0.5)),
                      32 + OUTLAW * (number // 2), outlaw["how"] == STANDING)


def _outlaw(view: Mapping[str, Any], gang: str, x: float, y: float, stands: bool = True) -> Pawn:
    tone = "active" if gang == view["active"] else "bad" if gang == RANGER and stands else "plain"
    return Pawn(x, y, 10.5 if stands else 9, initials(gang), gang, "player" if stands else "personage", tone)


def initials(gang: str) -> str:
    """Two letters for a gang: the first of its name and its number, if it has one, or the first two."""
    if gang == RANGER:
        return "DR"
    name, _, number = gang.rpartition("_")
    return (name[0] + number if name and number.isdigit() else gang[:2]).upper()


def _street(view: Mapping[str, Any], y: float) -> Iterator[Shape]:
    yield Cell(WIDTH * 0.36, y, WIDTH * 0.7 - GAP, 64, Message("Street"), label=Message("Street"),
               tone="bad" if view["street"] else "plain")
    yield from _undead(view["street"], WIDTH * 0.36, y + 9, WIDTH * 0.66)
    yield Cell(WIDTH * 0.86, y, WIDTH * 0.27, 64, Message("Boot Hill"), label=Message("Boot Hill"),
               note=str(view["boot_hill"]))


def _undead(undead: list[Mapping[str, Any]], x: float, y: float, room: float) -> Iterator[Shape]:
    """Undead as small cards around x: the worth, and below it the numbers that kill."""
    step = min(UNDEAD[0] + 2, room / max(1, len(undead)))
    for place, card in enumerate(undead):
        weak = "".join(map(str, card["weak"]))
        yield Cell(x + (place - (len(undead) - 1) / 2) * step, y, min(UNDEAD[0], step - 1), UNDEAD[1],
                   Message("{card}", {"card": card["card"]}), label=f"☠{card['value']}", note=weak,
                   tone="closed")


def _building(view: Mapping[str, Any], place: Mapping[str, Any], x: float, y: float) -> Iterator[Shape]:
    """A building: price and Notoriety, bonus, who is in it, and its undead."""
    price = f"${place['cost']}" + (f"→{place['price']}" if place["price"] != place["cost"] else "")
    bonus = f" +{SIGNS[place['bonus']]}" if place["bonus"] else ""
    yield Cell(x, y, *CARD, place["name"], label=place["name"], note=f"{price}  ★{place['notoriety']}{bonus}",
               tone="active" if place["occupants"] and view["active"] in place["occupants"] else "plain")
    inside = len(place["occupants"]) * (OUTLAW + 1)
    for number, gang in enumerate(place["occupants"]):
        yield _outlaw(view, gang, x - CARD[0] / 2 + 15 + number * (OUTLAW + 1), y + 1)
    yield from _undead(place["undead"], x + inside / 2, y + 1, CARD[0] - 8 - inside)


def _acting(view: Mapping[str, Any]) -> list[str]:
    """Whose turn it is on the spot that resolves; in a duel all who stand there."""
    standing = [outlaw["gang"] for spot in view["spots"] if spot["now"] for outlaw in spot["outlaws"]
                if outlaw["how"] == STANDING]
    return [view["active"]] if view["active"] else standing or ["–"]


def display(view: Mapping[str, Any]) -> Screen:
    """Day, turn, badge, who acts; a gauge of Notoriety for each player."""
    most = max([10, *(score["total"] for score in view["scores"])])
    gauges = tuple(Gauge(f"{initials(score['seat'])}{score['total']}", score["total"], most,
                         "active" if score["seat"] == view["active"] else "plain")
                   for score in view["scores"])
    lines = [Message("LAW {gang}", {"gang": view["law"]})] if view["law"] else []
    if view["spot"]:
        lines = [Message("Spot {spot}: {gangs}", {"spot": view["spot"], "gangs": _acting(view)}), *lines]
    if NOON[view["high_noon"]]:
        lines = [Message(NOON[view["high_noon"]]), *lines]
    return Screen(Message("Day {day}, turn {turn}", {"day": view["day"], "turn": view["turn"]}),
                  tuple(lines[:2]), gauges)
