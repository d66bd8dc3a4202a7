"""Rolling the pool, the Booth, and Rerolls (RIT-76 to RIT-82)."""

from __future__ import annotations

import pytest

from companion.engine.questions import Roll
from tests.games.riff_in_time.tables import play, told, words
from tests.games.riff_in_time.throws import (
    a_table,
    any_faces,
    drawn,
    give,
    put_back,
    refusal,
    shown,
    throw,
)


@pytest.mark.rule("RIT-76")
def test_the_whole_pool_is_thrown_at_once_and_the_seen_faces_count() -> None:
    state = a_table()
    give(state, "ana", "billy_the_kid")
    referee = drawn(state)
    assert referee.question is not None
    ask = referee.question.asks["ana"]
    assert isinstance(ask, Roll)
    assert [die.id for die in ask.dice] == ["w1", "w2", "w3", "b1"]

    play(referee, "ana roll w1=move w2=interact w3=bogus b1=blank")

    assert shown(referee) == {"w1": "move", "w2": "interact", "w3": "bogus", "b1": "blank"}
    assert told(referee, "RIT-76") == ["ana has ['move', 'interact', 'bogus', 'blank']."]


@pytest.mark.rule("RIT-76")
def test_a_throw_with_a_die_missing_or_an_unknown_face_is_refused() -> None:
    referee = drawn(a_table())
    assert "w3 is missing" in refusal(referee, "ana roll w1=move w2=interact")
    assert "no face “seven”" in refusal(referee, "ana roll w1=move w2=interact w3=seven")


@pytest.mark.rule("RIT-77")
def test_the_booth_throws_all_dice_again_and_the_first_faces_are_void() -> None:
    state = a_table()
    state.players["ana"].place = "kassel"
    give(state, "ana", "billy_the_kid")
    referee = drawn(state)
    play(referee, "ana roll w1=move w2=interact w3=bogus b1=bogus\nana booth yes")
    assert referee.question is not None
    assert referee.question.key == "booth_roll"
    assert referee.question.rules == ("RIT-77",)

    play(referee, "ana booth_roll w1=interact w2=interact w3=move b1=blank")

    assert shown(referee) == {"w1": "interact", "w2": "interact", "w3": "move", "b1": "blank"}
    assert referee.state.booth_used
    assert referee.state.players["ana"].clean is False
    assert referee.state.rifts["kassel"].level == 5, "the Bogus of the first throw do not count"
    assert words(referee)[:3] == ("interact:w1", "interact:w2", "move:w3")
    assert told(referee, "RIT-77") == [
        "ana uses the Booth.", "ana has ['interact', 'interact', 'move', 'blank']."]


@pytest.mark.rule("RIT-77")
def test_the_booth_can_be_used_once_a_turn_only() -> None:
    referee = drawn(a_table())
    play(referee, "ana roll w1=move w2=move w3=move\nana booth yes\nana booth_roll w1=move w2=move w3=move")
    assert referee.question is not None
    assert referee.question.key == "action"

    play(referee, "ana action end\nben draw rome_3\nben roll w1=move w2=move w3=move")

    assert referee.question.key == "booth", "and it is open again on the next turn"
    assert not referee.state.booth_used


@pytest.mark.rule("RIT-78")
def test_the_booth_is_asked_about_before_any_other_action() -> None:
    state = a_table(bonus="reroll")
    referee = drawn(state)
    play(referee, "ana roll w1=bogus w2=move w3=reroll")
    assert state.phase == "riff", "the table that was handed over stays as it was"
    assert referee.state.phase == "booth"
    assert words(referee) == ("yes", "no")


@pytest.mark.rule("RIT-78")
def test_after_a_decline_or_a_reroll_the_booth_is_closed() -> None:
    referee = throw(a_table(bonus="reroll"), "move move blank")
    play(referee, "ana action reroll:bonus\nana reroll_die w3\nana reroll w3=bogus")
    assert "“booth” is not asked now" in refusal(referee, "ana booth yes")
    assert not any(word.startswith("booth") for word in words(referee))


@pytest.mark.rule("RIT-79")
def test_a_reroll_throws_one_chosen_die_again() -> None:
    referee = throw(a_table(bonus="reroll"), "blank move interact")
    play(referee, "ana action reroll:bonus")
    assert words(referee) == ("w1", "w2", "w3")
    play(referee, "ana reroll_die w1\nana reroll w1=interact")
    assert shown(referee) == {"w1": "interact", "w2": "move", "w3": "interact"}
    assert "pair:interact:w1+w3" in words(referee), "the new face counts"
    assert "reroll:bonus" not in words(referee), "and the icon is used"
    assert referee.state.players["ana"].clean is False


