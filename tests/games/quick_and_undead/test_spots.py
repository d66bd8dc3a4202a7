"""The action spots: abilities, intimidation, stealing, income (QU-63 to QU-88, QU-126 to QU-130)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from tests.games.quick_and_undead.towns import a_town, asked, finish_turn, play, sit, where, words

rule = pytest.mark.rule


def on_spot(spot: int, a: str = "{}", *, b: str = "{}", b_on: int = 7, c: str = "", c_on: int = 0,
            undead: dict[str, str] | None = None, occupants: dict[str, str] | None = None,
            options: str = "") -> Referee:
    """Gang a's ability on a spot is asked for; b (and c) stand elsewhere, higher ones having skipped."""
    gangs = {"a": a, "b": b, **({"c": c} if c else {})}
    referee = sit(a_town(undead=undead, occupants=occupants, options=options, **gangs))
    for seat, number in (("a", spot), ("b", b_on), ("c", c_on)):
        if seat in referee.waiting:
            play(referee, f"{seat} select {number}")
    while asked(referee)[1] == "hired":
        play(referee, f"{asked(referee)[0]} hired stay")
    while asked(referee) != ("a", "ability"):
        seat, key = asked(referee)
        options = words(referee)
        play(referee, f"{seat} {key} {'skip' if 'skip' in options else options[0]}")
    return referee


def abilities(referee: Referee) -> set[str]:
    return {word.partition(":")[0] for word in words(referee)}


@rule("QU-63")
def test_an_ability_may_be_skipped_for_the_income() -> None:
    referee = play(on_spot(5), "a ability skip")
    assert asked(referee) == ("a", "load")


@rule("QU-63")
def test_with_nothing_to_do_the_gang_goes_straight_on_to_income() -> None:
    referee = sit(a_town(street="", undead={"S01": "U04"}, a="{}", b="{}"))
    play(referee, "a select 3", "b select 7", "b ability skip", "b income bullet", "b load 2")
    assert asked(referee) == ("a", "buy")
    assert where(referee, "a").split()[1] == "c3"


@rule("QU-64")
def test_spot_eight_hunts_or_intimidates_low_spots_for_one_of_three() -> None:
    referee = on_spot(8, b_on=4, undead={"S01": "U04"})
    assert words(referee) == ("shoot:U08", "shoot:U04", "lean:b@4", "skip")
    play(referee, "a ability skip")
    assert words(referee) == ("coins", "bullet", "n1")
    play(referee, "a income n1")
    assert where(referee, "a").startswith("{} c0 n1")


@rule("QU-64")
def test_spot_eight_does_not_reach_the_high_spots() -> None:
    assert "lean" not in abilities(on_spot(8, b_on=6))


@rule("QU-65")
def test_spot_seven_hunts_for_a_coin_or_a_bullet() -> None:
    referee = play(on_spot(7, b_on=2, undead={"S01": "U04"}))
    assert words(referee) == ("shoot:U08", "shoot:U04", "skip")
    play(referee, "a ability skip")
    assert words(referee) == ("coins", "bullet")
    play(referee, "a income coins")
    assert where(referee, "a").split()[1] == "c1"


@rule("QU-66")
def test_spot_six_steals_a_bullet_or_fights_for_a_coin_or_notoriety() -> None:
    referee = on_spot(6, b="{5}", b_on=2)
    assert words(referee) == ("shoot:U08", "rob:b", "skip")
    play(referee, "a ability skip")
    assert words(referee) == ("coins", "n1")


@rule("QU-67")
def test_spot_five_intimidates_all_others_or_fights_for_two_bullets() -> None:
    for spot in (8, 7, 6, 4, 3, 2):
        assert f"lean:b@{spot}" in words(on_spot(5, b_on=spot))
    referee = play(on_spot(5, "{2}"), "a ability skip", "a load 3", "a load 7")
    assert where(referee, "a").startswith("{2,3,7} ")


@rule("QU-68")
def test_spot_four_intimidates_high_spots_or_fights_for_one_of_each() -> None:
    assert "lean:b@7" in words(on_spot(4, b_on=7))
    assert "lean" not in abilities(on_spot(4, b_on=3))
    referee = play(on_spot(4), "a ability skip", "a load 5")
    assert where(referee, "a").startswith("{5} c1 n1")


