"""Raising, lowering and flipping rifts (RIT-21 to RIT-31)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.referee import Referee
from companion.games.riff_in_time.state import State
from tests.games.riff_in_time.tables import a_state, drawing, game, game_with, play, sit, told
from tests.games.riff_in_time.throws import give, put_back, refusal

LOWER_HERE = {"op": "lower_here"}


def raising(place: str, times: int = 1) -> dict[str, Any]:
    """A card's effect: raise the rift at `place`."""
    return {"op": "raise", "args": [place], "times": times}


def at(state: State, place: str) -> State:
    """The active player stands at `place`."""
    state.players[state.active].place = place
    return state


def dial(state: State, place: str, level: int, fixed: bool = False) -> State:
    """A rift set to a level."""
    state.rifts[place].level, state.rifts[place].fixed = level, fixed
    return state


def level(referee: Referee, place: str) -> int:
    """Where a dial is now."""
    return int(referee.state.rifts[place].level)


@pytest.mark.rule("RIT-21")
def test_a_raise_turns_the_dial_one_up() -> None:
    referee = drawing(a_state(), main=[raising("rome")])

    assert level(referee, "rome") == 6
    assert told(referee, "RIT-21") == ["Turn rome up to 6."]


@pytest.mark.rule("RIT-21")
def test_a_lowering_turns_the_dial_one_down() -> None:
    referee = drawing(at(a_state(), "rome"), main=[LOWER_HERE])

    assert level(referee, "rome") == 4
    assert told(referee, "RIT-21") == ["Turn rome down to 4."]


@pytest.mark.rule("RIT-21")
def test_a_dial_goes_up_to_ten_and_down_to_zero() -> None:
    assert level(drawing(dial(a_state(), "rome", 9), main=[raising("rome")]), "rome") == 10
    assert level(drawing(at(dial(a_state(), "rome", 1), "rome"), main=[LOWER_HERE]), "rome") == 0


@pytest.mark.rule("RIT-22")
def test_a_raise_at_ten_raises_san_dimas_by_as_much_instead() -> None:
    state = dial(a_state(), "kassel", 10)
    state.san_dimas = 4

    referee = drawing(state, main=[raising("kassel", times=2)])

    assert (level(referee, "kassel"), referee.state.san_dimas) == (10, 6)
    assert told(referee, "RIT-22") == ["kassel is at its maximum: San Dimas goes up instead."] * 2


@pytest.mark.rule("RIT-23")
def test_only_the_steps_that_do_not_fit_go_to_san_dimas() -> None:
    state = dial(a_state(), "kassel", 9)
    state.san_dimas = 4

    referee = drawing(state, main=[raising("kassel", times=2)])

    assert (level(referee, "kassel"), referee.state.san_dimas) == (10, 5)


@pytest.mark.rule("RIT-24")
def test_a_raise_of_a_fixed_place_is_skipped_and_does_not_reach_san_dimas() -> None:
    state = dial(a_state(), "rome", 0, fixed=True)
    put_back(state, "charlemagne")
    state.san_dimas = 4

    referee = drawing(state, main=[raising("rome")])

    assert (level(referee, "rome"), referee.state.rifts["rome"].fixed) == (0, True)
    assert referee.state.san_dimas == 4
    assert told(referee, "RIT-24") == ["rome is fixed: it does not go up."]


@pytest.mark.rule("RIT-25")
def test_the_fixed_section_is_done_and_the_skipped_raise_stays_skipped() -> None:
    state = dial(a_state(), "kassel", 0, fixed=True)
    put_back(state, "person_04")
    state.san_dimas = 4
    referee = sit(state)

    play(referee, "ana draw kassel_1")

    assert level(referee, "kassel") == 0
    assert referee.question is not None
    assert referee.question.key == "draw"  # the Fixed section: draw another card
    state = play(referee, "ana draw rome_3")
    assert (level(referee, "kassel"), level(referee, "rome"), state.san_dimas) == (0, 6, 4)


@pytest.mark.rule("RIT-26")
def test_lowering_san_dimas_at_zero_is_skipped() -> None:
    state = a_state()
    state.san_dimas = 0

    referee = drawing(state, main=[{"op": "lower_sd"}])

    assert referee.state.san_dimas == 0
    assert told(referee, "RIT-26") == ["San Dimas is at 0: nothing to lower."]
    assert referee.outcome is None


