"""High Noon, scores, ties and the final duel (QU-140, QU-142 to QU-153)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.engine.referee import Referee
from companion.games.quick_and_undead.ending import scores
from companion.games.quick_and_undead.town import Town
from tests.games.quick_and_undead.towns import BUILDINGS, a_town, asked, finish_turn, game, play, sit, told

rule = pytest.mark.rule
DUELS = ("aim", "duel", "load", "champion")


def clearing(*, options: str = "", turn: int = 1, day: int = 1, a: str = "{5} s3", second: str = "B03"
             ) -> Referee:
    """Gang a, who sits in the building `second` on S03, kills the last undead in town on spot 4.

    Three cards are left in Boot Hill.
    """
    state = a_town(options=options, turn=turn, day=day, hill=3, occupants={"S03": "a"}, a=a, b="{}",
                   buildings=("B01", second, "B10", "B06", "B07", "B08"))
    referee = play(sit(state), "a start done", "a select 4", "b select 2")
    if asked(referee)[1] == "hired":
        play(referee, "a hired stay")
    return play(referee, "a ability shoot:U08", "a undead_shot 5")


@rule("QU-142")
def test_a_town_without_undead_at_the_end_of_a_turn_arms_high_noon_whatever_boot_hill_holds() -> None:
    referee = clearing()
    assert referee.state.high_noon == "no"
    finish_turn(referee, "start", "select")
    assert told(referee, "QU-142")
    assert (referee.state.high_noon, referee.state.turn) == ("running", 2)


@rule("QU-142")
def test_an_undead_anywhere_in_town_keeps_high_noon_away() -> None:
    for undead, street in (({"S01": "U04"}, ""), ({}, "U08")):
        state = a_town(street=street, undead=undead, a="{}", b="{}")
        referee = finish_turn(play(sit(state), "a select 3", "b select 2"), "select")
        assert referee.state.high_noon == "no"


@rule("QU-142", "QU-143")
def test_a_table_may_arm_high_noon_the_moment_the_town_is_clear() -> None:
    referee = clearing(options="high_noon_mid_turn=yes")
    assert referee.state.high_noon == "armed"


@rule("QU-143")
def test_an_undead_that_comes_later_does_not_cancel_it() -> None:
    referee = finish_turn(clearing(a="{5} s3 n1", second="B16"), "start")
    assert referee.state.high_noon == "running"
    play(referee, "a start S03", "a send S01", "a undead U04")
    assert referee.state.town_undead() == 1
    finish_turn(play(finish_turn(referee, "select"), "a select 3", "b select 5"))
    assert referee.outcome is not None
    assert referee.outcome.reason == "high_noon"


@rule("QU-144")
def test_the_next_turn_is_the_last_and_nothing_is_paid_for_buildings_after_it() -> None:
    referee = finish_turn(clearing(turn=2), "start", "select")
    assert told(referee, "QU-144")
    assert (referee.state.day, referee.state.turn) == (1, 3)
    loaded = list(referee.state.gangs["a"].loaded)
    play(finish_turn(referee, "select"), "a select 3", "b select 5")
    assert finish_turn(referee, "keep").outcome is not None
    assert referee.state.controlled("a") == ["S03"]
    assert set(loaded) <= set(referee.state.gangs["a"].loaded)


@rule("QU-145")
def test_armed_in_the_third_turn_the_day_ends_first() -> None:
    referee = finish_turn(clearing(turn=3, day=2), "keep")
    assert asked(referee) == ("a", "keep")
    play(referee, "a keep leave")
    assert (referee.state.day, referee.state.turn, referee.state.high_noon) == (3, 1, "running")
    play(referee, "a select 3", "b select 2")
    assert finish_turn(referee).outcome is not None


def last_turn(*, occupants: dict[str, str] | None = None, buildings: Sequence[str] = BUILDINGS,
              **gangs: str) -> Referee:
    """The last turn, in which nobody has an outlaw left, up to the scores or a final duel."""
    outlaws = {name: f"{text} s0 g4" for name, text in gangs.items()}
    state = a_town(street="", occupants=occupants, buildings=buildings, **outlaws)
    state.high_noon = "running"
    return finish_turn(sit(state), *DUELS)


def winners(referee: Referee) -> tuple[str, ...]:
    assert referee.outcome is not None
    return referee.outcome.winners


@rule("QU-140", "QU-146")
def test_the_score_is_tokens_undead_killed_and_own_buildings_that_hold_no_undead() -> None:
    state = a_town(buildings=("B14", "B10", "B03", "B06", "B07", "B08"), street="", undead={"S03": "U04"},
                   occupants={"S01": "a", "S03": "a"}, a="{} n3 f2", b="{}")
    state.gangs["a"].kills = ["U07", "U13"]
    first, second = scores(Town(game().box, state))
    assert (first.tokens, first.kills, first.buildings, first.total) == (13, 6, 5, 24)
    assert second.total == 0
    state.places["S03"].undead = []
    assert scores(Town(game().box, state))[0].buildings == 9


@rule("QU-146")
def test_the_most_notoriety_wins_not_the_most_coins() -> None:
    assert winners(last_turn(a="{} n3 c1", b="{} n2 c9")) == ("a",)


@rule("QU-147")
def test_of_equals_the_one_with_the_most_coins_wins() -> None:
    assert winners(last_turn(a="{} n4 f2 c3", b="{} n4 f2 c5")) == ("b",)


TIED = "n4 f2 c5"


@rule("QU-148")
def test_those_still_tied_duel_and_the_survivor_wins() -> None:
    referee = last_turn(a=f"{{6}} {TIED}", b=f"{{4}} {TIED}", c="{} n1")
    assert referee.question is not None
    assert list(referee.question.asks) == ["a", "b"]
    play(referee, "a duel 6", "b duel 3")
    assert winners(referee) == ("a",)
    assert referee.state.purses["a"].n1 == 4


@rule("QU-149")
def test_nobody_buys_himself_out_of_the_final_duel() -> None:
    referee = last_turn(buildings=("B17", "B19", "B03", "B06", "B07", "B08"),
                         occupants={"S01": "a", "S03": "b"}, a="{6} f1 n3 c5", b="{4} f1 n4 c5")
    assert asked(referee) == ("a", "duel")
    assert referee.state.purses["b"].n1 == 4


@rule("QU-150")
def test_where_one_has_no_bullet_all_gain_one() -> None:
    referee = last_turn(a=f"{{}} {TIED}", b=f"{{4}} {TIED}")
    assert asked(referee) == ("a", "load")
    play(referee, "a load 2", "b load 5")
    assert referee.state.gangs["b"].loaded == [4, 5]
    assert asked(referee) == ("a", "duel")
    play(referee, "a duel 8", "b duel 3", "a critical no")
    assert asked(referee) == ("a", "duel")


@rule("QU-151")
def test_volleys_repeat_until_one_is_left() -> None:
    referee = last_turn(a=f"{{6}} {TIED}", b=f"{{4}} {TIED}")
    play(referee, "a duel 2", "b duel 3")
    assert asked(referee) == ("a", "duel")
    play(referee, "a duel 2", "b duel 4")
    assert winners(referee) == ("b",)


@rule("QU-151")
def test_a_fumbler_is_out() -> None:
    referee = last_turn(a=f"{{6}} {TIED}", b=f"{{4}} backfire {TIED}")
    assert winners(play(referee, "a duel 2", "b duel 1")) == ("a",)


@rule("QU-151")
def test_where_all_fumble_all_stay_in() -> None:
    referee = last_turn(a=f"{{6}} backfire {TIED}", b=f"{{4}} backfire {TIED}")
    play(referee, "a duel 1", "b duel 1")
    assert asked(referee) == ("a", "duel")


@rule("QU-148", "QU-151")
def test_of_three_who_are_tied_the_first_to_die_leaves_the_two_others_to_it() -> None:
    referee = last_turn(a=f"{{6}} {TIED}", b=f"{{4}} {TIED}", c=f"{{3,5}} {TIED}")
    play(referee, "a aim b", "b aim c", "c aim b", "a duel 2", "b duel 2", "c duel 3")
    assert referee.question is not None
    assert list(referee.question.asks) == ["a", "c"]
    assert referee.state.gangs["c"].loaded == [5]


@rule("QU-152")
def test_where_the_duelists_kill_each_other_the_next_best_gang_wins() -> None:
    referee = last_turn(a=f"{{5}} {TIED}", b=f"{{5}} {TIED}", c="{} f1 n1", d="{} f1")
    assert winners(play(referee, "a duel 5", "b duel 5")) == ("c",)


@rule("QU-153")
def test_the_next_best_may_be_tied_and_duel_too() -> None:
    referee = last_turn(a=f"{{5}} {TIED}", b=f"{{5}} {TIED}", c="{4} f1 c2", d="{3} f1 c2")
    play(referee, "a duel 5", "b duel 5")
    assert referee.question is not None
    assert list(referee.question.asks) == ["c", "d"]
    assert winners(play(referee, "c duel 2", "d duel 3")) == ("d",)


@rule("QU-153")
def test_where_nobody_is_left_the_dead_share_the_win() -> None:
    referee = last_turn(a=f"{{5}} {TIED}", b=f"{{5}} {TIED}", c="{4} f1 c2", d="{4} f1 c2")
    play(referee, "a duel 5", "b duel 5", "c duel 4", "d duel 4")
    assert winners(referee) == ("a", "b", "c", "d")
