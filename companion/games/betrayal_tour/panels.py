"""What the phone page tells of each player: the place, the parts, the stock, what befell it, its chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.questions import Message
from companion.games.drawing import Panel, Step, steps_of

PROTECTIONS = {"blessing": Message("a blessing (next bad day)"),
               "helmets": Message("{count} × turncoat helmet (an attack)"),
               "safe_conducts": Message("{count} × safe conduct (a weld)")}

TURN = (
    ("throw", "BT-05", Message("Throw: to start, or to move")),
    ("event", "BT-68", Message("On a 10: an event")),
    ("move", "BT-13", Message("Move, or stop at a station")),
    ("square", "BT-14", Message("What the square does")),
)


def steps(view: Mapping[str, Any]) -> tuple[Step, ...]:
    """The steps of a turn (BT-05), by what is thrown for, where the move may end, and whether it has."""
    if view["phase"] != "race":
        return ()
    if view["throw"] in ("start", "move", "blocked") or not (view["throw"] or view["move_value"]):
        return steps_of(TURN, "throw")
    if view["throw"] == "bonus":
        return steps_of(TURN, "event")
    return steps_of(TURN, "move" if view["reach"] else "square")


def panels(view: Mapping[str, Any]) -> tuple[Panel, ...]:
    """One panel for each player, in the order of turns; a team's two are told by its number."""
    in_teams = len({racer["team"] for racer in view["racers"]}) < len(view["racers"])
    return tuple(Panel(_title(racer, in_teams), tuple(_lines(view, racer)), racer["seat"] == view["current"])
                 for racer in view["racers"])


def _title(racer: Mapping[str, Any], in_teams: bool) -> Message:
    if in_teams:
        return Message("{seat}, team {team}", {"seat": racer["seat"], "team": racer["team"] + 1})
    return Message("{seat}", {"seat": racer["seat"]})


def _lines(view: Mapping[str, Any], racer: Mapping[str, Any]) -> Iterator[Message]:
    yield _where(view, racer)
    yield from _hindrances(racer)
    yield _parts(racer)
    yield Message("Stock: {resources}", {"resources": [
        Message("{count} × {resource}", {"count": count, "resource": kind})
        for kind, count in racer["stock"].items() if count] or "–"})
    kept = [Message(text.id, {"count": int(racer[name])})
            for name, text in PROTECTIONS.items() if racer[name]]
    if kept:
        yield Message("Protections: {protections}", {"protections": kept})
    if racer["seat"] == view["actor"]:
        yield from _chances(view, racer)


def _where(view: Mapping[str, Any], racer: Mapping[str, Any]) -> Message:
    side = {"side": racer["alignment"] or "–"}
    if racer["square"] == "home":
        return Message("{side}, home", side)
    if racer["square"] == "bunker":
        return Message("{side}, in bunker {number}", {**side, "number": racer["bunker"]})
    return Message("{side}, square {square} ({kind}), {count} steps before the bunker", {
        **side, "square": racer["square"], "kind": view["squares"][int(racer["square"])],
        "count": racer["steps_home"]})


def _hindrances(racer: Mapping[str, Any]) -> Iterator[Message]:
    if racer["weld_shielded"]:
        yield Message("Welding, guarded by a safe conduct")
    elif racer["welding"]:
        yield Message("Welding: explodes if another pawn stops there before the next turn")
    if racer["blocked_need"]:
        yield Message("Blocked for want of {resource}, until an opponent stops there or throws a 10",
                      {"resource": racer["blocked_need"]})
    if racer["repair_due"]:
        yield Message("Released: repairs with {resource} next turn, without a throw",
                      {"resource": racer["repair_due"]})
    if racer["back_turns"]:
        yield Message("Jammed: movement throws left backwards: {count}", {"count": racer["back_turns"]})


def _parts(racer: Mapping[str, Any]) -> Message:
    parts, lacking = racer["parts"], [str(square) for square in racer["checkpoints"]
                                      if square not in racer["parts"]]
    if racer["square"] == "home":
        return Message("Home with all {count} badge parts", {"count": len(parts)})
    if not lacking:
        return Message("All {count} badge parts: home by exact count", {"count": len(parts)})
    return Message("Badge parts: {count} of {most}; to come: checkpoints {squares}", {
        "count": len(parts), "most": len(racer["checkpoints"]), "squares": lacking})


def _chances(view: Mapping[str, Any], racer: Mapping[str, Any]) -> Iterator[Message]:
    """The chances of the throw that is asked for, if it moves the pawn or lets it start."""
    if view["throw"] == "start":
        yield Message("Chance to leave with this throw: {chance}", {"chance": percent(view["values"]["1"])})
    if view["throw"] != "move":
        return
    odds = racer["odds"]
    yield Message("With this throw: {values}", {"values": [
        Message("{value} ({chance}) to {square}", {
            "value": int(value), "chance": percent(view["values"][value]), "square": _end(view, square)})
        for value, square in odds["moves"].items()]})
    yield Message("Home with this throw: {chance}; on a bad day: {bad}", {
        "chance": percent(odds["finish"]), "bad": percent(odds["bad_day"])})


def _end(view: Mapping[str, Any], square: str) -> Message:
    if not square.isdigit():
        return Message("the bunker")
    return Message("{square} {kind}", {"square": square, "kind": view["squares"][int(square)]})


def percent(chance: float) -> Message:
    """A chance in whole per cent, but never 0 for what can happen."""
    return Message("{percent}\u00a0%", {"percent": round(chance) or int(chance > 0)})
