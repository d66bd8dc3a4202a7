"""Alone: what the player does to Dead Ranger, undead, the ends, harder options (QU-185 to QU-199)."""

from __future__ import annotations

import pytest

from companion.games.quick_and_undead.ending import solo_score
from companion.games.quick_and_undead.town import Town
from tests.games.quick_and_undead.test_solo import FULL, ranger
from tests.games.quick_and_undead.towns import (
    a_town,
    alone,
    asked,
    finish_turn,
    game,
    play,
    sit,
    told,
    where,
    words,
)

rule = pytest.mark.rule
SLOTS = tuple(slot.id for slot in game().box.slots)
CARDS = [f"U{number:02}" for number in range(4, 19)]


@rule("QU-185")
@pytest.mark.parametrize("how", ["s", "l"])
def test_the_player_may_lean_on_his_outlaws_standing_or_laid(how: str) -> None:
    referee = alone("{}", 8, 7, ranger=f"{FULL} [3{how}] g5 skull")
    assert "lean:dead_ranger@3" in words(referee)
    assert "lean:dead_ranger@7" not in words(referee)


@rule("QU-186")
def test_he_never_pays_and_a_hit_takes_outlaw_and_bullet() -> None:
    referee = play(alone("{6}", 8, 3), "ana ability lean:dead_ranger@3")
    assert asked(referee) == ("ana", "intimidation_shot")
    play(referee, "ana intimidation_shot 6", "ana undead U04")
    assert ranger(referee) == "{2,3,4,5,7} [] g6 skull"
    assert where(referee, "ana").startswith("{} c0 n1 s3 [8s] ")
    assert referee.state.town_undead() == 2
    assert asked(referee) == ("ana", "income")


@rule("QU-186")
def test_a_miss_takes_nothing() -> None:
    referee = play(alone("{6}", 8, 3), "ana ability lean:dead_ranger@3", "ana intimidation_shot 5")
    assert ranger(referee) == f"{FULL} [3s] g5 skull"


@rule("QU-187")
def test_a_slot_he_has_empty_loses_nothing() -> None:
    referee = play(alone("{6}", 8, 3, ranger="{2,3} g6 skull"), "ana ability lean:dead_ranger@3",
                   "ana intimidation_shot 6", "ana undead U04")
    assert ranger(referee) == "{2,3} [] g6 skull"
    assert where(referee, "ana").startswith("{} c0 n1 ")


@rule("QU-188")
def test_a_critical_takes_the_bullet_of_choice() -> None:
    referee = play(alone("{6}", 8, 3), "ana ability lean:dead_ranger@3", "ana intimidation_shot 8",
                   "ana critical yes")
    assert asked(referee) == ("ana", "ranger_bullet")
    play(referee, "ana ranger_bullet 7", "ana undead U04")
    assert ranger(referee).startswith("{2,3,4,5,6} []")
    assert where(referee, "ana").startswith("{6} c0 n1 ")


@rule("QU-189")
def test_undead_come_to_the_street_then_to_the_first_building_without_one() -> None:
    for street, undead, comes in (("", {}, "street"), ("U12", {}, "S01"), ("U12", {"S01": "U05"}, "S02")):
        referee = play(alone("{}", 5, 5, street=street, undead=undead), "ana duel 3 6", "ana undead U04")
        held = referee.state.street if comes == "street" else referee.state.places[comes].undead
        assert held == ["U04"]


@rule("QU-190")
def test_with_no_place_left_for_an_undead_the_town_is_overrun() -> None:
    full = dict(zip(SLOTS, CARDS[1:], strict=False))
    referee = play(alone("{}", 5, 5, street=CARDS[0], undead=full), "ana duel 3 6")
    assert referee.outcome is not None
    assert (referee.outcome.reason, referee.outcome.winners) == ("overrun", ())
    free = dict(list(full.items())[:-1])
    assert asked(play(alone("{}", 5, 5, street=CARDS[0], undead=free), "ana duel 3 6"))[1] == "undead"


@rule("QU-191")
def test_with_all_outlaws_in_the_graveyard_at_the_end_of_a_turn_the_game_is_lost() -> None:
    referee = play(alone("{} s1 g3", 5, 5), "ana duel 3 6", "ana undead U04")
    assert referee.outcome is not None
    assert (referee.outcome.reason, referee.outcome.winners) == ("gang_dead", ())


@rule("QU-191")
def test_an_outlaw_in_a_building_is_enough_to_go_on() -> None:
    referee = alone("{} s1 g2", 5, 5, occupants={"S02": "ana"})
    play(referee, "ana duel 3 6", "ana undead U04", "ana withdraw")
    assert referee.outcome is None


