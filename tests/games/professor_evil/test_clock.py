"""The clock, lost treasures, power hours (EVIL-82 to EVIL-98), with the ledger's clock cases C-06 to C-22."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from companion.games.professor_evil.state import State, Treasure
from tests.games.professor_evil.tables import (
    a_state,
    acting,
    game_with_thing,
    key,
    left,
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

TILES = {"red": "T12", "green": "T09", "blue": "T10"}
ROOMS = {"red": "study", "green": "kitchen", "blue": "observatory"}


def at(steps: int, lost: int = 0, **due: int) -> State:
    """The time marker at `steps`, some treasures lost; `red=12` is when red is due. The others have time."""
    state = a_state()
    state.steps, state.lost = steps, ["T02", "T03", "T04", "T05"][:lost]
    state.treasures = {colour: Treasure(TILES[colour], ROOMS[colour], due.get(colour, steps + 9))
                       for colour in TILES}
    return state


def replaced(referee: Referee) -> Referee:
    """New treasures (T01, T06, T07) come into the workshop, gallery, ballroom, as many as are asked for."""
    for room, tile in (("workshop", "T01"), ("gallery", "T06"), ("ballroom", "T07")):
        if key(referee) == "location":
            play(referee, f"- location {room}\n- tile {tile}")
    return referee


@pytest.mark.rule("EVIL-82")
@pytest.mark.parametrize(("steps", "face", "after", "hour"), [
    (11, "clock_2", 13, "I"), (11, "clock_1", 12, "XII"), (0, "clock_1", 1, "I"), (0, "clock_2", 2, "II"),
])
def test_one_or_two_steps_a_turn(steps: int, face: str, after: int, hour: str) -> None:
    referee = thrown(at(steps), f"chevron_1 red {face}")
    assert referee.state.steps == after
    assert told(referee, "EVIL-82") == [f"Time marker to {hour}."]


@pytest.mark.rule("EVIL-83")
@pytest.mark.parametrize("faces", ["chevron_1 red", "secret_passage red", "time_5 red", "time_10 red"])
def test_the_clock_never_stands_still(faces: str) -> None:
    for clock, steps in (("clock_1", 1), ("clock_2", 2)):
        assert thrown(at(4), f"{faces} {clock}").state.steps == 4 + steps


@pytest.mark.rule("EVIL-84")
@pytest.mark.parametrize(("steps", "due", "faces", "is_lost"), [
    pytest.param(10, 12, "chevron_1 red clock_1", False, id="C-06"),
    pytest.param(11, 12, "chevron_1 red clock_2", True, id="C-07"),
    pytest.param(11, 13, "chevron_1 red clock_2", True, id="C-08"),
    pytest.param(4, 7, "time_10 red clock_1", True, id="C-09"),
    pytest.param(4, 5, "time_10 red clock_1", True, id="C-10"),
    pytest.param(12, 14, "time_5 red clock_1", True, id="C-11, then the clock"),
    pytest.param(12, 13, "time_10 red clock_1", True, id="C-12"),
    pytest.param(4, 8, "time_10 red clock_1", False, id="left 4"),
])
def test_a_marker_that_is_reached_or_passed_is_lost(
    steps: int, due: int, faces: str, is_lost: bool
) -> None:
    state = thrown(at(steps, red=due), faces).state
    assert (state.lost == ["T12"]) == is_lost
    assert (state.treasures["red"] is None) == is_lost


@pytest.mark.rule("EVIL-80", "EVIL-86")
@pytest.mark.parametrize(("steps", "due", "face", "then"), [
    pytest.param(12, 14, "time_5", 1, id="C-11"), pytest.param(12, 13, "time_10", 0, id="C-12"),
    pytest.param(4, 7, "time_10", 1, id="C-09"), pytest.param(4, 5, "time_10", 0, id="C-10"),
])
def test_the_white_dice_alone(steps: int, due: int, face: str, then: int) -> None:
    """Judged before the black die: the card that sets it back shows the table as it stands then."""
    state = at(steps, red=due)
    referee = acting(state, of=game_with_thing("cards", "nathan_6", effects=[
        {"op": "shift_treasure_back", "count": 1 if face == "time_5" else 2}]))
    play(referee, "ana action card:nathan_6\nana marker red")
    assert referee.state.steps == steps
    assert referee.state.lost == ([] if then else ["T12"])
    assert left(referee.state).get("red", 0) == then


@pytest.mark.rule("EVIL-84", "EVIL-85")
def test_the_advance_is_finished_before_losses_are_judged() -> None:
    referee = thrown(at(7, red=8, green=9), "chevron_1 red clock_2")
    state = referee.state
    assert (state.steps, state.lost) == (9, ["T12", "T09"])
    state = replaced(referee).state
    assert (state.treasures["red"].due, state.treasures["green"].due) == (9 + 6, 9 + 7)


@pytest.mark.rule("EVIL-86")
def test_a_card_can_lose_a_treasure_too() -> None:
    referee = acting(at(4, red=5), of=game_with_thing("cards", "nathan_6", effects=[{"op": "shift_time"}]))
    play(referee, "ana action card:nathan_6")
    assert (referee.state.lost, referee.state.steps) == (["T12"], 5)
    assert key(replaced(referee)) == "action"


@pytest.mark.rule("EVIL-87")
def test_a_lost_tile_and_its_markers() -> None:
    referee = thrown(at(4, red=5), "chevron_1 red clock_1")
    assert (referee.state.lost, referee.state.treasures["red"]) == (["T12"], None)
    assert told(referee, "EVIL-87") == ["T12 is lost: put it on Lost and take both red markers back."]


@pytest.mark.rule("EVIL-88")
def test_the_replacement_counts_from_now() -> None:
    referee = thrown(at(7, red=8), "chevron_1 red clock_2")
    play(referee, "- location workshop\n- tile T06")
    assert referee.state.treasures["red"] == Treasure("T06", "workshop", 16)
    assert told(referee, "EVIL-13") == ["T06 lies in workshop: red marker on IV."]


@pytest.mark.rule("EVIL-89")
def test_a_loss_changes_no_trap_door_or_pawn() -> None:
    state = stand(unlocked(at(4, red=5), "D15"), "study")
    for room in ("music_room", "study"):
        state.traps[room].on = False
    before = (opened(state), off(state), places(state), state.professor)
    after = replaced(thrown(state, "time_5 blue clock_1")).state
    assert (opened(after), off(after), places(after), after.professor) == before


@pytest.mark.rule("EVIL-90")
@pytest.mark.parametrize(("due", "order"), [
    ({"red": 8, "green": 9}, "red green"), ({"red": 9, "green": 8}, "green red"),
    ({"red": 9, "blue": 9}, "red blue"), ({"green": 8, "blue": 8}, "green blue"),
    ({"red": 9, "green": 9, "blue": 8}, "blue red green"),
])
def test_the_one_that_was_due_first_is_replaced_first(due: dict[str, int], order: str) -> None:
    referee = thrown(at(7, **due), "chevron_1 red clock_2")
    assert len(referee.state.lost) == len(due)
    new = replaced(referee).state.treasures
    placed = sorted(due, key=lambda colour: ["workshop", "gallery", "ballroom"].index(new[colour].room))
    assert placed == order.split()


@pytest.mark.rule("EVIL-90")
def test_three_lost_at_once_are_all_replaced() -> None:
    """C-19."""
    referee = thrown(at(4, red=5, green=5, blue=5), "chevron_1 red clock_1")
    assert len(referee.state.lost) == 3
    state = replaced(referee).state
    assert {colour: treasure.room for colour, treasure in state.treasures.items()} == {
        "red": "workshop", "green": "gallery", "blue": "ballroom"}
    assert (state.result, state.current) == ("", "ben")


@pytest.mark.rule("EVIL-91")
def test_with_four_lost_nothing_else_happens() -> None:
    """C-20."""
    referee = thrown(at(1, lost=1, red=3, green=3, blue=3), "chevron_1 red clock_2")
    state = referee.state
    assert (state.result, len(state.lost), key(referee)) == ("lost", 4, "")
    assert (state.treasures, state.current) == ({"red": None, "green": None, "blue": None}, "ana")


@pytest.mark.rule("EVIL-91")
def test_a_hurry_that_loses_the_fourth_stops_the_clock() -> None:
    referee = thrown(at(2, lost=3, red=3, green=3), "time_5 red clock_2")
    state = referee.state
    assert (state.result, state.steps, state.lost[-1], len(state.lost)) == ("lost", 2, "T12", 4)


def test_the_real_number_of_lost_treasures_is_shown() -> None:
    """EVIL-R17."""
    assert len(thrown(at(2, lost=3, red=3, green=3, blue=3), "chevron_1 red clock_1").state.lost) == 6


@pytest.mark.rule("EVIL-81")
def test_after_a_hurry_the_clock_counts_against_the_new_treasure_too() -> None:
    """C-21."""
    state = replaced(thrown(at(7, green=9), "time_10 green clock_2")).state
    assert (state.treasures["green"].due, state.steps, left(state)["green"]) == (13, 9, 4)


@pytest.mark.rule("EVIL-92", "EVIL-93")
@pytest.mark.parametrize(("steps", "face", "wakes"), [
    pytest.param(1, "clock_1", False, id="C-13 first"), pytest.param(2, "clock_1", True, id="C-13 second"),
    pytest.param(2, "clock_2", True, id="C-14"), pytest.param(3, "clock_2", False, id="C-15"),
    pytest.param(14, "clock_1", True, id="C-16"), pytest.param(22, "clock_2", False, id="C-17"),
    pytest.param(20, "clock_2", True, id="C-18"), pytest.param(1, "clock_2", True, id="III reached"),
    pytest.param(3, "clock_1", False, id="from III"), pytest.param(8, "clock_1", True, id="IX reached"),
    pytest.param(9, "clock_1", False, id="from IX"),
])
def test_a_power_wakes_when_iii_or_ix_is_reached_or_passed(steps: int, face: str, wakes: bool) -> None:
    referee = thrown(at(steps), f"chevron_1 red {face}")
    assert (key(referee) == "wake") == wakes


@pytest.mark.rule("EVIL-92")
def test_one_tile_is_turned_face_up() -> None:
    referee = thrown(at(2), "chevron_1 red clock_1")
    play(referee, "- wake ben")
    assert [player.power for player in referee.state.players.values()] == [False, True]
    assert told(referee, "EVIL-92") == ["ben's power is awake: turn the tile face up."]
    assert key(referee) == "cards"


@pytest.mark.rule("EVIL-94")
def test_all_together_choose_among_the_sleeping_or_nobody() -> None:
    state = a_state("ana", "ben", "cy")
    state.steps = 2
    state.players["ben"].power = True
    referee = thrown(state, "chevron_1 red clock_1")
    assert referee.question is not None
    assert (tuple(referee.question.asks), words(referee)) == (("-",), ("ana", "cy", "nobody"))
    play(referee, "- wake nobody")
    assert [player.power for player in referee.state.players.values()] == [False, True, False]


@pytest.mark.rule("EVIL-94")
def test_nobody_is_asked_when_all_are_awake() -> None:
    state = at(2)
    for player in state.players.values():
        player.power = True
    assert key(thrown(state, "chevron_1 red clock_1")) == "cards"


def test_a_long_move_wakes_one_power_for_each_hour_it_crosses() -> None:
    """EVIL-R35."""
    state = a_state()
    for treasure in state.treasures.values():
        assert treasure is not None
        treasure.due = 11
    card = game_with_thing("cards", "nathan_6", effects=[{"op": "shift_time", "count": 9}])
    referee = acting(state, of=card)
    play(referee, "ana action card:nathan_6\n- wake ana")
    assert words(referee) == ("ben", "nobody")
    play(referee, "- wake ben")
    assert key(referee) == "action"


@pytest.mark.rule("EVIL-95")
def test_losses_and_replacements_come_before_the_power() -> None:
    """C-22."""
    referee = thrown(at(8, red=9), "chevron_1 red clock_1")
    assert key(referee) == "location"
    play(referee, "- location workshop\n- tile T01")
    assert (referee.state.treasures["red"].due, key(referee)) == (15, "wake")


def awake(state: State) -> State:
    """Ana's power tile lies face up."""
    state.players["ana"].power = True
    return state


