"""The three scenarios of the ledger: after every step what its table says, and its branches."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.playthrough import begin, play, read
from companion.engine.referee import Referee
from tests.games.golden import loaded
from tests.games.quick_and_undead import towns
from tests.games.quick_and_undead.test_solo import ranger
from tests.games.quick_and_undead.towns import asked, told, where, words

FOLDER = Path(__file__).parent / "playthroughs"


def scenario(number: int, until: str = "") -> Referee:
    """A scenario, played until an answer comes that begins with `until`; that one is not given."""
    (path,) = FOLDER.glob(f"s{number}_*.txt")
    playthrough = read(path)
    if not until:
        *_, last = play(playthrough, loaded)
        return last.referee
    referee = begin(playthrough, loaded)
    for line in playthrough.lines:
        if str(line).startswith(until):
            return referee
        referee.answer(line.seat, line.key, line.words)
    raise AssertionError(f"“{until}” never comes")


def after(number: int, next_: str) -> dict[str, str]:
    """The gangs just before an answer, in the ledger's notation."""
    referee = scenario(number, next_)
    return {name: where(referee, name) for name in referee.state.gangs}


def whole(referee: Referee) -> tuple[int, int, int]:
    """Coins, Notoriety 1s and undead on the whole table."""
    state = referee.state
    purses = [state.supply, *state.purses.values()]
    bonuses = [place.bonus for place in state.places.values()]
    undead = state.town_undead() + state.boot_hill + sum(len(gang.kills) for gang in state.gangs.values())
    return (sum(purse.coins for purse in purses) + bonuses.count("coin"),
            sum(purse.n1 for purse in purses) + bonuses.count("n1"), undead)


# Three players: a duel and an intimidation


@pytest.mark.parametrize(("before", "gang", "stands"), [
    ("b ability", "a", "{4,6} c1 n0 s3 [4s] g0 o2 skull"),
    ("b ability", "b", "{5} c1 n1 s3 [7s] g0 o2 skull"),
    ("b shoot", "b", "{5} c1 n1 s3 [7s] g0 o2 skull"),
    ("b income", "b", "{} c1 n1 s3 [7s] g0 o2 skull kills U08"),
    ("c duel", "b", "{} c2 n1 s3 [7s] g0 o2 skull kills U08"),
    ("c undead", "a", "{4} c1 n1 s3 [4s] g0 o2 skull"),
    ("c undead", "c", "{3} c2 n0 s3 [] g1 o2 skull"),
    ("b undead U02", "a", "{} c1 n2 s3 [4s] g0 o2 skull"),
    ("b undead U02", "b", "{} c2 n1 s3 [] g1 o2 skull kills U08"),
    ("a load", "a", "{} c2 n3 s3 [4s] g0 o2 skull"),
])
def test_the_duel_and_the_intimidation_step_by_step(before: str, gang: str, stands: str) -> None:
    assert after(1, before)[gang] == stands


def test_the_duel_and_the_intimidation_end_as_the_ledger_says() -> None:
    referee = scenario(1)
    assert where(referee, "a") == "{7} c2 n3 s3 [4l] g0 o2 skull"
    assert where(referee, "b") == "{} c2 n1 s3 [] g1 o2 skull kills U08"
    assert where(referee, "c") == "{3} c2 n0 s3 [] g1 o2 skull"
    state = referee.state
    assert (state.supply.coins, state.supply.n1, state.supply.n5) == (38, 25, 11)
    assert (state.law, state.day, state.turn, state.high_noon) == ("c", 1, 2, "no")
    assert (state.town_undead(), state.boot_hill) == (5, 3)
    assert whole(referee) == (48, 30, 9)
    assert "4" not in words(referee, "a")
    assert set("12345678") == set(words(referee, "b")) == set(words(referee, "c"))


def test_branch_at_12_the_target_pays_a_coin_and_a_notoriety() -> None:
    referee = towns.play(scenario(1, "b pay_or_leave"), "b pay_or_leave pay", "b hand_over coin",
                         "b hand_over n1")
    assert asked(referee) == ("a", "load")
    towns.play(referee, "a load 7")
    assert where(referee, "a") == "{4,7} c3 n3 s3 [4l] g0 o2 skull"
    assert where(referee, "b") == "{} c1 n0 s3 [7l] g0 o2 skull kills U08"
    assert referee.state.boot_hill == 4
    assert "7" not in words(referee, "b")


# Two players: a building taken over


@pytest.mark.parametrize(("before", "gang", "stands"), [
    ("dana buy", "dana", "{6,7} c6 n1 s1 [8l 5l 3s] g0 o2 skull kills U17"),
    ("dana buy", "eli", "{4} c1 n2 s0 [7l 4l 6s] g0 o2 skull kills U18"),
    ("eli defence", "dana", "{6,7} c2 n1 s1 [8l 5l 3s] g0 o2 skull kills U17"),
    ("eli undead", "dana", "{7} c2 n2 s1 [8l 5l 3s] g0 o2 skull kills U17"),
    ("eli undead", "eli", "{4} c1 n2 s0 [7l 4l 6s] g1 o2 skull kills U18"),
    ("dana keep", "dana", "{7} c2 n2 s3 [] g0 o2 skull kills U17"),
    ("dana start", "dana", "{} c2 n2 s3 [] g0 o2 skull kills U17"),
])
def test_the_takeover_step_by_step(before: str, gang: str, stands: str) -> None:
    assert after(2, before)[gang] == stands


