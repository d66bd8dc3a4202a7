"""What dice and cards let a player do, in any order (RIT-90 to RIT-95, RIT-111, RIT-112)."""

from __future__ import annotations

import pytest

from tests.games.riff_in_time.tables import play, told, words
from tests.games.riff_in_time.throws import a_table, give, put_back, refusal, throw


@pytest.mark.rule("RIT-90")
def test_each_symbol_and_each_icon_gives_one_action_in_any_order() -> None:
    state = a_table(bonus="move")
    state.players["ana"].place = "kassel"
    referee = throw(state, "move interact blank")
    assert words(referee) == ("move:w1", "interact:w2", "move:bonus", "pair:move:w1+bonus", "end")
    play(referee, """
        ana action move:bonus
        ana move new_mexico
        ana action interact:w2
        ana interact pick:person_04
        ana action move:w1
        ana move kassel
    """)
    assert referee.state.players["ana"].place == "kassel"
    assert referee.state.booth("ana") == ["person_04"]
    assert referee.state.active == "ben"


@pytest.mark.rule("RIT-90")
def test_a_face_with_two_symbols_gives_two_actions() -> None:
    referee = throw(a_table(), "move+move blank blank")
    assert words(referee) == ("move:w1", "pair:move:w1+w1", "end")
    play(referee, "ana action move:w1\nana move loc_05\nana action move:w1\nana move new_york")
    assert referee.state.players["ana"].place == "new_york"
    assert referee.state.active == "ben"


@pytest.mark.rule("RIT-91")
def test_an_icon_works_once_a_turn_and_again_on_the_next() -> None:
    referee = throw(a_table("ana", bonus="excellent"), "blank blank blank")
    play(referee, "ana action excellent:bonus\nana excellent move\nana move loc_05")
    assert referee.state.turn == 2, "the icon was all there was"
    play(referee, "ana draw rome_3\nana roll w1=blank w2=blank w3=blank\nana booth no")
    assert words(referee) == ("excellent:bonus", "end")


@pytest.mark.rule("RIT-91")
def test_unused_actions_are_lost_at_the_turns_end() -> None:
    referee = throw(a_table("ana", bonus="move"), "move blank blank")
    play(referee, "ana action end")
    assert told(referee, "RIT-91") == ["ana ends the turn; unused and lost: ['move', 'move']."]
    play(referee, "ana draw rome_3\nana roll w1=blank w2=blank w3=blank\nana booth no")
    assert words(referee) == ("move:bonus", "end")


@pytest.mark.rule("RIT-92")
def test_a_move_is_one_step_along_a_circuit() -> None:
    state = a_table()
    state.players["ana"].place = "new_york"
    referee = throw(state, "move blank blank")
    play(referee, "ana action move:w1")
    assert sorted(words(referee)) == ["kassel", "loc_05"]
    assert "“rome” does not fit" in refusal(referee, "ana move rome")
    play(referee, "ana move kassel")
    assert referee.state.players["ana"].place == "kassel"
    assert told(referee, "RIT-92") == ["ana moves to kassel."]


@pytest.mark.rule("RIT-92")
def test_san_dimas_is_a_place_on_the_circuits() -> None:
    state = a_table()
    state.players["ana"].place = "kassel"
    referee = throw(state, "move move blank")
    play(referee, "ana action move:w1\nana move san_dimas\nana action move:w2")
    assert sorted(words(referee)) == ["kassel", "loc_05", "loc_06", "loc_09", "rome"]


@pytest.mark.rule("RIT-93")
def test_an_interact_does_exactly_one_thing() -> None:
    state = a_table()
    state.players["ana"].place = "rome"
    state.rifts["rome"].level = 3
    give(state, "ana", "charlemagne", turn=state.turn)
    referee = throw(state, "interact interact blank")
    play(referee, "ana action interact:w1\nana interact drop:charlemagne")
    assert referee.state.rifts["rome"].level == 3
    play(referee, "ana action interact:w2\nana interact fix")
    assert referee.state.rifts["rome"].level == 2
    assert referee.state.active == "ben"


@pytest.mark.rule("RIT-93")
def test_the_four_ways_to_interact_are_offered_where_they_are_legal() -> None:
    state = a_table()
    state.players["ana"].place = state.players["ben"].place = "kassel"
    put_back(state, "person_04")
    give(state, "ana", "billy_the_kid", "charlemagne", turn=state.turn)
    state.personages["person_05"].place = "kassel"
    referee = throw(state, "interact blank blank")
    play(referee, "ana action interact:w1")
    assert words(referee) == ("fix", "pick:person_03", "pick:person_05",
                              "pass:charlemagne:ben", "pass:billy_the_kid:ben")
    assert referee.question is not None
    assert referee.question.rules == ("RIT-93",)


