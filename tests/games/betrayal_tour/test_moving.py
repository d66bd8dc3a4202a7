"""Moving, stations, swaps, backwards, home (BT-13 to BT-19, BT-37 to BT-42, BT-75 to BT-87)."""

from __future__ import annotations

import pytest

from tests.games.betrayal_tour.races import a_race, asked, play, where, words

rule = pytest.mark.rule
FAR = "bunker {} 111111"


@rule("BT-13")
def test_a_move_goes_clockwise_by_its_value_and_round_the_end_of_the_track() -> None:
    referee = play(a_race("b", a=FAR, b="50 {19} 111111"), "b move ##...")
    assert where(referee, "b") == "0 {19} 111111"


@rule("BT-13")
def test_a_move_must_be_made() -> None:
    referee = play(a_race(a="3 {} 111111", b=FAR), "a move ##...")
    assert where(referee, "a").startswith("5 ")
    assert asked(referee)[0] == "b"


@rule("BT-14")
def test_what_is_passed_has_no_effect() -> None:
    referee = play(a_race(a="20 {6,19} 111111", c="23 {} 111111"), "a move #####", "a stop 25")
    assert where(referee, "a") == "25 {6,19} 111111"
    assert where(referee, "c") == "23 {} 111111"
    assert asked(referee) == ("c", "move")


@rule("BT-15")
def test_without_all_parts_the_own_bunker_is_passed() -> None:
    referee = play(a_race(a="50 {19,32,45} 111111", b=FAR), "a move ##...")
    assert where(referee, "a").startswith("0 ")


@rule("BT-15")
def test_other_players_bunkers_are_ignored() -> None:
    referee = play(a_race("b", a=FAR, b="51 {19,32,45,6} 111111"), "b move #....")
    assert where(referee, "b").startswith("0 ")


@rule("BT-16")
def test_a_move_may_end_on_a_station_it_passes() -> None:
    referee = play(a_race(a="6 {6} 111111", b=FAR), "a move .....", "a bonus ##...")
    assert words(referee) == ("16", "8", "14")
    play(referee, "a stop 8", "a station none")
    assert where(referee, "a") == "8 {6} 112111"


@rule("BT-16")
def test_or_drive_on_to_its_end() -> None:
    referee = play(a_race(a="6 {6} 111111", b=FAR), "a move .....", "a bonus ##...", "a stop 16")
    assert where(referee, "a").startswith("16 ")


@rule("BT-17")
def test_ending_on_a_station_by_count_is_a_stop_there() -> None:
    referee = play(a_race(a="12 {6} 111111", b=FAR), "a move ##...")
    assert asked(referee) == ("a", "station")


@rule("BT-18")
def test_a_stop_at_a_station_gives_one_token_of_any_kind_or_none() -> None:
    stopped = a_race(a="12 {6} 111111", b=FAR)
    play(stopped, "a move ##...")
    assert words(stopped) == ("tool_box", "container", "tyres", "plasma", "oxygen", "ultronic", "none")
    play(stopped, "a station oxygen")
    assert where(stopped, "a") == "14 {6} 111121"
    assert asked(stopped)[0] == "b"


@rule("BT-19")
def test_a_pawn_that_drives_backwards_takes_nothing_at_a_station() -> None:
    referee = play(a_race("b", a=FAR, b="23 {19} 111111 back 3"), "b move ##...")
    assert where(referee, "b") == "21 {19} 111111 back 2"
    assert asked(referee)[0] == "a"


@rule("BT-19")
def test_nor_on_its_last_backwards_turn_nor_by_choice_on_the_way() -> None:
    last = play(a_race("b", a=FAR, b="23 {19} 111111 back 1"), "b move ##...")
    assert where(last, "b") == "21 {19} 111111"
    assert asked(last)[0] == "a"
    over = play(a_race("b", a=FAR, b="23 {19} 111111 back 3"), "b move ###..")
    assert where(over, "b").startswith("20 ")


