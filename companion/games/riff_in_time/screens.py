"""What to show of a view of Riff in Time: the board for the phone, lines and gauges for the display."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Any

from companion.engine.questions import Message
from companion.games.drawing import Board, Dial, Gauge, Line, Pawn, Screen, Shape
from companion.games.riff_in_time.content import SAN_DIMAS

WIDTH, HEIGHT = 400.0, 505.0
CENTRE = (WIDTH / 2, 228.0)
RING = (146.0, 188.0)
DISC = 30.0
HUB = 38.0
FIGURE = 12.0
SMALL_FIGURE = 9.0
LABEL = 0.7
"""A name stands below its disc, so high in parts of the disc's radius; figures stand below the name."""
ROOMY, HUB_ROOMY = 3, 4
"""So many figures stand side by side at full size; more are drawn smaller, up to `MOST`."""
MOST = 5
Figure = tuple[str, str, str, str]
"""Who a figure is: its initials, its name, its kind, its tone."""
LEGEND = (("bad", Message("red")), ("good", Message("green")), ("closed", Message("Fixed")))
TONES = {"red": "bad", "green": "good", "": "plain"}


def board(view: Mapping[str, Any]) -> Board:
    """The ten rifts on a ring by their board numbers, San Dimas in the middle, the circuits between."""
    spots = {SAN_DIMAS: CENTRE} | {rift["place"]: spot(rift["position"]) for rift in view["rifts"]}
    by_number = {rift["position"]: rift["place"] for rift in view["rifts"]} | {SAN_DIMAS: SAN_DIMAS}
    shapes: list[Shape] = []
    if all(rift["position"] for rift in view["rifts"]):
        for one, other in view["circuits"]:
            (x1, y1), (x2, y2) = spots[by_number[one]], spots[by_number[other]]
            shapes.append(Line(x1, y1, x2, y2))
        shapes += [_rift(rift, spots[rift["place"]]) for rift in view["rifts"]]
    shapes.append(_san_dimas(view))
    for place, (x, y) in spots.items():
        shapes += _pawns(view, place, x, y)
    return Board(WIDTH, HEIGHT, tuple(shapes), Message("Ten rifts around San Dimas, {fixed} of them fixed.",
                                                    {"fixed": _fixed(view)}), LEGEND)


def spot(position: int) -> tuple[float, float]:
    """Where a board number lies on the ring; number 1 is at the top, the others follow clockwise."""
    angle = 2 * pi * (position - 1) / 10 - pi / 2
    return CENTRE[0] + RING[0] * cos(angle), CENTRE[1] + RING[1] * sin(angle)


def _rift(rift: Mapping[str, Any], at: tuple[float, float]) -> Dial:
    tone = "closed" if rift["fixed"] else TONES[rift["colour"]]
    return Dial(*at, DISC, rift["level"], 10, rift["name"], tone, str(rift["position"]))


def _san_dimas(view: Mapping[str, Any]) -> Dial:
    level, most = view["san_dimas"]["level"], view["san_dimas"]["max"]
    return Dial(*CENTRE, HUB, level, most, "San Dimas", "bad" if level >= most - 1 else "active")


def _pawns(view: Mapping[str, Any], place: str, x: float, y: float) -> list[Shape]:
    """Who stands at a place, players first, in a row below its name; on San Dimas there is room for two."""
    players = [(initials(player["seat"]), player["seat"], "player",
                "active" if player["seat"] == view["active"] else "plain")
               for player in view["players"] if player["place"] == place]
    people = [(initials(person["name"]), person["name"], "personage",
               "closed" if person["returned"] else "plain")
              for person in view["personages"] if person["place"] == place and not person["booth"]]
    disc = HUB if place == SAN_DIMAS else DISC
    below = y + disc * (1 + LABEL) + FIGURE
    if place == SAN_DIMAS:
        second = below + 2 * FIGURE + 2 if players else below
        return [*_row(players, x, below, HUB_ROOMY), *_row(people, x, second, HUB_ROOMY)]
    return _row([*players, *people], x + _aside(x, y), below, ROOMY)


def _aside(x: float, y: float) -> float:
    """How far the figures at a disc step aside, to keep off the disc below: of the upper ones inwards."""
    if y < CENTRE[1] - RING[1] / 2:
        return (CENTRE[0] - x) * 0.15
    return (x - CENTRE[0]) * 0.1 if CENTRE[1] < y < CENTRE[1] + RING[1] / 2 else 0.0


def _row(figures: list[Figure], x: float, y: float, roomy: int) -> list[Shape]:
    """Figures side by side around x; those for whom there is no room stand together as one."""
    if len(figures) > MOST:
        rest = figures[MOST - 1:]
        names = ", ".join(name for _, name, _, _ in rest)
        figures = [*figures[: MOST - 1], (f"+{len(rest)}", names, "personage", "plain")]
    r = FIGURE if len(figures) <= roomy else SMALL_FIGURE
    half = (len(figures) - 1) * (r + 1)
    left = min(max(x, half + r + 1), WIDTH - half - r - 1) - half
    return [Pawn(left + place * 2 * (r + 1), y, r, *figure) for place, figure in enumerate(figures)]


def initials(name: str) -> str:
    """Two letters for a figure: of the first and the last word, or the first two; `P10` for “Person 10”."""
    words = name.replace("_", " ").split()
    last = words[-1] if words[-1].isdigit() else words[-1][:1]
    return (words[0][0] + last).upper() if len(words) > 1 else name[:2].upper()


def _fixed(view: Mapping[str, Any]) -> int:
    return sum(rift["fixed"] for rift in view["rifts"])


def display(view: Mapping[str, Any]) -> Screen:
    """Round, whose turn and what is left; a gauge for each rift by board number, and San Dimas."""
    rifts = sorted(view["rifts"], key=lambda rift: int(rift["position"]))
    gauges = [Gauge(str(rift["position"]), rift["level"], 10,
                    "closed" if rift["fixed"] else TONES[rift["colour"]]) for rift in rifts]
    level, most = view["san_dimas"]["level"], view["san_dimas"]["max"]
    title = (Message("Round {round}: {seat}", {"round": view["round"], "seat": view["active"]})
             if view["active"] else Message("Riff in Time"))
    return Screen(
        title,
        (Message("San Dimas {level} of {most}", {"level": level, "most": most}),
         Message("Fixed {fixed} of 10, cards {left}", {"fixed": _fixed(view), "left": view["riff"]["left"]})),
        (*gauges, Gauge("SD", level, most, "bad" if level >= most - 1 else "active")),
    )
