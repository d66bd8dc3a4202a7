"""What to show of a race: the track as a cross for the phone, tracks to the bunkers for the display."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin
from typing import Any

from companion.engine.questions import Message
from companion.games.drawing import Board, Cell, Pawn, Screen, Shape, Track

WIDTH = 400.0
MARGIN = 1.2
"""So many cells are left free around the track, for the bunkers."""
GAP = 0.94
MARKS = {"station": "S", "bad_day": "▲", "entity": "!", "checkpoint": "◆"}
TONES = {"plain": "number", "station": "good", "bad_day": "bad", "entity": "quiet", "checkpoint": "closed"}
LEGEND = (
    ("", Message("S station")), ("", Message("▲ bad day")), ("", Message("! entity")),
    ("", Message("◆ checkpoint")), ("active", Message("this move may end here")),
)
THROWS = {
    "": Message("{seat}'s turn"), "start": Message("{seat}: throw to start"),
    "move": Message("{seat}: throw to move"), "blocked": Message("{seat}: blocked throw"),
    "bonus": Message("{seat}: throw for the event"), "bad_day": Message("{seat}: bad day, throw"),
    "attack": Message("{seat}: attacked, throw"), "weld": Message("{seat}: throw four for the welds"),
}
Spot = tuple[float, float]


class Plan:
    """Where everything of a view's board is drawn, in units of `WIDTH`."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view = view
        places = [(float(column), float(row)) for column, row in view["xy"]] or _ring(len(view["squares"]))
        left, top = min(x for x, _ in places), min(y for _, y in places)
        columns = max(x for x, _ in places) - left + 1
        rows = max(y for _, y in places) - top + 1
        self.cell = WIDTH / (columns + 2 * MARGIN)
        self.height = self.cell * (rows + 2 * MARGIN)
        self.squares: list[Spot] = [
            ((x - left + MARGIN + 0.5) * self.cell, (y - top + MARGIN + 0.5) * self.cell) for x, y in places]

    def bunker(self, start: int) -> Spot:
        """Beside the start square and the square before it, away from the middle."""
        x, y = self._door(start)
        if self.is_upright(start):
            return x + (self.cell if x > WIDTH / 2 else -self.cell), y
        return x, y + (self.cell if y > self.height / 2 else -self.cell)

    def is_upright(self, start: int) -> bool:
        """Whether a bunker lies at the left or at the right of the track, and is drawn upright."""
        x, y = self._door(start)
        return abs(x - WIDTH / 2) * self.height > abs(y - self.height / 2) * WIDTH

    def _door(self, start: int) -> Spot:
        (x1, y1), (x2, y2) = self.squares[start], self.squares[start - 1]
        return (x1 + x2) / 2, (y1 + y2) / 2

    def spot(self, racer: Mapping[str, Any]) -> Spot:
        """Where a pawn stands: on its square, or in its bunker before the start and at home."""
        if racer["square"].isdigit():
            return self.squares[int(racer["square"])]
        return self.bunker(self.view["bunkers"][racer["bunker"]]["start"])


def _ring(count: int) -> list[Spot]:
    """Places on a ring, clockwise from the top, for a board that says none."""
    radius = count / (2 * pi) * 1.1
    return [(radius * sin(2 * pi * square / count), -radius * cos(2 * pi * square / count))
            for square in range(count)]


def board(view: Mapping[str, Any]) -> Board:
    """The track with its kinds of squares, the pawns on it, and the squares this move may end on."""
    plan = Plan(view)
    shapes: list[Shape] = [_square(view, plan, square) for square in range(len(view["squares"]))]
    shapes += [_bunker(view, plan, bunker) for bunker in view["bunkers"]]
    spots = [plan.spot(racer) for racer in view["racers"]]
    for spot in dict.fromkeys(spots):
        shapes += _pawns(view, plan, spot, [racer for racer, at in zip(view["racers"], spots, strict=True)
                                            if at == spot])
    return Board(WIDTH, plan.height, tuple(shapes), Message("The track, with the pawns: {places}", {
        "places": [Message("{seat} {square}", {"seat": racer["seat"], "square": racer["square"]})
                   for racer in view["racers"]]}), LEGEND)


