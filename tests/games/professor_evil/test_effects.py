"""What cards and powers do, by name or by hand (EVIL-25, EVIL-48, EVIL-86 and the rulings about effects)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.questions import Roll
from companion.engine.referee import Referee
from companion.games.professor_evil.content import DOINGS
from companion.games.professor_evil.state import State, Treasure
from tests.games.professor_evil.tables import (
    a_state,
    acting,
    game,
    game_with_thing,
    key,
    left,
    off,
    opened,
    places,
    play,
    refusal,
    stand,
    thrown,
    told,
    unlocked,
    words,
)


def playing(state: State, *effects: dict[str, Any]) -> Referee:
    """Ana plays a card with these effects; its first target is asked for, if it has one."""
    referee = acting(state, of=game_with_thing("cards", "nathan_6", effects=list(effects)))
    play(referee, "ana action card:nathan_6")
    return referee


def done(referee: Referee) -> bool:
    """Whether the card's text is finished."""
    return key(referee) == "action"


def panel(referee: Referee, *lines: str) -> Referee:
    """By hand: each line is an answer of Ana's."""
    play(referee, "\n".join(f"ana {line}" for line in lines))
    return referee


def test_more_actions() -> None:
    referee = playing(a_state(), {"op": "extra_actions", "count": 2})
    assert (referee.state.actions_left, done(referee)) == (5, True)


def test_any_door_can_be_opened_or_locked() -> None:
    referee = playing(unlocked(a_state(), "D05"), {"op": "unlock"}, {"op": "lock"})
    assert (key(referee), len(words(referee))) == ("door", 17)
    assert "D05" not in words(referee)
    play(referee, "ana door D18")
    assert words(referee) == ("D05", "D18")
    play(referee, "ana door D05")
    assert (opened(referee.state), done(referee)) == (["D18"], True)
    assert told(referee, "EVIL-30")[1:] == [
        "Take the door between conservatory and kitchen away: it is open.",
        "Put the door between ballroom and conservatory back: it is locked."]


def test_what_has_no_target_is_passed_over() -> None:
    """No door is open, nobody's power sleeps, all traps are ON, no dice lie there, no treasure is left."""
    state = a_state()
    for player in state.players.values():
        player.power = True
    for trap in state.traps.values():
        trap.on = True
    state.treasures = dict.fromkeys(state.treasures)
    assert done(playing(state, {"op": "lock"}, {"op": "activate_power"}, {"op": "arm"}, {"op": "reroll"},
                        {"op": "set_die"}, {"op": "shift_treasure_back"}, {"op": "shift_treasure"}))
    for trap in state.traps.values():
        trap.on = False
    state.doors = dict.fromkeys(state.doors, False)
    assert done(playing(state, {"op": "unlock"}, {"op": "disarm"}))


def test_a_trap_anywhere_turns_on() -> None:
    referee = playing(a_state(), {"op": "arm"})
    assert set(words(referee)) == off(a_state())
    play(referee, "ana room kitchen")
    assert referee.state.traps["kitchen"].on
    assert told(referee, "EVIL-30")[-1] == "Turn the saw in kitchen ON."


def test_a_pawn_is_put_into_any_room_but_the_professors() -> None:
    referee = playing(a_state(), {"op": "move_pawn"})
    assert words(referee) == ("ana", "ben")
    play(referee, "ana pawn ben")
    assert set(words(referee)) == set(game().box.room) - {"laboratory"}
    play(referee, "ana room study")
    assert places(referee.state) == {"ana": "outside", "ben": "study"}
    assert told(referee, "EVIL-30")[-1] == "ben goes to study."


@pytest.mark.parametrize(("enters", "is_on"), [("yes", True), ("no", False)])
def test_the_professor_is_put_into_a_room_and_perhaps_enters_it(enters: str, is_on: bool) -> None:
    referee = playing(stand(unlocked(a_state(), "D11"), "kitchen", "ben"), {"op": "move_professor"})
    assert set(words(referee)) == set(game().box.room)
    play(referee, "ana room kitchen")
    assert words(referee) == ("yes", "no")
    play(referee, f"ana enters {enters}")
    state = referee.state
    assert (state.professor, state.traps["kitchen"].on, opened(state)) == ("kitchen", is_on, ["D11"])
    assert places(state)["ben"] == "outside", "nobody stays in one room with him"
    assert referee.problems == []


