"""Recovering a treasure, winning and losing (EVIL-50 to EVIL-57, EVIL-101 to EVIL-103)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from companion.games.professor_evil.state import State, Treasure
from tests.games.professor_evil.tables import (
    a_state,
    acting,
    game,
    game_with_thing,
    house,
    key,
    left,
    off,
    places,
    play,
    refusal,
    stand,
    thrown,
    told,
    words,
)

SAWS, LASERS = {"library", "kitchen", "music_room"}, {"main_hall", "study"}


def disarmed(state: State, *rooms: str) -> State:
    """Turn some traps OFF."""
    for room in rooms:
        state.traps[room].on = False
    return state


def ready() -> State:
    """Ana stands in the study with the red treasure (saw, laser), all saws and lasers OFF."""
    return disarmed(stand(a_state(), "study"), *SAWS, *LASERS)


def saving(state: State) -> Referee:
    """Ana saves red; T14 comes into the workshop unless the game ends."""
    referee = acting(state)
    play(referee, "ana action recover:red")
    if key(referee) == "location":
        play(referee, "- location workshop\n- tile T14")
    return referee


def armed(referee: Referee) -> set[str]:
    """The rooms whose traps were told to turn ON again."""
    (line,) = [line for line in referee.log if line.rule == "EVIL-54"]
    rooms = line.args["rooms"]
    assert isinstance(rooms, list)
    return set(rooms)


@pytest.mark.rule("EVIL-50")
@pytest.mark.parametrize("types", [[], ["padlock", "saw", "camera", "laser"], ["saw", "saw"]])
def test_a_tile_shows_one_to_three_traps(types: list[str]) -> None:
    with pytest.raises(ValueError, match=r"treasures\.T12\.types: a tile shows 1 to 3 different traps"):
        game_with_thing("treasures", "T12", types=types)


@pytest.mark.rule("EVIL-51")
def test_every_trap_of_every_kind_on_the_tile_must_be_off() -> None:
    state = disarmed(stand(a_state(), "study"), "library", "kitchen", *LASERS)
    assert house(state).still_on("T12") == ["music_room"]
    referee = acting(state)
    assert "recover:red" not in words(referee)
    refusal(referee, "ana action recover:red")
    (red,) = [treasure for treasure in game().view(state, None)["treasures"] if treasure["colour"] == "red"]
    assert red["still_on"] == [{"room": "music_room", "trap": "saw"}]


@pytest.mark.rule("EVIL-52")
def test_who_stands_there_saves_it_whoever_disarmed_the_traps() -> None:
    referee = saving(ready())
    assert (referee.state.saved, referee.state.actions_left) == (["T12"], 2)
    assert told(referee, "EVIL-53")[0] == "ana saves T12: put it on Saved."


@pytest.mark.rule("EVIL-52")
@pytest.mark.parametrize("place", ["library", "kitchen", "outside"])
def test_not_from_another_room(place: str) -> None:
    assert not [word for word in words(acting(stand(ready(), place))) if word.startswith("recover")]


@pytest.mark.rule("EVIL-53")
def test_what_happens_in_order_when_a_treasure_is_saved() -> None:
    referee = saving(ready())
    rules = [line.rule for line in referee.log]
    assert rules[rules.index("EVIL-53"):] == ["EVIL-53", "EVIL-54", "EVIL-53", "EVIL-13"]
    assert told(referee, "EVIL-53")[1] == "Take both red markers back."


@pytest.mark.rule("EVIL-54")
def test_all_traps_of_its_kinds_turn_on_and_no_others() -> None:
    state = stand(ready(), "library", "ben")
    before = off(state)
    referee = saving(state)
    assert off(referee.state) == before - SAWS - LASERS
    assert {"gallery", "dining_room"} <= off(referee.state)
    assert places(referee.state) == {"ana": "study", "ben": "library"}
    assert armed(referee) == SAWS | LASERS


@pytest.mark.rule("EVIL-55")
def test_the_crystal_skull_needs_six_traps_off() -> None:
    state = ready()
    state.treasures["red"] = Treasure("T16", "study", 9)
    assert "recover:red" not in words(acting(state))
    state = disarmed(ready(), "conservatory")
    state.treasures["red"] = Treasure("T16", "study", 9)
    referee = saving(state)
    assert referee.state.saved == ["T16"]
    assert len(armed(referee)) == 6
    assert not off(referee.state) & (SAWS | LASERS | {"conservatory"})


@pytest.mark.rule("EVIL-56")
def test_another_comes_at_once_and_play_goes_on() -> None:
    state = ready()
    state.steps = 5
    referee = saving(state)
    assert referee.state.treasures["red"] == Treasure("T14", "workshop", 15)
    assert (left(referee.state)["red"], referee.state.actions_left, key(referee)) == (10, 2, "action")
    assert referee.state.rooms_used[-1] == "workshop"
    assert referee.state.tiles_used[-1] == "T14"


@pytest.mark.rule("EVIL-57", "EVIL-101")
def test_the_fourth_saved_treasure_wins_at_once() -> None:
    state = ready()
    state.saved, state.lost = ["T01", "T02", "T03"], ["T04", "T05", "T06"]
    referee = saving(state)
    state = referee.state
    assert (state.result, state.phase, len(state.saved), key(referee)) == ("won", "over", 4, "")
    assert off(state) >= SAWS
    assert state.treasures["red"] is None
    assert state.roll == {}
    outcome = game().outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("won", ("ana", "ben"))
    assert outcome.text.id == "Four treasures are saved: everybody wins!"
    assert told(referee, "EVIL-57") == ["Four treasures are saved: you have won!"]
    assert referee.problems == []


@pytest.mark.rule("EVIL-57")
def test_the_third_does_not() -> None:
    state = ready()
    state.saved = ["T01", "T02"]
    referee = saving(state)
    assert (referee.state.result, key(referee)) == ("", "action")
    assert game().outcome(referee.state) is None


@pytest.mark.rule("EVIL-102")
def test_the_fourth_lost_treasure_loses() -> None:
    state = a_state()
    state.saved, state.lost, state.steps = ["T01", "T02", "T03"], ["T04", "T05", "T06"], 7
    referee = thrown(state, "chevron_1 red clock_1")
    state = referee.state
    assert (state.result, state.phase, key(referee)) == ("lost", "over", "")
    outcome = game().outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("lost", ())
    assert outcome.text.id == "Four treasures are lost: the professor wins."
    assert told(referee, "EVIL-102") == ["Four treasures are lost: the professor wins."]
    assert referee.problems == []


@pytest.mark.rule("EVIL-103")
def test_what_comes_first_decides_and_then_nothing_else_happens() -> None:
    state = ready()
    state.saved, state.lost, state.steps = ["T01", "T02", "T03"], ["T04", "T05", "T06"], 8
    referee = saving(state)
    assert referee.state.result == "won"
    assert referee.state.lost == ["T04", "T05", "T06"], "the clock would have taken the rest"
    assert "only taking back" in refusal(referee, "ana roll professor=time_5 colour=red clock=clock_2")
    referee.undo()
    assert referee.state.result == ""


@pytest.mark.rule("EVIL-103")
def test_a_card_that_loses_the_fourth_ends_the_turn_in_its_middle() -> None:
    state = a_state()
    state.lost, state.steps = ["T04", "T05", "T06"], 7
    card = game_with_thing("cards", "nathan_6", effects=[{"op": "shift_time"}, {"op": "unlock"}])
    referee = acting(state, of=card)
    play(referee, "ana action card:nathan_6")
    assert (referee.state.result, key(referee)) == ("lost", "")


def test_of_two_treasures_in_one_room_the_player_picks() -> None:
    """Only people who set things right by hand can bring this about (EVIL-R19)."""
    state = disarmed(ready(), "ballroom", "observatory")
    state.treasures["green"] = Treasure("T09", "study", 8)
    referee = acting(state)
    assert [word for word in words(referee) if word.startswith("recover")] == ["recover:red", "recover:green"]
    assert [problem.id for problem in referee.problems] == ["Two treasures lie in one room."]
    play(referee, "ana action recover:green")
    assert referee.state.saved == ["T09"]