@rule("QU-69", "QU-84", "QU-85")
def test_spot_three_steals_a_coin_and_brings_three() -> None:
    referee = on_spot(3, b="{} c1")
    supply = referee.state.supply.coins
    play(referee, "a ability rob:b")
    assert where(referee, "a").split()[1] == "c4"
    assert where(referee, "b").split()[1] == "c1"
    assert referee.state.supply.coins == supply - 3


@rule("QU-70", "QU-86")
def test_spot_two_steals_notoriety_and_brings_two_coins_and_two() -> None:
    referee = play(on_spot(2, b="{} n1"), "a ability rob:b")
    assert where(referee, "a").startswith("{} c2 n3")
    assert where(referee, "b").split()[2] == "n0"


@rule("QU-71")
def test_a_hunt_may_go_for_any_undead_in_town() -> None:
    referee = on_spot(7, b_on=2, undead={"S01": "U04", "S05": "U05 U06"})
    assert {"shoot:U08", "shoot:U04", "shoot:U05", "shoot:U06"} <= set(words(referee))


@rule("QU-72")
def test_a_fight_is_in_the_street_only() -> None:
    referee = sit(a_town(street="", undead={"S01": "U04"}, a="{}", b="{2}"))
    play(referee, "a select 6", "b select 2")
    assert words(referee) == ("rob:b", "skip")


@rule("QU-73")
def test_one_who_has_acted_already_may_still_be_intimidated() -> None:
    referee = on_spot(4, b_on=7, c="{}", c_on=3)
    assert [word for word in words(referee) if word.startswith("lean")] == ["lean:b@7"]


@rule("QU-74")
def test_laid_outlaws_and_those_in_buildings_cannot_be_intimidated() -> None:
    referee = on_spot(4, b="{} s2 [7l]", b_on=3, occupants={"S07": "b"})
    assert "lean" not in abilities(referee)


def leaning(b: str, a: str = "{}") -> Referee:
    return play(on_spot(4, a, b=b, b_on=7), "a ability lean:b@7")


@rule("QU-75")
def test_the_target_pays_or_leaves() -> None:
    referee = leaning("{} c3")
    assert asked(referee) == ("b", "pay_or_leave")
    assert words(referee) == ("pay", "leave")


@rule("QU-76")
def test_paying_hands_over_two_resources_and_no_shot_follows() -> None:
    referee = on_spot(4, b="{} c1 n1", b_on=7)
    play(referee, "a ability lean:b@7", "b pay_or_leave pay")
    assert words(referee) == ("coin", "n1")
    play(referee, "b hand_over coin", "b hand_over n1")
    assert asked(referee) == ("a", "load")
    assert where(referee, "b").startswith("{} c1 n0")


@rule("QU-77")
def test_a_paid_bullet_loads_a_slot_of_the_actors_or_is_lost() -> None:
    referee = play(leaning("{5,6}"), "b pay_or_leave pay", "b hand_over bullet:6")
    assert asked(referee) == ("a", "load")
    play(referee, "a load 3")
    assert where(referee, "a").startswith("{3} ")
    full = play(leaning("{5} c2", "{2,3,4,5,6,7}"), "b pay_or_leave pay", "b hand_over bullet:5")
    assert where(full, "b").startswith("{} ")
    assert where(full, "a").startswith("{2,3,4,5,6,7} ")


@rule("QU-78")
def test_with_fewer_than_two_only_leaving_is_left() -> None:
    referee = leaning("{}")
    assert words(referee) == ("leave",)


@rule("QU-79", "QU-81")
def test_who_leaves_faces_exactly_one_shot_and_a_miss_does_no_harm() -> None:
    referee = play(leaning("{} c3"), "b pay_or_leave leave", "a intimidation_shot 6")
    assert asked(referee) == ("a", "load")
    assert "[7s]" in where(referee, "b")
    assert referee.state.town_undead() == 1


@rule("QU-80", "QU-90")
def test_a_hit_kills_pays_and_costs_the_bullet() -> None:
    referee = play(leaning("{}", "{4}"), "b pay_or_leave leave", "a intimidation_shot 4", "b undead U04",
                   "b put_undead street")
    assert where(referee, "b").endswith("g1 o2 skull")
    assert where(referee, "a").startswith("{} c1 n2")


@rule("QU-82")
def test_after_it_the_actor_goes_on_to_income() -> None:
    referee = play(leaning("{} c3"), "b pay_or_leave pay", "a load 2")
    assert where(referee, "a").startswith("{2} c3 n1")