@rule("BT-37")
def test_a_jam_lasts_three_movement_throws() -> None:
    referee = a_race("b", a=FAR, b="23 {19} 111111 back 3")
    for throw, then in (("#....", "22 {19} 111111 back 2"), ("##...", "20 {19} 111111 back 1"),
                        ("###..", "17 {19} 111111")):
        play(referee, f"b move {throw}")
        if asked(referee) == ("b", "attack"):
            play(referee, "b attack #####")
        assert where(referee, "b") == then
        play(referee, "a start ##...")
    play(referee, "b move ##...")
    assert where(referee, "b") == "19 {19} 111111"


@rule("BT-38")
def test_a_missing_checkpoint_stops_a_backwards_move_too() -> None:
    referee = play(a_race("b", a=FAR, b="35 {19} 111111 back 2"), "b move #####")
    assert where(referee, "b") == "32 {19} 111111 weld 32 back 1"


@rule("BT-39")
def test_backwards_a_pawn_goes_past_its_bunker() -> None:
    referee = play(a_race(a="1 {6,19,32,45} 111111 back 1", b=FAR), "a move ###..")
    assert where(referee, "a").startswith("50 ")


@rule("BT-40", "BT-41")
def test_backwards_onto_an_opponent_a_pawn_bounces_on_and_nothing_happens_there() -> None:
    referee = play(a_race("b", b="19 {19} 111111 back 1", c="18 {32} 111111"), "b move #....")
    assert where(referee, "b") == "17 {19} 111111"
    assert where(referee, "c") == "18 {32} 111111"


@rule("BT-40")
def test_it_bounces_as_often_as_needed() -> None:
    referee = play(a_race("b", b="12 {19} 111111 back 1", c="11 {} 111111", d="10 {} 111111"), "b move #....")
    assert where(referee, "b").startswith("9 ")


@rule("BT-41")
def test_teammates_are_not_bounced_off() -> None:
    referee = a_race("a2", a1="18 {6} 111111", b1=FAR, a2="19 {6,19} 111111 back 1", b2=FAR)
    play(referee, "a2 move #....")
    assert where(referee, "a2").startswith("18 ")


@rule("BT-42")
def test_a_new_bad_day_ten_while_jammed_sets_three_or_an_ultronic_ends_it() -> None:
    without = play(a_race("b", a=FAR, b="11 {19} 111110 back 2"), "b move #....", "b bad_day .....")
    assert where(without, "b") == "10 {19} 111110 back 3"
    with_one = play(a_race("b", a=FAR, b="11 {19} 111111 back 2"), "b move #....", "b bad_day .....",
                    "b ultronic spend")
    assert where(with_one, "b") == "10 {19} 111110"


@rule("BT-75")
def test_stopping_on_an_opponent_sends_it_to_where_the_mover_came_from() -> None:
    referee = play(a_race(a="45 {45} 111111", b="49 {45} 111111"), "a move ####.", "a stop 49",
                   "a bad_day #....")
    assert where(referee, "a").startswith("49 ")
    assert where(referee, "b") == "45 {45} 111111"


@rule("BT-76")
def test_after_a_swap_the_mover_first_then_the_displaced_suffers_its_square() -> None:
    referee = play(a_race(a="49 {6,19,32,45} 111111", b="50 {45} 111111"), "a move #####")
    assert where(referee, "a").startswith("50 ")
    assert where(referee, "b").startswith("49 ")
    assert asked(referee) == ("b", "bad_day")


@rule("BT-76")
def test_a_displaced_pawn_meets_the_entity_of_the_movers_throw() -> None:
    referee = play(a_race(a="22 {6,19} 111111", b="24 {19} 111111"), "a move ##...")
    assert where(referee, "b").startswith("22 ")
    assert asked(referee) == ("b", "attack")


