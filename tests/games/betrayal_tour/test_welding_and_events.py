"""Checkpoints, welds, explosions, safe conducts and bonus events (BT-57 to BT-74)."""

from __future__ import annotations

import pytest

from tests.games.betrayal_tour.races import a_race, asked, play, where, words

rule = pytest.mark.rule
FAR = "bunker {} 111111"


@rule("BT-57")
def test_a_missing_checkpoint_ends_the_move() -> None:
    referee = play(a_race(a="5 {} 111111", b=FAR), "a move ###..")
    assert where(referee, "a") == "6 {} 111111 weld 6"


@rule("BT-58")
def test_an_owned_checkpoint_is_passed_and_ending_there_does_nothing() -> None:
    ends = play(a_race("c", a=FAR, c="29 {32} 111111", b=FAR), "c move ###..")
    assert where(ends, "c") == "32 {32} 111111"
    passes = play(a_race("c", a=FAR, c="29 {32} 111111", b=FAR), "c move #####", "c station none")
    assert where(passes, "c").startswith("34 ")


@rule("BT-59")
def test_a_weld_lasts_until_the_owners_next_turn_and_gives_the_part() -> None:
    referee = play(a_race(a="5 {} 111111", b=FAR), "a move #....")
    assert where(referee, "a") == "6 {} 111111 weld 6"
    play(referee, "b start ##...")
    assert where(referee, "a") == "6 {6} 111111"
    assert asked(referee) == ("a", "move")


@rule("BT-60", "BT-61", "BT-62", "BT-63")
def test_who_comes_to_rest_on_a_weld_blows_it_up_and_welds_instead() -> None:
    referee = a_race("b", b="17 {} 111111", c="19 {32,45,6} 011011 weld back 2", a=FAR)
    play(referee, "b move ##...")
    assert where(referee, "c") == "bunker {32,45,6} 111111"
    assert where(referee, "b") == "19 {} 111111 weld 19"


@rule("BT-62")
def test_an_exploded_pawn_must_throw_a_one_again() -> None:
    referee = a_race("b", b="17 {19} 111111", c="19 {32,45,6} 111111 weld", a=FAR)
    play(referee, "b move ##...")
    assert asked(referee) == ("c", "start")
    play(referee, "c start ###..")
    assert where(referee, "c").startswith("bunker ")


@rule("BT-62")
def test_what_an_explosion_costs_may_be_settled_otherwise() -> None:
    referee = a_race("b", b="17 {19} 111111", c="19 {32} 031011 weld", a=FAR,
                     options="explosion_keeps_parts=no explosion_stock=keep")
    play(referee, "b move ##...")
    assert where(referee, "c") == "bunker {} 031011"


@rule("BT-61")
def test_protections_outlast_an_explosion() -> None:
    referee = a_race("b", b="17 {19} 111111", c="19 {32} 111111 weld bless helmet 1 safe 1", a=FAR)
    play(referee, "b move ##...")
    assert where(referee, "c") == "bunker {32} 111111 bless helmet 1 safe 1"


@rule("BT-64")
def test_pawns_without_a_weld_at_risk_share_a_checkpoint() -> None:
    referee = play(a_race(a="18 {6} 111111", b="19 {19} 111111", c=FAR), "a move #....")
    assert where(referee, "b") == "19 {19} 111111"
    assert where(referee, "a") == "19 {6} 111111 weld 19"


@rule("BT-65")
def test_as_a_weld_starts_a_safe_conduct_may_guard_it() -> None:
    start = {"a": "18 {6} 111111 safe 1", "b": FAR}
    handed = play(a_race(**start), "a move #....", "a safe_conduct hand_over")
    assert where(handed, "a") == "19 {6} 111111 weld 19 shield"
    kept = play(a_race(**start), "a move #....", "a safe_conduct keep")
    assert where(kept, "a") == "19 {6} 111111 weld 19 safe 1"


@rule("BT-66")
def test_a_guarded_weld_does_not_explode() -> None:
    referee = a_race("b", a="19 {6} 111111 weld shield", b="17 {} 111111", c=FAR)
    play(referee, "b move ##...")
    assert where(referee, "a") == "19 {6} 111111 weld 19 shield"
    assert where(referee, "b") == "19 {} 111111 weld 19"


@rule("BT-67")
def test_a_handed_safe_conduct_is_gone_with_its_weld() -> None:
    referee = a_race("b", a="19 {6} 111111 weld shield", b=FAR)
    play(referee, "b start ##...")
    assert where(referee, "a") == "19 {6,19} 111111"


def lucky(event: str) -> str:
    """A's racer after a movement throw of 10 with this event."""
    referee = play(a_race(a="6 {6} 110111", b=FAR), "a move .....", f"a bonus {event}")
    if asked(referee) == ("a", "lucky_find"):
        play(referee, "a lucky_find tool_box")
    play(referee, "a stop 16")
    return where(referee, "a")


@rule("BT-68")
def test_a_movement_throw_of_ten_brings_an_event_before_the_move() -> None:
    referee = play(a_race(a="6 {6} 111111", b=FAR), "a move .....")
    assert asked(referee) == ("a", "bonus")
    assert where(referee, "a").startswith("6 ")
    play(referee, "a bonus .....", "a stop 16")
    assert where(referee, "a") == "16 {6} 111111 safe 1"
    assert asked(referee)[0] == "b"


@rule("BT-68")
def test_the_event_may_come_after_the_move_where_the_table_says_so() -> None:
    referee = a_race(a="6 {6} 111111", b=FAR, options="bonus_before_move=no")
    play(referee, "a move .....", "a stop 16")
    assert asked(referee) == ("a", "bonus")
    play(referee, "a bonus ##...")
    assert where(referee, "a") == "16 {6} 112111"


@rule("BT-69")
def test_event_one_is_a_token_of_choice() -> None:
    assert lucky("#....") == "16 {6} 210111"
    referee = play(a_race(a="6 {6} 111111", b=FAR), "a move .....", "a bonus #....")
    assert words(referee) == ("tool_box", "container", "tyres", "plasma", "oxygen", "ultronic")


@pytest.mark.parametrize(("event", "then"), [
    pytest.param("##...", "16 {6} 111111", marks=rule("BT-70")),
    pytest.param("###..", "16 {6} 120111", marks=rule("BT-71")),
    pytest.param("####.", "16 {6} 110111 bless", marks=rule("BT-72")),
    pytest.param("#####", "16 {6} 110111 helmet 1", marks=rule("BT-73")),
    pytest.param(".....", "16 {6} 110111 safe 1", marks=rule("BT-74")),
])
def test_the_other_events(event: str, then: str) -> None:
    assert lucky(event) == then


@rule("BT-72")
def test_a_blessing_spares_the_next_bad_day() -> None:
    referee = play(a_race(a="22 {6,19} 111111 bless", b=FAR), "a move #....")
    assert where(referee, "a") == "23 {6,19} 111111"
    assert asked(referee)[0] == "b"
