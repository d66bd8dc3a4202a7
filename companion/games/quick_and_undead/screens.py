"""What to show of the town: spots, buildings and street for the phone, day and Notoriety for the display."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.drawing import Board, Cell, Gauge, Pawn, Screen, Shape, Token
from companion.engine.questions import Message

WIDTH = 400.0
SPOT = 50.0
SPOTS_HEIGHT = 92.0
COLUMNS = 3
CARD = (128.0, 92.0)
GAP = 4.0
STANDING = "standing"
NOON = {"no": "", "armed": "High Noon comes next", "running": "High Noon: the last turn", "done": ""}


def board(view: Mapping[str, Any]) -> Board:
    """The row of action spots, then street and Boot Hill, then the buildings clockwise."""
    rows = -(-len(view["places"]) // COLUMNS)
    top = SPOTS_HEIGHT + 64
    shapes = [*_spots(view), *_street(view, SPOTS_HEIGHT + 30)]
    for number, place in enumerate(view["places"]):
        x = GAP + CARD[0] / 2 + (number % COLUMNS) * (CARD[0] + GAP)
        y = top + CARD[1] / 2 + (number // COLUMNS) * (CARD[1] + GAP)
        shapes += _building(view, place, x, y)
    return Board(WIDTH, top + rows * (CARD[1] + GAP), tuple(shapes), Message(
        "Day {day}, turn {turn}; {street} undead in the street, {hill} in Boot Hill.",
        {"day": view["day"], "turn": view["turn"], "street": len(view["street"]), "hill": view["boot_hill"]}))


def _spots(view: Mapping[str, Any]) -> list[Shape]:
    """Hired Guns and the spots from 8 to 2; standing outlaws above, those laid down below."""
    shapes: list[Shape] = []
    spots = [("HG", False, [{"gang": gang, "how": STANDING} for gang in view["hired"]])]
    spots += [(str(spot["spot"]), spot["now"], spot["outlaws"]) for spot in view["spots"]]
    for number, (name, now, outlaws) in enumerate(spots):
        x = SPOT / 2 + number * SPOT
        shapes.append(Cell(x, SPOTS_HEIGHT / 2, SPOT - 3, SPOTS_HEIGHT - 4, f"Spot {name}", label=name,
                           tone="active" if now else "plain"))
        for row, how in ((0, STANDING), (1, "laid")):
            here = [outlaw["gang"] for outlaw in outlaws if outlaw["how"] == how]
            shapes += [_outlaw(view, gang, x + _shift(place, len(here), 13), 38 + 30 * row, how == STANDING)
                       for place, gang in enumerate(here)]
    return shapes


def _shift(place: int, count: int, step: float) -> float:
    return (place - (count - 1) / 2) * min(step, 2.6 * step / max(1, count - 1))


def _outlaw(view: Mapping[str, Any], gang: str, x: float, y: float, stands: bool) -> Pawn:
    tone = "active" if gang == view["active"] else "plain" if stands else "quiet"
    return Pawn(x, y, 11 if stands else 8, initials(gang), gang, "player" if stands else "personage", tone)


def initials(gang: str) -> str:
    """Two letters for a gang: the first of its name and its number, if it has one, or the first two."""
    name, _, number = gang.rpartition("_")
    return (name[0] + number if name and number.isdigit() else gang[:2]).upper()


def _street(view: Mapping[str, Any], y: float) -> list[Shape]:
    shapes: list[Shape] = [
        Cell(WIDTH * 0.36, y, WIDTH * 0.7 - GAP, 52, "Street", label="Street",
             tone="bad" if view["street"] else "plain"),
        Cell(WIDTH * 0.86, y, WIDTH * 0.27, 52, "Boot Hill", str(view["boot_hill"]), "Boot Hill"),
    ]
    return shapes + _undead(view["street"], WIDTH * 0.36, y + 8)


def _undead(undead: list[Mapping[str, Any]], x: float, y: float) -> list[Shape]:
    """Undead as tokens: their worth, and what kills them when read out."""
    return [Token(x + _shift(place, len(undead), 24), y, 10, str(card["value"]),
                  f"{card['card']}: {' '.join(map(str, card['weak']))}", "closed")
            for place, card in enumerate(undead)]


def _building(view: Mapping[str, Any], place: Mapping[str, Any], x: float, y: float) -> list[Shape]:
    """A building: price and Notoriety, bonus, who is in it, and its undead."""
    bonus = {"coin": " +c", "n1": " +N", "bullet": " +b", "": ""}[place["bonus"]]
    shapes: list[Shape] = [Cell(x, y, *CARD, place["name"], "", place["name"],
                                f"${place['price']}  N{place['notoriety']}{bonus}",
                                "closed" if place["occupants"] else "plain")]
    shapes += [_outlaw(view, gang, x - CARD[0] / 4 + _shift(number, len(place["occupants"]), 16), y, True)
               for number, gang in enumerate(place["occupants"])]
    return shapes + _undead(place["undead"], x + CARD[0] / 5, y)


def display(view: Mapping[str, Any]) -> Screen:
    """Day, turn, badge, who acts; a gauge of Notoriety for each player."""
    most = max([10, *(score["total"] for score in view["scores"])])
    gauges = tuple(Gauge(f"{initials(score['seat'])}{score['total']}", score["total"], most,
                         "active" if score["seat"] == view["active"] else "plain")
                   for score in view["scores"])
    lines = [Message("LAW {gang}", {"gang": view["law"]})] if view["law"] else []
    if view["spot"]:
        lines = [Message("Spot {spot}: {gang}", {"spot": view["spot"], "gang": view["active"] or "-"}),
                 *lines]
    if NOON[view["high_noon"]]:
        lines = [Message(NOON[view["high_noon"]]), *lines]
    return Screen(Message("Day {day}, turn {turn}", {"day": view["day"], "turn": view["turn"]}),
                  tuple(lines[:2]), gauges)
