"""What to show of the town: the own Targeting card, spots, buildings and street for the phone; day, badge and
Notoriety for the display.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.questions import Message
from companion.games.drawing import Board, Cell, Gauge, Pawn, Screen, Shape
from companion.games.quick_and_undead.content import FIVE, SLOTS
from companion.games.quick_and_undead.spots import ABILITIES
from companion.games.quick_and_undead.state import DR as RANGER
from companion.games.quick_and_undead.state import SKULL

WIDTH = 400.0
HIRED_GUNS = 66.0
"""The width of the place of Hired Guns; the spots share the rest."""
COLUMNS = 3
CARD = (131.0, 98.0)
UNDEAD = (42.0, 46.0)
STREET = 70.0
"""The height of the street and of Boot Hill."""
OUTLAW = 23.0
GAP = 4.0
KIT = 50.0
"""The height of an own gang's row."""
BULLET, SHELL = "●", "○"
STANDING = "standing"
NOON = {"no": "", "armed": "High Noon comes next", "running": "High Noon: the last turn", "done": ""}
SIGNS = {"coin": "$", "coins": "$", "n1": "★", "bullet": "●"}
LEGEND = (
    ("quiet", Message("▶ resolves now; round: standing; square: laid down")),
    ("quiet", Message("☠ undead: what it is worth, and below what kills it")),
    ("quiet", Message("$ coin, ★ Notoriety, ● bullet, ○ shell, + bonus")),
)


