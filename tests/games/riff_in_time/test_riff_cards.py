"""Phase 1: drawing a Riff card, and which of its sections are followed (RIT-32 to RIT-43)."""

from __future__ import annotations

import pytest

from tests.games.riff_in_time.cards import (
    LOWER_SD,
    RAISE_ROME,
    cards_asked,
    fixed,
    is_lost_by_the_deck,
    levels,
    open_question,
    stand,
    with_levels,
)
from tests.games.riff_in_time.tables import a_state, drawing, game, game_with, game_with_card, play, sit, told
from tests.games.riff_in_time.throws import put_back, refusal


@pytest.mark.rule("RIT-32")
def test_the_top_card_is_drawn_done_and_discarded() -> None:
    state = a_state()
    state.riff_left, state.riff_discard = 54, 6
    referee = sit(state)
    assert referee.question is not None
    assert (referee.question.key, referee.question.rules, referee.question.reveals) == (
        "draw", ("RIT-32",), ("card",))

    state = play(referee, "ana draw rome_3")

    assert (state.riff_left, state.riff_discard, state.riff_stack) == (53, 7, [])
    assert state.rifts["rome"].level == 6
    assert told(referee, "RIT-32") == ["ana draws rome_3."]


@pytest.mark.rule("RIT-32")
def test_a_card_comes_up_as_often_as_it_is_in_the_deck() -> None:
    state = a_state("ana")
    referee = sit(state)
    assert cards_asked(referee)["kassel_2"] == 3
    assert cards_asked(referee)["kassel_1"] == 1
    assert sum(cards_asked(referee).values()) == 60

    play(referee, "ana draw kassel_1\nana roll w1=move w2=move w3=move\nana booth no\nana action end")

    assert "kassel_1" not in cards_asked(referee)
    assert "“kassel_1” does not fit here" in refusal(referee, "ana draw kassel_1")
    assert refusal(referee, "ana draw kassel_2 kassel_2") == "2 given; 1 to 1 are asked for."


@pytest.mark.rule("RIT-33")
def test_nested_cards_are_finished_before_the_dice() -> None:
    referee = drawing(a_state(), main=[{"op": "draw"}, {"choose": [[RAISE_ROME], [LOWER_SD]]}])
    assert (open_question(referee), referee.state.phase) == ("draw", "riff")
    assert referee.state.riff_stack == ["calm"]

    play(referee, "ana draw foresight")
    assert (open_question(referee), referee.state.phase) == ("or", "riff")
    assert referee.state.riff_stack == ["calm", "foresight"]

    play(referee, "ana or lower_sd")
    assert (open_question(referee), referee.state.riff_stack) == ("or", ["calm"])

    play(referee, "ana or raise:rome")
    assert (open_question(referee), referee.state.riff_stack) == ("roll", [])


# Sections


@pytest.mark.rule("RIT-34")
def test_a_card_with_a_main_section_only_needs_no_more() -> None:
    referee = sit(with_levels(a_state(), rome=9))

    state = play(referee, "ana draw rome_3")

    assert (state.rifts["rome"].level, open_question(referee)) == (10, "roll")


@pytest.mark.rule("RIT-34")
def test_main_is_always_followed() -> None:
    for level, colour in ((3, "red"), (8, "green")):
        state = with_levels(a_state(), rome=level)
        referee = drawing(state, subject="rome", main=[RAISE_ROME], **{colour: [{"op": "raise_sd"}]})
        assert (levels(referee.state, "rome"), referee.state.san_dimas) == ([level + 1], 3)


@pytest.mark.rule("RIT-35")
def test_the_colour_is_looked_up_on_the_level_that_main_left() -> None:
    referee = sit(with_levels(a_state(), new_mexico=6))

    play(referee, "ana draw new_mexico_2")

    assert open_question(referee) == "or"  # red at 7, though it was 6 before


@pytest.mark.rule("RIT-35")
def test_the_other_sections_are_looked_at_once() -> None:
    section = [{"op": "raise", "args": ["rome"]}]
    referee = drawing(with_levels(a_state(), rome=6), subject="rome", main=section, red=section)
    assert levels(referee.state, "rome") == [8]


@pytest.mark.rule("RIT-35")
def test_a_place_that_the_card_itself_fixes_has_its_fixed_section_followed() -> None:
    state = stand(with_levels(a_state(), rome=1), ana="rome")
    put_back(state, "charlemagne")

    referee = drawing(state, subject="rome", main=[{"op": "lower_here"}], fixed=[LOWER_SD])

    assert referee.state.san_dimas == 2


@pytest.mark.rule("RIT-36")
def test_the_red_section_is_followed_when_the_rift_is_red() -> None:
    state = with_levels(a_state(), san_dimas=5, new_mexico=6)
    referee = sit(state)

    play(referee, "ana draw new_mexico_2\nana or raise_sd")

    assert referee.state.san_dimas == 6
    assert told(referee, "RIT-36") == ["new_mexico is red: follow that section of the card."]


@pytest.mark.rule("RIT-37")
def test_the_green_section_is_followed_when_the_rift_is_green() -> None:
    state = with_levels(a_state(), san_dimas=4, rome=2)

    referee = drawing(state, subject="rome", main=[RAISE_ROME], green=[LOWER_SD])

    assert (levels(referee.state, "rome"), referee.state.san_dimas) == ([3], 3)
    assert told(referee, "RIT-37") == ["rome is green: follow that section of the card."]


