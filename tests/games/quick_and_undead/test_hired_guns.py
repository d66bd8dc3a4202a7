"""Hired Guns (QU-37 to QU-45)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from tests.games.quick_and_undead.towns import a_town, asked, play, sit, told, where, words

rule = pytest.mark.rule


def at_hired_guns(a: str, *, options: str = "", **others: str) -> Referee:
    """Gang a has gone to Hired Guns; the others stay on different spots and have nothing to pay with."""
    gangs = {"a": a, **(others or {"b": "{}"})}
    referee = sit(a_town(options=options, **gangs))
    numbers = iter((8, 7, 6, 5, 4, 3))
    for seat in list(referee.waiting):
        play(referee, f"{seat} select {next(numbers)}")
    return play(referee, "a hired go")


@rule("QU-37")
def test_the_price_is_two_coins_or_one_notoriety_as_the_gang_likes() -> None:
    referee = at_hired_guns("{} c2 n1")
    assert asked(referee) == ("a", "hire_price")
    play(referee, "a hire_price n1")
    assert where(referee, "a").startswith("{} c2 n0 ")
    assert referee.state.supply.n1 == 30


@rule("QU-37", "QU-127")
def test_a_five_is_changed_to_pay_with() -> None:
    referee = at_hired_guns("{} f1")
    assert where(referee, "a").startswith("{} c0 n4 ")
    assert referee.state.supply.n5 == 11


@rule("QU-38")
def test_it_gives_an_outlaw_a_bullet_and_the_skull() -> None:
    referee = play(at_hired_guns("{} c2 s3 backfire"), "a load 5")
    assert where(referee, "a") == "{5} c0 n0 s4 [] g0 o1 skull"


@rule("QU-39")
@pytest.mark.parametrize(("count", "options", "outlaws"), [
    (4, "", 5), (5, "", 6), (6, "", 6), (5, "hired_double_from=6", 5), (6, "hired_double_from=6", 6)])
def test_with_five_or_six_gangs_it_gives_two(count: int, options: str, outlaws: int) -> None:
    referee = at_hired_guns("{} c2", options=options, **dict.fromkeys("bcdef"[: count - 1], "{}"))
    assert referee.state.gangs["a"].stash == outlaws
    play(referee, "a load 2")
    assert where(referee, "a").startswith("{2} c0")


@rule("QU-40")
def test_outlaws_come_from_outside_first_then_from_the_graveyard() -> None:
    referee = at_hired_guns("{} c2 s3 g2 o1", **dict.fromkeys("bcde", "{}"))
    assert where(referee, "a").endswith("s5 [] g1 o0 skull")


@rule("QU-41")
def test_with_all_six_in_the_game_bullet_and_skull_are_still_paid_for() -> None:
    referee = play(at_hired_guns("{} c2 s6 o0 backfire"), "a load 3")
    assert where(referee, "a") == "{3} c0 n0 s6 [] g0 o0 skull"
    assert told(referee, "QU-41")


@rule("QU-42")
def test_any_number_go_there_without_a_duel_and_act_clockwise() -> None:
    referee = sit(a_town(law="b", a="{} c2 n1", b="{} c2 n1", c="{}"))
    play(referee, "b select 8", "c select 7", "a select 8", "b hired go", "a hired go")
    assert asked(referee) == ("b", "hire_price")
    play(referee, "b hire_price coins", "b load 2")
    assert asked(referee) == ("a", "hire_price")


@rule("QU-43")
def test_there_is_no_purchase_there_and_one_may_go_again() -> None:
    referee = sit(a_town(street="", undead={"S01": "U04"}, a="{2,3,4,5,6} c20", b="{}"))
    play(referee, "a select 8", "b select 7", "a hired go")
    assert where(referee, "a").startswith("{2,3,4,5,6,7} c18")
    assert asked(referee) == ("b", "ability")
    play(referee, "b ability skip", "b income coins", "a select 8", "b select 6")
    assert asked(referee) == ("a", "hired")


@rule("QU-44")
def test_who_cannot_pay_is_not_asked() -> None:
    referee = sit(a_town(a="{} c1 s2", b="{}"))
    play(referee, "a select 8", "b select 7")
    assert asked(referee) == ("a", "ability")


@rule("QU-44", "QU-156")
def test_two_gangs_cannot_both_pay_from_what_is_enough_for_one() -> None:
    referee = sit(a_town(options="two_gang=yes", a_1="{} c2", b_1="{}", a_2="{}", b_2="{}"))
    play(referee, "a select 8", "b select 7", "a select_2 6", "b select_2 5", "a hired go", "a hired_2 go")
    assert told(referee, "QU-44") == ["a_2 cannot pay as well and stays."]
    assert told(referee, "QU-23") == ["b_1 shows 7.", "a_2 shows 6.", "b_2 shows 5."]


@rule("QU-45")
def test_a_gang_without_outlaws_or_means_is_new_in_town() -> None:
    referee = sit(a_town(a="{} c1 s0 g4 o2 backfire", b="{}"))
    play(referee, "b select 8", "a hired go")
    assert where(referee, "a") == "{} c1 n0 s1 [] g4 o1 backfire"


@rule("QU-45")
def test_a_gang_with_a_laid_or_housed_outlaw_is_no_newcomer() -> None:
    for state in (a_town(a="{} s0 [5l] g3", b="{}"), a_town(occupants={"S03": "a"}, a="{} s0 g3", b="{}")):
        referee = sit(state)
        if asked(referee)[1] == "start":
            play(referee, "a start done")
        play(referee, "b select 8")
        assert asked(referee) == ("b", "ability")


@rule("QU-217")
def test_the_trading_post_adds_a_bullet_there() -> None:
    state = a_town(occupants={"S01": "a"}, buildings=("B18", "B03", "B05", "B06", "B07", "B08"),
                   a="{} c2 s3", b="{}")
    referee = play(sit(state), "a select 8", "b select 7", "a hired go", "a one_more bullet", "a load 2")
    assert words(referee) == ("3", "4", "5", "6", "7")
    play(referee, "a load 3")
    assert where(referee, "a").startswith("{2,3} c0")