def _square(view: Mapping[str, Any], plan: Plan, square: int) -> Cell:
    """A square: a plain one, and one on which this move may end, with its number; else with its mark."""
    kind, side = view["squares"][square], plan.cell * GAP
    if str(square) in view["reach"]:
        return Cell(*plan.squares[square], side, side, _name(square, kind), str(square), tone="active")
    return Cell(*plan.squares[square], side, side, _name(square, kind), MARKS.get(kind, str(square)),
                tone=TONES[kind])


def _name(square: int, kind: str) -> Message:
    return Message("{square} {kind}", {"square": str(square), "kind": kind})


def _bunker(view: Mapping[str, Any], plan: Plan, bunker: Mapping[str, Any]) -> Cell:
    """A bunker with the initials of those whose pawns are out of it; one that nobody has stays quiet."""
    own = [racer for racer in view["racers"] if racer["bunker"] == bunker["id"]]
    # A pawn that stands there has the same letters, and would cover them.
    owners = [initials(view, racer["seat"]) for racer in own if racer["square"].isdigit()]
    reached = "home" in view["reach"] and bunker["id"] == next(
        racer["bunker"] for racer in view["racers"] if racer["seat"] == view["current"])
    tone = "active" if reached else "plain" if own else "quiet"
    name = Message("Bunker {number}", {"number": bunker["id"]})
    at, long, short = plan.bunker(bunker["start"]), plan.cell * (1 + GAP), plan.cell * GAP
    if not plan.is_upright(bunker["start"]):
        return Cell(*at, long, short, name, " ".join(owners), tone=tone)
    above, below = (*owners, "", "")[:2]
    return Cell(*at, short, long, name, "", above, below, tone)


def _pawns(view: Mapping[str, Any], plan: Plan, spot: Spot, here: Sequence[Mapping[str, Any]]) -> list[Pawn]:
    """The pawns of one place: alone in the middle, two side by side, more in two rows."""
    r = plan.cell * (0.42 if len(here) < 3 else 0.36)
    columns = -(-len(here) // 2) if len(here) > 2 else len(here)
    bunkers = [view["bunkers"][racer["bunker"]]["start"] for racer in here if not racer["square"].isdigit()]
    if bunkers and plan.is_upright(bunkers[0]):
        columns = 1
    rows = -(-len(here) // columns)
    pawns = []
    for number, racer in enumerate(here):
        x = spot[0] + (number % columns - (columns - 1) / 2) * 1.9 * r
        y = spot[1] + (number // columns - (rows - 1) / 2) * 1.9 * r
        tone = "active" if racer["seat"] == view["current"] else "plain"
        pawns.append(Pawn(x, y, r, initials(view, racer["seat"]), racer["seat"], "player", tone))
    return pawns


def initials(view: Mapping[str, Any], seat: str) -> str:
    """Two letters for a pawn: the first two of the name, or its first and last where that tells it apart."""
    seats = [racer["seat"] for racer in view["racers"]]
    alike = sum(other[:2].upper() == seat[:2].upper() for other in seats)
    return (seat[0] + seat[-1] if alike > 1 else seat[:2]).upper()


def display(view: Mapping[str, Any]) -> Screen:
    """Whose throw and what for; for each racer the track to the bunker and the welded parts."""
    whole, who = len(view["squares"]), view["actor"] or view["current"]
    tracks = []
    for racer in view["racers"]:
        done = whole - racer["steps_home"] if racer["steps_home"] else whole * (racer["square"] == "home")
        tone = "bad" if racer["blocked_need"] else "active" if racer["seat"] == who else "plain"
        tracks.append(Track(initials(view, racer["seat"]), done, whole, len(racer["parts"]),
                            len(racer["checkpoints"]), tone))
    title = Message(THROWS[view["throw"]].id, {"seat": who}) if who else Message("Betrayal Tour")
    return Screen(title, tuple(_about(view, who)) if view["throw"] else (), (), tracks=tuple(tracks))


def _about(view: Mapping[str, Any], who: str) -> Iterator[Message]:
    """A line on whoever throws: who displaced the pawn, or how far it is from home."""
    racer = next(racer for racer in view["racers"] if racer["seat"] == who)
    if who != view["current"]:
        yield Message("Displaced by {mover}", {"mover": view["current"]})
    elif racer["steps_home"]:
        yield Message("{square} {kind}, {count} steps home", {
            "square": racer["square"], "kind": view["squares"][int(racer["square"])],
            "count": racer["steps_home"]})
