"""Winning and losing (RIT-130 to RIT-132)."""

from __future__ import annotations

import pytest

from companion.games.riff_in_time.state import State
from tests.games.riff_in_time.tables import game, play, sit, told
from tests.games.riff_in_time.throws import a_table, any_faces, put_back, refusal, throw

LAST = "ana action interact:w1\nana interact fix"


def one_left(*seats: str) -> State:
    """Nine locations are fixed; Rome is at 1, Charlemagne returned, Ana there; San Dimas is at 10."""
    state = a_table(*(seats or ("ana",)))
    put_back(state, *state.personages)
    for place, rift in state.rifts.items():
        rift.fixed, rift.level = (False, 1) if place == "rome" else (True, 0)
        rift.triumph_holder = "" if place == "rome" else state.seats[-1]
        rift.triumph_turn = 1
    state.players["ana"].place = "rome"
    state.san_dimas = 10
    return state


@pytest.mark.rule("RIT-130")
def test_all_ten_fixed_at_the_end_of_a_turn_win_before_any_raise() -> None:
    referee = throw(one_left(), "interact move blank")
    play(referee, LAST + "\nana action end")
    assert referee.state.result == "all_fixed"
    assert referee.state.san_dimas == 10, "the last turn of the round, yet no raise that would lose"
    assert referee.outcome is not None
    assert referee.outcome.winners == ("ana",)
    assert referee.question is None
    assert told(referee, "RIT-130") == ["All ten rifts are fixed: you have won!"]
    assert referee.state.phase == "over"


@pytest.mark.rule("RIT-130")
def test_everybody_wins_on_anybodys_turn() -> None:
    referee = throw(one_left("ana", "ben"), "interact blank blank")
    play(referee, LAST)
    assert referee.outcome is not None
    assert referee.outcome.winners == ("ana", "ben")


@pytest.mark.rule("RIT-130")
def test_nine_fixed_locations_are_not_enough() -> None:
    state = one_left("ana", "ben")
    referee = throw(state, "move interact blank")
    play(referee, "ana action end")
    assert referee.outcome is None
    assert referee.state.active == "ben"


@pytest.mark.rule("RIT-131")
def test_all_ten_fixed_in_mid_turn_are_not_yet_the_win() -> None:
    state = one_left()
    state.players["ana"].bonus = "objective_03"
    referee = throw(state, "interact move blank", any_faces())
    play(referee, LAST)
    assert all(rift.fixed for rift in referee.state.rifts.values())
    assert referee.outcome is None
    play(referee, "ana action move:w2\nana move san_dimas\nana action reroll:bonus\nana reroll_die w3\n"
                  "ana reroll w3=bogus")
    assert referee.state.result == "san_dimas_overflow"
    assert referee.outcome is not None
    assert referee.outcome.winners == ()


@pytest.mark.rule("RIT-132")
def test_a_loss_stops_everything_and_takes_no_more_answers() -> None:
    state = a_table()
    state.san_dimas = 9
    referee = sit(state, game())
    play(referee, "ana draw five\nana or raise_sdx5")
    assert referee.state.result == "san_dimas_overflow"
    assert referee.state.san_dimas == 10
    assert len(told(referee, "RIT-27")) == 1, "the other raises are not done"
    assert referee.state.riff_stack == ["five"], "nor is the card finished"
    assert "The game is over" in refusal(referee, "ana roll w1=move w2=move w3=move")


@pytest.mark.rule("RIT-132")
def test_a_lost_game_can_be_taken_back() -> None:
    state = a_table()
    state.san_dimas = 9
    referee = sit(state, game())
    play(referee, "ana draw five\nana or raise_sdx5")
    referee.undo()
    play(referee, "ana or discard_topx5")
    assert (referee.outcome, referee.state.san_dimas) == (None, 9)
