"""Picking up, dropping off, returning and passing Personages (RIT-96 to RIT-103, RIT-108 to RIT-110)."""

from __future__ import annotations

import pytest

from companion.engine.questions import Choose
from companion.engine.referee import Referee
from companion.games.riff_in_time.state import State
from tests.games.riff_in_time.tables import play, told, words
from tests.games.riff_in_time.throws import a_table, drawn, give, put_back, refusal, throw


def interacting(state: State, faces: str = "interact interact blank") -> Referee:
    """At the question how to Interact, with another Interact left over."""
    referee = throw(state, faces)
    play(referee, "ana action interact:w1")
    return referee


def at(place: str, *carried: str, bonus: str = "", **options: str) -> State:
    """Ana stands at `place` with Personages that came into her booth on this very turn."""
    state = a_table(bonus=bonus, **options)
    state.players["ana"].place = place
    give(state, "ana", *carried, turn=state.turn)
    return state


# Drop off

@pytest.mark.rule("RIT-96")
def test_a_carried_personage_is_dropped_off_at_its_own_location() -> None:
    referee = interacting(at("new_mexico", "billy_the_kid"))
    assert "drop:billy_the_kid" in words(referee)
    play(referee, "ana interact drop:billy_the_kid")
    billy = referee.state.personages["billy_the_kid"]
    assert (billy.returned, billy.booth, billy.place) == (True, "", "new_mexico")
    assert told(referee, "RIT-96") == ["billy_the_kid is returned to new_mexico."]
    assert told(referee, "RIT-98") == []


@pytest.mark.rule("RIT-96")
def test_a_personage_is_dropped_off_nowhere_else() -> None:
    state = at("rome", "billy_the_kid")
    assert state.personages["billy_the_kid"].place == ""
    referee = throw(state, "interact move blank")
    play(referee, "ana action interact:w1")
    assert "drop:billy_the_kid" not in words(referee)
    assert refusal(referee, "ana interact drop:billy_the_kid") == "Its own place is new_mexico. (RIT-96)"


@pytest.mark.rule("RIT-97")
def test_after_a_drop_off_its_dice_and_actions_stay_for_the_turn() -> None:
    state = a_table("ana")
    state.players["ana"].place = "rome"
    give(state, "ana", "charlemagne")
    referee = drawn(state)
    play(referee, """
        ana pool w1 w2 c1 b1
        ana roll w1=interact w2=blank c1=move b1=blank
        ana booth no
        ana action interact:w1
        ana interact drop:charlemagne
    """)
    assert "reroll:charlemagne" in words(referee)
    assert "move:c1" in words(referee)
    play(referee, "ana action reroll:charlemagne\nana reroll_die w2\nana reroll w2=blank\nana action end")

    play(referee, "ana draw loc_09_3")
    assert [die.id for die in referee.state.pool] == ["w1", "w2", "w3"], "on the next turn they are gone"
    assert referee.state.card_actions == []


# Return in place

@pytest.mark.rule("RIT-98")
def test_a_personage_already_at_home_is_returned_by_a_single_interact() -> None:
    state = at("rome")
    state.personages["charlemagne"].place = "rome"
    referee = interacting(state)
    assert words(referee)[0] == "return:charlemagne"
    assert "fix" not in words(referee)
    play(referee, "ana interact return:charlemagne")
    charlemagne = referee.state.personages["charlemagne"]
    assert (charlemagne.returned, charlemagne.place, charlemagne.booth) == (True, "rome", "")
    assert told(referee, "RIT-98") == ["charlemagne is returned to rome."]
    play(referee, "ana action interact:w2")
    assert "return:charlemagne" not in words(referee)


@pytest.mark.rule("RIT-98")
def test_a_personage_at_home_is_returned_only_by_a_player_who_is_there() -> None:
    state = at("kassel")
    state.personages["charlemagne"].place = "rome"
    assert "return:charlemagne" not in words(interacting(state))


# Pick up

