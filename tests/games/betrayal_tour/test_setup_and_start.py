"""Setting up, throwing, and leaving the bunker (BT-01 to BT-12)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee, Refused
from companion.games.betrayal_tour.state import IN_BUNKER
from tests.games.betrayal_tour.races import a_race, asked, game, play, where, words

rule = pytest.mark.rule
THREE = {"a": "bunker {} 111111", "b": "bunker {} 111111", "c": "bunker {} 111111"}


def new(*seats: str, **options: str) -> Referee:
    return Referee(game(), game().new(list(seats), options))


@rule("BT-01")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_two_to_four_play_alone_each_with_a_bunker(count: int) -> None:
    state = game().new([f"p{number}" for number in range(count)], {})
    assert len({racer.team for racer in state.racers.values()}) == count
    assert [racer.bunker for racer in state.racers.values()] == {2: [0, 2], 3: [0, 1, 2],
                                                                 4: [0, 1, 2, 3]}[count]


@rule("BT-01")
@pytest.mark.parametrize("count", [6, 8])
def test_six_or_eight_play_in_teams_of_two(count: int) -> None:
    state = game().new([f"p{number}" for number in range(count)], {})
    teams = [racer.team for racer in state.racers.values()]
    assert teams == list(range(count // 2)) * 2
    assert state.mate("p0") == f"p{count // 2}"


@rule("BT-01")
@pytest.mark.parametrize("count", [1, 5, 7, 9])
def test_other_numbers_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"{count} players were named"):
        game().new([f"p{number}" for number in range(count)], {})


@rule("BT-02")
def test_every_pawn_begins_in_its_bunker_without_parts() -> None:
    racers = game().new(["a", "b", "c"], {}).racers.values()
    assert all(racer.square == IN_BUNKER and not racer.parts for racer in racers)


@rule("BT-02")
def test_bunkers_may_be_chosen_each_once() -> None:
    referee = new("a", "b", bunkers="chosen")
    play(referee, "a bunker 3")
    assert words(referee) == ("0", "1", "2")
    play(referee, "b bunker 1")
    assert [racer.bunker for racer in referee.state.racers.values()] == [3, 1]


@rule("BT-02")
def test_teammates_share_the_bunker_one_of_them_chooses() -> None:
    referee = new("a", "b", "c", "d", "e", "f", bunkers="chosen")
    play(referee, "a bunker 3", "b bunker 0", "c bunker 1")
    assert [racer.bunker for racer in referee.state.racers.values()] == [3, 0, 1, 3, 0, 1]
    assert asked(referee) == ("a", "side")


@rule("BT-03")
def test_every_player_begins_with_one_of_each_resource() -> None:
    assert all(set(racer.stock.values()) == {1} and len(racer.stock) == 6
               for racer in game().new(["a", "b"], {}).racers.values())


@rule("BT-04")
def test_each_chooses_a_side_before_the_first_throw_two_may_have_the_same() -> None:
    referee = new("a", "b")
    assert words(referee) == ("azure", "purple")
    play(referee, "a side azure")
    assert asked(referee) == ("b", "side")
    play(referee, "b side azure", "- first b")
    assert [racer.alignment for racer in referee.state.racers.values()] == ["azure", "azure"]
    assert asked(referee) == ("b", "start")


@rule("BT-05")
def test_turns_go_round_in_a_fixed_order() -> None:
    referee = a_race(**THREE)
    order = []
    for _ in range(4):
        seat, _key = asked(referee)
        order.append(seat)
        play(referee, f"{seat} start ##...")
    assert order == ["a", "b", "c", "a"]
    assert referee.state.turn == 5


@rule("BT-06")
@pytest.mark.parametrize(("tokens", "value"), [
    ("#....", 1), ("##...", 2), ("###..", 3), ("####.", 4), ("#####", 5), (".....", 10), (".#.#.", 2)])
def test_five_tokens_count_their_marks_and_none_counts_ten(tokens: str, value: int) -> None:
    referee = play(a_race(a="37 {6,19,32,45} 111111", b="bunker {} 111111"), f"a move {tokens}")
    assert f"a throws {value}." in [line.text.format(**line.args) for line in referee.log]


@rule("BT-06")
def test_a_throw_with_another_number_of_tokens_is_refused() -> None:
    with pytest.raises(Refused, match="is missing"):
        a_race(**THREE).answer("a", "start", "t1=marked t2=marked t3=blank t4=blank")


@rule("BT-07")
def test_the_weld_throw_has_four_tokens_and_no_mark_is_none() -> None:
    referee = play(a_race(a="21 {6,19} 111111", b="bunker {} 111111"), "a move #....", "a attack .....")
    assert asked(referee) == ("a", "weld")
    play(referee, "a weld ....")
    assert where(referee, "a") == "22 {6,19} 111111"


@rule("BT-08")
def test_a_start_throw_but_one_leaves_the_pawn_in_the_bunker() -> None:
    referee = play(a_race(**THREE), "a start ###..")
    assert where(referee, "a") == "bunker {} 111111"
    assert asked(referee) == ("b", "start")


@rule("BT-09")
@pytest.mark.parametrize(("seat", "square"), [("a", "0"), ("b", "13"), ("c", "26")])
def test_a_one_puts_the_pawn_on_its_start_square(seat: str, square: str) -> None:
    referee = play(a_race(current=seat, **THREE), f"{seat} start #....")
    assert where(referee, seat).split()[0] == square


@rule("BT-10")
def test_then_the_player_throws_again_or_stays() -> None:
    stays = play(a_race(**THREE), "a start #....", "a again stay")
    assert where(stays, "a").startswith("0 ")
    assert asked(stays) == ("b", "start")
    goes = play(a_race(**THREE), "a start #....", "a again throw", "a move #####", "a stop 5")
    assert where(goes, "a").startswith("5 ")


@rule("BT-11")
def test_an_opponent_on_the_start_square_goes_to_the_checkpoint_behind() -> None:
    owns = a_race(current="c", a="bunker {} 111111", b="26 {19} 111111", c="bunker {} 111111")
    play(owns, "c start #....")
    assert where(owns, "b") == "19 {19} 111111"
    lacks = a_race(current="c", a="bunker {} 111111", b="26 {} 111111", c="bunker {} 111111")
    play(lacks, "c start #....")
    assert where(lacks, "b") == "19 {} 111111 weld 19"
    assert where(lacks, "c").startswith("26 ")


@rule("BT-11")
def test_who_is_sent_there_blows_up_a_weld_under_way() -> None:
    referee = a_race(current="c", a="19 {6} 111111 weld", b="26 {19} 111111", c="bunker {} 111111")
    play(referee, "c start #....")
    assert where(referee, "a") == "bunker {6} 111111"


@rule("BT-11")
def test_a_teammate_on_the_start_square_stays() -> None:
    referee = a_race(current="a1", a1="bunker {} 111111", b1="13 {} 111111", a2="0 {} 111111",
                     b2="bunker {} 111111")
    play(referee, "a1 start #....")
    assert where(referee, "a2") == "0 {} 111111"


@rule("BT-12")
def test_a_start_throw_of_ten_gives_no_event_but_releases() -> None:
    referee = a_race(current="a", a="bunker {} 111111", b="bunker {} 111111", c="23 {32} 110111 need tyres")
    play(referee, "a start .....")
    assert where(referee, "a") == "bunker {} 111111"
    assert where(referee, "c") == "21 {32} 110111 repair tyres"
    assert asked(referee) == ("b", "start")


@pytest.mark.parametrize(("options", "why"), [
    ({"speed": "yes"}, "There is no option “speed”"),
    ({"attack_blocks": "perhaps"}, "attack_blocks cannot be “perhaps”; it may be yes, no."),
])
def test_options_that_are_none_are_refused(options: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        game().new(["a", "b"], options)


def test_true_and_false_are_yes_and_no() -> None:
    assert game().new(["a", "b"], {"attack_blocks": False}).options["attack_blocks"] == "no"