@rule("BT-76")
def test_a_displaced_pawn_takes_a_token_at_a_station_unless_it_is_jammed() -> None:
    free = play(a_race(a="21 {6,19} 111111", b="25 {19} 111111"), "a move ####.")
    assert asked(free) == ("b", "station")
    jammed = play(a_race(a="21 {6,19} 111111", b="25 {19} 111111 back 2"), "a move ####.")
    assert asked(jammed) == ("b", "move")


@rule("BT-76")
def test_a_displaced_pawn_put_on_a_checkpoint_it_lacks_welds() -> None:
    referee = a_race(a="19 {6,19} 111111", b="24 {} 111110", c=FAR)
    referee.state.racers["b"].safe_conducts = 1
    play(referee, "a move #####", "a stop 24")
    assert where(referee, "b") == "19 {} 111110 weld 19 safe 1"
    assert asked(referee) == ("b", "safe_conduct")


@rule("BT-77")
def test_all_opponents_there_are_displaced_but_a_blocked_one_is_released() -> None:
    both = a_race("a1", a1="22 {6} 111111", b1="24 {} 111111", a2=FAR, b2="24 {} 111111")
    play(both, "a1 move ##...", "b1 attack #####", "b2 attack #####")
    assert where(both, "b1").startswith("22 ")
    assert where(both, "b2").startswith("22 ")
    one = a_race("a1", a1="21 {6,19} 111111", b1="23 {19} 011111 need tool_box", a2=FAR, b2="23 {19} 111111")
    play(one, "a1 move ##...", "a1 bad_day #####")
    assert where(one, "b1") == "21 {19} 011111 repair tool_box"
    assert asked(one) == ("b2", "station")


@rule("BT-78")
def test_teams_alternate() -> None:
    from tests.games.betrayal_tour.races import game

    assert game().new(["a1", "b1", "c1", "a2", "b2", "c2"], {}).mate("b1") == "b2"
    referee = a_race("a1", a1=FAR, b1=FAR, c1=FAR, a2=FAR, b2=FAR, c2=FAR)
    order = []
    for _ in range(7):
        seat, _key = asked(referee)
        order.append(seat)
        play(referee, f"{seat} start ##...")
    assert order == ["a1", "b1", "c1", "a2", "b2", "c2", "a1"]


@rule("BT-79")
def test_teammates_share_a_square() -> None:
    referee = a_race("a2", a1="24 {6} 111111", b1=FAR, a2="22 {6} 111111", b2=FAR)
    play(referee, "a2 move ##...", "a2 exchange done")
    assert where(referee, "a1") == where(referee, "a2") == "24 {6} 111111"


@rule("BT-80")
@pytest.mark.parametrize(("throw", "back", "end"), [("#####", "", "27"), ("###..", " back 1", "22")])
def test_a_move_may_end_on_the_teammate_it_passes_either_way(throw: str, back: str, end: str) -> None:
    start = "22" if not back else "25"
    referee = a_race("a2", a1="24 {6} 111111", b1=FAR, a2=f"{start} {{6}} 111111{back}", b2=FAR)
    play(referee, f"a2 move {throw}")
    assert words(referee) == (end, "24")
    play(referee, "a2 stop 24", "a2 exchange done")
    assert where(referee, "a2").startswith("24 ")


@rule("BT-81")
def test_teammates_hand_each_other_tokens_when_both_agree() -> None:
    referee = a_race("a2", a1="24 {6} 020100", b1=FAR, a2="22 {6} 101011", b2=FAR)
    play(referee, "a2 move ##...", "a2 exchange take:container", "a1 agree yes", "a2 exchange done")
    assert where(referee, "a1") == "24 {6} 010100"
    assert where(referee, "a2") == "24 {6} 111011"


@rule("BT-81")
def test_without_the_mates_consent_nothing_changes_hands() -> None:
    referee = a_race("a2", a1="24 {6} 020100", b1=FAR, a2="22 {6} 101011", b2=FAR)
    play(referee, "a2 move ##...", "a2 exchange take:container", "a1 agree no", "a2 exchange done")
    assert where(referee, "a1") == "24 {6} 020100"


