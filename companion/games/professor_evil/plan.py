"""The mansion as a plan: where rooms and doors are drawn, whatever map the content gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import hypot
from typing import Any

from companion.games.drawing import Line, Shape, Token
from companion.games.professor_evil.names import LETTERS

Spot = tuple[float, float]
WIDTH = 400.0
TOP, FOOT = 224.0, 600.0
"""Where the mansion begins, below the clock, and ends."""
ROOM = (92.0, 72.0)
RUG, RUG_OFF = 7.0, 9.5
"""A rug's size, and how far from the door it lies."""
BAR = 12.0
"""Half the length of a locked door."""
EDGE = 14.0
"""How far from the margin a way runs that goes round other rooms."""


def spots(view: Mapping[str, Any]) -> dict[str, Spot]:
    """The middle of each room: its place in the content's plan, in percent; rooms without one in rows."""
    found = {}
    for number, room in enumerate(view["rooms"]):
        x, y = room["at"] if room["at"] != [0, 0] else (19 + 31 * (number % 3), 8 + 28 * (number // 3))
        found[room["room"]] = (WIDTH * x / 100, TOP + (FOOT - TOP) * y / 100)
    return found


def door(door: Mapping[str, Any], at: Mapping[str, Spot]) -> Iterator[Shape]:
    """The way between two rooms, a bar across it where it is locked, and a rug on either side of the door."""
    start, end = at[door["a"]], at[door["b"]]
    others = [spot for room, spot in at.items() if room not in (door["a"], door["b"])]
    if any(is_on_the_way(spot, start, end) for spot in others):
        edge = EDGE if start[0] + end[0] < WIDTH else WIDTH - EDGE
        corners = [start, (edge, start[1]), (edge, end[1]), end]
        start, end = corners[1], corners[2]
    else:
        corners = [start, end]
    for one, other in pairwise(corners):
        yield Line(*one, *other, "quiet" if door["locked"] else "active")
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    if door["locked"]:
        yield Line(x - uy * BAR, y + ux * BAR, x + uy * BAR, y - ux * BAR, "closed")
    for side, rug in ((-1, door["rug_a"]), (1, door["rug_b"])):
        if rug:
            yield Token(x + side * ux * RUG_OFF, y + side * uy * RUG_OFF, RUG, LETTERS[rug], door["door"],
                        rug)


def is_on_the_way(spot: Spot, start: Spot, end: Spot) -> bool:
    """Whether the straight line from `start` to `end` crosses the room around `spot`."""
    width, height = ROOM
    for part in range(1, 20):
        x, y = (start[axis] + (end[axis] - start[axis]) * part / 20 for axis in (0, 1))
        if abs(x - spot[0]) < width / 2 and abs(y - spot[1]) < height / 2:
            return True
    return False
