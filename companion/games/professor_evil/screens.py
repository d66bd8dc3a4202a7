"""What to show of Professor Evil: clock and mansion for the phone, a clock face for the display."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, hypot, pi, sin
from typing import Any

from companion.engine.questions import Message
from companion.games.drawing import Board, Cell, Clock, Gauge, Line, Pawn, Screen, Shape, Token
from companion.games.professor_evil.state import FACE, STEPS_A_LAP

WIDTH, HEIGHT = 400.0, 790.0
CLOCK = (104.0, 104.0)
CLOCK_RADIUS = 88.0
HOUSE = 212.0
"""Where the mansion begins, below the clock."""
ROOM = (64.0, 46.0)
LETTERS = {"red": "R", "green": "G", "blue": "B"}
TRAPS = {"padlock": "P", "saw": "S", "camera": "C", "laser": "L", "console": "K"}
RUG = 6.5
DOOR = 9.0


def board(view: Mapping[str, Any]) -> Board:
    """The clock with its markers, the treasures, and the mansion with doors, rugs, traps and people."""
    shapes = [*_clock(view), *_treasures(view), *_mansion(view)]
    return Board(WIDTH, HEIGHT, tuple(shapes), Message(
        "Clock at {face}; the professor is in {room}; saved {saved}, lost {lost}.",
        {"face": view["clock"]["face"], "room": view["professor"], "saved": len(view["saved"]),
         "lost": len(view["lost"])}))


def _clock(view: Mapping[str, Any]) -> list[Shape]:
    """Twelve hours, the time marker inside, the treasures' markers outside."""
    time = view["clock"]["steps"] % STEPS_A_LAP
    shapes: list[Shape] = [Token(*_hour(hour, 0.72), 11, FACE[hour], FACE[hour],
                                 "active" if hour == time else "quiet") for hour in range(STEPS_A_LAP)]
    shapes.append(Line(*CLOCK, *_hour(time, 0.55), "active"))
    for number, treasure in enumerate(view["treasures"]):
        hour = FACE.index(treasure["face"])
        beside = [other for other in view["treasures"][:number] if other["face"] == treasure["face"]]
        shapes.append(Token(*_hour(hour, 1.0 + 0.17 * len(beside)), 8.5, LETTERS[treasure["colour"]],
                            treasure["name"], "bad" if treasure["steps_left"] <= 2 else "closed"))
    return shapes


def _hour(hour: float, reach: float) -> tuple[float, float]:
    angle = 2 * pi * hour / STEPS_A_LAP
    return (CLOCK[0] + CLOCK_RADIUS * reach * sin(angle), CLOCK[1] - CLOCK_RADIUS * reach * cos(angle))


def _treasures(view: Mapping[str, Any]) -> list[Shape]:
    """A card for each treasure: colour, minutes left, and what still guards it."""
    cards: list[Shape] = []
    for number, treasure in enumerate(view["treasures"]):
        on = sum(1 for _ in treasure["still_on"])
        traps = " ".join(TRAPS[type_] for type_ in treasure["types"])
        cards.append(Cell(303, 40 + 62 * number, 176, 56, treasure["name"],
                          f"{LETTERS[treasure['colour']]}  {treasure['minutes_left']} min",
                          treasure["name"], f"{traps} · {on} ON",
                          "bad" if treasure["steps_left"] <= 2 else "plain"))
    return cards


def _mansion(view: Mapping[str, Any]) -> list[Shape]:
    spots = _spots(view)
    shapes: list[Shape] = []
    for door in view["doors"]:
        shapes += _door(door, spots)
    for room in view["rooms"]:
        shapes += _room(view, room, *spots[room["room"]])
    outside = [player["seat"] for player in view["players"] if player["place"] == "outside"]
    shapes += [Pawn(20 + 28 * number, HEIGHT - 18, 12, seat[:2].upper(), seat, "player",
                    "active" if seat == view["current"] else "plain") for number, seat in enumerate(outside)]
    return shapes


