"""Setting the table right by hand: what can be, and what is said of a table that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.questions import Fact, Message
from companion.engine.referee import Refused
from companion.games.quick_and_undead.state import Place, State
from tests.games.quick_and_undead.towns import a_town, asked, game, play, sit, words


def said(message: Message) -> str:
    """A sentence, its holes filled with the plain words."""
    return message.id.format(**message.args)


def problems(state: State) -> list[str]:
    return [said(problem) for problem in game().problems(state)]


def facts(state: State) -> dict[str, Fact]:
    return {fact.path: fact for fact in game().facts(state)}


def changed(state: State, path: str, value: Any) -> State:
    """The state with one thing changed."""
    *steps, last = path.split(".")
    found: Any = state
    for step in steps:
        found = found[step] if isinstance(found, dict) else getattr(found, step)
    if isinstance(found, dict):
        found[last] = value
    else:
        setattr(found, last, value)
    return state


def three() -> State:
    return a_town(undead={"S01": "U04"}, occupants={"S03": "a"}, bonuses=True, a="{4} c2 n1 s2 [8l]", b="{}",
                  c="{} f1")


def alone() -> State:
    return a_town(ana="{4} s3 [5l]", ranger="{2,3} [3l] g5 skull")


def test_a_sound_table_has_no_problems() -> None:
    assert problems(three()) == []
    assert problems(alone()) == []
    assert problems(game().new(["a", "b"], {})) == []
    assert problems(a_town(options="two_gang=yes", a_1="{} c2", b_1="{}", a_2="{}", b_2="{}")) == []


@pytest.mark.parametrize(("path", "value", "sentence"), [
    ("gangs.a.stash", 3, "a has 7 outlaws; a gang has 6."),
    ("gangs.a.graveyard", 2, "a has 8 outlaws; a gang has 6."),
    ("gangs.a.outside", 0, "a has 4 outlaws; a gang has 6."),
    ("gangs.a.spots", {"8": "standing", "7": "standing"}, "a has two outlaws standing."),
    ("purses.b.coins", 1, "There are 49 coins on the table; the box has 48."),
    ("purses.b.n1", 2, "There are 32 n1 on the table; the box has 30."),
    ("supply.n5", 11, "There are 12 n5 on the table; the box has 11."),
    ("places.S03.bonus", "coin", "There are 49 coins on the table; the box has 48."),
    ("places.S03.occupants", ["a", "b"], "B03 has more outlaws than it can hold."),
    ("street", ["U04"], "One undead is in two places."),
    ("street", [], "There are 8 undead; 9 were dealt."),
    ("boot_hill", 8, "There are 10 undead; 9 were dealt."),
])
def test_what_cannot_be_is_said(path: str, value: Any, sentence: str) -> None:
    assert sentence in problems(changed(three(), path, value))


def test_less_than_nothing_is_said() -> None:
    state = three()
    state.purses["b"].coins, state.supply.coins = -1, state.supply.coins + 1
    assert problems(state) == ["There are 48 coins on the table; the box has 48."]
    state = three()
    state.gangs["b"].stash, state.gangs["b"].graveyard = -1, 5
    assert problems(state) == ["b has 6 outlaws; a gang has 6."]


def test_the_saloon_holds_one_outlaw_of_each_gang() -> None:
    state = a_town(buildings=("B09", "B03"), occupants={"S01": "a b"}, a="{} s3", b="{} s3")
    assert problems(state) == []
    state.places["S01"].occupants = ["a", "a"]
    assert "B09 has more outlaws than it can hold." in problems(state)


@pytest.mark.parametrize(("path", "value", "sentence"), [
    ("ranger.graveyard", 4, "Dead Ranger has 5 outlaws; he has 6."),
    ("street", ["U12", "U13"], "Alone, street holds one undead at most."),
    ("places.S02.undead", ["U12", "U13"], "Alone, B03 holds one undead at most."),
    ("boot_hill", 16, "There are 17 undead; 15 were dealt."),
])
def test_what_cannot_be_alone_is_said(path: str, value: Any, sentence: str) -> None:
    assert sentence in problems(changed(alone(), path, value))


def test_a_card_on_its_way_into_town_is_counted() -> None:
    referee = play(sit(a_town(a="{6}", c="{}")), "a select 4", "c select 4", "a duel 6", "c duel 3",
                   "c undead U04")
    assert asked(referee)[1] == "put_undead"
    assert referee.problems == []


# What may be set right


def test_everything_that_can_be_counted_may_be_set_right() -> None:
    found = facts(three())
    assert (found["purses.a.coins"].now, found["purses.a.coins"].words[-1]) == ("2", "48")
    assert (found["purses.c.n5"].now, found["purses.c.n5"].words[-1]) == ("1", "11")
    assert found["purses.a.n1"].now == "1"
    assert (found["supply.coins"].words[0], found["supply.coins"].words[-1]) == ("0", "48")
    assert (found["supply.n1"].now, found["supply.n5"].now) == (str(three().supply.n1), "10")
    assert (found["gangs.a.stash"].now, found["gangs.a.stash"].words) == ("2", tuple("0123456"))
    assert (found["gangs.a.graveyard"].now, found["gangs.a.outside"].now) == ("0", "2")
    assert (found["gangs.a.slots.4"].now, found["gangs.a.slots.5"].now) == ("yes", "no")
    assert found["gangs.a.slots.5"].words == ("yes", "no")
    assert (found["gangs.a.crit"].now, found["gangs.a.crit"].words) == ("skull", ("skull", "backfire"))
    assert (found["law"].now, found["law"].words) == ("a", ("a", "b", "c"))
    assert (found["places.S01.bonus"].now, found["places.S01.bonus"].words) == (
        "coin", ("", "coin", "n1", "bullet"))
    assert (found["boot_hill"].now, found["boot_hill"].words[-1]) == ("7", "18")


def test_alone_dead_ranger_may_be_set_right_too() -> None:
    found = facts(alone())
    assert (found["ranger.slots.3"].now, found["ranger.slots.4"].now) == ("yes", "no")
    assert (found["ranger.graveyard"].now, found["ranger.crit"].now) == ("5", "skull")
    assert "law" not in found


def corrected(state: State, facts: dict[str, str]) -> State:
    """The state after a correction, whose facts then hold."""
    referee = sit(state)
    referee.correct(facts)
    now = {fact.path: fact.now for fact in game().facts(referee.state)}
    assert {path: now[path] for path in facts} == facts
    found: State = referee.state
    return found


def test_outlaws_on_spots_may_be_set_right_and_come_from_the_stash() -> None:
    assert (facts(three())["outlaws.a.8"].now, facts(three())["outlaws.a.7"].now) == ("laid", "")
    state = corrected(three(), {"outlaws.a.8": "", "outlaws.a.7": "laid", "outlaws.b.2": "laid"})
    assert (state.gangs["a"].spots, state.gangs["a"].stash) == ({"7": "laid"}, 2)
    assert (state.gangs["b"].spots, state.gangs["b"].stash) == ({"2": "laid"}, 3)
    assert problems(state) == []
    assert problems(corrected(three(), {"outlaws.a.7": "laid", "gangs.a.stash": "2"})) == [
        "a has 7 outlaws; a gang has 6."]


def test_dead_rangers_outlaws_come_from_his_graveyard() -> None:
    state = corrected(alone(), {"outlaws.dead_ranger.3": "", "outlaws.dead_ranger.8": "laid",
                                "outlaws.dead_ranger.7": "laid"})
    assert state.ranger
    assert (state.ranger.spots, state.ranger.graveyard) == ({"8": "laid", "7": "laid"}, 4)
    assert problems(state) == []


def test_who_is_in_a_building_may_be_set_right() -> None:
    fact = facts(three())["inside.S03"]
    assert (fact.now, fact.words) == ("a", ("", "a", "b", "c"))
    state = corrected(three(), {"inside.S03": "b", "inside.S01": "c"})
    assert [state.places[slot].occupants for slot in ("S01", "S03")] == [["c"], ["b"]]
    assert [state.gangs[name].stash for name in "abc"] == [3, 3, 3]
    assert problems(state) == []
    assert problems(corrected(three(), {"inside.S03": ""})) == []


def test_the_saloon_is_set_right_gang_by_gang() -> None:
    state = a_town(buildings=("B09", "B03"), occupants={"S01": "a"}, a="{} s3", b="{}")
    assert (facts(state)["inside.S01.a"].now, facts(state)["inside.S01.b"].now) == ("yes", "no")
    state = corrected(state, {"inside.S01.a": "no", "inside.S01.b": "yes"})
    assert (state.places["S01"].occupants, state.gangs["a"].stash, state.gangs["b"].stash) == (["b"], 4, 3)
    assert problems(state) == []


def test_undead_may_be_set_right_to_a_place_to_boot_hill_and_to_who_killed_them() -> None:
    found = facts(three())
    assert (found["undead.U08"].now, found["undead.U04"].now, found["undead.U01"].now) == (
        "street", "B01", "boot_hill")
    state = corrected(three(), {"undead.U08": "B03", "undead.U04": "a"})
    assert (state.street, state.places["S03"].undead, state.gangs["a"].kills) == ([], ["U08"], ["U04"])
    assert problems(state) == []
    state = corrected(three(), {"undead.U08": "boot_hill", "undead.U01": "street"})
    assert (state.street, state.boot_hill, "U08" in state.undead_seen) == (["U01"], 7, False)
    assert problems(state) == []


def test_alone_a_killed_undead_comes_back_from_under_boot_hill() -> None:
    state = alone()
    state.boot_hill_under, state.undead_seen = ["U05"], [*state.undead_seen, "U05"]
    state.boot_hill -= 1
    assert facts(state)["undead.U05"].now == "boot_hill"
    state = corrected(state, {"undead.U05": "B01"})
    assert (state.boot_hill_under, state.places["S01"].undead) == ([], ["U05"])
    assert problems(state) == []
    assert "ana" not in facts(state)["undead.U05"].words
    assert "undead.U01" not in facts(state)


def test_a_word_that_cannot_be_is_refused_with_those_that_can() -> None:
    referee = sit(three())
    with pytest.raises(Refused, match=r"outlaws\.a\.8 may be –, standing, laid, not “flying”"):
        referee.correct({"outlaws.a.8": "flying"})
    with pytest.raises(Refused, match=r"“outlaws\.a\.9” in this game"):
        referee.correct({"outlaws.a.9": "laid"})
    assert facts(referee.state)["outlaws.a.8"].now == "laid"


def test_undead_are_set_right_in_the_middle_of_a_turn() -> None:
    referee = play(sit(a_town(undead={"S01": "U04"}, a="{4}", b="{}")), "a select 7", "b select 2")
    referee.correct({"undead.U04": "street", "undead.U08": "B03"})
    assert asked(referee) == ("a", "ability")
    assert words(referee)[:2] == ("shoot:U04", "shoot:U08")
    play(referee, "a ability shoot:U04")
    referee.correct({"undead.U04": "B05"})
    assert (asked(referee), referee.state.target) == (("a", "undead_shot"), "U04")


def test_each_fact_says_what_it_is() -> None:
    assert said(facts(three())["gangs.a.slots.4"].text) == "a: bullet on slot 4"
    assert said(facts(three())["places.S03.bonus"].text) == "B03: bonus"
    for state in (three(), alone()):
        assert len(facts(state)) == len(list(game().facts(state)))
        assert all(said(fact.text) for fact in game().facts(state))


def test_a_number_set_in_secret_is_no_fact() -> None:
    state = three()
    state.gangs["a"].number = 7
    assert facts(state).keys() == facts(three()).keys()
    assert {path: fact.now for path, fact in facts(state).items()} == {
        path: fact.now for path, fact in facts(three()).items()}


def test_a_bullet_is_set_right_in_the_middle_of_a_turn() -> None:
    referee = play(sit(a_town(a="{4}", b="{}")), "a select 7", "b select 2")
    referee.correct({"gangs.a.slots.5": "yes", "gangs.a.slots.4": "no"})
    assert referee.state.gangs["a"].loaded == [5]
    assert asked(referee) == ("a", "ability")


def test_an_opened_box_has_facts_and_no_problems_whatever_lies_on_the_board() -> None:
    state = game().new(["a", "b"], {})
    assert "law" not in facts(state)
    state.places["S01"] = Place("B01")
    assert problems(state) == []