@pytest.mark.rule("EVIL-96")
def test_a_power_on_the_own_turn_only_and_once() -> None:
    referee = acting(awake(a_state()))
    assert {"power", "bonus"} <= set(words(referee))
    play(referee, "ana action power\nana room study")
    assert "power" not in words(referee)
    assert "bonus" in words(referee)
    assert told(referee, "EVIL-96") == ["ana uses the power."]
    play(referee, "ana action end")
    throw(referee, "time_5 red clock_1")
    play(referee, "ben cards irene_1 irene_2")
    assert not {"power", "bonus"} & set(words(referee))
    refusal(referee, "ben action power")


@pytest.mark.rule("EVIL-96")
def test_a_power_that_is_an_action_needs_one() -> None:
    state = awake(stand(a_state(), "gallery"))
    referee = acting(state)
    play(referee, "ana action unlock:D01\nana action unlock:D02")
    assert "power" in words(referee)
    play(referee, "ana action unlock:D14")
    assert "power" not in words(referee)
    assert "bonus" in words(referee)


@pytest.mark.rule("EVIL-96")
def test_a_power_as_often_as_the_content_says() -> None:
    twice = game_with_thing("characters", "nathan", per_turn_limit=2, costs_action=False,
                            permanent=[{"op": "note"}])
    referee = acting(awake(a_state()), of=twice)
    play(referee, "ana action power\nana action power")
    assert "power" not in words(referee)
    assert (referee.state.actions_left, referee.state.power_uses) == (3, 2)