@pytest.mark.rule("RIT-99")
def test_one_interact_picks_up_one_wrongly_placed_personage() -> None:
    state = at("kassel")
    state.personages["billy_the_kid"].place = state.personages["charlemagne"].place = "kassel"
    state.personages["person_03"].place = "loc_10"
    referee = interacting(state)
    assert words(referee) == ("pick:charlemagne", "pick:billy_the_kid")
    play(referee, "ana interact pick:billy_the_kid")
    assert referee.state.booth("ana") == ["billy_the_kid"]
    assert referee.state.standing_at("kassel") == ["charlemagne"]
    assert referee.state.personages["billy_the_kid"].place == ""
    assert told(referee, "RIT-99") == [
        "ana picks up billy_the_kid; its dice and Actions count from the next turn on."]


@pytest.mark.rule("RIT-100")
def test_a_personage_at_its_own_location_cannot_be_picked_up() -> None:
    state = at("rome")
    state.personages["charlemagne"].place = "rome"
    referee = interacting(state)
    assert "pick:charlemagne" not in words(referee)
    assert "return:charlemagne" in words(referee)
    assert "does not fit" in refusal(referee, "ana interact pick:charlemagne")


@pytest.mark.rule("RIT-100")
def test_a_returned_personage_cannot_be_picked_up() -> None:
    state = at("rome")
    put_back(state, "charlemagne")
    assert not any(word.endswith("charlemagne") for word in words(interacting(state)))


@pytest.mark.rule("RIT-101")
def test_personages_on_san_dimas_can_be_picked_up_there() -> None:
    state = at("san_dimas")
    state.personages["billy_the_kid"].place = "san_dimas"
    referee = interacting(state)
    assert words(referee) == ("pick:billy_the_kid",)
    play(referee, "ana interact pick:billy_the_kid")
    assert referee.state.booth("ana") == ["billy_the_kid"]


@pytest.mark.rule("RIT-102")
def test_what_a_personage_brings_counts_from_the_next_turn_on() -> None:
    state = a_table("ana")
    state.turn, state.round = 3, 3
    state.players["ana"].place = "kassel"
    state.personages["charlemagne"].place = "kassel"
    referee = interacting(state, "interact move blank")
    play(referee, "ana interact pick:charlemagne")
    assert words(referee) == ("move:w2", "end"), "no Reroll yet"
    play(referee, "ana action end\nana draw rome_3")
    assert referee.question is not None
    ask = referee.question.asks["ana"]
    assert isinstance(ask, Choose)
    assert ask.words == ("w1", "w2", "w3", "c1", "b1")
    play(referee, "ana pool w1 w2 c1 b1\nana roll w1=blank w2=blank c1=blank b1=blank\nana booth no")
    assert words(referee) == ("reroll:charlemagne", "end")


@pytest.mark.rule("RIT-103")
def test_a_booth_holds_any_number() -> None:
    state = at("kassel", "charlemagne", "person_05")
    state.personages["billy_the_kid"].place = "kassel"
    referee = interacting(state)
    play(referee, "ana interact pick:billy_the_kid\nana action interact:w2\nana interact pick:person_03")
    assert referee.state.booth("ana") == ["charlemagne", "billy_the_kid", "person_03", "person_05"]


# Pass

@pytest.mark.rule("RIT-108")
def test_a_personage_is_passed_to_a_player_at_the_same_location() -> None:
    state = at("kassel", "billy_the_kid")
    state.players["ben"].place = "kassel"
    referee = interacting(state)
    play(referee, "ana interact pass:billy_the_kid:ben")
    assert referee.state.booth("ben") == ["billy_the_kid"]
    assert referee.state.booth("ana") == []
    assert told(referee, "RIT-108") == ["ana passes billy_the_kid to ben."]


@pytest.mark.rule("RIT-108")
def test_nobody_elsewhere_is_passed_anything() -> None:
    state = at("kassel", "billy_the_kid")
    assert not any(word.startswith("pass") for word in words(interacting(state)))


