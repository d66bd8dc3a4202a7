"""Days, turns, the secret selection, jokers (QU-14 to QU-36)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Refused
from tests.games.quick_and_undead.towns import a_town, asked, finish_turn, play, sit, told, where, words

rule = pytest.mark.rule
STAY = ("a hired stay", "b hired stay")
POOR = {"a": "{}", "b": "{}"}
"""Gangs with nothing to pay Hired Guns with: they are not asked."""


@rule("QU-14")
def test_three_turns_make_a_day() -> None:
    referee = sit(a_town(**POOR))
    days = []
    for a, b in (("8", "7"), ("6", "5"), ("4", "3"), ("8", "7")):
        days.append((referee.state.day, referee.state.turn))
        play(referee, f"a select {a}", f"b select {b}")
        finish_turn(referee, "select")
    assert days == [(1, 1), (1, 2), (1, 3), (2, 1)]


@rule("QU-15", "QU-18")
def test_no_number_is_shown_before_all_have_locked_and_the_call_is_over() -> None:
    referee = sit(a_town(a="{} c2", b="{} c2", c="{}"))
    play(referee, "a select 8", "b select 7")
    assert referee.waiting == ("c",)
    play(referee, "c select 6")
    assert asked(referee)[1] == "hired"
    assert told(referee, "QU-23") == []
    play(referee, *STAY)
    assert told(referee, "QU-23") == ["a shows 8.", "b shows 7.", "c shows 6."]


@rule("QU-16")
def test_a_start_ability_may_be_used_once_a_turn_even_beside_an_undead() -> None:
    referee = sit(a_town(undead={"S01": "U04"}, occupants={"S01": "a"}, a="{} s3", b="{}"))
    assert asked(referee) == ("a", "start")
    play(referee, "a start S01")
    assert where(referee, "a").startswith("{} c1 ")
    assert asked(referee)[1] == "select"


@rule("QU-16")
def test_it_may_be_left_unused() -> None:
    referee = play(sit(a_town(occupants={"S01": "a"}, a="{} s3", b="{}")), "a start done")
    assert where(referee, "a").startswith("{} c0 ")


@rule("QU-18")
def test_every_gang_with_an_outlaw_at_hand_sets_its_die() -> None:
    referee = sit(a_town(a="{}", b="{}", c="{} s0 [8l 7l 6l 5l]"))
    assert referee.waiting == ("a", "b")


@rule("QU-19")
def test_a_spot_where_an_own_outlaw_lies_is_closed() -> None:
    referee = sit(a_town(a="{} s3 [5l]", b="{}"))
    assert words(referee, "a") == ("1", "2", "3", "4", "6", "7", "8")
    assert words(referee, "b") == ("1", "2", "3", "4", "5", "6", "7", "8")
    with pytest.raises(Refused):
        play(referee, "a select 5")


@rule("QU-20")
def test_a_used_spot_that_the_outlaw_has_left_is_open_again_unless_the_table_says_otherwise() -> None:
    state = a_town(a="{} s3", b="{}")
    state.gangs["a"].used_today = [3]
    assert "3" in words(sit(state), "a")
    state.options["used_spot_closed"] = "yes"
    assert "3" not in words(sit(state), "a")


@rule("QU-21")
def test_without_an_outlaw_at_hand_only_hired_guns_are_left() -> None:
    rich = sit(a_town(a="{} s0 [5l] c2", b="{}"))
    play(rich, "b select 8")
    assert asked(rich) == ("a", "hired")
    poor = sit(a_town(a="{} s0 [5l 4l 3l 2l]", b="{}"))
    play(poor, "b select 8")
    assert asked(poor) == ("b", "ability")


@rule("QU-22")
def test_a_die_on_hired_guns_has_no_number_and_is_no_joker() -> None:
    referee = sit(a_town(a="{} c2", b="{} c2"))
    play(referee, "a select 1", "b select 1", "a hired stay", "b hired go")
    assert told(referee, "QU-23") == ["a shows 1."]
    assert asked(referee) == ("a", "joker")


@rule("QU-23")
def test_revealed_outlaws_stand_on_their_spots() -> None:
    referee = play(sit(a_town(**POOR)), "a select 6", "b select 5")
    assert where(referee, "a") == "{} c0 n0 s3 [6s] g0 o2 skull"


@rule("QU-24")
def test_hired_guns_resolve_first_then_the_spots_from_eight_down() -> None:
    referee = sit(a_town(a="{} c2", b="{}", c="{}"))
    play(referee, "a select 8", "b select 3", "c select 7", "a hired go")
    order = []
    while asked(referee)[1] != "select":
        seat, key = asked(referee)
        order.append(seat)
        options = words(referee, seat)
        play(referee, f"{seat} {key} {'skip' if 'skip' in options else options[0]}")
    assert list(dict.fromkeys(order)) == ["a", "c", "b"]


@rule("QU-25")
@pytest.mark.parametrize(("law", "order"), [("b", ["d", "a"]), ("a", ["a", "d"]), ("d", ["d", "a"])])
def test_a_step_is_shared_clockwise_from_the_law(law: str, order: list[str]) -> None:
    referee = sit(a_town(law=law, a="{}", b="{}", c="{}", d="{}"))
    play(referee, *(f"{seat} select {number}" for seat, number in
                    sorted({"a": 7, "b": 3, "c": 2, "d": 7}.items(),
                           key=lambda item: ("abcd".index(item[0]) - "abcd".index(law)) % 4)))
    acted = []
    while asked(referee)[1] in ("ability", "income"):
        seat, key = asked(referee)
        acted.append(seat)
        options = words(referee, seat)
        play(referee, f"{seat} {key} {'skip' if 'skip' in options else options[0]}")
        if len(set(acted)) == 2 and key == "income":
            break
    assert list(dict.fromkeys(acted)) == order


@rule("QU-26")
def test_an_own_turn_is_ability_then_income_then_a_purchase() -> None:
    referee = sit(a_town(street="", undead={"S01": "U04"}, hill=3, a="{} c8", b="{}"))
    play(referee, "a select 7", "b select 2", "a hired stay")
    assert asked(referee) == ("a", "ability")
    play(referee, "a ability skip")
    assert asked(referee) == ("a", "income")
    play(referee, "a income coins")
    assert asked(referee) == ("a", "buy")


@rule("QU-27")
def test_an_outlaw_killed_before_its_spot_resolves_has_no_own_turn() -> None:
    referee = sit(a_town(a="{4}", b="{}"))
    play(referee, "a select 8", "b select 4", "a ability lean:b@4", "b pay_or_leave leave",
         "a intimidation_shot 4", "b undead U04", "b put_undead S01", "a income coins")
    assert asked(referee)[1] == "select"
    assert where(referee, "b") == "{} c0 n0 s3 [] g1 o2 skull"


@rule("QU-28")
def test_laid_outlaws_do_not_duel() -> None:
    referee = sit(a_town(a="{} s3 [4l]", b="{}"))
    play(referee, "a select 8", "b select 4", "a ability skip", "a income coins")
    assert asked(referee) == ("b", "ability")


@rule("QU-28", "QU-29")
def test_at_the_end_of_a_turn_outlaws_lie_down_and_the_badge_goes_on() -> None:
    referee = sit(a_town(law="b", **POOR))
    play(referee, "b select 2", "a select 3")
    finish_turn(referee, "select")
    assert where(referee, "a").split("[")[1].startswith("3l]")
    assert referee.state.law == "a"


@rule("QU-30")
def test_outlaws_may_be_called_back_from_buildings_at_the_end_of_any_turn() -> None:
    referee = sit(a_town(occupants={"S03": "a", "S07": "a"}, a="{} s2", b="{}"))
    play(referee, "a start done", "a select 2", "b select 3")
    finish_turn(referee, "withdraw")
    assert words(referee) == ("S03", "S07")
    play(referee, "a withdraw S07")
    assert where(referee, "a").split(" s")[1].startswith("2 ")
    assert referee.state.controlled("a") == ["S03"]


@rule("QU-31")
def test_after_the_third_turn_outlaws_on_spots_go_home() -> None:
    referee = sit(a_town(turn=3, a="{} s2 [8l] g1 o2", b="{}"))
    play(referee, "a select 5", "b select 3")
    finish_turn(referee, "select")
    assert referee.state.day == 2
    assert referee.state.gangs["a"].stash == 3
    assert referee.state.gangs["a"].graveyard == 1


@rule("QU-32")
def test_each_building_kept_over_night_costs_a_bullet() -> None:
    state = a_town(turn=3, occupants={"S05": "a", "S07": "a"}, undead={"S05": "U04"}, a="{3} s2", b="{}")
    referee = play(sit(state), "a select 2", "b select 3")
    finish_turn(referee, "withdraw")
    referee.answer("a", "withdraw", [])
    assert asked(referee) == ("a", "keep")
    assert words(referee) == ("3", "leave")
    play(referee, "a keep 3")
    assert referee.state.controlled("a") == ["S05"]
    assert where(referee, "a").startswith("{} ")
    assert referee.state.gangs["a"].stash == 3


@rule("QU-32")
def test_a_building_may_be_given_up_instead() -> None:
    referee = sit(a_town(turn=3, occupants={"S07": "a"}, a="{3,4} s3", b="{}"))
    play(referee, "a select 2", "b select 3")
    finish_turn(referee, "withdraw")
    referee.answer("a", "withdraw", [])
    play(referee, "a keep leave")
    assert referee.state.gangs["a"].loaded == [3, 4]
    assert referee.state.gangs["a"].stash == 4


@rule("QU-33")
def test_a_single_joker_goes_to_any_spot_where_nobody_stands() -> None:
    referee = sit(a_town(a="{}", b="{}", c="{}"))
    play(referee, "a select 1", "b select 8", "c select 4")
    assert words(referee, "a") == ("7", "6", "5", "3", "2")
    play(referee, "a joker 6")
    assert "6s" in where(referee, "a")


@rule("QU-34")
def test_others_laid_outlaws_do_not_hinder_a_joker_an_own_one_does() -> None:
    referee = sit(a_town(a="{} s3 [5l]", b="{} s3 [7l]", c="{} s0 [8l 6l 4l 3l]"))
    play(referee, "a select 1", "b select 2")
    assert words(referee, "a") == ("8", "7", "6", "4", "3")


@rule("QU-35")
def test_several_jokers_lose_their_turn() -> None:
    referee = sit(a_town(a="{}", b="{}", c="{}"))
    play(referee, "a select 1", "b select 1", "c select 6")
    assert where(referee, "a") == "{} c0 n0 s4 [] g0 o2 skull"
    assert asked(referee) == ("c", "ability")
    assert told(referee, "QU-35") == ["['a', 'b'] all show a 1: their turn is lost."]


@rule("QU-36")
def test_a_joker_with_no_free_spot_loses_its_turn() -> None:
    state = a_town(a="{} s2 [3l 2l]", b="{}", c="{}", d="{}", e="{}", f="{}")
    referee = play(sit(state), "a select 1", "b select 8", "c select 7", "d select 6", "e select 5",
                   "f select 4")
    assert where(referee, "a") == "{} c0 n0 s2 [3l 2l] g0 o2 skull"
    assert told(referee, "QU-36")
