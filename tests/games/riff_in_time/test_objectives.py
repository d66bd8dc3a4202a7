"""Phase 3: tasks are checked, paid and kept (RIT-113 to RIT-117)."""

from __future__ import annotations

import pytest

from tests.games.riff_in_time.tables import play, sit, told, words
from tests.games.riff_in_time.tasks import BY_HAND, PAIR, TASK, UNIQUE, box_with, status, turn_of, with_task
from tests.games.riff_in_time.throws import a_table, give, put_back, refusal, throw

# The check, and the reward

@pytest.mark.rule("RIT-113")
def test_a_task_left_undone_costs_nothing_and_stays_open() -> None:
    box = box_with(PAIR)
    referee = sit(with_task("ana"), box)
    turn_of(referee, "loc_10_3")
    turn_of(referee, "loc_09_3")
    assert referee.state.san_dimas == 10, "only the two rounds' ends have raised it"
    assert status(referee) == "open"
    assert told(referee, "RIT-116") == []


@pytest.mark.rule("RIT-113")
def test_a_player_without_a_task_has_none_to_complete() -> None:
    referee = throw(a_table("ana"), "move interact blank")
    play(referee, "ana action end")
    assert status(referee) == "open"


@pytest.mark.rule("RIT-115")
def test_every_players_task_is_checked_at_the_end_of_each_turn() -> None:
    state = with_task(owner="ben")
    state.players["ana"].place = state.players["ben"].place = "kassel"
    give(state, "ana", "billy_the_kid", turn=1)
    give(state, "ben", "charlemagne")
    referee = throw(state, "interact move blank", box_with(PAIR))
    play(referee, "ana action interact:w1\nana interact pass:billy_the_kid:ben")
    assert status(referee, "ben") == "met", "not before the end of the turn"
    assert referee.state.san_dimas == 8
    play(referee, "ana action end")
    assert status(referee, "ben") == "rewarded"
    assert referee.state.san_dimas == 6
    assert told(referee, "RIT-115") == ["ben's task is done: it pays at the end of the turn."]


@pytest.mark.rule("RIT-115")
def test_a_task_met_in_the_turn_counts_though_it_is_no_longer_true() -> None:
    state = with_task()
    state.players["ana"].place = "new_mexico"
    give(state, "ana", "billy_the_kid", turn=1)
    referee = throw(state, "interact interact move", box_with(PAIR))
    play(referee, "ana action interact:w1\nana interact pick:person_04")
    play(referee, "ana action interact:w2\nana interact drop:billy_the_kid")
    assert referee.state.booth("ana") == ["person_04"]
    play(referee, "ana action end")
    assert status(referee) == "rewarded"


@pytest.mark.rule("RIT-115")
def test_the_active_players_task_is_paid_first_then_clockwise() -> None:
    state = with_task("ana", "ben", "cy")
    state.active, state.starter = "ben", "ben"
    state.players["ben"].objective, state.players["cy"].objective = "objective_04", "objective_05"
    for player in state.players.values():
        player.objective_state = "met"
    referee = throw(state, "move interact blank")
    play(referee, "ben action end")
    assert [line.split()[0] for line in told(referee, "RIT-116")] == ["ben", "cy", "ana"]


@pytest.mark.rule("RIT-116")
@pytest.mark.parametrize(("san_dimas", "icons", "then"), [(8, 2, 6), (8, 1, 7), (1, 2, 0)])
def test_the_reward_lowers_san_dimas_as_often_as_it_is_shown(san_dimas: int, icons: int, then: int) -> None:
    state = with_task()
    state.san_dimas = san_dimas
    state.players["ana"].objective_state = "met"
    referee = throw(state, "move interact blank", box_with(PAIR, icons=icons))
    play(referee, "ana action end")
    assert referee.state.san_dimas == then
    assert told(referee, "RIT-116") == [f"ana completes {TASK}."]


@pytest.mark.rule("RIT-116")
def test_the_reward_is_had_once() -> None:
    state = with_task("ana")
    state.players["ana"].objective_state = "met"
    referee = sit(state, box_with(PAIR))
    turn_of(referee, "loc_10_3")
    assert referee.state.san_dimas == 7, "two down, and the round's end one up"
    play(referee, "ana draw loc_09_3\nana roll w1=blank w2=blank w3=blank\nana booth no\nana action end")
    assert referee.state.san_dimas == 8
    assert status(referee) == "rewarded"


@pytest.mark.rule("RIT-117")
def test_the_rewards_action_is_there_from_the_next_turn_on_besides_the_bonus() -> None:
    state = with_task("ana")
    state.turn = 5
    state.players["ana"].objective_state = "met"
    state.players["ana"].bonus = "objective_01"
    referee = throw(state, "blank blank blank", box_with(PAIR))
    assert words(referee) == ("move:bonus", "end"), "not on the turn on which it is met"
    play(referee, "ana action end")
    assert told(referee, "RIT-117") == ["ana has one more Action from the next turn on: reroll."]
    for card in ("loc_09_3", "loc_08_3"):
        play(referee, f"ana draw {card}\nana roll w1=blank w2=blank w3=blank\nana booth no")
        assert words(referee) == ("move:bonus", "reroll:reward", "end"), "and on each turn after"
        play(referee, "ana action end")


@pytest.mark.rule("RIT-117")
def test_a_reward_of_this_very_turn_gives_no_action_yet() -> None:
    state = with_task()
    state.players["ana"].objective_state, state.players["ana"].reward_turn = "rewarded", state.turn
    referee = throw(state, "move blank blank", box_with(PAIR))
    assert words(referee) == ("move:w1", "end")


@pytest.mark.rule("RIT-117")
def test_a_reward_earned_on_another_players_turn_counts_on_the_owners_next() -> None:
    state = with_task(owner="ben")
    state.players["ben"].objective_state = "met"
    referee = throw(state, "blank blank blank", box_with(PAIR))
    play(referee, "ben draw loc_09_3\nben roll w1=blank w2=blank w3=blank\nben booth no")
    assert words(referee) == ("reroll:reward", "end")


# Stages

@pytest.mark.rule("RIT-114")
def test_a_task_keeps_its_stage_between_turns() -> None:
    state = with_task("ana")
    state.players["ana"].place = "rome"
    state.players["ana"].progress = ["kassel"]
    put_back(state, "charlemagne")
    referee = throw(state, "interact move blank", box_with(UNIQUE))
    play(referee, "ana action interact:w1\nana interact fix")
    assert told(referee, "RIT-114") == ["ana's task: stage 2 of 3."]
    play(referee, "ana action end\nana draw loc_09_3")
    assert referee.state.players["ana"].progress == ["kassel", "rome"]
    assert status(referee) == "open"


# Tasks that the owner judges

@pytest.mark.rule("RIT-115")
def test_a_task_of_the_house_is_asked_of_its_owner_at_the_end_of_each_turn() -> None:
    state = with_task(owner="ben")
    referee = throw(state, "blank blank blank", box_with(BY_HAND))
    assert words(referee) == ("met", "not_yet")
    assert "asked of ben" in refusal(referee, "ana task met")
    play(referee, "ben task not_yet")
    assert (referee.state.active, referee.state.san_dimas) == ("ben", 8)
    turn_of(referee, "loc_09_3")
    play(referee, "ben task met")
    assert status(referee, "ben") == "rewarded"
    assert referee.state.san_dimas == 7, "two down, and the round's end one up"
    turn_of(referee, "loc_08_3")
    assert referee.state.active == "ben", "done, it is not asked any more"