@rule("BT-81")
def test_a_blocked_teammate_given_what_it_needs_is_free() -> None:
    referee = a_race("a2", a1="23 {6} 011111 need tool_box", b1=FAR, a2="21 {6} 111111", b2=FAR)
    play(referee, "a2 move ##...", "a2 bad_day #####", "a2 exchange give:tool_box", "a1 agree yes",
         "a2 exchange done")
    assert where(referee, "a1") == "23 {6} 011111"
    assert where(referee, "a2") == "23 {6} 011101"


@rule("BT-81")
def test_teammates_with_nothing_to_give_are_not_asked() -> None:
    referee = a_race("a2", a1="24 {6} 000000", b1=FAR, a2="22 {6} 000000", b2=FAR)
    play(referee, "a2 move ##...")
    assert asked(referee)[0] == "b2"


@rule("BT-82")
def test_a_move_onto_the_teammates_weld_may_be_cancelled() -> None:
    referee = a_race("a2", a1="19 {6} 111111 weld", b1=FAR, a2="17 {6} 111111", b2=FAR)
    play(referee, "a2 move ###..")
    assert words(referee) == ("move", "stay")
    play(referee, "a2 decline stay")
    assert where(referee, "a2") == "17 {6} 111111"
    assert where(referee, "a1") == "19 {6} 111111 weld 19"


@rule("BT-82")
def test_a_guarded_weld_need_not_be_spared() -> None:
    referee = a_race("a2", a1="19 {6} 111111 weld shield", b1=FAR, a2="17 {6} 111111", b2=FAR)
    play(referee, "a2 move ##...")
    assert asked(referee)[1] != "decline"


@rule("BT-83")
def test_who_does_not_decline_blows_up_the_teammate() -> None:
    referee = a_race("a2", a1="19 {6} 111111 weld", b1=FAR, a2="17 {6} 111111", b2=FAR)
    play(referee, "a2 move ###..", "a2 decline move")
    assert where(referee, "a1").startswith("bunker {6}")
    assert where(referee, "a2") == "19 {6} 111111 weld 19"


@rule("BT-84")
def test_first_home_with_all_four_parts_wins_at_once() -> None:
    referee = play(a_race(a="51 {6,19,32,45} 111111", b=FAR), "a move #....")
    assert where(referee, "a") == "home {6,19,32,45} 111111"
    assert referee.question is None
    assert referee.outcome is not None
    assert referee.outcome.winners == ("a",)


@rule("BT-84")
def test_the_first_one_home_wins_for_the_team() -> None:
    referee = a_race("a1", a1="51 {6,19,32,45} 111111", b1=FAR, a2=FAR, b2=FAR)
    play(referee, "a1 move #....")
    assert referee.outcome is not None
    assert referee.outcome.winners == ("a1", "a2")


@rule("BT-85")
def test_only_an_exact_count_gets_home() -> None:
    referee = play(a_race(a="49 {6,19,32,45} 111111", b=FAR), "a move ##...")
    assert where(referee, "a").startswith("51 ")
    assert referee.outcome is None


@rule("BT-86")
def test_what_is_too_much_is_driven_back_and_the_square_applies() -> None:
    little = play(a_race(a="50 {6,19,32,45} 111111", b=FAR), "a move ###..")
    assert where(little, "a").startswith("51 ")
    much = play(a_race(a="45 {6,19,32,45} 111111", b=FAR), "a move .....", "a bonus ##...", "a stop 49")
    assert where(much, "a").startswith("49 ")
    assert asked(much) == ("a", "bad_day")


@rule("BT-87")
def test_from_the_bad_day_before_the_bunker_a_five_nets_one_square() -> None:
    referee = play(a_race(a="49 {6,19,32,45} 111111", b=FAR), "a move #####")
    assert where(referee, "a").startswith("50 ")
