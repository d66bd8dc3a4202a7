"""Looking at the top three Riff cards (RIT-61)."""

from __future__ import annotations

import pytest

from companion.engine.questions import Choose
from companion.engine.referee import Referee
from companion.games.riff_in_time.state import State
from tests.games.riff_in_time.cards import cards_asked, open_question
from tests.games.riff_in_time.tables import a_state, play, sit, told, words
from tests.games.riff_in_time.throws import refusal


def looking(state: State | None = None) -> Referee:
    """Ana has picked “look at the top three” of the card Foresight."""
    referee = sit(state or a_state("ana"))
    play(referee, "ana draw foresight\nana or look3")
    return referee


def text_of(referee: Referee) -> str:
    """The open question as people read it, with plain words in its holes."""
    assert referee.question is not None
    return referee.question.text.id.format(**referee.question.text.args)


@pytest.mark.rule("RIT-61")
def test_the_top_three_are_looked_at_and_put_back_in_any_order() -> None:
    referee = looking()
    assert referee.question is not None
    assert (referee.question.key, referee.question.rules, referee.question.reveals) == (
        "look", ("RIT-61",), ("card",))
    assert text_of(referee) == (
        "ana: look at the top 3 Riff cards. Which are they? None: keep it to yourself.")
    play(referee, "ana look rome_3 kassel_3 loc_05_3")
    assert words(referee) == ("rome_3", "kassel_3", "loc_05_3")
    assert referee.question.rules == ("RIT-61",)
    assert text_of(referee) == "ana: put them back. In which order, the top first?"
    assert refusal(referee, "ana put_back rome_3 kassel_3") == "2 given; 3 to 3 are asked for."

    state = play(referee, "ana put_back loc_05_3 rome_3 kassel_3")
    assert (state.riff_known_top, state.riff_left) == (["loc_05_3", "rome_3", "kassel_3"], 59)
    assert told(referee, "RIT-61") == ["ana puts the top 3 cards back in order."]

    a_quiet_turn = "ana roll w1=move w2=move w3=move\nana booth no\nana action end"
    for card in ("loc_05_3", "rome_3", "kassel_3"):
        play(referee, a_quiet_turn)
        assert told(referee, "RIT-32")[-1] == f"ana draws {card}."  # known: nobody is asked
    play(referee, a_quiet_turn)
    assert open_question(referee) == "draw"
    assert referee.state.riff_known_top == []
    assert "rome_3" not in cards_asked(referee)


@pytest.mark.rule("RIT-61")
def test_copies_of_a_card_are_told_apart_when_put_back() -> None:
    referee = looking()
    play(referee, "ana look rome_2 kassel_3 rome_2")
    assert words(referee) == ("rome_2", "kassel_3", "rome_2#2")

    state = play(referee, "ana put_back rome_2#2 rome_2 kassel_3")

    assert state.riff_known_top == ["rome_2", "rome_2", "kassel_3"]


@pytest.mark.rule("RIT-61")
def test_three_copies_of_a_card_are_told_apart() -> None:
    referee = looking()
    play(referee, "ana look rome_2 rome_2 rome_2")

    assert words(referee) == ("rome_2", "rome_2#2", "rome_2#3")
    (ask,) = referee.question.asks.values() if referee.question else ()
    assert isinstance(ask, Choose)
    assert ask.ordered


@pytest.mark.parametrize("kept", ["", "describe", "rome_3 kassel_3"])
@pytest.mark.rule("RIT-61")
def test_what_was_seen_may_be_kept_to_oneself(kept: str) -> None:
    referee = looking()

    state = play(referee, f"ana look {kept}")

    assert (state.riff_known_top, state.riff_left, open_question(referee)) == ([], 59, "roll")
    assert told(referee, "RIT-61") == ["ana looks at the top cards and puts them back."]


@pytest.mark.rule("RIT-61")
def test_cards_that_are_known_already_are_not_asked_for_again() -> None:
    state = a_state("ana")
    state.riff_known_top = ["foresight", "rome_3"]
    referee = sit(state)
    play(referee, "ana or look3")
    assert open_question(referee) == "look"
    assert "rome_3" not in cards_asked(referee)
    assert "foresight" in cards_asked(referee)
    assert refusal(referee, "ana look kassel_3 loc_05_3 loc_06_3") == "3 given; 0 to 2 are asked for."

    play(referee, "ana look kassel_3 loc_05_3")
    assert words(referee) == ("rome_3", "kassel_3", "loc_05_3")


@pytest.mark.rule("RIT-61")
def test_when_all_three_are_known_only_their_order_is_asked() -> None:
    state = a_state("ana")
    state.riff_known_top = ["foresight", "rome_3", "kassel_3", "loc_05_3"]
    referee = sit(state)

    play(referee, "ana or look3")

    assert (open_question(referee), words(referee)) == ("put_back", ("rome_3", "kassel_3", "loc_05_3"))


@pytest.mark.rule("RIT-61")
def test_keeping_it_to_oneself_makes_a_known_top_unknown() -> None:
    state = a_state("ana")
    state.riff_known_top = ["foresight", "rome_3"]
    referee = sit(state)

    assert play(referee, "ana or look3\nana look").riff_known_top == []


@pytest.mark.rule("RIT-61")
def test_with_fewer_than_three_left_those_are_looked_at() -> None:
    state = a_state("ana")
    state.riff_left, state.riff_discard = 3, 57
    referee = looking(state)
    assert refusal(referee, "ana look rome_3 kassel_3 loc_05_3") == "3 given; 0 to 2 are asked for."

    state = play(referee, "ana look rome_3 kassel_3\nana put_back kassel_3 rome_3")

    assert (state.riff_known_top, state.riff_left) == (["kassel_3", "rome_3"], 2)
    assert told(referee, "RIT-61") == ["ana puts the top 2 cards back in order."]


@pytest.mark.rule("RIT-61")
def test_with_none_left_there_is_nothing_to_look_at() -> None:
    state = a_state("ana")
    state.riff_left, state.riff_discard = 1, 59

    referee = looking(state)

    assert open_question(referee) == "roll"
    assert told(referee, "RIT-61") == ["No Riff card is left to look at."]
