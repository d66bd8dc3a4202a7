"""Buying, takeovers, and what buildings do (QU-91 to QU-103, QU-131 to QU-141, QU-200 to QU-219)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from tests.games.quick_and_undead.towns import a_town, asked, finish_turn, play, sit, told, where, words

rule = pytest.mark.rule


def buying(a: str = "{} c20", b: str = "{}", *, first: str = "B03", occupant: str = "", street: str = "",
           undead: dict[str, str] | None = None, options: str = "", bonuses: bool = False) -> Referee:
    """Gang a, from spot 3, is offered buildings; `first` lies on S01, where `occupant` sits."""
    others = [card for card in ("B10", "B12", "B14", "B11", "B02") if card != first]
    state = a_town(street=street, buildings=(first, *others, "B08"), hill=3, options=options, bonuses=bonuses,
                   undead={"S11": "U04"} if undead is None else undead,
                   occupants={"S01": occupant} if occupant else None, a=a, b=b)
    referee = sit(state)
    while asked(referee)[1] == "start":
        play(referee, f"{asked(referee)[0]} start done")
    for seat, number in (("a", 3), ("b", 2)):
        if seat in referee.waiting:
            play(referee, f"{seat} select {number}")
    return finish_turn(referee, "buy", "select")


@rule("QU-131")
def test_a_purchase_needs_coins_and_a_street_without_undead() -> None:
    referee = buying("{} c1")
    assert asked(referee) == ("a", "buy")
    assert words(referee) == ("none", "S05")
    assert asked(buying(street="U08"))[1] == "select"


@rule("QU-131")
def test_an_undead_killed_in_this_own_turn_frees_the_street() -> None:
    state = a_town(street="U08", undead={"S11": "U04"}, a="{5} c20", b="{}")
    referee = play(sit(state), "a select 7", "b select 2", "a hired stay", "a ability shoot:U08",
                   "a undead_shot 5", "a income coins")
    assert asked(referee) == ("a", "buy")


@rule("QU-132")
def test_the_buyer_pays_and_moves_the_outlaw_that_acted() -> None:
    referee = play(buying(), "a buy S01")
    assert where(referee, "a").startswith("{} c16 n0 s3 [] ")
    assert referee.state.controlled("a") == ["S01"]


@rule("QU-133")
def test_a_building_of_ones_own_is_not_offered_nor_anything_after_a_fumble() -> None:
    assert "S01" not in words(buying("{} c20 s3", occupant="a"))
    state = a_town(street="", undead={"S01": "U04"}, a="{} c20 backfire", b="{}")
    referee = play(sit(state), "a select 7", "b select 2", "a hired stay", "a ability shoot:U04",
                   "a undead_shot 1")
    assert asked(referee)[1] != "buy"


@rule("QU-134")
def test_the_first_buyer_gets_the_bonus() -> None:
    referee = play(buying(bonuses=True), "a buy S01")
    assert where(referee, "a").split()[1] == "c17"
    assert referee.state.places["S01"].bonus == ""


@rule("QU-135")
def test_a_bonus_bullet_loads_a_slot() -> None:
    referee = play(buying(bonuses=True), "a buy S03", "a load 4")
    assert where(referee, "a").startswith("{4} ")


@rule("QU-136")
@pytest.mark.parametrize(("card", "price"), [("B03", 4), ("B11", 3)])
def test_an_occupied_building_costs_half_rounded_up(card: str, price: int) -> None:
    referee = play(buying("{} c20", "{} s3", first=card, occupant="b"), "a buy S01")
    assert where(referee, "a").split()[1] == f"c{23 - price}"


@rule("QU-137", "QU-208")
def test_the_saloon_holds_several_and_is_never_fought_over() -> None:
    referee = play(buying("{} c20", "{} s3", first="B09", occupant="b"), "a buy S01")
    assert referee.state.places["S01"].occupants == ["b", "a"]
    assert where(referee, "a").split()[1] == "c21"
    dear = play(buying("{} c20", "{} s3", first="B09", occupant="b", options="saloon_half_price=no"),
                "a buy S01")
    assert where(dear, "a").split()[1] == "c19"


@rule("QU-138")
def test_control_is_gained_and_lost_at_once() -> None:
    referee = play(buying("{} c20", "{} s3", occupant="b"), "a buy S01", "b fight_or_leave leave")
    assert referee.state.controlled("a") == ["S01"]
    assert referee.state.controlled("b") == []


@rule("QU-139")
def test_a_gang_may_control_several_and_buy_those_with_undead() -> None:
    referee = buying("{} c20 s3", occupant="a", undead={"S05": "U04 U05"})
    play(referee, "a buy S05")
    assert referee.state.controlled("a") == ["S01", "S05"]


@rule("QU-141", "QU-213")
def test_the_stockade_always_costs_five() -> None:
    assert where(play(buying("{} c20", "{} s3", first="B14", occupant="b"), "a buy S01"),
                 "a").split()[1] == "c18"
    assert where(play(buying("{} c20", first="B14"), "a buy S01"), "a").split()[1] == "c18"


def takeover(a: str = "{6}", b: str = "{4}", *, first: str = "B03", options: str = "") -> Referee:
    """Gang a has bought b's building and b stays."""
    referee = buying(f"{a} c20", f"{b} s3", first=first, occupant="b", options=options)
    return play(referee, "a buy S01", "b fight_or_leave stay")


