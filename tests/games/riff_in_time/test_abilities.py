"""What the Character Cards can do (RIT-127 to RIT-129)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from tests.games.riff_in_time.tables import a_state, game, play, told, words
from tests.games.riff_in_time.throws import drawn, refusal, shown, throw

BILL, CHANGER = "ana", "ben"


def bill(faces: str = "move move interact") -> Referee:
    """Bill at New York with what he has thrown."""
    state = a_state("ana", "ben")
    state.players["ana"].place = "new_york"
    return throw(state, faces)


def changer(faces: str, place: str = "kassel") -> Referee:
    """Ben, who may change a die, at the question of the Booth; the dice are those of the default box."""
    state = a_state("ana", "ben")
    state.starter = state.active = "ben"
    state.players["ben"].place = place
    referee = drawn(state, game())
    w1, w2, w3 = faces.split()
    play(referee, f"ben roll w1={w1} w2={w2} w3={w3}")
    return referee


@pytest.mark.rule("RIT-127")
def test_an_ability_wins_over_the_rule_that_it_contradicts() -> None:
    referee = bill()
    play(referee, "ana action move:w1\nana move kassel\nana extra_step new_mexico")
    assert referee.state.players["ana"].place == "new_mexico", "two places with one Move"


@pytest.mark.rule("RIT-127")
def test_an_ability_is_its_own_characters_only() -> None:
    state = a_state("ana", "ben", "cy")
    state.starter = state.active = "cy"
    referee = throw(state, "move blank interact")
    play(referee, "cy action move:w1\ncy move kassel")
    assert referee.question is not None
    assert referee.question.key == "action"
    assert "change" not in words(referee)


@pytest.mark.rule("RIT-128")
def test_bill_may_go_one_extra_step_along_a_circuit_once_a_turn() -> None:
    referee = bill()
    play(referee, "ana action move:w1\nana move kassel")
    assert set(words(referee)) == {"san_dimas", "new_york", "new_mexico", "stop"}
    assert "“rome” does not fit" in refusal(referee, "ana extra_step rome")
    play(referee, "ana extra_step new_mexico")
    assert referee.state.ability_used
    assert told(referee, "RIT-92") == ["ana moves to kassel.", "ana moves to new_mexico."]
    play(referee, "ana action move:w2\nana move loc_06")
    assert referee.question is not None
    assert referee.question.key == "action", "a second Move is one step"
    assert referee.state.players["ana"].place == "loc_06"


@pytest.mark.rule("RIT-128")
def test_bill_may_keep_the_extra_step_for_a_later_move_of_the_turn() -> None:
    referee = bill()
    play(referee, "ana action move:w1\nana move kassel\nana extra_step stop")
    assert referee.state.players["ana"].place == "kassel"
    assert not referee.state.ability_used
    play(referee, "ana action move:w2\nana move new_mexico\nana extra_step loc_06")
    assert referee.state.players["ana"].place == "loc_06"


@pytest.mark.rule("RIT-128")
def test_a_move_made_with_an_excellent_counts_for_bill_too() -> None:
    referee = bill("excellent blank interact")
    play(referee, "ana action excellent:w1\nana excellent move\nana move kassel\nana extra_step new_mexico")
    assert referee.state.players["ana"].place == "new_mexico"


@pytest.mark.rule("RIT-128")
def test_bills_extra_step_is_there_again_on_his_next_turn() -> None:
    state = a_state("ana")
    referee = throw(state, "move blank blank")
    play(referee, "ana action move:w1\nana move kassel\nana extra_step new_york")
    play(referee, "ana draw loc_09_3\nana roll w1=move w2=blank w3=blank\nana booth no\nana action move:w1\n"
                  "ana move kassel")
    assert "stop" in words(referee)


@pytest.mark.rule("RIT-129")
def test_one_die_may_be_set_to_another_of_its_faces() -> None:
    referee = changer("move reroll reroll")
    assert words(referee) == ("yes", "no", "change")
    play(referee, "ben booth change")
    assert words(referee) == ("w1=interact", "w1=reroll", "w2=move", "w2=interact", "w3=move", "w3=interact")
    play(referee, "ben change w1=interact")
    assert shown(referee) == {"w1": "interact", "w2": "reroll", "w3": "reroll"}
    assert told(referee, "RIT-129") == ["ben sets w1 to interact."]
    assert words(referee) == ("yes", "no"), "once a turn; and it is no Action: the Booth is still open"
    assert referee.state.players["ben"].clean, "nor is it a Reroll"


@pytest.mark.rule("RIT-129")
def test_a_die_that_shows_bogus_cannot_be_changed_and_none_becomes_bogus() -> None:
    referee = changer("bogus move interact")
    play(referee, "ben booth change")
    assert not any(word.startswith("w1") or word.endswith("bogus") for word in words(referee))
    assert "does not fit" in refusal(referee, "ben change w1=move")
    assert "does not fit" in refusal(referee, "ben change w2=bogus")


@pytest.mark.rule("RIT-129")
def test_a_face_with_a_bogus_beside_another_symbol_is_left_out_too() -> None:
    state = a_state("ana", "ben")
    state.starter = state.active = "ben"
    referee = drawn(state)
    play(referee, "ben roll w1=move w2=bogus+bogus w3=move+bogus\nben booth change")
    assert words(referee) == (
        "w1=interact", "w1=reroll", "w1=excellent", "w1=blank", "w1=move+interact", "w1=move+move")


@pytest.mark.rule("RIT-129")
def test_a_face_that_is_not_on_the_die_cannot_be_chosen() -> None:
    referee = changer("move move interact")
    play(referee, "ben booth change")
    assert "does not fit" in refusal(referee, "ben change w1=excellent")


@pytest.mark.rule("RIT-129")
def test_the_change_may_come_while_a_bogus_is_open() -> None:
    referee = changer("bogus move interact")
    play(referee, "ben booth no")
    assert words(referee) == ("take:w1", "change")
    play(referee, "ben bogus change\nben change w2=reroll")
    assert words(referee) == ("take:w1", "reroll:w2")
    play(referee, "ben bogus reroll:w2\nben reroll_die w1\nben reroll w1=move")
    assert referee.state.rifts["kassel"].level == 5


@pytest.mark.rule("RIT-129")
def test_the_change_may_come_among_the_actions_but_not_of_a_used_die() -> None:
    referee = changer("move reroll interact")
    play(referee, "ben booth no\nben action move:w1\nben move new_york\nben action change")
    assert not any(word.startswith("w1") for word in words(referee))
    play(referee, "ben change w2=move")
    assert words(referee)[0] == "move:w2"


@pytest.mark.rule("RIT-129")
def test_with_nothing_but_bogus_there_is_nothing_to_change() -> None:
    assert words(changer("bogus bogus bogus")) == ("yes", "no")
