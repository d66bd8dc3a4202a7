"""Two players with two gangs each (QU-156 to QU-159)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from companion.games.quick_and_undead.ending import pass_badge, scores
from companion.games.quick_and_undead.state import State
from companion.games.quick_and_undead.town import Town
from tests.games.quick_and_undead.towns import a_town, asked, finish_turn, game, play, sit, told, where, words

rule = pytest.mark.rule


def four(**gangs: str) -> State:
    """A town of four gangs of two players; those not named are as at the beginning."""
    given = {"a_1": "{}", "b_1": "{}", "a_2": "{}", "b_2": "{}"} | gangs
    return a_town(options="two_gang=yes", **given)


def select(state: State, a_1: int, b_1: int, a_2: int, b_2: int) -> Referee:
    referee = play(sit(state), f"a select {a_1}", f"b select {b_1}", f"a select_2 {a_2}", f"b select_2 {b_2}")
    while asked(referee)[1].startswith("hired"):
        play(referee, f"{asked(referee)[0]} {asked(referee)[1]} stay")
    return referee


@rule("QU-156")
def test_the_gangs_of_a_player_share_coins_and_notoriety_but_no_bullets() -> None:
    referee = select(four(), 3, 7, 4, 8)
    finish_turn(referee, "load")
    play(referee, "a load 5")
    assert where(referee, "a_2").startswith("{5} c1 n1 ")
    assert where(referee, "a_1").startswith("{} c1 n1 ")
    finish_turn(referee, "select")
    assert where(referee, "a_1").startswith("{} c4 n1 ")
    assert where(referee, "a_2").startswith("{5} c4 n1 ")


@rule("QU-157")
def test_the_badge_goes_through_all_four_gangs() -> None:
    town = Town(game().box, four())
    order = [town.state.law]
    for _ in range(4):
        pass_badge(town)
        order.append(town.state.law)
    assert order == ["a_1", "b_1", "a_2", "b_2", "a_1"]


@rule("QU-158")
def test_a_players_score_is_both_gangs_total_shared_tokens_once() -> None:
    state = a_town(options="two_gang=yes", buildings=("B10", "B03", "B05", "B06"), street="",
                   occupants={"S01": "a_2"}, a_1="{} n6", b_1="{}", a_2="{}", b_2="{}")
    state.gangs["a_1"].kills = ["U04"]
    first, second = scores(Town(game().box, state))
    assert (first.seat, first.tokens, first.kills, first.buildings, first.total) == ("a", 6, 5, 4, 15)
    assert second.total == 0


@rule("QU-158", "QU-148")
def test_tied_players_name_one_gang_each_for_the_final_duel() -> None:
    state = four(a_1="{6} s0 g4", b_1="{} s0 g4", a_2="{} s0 g4", b_2="{4} s0 g4")
    state.street, state.high_noon = [], "running"
    referee = finish_turn(sit(state), "champion")
    assert words(referee) == ("a_1", "a_2")
    play(referee, "a champion a_1", "b champion b_2", "a duel 6", "b duel 3")
    assert referee.outcome is not None
    assert referee.outcome.winners == ("a",)


@rule("QU-159")
def test_own_gangs_duel_on_one_spot() -> None:
    referee = select(four(a_1="{5}"), 5, 8, 5, 7)
    finish_turn(referee, "duel")
    assert referee.question is not None
    assert list(referee.question.asks) == ["a"]
    play(referee, "a duel 5 3")
    assert referee.state.gangs["a_2"].graveyard == 1
    assert referee.state.purses["a"].n1 == 1


@rule("QU-159")
def test_two_jokers_of_one_player_lose_their_turns() -> None:
    referee = select(four(), 1, 8, 1, 7)
    assert told(referee, "QU-35")
    assert where(referee, "a_1") == where(referee, "a_2") == "{} c0 n0 s4 [] g0 o2 skull"


@rule("QU-159")
def test_the_own_other_gang_is_neither_robbed_nor_leaned_on() -> None:
    referee = select(four(a_1="{} c3", b_1="{} c1"), 3, 7, 8, 5)
    finish_turn(referee, "ability")
    assert asked(referee) == ("a", "ability")
    assert [word for word in words(referee) if word.startswith("lean")] == ["lean:b_2@5"]
    while not (asked(referee) == ("a", "ability") and referee.state.active == "a_1"):
        seat, key = asked(referee)
        play(referee, f"{seat} {key} {'skip' if 'skip' in words(referee) else words(referee)[0]}")
    assert [word for word in words(referee) if word.startswith("rob")] == ["rob:b_1"]


@rule("QU-156", "QU-159")
def test_bullets_may_be_stolen_from_either_gang_of_a_player() -> None:
    referee = select(four(b_1="{5} c1", b_2="{3}"), 6, 8, 7, 2)
    finish_turn(referee, "ability")
    while not (asked(referee) == ("a", "ability") and referee.state.active == "a_1"):
        seat, key = asked(referee)
        play(referee, f"{seat} {key} {'skip' if 'skip' in words(referee) else words(referee)[0]}")
    assert [word for word in words(referee) if word.startswith("rob")] == ["rob:b_1", "rob:b_2"]
    play(referee, "a ability rob:b_2", "a load 7")
    assert referee.state.gangs["b_2"].loaded == []
    assert referee.state.gangs["a_1"].loaded == [7]
    assert asked(referee) == ("a", "income")