@rule("QU-91", "QU-93")
def test_who_stays_fights_rolling_first() -> None:
    referee = takeover()
    assert asked(referee) == ("b", "defence")
    play(referee, "b defence 3")
    assert asked(referee) == ("a", "attack")


@rule("QU-92")
def test_who_leaves_goes_home_without_a_fight() -> None:
    referee = play(buying("{} c20", "{} s3", occupant="b"), "a buy S01", "b fight_or_leave leave")
    assert referee.state.controlled("a") == ["S01"]
    assert referee.state.gangs["b"].stash == 3
    assert referee.state.purses["a"].n1 == 0


@rule("QU-94")
def test_a_defenders_critical_kills_the_attacker_who_does_not_roll() -> None:
    referee = play(takeover(), "b defence 8", "b critical yes")
    assert asked(referee) == ("a", "undead")
    assert referee.state.gangs["a"].graveyard == 1
    assert referee.state.gangs["b"].crit == "backfire"
    assert referee.state.purses["b"].n1 == 1
    assert referee.state.controlled("b") == ["S01"]


@rule("QU-95", "QU-101", "QU-102")
def test_the_higher_hit_wins_and_only_the_survivor_spends_his_bullet() -> None:
    referee = play(takeover(), "b defence 4", "a attack 6", "b undead U05", "b put_undead S01")
    assert referee.state.controlled("a") == ["S01"]
    assert where(referee, "a").startswith("{} c19 n1 s3 [] ")
    assert where(referee, "b").startswith("{4} ")
    assert referee.state.gangs["b"].graveyard == 1
    assert referee.state.places["S01"].undead == ["U05"]


@rule("QU-95")
def test_a_single_hit_kills_the_other() -> None:
    referee = play(takeover(), "b defence 4", "a attack 2", "a undead U05", "a put_undead street")
    assert referee.state.gangs["a"].graveyard == 1
    assert referee.state.controlled("b") == ["S01"]
    assert where(referee, "b").startswith("{} ")


@rule("QU-96")
def test_equal_hits_are_the_defenders() -> None:
    referee = play(takeover("{5}", "{5}"), "b defence 5", "a attack 5")
    assert referee.state.gangs["a"].graveyard == 1
    assert where(referee, "a").startswith("{5} ")


@rule("QU-97")
def test_without_a_kill_or_a_fumble_another_volley_follows() -> None:
    referee = play(takeover(), "b defence 5", "a attack 2")
    assert asked(referee) == ("b", "defence")
    assert where(referee, "b").startswith("{4} ")


@rule("QU-98")
def test_an_attackers_critical_beats_a_defenders_hit() -> None:
    referee = play(takeover("{6}", "{7}"), "b defence 7", "a attack 8", "a critical yes")
    assert referee.state.gangs["b"].graveyard == 1
    assert where(referee, "b").startswith("{7} ")


@rule("QU-99")
def test_a_defenders_fumble_gives_the_building_away() -> None:
    referee = play(takeover(b="{4} backfire"), "b defence 1")
    assert referee.state.controlled("a") == ["S01"]
    assert referee.state.gangs["b"].stash == 3
    assert referee.state.gangs["b"].crit == "skull"
    assert referee.state.purses["a"].n1 == 0