def is_lost_by_overflow(referee: Referee) -> bool:
    """Whether San Dimas had to go up and could not."""
    return (referee.outcome is not None and referee.outcome.reason == "san_dimas_overflow"
            and referee.outcome.winners == () and referee.state.phase == "over"
            and told(referee, "RIT-27") == ["San Dimas must go up and cannot: the game is lost."])


@pytest.mark.parametrize("effect", [{"op": "raise_sd"}, raising("kassel"), {"op": "raise_each_player"}])
@pytest.mark.rule("RIT-27")
def test_a_card_that_must_raise_san_dimas_and_cannot_loses_the_game(effect: dict[str, Any]) -> None:
    state = dial(a_state(), "kassel", 10)
    state.san_dimas = 10

    referee = drawing(state, main=[effect])

    assert is_lost_by_overflow(referee)
    assert referee.state.san_dimas == 10


@pytest.mark.rule("RIT-27")
def test_a_bogus_on_san_dimas_at_its_maximum_loses_the_game() -> None:
    state = a_state()
    state.san_dimas = 10
    referee = sit(state)

    play(referee, "ana draw rome_3\nana roll w1=bogus w2=bogus w3=move\nana booth no")

    assert is_lost_by_overflow(referee)
    assert [die.spent for die in referee.state.pool] == [["bogus"], [], []]  # the second is not resolved


@pytest.mark.rule("RIT-27")
def test_nothing_after_the_loss_is_resolved_and_nothing_more_is_taken() -> None:
    state = a_state()
    state.san_dimas = 10

    referee = drawing(state, main=[{"op": "raise_sd"}, raising("rome")])

    assert level(referee, "rome") == 5
    assert refusal(referee, "ana roll w1=move w2=move w3=move") == (
        "The game is over; only taking back or a new game are left.")


@pytest.mark.rule("RIT-28")
def test_a_rift_lowered_to_zero_with_its_personage_returned_flips_to_fixed() -> None:
    state = at(dial(a_state(), "rome", 1), "rome")
    put_back(state, "charlemagne")
    referee = sit(state)

    state = play(referee, """
        ana draw kassel_3
        ana roll w1=interact w2=move w3=move
        ana booth no
        ana action interact:w1
        ana interact fix
    """)

    assert (state.rifts["rome"].level, state.rifts["rome"].fixed) == (0, True)
    assert told(referee, "RIT-28") == ["rome is closed: flip its disc to the Fixed side."]
    assert (state.rifts["rome"].triumph_holder, state.rifts["rome"].triumph_turn) == ("ana", 1)


@pytest.mark.rule("RIT-28")
def test_a_card_that_lowers_it_to_zero_flips_it_too() -> None:
    state = at(dial(a_state(), "rome", 1), "rome")
    put_back(state, "charlemagne")

    referee = drawing(state, main=[LOWER_HERE])

    assert referee.state.rifts["rome"].fixed
    assert referee.state.rifts["rome"].triumph_holder == "ana"


@pytest.mark.rule("RIT-28")
def test_a_rift_above_zero_does_not_flip() -> None:
    state = at(dial(a_state(), "rome", 2), "rome")
    put_back(state, "charlemagne")

    assert not drawing(state, main=[LOWER_HERE]).state.rifts["rome"].fixed


@pytest.mark.rule("RIT-29")
def test_at_zero_without_its_personage_a_rift_stays_unfixed_and_can_rise_again() -> None:
    referee = drawing(at(dial(a_state(), "rome", 1), "rome"), main=[LOWER_HERE])
    assert (level(referee, "rome"), referee.state.rifts["rome"].fixed) == (0, False)

    referee = drawing(at(dial(a_state(), "rome", 1), "rome"), main=[LOWER_HERE, raising("rome")])
    assert (level(referee, "rome"), referee.state.rifts["rome"].fixed) == (1, False)


@pytest.mark.rule("RIT-29")
def test_a_rift_at_zero_cannot_be_lowered_any_more() -> None:
    state = at(dial(a_state(), "rome", 0), "rome")
    state.players["ana"].objective = "objective_06"  # lower three places

    referee = drawing(state, main=[LOWER_HERE])

    assert level(referee, "rome") == 0
    assert referee.state.players["ana"].progress == []  # it went nowhere
    assert told(referee, "RIT-29") == ["rome is at 0 already."]
    assert told(referee, "RIT-21") == []