@pytest.mark.rule("RIT-80")
def test_a_die_may_be_rerolled_again_and_the_last_face_stands() -> None:
    state = a_table(bonus="reroll")
    state.players["ana"].place = "kassel"
    referee = throw(state, "bogus reroll move")
    play(referee, """
        ana bogus reroll:w2
        ana reroll_die w1
        ana reroll w1=move
        ana action reroll:bonus
        ana reroll_die w1
        ana reroll w1=bogus
    """)
    assert shown(referee)["w1"] == "bogus"
    assert referee.state.rifts["kassel"].level == 6
    assert told(referee, "RIT-80") == ["ana rerolls w1: move.", "ana rerolls w1: bogus."]


@pytest.mark.rule("RIT-81")
def test_a_reroll_may_come_before_the_bogus_is_taken() -> None:
    state = a_table(bonus="reroll")
    state.players["ana"].place = "kassel"
    referee = throw(state, "bogus move move")
    assert words(referee) == ("take:w1", "reroll:bonus", "pair:move:w2+w3")
    play(referee, "ana bogus reroll:bonus\nana reroll_die w1\nana reroll w1=blank")
    assert referee.state.rifts["kassel"].level == 5
    assert referee.state.phase == "actions"


@pytest.mark.rule("RIT-81")
def test_a_reroll_may_come_between_two_bogus() -> None:
    state = a_table(bonus="reroll")
    state.players["ana"].place = "kassel"
    referee = throw(state, "bogus bogus move")
    play(referee, "ana bogus take:w2\nana bogus reroll:bonus\nana reroll_die w1\nana reroll w1=interact")
    assert referee.state.rifts["kassel"].level == 6, "the second one was taken, the first one thrown away"
    assert shown(referee) == {"w1": "interact", "w2": "bogus", "w3": "move"}


@pytest.mark.rule("RIT-82")
def test_a_used_die_cannot_be_rerolled_but_a_blank_one_can() -> None:
    state = a_table(bonus="reroll")
    referee = throw(state, "move blank interact")
    play(referee, "ana action move:w1\nana move loc_05\nana action reroll:bonus")
    assert words(referee) == ("w2", "w3")
    assert refusal(referee, "ana reroll_die w1") == "This die has been used. (RIT-82)"


@pytest.mark.rule("RIT-82")
def test_a_die_is_used_once_one_of_its_two_symbols_is_spent() -> None:
    state = a_table(bonus="reroll")
    state.personages["charlemagne"].place = "san_dimas"
    referee = throw(state, "move+interact blank blank")
    assert words(referee)[:2] == ("move:w1", "interact:w1")
    play(referee, "ana action move:w1\nana move loc_05")
    assert [die.symbols for die in referee.state.pool if die.id == "w1"] == [["interact"]]
    play(referee, "ana action reroll:bonus")
    assert words(referee) == ("w2", "w3")


@pytest.mark.rule("RIT-82")
def test_a_die_whose_bogus_was_taken_is_used() -> None:
    state = a_table(bonus="reroll")
    referee = throw(state, "bogus blank move")
    play(referee, "ana bogus take:w1\nana action reroll:bonus")
    assert words(referee) == ("w2", "w3")


@pytest.mark.rule("RIT-82")
def test_a_reroll_face_is_used_by_its_own_reroll() -> None:
    referee = throw(a_table(), "reroll blank blank")
    play(referee, "ana action reroll:w1")
    assert words(referee) == ("w2", "w3")


@pytest.mark.rule("RIT-82")
def test_a_reroll_is_not_offered_when_no_unused_die_would_be_left() -> None:
    referee = throw(a_table(), "reroll move move")
    play(referee, "ana action move:w2\nana move loc_05\nana action move:w3\nana move new_york")
    assert referee.state.active == "ben", "the only unused die was the Reroll itself: nothing was left to do"
    assert told(referee, "RIT-91") == ["ana ends the turn; unused and lost: ['reroll']."]


@pytest.mark.rule("RIT-82")
def test_a_rerolled_die_shows_all_of_its_new_face() -> None:
    referee = throw(a_table(bonus="reroll"), "blank move reroll", any_faces())
    play(referee, "ana action reroll:w3\nana reroll_die w1\nana reroll w1=move+move")
    assert words(referee).count("move:w1") == 1
    play(referee, "ana action move:w1\nana move loc_05")
    assert "move:w1" in words(referee), "the second symbol of the face is still there"


def test_a_returned_personage_gives_no_more_dice() -> None:
    state = a_table()
    put_back(state, "charlemagne")
    referee = drawn(state)
    assert [die.id for die in referee.state.pool] == ["w1", "w2", "w3"]