@rule("QU-100")
def test_an_attackers_fumble_sends_him_home_or_if_hit_to_the_graveyard() -> None:
    missed = play(takeover("{6} backfire"), "b defence 3", "a attack 1")
    assert missed.state.gangs["a"].stash == 4
    assert missed.state.controlled("b") == ["S01"]
    hit = play(takeover("{6} backfire"), "b defence 4", "a attack 1")
    assert hit.state.gangs["a"].graveyard == 1
    assert hit.state.purses["b"].n1 == 1


@rule("QU-103")
def test_the_price_is_not_given_back() -> None:
    referee = play(takeover(), "b defence 4", "a attack 2")
    assert referee.state.purses["a"].coins == 23 - 4


@rule("QU-216")
def test_peace_in_a_takeover_is_bought_only_where_the_table_says_so() -> None:
    plain = takeover(b="{4} c3", first="B17")
    assert asked(plain) == ("b", "defence")
    other = takeover(b="{4} c3", first="B17", options="buy_peace_takeover=yes")
    play(other, "b buy_peace pay:a")
    assert other.state.controlled("b") == ["S01"]


@rule("QU-219")
def test_the_watchtower_raises_its_defenders_hits_by_two() -> None:
    kept = play(takeover("{6}", "{5}", first="B20"), "b defence 5", "a attack 6")
    assert kept.state.gangs["a"].graveyard == 1
    critical = play(takeover("{6}", "{7}", first="B20"), "b defence 7", "a attack 8", "a critical yes")
    assert critical.state.gangs["b"].graveyard == 1


def at_start(card: str, a: str = "{} s3", *, hill: int | None = None) -> Referee:
    """The turn begins; gang a controls `card` on S01."""
    others = [other for other in ("B10", "B12", "B14", "B11", "B02") if other != card]
    return sit(a_town(buildings=(card, *others), occupants={"S01": "a"}, hill=hill, a=a, b="{}"))


@rule("QU-200")
def test_the_general_store_gives_a_coin() -> None:
    assert where(play(at_start("B01"), "a start S01"), "a").split()[1] == "c1"


@rule("QU-201")
def test_the_gazette_gives_a_notoriety() -> None:
    assert where(play(at_start("B02"), "a start S01"), "a").split()[2] == "n1"


@rule("QU-202")
def test_the_gunsmith_gives_a_bullet() -> None:
    assert where(play(at_start("B03"), "a start S01", "a load 5"), "a").startswith("{5} ")


@rule("QU-203")
def test_the_chapel_turns_the_token_to_skull() -> None:
    assert play(at_start("B04", "{} s3 backfire"), "a start S01").state.gangs["a"].crit == "skull"
    assert asked(at_start("B04"))[1] == "select"


@rule("QU-204")
def test_the_undertaker_draws_an_undead_when_it_holds_none() -> None:
    referee = at_start("B05")
    assert asked(referee) == ("a", "undead")
    play(referee, "a undead U04")
    assert referee.state.places["S01"].undead == ["U04"]
    assert asked(referee)[1] == "select"


@rule("QU-205")
def test_the_pawn_shop_trades_a_coin() -> None:
    assert where(play(at_start("B06", "{} s3 c1"), "a start S01", "a barter n1"), "a").startswith("{} c0 n1")
    bullet = play(at_start("B06", "{} s3 c1"), "a start S01", "a barter bullet", "a load 6")
    assert where(bullet, "a").startswith("{6} c0 n0")
    assert asked(at_start("B06"))[1] == "select"


@rule("QU-206")
@pytest.mark.parametrize(("number", "gains"), [(1, "c1 n0"), (3, "c1 n0"), (7, "c0 n1"), (8, "c0 n1")])
def test_the_mine_office_rolls_for_what_it_gives(number: int, gains: str) -> None:
    referee = play(at_start("B07"), "a start S01", f"a building_roll {number}")
    assert where(referee, "a").startswith(f"{{}} {gains}")
    assert told(referee, "QU-206")


@rule("QU-206")
@pytest.mark.parametrize("number", [4, 6])
def test_the_mine_office_gives_a_bullet_on_a_middle_number(number: int) -> None:
    referee = play(at_start("B07"), "a start S01", f"a building_roll {number}", "a load 2")
    assert where(referee, "a").startswith("{2} c0 n0")


