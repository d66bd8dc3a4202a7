"""Setting up (QU-01 to QU-13, QU-154, QU-155, QU-160 to QU-163)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from companion.games.quick_and_undead.town import Town
from companion.games.quick_and_undead.view import view
from tests.games.quick_and_undead.towns import asked, game, play, told, words

rule = pytest.mark.rule
ALL = [f"B{number:02}" for number in range(1, 21)]
SMALL = [card.id for card in game().box.buildings if not card.four_plus]


def new(*seats: str, **options: str) -> Referee:
    return Referee(game(), game().new(list(seats), options))


def laid_out(*seats: str, cards: list[str] | None = None, **options: str) -> Referee:
    """After buildings and undead are dealt: buildings in the order of the box, undead as they come."""
    referee = new(*seats, **options)
    count = {1: 12, 2: 6, 3: 8, 4: 10, 5: 11, 6: 12}[4 if options.get("two_gang") else len(seats)]
    play(referee, f"- buildings {' '.join((cards or SMALL)[:count])}")
    while referee.question is not None and referee.question.key == "undead":
        play(referee, f"{asked(referee)[0]} undead {words(referee)[0]}")
    return referee


@rule("QU-01")
def test_one_plays_alone_two_to_six_play_together() -> None:
    assert new("a").state.mode == "solo"
    assert new("a", "b").state.mode == "standard"
    assert new("a", "b", two_gang="yes").state.mode == "two_gang"
    with pytest.raises(ValueError, match="7 players were named"):
        new(*"abcdefg")
    with pytest.raises(ValueError, match="Two gangs each is for two players; 3 were named"):
        new("a", "b", "c", two_gang="yes")


def test_what_nobody_settles_is_as_the_rulings_have_it() -> None:
    state = new("a", "b", "c").state
    assert {name for name, word in state.options.items() if word == "yes"} == {
        "dead_keep_bullet", "saloon_half_price", "change_into_five"}
    assert state.options["hired_double_from"] == "5"
    assert state.options["secret_choice"] == "sealed"
    assert len(state.options) == len(game().options) == 17
    assert all(option.rules for option in game().options)
    assert {frozenset(option.words) for option in game().options} == {
        frozenset({"yes", "no"}), frozenset({"5", "6"}), frozenset({"sealed", "dice"})}
    with pytest.raises(ValueError, match="horde"):
        new("a", horde="perhaps")


@rule("QU-02")
@pytest.mark.parametrize(("seats", "cards"), [("ab", 15), ("abc", 15), ("abcd", 20), ("abcdef", 20)])
def test_up_to_three_players_leave_the_four_plus_buildings_in_the_box(seats: str, cards: int) -> None:
    assert len(words(new(*seats))) == cards


@rule("QU-02", "QU-154")
def test_two_gangs_each_play_with_all_buildings() -> None:
    assert len(words(new("a", "b", two_gang="yes"))) == 20


@rule("QU-03")
def test_one_building_lies_on_each_slot_for_the_number_of_players() -> None:
    assert list(laid_out("a", "b", "c").state.places) == [
        "S01", "S03", "S04", "S05", "S07", "S09", "S10", "S11"]
    assert len(laid_out(*"abcdef", cards=ALL).state.places) == 12


@rule("QU-04", "QU-06")
@pytest.mark.parametrize("seats", ["ab", "abc", "abcd"])
def test_boot_hill_has_three_a_player_and_two_a_player_less_one_when_all_are_out(seats: str) -> None:
    referee = new(*seats)
    count = {2: 6, 3: 8, 4: 10}[len(seats)]
    play(referee, f"- buildings {' '.join(SMALL[:count])}")
    assert referee.state.boot_hill == 3 * len(seats)
    state = laid_out(*seats, cards=ALL if len(seats) > 3 else SMALL).state
    assert state.boot_hill == 2 * len(seats) - 1
    assert state.town_undead() == len(seats) + 1
    assert len(state.street) == 1


@rule("QU-05")
def test_undead_lie_under_the_buildings_of_most_notoriety_then_of_higher_cost() -> None:
    referee = laid_out("a", "b", cards=["B10", "B16", "B02", "B14", "B11", "B03"])
    holding = [place.building for place in referee.state.places.values() if place.undead]
    assert sorted(holding) == ["B14", "B16"]
    referee = laid_out("a", "b", cards=["B10", "B02", "B16", "B03", "B11", "B12"])
    holding = [place.building for place in referee.state.places.values() if place.undead]
    assert sorted(holding) == ["B11", "B16"]


@rule("QU-07")
def test_the_printed_bonuses_come_from_the_supply() -> None:
    state = laid_out("a", "b", "c").state
    bonuses = [place.bonus for place in state.places.values()]
    assert (bonuses.count("coin"), bonuses.count("n1"), bonuses.count("bullet")) == (4, 1, 3)
    assert (state.supply.coins, state.supply.n1, state.supply.n5) == (44, 29, 11)


@rule("QU-08", "QU-09", "QU-13")
def test_each_gang_has_its_kit() -> None:
    gang = new("a", "b").state.gangs["a"]
    assert (gang.stash, gang.outside, gang.graveyard, gang.crit) == (4, 2, 0, "skull")
    assert gang.loaded == []
    assert gang.empty == [2, 3, 4, 5, 6, 7]


@rule("QU-10")
def test_three_starting_resources_are_picked_at_the_same_time() -> None:
    referee = laid_out("a", "b")
    assert referee.question is not None
    assert list(referee.question.asks) == ["a", "b"]
    play(referee, "a picks bullet bullet coin")
    assert referee.state.purses["a"].coins == 0
    play(referee, "b picks n1 n1 n1")
    assert asked(referee) == ("a", "slots")
    play(referee, "a slots 4 6")
    state = referee.state
    assert state.gangs["a"].loaded == [4, 6]
    assert (state.purses["a"].coins, state.purses["a"].n1) == (1, 0)
    assert state.purses["b"].n1 == 3
    assert (state.supply.coins, state.supply.n1) == (48 - 3 - 1, 30 - 3)


@rule("QU-11")
def test_coins_notoriety_and_targeting_cards_are_open_to_all() -> None:
    referee = laid_out("a", "b")
    play(referee, "a picks coin coin bullet", "b picks n1 coin coin", "a slots 7")
    seen = view(Town(game().box, referee.state), "b")["gangs"][0]
    assert (seen["coins"], seen["loaded"], seen["crit"]) == (2, [7], "skull")


@rule("QU-12")
def test_the_table_says_who_takes_the_badge() -> None:
    referee = laid_out("a", "b", "c")
    play(referee, "a picks coin coin coin", "b picks coin coin coin", "c picks coin coin coin")
    assert asked(referee) == ("-", "law")
    play(referee, "- law b")
    assert referee.state.law == "b"
    assert (referee.state.day, referee.state.turn) == (1, 1)


@rule("QU-154", "QU-155")
def test_two_gangs_each_are_laid_out_as_for_four_with_three_resources_a_gang() -> None:
    referee = laid_out("a", "b", cards=ALL, two_gang="yes")
    assert list(referee.state.gangs) == ["a_1", "b_1", "a_2", "b_2"]
    assert referee.state.boot_hill == 7
    assert referee.state.town_undead() == 5
    play(referee, "a picks coin coin coin", "b picks coin coin coin")
    assert asked(referee) == ("a", "picks_2")
    play(referee, "a picks_2 bullet n1 n1", "b picks_2 coin coin coin", "a slots 3")
    assert referee.state.gangs["a_2"].loaded == [3]
    assert referee.state.gangs["a_1"].loaded == []
    assert (referee.state.purses["a"].coins, referee.state.purses["a"].n1) == (3, 2)


@rule("QU-160", "QU-161", "QU-162", "QU-163", "QU-164")
def test_alone_the_whole_board_is_filled_without_bonuses_and_dead_ranger_waits() -> None:
    referee = laid_out("a")
    state = referee.state
    assert len(state.places) == 12
    assert all(place.bonus == "" for place in state.places.values())
    assert (len(state.street), state.boot_hill, state.town_undead()) == (1, 14, 1)
    assert not {"U01", "U02", "U03"} & set(state.street)
    play(referee, "a picks bullet bullet coin", "a slots 2 7")
    ranger = referee.state.ranger
    assert ranger is not None
    assert (ranger.graveyard, ranger.loaded, ranger.crit) == (6, [2, 3, 4, 5, 6, 7], "skull")
    assert referee.state.law == "a"
    assert told(referee, "QU-163")
    assert asked(referee) == ("a", "place")


@rule("QU-196")
def test_with_the_horsemen_the_strongest_undead_stay_in() -> None:
    referee = new("a", horsemen="yes")
    play(referee, f"- buildings {' '.join(SMALL[:12])}")
    assert referee.state.boot_hill == 18
    assert {"U01", "U02", "U03"} <= set(words(referee))
