"""The Riff cards that the rulebook explains (RIT-62 to RIT-67)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.referee import Referee
from tests.games.riff_in_time.cards import fixed, levels, open_question, stand, with_levels
from tests.games.riff_in_time.tables import a_state, drawing, game, play, sit, told, words
from tests.games.riff_in_time.throws import give


@pytest.mark.rule("RIT-62")
def test_kassel_goes_up_and_when_red_all_go_there() -> None:
    referee = sit(with_levels(a_state(), kassel=6))
    state = play(referee, "ana draw kassel_1")
    assert levels(state, "kassel") == [7]
    assert [player.place for player in state.players.values()] == ["kassel"] * 3

    referee = sit(with_levels(a_state(), kassel=4))
    state = play(referee, "ana draw kassel_1")
    assert levels(state, "kassel") == [5]
    assert [player.place for player in state.players.values()] == ["san_dimas"] * 3
    assert open_question(referee) == "roll"

    referee = sit(fixed(a_state(), "kassel"))
    state = play(referee, "ana draw kassel_1")
    assert (levels(state, "kassel"), open_question(referee)) == ([0], "draw")


@pytest.mark.rule("RIT-63")
def test_new_york_goes_up_and_when_red_san_dimas_or_another_card() -> None:
    referee = sit(with_levels(a_state(), san_dimas=4, new_york=6))
    play(referee, "ana draw new_york_2")
    assert words(referee) == ("raise_sd", "draw")

    state = play(referee, "ana or raise_sd")

    assert (levels(state, "new_york"), state.san_dimas, open_question(referee)) == ([7], 5, "roll")


@pytest.mark.rule("RIT-64")
def test_foresight_looks_at_three_or_lowers_san_dimas() -> None:
    referee = sit(with_levels(a_state(), san_dimas=4))

    state = play(referee, "ana draw foresight\nana or lower_sd")

    assert (state.san_dimas, state.riff_known_top) == (3, [])


@pytest.mark.rule("RIT-65")
def test_all_home_brings_everybody_and_all_carried_to_san_dimas() -> None:
    state = stand(a_state("ana", "ben"), ana="new_york", ben="loc_07")
    give(state, "ana", "billy_the_kid")
    referee = sit(state)

    state = play(referee, "ana draw all_home")

    assert [player.place for player in state.players.values()] == ["san_dimas", "san_dimas"]
    assert (state.personages["billy_the_kid"].place, state.booth("ana")) == ("san_dimas", [])
    (billy,) = [person for person in game().view(state, None)["personages"]
                if person["personage"] == "billy_the_kid"]
    assert billy["info_card"] == "pile"


def five(san_dimas: int) -> Referee:
    """The card Five comes up; 20 are left after it."""
    state = with_levels(a_state(), san_dimas=san_dimas)
    state.riff_left, state.riff_discard = 21, 39
    referee = sit(state)
    play(referee, "ana draw five")
    return referee


@pytest.mark.rule("RIT-66")
def test_five_cards_discarded() -> None:
    referee = five(san_dimas=6)
    assert words(referee) == ("raise_sdx5", "discard_topx5")

    state = play(referee, "ana or discard_topx5")

    assert (state.san_dimas, state.riff_left, open_question(referee)) == (6, 15, "roll")


@pytest.mark.rule("RIT-66")
def test_five_raises_of_san_dimas_of_which_the_fifth_cannot_be_made() -> None:
    referee = five(san_dimas=6)

    state = play(referee, "ana or raise_sdx5")

    assert (state.san_dimas, state.result) == (10, "san_dimas_overflow")
    assert (state.riff_stack, state.riff_discard) == (["five"], 39)  # still in hand


def numbered() -> dict[str, Any]:
    """The numbered card of the ledger's example."""
    return {"subject": [2, 5, 7], "main": [{"op": "raise_numbered", "args": [2, 5, 7]}],
            "fixed": [{"op": "lower_sd", "per_fixed": True}]}


@pytest.mark.parametrize(("closed", "san_dimas"), [(["rome"], 3), (["rome", "new_york"], 2), (["kassel"], 4)])
@pytest.mark.rule("RIT-67")
def test_a_numbered_card_lowers_san_dimas_for_each_listed_place_that_is_fixed(
    closed: list[str], san_dimas: int
) -> None:
    state = with_levels(fixed(a_state(), *closed), san_dimas=4)

    referee = drawing(state, **numbered())

    listed = [place for place in ("new_york", "loc_06", "rome") if place not in closed]
    assert levels(referee.state, *listed) == [6] * len(listed)
    assert levels(referee.state, *closed) == [0] * len(closed)
    assert referee.state.san_dimas == san_dimas


@pytest.mark.rule("RIT-67")
def test_a_numbered_cards_main_section_is_finished_first() -> None:
    state = with_levels(fixed(a_state(), "rome"), san_dimas=10, new_york=10)

    referee = drawing(state, **numbered())

    assert referee.state.result == "san_dimas_overflow"  # New York overflows before Rome can help


@pytest.mark.rule("RIT-67")
def test_the_default_numbered_cards_list_the_odd_and_the_even_numbers() -> None:
    referee = sit(with_levels(fixed(a_state(), "rome"), san_dimas=4))
    state = play(referee, "ana draw numbered_odd")
    assert levels(state, "loc_05", "kassel", "loc_06", "loc_09") == [6, 6, 6, 6]
    assert (levels(state, "rome"), state.san_dimas) == ([0], 3)

    referee = sit(with_levels(fixed(a_state(), "rome"), san_dimas=4))
    state = play(referee, "ana draw numbered_even")
    assert levels(state, "new_york", "new_mexico", "loc_07", "loc_08", "loc_10") == [6, 6, 6, 6, 6]
    assert state.san_dimas == 4


@pytest.mark.rule("RIT-67")
def test_a_numbered_cards_fixed_section_needs_a_fixed_place_among_those_listed() -> None:
    for closed, key in (("rome", "draw"), ("kassel", "roll")):
        referee = drawing(fixed(a_state(), closed), **{**numbered(), "fixed": [{"op": "draw"}]})
        assert open_question(referee) == key


@pytest.mark.rule("RIT-67")
def test_a_card_about_one_fixed_place_counts_it_once() -> None:
    state = with_levels(fixed(a_state(), "rome", "kassel"), san_dimas=4)

    referee = drawing(state, **{**numbered(), "subject": "rome"})

    assert referee.state.san_dimas == 3
    assert told(referee, "RIT-41") == ["rome is fixed: follow that section of the card."]


@pytest.mark.rule("RIT-67")
def test_a_choice_in_a_fixed_section_counts_the_fixed_places_too() -> None:
    per_fixed = {"op": "lower_sd", "per_fixed": True}
    state = with_levels(fixed(a_state(), "rome", "new_york"), san_dimas=4)
    referee = drawing(state, **{**numbered(), "fixed": [{"choose": [[per_fixed], [{"op": "look3"}]]}]})
    assert words(referee) == ("lower_sd_per_fixed", "look3")

    assert play(referee, "ana or lower_sd_per_fixed").san_dimas == 2
