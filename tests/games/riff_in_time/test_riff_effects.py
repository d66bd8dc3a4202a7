"""What Riff cards do (RIT-44 to RIT-60)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from companion.games.riff_in_time.state import State
from tests.games.riff_in_time.cards import (
    LOWER_SD,
    fixed,
    is_lost_by_the_deck,
    levels,
    open_question,
    stand,
    with_levels,
)
from tests.games.riff_in_time.tables import a_state, drawing, game, game_with_card, play, sit, told, words
from tests.games.riff_in_time.throws import give


@pytest.mark.rule("RIT-44")
def test_a_multiplier_repeats_its_action() -> None:
    once = drawing(a_state(), main=[{"op": "raise_sd"}])
    five_times = drawing(a_state(), main=[{"op": "raise_sd", "times": 5}])

    assert (once.state.san_dimas, five_times.state.san_dimas) == (4, 8)


@pytest.mark.rule("RIT-45")
def test_the_active_player_goes_straight_to_a_place_with_all_carried() -> None:
    state = stand(a_state(), ana="loc_09", ben="rome")
    give(state, "ana", "billy_the_kid")

    referee = drawing(state, main=[{"op": "move_self", "args": ["kassel"]}])

    assert referee.state.players["ana"].place == "kassel"
    assert referee.state.players["ben"].place == "rome"
    assert referee.state.booth("ana") == ["billy_the_kid"]
    assert told(referee, "RIT-45") == ["ana goes straight to kassel."]


@pytest.mark.rule("RIT-45")
def test_going_straight_to_a_place_is_a_visit() -> None:
    state = stand(a_state(), ana="loc_09")
    give(state, "ana", "charlemagne")
    state.players["ana"].objective = "objective_13"  # Charlemagne to Kassel

    referee = drawing(state, main=[{"op": "move_self", "args": ["kassel"]}])

    assert referee.state.players["ana"].objective_state == "met"


@pytest.mark.rule("RIT-46")
def test_all_go_straight_to_a_place() -> None:
    state = stand(a_state(), ana="new_york", ben="loc_06", cy="rome")
    state.active = state.starter = "ben"

    referee = drawing(state, main=[{"op": "move_all", "args": ["san_dimas"]}])

    assert {player.place for player in referee.state.players.values()} == {"san_dimas"}
    assert told(referee, "RIT-46") == [f"{seat} goes straight to san_dimas." for seat in ("ben", "cy", "ana")]


@pytest.mark.rule("RIT-47")
def test_every_carried_personage_is_set_down_where_its_carrier_is() -> None:
    state = stand(a_state("ana", "ben"), ana="new_york", ben="loc_07")
    give(state, "ana", "billy_the_kid")
    give(state, "ben", "charlemagne", "person_05")

    referee = drawing(state, main=[{"op": "eject_all"}])

    people = referee.state.personages
    assert (people["billy_the_kid"].place, people["billy_the_kid"].booth) == ("new_york", "")
    assert {people[name].place for name in ("charlemagne", "person_05")} == {"loc_07"}
    assert referee.state.booth("ben") == []
    assert told(referee, "RIT-47")[0] == (
        "billy_the_kid leaves ana's booth at new_york; the card goes to the pile.")


@pytest.mark.rule("RIT-47")
def test_a_table_may_set_all_of_them_down_where_the_active_player_is() -> None:
    state = stand(a_state("ana", "ben", options={"eject_to": "active"}), ana="new_york", ben="loc_07")
    give(state, "ben", "charlemagne")

    referee = drawing(state, main=[{"op": "eject_all"}])

    assert referee.state.personages["charlemagne"].place == "new_york"


@pytest.mark.rule("RIT-48")
def test_an_ejected_personage_gives_no_dice_and_no_actions_this_turn() -> None:
    state = stand(a_state(), ana="new_york")
    give(state, "ana", "charlemagne")
    state.rifts["kassel"].triumph_holder = "ana"

    referee = drawing(state, main=[{"op": "eject_all"}])

    assert [die.id for die in referee.state.pool] == ["w1", "w2", "w3", "t1"]
    assert referee.state.card_actions == []
    (charlemagne,) = [person for person in game().view(referee.state, None)["personages"]
                      if person["personage"] == "charlemagne"]
    assert charlemagne["info_card"] == "pile"


@pytest.mark.rule("RIT-49")
def test_the_named_place_goes_up_wherever_its_disc_lies() -> None:
    state = a_state()
    state.rifts["rome"].position, state.rifts["kassel"].position = 3, 7
    referee = sit(state)

    state = play(referee, "ana draw rome_3")

    assert levels(state, "rome", "kassel") == [6, 5]


@pytest.mark.rule("RIT-50")
def test_san_dimas_goes_up_and_down_by_one() -> None:
    up = drawing(with_levels(a_state(), san_dimas=4), main=[{"op": "raise_sd"}])
    down = drawing(with_levels(a_state(), san_dimas=4), main=[LOWER_SD])

    assert (up.state.san_dimas, told(up, "RIT-50")) == (5, ["Turn San Dimas up to 5."])
    assert (down.state.san_dimas, told(down, "RIT-50")) == (3, ["Turn San Dimas down to 3."])


@pytest.mark.rule("RIT-51")
def test_the_discs_at_the_numbers_on_the_card_go_up_once_each() -> None:
    referee = drawing(a_state(), main=[{"op": "raise_numbered", "args": [2, 5]}])

    assert levels(referee.state, "new_york", "loc_06") == [6, 6]
    assert sum(rift.level for rift in referee.state.rifts.values()) == 52


@pytest.mark.rule("RIT-51")
def test_a_numbered_card_without_numbers_raises_all_ten() -> None:
    referee = drawing(a_state(), main=[{"op": "raise_numbered"}])

    assert {rift.level for rift in referee.state.rifts.values()} == {6}


@pytest.mark.rule("RIT-52")
def test_each_players_place_goes_up_the_active_players_first() -> None:
    state = stand(a_state("cy", "dee", "eli"), cy="new_york", eli="loc_06")

    referee = drawing(state, main=[{"op": "raise_each_player"}])

    assert (levels(referee.state, "new_york", "loc_06"), referee.state.san_dimas) == ([6, 6], 4)
    raised = [line.text.format(**line.args) for line in referee.log if line.text.startswith("Turn ")]
    assert raised == ["Turn new_york up to 6.", "Turn San Dimas up to 4.", "Turn loc_06 up to 6."]


@pytest.mark.rule("RIT-52")
def test_the_others_follow_clockwise() -> None:
    state = stand(a_state("cy", "dee", "eli"), cy="new_york", dee="rome", eli="loc_06")
    state.active = state.starter = "dee"

    referee = drawing(state, main=[{"op": "raise_each_player"}])

    assert told(referee, "RIT-21") == ["Turn rome up to 6.", "Turn loc_06 up to 6.", "Turn new_york up to 6."]


@pytest.mark.rule("RIT-53")
def test_a_place_with_two_players_goes_up_twice() -> None:
    state = stand(a_state("cy", "dee"), cy="rome", dee="rome")

    referee = drawing(state, main=[{"op": "raise_each_player"}])

    assert levels(referee.state, "rome") == [7]


@pytest.mark.rule("RIT-54")
def test_the_rift_where_the_active_player_is_goes_down() -> None:
    state = stand(with_levels(a_state(), kassel=6), ana="kassel", ben="rome")

    referee = drawing(state, main=[{"op": "lower_here"}])

    assert levels(referee.state, "kassel", "rome") == [5, 5]


@pytest.mark.rule("RIT-54")
def test_on_san_dimas_it_is_san_dimas_that_goes_down() -> None:
    referee = drawing(a_state(), main=[{"op": "lower_here"}])

    assert referee.state.san_dimas == 2


@pytest.mark.rule("RIT-54")
def test_lowering_by_a_card_counts_for_a_task() -> None:
    state = stand(a_state(), ana="kassel")
    state.players["ana"].objective = "objective_06"  # lower three places

    referee = drawing(state, main=[{"op": "lower_here"}])

    assert referee.state.players["ana"].progress == ["kassel"]


@pytest.mark.rule("RIT-55")
def test_a_fixed_place_of_the_active_players_choice_opens_again_at_five() -> None:
    referee = sit(fixed(a_state(), "rome", "kassel"))
    play(referee, "ana draw unfix")
    assert (open_question(referee), words(referee)) == ("unfix", ("rome", "kassel"))
    assert referee.question is not None
    assert referee.question.rules == ("RIT-55",)
    assert referee.question.text.id.format(**referee.question.text.args) == (
        "ana: which fixed location opens again?")

    state = play(referee, "ana unfix rome")

    assert (state.rifts["rome"].fixed, state.rifts["rome"].level) == (False, 5)
    assert (state.rifts["kassel"].fixed, state.rifts["kassel"].level) == (True, 0)
    assert told(referee, "RIT-55") == ["rome opens again: flip its disc, dial at 5."]


@pytest.mark.rule("RIT-56")
def test_with_no_fixed_place_san_dimas_goes_up_instead() -> None:
    referee = sit(with_levels(a_state(), san_dimas=4))

    state = play(referee, "ana draw unfix")

    assert (state.san_dimas, open_question(referee)) == (5, "roll")
    assert told(referee, "RIT-56") == ["No location is fixed: San Dimas goes up instead."]


def reopened_and_fixed_by(seat: str) -> State:
    """Rome, whose card Ana took in turn 1, opens again in turn 4 and is closed by `seat`, now active."""
    state = stand(fixed(a_state("ana", "ben"), "rome"), **{seat: "rome"})
    state.rifts["rome"].triumph_holder, state.rifts["rome"].triumph_turn = "ana", 1
    state.active, state.turn = seat, 4
    referee = drawing(state, main=[{"op": "unfix"}, {"op": "lower_here", "times": 4}])
    play(referee, f"{seat} unfix rome")
    assert levels(referee.state, "rome") == [1]
    assert state_of(referee, "charlemagne") == (True, "rome")
    assert referee.state.rifts["rome"].triumph_holder == "ana"
    dice = "w1=interact w2=move w3=move" + (" t1=move" if seat == "ana" else "")
    return play(referee, f"{seat} roll {dice}\n{seat} booth no\n{seat} action interact:w1\n"
                         f"{seat} interact fix")


def state_of(referee: Referee, personage: str) -> tuple[bool, str]:
    """Whether a Personage is returned, and where it stands."""
    person = referee.state.personages[personage]
    return person.returned, person.place


@pytest.mark.rule("RIT-57")
def test_an_opened_place_keeps_its_personage_and_its_card_goes_to_who_fixes_it_again() -> None:
    state = reopened_and_fixed_by("ben")

    rome = state.rifts["rome"]
    assert (rome.fixed, rome.triumph_holder, rome.triumph_turn) == (True, "ben", 4)


@pytest.mark.rule("RIT-57")
def test_who_holds_the_card_already_gets_no_second_one() -> None:
    state = reopened_and_fixed_by("ana")

    rome = state.rifts["rome"]
    assert (rome.fixed, rome.triumph_holder, rome.triumph_turn) == (True, "ana", 1)


@pytest.mark.rule("RIT-58")
def test_or_does_exactly_one_of_the_options() -> None:
    referee = sit(with_levels(a_state(), san_dimas=4))
    play(referee, "ana draw foresight")
    assert words(referee) == ("look3", "lower_sd")

    state = play(referee, "ana or lower_sd")

    assert (state.san_dimas, open_question(referee)) == (3, "roll")


@pytest.mark.rule("RIT-58")
def test_an_option_that_will_be_skipped_may_be_picked() -> None:
    referee = sit(with_levels(a_state(), san_dimas=0))

    state = play(referee, "ana draw foresight\nana or lower_sd")

    assert (state.san_dimas, open_question(referee)) == (0, "roll")


@pytest.mark.rule("RIT-58")
def test_an_option_of_several_effects_is_one_word() -> None:
    both = [{"op": "move_all", "args": ["rome"]}, {"op": "raise_sd", "times": 2}]
    inner = {"choose": [[LOWER_SD], [{"op": "look3"}]]}
    referee = drawing(a_state(), main=[{"choose": [both, [inner]]}])
    assert words(referee) == ("move_all:rome,raise_sdx2", "or")

    state = play(referee, "ana or move_all:rome,raise_sdx2")

    assert (state.players["cy"].place, state.san_dimas) == ("rome", 5)


@pytest.mark.rule("RIT-59")
def test_a_drawn_card_is_finished_where_it_is_called_then_the_first_goes_on() -> None:
    state = a_state()
    state.riff_left, state.riff_discard = 54, 6
    referee = drawing(state, main=[{"op": "draw"}, {"op": "raise_sd"}])
    assert (referee.state.riff_left, referee.state.riff_discard) == (53, 6)
    assert referee.state.san_dimas == 3

    state = play(referee, "ana draw rome_3")

    assert (state.riff_left, state.riff_discard, state.san_dimas) == (52, 8, 4)
    turned = [line.text.format(**line.args) for line in referee.log if line.text.startswith("Turn ")]
    assert turned == ["Turn rome up to 6.", "Turn San Dimas up to 4."]


@pytest.mark.rule("RIT-59")
def test_drawing_twice_and_chains_have_no_limit() -> None:
    referee = drawing(with_levels(a_state(), kassel=6, rome=6), main=[{"op": "draw", "times": 2}])

    state = play(referee, """
        ana draw kassel_2
        ana or draw
        ana draw rome_2
        ana or draw
        ana draw loc_05_3
        ana draw loc_06_3
    """)

    assert (state.riff_left, state.riff_stack, open_question(referee)) == (55, [], "roll")


@pytest.mark.rule("RIT-60")
def test_cards_discarded_from_the_top_are_not_done() -> None:
    state = a_state()
    state.riff_left, state.riff_discard = 54, 6

    referee = drawing(state, main=[{"op": "discard_top", "times": 5}])

    assert (referee.state.riff_left, referee.state.riff_discard) == (48, 12)
    assert {rift.level for rift in referee.state.rifts.values()} == {5}
    assert told(referee, "RIT-60") == ["Discard the top Riff card unread."] * 5


@pytest.mark.rule("RIT-60")
def test_discarding_more_than_is_left_is_no_loss_before_the_next_draw() -> None:
    state = a_state()
    state.riff_left, state.riff_discard = 4, 56

    referee = drawing(state, main=[{"op": "discard_top", "times": 5}])

    assert (referee.state.riff_left, referee.state.riff_discard, referee.outcome) == (0, 60, None)
    assert told(referee, "RIT-60")[-1] == "No Riff card is left to discard."
    play(referee, "ana roll w1=move w2=move w3=move\nana booth no\nana action end")
    assert is_lost_by_the_deck(referee)


@pytest.mark.rule("RIT-60")
def test_a_known_card_that_is_discarded_cannot_come_up_again() -> None:
    state = a_state()
    state.riff_known_top, state.riff_seen = ["rome_1", "kassel_2"], {"kassel_2": 1}

    referee = sit(state, game_with_card({"id": "calm", "main": [{"op": "discard_top", "times": 2}]}))
    # The known top comes up by itself: the card on it is drawn without a question.
    assert (referee.state.riff_known_top, open_question(referee)) == (["kassel_2"], "roll")

    state = a_state()
    state.riff_known_top, state.riff_seen = ["calm", "rome_1", "kassel_2"], {"kassel_2": 1}
    referee = sit(state, game_with_card({"id": "calm", "main": [{"op": "discard_top", "times": 2}]}))
    assert referee.state.riff_known_top == []
    assert referee.state.riff_seen == {"calm": 1, "rome_1": 1, "kassel_2": 2}
