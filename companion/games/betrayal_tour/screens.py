"""What to show of a race: the track as a cross for the phone, tracks to the bunkers for the display."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Any

from companion.engine.questions import Message
from companion.games.drawing import Board, Cell, Gauge, Pawn, Screen, Shape

WIDTH = 400.0
CELLS = 16
"""The grid is 14 cells wide, with one more on each side for the bunkers."""
CELL = WIDTH / CELLS
MARKS = {"plain": "", "station": "S", "bad_day": "▲", "entity": "!", "checkpoint": "★"}
NAMES = {"plain": "plain", "station": "station", "bad_day": "bad day", "entity": "entity",
         "checkpoint": "checkpoint"}
TONES = {"plain": "plain", "station": "good", "bad_day": "bad", "entity": "quiet", "checkpoint": "closed"}
THROWS = {
    "": Message("{seat}'s turn"), "start": Message("{seat}: throw to start"),
    "move": Message("{seat}: throw to move"), "blocked": Message("{seat}: blocked throw"),
    "bonus": Message("{seat}: throw for the event"), "bad_day": Message("{seat}: bad day, throw"),
    "attack": Message("{seat}: attacked, throw"), "weld": Message("{seat}: throw four for the welds"),
}


def board(view: Mapping[str, Any]) -> Board:
    """The track with its kinds of squares, the pawns on it, and the squares this move may end on."""
    spots = [spot(view, square) for square in range(len(view["squares"]))]
    shapes: list[Shape] = [
        Cell(*spots[square], CELL * 0.94, CELL * 0.94, f"{square}: {NAMES[kind]}", MARKS[kind],
             tone="active" if str(square) in view["reach"] else TONES[kind])
        for square, kind in enumerate(view["squares"])
    ]
    shapes += [_bunker(view, spots, bunker) for bunker in view["bunkers"]]
    for place in dict.fromkeys(racer["square"] for racer in view["racers"]):
        shapes += _pawns(view, spots, place)
    return Board(WIDTH, WIDTH, tuple(shapes), Message(
        "The track: S station, ▲ bad day, ! entity, ★ checkpoint. {places}",
        {"places": [f"{racer['seat']} {racer['square']}" for racer in view["racers"]]}))


def spot(view: Mapping[str, Any], square: int) -> tuple[float, float]:
    """Where a square is drawn: on its place of the board's grid, else on a ring."""
    if view["xy"]:
        column, row = view["xy"][square]
        return (column + 1.5) * CELL, (row + 1.5) * CELL
    angle = 2 * pi * square / len(view["squares"])
    return WIDTH / 2 * (1 + 0.85 * sin(angle)), WIDTH / 2 * (1 - 0.85 * cos(angle))


def _beside(view: Mapping[str, Any], spots: list[tuple[float, float]], start: int) -> tuple[float, float]:
    """Where a bunker is drawn: outside, between its start square and the square before it."""
    (x1, y1), (x2, y2) = spots[start], spots[start - 1]
    x, y = (x1 + x2) / 2 - WIDTH / 2, (y1 + y2) / 2 - WIDTH / 2
    far = max(abs(x), abs(y))
    return WIDTH / 2 + x * (far + CELL) / far, WIDTH / 2 + y * (far + CELL) / far


def _bunker(view: Mapping[str, Any], spots: list[tuple[float, float]], bunker: Mapping[str, Any]) -> Cell:
    owners = [racer["seat"] for racer in view["racers"] if racer["bunker"] == bunker["id"]]
    x, y = _beside(view, spots, bunker["start"])
    return Cell(x, y, CELL * 1.7, CELL * 0.94, f"Bunker {bunker['id']}", "" if owners else "–",
                tone="plain" if owners else "quiet")


def _pawns(view: Mapping[str, Any], spots: list[tuple[float, float]], place: str) -> list[Pawn]:
    """The pawns of one place, side by side."""
    here = [racer for racer in view["racers"] if racer["square"] == place]
    pawns: list[Pawn] = []
    for number, racer in enumerate(here):
        if place.isdigit():
            x, y = spots[int(place)]
        else:
            start = next(bunker["start"] for bunker in view["bunkers"] if bunker["id"] == racer["bunker"])
            x, y = _beside(view, spots, start)
        shift = (number - (len(here) - 1) / 2) * CELL * 0.55 if place.isdigit() else 0.0
        tone = "active" if racer["seat"] == view["current"] else "plain"
        pawns.append(Pawn(x + shift, y, CELL * 0.42, initials(racer["seat"]), racer["seat"], "player", tone))
    return pawns


def initials(seat: str) -> str:
    """Two letters for a pawn."""
    return seat[:2].upper()


def display(view: Mapping[str, Any]) -> Screen:
    """Whose throw and what for; for each racer the way to the bunker and the welded parts."""
    whole = len(view["squares"])
    gauges = []
    for racer in view["racers"]:
        done = whole - racer["steps_home"] if racer["steps_home"] else whole * (racer["square"] == "home")
        tone = "bad" if racer["blocked_need"] else "active" if racer["seat"] == view["current"] else "plain"
        gauges.append(Gauge(f"{initials(racer['seat'])}{len(racer['parts'])}", done, whole, tone))
    mine = next((racer for racer in view["racers"] if racer["seat"] == view["current"]), None)
    lines = (Message("Parts {count} of 4, square {square}",
                     {"count": len(mine["parts"]), "square": mine["square"]}),) if mine else ()
    title = THROWS[view["throw"]].id if view["current"] else "Betrayal Tour"
    return Screen(Message(title, {"seat": view["current"]}), lines, tuple(gauges))
