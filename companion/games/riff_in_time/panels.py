"""What the phone page tells of each player: the place, whom they carry, the task, what is theirs to use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.engine.questions import Message
from companion.games.drawing import Panel, Step, steps_of

TURN = (
    ("riff", "RIT-15", Message("Draw a Riff card")),
    ("pool", "RIT-70", Message("Put the dice together, throw")),
    ("booth", "RIT-77", Message("Use the Booth, or not")),
    ("bogus", "RIT-83", Message("Resolve each Bogus")),
    ("actions", "RIT-90", Message("Take Actions, in any order")),
    ("objectives", "RIT-115", Message("Check every task")),
)


def steps(view: Mapping[str, Any]) -> tuple[Step, ...]:
    """The steps of a turn (RIT-15, RIT-16)."""
    return steps_of(TURN, view["phase"]) if view["active"] and not view["result"] else ()


def panels(view: Mapping[str, Any]) -> tuple[Panel, ...]:
    """One panel for each player, in the order of the seats."""
    return tuple(Panel(Message("{seat}", {"seat": player["seat"]}), tuple(_lines(view, player)),
                       player["seat"] == view["active"]) for player in view["players"])


def _lines(view: Mapping[str, Any], player: Mapping[str, Any]) -> list[Message]:
    if not player["character"]:
        return []
    lines = [Message("{character}, at {place}", {"character": player["character"], "place": player["place"]})]
    if player["booth"]:
        lines.append(Message("Carries {personages}", {"personages": player["booth"]}))
    if player["objective"]:
        lines.append(_task(player))
    cards = [card for card in (player["bonus"], player["reward"]) if card]
    if cards:
        lines.append(Message("Card Actions: {actions}", {"actions": cards}))
    if player["triumphs"]:
        lines.append(Message("Fixed: {places}", {"places": player["triumphs"]}))
    if player["seat"] == view["active"] and view["actions"]:
        left = Counter(action for action, _ in view["actions"])
        lines.append(Message("Can still use: {actions}", {"actions": [
            Message("{count} × {action}", {"count": count, "action": action})
            for action, count in left.items()]}))
    return lines


def _task(player: Mapping[str, Any]) -> Message:
    """The task, and how far it is."""
    task, done = {"task": player["objective"]}, len(player["progress"])
    if player["objective_state"] == "rewarded":
        return Message("Task, rewarded: {task}", task)
    if player["objective_state"] == "met":
        return Message("Task, done: {task}", task)
    if done:
        return Message("Task: {task} ({count} so far)", {**task, "count": done})
    return Message("Task: {task}", task)
