"""Tables in the middle of a turn: past the Riff card, with dice that show what a test needs."""

from __future__ import annotations

from functools import cache

import pytest

from companion.engine.referee import Referee, Refused
from companion.games.riff_in_time.content import KINDS
from companion.games.riff_in_time.game import RiffInTime
from companion.games.riff_in_time.state import State
from tests.games.riff_in_time.tables import CHARACTERS, a_state, game, game_with, play, sit

FACES: tuple[list[str], ...] = (
    ["move"], ["interact"], ["reroll"], ["excellent"], ["bogus"], [],
    ["move", "interact"], ["move", "move"], ["move", "bogus"], ["bogus", "bogus"],
)
BONUS = {"move": "objective_01", "interact": "objective_06", "reroll": "objective_03",
         "excellent": "objective_08"}
"""An Objective card with each Action icon, for the bonus Action."""


@cache
def any_faces() -> RiffInTime:
    """The game with dice that can show anything, two symbols on a face too."""
    dice = game().content["dice"]
    return game_with(dice={kind: {**dice[kind], "faces": [list(face) for face in FACES]} for kind in KINDS})


def a_table(*seats: str, bonus: str = "", **options: str) -> State:
    """The table of `a_state`, the first two players without ability; `bonus` is the first one's Action."""
    state = a_state(*(seats or ("ana", "ben")), options=options)
    for player, character in zip(state.players.values(), reversed(CHARACTERS), strict=False):
        player.character = character
    if bonus:
        state.players[state.active].bonus = BONUS[bonus]
    return state


def give(state: State, seat: str, *personages: str, turn: int = 0) -> None:
    """Put Personages into a booth; `turn` is the one in which they came there."""
    for personage in personages:
        person = state.personages[personage]
        person.place, person.booth, person.gained_turn = "", seat, turn


def put_back(state: State, *personages: str) -> None:
    """Return Personages to their own locations."""
    for personage in personages:
        person = state.personages[personage]
        person.place, person.booth, person.returned = game().box.personage[personage].home, "", True


def drawn(state: State, of: RiffInTime | None = None) -> Referee:
    """Past a Riff card that only raises Location 10."""
    referee = sit(state, of or any_faces())
    play(referee, f"{state.active} draw loc_10_3")
    return referee


def in_order(referee: Referee, faces: str) -> str:
    """`move blank` as the answer `w1=move w2=blank`: the faces of the pool's dice in order."""
    return " ".join(f"{die.id}={face}" for die, face in zip(referee.state.pool, faces.split(), strict=True))


def throw(state: State, faces: str, of: RiffInTime | None = None) -> Referee:
    """Past the Riff card, the pool thrown (its dice show `faces` in order), the Booth left alone."""
    referee = drawn(state, of)
    play(referee, f"{state.active} roll {in_order(referee, faces)}\n{state.active} booth no")
    return referee


def shown(referee: Referee) -> dict[str, str]:
    """The face of each die of the pool."""
    return {die.id: die.face for die in referee.state.pool}


def refusal(referee: Referee, line: str) -> str:
    """Why an answer is refused, in a sentence."""
    seat, key, *words = line.split()
    with pytest.raises(Refused) as refused:
        referee.answer(seat, key, words)
    return str(refused.value)
