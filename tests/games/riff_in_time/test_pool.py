"""The Active Dice Pool (RIT-68 to RIT-75)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from companion.engine.questions import Choose
from companion.engine.referee import Referee
from companion.games.riff_in_time.game import RiffInTime
from companion.games.riff_in_time.state import State
from tests.games.riff_in_time.tables import a_state, game, game_with, play, sit, told
from tests.games.riff_in_time.throws import give, refusal


def pool(state: State, of: RiffInTime | None = None) -> Referee:
    """Past a Riff card that only raises Location 10: the pool is to be assembled."""
    referee = sit(state, of)
    play(referee, f"{state.active} draw loc_10_3")
    return referee


def available(referee: Referee) -> tuple[str, ...]:
    """The dice that may be rolled: those offered, or, when there is no choice, those in the pool."""
    if referee.question and referee.question.key == "pool":
        return asked(referee).words
    return tuple(die.id for die in referee.state.pool)


def asked(referee: Referee) -> Choose:
    """The choice of four dice."""
    assert referee.question is not None
    (ask,) = referee.question.asks.values()
    assert isinstance(ask, Choose)
    return ask


def holding(state: State, seat: str, count: int, turn: int = 0) -> State:
    """So many locations' cards with the Triumphant end showing lie before `seat` since a turn."""
    for rift in [*state.rifts.values()][:count]:
        rift.triumph_holder, rift.triumph_turn = seat, turn
    return state


def people_who_bring(**dice: Any) -> RiffInTime:
    """The game in which Persons 3, 4 and 5 bring these dice and Actions."""
    people = deepcopy(game().content["personages"])
    for person in people:
        if person["id"] in ("person_03", "person_04", "person_05"):
            person |= dice
    return game_with(personages=people)


@pytest.mark.rule("RIT-68")
def test_in_the_beginning_there_are_three_wyld_dice_and_nothing_else() -> None:
    referee = pool(a_state())

    assert available(referee) == ("w1", "w2", "w3")
    assert [die.kind for die in referee.state.pool] == ["wyld"] * 3
    assert referee.state.card_actions == []
    assert referee.question is not None
    assert referee.question.key == "roll"
    assert told(referee, "RIT-70") == ["ana rolls ['w1', 'w2', 'w3']."]


@pytest.mark.rule("RIT-69")
def test_a_personage_counts_for_its_carrier_alone() -> None:
    state = a_state("ana", "ben")
    give(state, "ben", "charlemagne")

    referee = pool(state)

    assert available(referee) == ("w1", "w2", "w3")
    assert referee.state.card_actions == []


@pytest.mark.rule("RIT-69")
def test_a_personage_counts_only_while_it_is_in_the_booth() -> None:
    state = a_state()
    state.players["ana"].place = "rome"
    state.personages["charlemagne"].place = "rome"

    assert available(pool(state)) == ("w1", "w2", "w3")


@pytest.mark.rule("RIT-69")
def test_a_personage_counts_from_the_turn_after_it_came() -> None:
    for came_in, dice in ((4, ("w1", "w2", "w3", "b1")), (5, ("w1", "w2", "w3"))):
        state = a_state()
        state.turn = 5
        give(state, "ana", "billy_the_kid", turn=came_in)
        assert available(pool(state)) == dice


@pytest.mark.rule("RIT-70")
def test_four_dice_are_all_rolled_without_a_choice() -> None:
    state = a_state()
    give(state, "ana", "billy_the_kid")

    referee = pool(state)

    assert available(referee) == ("w1", "w2", "w3", "b1")
    assert referee.question is not None
    assert (referee.question.key, referee.question.rules) == ("roll", ("RIT-76",))


@pytest.mark.rule("RIT-70")
def test_of_more_than_four_exactly_four_are_picked() -> None:
    state = a_state()
    give(state, "ana", "person_03", "person_04")
    referee = pool(state)
    assert (referee.state.phase, available(referee)) == ("pool", ("w1", "w2", "w3", "c1", "c2"))
    assert (asked(referee).least, asked(referee).most, asked(referee).must) == (4, 4, ())
    assert referee.question is not None
    assert referee.question.rules == ("RIT-70", "RIT-71")
    assert referee.question.text.id.format(**referee.question.text.args) == "ana: which 4 dice do you roll?"
    assert refusal(referee, "ana pool w1 w2 w3") == "3 given; 4 to 4 are asked for."
    assert refusal(referee, "ana pool w1 w2 w3 c1 c2") == "5 given; 4 to 4 are asked for."

    state = play(referee, "ana pool w2 c1 w3 c2")

    assert [(die.id, die.kind) for die in state.pool] == [
        ("w2", "wyld"), ("c1", "character"), ("w3", "wyld"), ("c2", "character")]


