"""Moving, unlocking, disarming (EVIL-34 to EVIL-49, EVIL-99)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from tests.games.professor_evil.tables import (
    a_state,
    acting,
    game,
    off,
    opened,
    places,
    play,
    refusal,
    sit,
    stand,
    throw,
    thrown,
    told,
    unlocked,
    words,
)


def actions(referee: Referee, head: str) -> list[str]:
    """What can be moved to, entered, unlocked..."""
    found = words(referee)
    return [word.partition(":")[2] for word in found if word.startswith(f"{head}:")]


@pytest.mark.rule("EVIL-34")
def test_move_through_an_open_door() -> None:
    referee = acting(stand(unlocked(a_state(), "D15"), "library"))
    play(referee, "ana action move:study")
    assert (places(referee.state)["ana"], referee.state.actions_left) == ("study", 2)
    assert told(referee, "EVIL-34") == ["ana goes to study."]


@pytest.mark.rule("EVIL-35")
def test_enter_by_a_window() -> None:
    referee = acting(a_state())
    assert actions(referee, "enter") == ["gallery", "library", "ballroom"]
    play(referee, "ana action enter:gallery")
    assert (places(referee.state)["ana"], referee.state.actions_left) == ("gallery", 2)
    assert told(referee, "EVIL-35") == ["ana goes to gallery."]
    assert not actions(referee, "enter")


@pytest.mark.rule("EVIL-36")
def test_no_other_room_can_be_entered_from_outside() -> None:
    referee = acting(a_state())
    assert "does not fit" in refusal(referee, "ana action enter:main_hall")
    assert not actions(referee, "move")


@pytest.mark.rule("EVIL-37")
def test_not_by_a_window_into_the_professors_room() -> None:
    state = a_state()
    state.professor = "ballroom"
    assert actions(acting(state), "enter") == ["gallery", "library"]


@pytest.mark.rule("EVIL-37")
def test_not_by_a_door_into_the_professors_room() -> None:
    state = stand(unlocked(a_state(), "D14", "D15", "D02"), "library")
    state.professor = "study"
    assert actions(acting(state), "move") == ["gallery"]


@pytest.mark.rule("EVIL-38")
def test_not_through_a_locked_door() -> None:
    referee = acting(stand(a_state(), "library"))
    assert not actions(referee, "move")
    assert refusal(referee, "ana action move:study") == (
        "The door between library and study is locked. (EVIL-38)")


@pytest.mark.rule("EVIL-39")
def test_nobody_leaves_the_mansion() -> None:
    referee = acting(stand(unlocked(a_state(), "D01"), "gallery"))
    assert "outside" not in actions(referee, "move")
    refusal(referee, "ana action move:outside")


@pytest.mark.rule("EVIL-40")
def test_windows_are_no_doors() -> None:
    assert len(game().box.doors) == 18
    referee = acting(a_state())
    play(referee, "ana action enter:library")
    assert not opened(referee.state)
    assert set(actions(referee, "unlock")) == {"D02", "D03", "D15"}


@pytest.mark.rule("EVIL-41")
def test_rooms_hold_any_number_and_traps_harm_nobody() -> None:
    state = stand(unlocked(a_state("ana", "ben", "cy"), "D15"), "library")
    stand(state, "study", "ben")
    stand(state, "study", "cy")
    referee = acting(state)
    assert referee.state.traps["study"].on
    play(referee, "ana action move:study")
    assert set(places(referee.state).values()) == {"study"}


@pytest.mark.rule("EVIL-42")
def test_unlock_a_door_of_the_own_room() -> None:
    referee = acting(stand(a_state(), "library"))
    assert actions(referee, "unlock") == ["D02", "D03", "D15"]
    play(referee, "ana action unlock:D15")
    assert opened(referee.state) == ["D15"]
    assert game().view(referee.state, None)["doors_aside"] == 1
    assert told(referee, "EVIL-42") == ["Take the door between library and study away: it is open."]


@pytest.mark.rule("EVIL-43")
def test_one_door_an_action_and_only_from_inside() -> None:
    assert not actions(acting(a_state()), "unlock")
    referee = acting(stand(a_state(), "library"))
    play(referee, "ana action unlock:D15\nana action unlock:D02")
    assert (opened(referee.state), referee.state.actions_left) == (["D02", "D15"], 1)


@pytest.mark.rule("EVIL-44")
@pytest.mark.parametrize(("here", "there"), [("ballroom", "music_room"), ("music_room", "ballroom")])
def test_an_open_door_serves_both_ways_and_everybody(here: str, there: str) -> None:
    referee = thrown(stand(unlocked(a_state(), "D17"), here, "ben"), "time_5 blue clock_1")
    play(referee, f"ben cards irene_1 irene_2\nben action move:{there}")
    assert places(referee.state)["ben"] == there


@pytest.mark.rule("EVIL-45")
def test_a_door_towards_the_professor_may_be_unlocked() -> None:
    state = stand(a_state(), "library")
    state.professor = "study"
    referee = acting(state)
    play(referee, "ana action unlock:D15")
    assert refusal(referee, "ana action move:study") == "The professor is in study. (EVIL-37)"


@pytest.mark.rule("EVIL-46")
def test_disarm_the_trap_of_the_own_room() -> None:
    referee = acting(stand(a_state(), "study"))
    play(referee, "ana action disarm")
    assert (referee.state.traps["study"].on, referee.state.actions_left) == (False, 2)
    assert told(referee, "EVIL-46") == ["Turn the laser in study OFF."]


@pytest.mark.rule("EVIL-47")
@pytest.mark.parametrize("place", ["kitchen", "outside"])
def test_no_trap_that_is_off_and_none_from_outside(place: str) -> None:
    assert "does not fit" in refusal(acting(stand(a_state(), place)), "ana action disarm")


@pytest.mark.rule("EVIL-48")
def test_a_card_disarms_even_where_the_professor_stands() -> None:
    referee = acting(a_state(), "nathan_3", "nathan_6")
    play(referee, "ana action card:nathan_3")
    assert set(words(referee)) == set(game().box.room) - off(a_state())
    play(referee, "ana room laboratory")
    assert not referee.state.traps["laboratory"].on
    assert told(referee, "EVIL-48") == ["Turn the padlock in laboratory OFF."]


@pytest.mark.rule("EVIL-49")
def test_a_trap_stays_off_where_the_professor_only_stands() -> None:
    state = a_state()
    state.traps["laboratory"].on = False
    assert not thrown(state, "time_5 red clock_1").state.traps["laboratory"].on


@pytest.mark.rule("EVIL-99")
def test_rooms_with_a_door_between_are_adjacent() -> None:
    box = game().box
    assert "study" in box.adjacent("library")
    assert "library" in box.adjacent("study")
    assert "ballroom" not in box.adjacent("gallery")
    assert box.adjacent("outside") == []
    assert box.adjacent("laboratory") == ["study", "music_room", "observatory"]


@pytest.mark.rule("EVIL-99")
def test_nathan_goes_beside_the_professor_through_locked_doors() -> None:
    state = stand(a_state(), "library")
    state.players["ana"].power = True
    referee = acting(state)
    play(referee, "ana action power")
    assert words(referee) == ("study", "music_room", "observatory")
    play(referee, "ana room music_room")
    assert (places(referee.state)["ana"], referee.state.actions_left) == ("music_room", 2)
    assert told(referee, "EVIL-99") == ["ana goes to music_room."]
    assert "power" not in words(referee)


def test_free_moves_cost_no_action() -> None:
    referee = acting(unlocked(a_state(), "D15"), "nathan_4", "nathan_6")
    play(referee, "ana action card:nathan_4\nana free_move enter:library\nana free_move move:study")
    assert (places(referee.state)["ana"], referee.state.actions_left) == ("study", 3)
    assert told(referee, "EVIL-35") == ["ana goes to library."]


def test_a_free_move_need_not_be_made() -> None:
    referee = acting(a_state(), "nathan_4", "nathan_6")
    play(referee, "ana action card:nathan_4\nana free_move stop")
    assert "end" in words(referee)
    assert places(referee.state)["ana"] == "outside"


def test_without_a_way_there_is_no_free_move() -> None:
    referee = acting(stand(a_state(), "gallery"), "nathan_4", "nathan_6")
    play(referee, "ana action card:nathan_4")
    assert "end" in words(referee)


def test_the_game_goes_on_from_any_turn() -> None:
    referee = sit(a_state())
    play(referee, "ana cards nathan_1 nathan_2\nana action end")
    assert throw(referee, "chevron_1 green clock_1").state.professor == "study"