def test_the_takeover_ends_as_the_ledger_says() -> None:
    referee = scenario(2)
    assert where(referee, "dana") == "{5} c2 n2 s3 [] g0 o2 skull kills U17"
    assert where(referee, "eli") == "{4} c1 n2 s3 [] g1 o2 skull kills U18"
    state = referee.state
    assert state.controlled("dana") == ["S05"]
    assert state.places["S05"].undead == ["U09"]
    assert (state.supply.coins, state.supply.n1, state.boot_hill) == (42, 26, 2)
    assert (state.law, state.day, state.turn, state.high_noon) == ("dana", 3, 1, "no")
    assert whole(referee)[0] == 48
    assert whole(referee)[2] == 6


def second_volley() -> Referee:
    referee = scenario(2, "eli defence")
    return towns.play(referee, "eli defence 5", "dana attack 2")


def test_branch_at_6_a_critical_of_the_defender() -> None:
    referee = towns.play(second_volley(), "eli defence 8", "eli critical yes")
    assert asked(referee) == ("dana", "undead")
    assert where(referee, "dana") == "{6,7} c2 n1 s1 [8l 5l] g1 o2 skull kills U17"
    assert where(referee, "eli").startswith("{4} c1 n3 s0 [7l 4l 6s] g0 o2 backfire")
    assert referee.state.supply.coins == 42


def test_branch_at_6_a_fumble_of_the_defender() -> None:
    referee = scenario(2, "eli defence")
    referee.state.gangs["eli"].crit = "backfire"
    towns.play(referee, "eli defence 1")
    assert where(referee, "eli") == "{4} c1 n2 s1 [7l 4l 6l] g0 o2 skull kills U18"
    assert referee.state.controlled("dana") == ["S05"]
    assert referee.state.purses["dana"].n1 == 1
    assert referee.state.boot_hill == 3


def test_branch_at_4_the_occupant_leaves() -> None:
    referee = towns.play(scenario(2, "eli fight_or_leave"), "eli fight_or_leave leave")
    assert referee.state.gangs["eli"].stash == 1
    assert referee.state.controlled("dana") == ["S05"]
    assert not told(referee, "QU-93")


def test_branch_at_12_no_bullet_for_the_building() -> None:
    referee = towns.play(scenario(2, "dana keep"), "dana keep leave")
    assert where(referee, "dana") == "{7} c2 n2 s4 [] g0 o2 skull kills U17"
    assert referee.state.places["S05"].occupants == []


# Alone: a day against Dead Ranger


@pytest.mark.parametrize(("before", "stands", "his"), [
    ("ana ability", "{5,6,7} c0 n0 s3 [5s] g0 o2 skull", "{2,3,4,5,6,7} [3s] g5 skull"),
    ("ana undead U04", "{5,7} c0 n1 s3 [5s] g0 o2 skull", "{2,3,4,5,7} [] g6 skull"),
    ("ana place 4", "{3,5,6,7} c0 n1 s3 [5l] g0 o2 skull", "{2,3,4,5,7} [] g6 skull"),
    ("ana pay_or_leave", "{3,5,6,7} c0 n1 s2 [5l 4s] g0 o2 skull", "{2,3,4,5,7} [8s] g5 skull"),
    ("ana ranger_bullet", "{3,5,6,7} c0 n2 s2 [5l 4s] g0 o2 backfire", "{2,3,4,5,7} [] g6 skull"),
    ("ana undead U05", "{3,5,6,7} c0 n2 s2 [5l 4s] g0 o2 backfire", "{2,3,4,5} [] g6 skull"),
    ("ana place 7", "{3,4,5,6,7} c1 n3 s2 [5l 4l] g0 o2 backfire", "{2,3,4,5} [] g6 skull"),
    ("ana duel", "{3,4,5,6,7} c1 n3 s1 [5l 4l 7s] g0 o2 backfire", "{2,3,4,5} [7s] g5 skull"),
])
def test_the_day_alone_step_by_step(before: str, stands: str, his: str) -> None:
    referee = scenario(3, before)
    assert where(referee, "ana") == stands
    assert ranger(referee) == his


def test_the_day_alone_ends_as_the_ledger_says() -> None:
    referee = scenario(3)
    assert where(referee, "ana") == "{3,4,5,6,7} c1 n3 s3 [] g1 o2 backfire"
    assert ranger(referee) == "{2,3,4,5} [7l] g5 skull"
    state = referee.state
    assert [len(state.street), *(len(state.places[slot].undead) for slot in ("S01", "S02", "S03"))] == [1] * 4
    assert (state.boot_hill, state.supply.coins, state.supply.n1) == (11, 47, 27)
    assert whole(referee)[2] == 15
    towns.play(referee, "ana place 7", "ana ranger_roll 2")
    assert asked(referee) == ("ana", "duel")


def test_branch_at_16_a_fumble_that_is_hit() -> None:
    referee = towns.play(scenario(3, "ana duel"), "ana duel 1 5")
    assert where(referee, "ana") == "{3,4,5,6,7} c1 n3 s1 [5l 4l] g1 o2 skull"
    assert asked(referee) == ("ana", "undead")


@pytest.mark.parametrize("number", [6, 7])
def test_branch_at_16_a_fumble_that_is_missed(number: int) -> None:
    referee = towns.play(scenario(3, "ana duel"), f"ana duel 1 {number}")
    assert where(referee, "ana") == "{3,4,5,6,7} c1 n3 s4 [] g0 o2 skull"
    assert referee.state.boot_hill == 12


def test_branch_at_15_with_reinforcements() -> None:
    referee = scenario(3, "ana ranger_roll dead_ranger=1")
    referee.state.options["reinforcements"] = "yes"
    towns.play(referee, "ana ranger_roll 1", "ana undead U06")
    assert referee.state.places["S03"].undead == ["U06"]
    towns.play(referee, "ana duel 3 5", "ana undead U07")
    assert referee.state.places["S04"].undead == ["U07"]
    assert referee.state.boot_hill == 10
