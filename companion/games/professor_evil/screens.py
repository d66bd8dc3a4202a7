"""What to show of Professor Evil: clock and mansion for the phone, a clock face for the display."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Any

from companion.engine.questions import Message
from companion.games.drawing import Board, Cell, Clock, Gauge, Line, Pawn, Screen, Shape, Token
from companion.games.professor_evil import plan
from companion.games.professor_evil.clock import POWER_HOURS
from companion.games.professor_evil.content import OUTSIDE
from companion.games.professor_evil.names import LETTERS
from companion.games.professor_evil.state import FACE, STEPS_A_LAP

WIDTH, HEIGHT = plan.WIDTH, 656.0
CLOCK = (103.0, 105.0)
CLOCK_RADIUS = 88.0
SOON = 2
"""With so many steps left a treasure can be lost in one turn without a hurry."""
BESIDE = 1.05
"""How far apart markers are that share an hour, in hours of half their size."""
LEGEND = (
    ("good", Message("trap OFF, or saved")), ("bad", Message("the professor, or soon lost")),
    ("active", Message("open door, or whose turn it is")),
)


def board(view: Mapping[str, Any]) -> Board:
    """The clock with its markers, the treasures, and the mansion with doors, rugs, traps and people."""
    shapes = [*_clock(view), *_treasures(view), *_mansion(view), *_outside(view)]
    return Board(WIDTH, HEIGHT, tuple(shapes), Message(
        "Clock at {face}; the professor is in {room}; saved {saved}, lost {lost}.",
        {"face": view["clock"]["face"], "room": view["professor"], "saved": len(view["saved"]),
         "lost": len(view["lost"])}), LEGEND)


def _clock(view: Mapping[str, Any]) -> list[Shape]:
    """Twelve hours with a hand that points at the time marker; the treasures' markers at the rim."""
    time = view["clock"]["steps"] % STEPS_A_LAP
    shapes: list[Shape] = [Token(*CLOCK, CLOCK_RADIUS - 16, "", view["clock"]["face"], "quiet")]
    shapes += [Line(*CLOCK, *_hour(time, 0.5), "active"),
               Token(*CLOCK, 5, "", view["clock"]["face"], "active")]
    shapes += [Token(*_hour(hour, 0.42), 7, "★", "A power wakes here", "plain") for hour in POWER_HOURS]
    shapes += [Token(*_hour(hour, 0.66), 13.5 if hour == time else 12, FACE[hour], FACE[hour],
                     "active" if hour == time else "quiet") for hour in range(STEPS_A_LAP)]
    for hour in range(STEPS_A_LAP):
        here = [treasure for treasure in view["treasures"] if treasure["face"] == FACE[hour]]
        shapes += [_marker(treasure, *_hour(hour + (number - (len(here) - 1) / 2) * BESIDE / 2, 1.0))
                   for number, treasure in enumerate(here)]
    return shapes


def _marker(treasure: Mapping[str, Any], x: float, y: float, size: float = 9) -> Pawn:
    return Pawn(x, y, size, LETTERS[treasure["colour"]], treasure["tile"], "treasure", treasure["colour"])


def _hour(hour: float, reach: float) -> tuple[float, float]:
    angle = 2 * pi * hour / STEPS_A_LAP
    return (CLOCK[0] + CLOCK_RADIUS * reach * sin(angle), CLOCK[1] - CLOCK_RADIUS * reach * cos(angle))


def _treasures(view: Mapping[str, Any]) -> list[Shape]:
    """A card for each treasure: minutes left, where it lies, and how many traps still guard it."""
    shapes: list[Shape] = []
    for number, treasure in enumerate(view["treasures"]):
        y, on = 33.0 + 58 * number, len(treasure["still_on"])
        note = (Message("{room}: traps ON {count}", {"room": treasure["room"], "count": on}) if on
                else Message("{room}: all OFF", {"room": treasure["room"]}))
        tone = "bad" if treasure["steps_left"] <= SOON else "good" if not on else "plain"
        shapes.append(Cell(302, y, 194, 54, treasure["name"],
                           Message("{minutes} min", {"minutes": treasure["minutes_left"]}),
                           Message("{tile}", {"tile": treasure["tile"]}), note, tone))
        shapes.append(_marker(treasure, 221, y - 1, 10))
    shapes.append(Cell(252, 198, 94, 30, "Saved", Message("Saved {count}", {"count": len(view["saved"])}),
                       tone="good"))
    shapes.append(Cell(352, 198, 94, 30, "Lost", Message("Lost {count}", {"count": len(view["lost"])}),
                       tone="bad"))
    return shapes


