"""Shooting at undead (QU-104 to QU-114)."""

from __future__ import annotations

import pytest

from companion.engine.referee import Referee
from tests.games.quick_and_undead.towns import a_town, asked, play, sit, where, words

rule = pytest.mark.rule


def hunting(a: str, *rolls: int, card: str = "U08", options: str = "") -> Referee:
    """Gang a on spot 7 shoots at U08 in the street (it dies on 3, 5 and 7), going on after each roll."""
    state = a_town(street="U08", undead={"S01": "U04 U13"}, options=options, a=a, b="{}")
    referee = play(sit(state), "a select 7", "b select 2")
    while asked(referee)[1] == "hired":
        play(referee, f"{asked(referee)[0]} hired stay")
    play(referee, f"a ability shoot:{card}")
    for place, number in enumerate(rolls):
        if place:
            play(referee, "a shoot roll")
        play(referee, f"a undead_shot {number}")
    return referee


def lives(referee: Referee, card: str = "U08") -> bool:
    places = referee.state.places.values()
    return card in referee.state.street or any(card in place.undead for place in places)


@rule("QU-104")
def test_the_announced_undead_alone_can_be_hit() -> None:
    referee = hunting("{2}", 2)
    assert lives(referee, "U04")
    assert lives(referee, "U13")
    assert referee.state.target == "U08"


@rule("QU-105")
def test_a_weak_point_on_a_loaded_slot_kills_and_spends_the_bullet() -> None:
    referee = hunting("{5}", 5)
    assert not lives(referee)
    assert where(referee, "a") == "{} c0 n0 s3 [7s] g0 o2 skull kills U08"


@rule("QU-106")
def test_another_loaded_slot_spends_its_bullet_without_a_kill() -> None:
    referee = hunting("{4,5}", 4)
    assert lives(referee)
    assert where(referee, "a").startswith("{5} ")
    assert asked(referee) == ("a", "shoot")


@rule("QU-107")
def test_an_empty_slot_misses_even_on_a_weak_point() -> None:
    referee = hunting("{5}", 3)
    assert lives(referee)
    assert where(referee, "a").startswith("{5} ")


@rule("QU-108")
def test_the_shooter_may_stop_before_any_further_roll() -> None:
    referee = play(hunting("{5}", 3, 4), "a shoot stop")
    assert lives(referee)
    assert asked(referee) == ("a", "income")


@rule("QU-109")
def test_a_number_rolled_for_the_second_time_ends_the_attempt() -> None:
    referee = hunting("{5}", 4, 6, 4)
    assert lives(referee)
    assert asked(referee) == ("a", "income")


@rule("QU-109")
def test_a_repeated_weak_point_does_not_hit() -> None:
    referee = hunting("{2}", 3, 3)
    assert lives(referee)


@rule("QU-110")
def test_every_slot_rolled_ends_with_its_shell_up() -> None:
    referee = hunting("{4,6}", 3, 6, 3)
    assert where(referee, "a").startswith("{4} ")


@rule("QU-111")
@pytest.mark.parametrize(("crit", "rolls"), [("skull", (1, 5, 1)), ("backfire", (8, 8))])
def test_ones_and_eights_count_as_numbers_too(crit: str, rolls: tuple[int, ...]) -> None:
    referee = hunting(f"{{}} {crit}", *rolls)
    assert lives(referee)
    assert asked(referee) == ("a", "income")


@rule("QU-111")
def test_a_second_eight_cannot_be_triggered() -> None:
    referee = play(hunting("{}", 8), "a critical no", "a shoot roll", "a undead_shot 8")
    assert lives(referee)
    assert asked(referee) == ("a", "income")


@rule("QU-112")
def test_a_critical_kills_without_a_bullet() -> None:
    referee = play(hunting("{}", 8), "a critical yes")
    assert not lives(referee)
    assert where(referee, "a") == "{} c0 n0 s3 [7s] g0 o2 backfire kills U08"


@rule("QU-113")
def test_a_fumble_ends_attempt_and_turn_and_spent_bullets_stay_spent() -> None:
    referee = hunting("{4} backfire", 4, 1)
    assert where(referee, "a") == "{} c0 n0 s4 [] g0 o2 skull"
    assert asked(referee)[0] == "b"


@rule("QU-114")
def test_the_killer_keeps_the_card_and_goes_on_to_income() -> None:
    referee = hunting("{5,7}", 5)
    assert referee.state.gangs["a"].kills == ["U08"]
    assert asked(referee) == ("a", "income")


@rule("QU-114")
def test_an_undead_in_a_building_is_taken_from_there() -> None:
    referee = hunting("{2}", 2, card="U04")
    assert referee.state.places["S01"].undead == ["U13"]


@rule("QU-218")
@pytest.mark.parametrize(("ruling", "notoriety"), [("no", "n0"), ("yes", "n1")])
def test_fame_counts_shooting_at_undead_only_where_the_table_says_so(ruling: str, notoriety: str) -> None:
    state = a_town(options=f"fame_undead={ruling}", buildings=("B19", "B03", "B05", "B06", "B07", "B08"),
                   occupants={"S01": "a"}, a="{} s3", b="{}")
    referee = play(sit(state), "a select 7", "b select 2", "a ability shoot:U08")
    assert where(referee, "a").split()[2] == notoriety


@rule("QU-214")
def test_the_bounty_pays_its_controller_for_every_undead_anyone_kills() -> None:
    state = a_town(buildings=("B15", "B03", "B05", "B06", "B07", "B08"), occupants={"S01": "b"}, a="{5}",
                   b="{} s3")
    referee = play(sit(state), "a select 7", "b select 2", "a ability shoot:U08", "a undead_shot 5")
    assert where(referee, "b").split()[2] == "n1"
    assert words(referee) == ("coins", "bullet")