def _spots(view: Mapping[str, Any]) -> dict[str, tuple[float, float]]:
    """Where each room is drawn: its place in the content's plan, in percent; rooms without one in rows."""
    spots = {}
    for number, room in enumerate(view["rooms"]):
        x, y = room["at"] if room["at"] != [0, 0] else (15 + 35 * (number % 3), 10 + 26 * (number // 3))
        spots[room["room"]] = (WIDTH * x / 100, HOUSE + (HEIGHT - HOUSE - 40) * y / 100)
    return spots


def _door(door: Mapping[str, Any], spots: Mapping[str, tuple[float, float]]) -> list[Shape]:
    """A line between two rooms, a rug on either side, and a bar across it where the door is locked."""
    (x1, y1), (x2, y2) = spots[door["a"]], spots[door["b"]]
    length = hypot(x2 - x1, y2 - y1) or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    shapes: list[Shape] = [Line(x1, y1, x2, y2, "quiet" if door["locked"] else "active")]
    for side, rug in ((-1, door["rug_a"]), (1, door["rug_b"])):
        shapes.append(Token(x + side * ux * DOOR, y + side * uy * DOOR, RUG, LETTERS[rug],
                            f"{door['door']}: {rug}", "plain"))
    if door["locked"]:
        shapes.append(Line(x - uy * DOOR, y + ux * DOOR, x + uy * DOOR, y - ux * DOOR, "bad"))
    return shapes


def _room(view: Mapping[str, Any], room: Mapping[str, Any], x: float, y: float) -> list[Shape]:
    """A room with its trap, and who and what is in it."""
    here = room["room"]
    trap = f"{TRAPS[room['trap']]} {'ON' if room['on'] else 'off'}" if room["trap"] else ""
    tone = "bad" if here == view["professor"] else "plain" if room["on"] or not room["trap"] else "good"
    shapes: list[Shape] = [Cell(x, y, *ROOM, room["name"], "", room["name"], trap, tone)]
    pieces: list[Shape] = []
    if here == view["professor"]:
        pieces.append(Pawn(0, 0, 10, "!!", "The professor", "personage", "closed"))
    pieces += [Token(0, 0, 9, LETTERS[treasure["colour"]], treasure["name"], "closed")
               for treasure in view["treasures"] if treasure["room"] == here]
    pieces += [Pawn(0, 0, 10, player["seat"][:2].upper(), player["seat"], "player",
                    "active" if player["seat"] == view["current"] else "plain")
               for player in view["players"] if player["place"] == here]
    for number, piece in enumerate(pieces):
        shapes.append(_moved(piece, x + (number - (len(pieces) - 1) / 2) * 20, y + 1))
    return shapes


def _moved(piece: Shape, x: float, y: float) -> Shape:
    if isinstance(piece, Token):
        return Token(x, y, piece.r, piece.text, piece.name, piece.tone)
    assert isinstance(piece, Pawn)
    return Pawn(x, y, piece.r, piece.initials, piece.name, piece.kind, piece.tone)


def display(view: Mapping[str, Any]) -> Screen:
    """A clock face with the time and the treasures, minutes left for each, saved and lost."""
    marks = tuple((LETTERS[treasure["colour"]], FACE.index(treasure["face"]))
                  for treasure in view["treasures"])
    gauges = tuple(Gauge(LETTERS[treasure["colour"]], treasure["steps_left"], STEPS_A_LAP - 1,
                         "bad" if treasure["steps_left"] <= 2 else "plain") for treasure in view["treasures"])
    title = (Message("{seat}: {left} actions", {"seat": view["current"], "left": view["actions_left"]})
             if view["current"] else Message("Professor Evil"))
    lines = (Message("Saved {saved}, lost {lost}", {"saved": len(view["saved"]), "lost": len(view["lost"])}),
             *(Message("{letter} {minutes} min {room}", {
                 "letter": LETTERS[treasure["colour"]], "minutes": treasure["minutes_left"],
                 "room": treasure["room"]}) for treasure in view["treasures"]))
    return Screen(title, lines, gauges, Clock(view["clock"]["steps"] % STEPS_A_LAP, marks))