def _mansion(view: Mapping[str, Any]) -> list[Shape]:
    spots = plan.spots(view)
    shapes: list[Shape] = [shape for door in view["doors"] for shape in plan.door(door, spots)]
    for room in view["rooms"]:
        shapes += _room(view, room, *spots[room["room"]])
    return shapes


def _room(view: Mapping[str, Any], room: Mapping[str, Any], x: float, y: float) -> list[Shape]:
    """A room with its trap, and who and what is in it."""
    here = room["room"]
    trap = (Message("{trap} ON" if room["on"] else "{trap} OFF", {"trap": room["trap"]})
            if room["trap"] else "")
    tone = "bad" if here == view["professor"] else "plain" if room["on"] or not room["trap"] else "good"
    shapes: list[Shape] = [Cell(x, y, *plan.ROOM, room["name"], "", room["name"], trap, tone)]
    pieces = [Pawn(0, 0, 10, "PE", "professor_evil", "personage", "bad")] if here == view["professor"] else []
    pieces += [_marker(treasure, 0, 0, 8) for treasure in view["treasures"] if treasure["room"] == here]
    pieces += _players(view, here)
    step = min(20.0, (plan.ROOM[0] - 18) / max(1, len(pieces) - 1))
    return shapes + [Pawn(x + (number - (len(pieces) - 1) / 2) * step, y + 4, piece.r, piece.initials,
                          piece.name, piece.kind, piece.tone) for number, piece in enumerate(pieces)]


def _players(view: Mapping[str, Any], place: str) -> list[Pawn]:
    return [Pawn(0, 0, 10.5, player["seat"][:2].upper(), player["seat"], "player",
                 "active" if player["seat"] == view["current"] else "plain")
            for player in view["players"] if player["place"] == place]


def _outside(view: Mapping[str, Any]) -> list[Shape]:
    """Who is outside, and by which windows they can come in."""
    windows = [room["room"] for room in view["rooms"] if room["window"]]
    y = HEIGHT - 24
    shapes: list[Shape] = [Cell(WIDTH / 2, y, WIDTH - 20, 44, "outside", "", Message("Outside"),
                                Message("Windows: {rooms}", {"rooms": windows}))]
    pawns = _players(view, OUTSIDE)
    return shapes + [Pawn(WIDTH / 2 + 60 + 22 * number, y - 9, pawn.r, pawn.initials, pawn.name, pawn.kind,
                          pawn.tone) for number, pawn in enumerate(pawns)]


def display(view: Mapping[str, Any]) -> Screen:
    """A clock face with the time and the treasures, minutes left for each, saved and lost."""
    marks = tuple((LETTERS[treasure["colour"]], FACE.index(treasure["face"]))
                  for treasure in view["treasures"])
    gauges = tuple(Gauge(LETTERS[treasure["colour"]], treasure["steps_left"], STEPS_A_LAP - 1,
                         "bad" if treasure["steps_left"] <= SOON else "plain")
                   for treasure in view["treasures"])
    who = {"seat": view["current"], "left": view["actions_left"]}
    title = (Message("Professor Evil") if not view["current"] else
             Message("{seat}: 1 action left", who) if view["actions_left"] == 1 else
             Message("{seat}: {left} actions left", who))
    lines = (*(Message("{letter} {minutes}' {room}", {
                 "letter": LETTERS[treasure["colour"]], "minutes": treasure["minutes_left"],
                 "room": treasure["room"]}) for treasure in view["treasures"]),
             Message("Saved {saved}, lost {lost}", {"saved": len(view["saved"]), "lost": len(view["lost"])}))
    return Screen(title, lines, gauges, Clock(view["clock"]["steps"] % STEPS_A_LAP, marks))
