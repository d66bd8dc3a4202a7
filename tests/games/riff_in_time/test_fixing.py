"""Fixing a rift, and the Triumphant card of a fixed one (RIT-104 to RIT-107)."""

from __future__ import annotations

import pytest

from companion.games.riff_in_time.state import State
from tests.games.riff_in_time.tables import game, play, sit, told, words
from tests.games.riff_in_time.throws import a_table, drawn, give, put_back, refusal, throw


def at_rome(level: int, *returned: str, **options: str) -> State:
    """Ana at Rome, whose dial is at `level`."""
    state = a_table(**options)
    state.players["ana"].place = "rome"
    state.rifts["rome"].level = level
    put_back(state, *returned)
    return state


@pytest.mark.rule("RIT-104")
def test_fixing_needs_the_locations_own_personage_returned() -> None:
    state = at_rome(3)
    state.personages["charlemagne"].place = "rome"
    referee = throw(state, "interact interact blank")
    play(referee, "ana action interact:w1")
    assert refusal(referee, "ana interact fix") == "charlemagne has not been returned to rome. (RIT-104)"
    play(referee, "ana interact return:charlemagne\nana action interact:w2")
    assert "fix" in words(referee)
    play(referee, "ana interact fix")
    assert referee.state.rifts["rome"].level == 2


@pytest.mark.rule("RIT-104")
def test_fixing_needs_the_player_at_an_unfixed_location() -> None:
    state = at_rome(0, "charlemagne")
    state.rifts["rome"].fixed = True
    state.personages["person_07"].place = "rome"
    referee = throw(state, "interact move blank")
    play(referee, "ana action interact:w1")
    assert "fix" not in words(referee), "Rome is fixed already"

    elsewhere = at_rome(3, "charlemagne")
    elsewhere.players["ana"].place = "kassel"
    referee = throw(elsewhere, "interact move blank")
    play(referee, "ana action interact:w1")
    assert words(referee) == ("pick:person_03",)


@pytest.mark.rule("RIT-104")
def test_san_dimas_cannot_be_fixed() -> None:
    state = at_rome(3, "charlemagne")
    state.players["ana"].place = "san_dimas"
    state.personages["billy_the_kid"].place = "san_dimas"
    referee = throw(state, "interact move blank")
    play(referee, "ana action interact:w1")
    assert words(referee) == ("pick:billy_the_kid",)


@pytest.mark.rule("RIT-105")
def test_each_fix_costs_one_interact_and_lowers_by_one() -> None:
    referee = throw(at_rome(3, "charlemagne"), "interact interact blank")
    play(referee, "ana action interact:w1\nana interact fix\nana action interact:w2\nana interact fix")
    assert referee.state.rifts["rome"].level == 1
    assert referee.state.active == "ben"


@pytest.mark.rule("RIT-105")
def test_another_player_may_go_on_with_a_fix() -> None:
    state = at_rome(2, "charlemagne")
    state.players["ben"].place = "rome"
    referee = throw(state, "interact blank blank")
    play(referee, "ana action interact:w1\nana interact fix")
    play(referee, "ben draw loc_09_3\nben roll w1=interact w2=blank w3=blank\nben booth no")
    play(referee, "ben action interact:w1\nben interact fix")
    assert (referee.state.rifts["rome"].level, referee.state.rifts["rome"].fixed) == (0, True)


@pytest.mark.rule("RIT-106")
def test_who_fixes_a_location_takes_its_card_and_its_personage_stays() -> None:
    referee = throw(at_rome(1, "charlemagne"), "interact move blank")
    play(referee, "ana action interact:w1\nana interact fix")
    rome = referee.state.rifts["rome"]
    assert (rome.fixed, rome.triumph_holder, rome.triumph_turn) == (True, "ana", 1)
    charlemagne = referee.state.personages["charlemagne"]
    assert (charlemagne.returned, charlemagne.place) == (True, "rome")
    assert told(referee, "RIT-106") == [
        "ana takes the card of rome: a Triumphant die from the next turn on."]


@pytest.mark.rule("RIT-107")
def test_the_new_triumphant_die_is_there_from_the_next_turn_on() -> None:
    referee = throw(at_rome(1, "charlemagne"), "interact move blank")
    play(referee, "ana action interact:w1\nana interact fix")
    assert [die.id for die in referee.state.pool] == ["w1", "w2", "w3"]
    play(referee, "ana action end\nben draw loc_09_3")
    assert [die.id for die in referee.state.pool] == ["w1", "w2", "w3"], "it is Ana's, not Ben's"
    play(referee, "ben roll w1=blank w2=blank w3=blank\nben booth no\nana draw loc_08_3")
    assert [die.id for die in referee.state.pool] == ["w1", "w2", "w3", "t1"]


@pytest.mark.rule("RIT-107")
def test_a_card_taken_on_this_very_turn_gives_no_die_yet() -> None:
    state = at_rome(0, "charlemagne")
    state.rifts["rome"].fixed, state.rifts["rome"].triumph_holder = True, "ana"
    state.turn = state.rifts["rome"].triumph_turn = 4
    assert [die.id for die in drawn(state).state.pool] == ["w1", "w2", "w3"]


@pytest.mark.rule("RIT-29")
def test_a_drop_off_at_a_location_standing_at_zero_closes_it() -> None:
    state = at_rome(0)
    give(state, "ana", "charlemagne", turn=1)
    referee = throw(state, "interact move blank")
    play(referee, "ana action interact:w1\nana interact drop:charlemagne")
    assert referee.state.rifts["rome"].fixed
    assert referee.state.rifts["rome"].triumph_holder == "ana"


@pytest.mark.rule("RIT-29")
def test_where_a_table_lets_rifts_close_without_their_personage_the_card_comes_with_the_return() -> None:
    state = at_rome(1, flip_needs_return="no")
    give(state, "ana", "charlemagne", turn=1)
    referee = sit(state)
    play(referee, "ana draw calm")
    rome = referee.state.rifts["rome"]
    assert (rome.fixed, rome.triumph_holder) == (True, "")
    play(referee, "ana roll w1=interact w2=move w3=move\nana booth no")
    play(referee, "ana action interact:w1\nana interact drop:charlemagne")
    assert referee.state.rifts["rome"].triumph_holder == "ana"


@pytest.mark.rule("RIT-28")
def test_a_table_set_by_hand_to_a_closed_rift_that_is_not_flipped_is_warned() -> None:
    state = at_rome(0, "charlemagne")
    (problem,) = game().problems(state)
    assert problem.id.format(**problem.args) == (
        "rome is at 0 and charlemagne is returned, but it is not fixed.")
    state.personages["person_07"].place = "rome"
    referee = throw(state, "interact move blank")
    play(referee, "ana action interact:w1")
    assert words(referee) == ("pick:person_07",), "there is nothing left to lower"
    state.rifts["rome"].fixed = True
    assert game().problems(state) == []