@pytest.mark.rule("RIT-38")
def test_the_other_colour_does_not_trigger_a_section() -> None:
    referee = sit(a_state())
    state = play(referee, "ana draw rome_2")
    assert (levels(state, "rome"), open_question(referee)) == ([6], "roll")
    assert told(referee, "RIT-36") == []

    referee = drawing(with_levels(a_state(), rome=6), subject="rome", main=[RAISE_ROME], green=[LOWER_SD])
    assert referee.state.san_dimas == 3
    assert told(referee, "RIT-37") == []


@pytest.mark.rule("RIT-38")
def test_a_level_without_a_colour_triggers_none() -> None:
    state = stand(with_levels(a_state(), rome=1), ana="rome")

    referee = drawing(state, subject="rome", main=[{"op": "lower_here"}], green=[LOWER_SD])

    assert (levels(referee.state, "rome"), referee.state.san_dimas) == ([0], 3)


@pytest.mark.rule("RIT-38")
def test_each_rift_is_read_by_its_own_bands() -> None:
    bands = {"default": {"green": [1, 2, 3, 4, 5, 6], "red": [7, 8, 9, 10]},
             "rome": {"green": [1, 2, 3], "red": [6]}}
    playing = game_with(bands=bands)
    referee = sit(a_state(), playing)

    play(referee, "ana draw rome_2")

    assert open_question(referee) == "or"
    assert (playing.box.colour("rome", 7), playing.box.colour("rome", 3)) == ("", "green")
    assert (playing.box.colour("kassel", 7), playing.box.colour("kassel", 6)) == ("red", "green")


@pytest.mark.rule("RIT-38")
def test_san_dimas_has_colours_only_if_the_box_says_so() -> None:
    card = {"subject": "san_dimas", "main": [{"op": "raise_sd"}], "red": [RAISE_ROME]}
    referee = drawing(with_levels(a_state(), san_dimas=7), **card)
    assert levels(referee.state, "rome") == [5]

    bands = {**game().content["bands"], "san_dimas": {"red": [8]}}
    playing = game_with(bands=bands, riff_cards=game_with_card({"id": "calm", **card}).content["riff_cards"])
    referee = sit(with_levels(a_state(), san_dimas=7), playing)
    play(referee, "ana draw calm")
    assert levels(referee.state, "rome") == [6]


@pytest.mark.rule("RIT-40")
def test_a_rift_at_ten_whose_raise_went_to_san_dimas_is_still_red() -> None:
    referee = sit(with_levels(a_state(), san_dimas=4, new_york=10))

    state = play(referee, "ana draw new_york_2")

    assert (levels(state, "new_york"), state.san_dimas, open_question(referee)) == ([10], 5, "or")


@pytest.mark.rule("RIT-41")
def test_the_fixed_section_is_followed_when_the_disc_shows_its_fixed_side() -> None:
    referee = sit(fixed(a_state(), "kassel"))

    play(referee, "ana draw kassel_1")

    assert open_question(referee) == "draw"
    assert told(referee, "RIT-41") == ["kassel is fixed: follow that section of the card."]


@pytest.mark.rule("RIT-41")
def test_a_fixed_place_without_a_fixed_section_on_the_card_does_nothing() -> None:
    referee = sit(fixed(a_state(), "kassel"))

    play(referee, "ana draw kassel_2")

    assert open_question(referee) == "roll"
    assert told(referee, "RIT-41") == []


@pytest.mark.rule("RIT-41")
def test_the_fixed_section_is_not_followed_while_the_place_is_unfixed() -> None:
    referee = sit(a_state())

    play(referee, "ana draw kassel_1")

    assert open_question(referee) == "roll"




@pytest.mark.rule("RIT-42")
def test_a_turn_that_begins_without_a_card_to_draw_loses_the_game() -> None:
    state = a_state()
    state.riff_left, state.riff_discard = 0, 60

    referee = sit(state)

    assert is_lost_by_the_deck(referee)
    assert referee.state.riff_left == 0


@pytest.mark.rule("RIT-42")
def test_a_card_that_makes_draw_from_an_empty_deck_loses_the_game() -> None:
    state = a_state()
    state.riff_left, state.riff_discard = 1, 59

    assert is_lost_by_the_deck(drawing(state, main=[{"op": "draw"}]))


@pytest.mark.rule("RIT-42")
def test_the_last_card_can_still_be_drawn() -> None:
    state = a_state()
    state.riff_left, state.riff_discard = 1, 59
    referee = sit(state)

    state = play(referee, "ana draw rome_3")

    assert (state.riff_left, state.riff_discard, referee.outcome) == (0, 60, None)


@pytest.mark.rule("RIT-43")
def test_discards_are_never_shuffled_back() -> None:
    state = a_state()
    state.riff_left, state.riff_discard = 1, 59
    referee = sit(state)

    play(referee, "ana draw rome_3\nana roll w1=move w2=move w3=move\nana booth no\nana action end")

    assert is_lost_by_the_deck(referee)
    assert (referee.state.riff_left, referee.state.riff_discard) == (0, 60)
