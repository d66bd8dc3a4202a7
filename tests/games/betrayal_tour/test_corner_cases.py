"""What hardly ever happens: several pawns at once, bounces that come back, moments within a turn."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine.random_player import random_answer
from companion.engine.referee import Referee
from companion.games.betrayal_tour.race import Race
from companion.games.betrayal_tour.state import HOME, IN_BUNKER
from tests.games.betrayal_tour.races import FAR, a_race, asked, game, play, race_of, told, where, words

rule = pytest.mark.rule
ALL = "{2,5,7,10}"


# Several pawns on one checkpoint


@rule("BT-77", "BT-60")
def test_two_pawns_put_on_one_checkpoint_at_once_weld_side_by_side() -> None:
    referee = a_race(a="19 {19} 111111", b=FAR, c="20 {} 111111", d="20 {32} 111111")
    play(referee, "a move #....")
    assert where(referee, "c") == "19 {} 111111 weld 19"
    assert where(referee, "d") == "19 {32} 111111 weld 19"


@rule("BT-77", "BT-60", "BT-66")
def test_they_blow_up_a_weld_that_was_under_way_unless_it_is_guarded() -> None:
    start = {"a": "19 {19} 111111", "b": "20 {} 111111", "c": "20 {32} 111111"}
    bare = play(a_race(**start, d="19 {45} 011111 weld"), "a move #....")
    assert where(bare, "d") == "bunker {45} 111111"
    guarded = play(a_race(**start, d="19 {45} 011111 weld shield"), "a move #....")
    assert where(guarded, "d") == "19 {45} 011111 weld 19 shield"
    assert "BT-66 The safe conduct protects d's weld." in told(guarded)


@rule("BT-11", "BT-65")
def test_two_pawns_sent_off_a_start_square_weld_one_after_the_other() -> None:
    referee = a_race("c", a="26 {6} 111111 safe 1", b="26 {} 111111 safe 1", c=FAR)
    play(referee, "c start #....")
    assert asked(referee) == ("a", "safe_conduct")
    assert referee.problems == [], "the second one's weld is only about to start"
    play(referee, "a safe_conduct hand_over", "b safe_conduct keep")
    assert where(referee, "a") == "19 {6} 111111 weld 19 shield"
    assert where(referee, "b") == "19 {} 111111 weld 19 safe 1"
    assert asked(referee) == ("c", "again")


@rule("BT-76", "BT-54")
def test_a_mover_thrown_back_to_where_it_put_an_opponent_and_that_one_do_each_other_no_harm() -> None:
    referee = a_race(a="19 {6,19} 111111", b="22 {} 111111")
    play(referee, "a move ###..", "a stop 22")
    assert where(referee, "b") == "19 {} 111111", "its weld starts after the mover's attack"
    assert referee.problems == []
    play(referee, "a attack .....", "a weld #...")
    assert where(referee, "a") == "19 {6} 111111 weld 19"
    assert where(referee, "b") == "19 {19} 111111", "its weld has ended with the begin of its turn"


@rule("BT-76", "BT-60")
def test_a_displaced_pawn_blows_up_a_weld_on_the_movers_square() -> None:
    referee = a_race(a="19 {6,19} 111111", b="20 {19} 111111", c="19 {} 111111 weld")
    play(referee, "a move #....")
    assert where(referee, "c") == "bunker {} 111111"
    assert where(referee, "b") == "19 {19} 111111"


@rule("BT-64")
def test_nobody_is_displaced_from_a_checkpoint() -> None:
    referee = play(a_race(a="18 {6,19} 111111", b="19 {19} 111111"), "a move #....")
    assert (where(referee, "a"), where(referee, "b")) == ("19 {6,19} 111111", "19 {19} 111111")
    assert asked(referee) == ("b", "move")


# Sharing a square, and displacing


@rule("BT-33")
def test_a_released_pawn_shares_the_station_with_who_is_there() -> None:
    referee = a_race("b", a="23 {6} 110111 need tyres", b=FAR, c="21 {} 111111")
    play(referee, "b start .....")
    assert where(referee, "c") == "21 {} 111111"
    assert where(referee, "a") == "21 {6} 110111 repair tyres"


@rule("BT-77")
def test_opponents_who_share_a_square_are_all_displaced_in_turn_order() -> None:
    referee = a_race("b", a="24 {} 111111", b="22 {19} 111111", c="24 {} 111111", d="24 {} 111111")
    play(referee, "b move ##...")
    assert asked(referee) == ("d", "attack"), "c is Azure, and Terrorpods let Azure pass"
    play(referee, "d attack #####")
    assert [where(referee, seat).split()[0] for seat in "abcd"] == ["22", "24", "22", "22"]


@rule("BT-36")
def test_a_repair_is_carried_out_wherever_the_pawn_was_put_meanwhile() -> None:
    referee = a_race("b", a="21 {6,19} 110111 repair tyres", b="20 {19} 111111")
    play(referee, "b move #....", "b station none")
    assert where(referee, "a") == "20 {6,19} 110111"
    assert asked(referee) == ("b", "move")


@rule("BT-29", "BT-36")
def test_a_new_block_takes_the_place_of_a_repair() -> None:
    referee = a_race("b", a="25 {6,19} 100111 repair container", b="23 {19} 111111")
    play(referee, "b move ##...", "a bad_day ###..")
    assert where(referee, "a") == "23 {6,19} 100111 need tyres"


@rule("BT-31", "BT-76")
def test_of_two_blocked_pawns_only_those_opposed_to_the_arriving_are_released() -> None:
    referee = a_race("a1", a1="22 {6,19} 111111", b1=FAR, a2="23 {6} 011111 need tool_box",
                     b2="23 {} 011111 need tool_box")
    play(referee, "a1 move #....", "a1 bad_day #####", "a1 exchange done")
    assert where(referee, "b2") == "21 {} 011111 repair tool_box"
    assert where(referee, "a2") == "23 {6} 011111 need tool_box"


# Backwards


@rule("BT-40")
@pytest.mark.parametrize(("start", "then"), [("8 {} 111111", "8 {} 111111"),
                                             ("8 {} 011111 need tool_box", "1 {} 011111 repair tool_box")])
def test_bounces_that_come_back_to_where_they_began_rest_there(start: str, then: str) -> None:
    referee = a_race("b", board="short", a=start, b=f"8 {ALL} 111111 back 1", c="4 {} 111111",
                     d="0 {} 111111")
    play(referee, "b move ####.")
    assert where(referee, "b") == f"8 {ALL} 111111".replace("2,5,7,10", "5,7,10,2")
    assert asked(referee) == ("b", "attack"), "4 is even, and b is Purple: the square counts as at any stop"
    assert where(referee, "a") == then


@rule("BT-40", "BT-57")
def test_a_missing_checkpoint_ends_a_bounce_too() -> None:
    referee = a_race("b", b="22 {32} 111111 back 1", c="20 {} 111111", a=FAR)
    play(referee, "b move ##...")
    assert where(referee, "b") == "19 {32} 111111 weld 19"


@rule("BT-40")
def test_a_backwards_move_may_end_on_an_opponent_on_a_checkpoint() -> None:
    referee = play(a_race("b", b="20 {19} 111111 back 1", c="19 {19} 111111", a=FAR), "b move #....")
    assert where(referee, "b") == where(referee, "c") == "19 {19} 111111"


@rule("BT-80", "BT-40")
def test_backwards_nobody_may_stop_on_a_teammate_beside_an_opponent() -> None:
    shared = a_race("a2", a1="24 {6} 111111", b1="24 {} 111111", a2="25 {6} 111111 back 1", b2=FAR)
    play(shared, "a2 move ##...")
    assert words(shared) == (), "23 is a bad day: there is a throw to make, nothing to choose"
    assert where(shared, "a2").startswith("23 ")
    checkpoint = a_race("a2", a1="19 {6,19} 111111", b1="19 {19} 111111", a2="20 {19} 111111 back 1", b2=FAR)
    play(checkpoint, "a2 move ##...")
    assert words(checkpoint) == ("18", "19")


@rule("BT-80")
def test_forwards_a_stop_on_the_teammate_displaces_an_opponent_there() -> None:
    referee = a_race("a2", a1="24 {6} 111111", b1="24 {} 111111", a2="22 {6} 111111", b2=FAR)
    play(referee, "a2 move ###..", "a2 stop 24")
    assert where(referee, "b1").startswith("22 ")


@rule("BT-37", "BT-82")
def test_a_jammed_turn_whose_move_is_cancelled_counts_and_a_ten_brings_its_event() -> None:
    jammed = a_race("a2", a1="19 {6} 111111 weld", b1=FAR, a2="21 {6} 111111 back 2", b2=FAR)
    play(jammed, "a2 move ##...", "a2 decline stay")
    assert where(jammed, "a2") == "21 {6} 111111 back 1"
    lucky = a_race("a2", a1="19 {6} 111111 weld", b1=FAR, a2="17 {6} 111111", b2=FAR)
    play(lucky, "a2 move .....", "a2 bonus ##...", "a2 decline stay")
    assert where(lucky, "a2") == "17 {6} 112111"


# Home


@rule("BT-86", "BT-75")
def test_a_rebound_onto_an_opponent_displaces_it() -> None:
    referee = a_race(a="50 {6,19,32,45} 111111", b="51 {19} 111111")
    play(referee, "a move ###..")
    assert where(referee, "a").startswith("51 ")
    assert where(referee, "b").startswith("50 ")


@rule("BT-16", "BT-86")
def test_a_station_on_the_way_back_from_the_bunker_may_be_chosen() -> None:
    referee = a_race(a="49 {6,19,32,45} 111111", b=FAR)
    play(referee, "a move .....", "a bonus ##...")
    assert words(referee) == ("45", "47")


@rule("BT-68", "BT-84")
def test_who_wins_by_a_ten_throws_for_no_event_after_the_move() -> None:
    start = {"a": "42 {6,19,32,45} 111111", "b": FAR}
    after = play(a_race(options="bonus_before_move=no", **start), "a move .....", "a stop home")
    assert after.outcome is not None
    assert after.outcome.winners == ("a",)
    before = play(a_race(**start), "a move .....")
    assert asked(before) == ("a", "bonus")


# Teammates


@rule("BT-81")
def test_who_is_driven_off_the_teammates_square_hands_over_nothing() -> None:
    referee = a_race("a2", a1="22 {6} 111111", b1=FAR, a2="21 {6,19} 111111", b2=FAR)
    play(referee, "a2 move #....", "a2 attack .....", "a2 weld #...")
    assert where(referee, "a2") == "19 {6} 111111 weld 19"
    assert asked(referee)[0] == "b2"


@rule("BT-81")
def test_a_mover_blocked_on_the_teammates_square_may_be_given_what_it_needs() -> None:
    referee = a_race("a2", a1="23 {6} 111111", b1=FAR, a2="22 {6,19} 110111", b2=FAR)
    play(referee, "a2 move #....", "a2 bad_day ###..")
    assert where(referee, "a2").endswith("need tyres")
    play(referee, "a2 exchange take:tyres", "a1 agree yes", "a2 exchange done")
    assert where(referee, "a2") == "23 {6,19} 110111"
    assert where(referee, "a1") == "23 {6} 110111"


@rule("BT-82")
def test_a_move_home_or_past_the_teammates_weld_is_not_asked_about() -> None:
    past = a_race("a2", a1="19 {6} 111111 weld", b1=FAR, a2="18 {6,19} 111111", b2=FAR)
    play(past, "a2 move ##...")
    assert (asked(past), words(past)) == (("a2", "stop"), ("20", "19"))


# Moments within a turn


def test_who_is_asked_in_another_players_turn_is_told_whose_move_did_it() -> None:
    referee = play(a_race(a="49 {6,19,32,45} 111111", b="50 {45} 111111"), "a move #####")
    assert referee.question is not None
    assert referee.question.text.id == "{asked} (displaced by {mover})"
    assert referee.question.text.args["mover"] == "a"
    view = game().view(referee.state, None)
    assert (view["current"], view["actor"], view["throw"]) == ("a", "b", "bad_day")
    screen = game().display(view)
    assert (screen.title.id, screen.title.args) == ("{seat}: bad day, throw", {"seat": "b"})
    assert [(line.id, line.args) for line in screen.lines] == [("Displaced by {mover}", {"mover": "a"})]


def test_a_teammate_who_is_asked_to_agree_was_not_displaced() -> None:
    referee = a_race("a2", a1="24 {6} 111111", b1=FAR, a2="22 {6} 111111", b2=FAR)
    play(referee, "a2 move ##...", "a2 exchange give:tyres")
    assert referee.question is not None
    assert referee.question.text.id == "{seat}: {giver} gives {resource}. Agreed?"


def test_squares_are_marked_only_until_the_move_is_chosen() -> None:
    referee = play(a_race(a="20 {6,19} 111111", b=FAR), "a move ###..")
    assert game().view(referee.state, None)["reach"] == ["23", "21"]
    play(referee, "a stop 23")
    assert asked(referee) == ("a", "bad_day")
    assert game().view(referee.state, None)["reach"] == []
    home = play(a_race(a="49 {6,19,32,45} 111111", b=FAR), "a move #####")
    assert game().view(home.state, None)["reach"] == []


def sound(race: Race) -> list[str]:
    """What the ledger says always holds between two questions, where it does not."""
    state, faults = race.state, []
    for seat, racer in state.racers.items():
        if racer.square == IN_BUNKER and (racer.welding or racer.blocked_need or racer.repair_due):
            faults.append(f"{seat} in the bunker is not at rest")
        if racer.weld_shielded and not racer.welding:
            faults.append(f"{seat} guards no weld")
        if racer.square == HOME and (seat != state.winner or not race.has_all_parts(seat)):
            faults.append(f"{seat} is home too early")
        if min(racer.stock.values()) < 0 or not 0 <= racer.back_turns <= 3:
            faults.append(f"{seat} owes")
    return faults


@pytest.mark.parametrize(("board", "seats"), [("", 2), ("", 4), ("", 8), ("short", 3), ("short", 8)])
def test_random_races_never_come_to_a_state_that_cannot_be(board: str, seats: int) -> None:
    rng, names = Random(7), [f"p{number}" for number in range(seats)]
    for _ in range(3):
        referee = Referee(game(board), game(board).new(names, {"bunkers": "chosen"}))
        for _ in range(3000):
            if referee.question is None:
                break
            assert [*referee.problems, *sound(race_of(referee))] == []
            seat = referee.waiting[0]
            referee.answer(seat, referee.question.key, random_answer(rng, referee.question.asks[seat]))
        assert referee.outcome is not None
