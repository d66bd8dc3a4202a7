"""Tables where a player has the task that a test is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.referee import Referee
from companion.games.riff_in_time.game import RiffInTime
from companion.games.riff_in_time.state import State
from tests.games.riff_in_time.tables import game, game_with, play
from tests.games.riff_in_time.throws import FACES, a_table

TASK = "objective_16"


def box_with(task: Mapping[str, Any], icons: int = 2, action: str = "reroll") -> RiffInTime:
    """The game with dice that can show anything, and with Objective 16 asking for `task`."""
    content = game().content
    dice = {kind: {**die, "faces": [list(face) for face in FACES]} for kind, die in content["dice"].items()}
    objectives = [{"id": TASK, "name": "The task", "task": dict(task), "sd_icons": icons, "action": action}
                  if old["id"] == TASK else old for old in content["objectives"]]
    return game_with(dice=dice, objectives=objectives)


def with_task(*seats: str, owner: str = "ana", **options: str) -> State:
    """A table where San Dimas is at 8 and `owner` has the task of `box_with`."""
    state = a_table(*seats, **options)
    state.san_dimas = 8
    state.players[owner].objective = TASK
    return state


def status(referee: Referee, seat: str = "ana") -> str:
    """How far a player's task is: open, met or rewarded."""
    state: State = referee.state
    return state.players[seat].objective_state


def turn_of(referee: Referee, card: str = "loc_10_3", faces: str = "blank blank blank") -> None:
    """A whole turn of the active player, who does nothing with it."""
    seat = referee.state.active
    play(referee, f"{seat} draw {card}")
    dice = " ".join(f"{die.id}={face}" for die, face in zip(referee.state.pool, faces.split(), strict=True))
    play(referee, f"{seat} roll {dice}\n{seat} booth no")


PAIR = {"type": "pair", "personage": "billy_the_kid"}
CLEAN = {"type": "clean_rounds", "count": 3}
UNIQUE = {"type": "lower_unique", "count": 3}
ROUTE = {"type": "route", "locations": ["kassel", "rome"], "personage": "billy_the_kid"}
VISIT = {"type": "visit", "locations": ["kassel"], "personage": "charlemagne"}
BY_HAND = {"type": "by_hand", "text": "Play an air guitar."}
