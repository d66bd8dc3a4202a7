"""Alone against Dead Ranger: where he comes, duels, what he does (QU-164 to QU-184)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from tests.games.quick_and_undead.towns import (
    a_town,
    alone,
    asked,
    finish_turn,
    play,
    sit,
    told,
    where,
    words,
)

rule = pytest.mark.rule


def ranger(referee: Referee) -> str:
    """Dead Ranger as `{2,3} [3s] g5 skull`."""
    his = referee.state.ranger
    spots = " ".join(f"{spot}{how[0]}" for spot, how in sorted(his.spots.items()))
    return f"{{{','.join(map(str, his.loaded))}}} [{spots}] g{his.graveyard} {his.crit}"


FULL = "{2,3,4,5,6,7}"


@rule("QU-164")
def test_the_player_is_the_law_and_takes_an_open_spot_openly() -> None:
    referee = sit(a_town(ana="{} s3 [5l] c2"))
    assert asked(referee) == ("ana", "place")
    assert words(referee) == ("8", "7", "6", "4", "3", "2", "hired_guns")
    assert "hired_guns" not in words(sit(a_town(ana="{} s3 [5l] c1")))
    play(referee, "ana place 4")
    assert "4s" in where(referee, "ana")
    assert told(referee, "QU-164") == ["ana takes spot 4."]
    finish_turn(play(referee, "ana ranger_roll 7"), "place")
    assert referee.state.law == "ana"


@rule("QU-164")
def test_hired_guns_are_another_place_to_go() -> None:
    referee = play(sit(a_town(ana="{} c2 s3")), "ana place hired_guns", "ana ranger_roll 7", "ana load 5")
    assert where(referee, "ana") == "{5} c0 n0 s4 [] g0 o1 skull"
    assert asked(referee) == ("ana", "place")


@rule("QU-164")
def test_with_nothing_to_place_dead_ranger_comes_all_the_same() -> None:
    referee = sit(a_town(ana="{} s0 [5l 4l 3l 2l] o2"))
    assert asked(referee) == ("ana", "ranger_roll")
    assert told(referee, "QU-164") == ["ana has no outlaw to place."]


@rule("QU-165")
@pytest.mark.parametrize("number", [2, 3, 8])
def test_a_die_brings_an_outlaw_of_dead_rangers_from_his_graveyard(number: int) -> None:
    referee = alone("{}", 7, number)
    assert ranger(referee) == f"{FULL} [{number}s] g5 skull"


@rule("QU-166")
def test_an_outlaw_of_his_that_is_there_already_stands_up() -> None:
    assert ranger(alone("{}", 7, 3, ranger=f"{FULL} [3l] g5 skull")) == f"{FULL} [3s] g5 skull"


@rule("QU-167")
def test_with_all_six_on_the_board_the_one_on_the_lowest_spot_moves() -> None:
    his = f"{FULL} [2l 3l 4l 5l 6l 7l] g0 skull"
    assert ranger(alone("{}", 2, 8, ranger=his)) == f"{FULL} [3l 4l 5l 6l 7l 8s] g0 skull"


@rule("QU-168")
@pytest.mark.parametrize("spot", [7, 4])
def test_a_one_sends_him_to_the_players_spot_for_a_duel(spot: int) -> None:
    referee = alone("{}", spot, 1)
    assert f"{spot}s" in ranger(referee)
    assert asked(referee) == ("ana", "duel")


@rule("QU-169")
def test_with_the_player_at_hired_guns_a_one_is_rolled_again() -> None:
    referee = play(sit(a_town(ana="{} c2")), "ana place hired_guns", "ana ranger_roll 1", "ana ranger_roll 1",
                   "ana ranger_roll 4")
    assert "4s" in ranger(referee)
    assert len(told(referee, "QU-169")) == 2


@rule("QU-170")
@pytest.mark.parametrize("how", ["s", "l"])
def test_joining_an_outlaw_of_his_standing_or_laid_means_a_duel(how: str) -> None:
    referee = alone("{}", 6, 3, ranger=f"{FULL} [6{how}] g5 skull")
    assert asked(referee) == ("ana", "duel")


@rule("QU-170")
def test_the_duel_is_fought_when_the_spot_resolves_unless_the_table_says_otherwise() -> None:
    his = f"{FULL} [4l] g5 skull"
    later = alone("{}", 4, 8, ranger=his)
    assert asked(later) == ("ana", "pay_or_leave")
    at_once = alone("{}", 4, 8, ranger=his, options="solo_duel_immediate=yes")
    assert asked(at_once) == ("ana", "duel")
    play(at_once, "ana duel 3 1")
    assert asked(at_once) == ("ana", "pay_or_leave")
    play(at_once, "ana pay_or_leave leave", "ana intimidation_shot 1")
    assert asked(at_once) == ("ana", "ability")


@rule("QU-171")
def test_his_arrival_on_a_laid_outlaw_is_no_duel_on_a_standing_one_it_is() -> None:
    assert asked(alone("{} s3 [5l]", 3, 5))[1] != "duel"
    assert asked(alone("{}", 5, 5))[1] == "duel"


@rule("QU-172")
def test_on_spot_seven_too() -> None:
    assert asked(alone("{}", 7, 7)) == ("ana", "duel")


@rule("QU-173")
def test_he_hits_on_his_loaded_slots_and_spends_no_bullet() -> None:
    referee = play(alone("{4}", 5, 5), "ana duel 4 6")
    assert where(referee, "ana").startswith("{4} c0 n0 s3 [] g1 ")
    assert ranger(referee).startswith(FULL)
    missed = play(alone("{4}", 5, 5, ranger="{2} g6 skull"), "ana duel 4 6")
    assert where(missed, "ana").startswith("{} c0 n1 s3 [5s] g0 ")


@rule("QU-174")
def test_he_always_uses_a_critical_and_fumbles_into_his_graveyard() -> None:
    critical = play(alone("{4}", 5, 5), "ana duel 4 8")
    assert where(critical, "ana").startswith("{4} c0 n0 s3 [] g1 ")
    assert ranger(critical).endswith("[5s] g5 backfire")
    hill = 14
    fumble = play(alone("{4}", 5, 5, ranger=f"{FULL} g6 backfire"), "ana duel 3 1")
    assert ranger(fumble) == f"{FULL} [] g6 skull"
    assert fumble.state.boot_hill == hill
    assert fumble.state.purses["ana"].n1 == 0


@rule("QU-175")
def test_his_outlaw_killed_in_a_duel_pays_and_adds_an_undead_but_costs_him_no_bullet() -> None:
    referee = play(alone("{6}", 5, 5), "ana duel 6 3")
    assert asked(referee) == ("ana", "undead")
    play(referee, "ana undead U04")
    assert ranger(referee) == f"{FULL} [] g6 skull"
    assert where(referee, "ana").startswith("{} c0 n1 ")
    assert referee.state.town_undead() == 2


@rule("QU-176")
def test_a_killed_outlaw_of_the_players_adds_an_undead_and_he_gains_nothing() -> None:
    referee = play(alone("{}", 5, 5), "ana duel 3 6", "ana undead U04")
    assert where(referee, "ana") == "{} c0 n0 s3 [] g1 o2 skull"
    assert referee.state.supply.n1 == 30
    assert referee.state.town_undead() == 2


@rule("QU-177")
def test_he_only_acts_with_the_outlaw_that_stands_after_the_player_and_takes_no_income() -> None:
    referee = alone("{} c2 n1", 3, 2, ranger=f"{FULL} [6l] g5 skull")
    finish_turn(referee, "place")
    assert referee.state.active == ""
    assert where(referee, "ana").startswith("{} c5 n0 ")
    assert referee.state.supply.coins == 48 - 5
    assert referee.state.supply.n1 == 30
    after = alone("{}", 3, 3, ranger="{} g6 skull")
    finish_turn(play(after, "ana duel 5 5"), "place")
    assert where(after, "ana").startswith("{} c2 ")


@rule("QU-178")
@pytest.mark.parametrize(("his", "mine", "leans"), [
    (8, 4, True), (8, 2, True), (8, 7, False), (8, 6, False), (5, 8, True), (5, 4, True), (4, 8, True),
    (4, 3, False)])
def test_from_eight_five_and_four_he_leans_on_whom_his_spot_reaches(his: int, mine: int, leans: bool) -> None:
    referee = finish_turn(alone("{}", mine, his, street="", undead={"S01": "U04"}), "pay_or_leave", "place")
    assert (asked(referee)[1] == "pay_or_leave") == leans


@rule("QU-179")
def test_on_seven_he_does_nothing() -> None:
    referee = finish_turn(alone("{3} c1 n1", 2, 7), "place")
    assert referee.state.street == ["U12"]
    assert where(referee, "ana").startswith("{3} c3 n3 ")


@rule("QU-180")
def test_on_six_he_empties_the_highest_slot() -> None:
    referee = finish_turn(alone("{3,6}", 2, 6), "place")
    assert where(referee, "ana").startswith("{3} ")


@rule("QU-181")
def test_on_three_he_takes_a_coin_on_two_a_notoriety_for_the_supply() -> None:
    coin = finish_turn(alone("{} c2", 8, 3), "income")
    finish_turn(play(coin, "ana income bullet", "ana load 2"), "place")
    assert where(coin, "ana").startswith("{2} c1 ")
    assert coin.state.supply.coins == 47
    fame = finish_turn(alone("{} n1", 8, 2), "income")
    finish_turn(play(fame, "ana income bullet", "ana load 2"), "place")
    assert where(fame, "ana").startswith("{2} c0 n0 ")
    assert fame.state.supply.n1 == 30


@pytest.mark.parametrize(("card", "his", "guarded", "robbed"), [
    pytest.param("B10", 3, "{2,4} c2 n1", "{2,4} c1 n1", marks=rule("QU-209", "QU-181")),
    pytest.param("B11", 2, "{2,4} c2 n1", "{2,4} c2 n0", marks=rule("QU-210", "QU-181")),
    pytest.param("B12", 6, "{2,4} c2 n1", "{2} c2 n1", marks=rule("QU-211", "QU-180")),
])
def test_what_a_building_guards_he_does_not_take(card: str, his: int, guarded: str, robbed: str) -> None:
    for occupant, left in (("ana", guarded), ("", robbed)):
        state = a_town(buildings=(card,), occupants={"S01": occupant} if occupant else None, street="U12",
                       ana=f"{{4}} c2 n1 s{3 if occupant else 4}")
        referee = play(sit(state), "ana place 8", f"ana ranger_roll {his}", "ana ability skip",
                       "ana income bullet", "ana load 2")
        assert where(finish_turn(referee, "place"), "ana").startswith(left)


@rule("QU-182")
def test_what_the_player_steals_comes_from_the_supply() -> None:
    coins = play(alone("{}", 3, 7), "ana ability rob:supply")
    assert where(coins, "ana").startswith("{} c4 ")
    assert coins.state.supply.coins == 44
    fame = play(alone("{}", 2, 7), "ana ability rob:supply")
    assert where(fame, "ana").startswith("{} c2 n3 ")
    bullet = play(alone("{}", 6, 7), "ana ability rob:supply", "ana load 4", "ana income n1")
    assert where(bullet, "ana").startswith("{4} c0 n1 ")


@rule("QU-183")
def test_leaned_on_the_player_pays_the_supply_or_leaves() -> None:
    referee = alone("{5} c1", 4, 8)
    assert words(referee) == ("pay", "leave")
    play(referee, "ana pay_or_leave pay", "ana hand_over coin")
    assert where(referee, "ana").startswith("{} c0 n0 s3 [4s] ")
    assert referee.state.supply.coins == 48
    assert referee.state.purses["ana"].n1 == 0
    assert asked(referee) == ("ana", "ability")


@rule("QU-184")
def test_who_leaves_is_shot_at_by_his_card_and_his_bullet_stays() -> None:
    missed = play(alone("{}", 4, 8, ranger="{2,3} g6 skull"), "ana pay_or_leave leave",
                  "ana intimidation_shot 6")
    assert where(missed, "ana") == "{} c0 n0 s3 [4s] g0 o2 skull"
    hit = play(alone("{}", 4, 8, ranger="{2,3} g6 skull"), "ana pay_or_leave leave",
               "ana intimidation_shot 3", "ana undead U04")
    assert where(hit, "ana") == "{} c0 n0 s3 [] g1 o2 skull"
    assert ranger(hit).startswith("{2,3} [8")


@rule("QU-184", "QU-174")
def test_his_own_fumble_takes_him_home() -> None:
    referee = play(alone("{}", 4, 8, ranger="{2,3} g6 backfire"), "ana pay_or_leave leave",
                   "ana intimidation_shot 1")
    assert ranger(referee) == "{2,3} [] g6 skull"


@rule("QU-216", "QU-183")
def test_peace_is_bought_from_him_with_a_coin_for_the_supply() -> None:
    state = a_town(buildings=("B17",), occupants={"S01": "ana"}, street="U12", ana="{5} c1 s3")
    referee = play(sit(state), "ana place 4", "ana ranger_roll 8", "ana pay_or_leave leave",
                   "ana buy_peace pay:dead_ranger")
    assert where(referee, "ana").startswith("{5} c0 n0 s2 [4s] ")
    assert referee.state.supply.coins == 48
    assert asked(referee) == ("ana", "ability")