@pytest.mark.rule("RIT-71")
def test_all_bogus_dice_must_be_in_the_pool() -> None:
    state = a_state()
    give(state, "ana", "billy_the_kid", "person_03")
    referee = pool(state)
    assert asked(referee).must == ("b1",)
    assert refusal(referee, "ana pool w1 w2 w3 c1") == "b1 must be among them."

    state = play(referee, "ana pool w1 c1 w3 b1")

    assert [die.id for die in state.pool] == ["w1", "c1", "w3", "b1"]


@pytest.mark.rule("RIT-71")
def test_three_bogus_dice_leave_one_die_to_choose() -> None:
    state = a_state()
    give(state, "ana", "person_03", "person_04", "person_05")
    referee = pool(state, people_who_bring(dice={"bogus": 1}))

    assert asked(referee).must == ("b1", "b2", "b3")
    assert "b2 must be among them" in refusal(referee, "ana pool w1 w2 b1 b3")


@pytest.mark.rule("RIT-72")
def test_what_is_available_is_read_after_the_riff_card() -> None:
    state = a_state()
    give(state, "ana", "charlemagne")
    referee = sit(state)

    play(referee, "ana draw all_home")

    assert available(referee) == ("w1", "w2", "w3")


@pytest.mark.rule("RIT-72")
def test_the_pool_stays_as_picked_for_the_turn() -> None:
    state = a_state()
    give(state, "ana", "charlemagne")
    state.players["ana"].place = "rome"
    referee = pool(state)

    state = play(referee, """
        ana pool w1 w2 c1 b1
        ana roll w1=interact w2=move c1=move b1=blank
        ana booth no
        ana action interact:w1
        ana interact drop:charlemagne
    """)

    assert [die.id for die in state.pool] == ["w1", "w2", "c1", "b1"]


@pytest.mark.rule("RIT-73")
def test_no_more_dice_of_a_kind_than_the_box_holds() -> None:
    referee = pool(holding(a_state(), "ana", 6))
    assert available(referee) == ("w1", "w2", "w3", "t1", "t2", "t3", "t4")

    state = a_state()
    give(state, "ana", "person_03", "person_04", "person_05")
    referee = pool(state, people_who_bring(dice={"bogus": 2, "character": 2, "wyld": 1}))
    assert available(referee) == ("w1", "w2", "w3", "c1", "c2", "c3", "c4", "b1", "b2", "b3")


@pytest.mark.rule("RIT-74")
def test_each_triumphant_card_held_gives_a_triumphant_die_within_the_limit_of_four() -> None:
    referee = pool(holding(a_state(), "ana", 2))

    assert available(referee) == ("w1", "w2", "w3", "t1", "t2")
    state = play(referee, "ana pool t1 t2 w1 w2")
    assert [die.kind for die in state.pool] == ["triumphant", "triumphant", "wyld", "wyld"]


@pytest.mark.rule("RIT-74")
def test_a_triumphant_card_counts_for_its_holder_from_the_turn_after_it_was_taken() -> None:
    for holder, taken_in, dice in (("ana", 4, ("w1", "w2", "w3", "t1")), ("ana", 5, ("w1", "w2", "w3")),
                                   ("ben", 4, ("w1", "w2", "w3"))):
        state = holding(a_state(), holder, 1, taken_in)
        state.turn = 5
        assert available(pool(state)) == dice


@pytest.mark.rule("RIT-75")
def test_charlemagne_brings_a_character_die_a_bogus_die_and_a_reroll() -> None:
    state = a_state()
    give(state, "ana", "charlemagne")

    referee = pool(state)

    assert game().box.personage["charlemagne"].home == "rome"
    assert available(referee) == ("w1", "w2", "w3", "c1", "b1")
    (action,) = referee.state.card_actions
    assert (action.source, action.action, action.of, action.used) == (
        "charlemagne", "reroll", "charlemagne", False)


@pytest.mark.rule("RIT-75")
def test_a_personage_may_bring_several_actions() -> None:
    state = a_state()
    give(state, "ana", "person_03")

    referee = pool(state, people_who_bring(dice={}, actions=["move", "reroll", "move"]))

    assert [(card.source, card.action, card.of) for card in referee.state.card_actions] == [
        ("person_03", "move", "person_03"), ("person_03_2", "reroll", "person_03"),
        ("person_03_3", "move", "person_03")]
