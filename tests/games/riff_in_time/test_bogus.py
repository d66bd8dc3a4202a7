"""Bogus: compulsory, before everything but Rerolls, wherever the active player stands (RIT-83 to RIT-89)."""

from __future__ import annotations

import pytest

from tests.games.riff_in_time.tables import play, told, words
from tests.games.riff_in_time.throws import a_table, drawn, give, in_order, put_back, refusal, throw


@pytest.mark.rule("RIT-83")
def test_nothing_but_a_reroll_is_legal_while_a_bogus_is_open() -> None:
    referee = throw(a_table(bonus="reroll"), "bogus move interact")
    assert words(referee) == ("take:w1", "reroll:bonus")
    assert "“action” is not asked now" in refusal(referee, "ana action move:w2")
    assert referee.state.phase == "bogus"
    assert referee.question is not None
    assert referee.question.rules == ("RIT-83", "RIT-81")
    assert referee.question.text.args == {"seat": "ana", "count": 1, "place": "san_dimas"}


@pytest.mark.rule("RIT-84")
def test_each_bogus_raises_the_rift_where_the_player_is() -> None:
    state = a_table()
    state.players["ana"].place = "kassel"
    referee = throw(state, "bogus bogus move")
    assert referee.state.rifts["kassel"].level == 7
    assert referee.state.rifts["rome"].level == 5
    assert told(referee, "RIT-84") == ["A Bogus at kassel."] * 2
    assert referee.state.phase == "actions"


@pytest.mark.rule("RIT-84")
def test_a_bogus_on_san_dimas_raises_san_dimas() -> None:
    state = a_table()
    state.san_dimas = 4
    assert throw(state, "bogus move blank").state.san_dimas == 5


@pytest.mark.rule("RIT-84")
def test_a_face_with_two_bogus_counts_twice() -> None:
    state = a_table(bonus="reroll")
    state.players["ana"].place = "kassel"
    referee = throw(state, "bogus+bogus move move")
    assert words(referee)[0] == "take:w1"
    play(referee, "ana bogus take:w1")
    assert referee.state.rifts["kassel"].level == 6
    assert not referee.state.card_actions[0].used
    assert referee.question is not None
    assert referee.question.key == "bogus", "the other one of the same die is still open, and cannot go away"
    play(referee, "ana bogus take:w1")
    assert referee.state.rifts["kassel"].level == 7


@pytest.mark.rule("RIT-85")
def test_a_bogus_at_a_rift_at_its_maximum_raises_san_dimas() -> None:
    state = a_table()
    state.san_dimas, state.rifts["rome"].level = 4, 10
    state.players["ana"].place = "rome"
    referee = throw(state, "bogus move blank")
    assert (referee.state.san_dimas, referee.state.rifts["rome"].level) == (5, 10)


@pytest.mark.rule("RIT-86")
def test_a_bogus_at_a_fixed_location_does_nothing_but_uses_the_die() -> None:
    state = a_table(bonus="reroll")
    put_back(state, "charlemagne")
    state.rifts["rome"].fixed, state.rifts["rome"].level = True, 0
    state.players["ana"].place = "rome"
    referee = throw(state, "bogus move blank")
    before = referee.state.san_dimas
    play(referee, "ana bogus take:w1")
    assert (referee.state.san_dimas, referee.state.rifts["rome"].level) == (before, 0)
    assert referee.state.rifts["rome"].fixed
    play(referee, "ana action reroll:bonus")
    assert words(referee) == ("w2", "w3")


@pytest.mark.rule("RIT-87")
def test_a_bogus_that_a_late_reroll_brings_is_resolved_at_once() -> None:
    state = a_table(bonus="reroll")
    state.players["ana"].place = "new_york"
    referee = throw(state, "move blank interact")
    play(referee, "ana action move:w1\nana move kassel\nana action reroll:bonus\nana reroll_die w2")
    assert referee.state.rifts["kassel"].level == 5
    play(referee, "ana reroll w2=bogus")
    assert referee.state.rifts["kassel"].level == 6
    assert referee.state.phase == "actions"
    assert referee.question is not None
    assert referee.question.key == "action", "and the Actions are open again"


@pytest.mark.rule("RIT-88")
def test_a_bogus_counts_on_whatever_die_it_shows() -> None:
    state = a_table()
    give(state, "ana", "billy_the_kid")
    state.players["ana"].place = "kassel"
    assert throw(state, "bogus move interact blank").state.rifts["kassel"].level == 6, "on a Wyld die"
    assert throw(state, "move interact blank bogus").state.rifts["kassel"].level == 6, "on a Bogus die"


@pytest.mark.rule("RIT-89")
def test_a_bogus_cannot_be_passed_over_by_ending_the_turn() -> None:
    referee = throw(a_table(bonus="reroll"), "bogus move move")
    assert "end" not in words(referee)
    assert "“action” is not asked now" in refusal(referee, "ana action end")
    assert "does not fit" in refusal(referee, "ana bogus end")


@pytest.mark.rule("RIT-83")
def test_with_every_other_die_used_a_reroll_face_does_not_help() -> None:
    state = a_table()
    state.players["ana"].place = "kassel"
    referee = throw(state, "bogus+bogus reroll bogus")
    play(referee, "ana bogus take:w1\nana bogus take:w3")
    assert referee.state.rifts["kassel"].level == 8, "the last one was taken without asking"


@pytest.mark.rule("RIT-89")
def test_two_bogus_are_no_duplicates() -> None:
    referee = throw(a_table(bonus="reroll"), "bogus bogus blank")
    assert not any(word.startswith("pair") for word in words(referee))
    assert "does not fit" in refusal(referee, "ana bogus pair:bogus:w1+w2")


@pytest.mark.rule("RIT-89")
def test_without_a_reroll_every_bogus_is_taken_without_asking() -> None:
    referee = drawn(a_table())
    play(referee, f"ana roll {in_order(referee, 'bogus bogus bogus')}\nana booth no")
    assert told(referee, "RIT-84") == ["A Bogus at san_dimas."] * 3
    assert referee.state.active == "ben", "nothing was left to do"