@rule("QU-192")
def test_a_killed_undead_goes_under_boot_hill() -> None:
    referee = play(alone("{2}", 7, 8), "ana ability shoot:U12", "ana undead_shot 2")
    assert referee.state.gangs["ana"].kills == []
    assert referee.state.boot_hill_under == ["U12"]
    assert (referee.state.boot_hill, game().view(referee.state, None)["boot_hill"]) == (14, 15)


@rule("QU-192")
def test_it_comes_again_when_all_above_it_have_come() -> None:
    state = a_town(hill=0, street="", ana="{}")
    state.boot_hill_under, state.undead_seen = ["U12", "U04"], CARDS
    referee = play(sit(state), "ana place 5", "ana ranger_roll 5", "ana duel 3 6")
    assert referee.state.street == ["U12"]
    assert referee.state.boot_hill_under == ["U04"]


@rule("QU-193")
def test_at_the_end_of_a_day_the_players_outlaws_go_home_his_stay() -> None:
    referee = alone("{3} s1 [6l 4l]", 7, 8, ranger=f"{FULL} [3l] g5 skull", turn=3, occupants={"S02": "ana"})
    finish_turn(referee, "keep")
    assert asked(referee) == ("ana", "keep")
    play(referee, "ana keep 3")
    assert ranger(referee) == f"{FULL} [3l 8l] g4 skull"
    assert where(referee, "ana").split(" s")[1].startswith("3 [] ")
    assert referee.state.day == 2


@rule("QU-194")
def test_taking_his_last_bullet_wins_at_once() -> None:
    referee = play(alone("{4}", 8, 3, ranger="{4} g6 skull"), "ana ability lean:dead_ranger@3",
                   "ana intimidation_shot 4")
    assert referee.outcome is not None
    assert (referee.outcome.reason, referee.outcome.winners) == ("ranger_beaten", ("ana",))


@rule("QU-194")
def test_there_is_no_high_noon_alone() -> None:
    referee = finish_turn(alone("{}", 3, 7, street=""), "place")
    assert referee.state.town_undead() == 0
    assert referee.state.high_noon == "no"


@rule("QU-195")
def test_the_score_of_a_game_alone() -> None:
    undead = {"S04": "U04", "S05": "U05", "S06": "U06"}
    cards = ("B01", "B04", "B11", "B06", "B07", "B08", "B10", "B14", "B02", "B16", "B18", "B12")
    state = a_town(buildings=cards, street="U12", undead=undead,
                   occupants={"S02": "ana", "S03": "ana", "S04": "ana"}, ana="{} n2 f1 g1 s0",
                   ranger=f"{FULL} [3l 8l] g4 skull")
    assert solo_score(Town(game().box, state)) == 5 - 2 + 7 + 18 + 7 - 1


@rule("QU-197")
def test_reinforcements_bring_an_undead_whenever_he_comes_to_seven() -> None:
    for number, spot in ((7, 5), (1, 7)):
        referee = alone("{}", spot, number, options="reinforcements=yes")
        assert asked(referee) == ("ana", "undead")
        play(referee, "ana undead U04")
        assert referee.state.places["S01"].undead == ["U04"]
        assert referee.state.boot_hill == 13
    assert asked(alone("{}", 5, 7))[1] != "undead"
    assert asked(alone("{}", 3, 6, options="reinforcements=yes"))[1] != "undead"


@rule("QU-198")
def test_the_horde_brings_an_undead_when_he_on_eight_can_lean_on_nobody() -> None:
    referee = alone("{}", 7, 8, options="horde=yes")
    assert asked(referee) == ("ana", "undead")
    assert told(referee, "QU-198")
    assert asked(alone("{}", 7, 8))[1] == "ability"
    assert asked(alone("{}", 4, 8, options="horde=yes"))[1] == "pay_or_leave"
    assert asked(finish_turn(alone("{}", 3, 4, options="horde=yes"), "undead", "place"))[1] == "place"


@rule("QU-199")
def test_fast_undead_lean_on_laid_outlaws_too() -> None:
    referee = alone("{} s1 [5l 4l]", 7, 8, options="fast_undead=yes")
    assert told(referee, "QU-178") == ["Dead Ranger leans on ana, on spot 5."]
    play(referee, "ana pay_or_leave leave", "ana intimidation_shot 6", "ana undead U04")
    assert where(referee, "ana") == "{} c0 n0 s0 [4l 7s] g1 o2 skull"
    assert asked(alone("{} s1 [5l 4l]", 7, 8))[1] == "ability"


@rule("QU-199")
def test_the_standing_outlaw_comes_first() -> None:
    referee = alone("{} s1 [5l 4l]", 3, 8, options="fast_undead=yes")
    assert told(referee, "QU-178") == ["Dead Ranger leans on ana, on spot 3."]
