"""What may be seen of a game of Riff in Time, built by adding. Nothing in this game is secret."""

from __future__ import annotations

from typing import Any

from companion.games.riff_in_time.content import Box
from companion.games.riff_in_time.dice import usable_personages
from companion.games.riff_in_time.play import Play
from companion.games.riff_in_time.spending import open_actions
from companion.games.riff_in_time.state import State

SPENDING = ("pool", "booth", "bogus", "actions")
"""The phases in which the active player's dice and icons are there to be used."""


def view(box: Box, state: State) -> dict[str, Any]:
    """The table as plain JSON values, in the words of the box."""
    return {
        "round": state.round, "turn": state.turn, "active": state.active, "phase": state.phase,
        "result": state.result,
        "san_dimas": {"level": state.san_dimas, "max": box.san_dimas.max},
        "rifts": [_rift(box, state, place) for place in state.rifts],
        "circuits": [list(link) for link in box.circuits],
        "personages": [_personage(box, state, name) for name in state.personages],
        "players": [_player(box, state, seat) for seat in state.seats],
        "riff": {"left": state.riff_left, "discard": state.riff_discard, "open": list(state.riff_stack),
                 "known_top": list(state.riff_known_top)},
        "pool": [{"die": die.id, "kind": die.kind, "face": die.face, "used": bool(die.spent)}
                 for die in state.pool],
        "actions": [list(action) for action in open_actions(Play(box, state))]
        if state.phase in SPENDING else [],
    }


def line(box: Box, state: State) -> str:
    """The state in one line: round, whose turn, San Dimas, each rift, who stands where, the Riff deck."""
    rifts = " ".join(
        f"{rift.position}:{place}={'fixed' if rift.fixed else rift.level}"
        for place, rift in sorted(state.rifts.items(), key=lambda item: item[1].position))
    players = " ".join(
        f"{seat}@{player.place}" + (f"[{','.join(state.booth(seat))}]" if state.booth(seat) else "")
        for seat, player in state.players.items())
    deck = f"riff={state.riff_left}+{state.riff_discard}"
    when = f"round {state.round} {state.active or '-'} {state.result or state.phase}"
    return f"{when} | san_dimas={state.san_dimas} | {rifts} | {players} | {deck}"


def _rift(box: Box, state: State, place: str) -> dict[str, Any]:
    rift = state.rifts[place]
    return {
        "place": place, "name": box.location[place].name, "position": rift.position, "level": rift.level,
        "fixed": rift.fixed, "colour": "" if rift.fixed else box.colour(place, rift.level),
        "home_returned": state.personages[box.at_home[place]].returned, "personage": box.at_home[place],
        "triumph": rift.triumph_holder,
    }


def _personage(box: Box, state: State, name: str) -> dict[str, Any]:
    person, card = state.personages[name], box.personage[name]
    return {"personage": name, "name": card.name, "home": card.home, "place": person.place,
            "booth": person.booth, "returned": person.returned, "dice": dict(card.dice),
            "actions": list(card.actions), "info_card": _info_card(state, name, card.home)}


def _info_card(state: State, name: str, home: str) -> str:
    """Where the Personage's card is: the open pile, a booth, the discard, or under a Character Card."""
    if state.rifts[home].triumph_holder:
        return "triumph"
    person = state.personages[name]
    return "booth" if person.booth else "discard" if person.returned else "pile"


def _player(box: Box, state: State, seat: str) -> dict[str, Any]:
    player = state.players[seat]
    play = Play(box, state)
    reward = box.objective[player.objective].action if player.objective_state == "rewarded" else ""
    return {
        "seat": seat, "character": player.character, "place": player.place, "booth": state.booth(seat),
        "usable": usable_personages(play) if seat == state.active else [],
        "objective": player.objective, "objective_state": player.objective_state,
        "progress": list(player.progress),
        "bonus": box.objective[player.bonus].action if player.bonus else "", "reward": reward,
        "triumphs": [place for place, rift in state.rifts.items() if rift.triumph_holder == seat],
    }