def test_beside_the_professor() -> None:
    referee = playing(stand(a_state(), "study"), {"op": "move_adjacent_to_professor"})
    assert words(referee) == ("music_room", "observatory")
    play(referee, "ana room observatory")
    assert (places(referee.state)["ana"], referee.state.actions_left) == ("observatory", 3)
    assert done(referee)


@pytest.mark.parametrize(("count", "due"), [(1, 10), (2, 11), (5, 11)])
def test_a_marker_moves_on_at_most_to_eleven_steps(count: int, due: int) -> None:
    """EVIL-R25."""
    referee = playing(a_state(), {"op": "shift_treasure", "count": count})
    play(referee, "ana marker red")
    assert referee.state.treasures["red"].due == due


def test_a_marker_eleven_steps_ahead_cannot_move_on() -> None:
    state = a_state()
    state.treasures["red"] = Treasure("T12", "study", 11)
    assert words(playing(state, {"op": "shift_treasure"})) == ("green", "blue")
    assert words(playing(state, {"op": "shift_treasure_back"})) == ("red", "green", "blue")


@pytest.mark.rule("EVIL-86")
def test_a_marker_moved_back_onto_the_time_marker_is_lost() -> None:
    state = a_state()
    state.steps = 6
    referee = playing(state, {"op": "shift_treasure_back", "count": 2})
    play(referee, "ana marker green")
    assert (referee.state.lost, key(referee)) == (["T09"], "location")


def test_time_moved_back_brings_nothing_back_and_wakes_nobody() -> None:
    """EVIL-R25."""
    state = a_state()
    state.steps = 4
    state.treasures["red"] = Treasure("T12", "study", 15)
    state.lost = ["T01"]
    referee = playing(state, {"op": "shift_time_back", "count": 2})
    after = referee.state
    assert (after.steps, after.lost, done(referee)) == (2, ["T01"], True)
    assert left(after) == {"red": 11, "green": 6, "blue": 7}
    assert told(referee, "EVIL-86") == ["Time marker back to II.", "The red marker to I."]
    play(referee, "ana action end\nana roll professor=time_5 colour=green clock=clock_1")
    assert key(referee) == "wake", "III is crossed once more"


def test_time_does_not_go_back_before_the_beginning() -> None:
    state = a_state()
    state.steps = 1
    assert playing(state, {"op": "shift_time_back", "count": 3}).state.steps == 0


def test_time_can_be_moved_on() -> None:
    referee = playing(a_state(), {"op": "shift_time", "count": 2})
    assert (referee.state.steps, done(referee)) == (2, True)


def test_more_cards() -> None:
    referee = playing(a_state(), {"op": "draw", "count": 3})
    assert "nathan_6" not in words(referee)
    assert referee.question is not None
    assert "3 cards" in referee.question.text.id.format(**referee.question.text.args)
    play(referee, "ana cards nathan_1 nathan_2 nathan_3")
    state = referee.state
    assert (state.revealed, state.players["ana"].pile) == (["nathan_1", "nathan_2", "nathan_3"], 1)
    assert referee.problems == []


def test_no_more_cards_than_there_are() -> None:
    state = a_state()
    state.players["ana"].pile = 2
    state.players["ana"].discard = ["nathan_1", "nathan_2", "nathan_3", "nathan_4"]
    referee = acting(state, of=game_with_thing("cards", "nathan_6", effects=[{"op": "draw", "count": 9}]))
    play(referee, "ana action card:nathan_6")
    assert len(words(referee)) == 6
    play(referee, "ana cards nathan_1 nathan_2 nathan_3 nathan_4 nathan_5 nathan_6")
    assert done(referee)
    assert (referee.state.players["ana"].pile, len(referee.state.revealed)) == (0, 6)


