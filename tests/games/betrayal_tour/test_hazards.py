"""Bad days, blocked pawns, entities and attacks (BT-20 to BT-36, BT-43 to BT-56)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from tests.games.betrayal_tour.races import a_race, asked, play, where

rule = pytest.mark.rule
FAR = "bunker {} 111111"
THROWS = {1: "#....", 2: "##...", 3: "###..", 4: "####.", 5: "#####", 10: "....."}


@rule("BT-20")
def test_stopping_on_a_bad_day_asks_for_a_throw_at_once() -> None:
    referee = play(a_race(a="22 {6,19} 111111", b=FAR), "a move #....")
    assert asked(referee) == ("a", "bad_day")
    assert where(referee, "a").startswith("23 ")


@pytest.mark.parametrize(("result", "stock"), [
    pytest.param(1, "011111", marks=rule("BT-21")), pytest.param(2, "101111", marks=rule("BT-22")),
    pytest.param(3, "110111", marks=rule("BT-23")), pytest.param(4, "111011", marks=rule("BT-24")),
    pytest.param(5, "111101", marks=rule("BT-25")),
])
def test_a_bad_day_costs_one_resource(result: int, stock: str) -> None:
    referee = play(a_race(a="22 {6,19} 111111", b=FAR), "a move #....", f"a bad_day {THROWS[result]}")
    assert where(referee, "a") == f"23 {{6,19}} {stock}"


@rule("BT-26")
def test_bad_day_ten_costs_an_ultronic_or_jams() -> None:
    lost = ("c move #....", "c bad_day .....")
    spent = play(a_race("c", a=FAR, c="35 {32} 111111"), *lost, "c ultronic spend")
    assert where(spent, "c") == "36 {32} 111110"
    kept = play(a_race("c", a=FAR, c="35 {32} 111111"), *lost, "c ultronic jam")
    assert where(kept, "c") == "36 {32} 111111 back 3"


@rule("BT-27")
def test_bad_day_ten_without_an_ultronic_jams_and_never_blocks() -> None:
    referee = play(a_race("b", a=FAR, b="22 {19} 111110"), "b move #....", "b bad_day .....")
    assert where(referee, "b") == "23 {19} 111110 back 3"


@rule("BT-28")
def test_of_several_exactly_one_is_spent_without_a_choice() -> None:
    referee = play(a_race(a="22 {6,19} 112111", b=FAR), "a move #....", "a bad_day ###..")
    assert where(referee, "a") == "23 {6,19} 111111"
    assert asked(referee)[0] == "b"


@rule("BT-29")
def test_lacking_the_resource_blocks_the_pawn() -> None:
    referee = play(a_race(a="22 {6,19} 110111", b=FAR), "a move #....", "a bad_day ###..")
    assert where(referee, "a") == "23 {6,19} 110111 need tyres"


@rule("BT-30")
def test_a_blocked_pawn_does_not_move_its_owner_only_throws() -> None:
    referee = play(a_race(a="23 {6,19} 110111 need tyres", b=FAR), "a blocked ##...")
    assert where(referee, "a") == "23 {6,19} 110111 need tyres"
    assert asked(referee) == ("b", "start")


@rule("BT-31", "BT-34")
def test_an_opponent_coming_to_rest_there_releases_it_instead_of_a_swap() -> None:
    referee = play(a_race("b", a="23 {6,19} 110111 need tyres", b="19 {19} 111111", c=FAR),
                   "b move ####.", "b stop 23", "b bad_day #####")
    assert where(referee, "a") == "21 {6,19} 110111 repair tyres"
    assert where(referee, "b") == "23 {19} 111101"


@rule("BT-31")
def test_an_opponent_put_there_by_a_swap_releases_it_too() -> None:
    referee = a_race(a="23 {6,19} 110111", b="24 {19} 111111", c="23 {32} 011111 need tool_box")
    play(referee, "a move #....")
    assert where(referee, "c") == "21 {32} 011111 repair tool_box"


@rule("BT-32")
@pytest.mark.parametrize(("start", "throw"), [
    (FAR, "start"), ("36 {32} 011111 need tool_box", "blocked"), ("37 {32} 111111", "move")])
def test_a_turn_throw_of_ten_releases_the_blocked_of_other_sides(start: str, throw: str) -> None:
    referee = play(a_race("c", a="23 {6,19} 110111 need tyres", c=start, b=FAR), f"c {throw} .....")
    told = [line.text.format(**line.args) for line in referee.log if line.rule == "BT-33"]
    assert told == ["a is released: put the pawn on station 21."]


@rule("BT-32")
def test_one_s_own_ten_releases_oneself_only_where_the_table_says_so() -> None:
    blocked = {"a": "23 {6,19} 110111 need tyres", "b": FAR}
    assert where(play(a_race(**blocked), "a blocked ....."), "a").startswith("23 ")
    either = a_race(options="release_on_ten=any", **blocked)
    assert where(play(either, "a blocked ....."), "a") == "21 {6,19} 110111 repair tyres"


@rule("BT-33")
@pytest.mark.parametrize(("square", "station"), [(23, 21), (28, 27), (2, 1)])
def test_a_released_pawn_goes_to_the_station_behind_and_takes_nothing(square: int, station: int) -> None:
    referee = a_race("b", a=f"{square} {{}} 110111 need tyres", b=FAR, c=FAR)
    play(referee, "b start .....")
    assert where(referee, "a") == f"{station} {{}} 110111 repair tyres"
    assert asked(referee) == ("c", "start")


@rule("BT-35")
def test_passing_bouncing_off_and_a_teammate_do_not_release() -> None:
    passed = play(a_race("b", a="23 {6,19} 110111 need tyres", b="20 {19} 111111", c=FAR),
                  "b move ####.", "b stop 24")
    assert where(passed, "a") == "23 {6,19} 110111 need tyres"
    bounced = play(a_race("b", a="23 {6,19} 110111 need tyres", b="24 {19} 111111 back 1", c=FAR),
                   "b move #....")
    assert where(bounced, "a") == "23 {6,19} 110111 need tyres"
    mate = a_race("a2", a1="23 {6} 110111 need tyres", b1=FAR, a2="22 {6} 111111", b2=FAR)
    play(mate, "a2 move #....", "a2 bad_day #....", "a2 exchange done")
    assert where(mate, "a1") == "23 {6} 110111 need tyres"


@rule("BT-36")
def test_a_released_pawn_repairs_without_throw_or_move_and_is_free_the_turn_after() -> None:
    referee = a_race("b", a="21 {6,19} 110111 repair tyres", b=FAR)
    play(referee, "b start ##...")
    assert where(referee, "a") == "21 {6,19} 110111"
    assert asked(referee) == ("b", "start")
    play(referee, "b start ##...")
    assert asked(referee) == ("a", "move")


@rule("BT-43", "BT-44")
@pytest.mark.parametrize(("start", "throw", "attacked"), [("20", "##...", False), ("21", "#....", True)])
def test_odd_throws_meet_pga_who_attack_azure(start: str, throw: str, attacked: bool) -> None:
    referee = play(a_race(a=f"{start} {{6,19}} 111111", b=FAR), f"a move {throw}",
                   *(["a stop 22"] if start == "20" else []))
    assert (asked(referee) == ("a", "attack")) == attacked


@rule("BT-43", "BT-45")
@pytest.mark.parametrize(("start", "throw", "attacked"), [("39", "####.", True), ("45", "###..", False)])
def test_even_throws_meet_terrorpods_who_attack_purple(start: str, throw: str, attacked: bool) -> None:
    referee = play(a_race("b", a=FAR, b=f"{start} {{45}} 111111"), f"b move {throw}")
    end = "43" if start == "39" else "48"
    if asked(referee) == ("b", "stop"):
        play(referee, f"b stop {end}")
    assert where(referee, "b").startswith(end)
    assert (asked(referee) == ("b", "attack")) == attacked


def attacked(stock: str = "111111", parts: str = "{6,19}", options: str = "") -> Referee:
    return play(a_race(a=f"21 {parts} {stock}", b=FAR, options=options), "a move #....")


@pytest.mark.parametrize(("result", "stock"), [
    pytest.param(1, "110111", marks=rule("BT-47")), pytest.param(2, "111101", marks=rule("BT-48")),
    pytest.param(3, "011111", marks=rule("BT-49")), pytest.param(4, "101111", marks=rule("BT-50")),
    pytest.param(5, "111111", marks=rule("BT-51")),
])
@rule("BT-46")
def test_an_attacked_player_throws_for_what_it_costs(result: int, stock: str) -> None:
    referee = play(attacked(), f"a attack {THROWS[result]}")
    assert where(referee, "a") == f"22 {{6,19}} {stock}"


@rule("BT-52")
def test_lacking_what_an_attack_asks_for_blocks_unless_the_table_says_otherwise() -> None:
    assert where(play(attacked("110111"), "a attack #...."), "a") == "22 {6,19} 110111 need tyres"
    harmless = attacked("110111", options="attack_blocks=no")
    assert where(play(harmless, "a attack #...."), "a") == "22 {6,19} 110111"


@rule("BT-53", "BT-54")
def test_attack_ten_costs_the_latest_welds_and_sends_the_pawn_back() -> None:
    one = play(attacked(), "a attack .....", "a weld #...")
    assert where(one, "a") == "19 {6} 111111 weld 19"
    both = play(attacked(), "a attack .....", "a weld ###.")
    assert where(both, "a") == "6 {} 111111 weld 6"


@rule("BT-53")
def test_of_three_welds_two_marks_leave_the_first_in_lap_order() -> None:
    referee = play(a_race(a="34 {32,6,19} 111111", b=FAR), "a move #....", "a attack .....", "a weld ##..")
    assert where(referee, "a") == "19 {6} 111111 weld 19"


@rule("BT-54")
def test_the_pawn_is_never_sent_forward_unless_the_table_says_so() -> None:
    start = {"a": "3 {45} 111111", "b": FAR}
    stays = play(a_race(**start), "a move #....", "a attack .....", "a weld #...")
    assert where(stays, "a") == "4 {} 111111"
    goes = play(a_race(options="attack_relocation=always", **start), "a move #....", "a attack .....",
                "a weld #...")
    assert where(goes, "a") == "6 {} 111111 weld 6"


@rule("BT-54")
def test_a_pawn_sent_back_blows_up_a_weld_there() -> None:
    referee = a_race(a="21 {6,19} 111111", b="19 {} 111111 weld", c=FAR)
    play(referee, "a move #....", "a attack .....", "a weld #...")
    assert where(referee, "b") == "bunker {} 111111"


@rule("BT-55")
def test_without_a_mark_the_welds_hold() -> None:
    referee = play(attacked(), "a attack .....", "a weld ....")
    assert where(referee, "a") == "22 {6,19} 111111"


@rule("BT-53", "BT-55")
def test_a_player_without_welds_throws_all_the_same_and_stays() -> None:
    referee = play(attacked(parts="{}"), "a attack .....", "a weld ####")
    assert where(referee, "a") == "22 {} 111111"


@rule("BT-56")
def test_a_helmet_may_spare_an_attack_and_the_side_stays() -> None:
    start = {"a": "21 {6,19} 111111 helmet 1", "b": FAR}
    used = play(a_race(**start), "a move #....", "a helmet use")
    assert where(used, "a") == "22 {6,19} 111111"
    assert used.state.racers["a"].alignment == "azure"
    kept = play(a_race(**start), "a move #....", "a helmet keep")
    assert asked(kept) == ("a", "attack")
    assert where(kept, "a").endswith("helmet 1")