@pytest.mark.rule("EVIL-96")
def test_a_power_on_the_dice_is_used_after_the_roll() -> None:
    fated = game_with_thing("characters", "nathan", window="after_roll", costs_action=False,
                            permanent=[{"op": "set_die"}])
    referee = acting(awake(a_state()), of=fated)
    assert not {"power", "bonus"} & set(words(referee))
    play(referee, "ana action end")
    throw(referee, "time_10 red clock_1")
    assert words(referee) == ("power", "bonus", "no")
    play(referee, "ana after_roll power\nana die colour\nana face blue")
    assert words(referee) == ("bonus", "no")
    play(referee, "ana after_roll no")
    assert left(referee.state) == {"red": 8, "green": 7, "blue": 6}


@pytest.mark.rule("EVIL-97")
def test_the_bonus_ends_the_power() -> None:
    referee = acting(awake(a_state()))
    play(referee, "ana action bonus")
    assert not referee.state.players["ana"].power
    assert told(referee, "EVIL-97") == ["ana uses the bonus: turn the power tile face down."]
    play(referee, "ana panel disarm\nana room study\nana panel done\nana remember no")
    assert not {"power", "bonus"} & set(words(referee))
    assert not referee.state.traps["study"].on


@pytest.mark.rule("EVIL-98")
def test_a_power_that_was_used_can_wake_again() -> None:
    state = at(8)
    referee = acting(awake(state))
    play(referee, "ana action bonus\nana panel done\nana action end")
    throw(referee, "time_5 red clock_1")
    assert words(referee) == ("ana", "ben", "nobody")
    play(referee, "- wake ana")
    assert referee.state.players["ana"].power
    again = sit(referee.state)
    play(again, "ben cards irene_1 irene_2\nben action end")
    throw(again, "time_5 green clock_1")
    play(again, "ana cards nathan_1 nathan_2")
    assert "bonus" in words(again)