@rule("QU-207")
def test_the_saddlery_moves_bullets_between_slots() -> None:
    referee = play(at_start("B08", "{2,3} s3"), "a start S01", "a rearrange 7 6")
    assert where(referee, "a").startswith("{6,7} ")


@rule("QU-208")
@pytest.mark.parametrize(("coins", "number", "then"), [
    (0, 1, 0), (2, 1, 1), (0, 2, 0), (0, 3, 0), (0, 4, 1), (0, 6, 1), (0, 7, 2), (0, 8, 2)])
def test_the_saloon_rolls_for_coins(coins: int, number: int, then: int) -> None:
    referee = play(at_start("B09", f"{{}} s3 c{coins}"), "a start S01", f"a building_roll {number}")
    assert where(referee, "a").split()[1] == f"c{then}"


@pytest.mark.parametrize(("card", "spot", "b"), [
    pytest.param("B10", 3, "{} c2 s3", marks=rule("QU-209")),
    pytest.param("B11", 2, "{} n2 s3", marks=rule("QU-210")),
    pytest.param("B12", 6, "{5} s3", marks=rule("QU-211")),
])
def test_guarded_resources_cannot_be_stolen(card: str, spot: int, b: str) -> None:
    others = [other for other in ("B10", "B12", "B14", "B11", "B02") if other != card]
    for owner, victims in (("b", 0), ("", 1)):
        state = a_town(buildings=(card, *others), occupants={"S01": owner} if owner else None, street="",
                       undead={"S03": "U04"}, a="{}", b=b if owner else b.replace("s3", "s4"))
        referee = play(sit(state), f"a select {spot}", "b select 4")
        while asked(referee) != ("a", "ability") and asked(referee)[1] != "select":
            seat, key = asked(referee)
            options = words(referee, seat)
            play(referee, f"{seat} {key} {'skip' if 'skip' in options else options[0]}")
        robbed = asked(referee) == ("a", "ability") and "rob:b" in words(referee)
        assert robbed == bool(victims)


@rule("QU-212")
def test_the_hideout_may_take_one_more_of_the_same() -> None:
    state = a_town(buildings=("B13", "B10", "B12", "B14", "B11", "B02"), occupants={"S01": "a"}, street="",
                   undead={"S03": "U04"}, a="{} s3", b="{} c1")
    state.purses["b"].coins, state.supply.coins = 2, state.supply.coins - 1
    referee = play(sit(state), "a select 3", "b select 2")
    while asked(referee)[1] == "hired":
        play(referee, f"{asked(referee)[0]} hired stay")
    play(referee, "a ability rob:b", "a steal_more yes")
    assert referee.state.purses["b"].coins == 0
    assert told(referee, "QU-85") == ["a steals 1 coin from b."] * 2


@rule("QU-215")
def test_the_crypt_gate_sends_an_undead_into_a_building_for_a_notoriety() -> None:
    referee = play(at_start("B16", "{} s3 n1"), "a start S01", "a send S05", "a undead U04")
    assert referee.state.places["S05"].undead == ["U04"]
    assert referee.state.purses["a"].n1 == 0
    assert asked(at_start("B16"))[1] == "select"
    assert asked(at_start("B16", "{} s3 n1", hill=0))[1] == "select"


@rule("QU-217")
def test_the_trading_post_adds_one_more_of_an_income() -> None:
    state = a_town(buildings=("B18", "B10", "B12", "B14", "B11", "B02"), occupants={"S01": "a"}, a="{} s3",
                   b="{}")
    referee = play(sit(state), "a select 4", "b select 2", "a ability skip")
    assert words(referee) == ("coins", "bullet", "n1", "none")
    play(referee, "a one_more n1", "a load 2")
    assert where(referee, "a").startswith("{2} c1 n2")


@rule("QU-17")
def test_permanent_abilities_apply_every_time() -> None:
    state = a_town(buildings=("B15", "B10", "B12", "B14", "B11", "B02"), occupants={"S01": "c"},
                   undead={"S03": "U04"}, a="{5}", b="{2}", c="{} s3")
    referee = play(sit(state), "a select 8", "b select 7", "c select 2", "a ability shoot:U08",
                   "a undead_shot 5", "a income n1", "b ability shoot:U04", "b undead_shot 2")
    assert referee.state.purses["c"].n1 == 2