@pytest.mark.rule("RIT-94")
def test_an_excellent_is_a_move_an_interact_or_a_reroll() -> None:
    state = a_table(bonus="excellent")
    state.players["ana"].place = "kassel"
    referee = throw(state, "excellent excellent blank")
    play(referee, "ana action excellent:w1")
    assert words(referee) == ("move", "interact", "reroll")
    play(referee, "ana excellent interact\nana interact pick:person_03")
    assert referee.state.booth("ana") == ["person_03"]
    play(referee, "ana action excellent:w2\nana excellent reroll")
    assert words(referee) == ("w3",)
    play(referee, "ana reroll_die w3\nana reroll w3=blank\nana action excellent:bonus\nana excellent move\n"
                  "ana move new_mexico")
    assert referee.state.players["ana"].place == "new_mexico"
    assert referee.state.active == "ben"


@pytest.mark.rule("RIT-94")
def test_an_excellent_may_be_a_reroll_before_the_bogus() -> None:
    state = a_table()
    state.players["ana"].place = "kassel"
    referee = throw(state, "bogus excellent blank")
    assert words(referee) == ("take:w1", "excellent:w2")
    play(referee, "ana bogus excellent:w2\nana reroll_die w1\nana reroll w1=move")
    assert referee.state.rifts["kassel"].level == 5
    assert words(referee) == ("move:w1", "end"), "the Excellent is used"


@pytest.mark.rule("RIT-94")
def test_an_excellent_is_only_what_is_possible_here() -> None:
    referee = throw(a_table(), "excellent move move")
    play(referee, "ana action move:w2\nana move loc_05\nana action move:w3\nana move san_dimas\n"
                  "ana action excellent:w1")
    assert words(referee) == ("move",), "nobody to interact with on San Dimas, and no unused die"


@pytest.mark.rule("RIT-95")
def test_two_equal_actions_of_die_and_card_may_be_an_excellent() -> None:
    state = a_table(bonus="move")
    state.players["ana"].place = "kassel"
    referee = throw(state, "interact move bogus")
    play(referee, "ana bogus take:w3\nana action pair:move:w2+bonus\nana excellent interact\n"
                  "ana interact pick:person_03")
    assert referee.state.booth("ana") == ["person_03"]
    assert referee.state.active == "ben", "all three are spent, and there is nobody left for the Interact"
    assert told(referee, "RIT-95") == ["ana spends two move as an Excellent."]


@pytest.mark.rule("RIT-95")
def test_two_rerolls_may_be_an_excellent() -> None:
    referee = throw(a_table(bonus="reroll"), "reroll blank blank")
    assert words(referee) == ("reroll:w1", "reroll:bonus", "pair:reroll:w1+bonus", "end")
    play(referee, "ana action pair:reroll:w1+bonus\nana excellent move\nana move rome")
    assert referee.state.players["ana"].place == "rome"
    assert referee.state.active == "ben"
    assert referee.state.players["ana"].clean, "no die was rerolled"


@pytest.mark.rule("RIT-95")
def test_a_pair_may_be_a_reroll_before_the_bogus() -> None:
    state = a_table(bonus="move")
    state.players["ana"].place = "kassel"
    referee = throw(state, "bogus move blank")
    assert words(referee) == ("take:w1", "pair:move:w2+bonus")
    play(referee, "ana bogus pair:move:w2+bonus\nana reroll_die w1\nana reroll w1=move")
    assert referee.state.rifts["kassel"].level == 5
    assert words(referee) == ("move:w1", "end")


@pytest.mark.rule("RIT-95")
def test_unequal_actions_and_used_ones_make_no_pair() -> None:
    referee = throw(a_table(bonus="move"), "interact excellent move")
    assert [word for word in words(referee) if word.startswith("pair")] == ["pair:move:w3+bonus"]
    play(referee, "ana action move:w3\nana move loc_05")
    assert not [word for word in words(referee) if word.startswith("pair")]


@pytest.mark.rule("RIT-111")
def test_a_player_may_stop_with_actions_left() -> None:
    referee = throw(a_table(), "move interact blank")
    assert words(referee)[-1] == "end"
    play(referee, "ana action end")
    assert referee.state.active == "ben"
    assert referee.state.players["ana"].place == "san_dimas"


@pytest.mark.rule("RIT-111")
def test_the_turn_ends_by_itself_when_no_action_is_left() -> None:
    assert throw(a_table(), "blank blank blank").state.active == "ben"


@pytest.mark.rule("RIT-112")
def test_only_the_active_players_word_counts() -> None:
    referee = throw(a_table(), "move move blank")
    assert "asked of ana, not of ben" in refusal(referee, "ben action move:w1")
    play(referee, "ana action end")
    assert "asked of ben, not of ana" in refusal(referee, "ana draw rome_3")
