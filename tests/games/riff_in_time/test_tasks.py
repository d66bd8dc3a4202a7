"""The tasks of the Objective cards (RIT-118 to RIT-126)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.riff_in_time.game import RiffInTime
from companion.games.riff_in_time.state import State
from tests.games.riff_in_time.tables import play, sit, told
from tests.games.riff_in_time.tasks import (
    CLEAN,
    PAIR,
    ROUTE,
    UNIQUE,
    VISIT,
    box_with,
    status,
    turn_of,
    with_task,
)
from tests.games.riff_in_time.throws import a_table, give, put_back, throw

# Tasks of lowering

def lowering(task: Mapping[str, Any], **options: str) -> tuple[State, RiffInTime]:
    """Ana at Rome, where Charlemagne is returned; the dial stands at 3."""
    state = with_task(**options)
    state.players["ana"].place = "rome"
    state.rifts["rome"].level = 3
    put_back(state, "charlemagne")
    return state, box_with(task)


FIX = "ana action interact:w1\nana interact fix"


@pytest.mark.rule("RIT-118")
def test_lower_with_is_met_by_a_fix_with_that_personage_in_the_booth() -> None:
    state, box = lowering({"type": "lower_with", "personage": "billy_the_kid"})
    give(state, "ana", "billy_the_kid", turn=1)
    referee = throw(state, "interact move blank", box)
    play(referee, FIX)
    assert referee.state.rifts["rome"].level == 2
    assert status(referee) == "met"


@pytest.mark.rule("RIT-118")
def test_lower_with_is_not_met_with_somebody_else_in_the_booth() -> None:
    state, box = lowering({"type": "lower_with", "personage": "billy_the_kid"})
    give(state, "ana", "person_03", turn=1)
    referee = throw(state, "interact move blank", box)
    play(referee, FIX)
    assert status(referee) == "open"


@pytest.mark.rule("RIT-118")
def test_a_card_that_lowers_where_the_player_is_counts_as_lowering() -> None:
    state, box = lowering({"type": "lower_with", "personage": "billy_the_kid"})
    give(state, "ana", "billy_the_kid")
    referee = sit(state, box)
    play(referee, "ana draw calm")
    assert status(referee) == "met"


@pytest.mark.rule("RIT-118")
def test_lowering_what_cannot_go_down_does_not_count() -> None:
    state, box = lowering({"type": "lower_with", "personage": "billy_the_kid"})
    state.rifts["rome"].fixed, state.rifts["rome"].level = True, 0
    give(state, "ana", "billy_the_kid")
    referee = sit(state, box)
    play(referee, "ana draw calm")
    assert status(referee) == "open"


@pytest.mark.rule("RIT-118")
def test_lowering_san_dimas_from_elsewhere_does_not_count() -> None:
    state, box = lowering({"type": "lower_with", "personage": "billy_the_kid"})
    give(state, "ana", "billy_the_kid")
    referee = sit(state, box)
    play(referee, "ana draw foresight\nana or lower_sd")
    assert referee.state.san_dimas == 7
    assert status(referee) == "open"


@pytest.mark.rule("RIT-121")
def test_lower_unique_counts_three_different_places() -> None:
    state, box = lowering(UNIQUE)
    state.seats, state.players = ["ana"], {"ana": state.players["ana"]}
    referee = throw(state, "interact interact move", box)
    play(referee, FIX + "\n" + FIX.replace("w1", "w2") + "\nana action end")
    assert referee.state.players["ana"].progress == ["rome"], "Rome twice is one place"
    referee.state.players["ana"].place = "kassel"
    play(referee, "ana draw calm")
    assert referee.state.players["ana"].progress == ["rome", "kassel"]
    assert status(referee) == "open"
    put_back(referee.state, "person_04")
    play(referee, "ana roll w1=move w2=interact w3=blank\nana booth no\n"
                  "ana action interact:w2\nana interact fix")
    assert status(referee) == "open", "and so is Kassel"
    put_back(referee.state, "person_03")
    play(referee, "ana action move:w1\nana move new_york\n"
                  "ana draw loc_09_3\nana roll w1=interact w2=move w3=blank\nana booth no\n"
                  "ana action interact:w1\nana interact fix")
    assert told(referee, "RIT-114") == [f"ana's task: stage {stage} of 3." for stage in (1, 2, 3)]
    assert status(referee) == "met"


@pytest.mark.rule("RIT-121")
def test_lowering_on_san_dimas_is_one_of_the_places() -> None:
    state, box = lowering(UNIQUE)
    state.players["ana"].place = "san_dimas"
    state.players["ana"].progress = ["rome", "kassel"]
    referee = sit(state, box)
    play(referee, "ana draw calm")
    assert status(referee) == "met"


@pytest.mark.rule("RIT-122")
def test_lower_with_other_is_met_when_another_player_is_there() -> None:
    state, box = lowering({"type": "lower_with_other"})
    state.players["ben"].place = "rome"
    referee = throw(state, "interact move blank", box)
    play(referee, FIX)
    assert status(referee) == "met"


@pytest.mark.rule("RIT-122")
def test_lower_with_other_is_not_met_alone() -> None:
    state, box = lowering({"type": "lower_with_other"})
    referee = throw(state, "interact move blank", box)
    play(referee, FIX)
    assert status(referee) == "open"


@pytest.mark.rule("RIT-122")
def test_the_task_is_of_the_player_who_lowers_not_of_the_one_who_is_there() -> None:
    state, box = lowering({"type": "lower_with_other"}, owner="ben")
    state.players["ben"].place = "rome"
    referee = throw(state, "interact move blank", box)
    play(referee, FIX)
    assert status(referee, "ben") == "open"


# Clean rounds

@pytest.mark.rule("RIT-119")
def test_three_clean_rounds_are_counted_at_their_ends_and_paid_at_the_next_check() -> None:
    state = with_task("ana", "ben")
    state.san_dimas = 4
    referee = sit(state, box_with(CLEAN))
    for card in ("loc_10_3", "loc_09_3", "loc_08_3", "loc_07_3", "loc_06_3", "loc_05_3"):
        assert status(referee) == "open"
        turn_of(referee, card)
    assert len(referee.state.players["ana"].progress) == 3
    assert (status(referee), referee.state.san_dimas) == ("met", 7)
    turn_of(referee, "rome_3")
    assert (status(referee), referee.state.san_dimas) == ("rewarded", 5)


def two_clean_rounds(**options: str) -> State:
    state = with_task("ana", **options)
    state.round, state.players["ana"].progress = 3, ["round 1", "round 2"]
    return state


@pytest.mark.rule("RIT-119")
def test_the_booth_in_the_third_round_brings_the_count_to_nothing() -> None:
    referee = sit(two_clean_rounds(), box_with(CLEAN))
    play(referee, "ana draw loc_10_3\nana roll w1=blank w2=blank w3=blank\nana booth yes\n"
                  "ana booth_roll w1=blank w2=blank w3=blank")
    assert referee.state.round == 4
    assert referee.state.players["ana"].progress == []
    turn_of(referee, "loc_09_3")
    assert len(referee.state.players["ana"].progress) == 1, "and it begins anew"


@pytest.mark.rule("RIT-119")
def test_a_reroll_breaks_the_round_too_whatever_it_was_made_with() -> None:
    referee = throw(two_clean_rounds(), "excellent blank blank", box_with(CLEAN))
    play(referee, "ana action excellent:w1\nana excellent reroll\nana reroll_die w2\nana reroll w2=blank")
    assert referee.state.players["ana"].progress == []


@pytest.mark.rule("RIT-119")
def test_two_rerolls_spent_as_a_move_leave_the_round_clean() -> None:
    referee = throw(two_clean_rounds(), "reroll reroll blank", box_with(CLEAN))
    play(referee, "ana action pair:reroll:w1+w2\nana excellent move\nana move loc_05")
    assert status(referee) == "met"


@pytest.mark.rule("RIT-119")
def test_a_table_may_settle_that_clean_rounds_need_not_come_in_a_row() -> None:
    referee = sit(two_clean_rounds(clean_rounds_in_row="no"), box_with(CLEAN))
    play(referee, "ana draw loc_10_3\nana roll w1=blank w2=blank w3=blank\nana booth yes\n"
                  "ana booth_roll w1=blank w2=blank w3=blank")
    assert referee.state.players["ana"].progress == ["round 1", "round 2"]
    turn_of(referee, "loc_09_3")
    assert referee.state.players["ana"].progress == ["round 1", "round 2", "round 4"]
    assert status(referee) == "met"


@pytest.mark.rule("RIT-119")
def test_another_players_booth_does_not_break_the_round() -> None:
    state = two_clean_rounds()
    other = a_table("ana", "ben")
    state.seats, state.players["ben"] = ["ana", "ben"], other.players["ben"]
    referee = sit(state, box_with(CLEAN))
    turn_of(referee, "loc_10_3")
    play(referee, "ben draw loc_09_3\nben roll w1=blank w2=blank w3=blank\nben booth yes\n"
                  "ben booth_roll w1=blank w2=blank w3=blank")
    assert status(referee) == "met"
    assert referee.state.players["ben"].clean, "the next round begins clean for everybody"


# Tasks of carrying and visiting

@pytest.mark.rule("RIT-120")
def test_a_pair_is_met_when_that_personage_and_another_are_in_the_booth() -> None:
    state = with_task()
    state.players["ana"].place = "kassel"
    give(state, "ana", "billy_the_kid", turn=1)
    state.personages["charlemagne"].place = "kassel"
    referee = throw(state, "interact move blank", box_with(PAIR))
    assert status(referee) == "open", "Billy alone is no pair"
    play(referee, "ana action interact:w1\nana interact pick:charlemagne")
    assert status(referee) == "met"


@pytest.mark.rule("RIT-120")
def test_two_others_are_not_the_pair_that_is_asked_for() -> None:
    state = with_task()
    state.players["ana"].place = "kassel"
    give(state, "ana", "charlemagne", turn=1)
    referee = throw(state, "interact move blank", box_with(PAIR))
    play(referee, "ana action interact:w1\nana interact pick:person_03")
    assert status(referee) == "open"


@pytest.mark.rule("RIT-120")
def test_picking_up_the_one_personage_alone_is_no_pair() -> None:
    state = with_task()
    state.players["ana"].place = "loc_06"
    referee = throw(state, "interact move blank", box_with(PAIR))
    play(referee, "ana action interact:w1\nana interact pick:billy_the_kid")
    assert status(referee) == "open"


@pytest.mark.rule("RIT-123")
def test_a_route_is_visited_in_order_whatever_lies_between() -> None:
    state = with_task("ana")
    state.players["ana"].place = "loc_07"
    give(state, "ana", "billy_the_kid", turn=1)
    referee = throw(state, "move+move move+move move+move", box_with(ROUTE))
    stages = []
    for die, place in (("w1", "rome"), ("w1", "san_dimas"), ("w2", "kassel"), ("w2", "new_york"),
                       ("w3", "kassel"), ("w3", "san_dimas")):
        play(referee, f"ana action move:{die}\nana move {place}")
        stages.append(len(referee.state.players["ana"].progress))
    assert stages == [0, 0, 1, 1, 1, 1], "Rome counts only after Kassel, and Kassel once"
    play(referee, "ana draw loc_09_3\nana roll w1=move w2=blank w3=blank b1=blank\nana booth no\n"
                  "ana action move:w1\nana move rome")
    assert referee.state.players["ana"].progress == ["kassel", "rome"]
    assert status(referee) == "rewarded"


@pytest.mark.rule("RIT-123")
def test_a_route_without_its_personage_does_not_count() -> None:
    state = with_task()
    give(state, "ana", "person_03", turn=1)
    referee = throw(state, "move interact blank", box_with(ROUTE))
    play(referee, "ana action move:w1\nana move kassel")
    assert referee.state.players["ana"].progress == []


@pytest.mark.rule("RIT-123")
def test_being_taken_to_a_place_by_a_card_is_a_visit() -> None:
    state = with_task(owner="ben")
    state.rifts["kassel"].level = 6
    give(state, "ben", "billy_the_kid")
    referee = sit(state, box_with(ROUTE))
    play(referee, "ana draw kassel_1")
    assert referee.state.players["ben"].progress == ["kassel"]


@pytest.mark.rule("RIT-124")
@pytest.mark.parametrize(
    ("carried", "then"), [("charlemagne person_03", "rewarded"), ("charlemagne", "open")])
def test_san_dimas_with_two_on_board(carried: str, then: str) -> None:
    state = with_task()
    state.players["ana"].place = "kassel"
    give(state, "ana", *carried.split(), turn=1)
    referee = throw(state, "move move blank", box_with({"type": "sd_with_two"}))
    play(referee, "ana action move:w1\nana move san_dimas")
    play(referee, "ana action end")
    assert status(referee) == then


@pytest.mark.rule("RIT-124")
def test_two_on_board_elsewhere_are_not_on_san_dimas() -> None:
    state = with_task()
    give(state, "ana", "charlemagne", "person_03", turn=1)
    referee = throw(state, "move move blank", box_with({"type": "sd_with_two"}))
    play(referee, "ana action move:w1\nana move kassel")
    assert status(referee) == "open"


@pytest.mark.rule("RIT-124")
def test_picking_up_the_second_one_on_san_dimas_counts() -> None:
    state = with_task()
    give(state, "ana", "charlemagne", turn=1)
    state.personages["person_03"].place = "san_dimas"
    referee = throw(state, "interact move blank", box_with({"type": "sd_with_two"}))
    play(referee, "ana action interact:w1\nana interact pick:person_03")
    assert status(referee) == "met"


@pytest.mark.rule("RIT-125")
def test_a_visit_is_met_by_moving_in_with_that_personage() -> None:
    state = with_task()
    state.players["ana"].place = "new_york"
    give(state, "ana", "charlemagne", turn=1)
    referee = throw(state, "move move blank", box_with(VISIT))
    play(referee, "ana action move:w1\nana move kassel")
    assert status(referee) == "met"
    assert told(referee, "RIT-114") == [], "one place is no stage"


@pytest.mark.rule("RIT-125")
def test_picking_that_personage_up_there_is_a_visit_too() -> None:
    state = with_task()
    state.players["ana"].place = "kassel"
    state.personages["charlemagne"].place = "kassel"
    referee = throw(state, "interact move blank", box_with(VISIT))
    play(referee, "ana action interact:w1\nana interact pick:charlemagne")
    assert status(referee) == "met"


@pytest.mark.rule("RIT-125")
@pytest.mark.parametrize(("carried", "place"), [("person_03", "kassel"), ("charlemagne", "loc_05")])
def test_another_place_or_another_personage_is_no_visit(carried: str, place: str) -> None:
    state = with_task()
    give(state, "ana", carried, turn=1)
    referee = throw(state, "move move blank", box_with(VISIT))
    play(referee, f"ana action move:w1\nana move {place}")
    assert status(referee) == "open"


@pytest.mark.rule("RIT-126")
@pytest.mark.parametrize(("passed", "then"), [("charlemagne", "met"), ("billy_the_kid", "open")])
def test_pass_is_met_by_passing_that_personage_on(passed: str, then: str) -> None:
    state = with_task()
    state.players["ana"].place = state.players["ben"].place = "kassel"
    give(state, "ana", "charlemagne", "billy_the_kid", turn=1)
    referee = throw(state, "interact move blank", box_with({"type": "pass", "personage": "charlemagne"}))
    play(referee, f"ana action interact:w1\nana interact pass:{passed}:ben")
    assert status(referee) == then
    assert status(referee, "ben") == "open"


@pytest.mark.rule("RIT-126")
def test_pass_is_the_task_of_the_giver_not_of_the_receiver() -> None:
    state = with_task(owner="ben")
    state.players["ana"].place = state.players["ben"].place = "kassel"
    give(state, "ana", "charlemagne", turn=1)
    referee = throw(state, "interact move blank", box_with({"type": "pass", "personage": "charlemagne"}))
    play(referee, "ana action interact:w1\nana interact pass:charlemagne:ben")
    assert status(referee, "ben") == "open"


def test_a_task_set_back_by_hand_after_its_last_stage_does_not_stop_the_game() -> None:
    state = with_task()
    give(state, "ana", "billy_the_kid", turn=1)
    state.players["ana"].progress = ["kassel", "rome"]
    referee = throw(state, "move interact blank", box_with(ROUTE))
    play(referee, "ana action move:w1\nana move kassel")
    assert status(referee) == "open"