def board(view: Mapping[str, Any]) -> Board:
    """The seat's own card, the action spots, street and Boot Hill, the buildings from the graveyard on."""
    own = [gang for gang in view["gangs"] if gang["gang"] in view["own"]]
    begin = (KIT + GAP / 2) * len(own)
    most = max(2, *(len(spot["outlaws"]) for spot in view["spots"]), len(view["hired"]))
    spots = 50 + OUTLAW * -(-most // 2)
    top = begin + spots + STREET + 2 * GAP
    shapes: list[Shape] = [*_spots(view, spots, begin), *_street(view, begin + spots + GAP + STREET / 2)]
    for number, gang in enumerate(own):
        shapes += _kit(gang, (KIT + GAP / 2) * number + KIT / 2)
    for number, place in enumerate(view["places"]):
        x = 1.5 + CARD[0] / 2 + (number % COLUMNS) * (CARD[0] + GAP / 2)
        y = top + CARD[1] / 2 + (number // COLUMNS) * (CARD[1] + GAP)
        shapes += _building(view, place, x, y)
    rows = -(-len(view["places"]) // COLUMNS)
    return Board(WIDTH, top + rows * (CARD[1] + GAP), tuple(shapes), Message(
        "Day {day}, turn {turn}; {street} undead in the street, {hill} in Boot Hill.",
        {"day": view["day"], "turn": view["turn"], "street": len(view["street"]), "hill": view["boot_hill"]}),
        LEGEND)


def _kit(gang: Mapping[str, Any], y: float) -> Iterator[Shape]:
    """A gang's Targeting card with bullets and critical token, between its stash and its purse."""
    height = KIT - GAP
    yield Cell(33.5, y, 66, height, gang["gang"], label=initials(gang["gang"]),
               note=Message("stash {count}", {"count": gang["stash"]}))
    for number, slot in enumerate(SLOTS):
        is_loaded = slot in gang["loaded"]
        text = Message("Slot {slot}: bullet" if is_loaded else "Slot {slot}: empty", {"slot": slot})
        yield Cell(85 + 36 * number, y, 34, height, text, label=str(slot),
                   note=BULLET if is_loaded else SHELL, tone="plain" if is_loaded else "quiet")
    yield Cell(318, y, 69, height, gang["crit"], label="☠" if gang["crit"] == SKULL else "✖",
               note=Message("{side}", {"side": gang["crit"]}))
    yield Cell(376.5, y, 45, height, Message("Coins and Notoriety"), label=f"${gang['coins']}",
               note=f"★{gang['n1'] + FIVE * gang['n5']}")


def _spots(view: Mapping[str, Any], height: float, top: float) -> Iterator[Shape]:
    """Hired Guns and the spots from 8 to 2, each with its outlaws and what it brings."""
    at_hired = [{"gang": gang, "how": STANDING} for gang in view["hired"]]
    is_now = view["phase"] == "resolve" and not view["spot"] and bool(at_hired)
    y = top + height / 2
    yield Cell(HIRED_GUNS / 2, y, HIRED_GUNS - 3, height - 4, Message("Hired Guns"),
               label=Message("Hired Guns"), note="+●", tone="active" if is_now else "plain")
    yield from _outlaws(view, at_hired, HIRED_GUNS / 2, top)
    width = (WIDTH - HIRED_GUNS) / len(view["spots"])
    for number, spot in enumerate(view["spots"]):
        x = HIRED_GUNS + width * (number + 0.5)
        yield Cell(x, y, width - 3, height - 4, Message("Spot {spot}", {"spot": spot["spot"]}),
                   label=f"▶ {spot['spot']}" if spot["now"] else str(spot["spot"]),
                   note=_income(spot["spot"]), tone="active" if spot["now"] else "plain")
        yield from _outlaws(view, spot["outlaws"], x, top)


def _income(spot: int) -> str:
    """What a spot brings, in signs: `$/●` for one of two, `$$$` for all."""
    brings = ABILITIES[spot]
    return "/".join(SIGNS[kind] for kind in brings.one_of) or "".join(SIGNS[kind] for kind in brings.all_of)


def _outlaws(view: Mapping[str, Any], outlaws: Sequence[Mapping[str, Any]], x: float,
             top: float) -> Iterator[Shape]:
    """Outlaws on a spot, two in a row, those who stand first."""
    first = sorted(outlaws, key=lambda outlaw: outlaw["how"] != STANDING)
    for number, outlaw in enumerate(first):
        alone = number == len(first) - 1 and number % 2 == 0
        yield _outlaw(view, outlaw["gang"], x + (0 if alone else OUTLAW * (number % 2 - 0.5)),
                      top + 40 + OUTLAW * (number // 2), outlaw["how"] == STANDING)


def _outlaw(view: Mapping[str, Any], gang: str, x: float, y: float, stands: bool = True) -> Pawn:
    tone = "active" if gang == view["active"] else "bad" if gang == RANGER and stands else "plain"
    return Pawn(x, y, 10.5 if stands else 10, initials(gang), gang, "player" if stands else "personage", tone)


def initials(gang: str) -> str:
    """Two letters for a gang: the first of its name and its number, if it has one, or the first two."""
    if gang == RANGER:
        return "DR"
    name, _, number = gang.rpartition("_")
    return (name[0] + number if name and number.isdigit() else gang[:2]).upper()


def _street(view: Mapping[str, Any], y: float) -> Iterator[Shape]:
    yield Cell(141, y, 279, STREET, Message("Street"), label=Message("Street"),
               tone="bad" if view["street"] else "plain")
    yield from _undead(view["street"], 141, y + 9, 264)
    yield Cell(340.5, y, 116, STREET, Message("Boot Hill"), label=Message("Boot Hill"),
               note=str(view["boot_hill"]))


def _undead(undead: list[Mapping[str, Any]], x: float, y: float, room: float) -> Iterator[Shape]:
    """Undead as small cards around x: the worth, and below it the numbers that kill."""
    step = min(UNDEAD[0] + 2, room / max(1, len(undead)))
    for place, card in enumerate(undead):
        weak = "".join(map(str, card["weak"]))
        # A space lets more than three numbers take two lines.
        weak = f"{weak[:3]} {weak[3:]}".strip()
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
    gauges = tuple(Gauge(initials(score["seat"]), score["total"], most,
                         "active" if score["seat"] == view["active"] else "plain")
                   for score in view["scores"])
    lines = [Message(NOON[view["high_noon"]])] if NOON[view["high_noon"]] else []
    if view["spot"]:
        lines.append(Message("Spot {spot}: {gangs}", {"spot": view["spot"], "gangs": _acting(view)}))
    return Screen(_title(view), tuple(lines), gauges)


def _title(view: Mapping[str, Any]) -> Message:
    """The day and the turn, or that High Noon is near, and who holds the badge."""
    when = {"day": view["day"], "turn": view["turn"]}
    if not view["law"] or view["ranger"]:
        return Message("Day {day}, turn {turn}", when)
    if view["high_noon"] == "armed":
        return Message("High Noon next, LAW {gang}", {"gang": view["law"]})
    if view["high_noon"] == "running":
        return Message("High Noon, day {day}, LAW {gang}", {"day": view["day"], "gang": view["law"]})
    return Message("Day {day}, turn {turn}, LAW {gang}", {**when, "gang": view["law"]})