def test_a_power_wakes_by_a_card() -> None:
    state = a_state()
    state.players["ana"].power = True
    referee = playing(state, {"op": "activate_power"})
    assert words(referee) == ("ben",)
    play(referee, "- wake ben")
    assert referee.state.players["ben"].power


def test_a_note_changes_nothing() -> None:
    referee = playing(a_state(), {"op": "note"})
    assert done(referee)
    assert told(referee, "EVIL-30")[-1] == "ana reads the card aloud: nothing to do on the table."


def test_free_moves_as_many_as_there_are_ways() -> None:
    referee = playing(unlocked(a_state(), "D15", "D08"), {"op": "free_moves", "count": 3})
    panel(referee, "free_move enter:library", "free_move move:study")
    assert words(referee) == ("move:workshop", "move:library", "stop")
    panel(referee, "free_move move:library")
    assert (places(referee.state)["ana"], referee.state.actions_left, done(referee)) == ("library", 3, True)
    assert (told(referee, "EVIL-35"), told(referee, "EVIL-34")) == (
        ["ana goes to library."], ["ana goes to study.", "ana goes to library."])


# By hand

def test_a_card_that_is_not_known_is_told_step_by_step() -> None:
    referee = playing(a_state(), {"op": "manual"})
    assert words(referee) == (*(op for op in DOINGS if op not in ("reroll", "set_die")), "done")
    panel(referee, "panel disarm", "room study", "panel extra_actions", "panel done", "remember no")
    assert done(referee)
    assert (referee.state.actions_left, referee.state.traps["study"].on) == (4, False)
    assert referee.state.learned == {}


def test_what_was_told_can_be_remembered() -> None:
    state = a_state()
    referee = playing(state, {"op": "manual"})
    panel(referee, "panel disarm", "room study", "panel extra_actions", "panel done", "remember yes")
    assert referee.state.learned == {"nathan_6": ["disarm", "extra_actions"]}
    again = a_state()
    again.learned = referee.state.learned
    referee = playing(again, {"op": "manual"})
    assert key(referee) == "room"
    panel(referee, "room study")
    assert (referee.state.actions_left, done(referee)) == (4, True)


def test_a_card_that_does_nothing_is_not_remembered() -> None:
    assert done(panel(playing(a_state(), {"op": "manual"}), "panel done"))


def test_a_card_that_nobody_read_out_is_not_remembered() -> None:
    referee = acting(a_state(), "unknown")
    play(referee, "ana action card:unknown")
    panel(referee, "panel extra_actions", "panel done")
    assert done(referee)
    assert referee.state.players["ana"].discard == ["unknown", "unknown"]
    assert not [word for word in words(referee) if word.startswith("card")]


def test_after_the_roll_the_dice_can_be_changed_by_hand() -> None:
    fated = game_with_thing("cards", "nathan_6", window="after_roll", effects=[{"op": "manual"}])
    referee = thrown(a_state(), "time_10 red clock_1", of=fated)
    play(referee, "ana after_roll card:nathan_6")
    assert {"reroll", "set_die"} <= set(words(referee))
    panel(referee, "panel set_die")
    assert words(referee) == ("professor", "colour", "clock")
    panel(referee, "die clock")
    assert words(referee) == ("clock_1", "clock_2")
    panel(referee, "face clock_2", "panel reroll", "die professor")
    assert referee.question is not None
    ask = referee.question.asks["ana"]
    assert isinstance(ask, Roll)
    assert [die.id for die in ask.dice] == ["professor"]
    assert referee.question.reveals == ("dice",)
    refusal(referee, "ana reroll professor=red")
    panel(referee, "reroll professor=chevron_1")
    assert referee.state.roll == {"professor": "chevron_1", "colour": "red", "clock": "clock_2"}
    panel(referee, "panel done", "remember no")
    assert (referee.state.professor, referee.state.steps) == ("music_room", 2)
