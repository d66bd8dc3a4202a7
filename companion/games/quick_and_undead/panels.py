"""What the phone page tells beside the board: the shots about to fall, each gang's kit, the scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.questions import Message
from companion.games.drawing import Panel, Step, steps_of
from companion.games.quick_and_undead.content import FIVE

CHANCES = {
    "killed": Message("{who} dies: {percent}\u00a0%"),
    "takes": Message("{who} takes the building: {percent}\u00a0%"),
    "kills": Message("{who} kills the undead, shooting on to the end: {percent}\u00a0%"),
    "hits": Message("{who} hits: {percent}\u00a0%"),
}

TURN = (
    ("turn_start", "QU-16", Message("Abilities of buildings")),
    ("select", "QU-18", Message("Set the dice in secret")),
    ("hired_call", "QU-22", Message("Hired Guns")),
    ("reveal joker", "QU-23", Message("Show the dice, then jokers")),
    ("resolve", "QU-24", Message("The spots, from 8 down to 2")),
    ("day_end final_duel", "QU-28", Message("Outlaws lie down; the badge goes on")),
)
ALONE = (
    TURN[0], ("select", "QU-164", Message("Place an outlaw")),
    ("dr_roll", "QU-165", Message("Dead Ranger comes")), TURN[4], TURN[5],
)


def steps(view: Mapping[str, Any]) -> tuple[Step, ...]:
    """The steps of a turn (QU-15); alone against Dead Ranger there are others."""
    if view["phase"] in ("setup", "over"):
        return ()
    return steps_of(ALONE if view["ranger"] else TURN, view["phase"])


def panels(view: Mapping[str, Any]) -> tuple[Panel, ...]:
    """The table as a whole, then each gang, the own first and the others clockwise, then Dead Ranger."""
    made = [Panel(Message("The town"), tuple(_town(view)))]
    if view["result"] and not view["ranger"]:
        made.append(Panel(Message("Scores"), tuple(_scores(view))))
    made += [Panel(Message("{gang}", {"gang": gang["gang"]}), tuple(_gang(view, gang)),
                   gang["gang"] == view["active"])
             for gang in sorted(view["gangs"], key=lambda gang: gang["gang"] not in view["own"])]
    if view["ranger"]:
        made.append(Panel(Message("Dead Ranger"), tuple(_ranger(view["ranger"])),
                          view["active"] == "dead_ranger"))
    return tuple(made)


def _town(view: Mapping[str, Any]) -> Iterator[Message]:
    if view["law"] and len(view["gangs"]) > 1:
        yield Message("{gang} holds the LAW badge.", {"gang": view["law"]})
    if view["phase"] == "resolve":
        yield from _order(view)
    for odds in view["odds"]:
        yield Message(CHANCES[odds["what"]].id, {"who": odds["who"], "percent": f"{odds['percent']:g}"})
    if view["rolled"]:
        yield Message("Rolled so far: {numbers}", {"numbers": [str(number) for number in view["rolled"]]})
    supply = view["supply"]
    yield Message("Supply: {coins} coins, {n1} Notoriety 1s, {n5} Notoriety 5s", supply)


def _order(view: Mapping[str, Any]) -> Iterator[Message]:
    """Who is still to act, in the order in which spots resolve."""
    steps = [Message("Hired Guns")] if view["hired"] and not view["spot"] else []
    for spot in view["spots"]:
        standing = [outlaw["gang"] for outlaw in spot["outlaws"] if outlaw["how"] == "standing"]
        if standing and spot["spot"] <= (view["spot"] or spot["spot"]):
            steps.append(Message("{spot} now: {gangs}" if spot["now"] else "{spot}: {gangs}",
                                 {"spot": spot["spot"], "gangs": standing}))
    if steps:
        yield Message("Order: {steps}", {"steps": steps})


def _gang(view: Mapping[str, Any], gang: Mapping[str, Any]) -> Iterator[Message]:
    yield Message("Coins: {coins}. Notoriety: {notoriety}.", {
        "coins": gang["coins"], "notoriety": gang["n1"] + FIVE * gang["n5"]})
    if gang["n5"]:
        yield Message("Of it in 5s: {count}", {"count": gang["n5"]})
    yield _card(gang)
    yield Message("Outlaws: {stash} in the stash, {outside} beside Hired Guns, {graveyard} in the graveyard",
                  {key: gang[key] for key in ("stash", "outside", "graveyard")})
    if "number" in gang:
        yield Message("Your number: {number}", {"number": gang["number"]})
    if gang["hired"]:
        yield Message("At Hired Guns")
    if gang["buildings"]:
        yield Message("Controls {buildings}", {"buildings": gang["buildings"]})
    if gang["kills"]:
        yield Message("Undead killed: {undead}", {"undead": [card["card"] for card in gang["kills"]]})
    if gang["gang"] == view["active"] and gang["kill_chances"]:
        yield Message("Chances, shooting on to the end: {chances}", {"chances": [
            Message("{undead}: {percent}\u00a0%", {"undead": card, "percent": f"{chance:g}"})
            for card, chance in gang["kill_chances"].items()]})


def _card(whose: Mapping[str, Any]) -> Message:
    slots = [str(slot) for slot in whose["loaded"]] or "–"
    return Message("Loaded: {slots}. Critical token: {side}.", {"slots": slots, "side": whose["crit"]})


def _ranger(ranger: Mapping[str, Any]) -> Iterator[Message]:
    yield _card(ranger)
    yield Message("Outlaws in the graveyard: {count}", {"count": ranger["graveyard"]})
    yield Message("Your score as it stands: {score}", {"score": ranger["score"]})


def _scores(view: Mapping[str, Any]) -> Iterator[Message]:
    """Each player's score with its parts, the best first."""
    for score in sorted(view["scores"], key=lambda score: (-score["total"], -score["coins"])):
        yield Message("{seat}: {total} = {tokens} in tokens + {kills} for undead "
                      "+ {buildings} for buildings; coins: {coins}", score)
