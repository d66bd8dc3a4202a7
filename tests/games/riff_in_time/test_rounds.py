"""Rounds and turns (RIT-14 to RIT-20)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from companion.games.riff_in_time.state import CardAction, PoolDie, State
from tests.games.riff_in_time.tables import a_state, drawing, game, play, sit, told
from tests.games.riff_in_time.throws import put_back, refusal


def quiet_turn(seat: str, card: str = "loc_05_3") -> str:
    """A turn in which nothing is done."""
    return f"{seat} draw {card}\n{seat} roll w1=move w2=move w3=move\n{seat} booth no\n{seat} action end"


def asked(referee: Referee) -> tuple[str, list[str]]:
    """The open question's key and whom it asks."""
    assert referee.question is not None
    return referee.question.key, [*referee.question.asks]


@pytest.mark.rule("RIT-14")
def test_a_round_is_one_turn_each_clockwise_from_the_starter_and_then_san_dimas_goes_up() -> None:
    state = a_state("cy", "dee", "eli")
    state.starter = state.active = "dee"
    referee, order = sit(state), []

    for card in ("loc_05_3", "loc_06_3", "loc_07_3"):
        assert (referee.state.san_dimas, referee.state.round) == (3, 1)
        order.append(referee.state.active)
        play(referee, quiet_turn(referee.state.active, card))

    assert order == ["dee", "eli", "cy"]
    assert (referee.state.san_dimas, referee.state.round, referee.state.active) == (4, 2, "dee")
    assert told(referee, "RIT-18") == ["Round 1 is over."]


@pytest.mark.rule("RIT-14")
def test_alone_every_turn_is_a_round() -> None:
    referee = sit(a_state("ana"))

    state = play(referee, quiet_turn("ana"))

    assert (state.san_dimas, state.round, state.turn, state.active) == (2, 2, 2, "ana")


@pytest.mark.rule("RIT-15")
def test_the_card_is_finished_before_the_dice() -> None:
    referee = drawing(a_state(), main=[{"choose": [[{"op": "raise_sd"}], [{"op": "look3"}]]}])

    assert asked(referee) == ("or", ["ana"])
    assert refusal(referee, "ana roll w1=move w2=move w3=move") == "“roll” is not asked now; “or” is."

    state = play(referee, "ana or raise_sd")
    assert asked(referee) == ("roll", ["ana"])
    assert state.phase == "pool"


@pytest.mark.rule("RIT-15")
def test_objectives_come_after_the_actions() -> None:
    state = a_state("ana", "ben")
    state.players["ben"].objective, state.players["ben"].objective_state = "objective_01", "met"
    referee = sit(state)
    play(referee, "ana draw loc_05_3\nana roll w1=move w2=move w3=move\nana booth no")
    assert referee.state.players["ben"].objective_state == "met"

    play(referee, "ana action end")

    assert referee.state.players["ben"].objective_state == "rewarded"


@pytest.mark.rule("RIT-16")
def test_phase_two_is_pool_roll_booth_bogus_actions() -> None:
    state = a_state("ana", "ben")
    state.players["ana"].bonus = "objective_03"  # a Reroll
    state.rifts["rome"].triumph_holder = state.rifts["kassel"].triumph_holder = "ana"
    referee, steps = sit(state), []

    for line in ("ana draw loc_05_3", "ana pool w1 w2 w3 t1",
                 "ana roll w1=bogus w2=interact w3=interact t1=move", "ana booth no",
                 "ana bogus take:w1", "ana action end"):
        play(referee, line)
        steps.append((asked(referee)[0], referee.state.phase))

    assert steps == [("pool", "pool"), ("roll", "pool"), ("booth", "booth"), ("bogus", "bogus"),
                     ("action", "actions"), ("draw", "riff")]


@pytest.mark.rule("RIT-17")
def test_who_takes_the_turn_is_active_and_then_the_next_clockwise() -> None:
    state = a_state("ana", "ben")
    state.pool, state.card_actions = [PoolDie("b1", "bogus", "bogus")], [CardAction("bonus", "move")]
    state.booth_used = state.ability_used = True  # all of it left over from a turn before
    referee = sit(state)
    assert told(referee, "RIT-17") == ["ana's turn."]
    assert asked(referee) == ("draw", ["ana"])
    assert (referee.state.pool, referee.state.card_actions) == ([], [])
    assert (referee.state.booth_used, referee.state.ability_used) == (False, False)
    assert refusal(referee, "ben draw loc_05_3") == "This is asked of ana, not of ben."

    state = play(referee, quiet_turn("ana"))

    assert (state.active, state.turn, state.phase) == ("ben", 2, "riff")
    assert told(referee, "RIT-17") == ["ana's turn.", "ben's turn."]
    assert state.round == 1


def before_the_last_turn(san_dimas: int) -> State:
    """Ben, who is the last of the round, is about to begin."""
    state = a_state("ana", "ben")
    state.active, state.turn, state.san_dimas = "ben", 2, san_dimas
    return state


@pytest.mark.rule("RIT-18")
def test_san_dimas_goes_up_once_after_the_last_turn_of_a_round() -> None:
    referee = sit(before_the_last_turn(4))

    state = play(referee, quiet_turn("ben"))

    assert (state.san_dimas, state.round, state.active) == (5, 2, "ana")
    assert told(referee, "RIT-50") == ["Turn San Dimas up to 5."]


@pytest.mark.rule("RIT-18")
def test_it_goes_up_after_the_objectives_have_paid() -> None:
    state = before_the_last_turn(10)
    state.players["ana"].objective, state.players["ana"].objective_state = "objective_01", "met"
    referee = sit(state)

    state = play(referee, quiet_turn("ben"))

    assert state.san_dimas == 10  # down to 9 first, then up
    assert referee.outcome is None


@pytest.mark.rule("RIT-18")
def test_a_win_comes_before_the_raise() -> None:
    state = before_the_last_turn(10)
    for place, rift in state.rifts.items():
        rift.level, rift.fixed = 0, True
        put_back(state, game().box.at_home[place])
    referee = sit(state)

    state = play(referee, quiet_turn("ben"))

    assert (state.result, state.san_dimas, state.round) == ("all_fixed", 10, 1)


@pytest.mark.rule("RIT-19")
def test_a_round_that_cannot_raise_san_dimas_loses_the_game() -> None:
    referee = sit(before_the_last_turn(10))

    state = play(referee, quiet_turn("ben"))

    assert (state.result, state.phase, state.round) == ("san_dimas_overflow", "over", 1)
    assert referee.question is None
    assert referee.outcome is not None
    assert referee.outcome.text.id == "San Dimas could not go up: everybody loses."


@pytest.mark.rule("RIT-20")
def test_san_dimas_at_its_maximum_is_no_loss() -> None:
    referee = sit(before_the_last_turn(9))

    state = play(referee, quiet_turn("ben"))

    assert (state.san_dimas, referee.outcome) == (10, None)
    assert asked(referee) == ("draw", ["ana"])