@pytest.mark.rule("RIT-29")
def test_a_rift_waiting_at_zero_flips_the_moment_its_personage_is_dropped_off() -> None:
    state = at(dial(a_state(), "rome", 0), "rome")
    give(state, "ana", "charlemagne", turn=1)
    referee = sit(state)

    state = play(referee, """
        ana draw kassel_3
        ana roll w1=interact w2=move w3=move
        ana booth no
        ana action interact:w1
        ana interact drop:charlemagne
    """)

    assert state.rifts["rome"].fixed
    assert state.rifts["rome"].triumph_holder == "ana"


@pytest.mark.rule("RIT-29")
def test_a_table_may_let_rifts_close_without_their_personage() -> None:
    state = at(dial(a_state(options={"flip_needs_return": "no"}), "rome", 1), "rome")
    give(state, "ana", "charlemagne", turn=1)

    referee = drawing(state, main=[LOWER_HERE])
    assert referee.state.rifts["rome"].fixed
    assert referee.state.rifts["rome"].triumph_holder == ""  # his card is not there to be taken

    state = play(referee, """
        ana roll w1=interact w2=move w3=move
        ana booth no
        ana action interact:w1
        ana interact drop:charlemagne
    """)
    assert state.rifts["rome"].triumph_holder == "ana"
    assert len(told(referee, "RIT-28")) == 1  # it was flipped before


@pytest.mark.rule("RIT-30")
def test_a_fixed_place_is_not_lowered_and_does_not_count_as_lowered() -> None:
    state = at(dial(a_state(), "rome", 0, fixed=True), "rome")
    put_back(state, "charlemagne")
    state.players["ana"].objective = "objective_06"  # lower three places

    referee = drawing(state, main=[LOWER_HERE])

    assert (level(referee, "rome"), referee.state.rifts["rome"].fixed) == (0, True)
    assert told(referee, "RIT-30") == ["rome is fixed: it cannot be lowered."]
    assert referee.state.players["ana"].progress == []


@pytest.mark.rule("RIT-30")
def test_a_fixed_place_has_no_colour() -> None:
    state = dial(a_state(), "rome", 0, fixed=True)
    put_back(state, "charlemagne")
    state.san_dimas = 4
    zero_is_green = {"default": {"green": list(range(7)), "red": [7, 8, 9, 10]}}
    cards = [{"id": "calm", "subject": "rome", "main": [raising("rome")], "green": [{"op": "lower_sd"}]}
             if card["id"] == "calm" else card for card in game().content["riff_cards"]]
    playing = game_with(bands=zero_is_green, riff_cards=cards)
    referee = sit(state, playing)

    play(referee, "ana draw calm")

    assert referee.state.san_dimas == 4
    (rome,) = [rift for rift in playing.view(referee.state, None)["rifts"] if rift["place"] == "rome"]
    assert rome["colour"] == ""


@pytest.mark.rule("RIT-31")
def test_san_dimas_stays_at_zero_and_can_rise_again() -> None:
    state = a_state()
    state.san_dimas = 1

    referee = drawing(state, main=[{"op": "lower_sd", "times": 2}, {"op": "raise_sd"}])

    assert referee.state.san_dimas == 1
    assert told(referee, "RIT-50") == ["Turn San Dimas down to 0.", "Turn San Dimas up to 1."]
    assert len(told(referee, "RIT-26")) == 1


@pytest.mark.rule("RIT-31")
def test_lowering_where_one_is_lowers_san_dimas_on_san_dimas() -> None:
    for before, progress in ((1, ["san_dimas"]), (0, [])):
        state = a_state()
        state.san_dimas = before
        state.players["ana"].objective = "objective_06"  # lower three places

        referee = drawing(state, main=[LOWER_HERE])

        assert (referee.state.san_dimas, referee.state.players["ana"].progress) == (0, progress)


@pytest.mark.rule("RIT-31")
def test_the_win_does_not_need_san_dimas() -> None:
    state = a_state("ana", "ben")
    for place, rift in state.rifts.items():
        rift.level, rift.fixed = 0, True
        put_back(state, game().box.at_home[place])
    state.san_dimas = 9
    referee = sit(state)

    play(referee, "ana draw rome_3\nana roll w1=move w2=move w3=move\nana booth no\nana action end")

    assert referee.outcome is not None
    assert (referee.outcome.reason, referee.outcome.winners) == ("all_fixed", ("ana", "ben"))
