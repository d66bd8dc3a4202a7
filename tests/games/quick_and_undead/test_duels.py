"""Duels (QU-46 to QU-62) and what ends in them (QU-56 to QU-61, QU-115 to QU-125, QU-216, QU-218)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from tests.games.quick_and_undead.towns import a_town, asked, play, sit, told, where, words

rule = pytest.mark.rule


def facing(a: str, c: str, *, spot: int = 4, options: str = "", **more: str) -> Referee:
    """Gangs a and c (and more) stand on one spot, their dice in hand."""
    referee = sit(a_town(options=options, a=a, c=c, **more))
    for seat in list(referee.waiting):
        play(referee, f"{seat} select {spot}")
    while asked(referee)[1] == "hired":
        play(referee, f"{asked(referee)[0]} hired stay")
    return referee


def volley(referee: Referee, **numbers: int) -> Referee:
    for seat, number in numbers.items():
        play(referee, f"{seat} duel {number}")
    return referee


def alive(referee: Referee, name: str) -> bool:
    return referee.state.gangs[name].graveyard == 0


@rule("QU-46")
def test_two_on_one_spot_duel_when_it_resolves_before_anyone_acts() -> None:
    referee = facing("{4}", "{3}")
    assert referee.question is not None
    assert referee.question.key == "duel"
    assert list(referee.question.asks) == ["a", "c"]


@rule("QU-46")
def test_only_those_who_still_stand_there_duel() -> None:
    referee = sit(a_town(a="{5}", b="{}", c="{}"))
    play(referee, "a select 8", "b select 5", "c select 5", "a ability lean:b@5", "b pay_or_leave leave",
         "a intimidation_shot 5", "b undead U04", "b put_undead street", "a income coins")
    assert asked(referee) == ("c", "ability")


@rule("QU-47")
def test_on_spot_seven_nobody_duels() -> None:
    referee = facing("{}", "{}", spot=7)
    assert asked(referee) == ("a", "ability")
    play(referee, "a ability skip", "a income coins")
    assert asked(referee) == ("c", "ability")


@rule("QU-48")
def test_two_aim_at_each_other_without_being_asked() -> None:
    assert facing("{}", "{}").question is not None
    assert asked(facing("{}", "{}"))[1] == "duel"


@rule("QU-49")
def test_three_name_their_targets_openly_one_by_one() -> None:
    referee = sit(a_town(law="b", a="{}", b="{}", c="{}"))
    play(referee, "b select 4", "c select 4", "a select 4")
    assert asked(referee) == ("b", "aim")
    assert words(referee) == ("c", "a")
    play(referee, "b aim a")
    assert told(referee, "QU-49") == ["b aims at a."]
    assert asked(referee) == ("c", "aim")
    play(referee, "c aim a")
    assert asked(referee) == ("a", "aim")


@rule("QU-50", "QU-89")
def test_all_roll_once_a_bullet_hits_and_a_shell_misses() -> None:
    referee = volley(facing("{6}", "{}"), a=5, c=3)
    assert alive(referee, "a")
    assert alive(referee, "c")
    assert asked(referee) == ("a", "ability")


@rule("QU-51")
def test_of_two_hits_the_lower_dies_and_its_hit_has_no_effect() -> None:
    referee = volley(facing("{6}", "{3}"), a=6, c=3)
    assert alive(referee, "a")
    assert not alive(referee, "c")


@rule("QU-52")
def test_equal_hits_kill_both_and_pay_both() -> None:
    referee = volley(facing("{5}", "{5}"), a=5, c=5)
    assert not alive(referee, "a")
    assert not alive(referee, "c")
    assert where(referee, "a").startswith("{5} c0 n1")
    assert where(referee, "c").startswith("{5} c0 n1")


@rule("QU-53")
def test_a_hit_against_a_miss_kills_and_two_misses_kill_nobody() -> None:
    assert not alive(volley(facing("{2}", "{}"), a=2, c=7), "c")
    missed = volley(facing("{2}", "{}"), a=3, c=7)
    assert alive(missed, "c")
    assert asked(missed) == ("a", "ability")


@rule("QU-54")
def test_in_a_ring_of_three_every_hit_kills() -> None:
    referee = facing("{3}", "{2}", b="{7}")
    play(referee, "a aim b", "c aim a", "b aim c")
    volley(referee, a=3, b=7, c=2)
    assert not any(alive(referee, name) for name in "abc")


@rule("QU-54")
def test_with_three_the_values_are_compared_only_between_two_who_aim_at_each_other() -> None:
    referee = facing("{3}", "{2}", b="{7}")
    play(referee, "a aim b", "c aim a", "b aim a")
    volley(referee, a=3, b=7, c=2)
    assert not alive(referee, "a")
    assert alive(referee, "b")
    assert alive(referee, "c")


@rule("QU-55")
def test_of_several_who_hit_one_the_highest_is_the_killer() -> None:
    referee = facing("{4}", "{}", b="{6}")
    play(referee, "a aim c", "c aim a", "b aim c")
    volley(referee, a=4, b=6, c=7)
    play(referee, "c undead U04", "c put_undead street")
    assert [where(referee, name).split()[2] for name in "ab"] == ["n0", "n1"]


@rule("QU-55")
def test_equal_hits_on_one_pay_both() -> None:
    referee = facing("{4}", "{}", b="{4}")
    play(referee, "a aim c", "c aim a", "b aim c")
    volley(referee, a=4, b=4, c=7)
    play(referee, "c undead U04", "c put_undead street")
    assert [where(referee, name).split()[2] for name in "ab"] == ["n1", "n1"]


@rule("QU-56")
def test_who_is_killed_keeps_his_bullet_unless_the_table_says_otherwise() -> None:
    assert where(volley(facing("{6}", "{3}"), a=6, c=3), "c").startswith("{3} ")
    other = volley(facing("{6}", "{3}", options="dead_keep_bullet=no"), a=6, c=3)
    assert where(other, "c").startswith("{} ")


@rule("QU-57")
def test_who_survives_spends_his_bullet() -> None:
    assert where(volley(facing("{4,6}", "{}"), a=6, c=7), "a").startswith("{4} ")


@rule("QU-58")
def test_a_critical_beats_every_hit_and_costs_no_bullet() -> None:
    referee = play(volley(facing("{7}", "{7}"), a=8, c=7), "a critical yes")
    assert alive(referee, "a")
    assert not alive(referee, "c")
    assert where(referee, "a") == "{7} c0 n1 s3 [4s] g0 o2 backfire"


@rule("QU-58")
def test_two_criticals_kill_both() -> None:
    referee = play(volley(facing("{}", "{}"), a=8, c=8), "a critical yes", "c critical yes")
    assert not alive(referee, "a")
    assert not alive(referee, "c")


@rule("QU-59")
def test_a_fumbler_goes_home_and_loses_the_turn() -> None:
    referee = volley(facing("{}", "{} backfire"), a=5, c=1)
    assert where(referee, "c") == "{} c0 n0 s4 [] g0 o2 skull"
    assert asked(referee) == ("a", "ability")


@rule("QU-59", "QU-121")
def test_a_fumbler_who_is_hit_goes_to_the_graveyard() -> None:
    referee = volley(facing("{2}", "{} backfire"), a=2, c=1)
    assert where(referee, "c") == "{} c0 n0 s3 [] g1 o2 skull"
    assert where(referee, "a").split()[2] == "n1"
    assert asked(referee) == ("c", "undead")


@rule("QU-60")
def test_nobody_can_pay_to_stay_out() -> None:
    assert asked(facing("{}", "{} c5"))[1] == "duel"



def with_courthouse(a: str, c: str, **more: str) -> Referee:
    """Gang a sits in the Courthouse and stands on 4 with the others."""
    referee = sit(a_town(buildings=("B17", "B03", "B05", "B06", "B07", "B08", "B01", "B10"),
                         occupants={"S01": "a"}, a=a, c=c, **more))
    for seat in list(referee.waiting):
        play(referee, f"{seat} select 4")
    while asked(referee)[1] == "hired":
        play(referee, f"{asked(referee)[0]} hired stay")
    return referee


@rule("QU-216")
def test_the_building_of_peace_buys_out_of_a_duel_of_two() -> None:
    referee = play(with_courthouse("{} s3 c1", "{7}"), "a buy_peace pay:c")
    assert asked(referee) == ("a", "ability")
    assert where(referee, "c").startswith("{7} c1 ")
    assert where(referee, "a").startswith("{} c0 ")


@rule("QU-216")
def test_in_a_duel_of_three_the_payer_drops_out_and_the_others_duel() -> None:
    referee = with_courthouse("{} s3 c1", "{7}", d="{}")
    assert words(referee) == ("keep", "pay:c", "pay:d")
    play(referee, "a buy_peace pay:d")
    assert referee.question is not None
    assert list(referee.question.asks) == ["c", "d"]


@rule("QU-216")
def test_the_coin_may_be_kept() -> None:
    referee = play(with_courthouse("{} s3 c1", "{7}"), "a buy_peace keep")
    assert asked(referee)[1] == "duel"


@rule("QU-218")
def test_fame_pays_for_being_in_a_shootout_survive_or_not() -> None:
    state = a_town(buildings=("B19", "B03", "B05", "B06", "B07", "B08"), occupants={"S01": "c"}, a="{7}",
                   c="{} s3")
    referee = play(sit(state), "a select 4", "c select 4", "a duel 7", "c duel 3")
    assert where(referee, "c") == "{} c0 n1 s2 [] g1 o2 skull"


@rule("QU-61", "QU-122", "QU-124")
def test_the_killer_gains_a_notoriety_and_the_owner_adds_an_undead() -> None:
    referee = volley(facing("{6}", "{}"), a=6, c=3)
    assert where(referee, "a").split()[2] == "n1"
    assert asked(referee) == ("c", "undead")
    play(referee, "c undead U04")
    assert words(referee) == ("street", "S01", "S03", "S05", "S07", "S09", "S11")
    hill = referee.state.boot_hill
    play(referee, "c put_undead S03")
    assert referee.state.places["S03"].undead == ["U04"]
    assert hill == 4


@rule("QU-62")
def test_the_survivors_take_their_own_turns_clockwise() -> None:
    referee = sit(a_town(law="c", a="{}", b="{}", c="{}"))
    play(referee, "c select 5", "a select 5", "b select 5", "c aim a", "a aim b", "b aim a")
    volley(referee, c=3, a=3, b=3)
    play(referee, "c ability skip", "c load 2", "c load 3")
    assert asked(referee) == ("a", "ability")


@rule("QU-115", "QU-116")
def test_an_eight_under_the_skull_may_be_a_critical_and_turns_the_token() -> None:
    referee = volley(facing("{}", "{}"), a=8, c=3)
    assert asked(referee) == ("a", "critical")
    play(referee, "a critical yes")
    assert referee.state.gangs["a"].crit == "backfire"
    assert not alive(referee, "c")


@rule("QU-117")
def test_an_eight_not_triggered_or_under_backfire_misses() -> None:
    kept = play(volley(facing("{}", "{}"), a=8, c=3), "a critical no")
    assert alive(kept, "c")
    assert referee_crit(kept) == "skull"
    spent = volley(facing("{} backfire", "{}"), a=8, c=3)
    assert alive(spent, "c")
    assert referee_crit(spent) == "backfire"


def referee_crit(referee: Referee) -> str:
    return str(referee.state.gangs["a"].crit)


@rule("QU-118", "QU-120")
def test_a_fumble_turns_the_token_to_skull_and_is_no_kill() -> None:
    referee = volley(facing("{}", "{} backfire"), a=3, c=1)
    assert referee.state.gangs["c"].crit == "skull"
    assert referee.state.boot_hill == 5
    assert where(referee, "a").split()[2] == "n0"


@rule("QU-119")
def test_a_one_under_the_skull_is_a_plain_miss() -> None:
    referee = volley(facing("{}", "{}"), a=1, c=3)
    assert where(referee, "a") == "{} c0 n0 s3 [4s] g0 o2 skull"


@rule("QU-123", "QU-124")
def test_with_boot_hill_empty_no_undead_comes_but_the_killer_is_paid() -> None:
    state = a_town(hill=0, a="{6}", c="{}")
    referee = play(sit(state), "a select 4", "c select 4", "a duel 6", "c duel 2")
    assert referee.state.town_undead() == 1
    assert where(referee, "a").split()[2] == "n1"
    assert asked(referee) == ("a", "ability")


@rule("QU-125")
def test_several_owners_add_their_undead_clockwise() -> None:
    referee = sit(a_town(law="c", a="{5}", b="{}", c="{5}"))
    play(referee, "c select 4", "a select 4", "b select 2", "c duel 5", "a duel 5")
    assert asked(referee) == ("c", "undead")
    play(referee, "c undead U04", "c put_undead street")
    assert asked(referee) == ("a", "undead")
