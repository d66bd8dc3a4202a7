"""What the phone page tells beside the board: the own room, each treasure, the coming roll, the players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.questions import Message
from companion.games.drawing import Panel, Step, steps_of
from companion.games.professor_evil.content import OUTSIDE

TURN = (
    ("draw", "EVIL-25", Message("Reveal two cards")),
    ("actions", "EVIL-27", Message("Up to three actions, and one card")),
    ("roll", "EVIL-58", Message("Roll the three dice")),
    ("professor", "EVIL-60", Message("The professor moves")),
    ("clock", "EVIL-82", Message("The clock goes on")),
)


def steps(view: Mapping[str, Any]) -> tuple[Step, ...]:
    """The steps of a turn (EVIL-24)."""
    return steps_of(TURN, view["phase"]) if view["current"] and not view["result"] else ()


def panels(view: Mapping[str, Any]) -> tuple[Panel, ...]:
    """Whose turn it is first, then the treasures by their markers, the coming roll, the other players."""
    if not view["current"]:
        return ()
    current = [player for player in view["players"] if player["seat"] == view["current"]]
    others = [player for player in view["players"] if player["seat"] != view["current"]]
    return (*(_player(view, player) for player in current), *_treasures(view), _roll(view),
            *(_player(view, player) for player in others), _score(view))


def _treasures(view: Mapping[str, Any]) -> list[Panel]:
    """How long there is left, what still guards it, and how likely this turn's roll takes it."""
    found = []
    for treasure in sorted(view["treasures"], key=lambda treasure: int(treasure["steps_left"])):
        still_on = [Message("{trap} in {room}", {"trap": trap["trap"], "room": trap["room"]})
                    for trap in treasure["still_on"]]
        found.append(Panel(
            Message("{tile} ({colour}), {minutes} min", {
                "colour": treasure["colour"], "tile": treasure["tile"],
                "minutes": treasure["minutes_left"]}),
            (Message("Lies in {room}", {"room": treasure["room"]}),
             Message("Still on: {traps}", {"traps": still_on}) if still_on
             else Message("All its traps are OFF: save it in {room}", {"room": treasure["room"]}),
             Message("Lost in the coming roll: {chance}\u00a0%",
                     {"chance": _percent(view["odds"]["lost"].get(treasure["colour"], 0))}))))
    return found


def _roll(view: Mapping[str, Any]) -> Panel:
    """Where the professor may come in the coming roll, the likeliest room first."""
    reached = sorted(view["odds"]["reached"].items(), key=lambda room: -room[1])
    rooms = [Message("{room} {chance}\u00a0%", {"room": room, "chance": _percent(chance)})
             for room, chance in reached]
    return Panel(Message("The professor, in {room}", {"room": view["professor"]}),
                 (Message("In the coming roll he enters: {rooms}", {"rooms": rooms}),) if rooms else ())


def _player(view: Mapping[str, Any], player: Mapping[str, Any]) -> Panel:
    """Where a player is, the power, the cards; for the current one also the own room and the turn so far."""
    is_current = player["seat"] == view["current"]
    who = {"character": player["character"], "place": player["place"]}
    lines = [Message("{character}, outside", who) if player["place"] == OUTSIDE
             else Message("{character}, in {place}", who),
             Message("Power awake") if player["power"] else Message("Power asleep"),
             Message("Cards to come: {count}", {"count": player["pile"]})]
    if is_current:
        lines += _own_room(view, player["place"])
        if view["revealed"]:
            lines.append(Message("Cards: {cards}", {"cards": view["revealed"]}))
        if view["card_played"]:
            lines.append(Message("Card played: {card}", {"card": view["card_played"]}))
    return Panel(Message("{seat}", {"seat": player["seat"]}), tuple(lines), is_current)


def _own_room(view: Mapping[str, Any], place: str) -> list[Message]:
    """The trap and the doors of a room, open and locked."""
    if place == OUTSIDE:
        windows = [room["room"] for room in view["rooms"]
                   if room["window"] and room["room"] != view["professor"]]
        return [Message("Can climb into: {rooms}", {"rooms": windows})]
    (room,) = [room for room in view["rooms"] if room["room"] == place]
    doors = [door for door in view["doors"] if place in (door["a"], door["b"])]
    beyond = {locked: [door["b"] if door["a"] == place else door["a"] for door in doors
                       if door["locked"] == locked] for locked in (False, True)}
    lines = [Message("Here: {trap} ON" if room["on"] else "Here: {trap} OFF", {"trap": room["trap"]})]
    if beyond[False]:
        lines.append(Message("Open doors: {rooms}", {"rooms": beyond[False]}))
    if beyond[True]:
        lines.append(Message("Locked doors: {rooms}", {"rooms": beyond[True]}))
    return lines


def _score(view: Mapping[str, Any]) -> Panel:
    """What is saved and what is lost."""
    lines = [Message(text, {"tiles": tiles}) for text, tiles in (
        ("Saved: {tiles}", view["saved"]), ("Lost: {tiles}", view["lost"])) if tiles]
    return Panel(Message("Saved {saved} of 4, lost {lost} of 4",
                         {"saved": len(view["saved"]), "lost": len(view["lost"])}), tuple(lines))


def _percent(chance: float) -> int:
    """Whole percents are enough to decide by; what can happen is not called impossible."""
    return max(1, round(chance)) if chance else 0