@pytest.mark.rule("RIT-108")
def test_a_personage_is_not_passed_at_its_own_location() -> None:
    state = at("new_mexico", "billy_the_kid", "charlemagne")
    state.players["ben"].place = "new_mexico"
    referee = interacting(state)
    assert [word for word in words(referee) if word.startswith("pass")] == ["pass:charlemagne:ben"]
    assert "does not fit" in refusal(referee, "ana interact pass:billy_the_kid:ben")


@pytest.mark.rule("RIT-108")
def test_nobody_is_passed_on_san_dimas() -> None:
    state = at("san_dimas", "billy_the_kid")
    referee = throw(state, "interact move blank")
    assert "interact:w1" not in words(referee), "there is nothing to interact with"
    assert "nobody to pick up, return or pass" in refusal(referee, "ana action interact:w1")


@pytest.mark.rule("RIT-108")
def test_a_table_may_settle_that_personages_are_passed_on_san_dimas() -> None:
    state = at("san_dimas", "billy_the_kid", pass_on_sd="yes")
    referee = interacting(state)
    assert words(referee) == ("pass:billy_the_kid:ben",)
    play(referee, "ana interact pass:billy_the_kid:ben")
    assert referee.state.booth("ben") == ["billy_the_kid"]


@pytest.mark.rule("RIT-109")
def test_nothing_is_taken_from_another_players_booth() -> None:
    state = at("kassel")
    state.players["ben"].place = "kassel"
    state.personages["person_05"].place = "kassel"
    give(state, "ben", "billy_the_kid")
    referee = interacting(state)
    assert words(referee) == ("pick:person_03", "pick:person_05")
    assert "does not fit" in refusal(referee, "ana interact pick:billy_the_kid")
    assert "does not fit" in refusal(referee, "ana interact pass:billy_the_kid:ana")


@pytest.mark.rule("RIT-109")
def test_what_another_player_carries_is_not_dropped_off_either() -> None:
    state = at("new_mexico")
    state.players["ben"].place = "new_mexico"
    give(state, "ben", "billy_the_kid")
    assert words(interacting(state)) == ("pick:person_04",)


CARRIED = """
    ana pool w1 w2 c1 b1
    ana roll w1=interact w2=blank c1=move b1=blank
    ana booth no
    ana action interact:w1
    ana interact pass:charlemagne:ben
"""


def carrying_charlemagne(**options: str) -> Referee:
    """Ana has carried Charlemagne since an earlier turn and stands with Ben at Kassel."""
    state = a_table(**options)
    state.players["ana"].place = state.players["ben"].place = "kassel"
    give(state, "ana", "charlemagne")
    return drawn(state)


@pytest.mark.rule("RIT-110")
def test_after_a_pass_the_givers_unused_icons_are_gone_and_the_rolled_dice_stay() -> None:
    referee = carrying_charlemagne()
    play(referee, CARRIED)
    assert words(referee) == ("move:c1", "end")
    play(referee, "ana action end\nben draw rome_3")
    assert referee.question is not None
    ask = referee.question.asks["ben"]
    assert isinstance(ask, Choose)
    assert ask.words == ("w1", "w2", "w3", "c1", "b1"), "the receiver has the dice on the next turn"
    play(referee, "ben pool w1 w2 c1 b1\nben roll w1=blank w2=blank c1=blank b1=blank\nben booth no")
    assert words(referee) == ("reroll:charlemagne", "end")


@pytest.mark.rule("RIT-110")
def test_only_the_icons_of_the_one_who_was_passed_are_gone() -> None:
    state = a_table(bonus="reroll")
    state.players["ana"].place = state.players["ben"].place = "kassel"
    give(state, "ana", "charlemagne")
    referee = drawn(state)
    play(referee, CARRIED)
    assert words(referee) == ("move:c1", "reroll:bonus", "end")


@pytest.mark.rule("RIT-110")
def test_a_table_may_settle_that_the_giver_keeps_the_icons() -> None:
    referee = carrying_charlemagne(pass_keeps_actions="yes")
    play(referee, CARRIED)
    assert words(referee) == ("move:c1", "reroll:charlemagne", "end")