@rule("QU-83", "QU-118")
def test_a_fumble_sends_the_actor_home_and_ends_its_turn() -> None:
    referee = play(leaning("{}", "{} backfire"), "b pay_or_leave leave", "a intimidation_shot 1")
    assert where(referee, "a") == "{} c0 n0 s4 [] g0 o2 skull"
    assert asked(referee)[1] == "select"


@rule("QU-84")
def test_a_victim_needs_no_outlaw_on_the_board_only_the_resource() -> None:
    referee = sit(a_town(a="{}", b="{} s0 [8l 7l 6l 5l] c2", c="{}"))
    play(referee, "a select 3", "c select 2")
    while asked(referee)[1] == "hired":
        play(referee, f"{asked(referee)[0]} hired stay")
    assert words(referee) == ("rob:b", "skip")


@rule("QU-86")
def test_a_five_cannot_be_stolen_unless_the_table_breaks_it() -> None:
    assert "rob" not in abilities(on_spot(2, b="{} f1 c0", a="{} c0 n5"))
    referee = on_spot(2, b="{} f1", a="{} n5", options="break_five_on_steal=yes")
    play(referee, "a ability rob:b")
    assert referee.state.purses["b"].n1 == 4
    assert referee.state.purses["b"].n5 == 0


@rule("QU-87")
def test_the_thief_chooses_both_slots() -> None:
    referee = play(on_spot(6, "{2}", b="{5,7}", b_on=3), "a ability rob:b")
    assert words(referee) == ("5", "7")
    play(referee, "a steal_slot 7", "a load 4")
    assert where(referee, "a").startswith("{2,4} ")
    assert where(referee, "b").startswith("{5} ")


@rule("QU-88")
def test_a_thief_with_full_slots_empties_the_victims_all_the_same() -> None:
    referee = play(on_spot(6, "{2,3,4,5,6,7}", b="{7}", b_on=3), "a ability rob:b")
    assert where(referee, "b").startswith("{} ")
    assert asked(referee) == ("a", "income")


@rule("QU-126", "QU-128", "QU-129")
def test_bullets_that_do_not_fit_are_lost() -> None:
    referee = play(on_spot(5, "{2,3,4,5,6}"), "a ability skip")
    assert where(referee, "a").startswith("{2,3,4,5,6,7} ")


@rule("QU-127")
def test_change_may_be_made_both_ways() -> None:
    referee = on_spot(7, "{} n7", b_on=2)
    assert "make_five" in words(referee)
    play(referee, "a ability make_five")
    assert where(referee, "a").startswith("{} c0 n2+5x1")
    assert referee.state.supply.n5 == 10
    play(referee, "a ability break_five")
    assert where(referee, "a").startswith("{} c0 n7 ")


@rule("QU-127")
def test_changing_into_a_five_may_be_ruled_out() -> None:
    assert "make_five" not in words(on_spot(7, "{} n7", b_on=2, options="change_into_five=no"))


@rule("QU-127", "QU-76")
def test_a_five_may_be_changed_to_pay_with() -> None:
    referee = play(on_spot(4, b="{} f1", b_on=7), "a ability lean:b@7", "b pay_or_leave pay")
    play(referee, "b hand_over change")
    assert referee.state.purses["b"].n5 == 0
    assert words(referee) == ("coin", "n1")


@rule("QU-130")
def test_the_supply_gives_what_it_has() -> None:
    state = a_town(a="{}", b="{}")
    state.supply.n1, state.purses["b"].n1 = 1, 29
    state.options["change_into_five"] = "no"
    referee = play(sit(state), "a select 2", "b select 8")
    while asked(referee)[1] == "hired":
        play(referee, f"{asked(referee)[0]} hired stay")
    finish_turn(referee, "select")
    assert where(referee, "a").startswith("{} c2 n1 ")


@pytest.mark.parametrize(("answer", "then"), [("keep", "intimidation_shot"), ("pay:a", "income")])
@rule("QU-216")
def test_who_has_left_may_still_buy_peace_or_keep_the_coin(answer: str, then: str) -> None:
    state = a_town(buildings=("B17", "B03", "B05", "B06", "B07", "B08"), occupants={"S01": "b"}, a="{}",
                   b="{} c1 s3")
    referee = play(sit(state), "a select 8", "b select 4", "a ability lean:b@4", "b pay_or_leave leave",
                   f"b buy_peace {answer}")
    assert asked(referee) == ("a", then)
    assert referee.state.purses["a"].coins == (0 if answer == "keep" else 1)
