"""What the rulebook's facts forbid in a content file: each fault in a sentence that names its key."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.riff_in_time.boxes import GONE, changed, content, faults
from tests.games.riff_in_time.tables import game_with

KASSEL = "riff_cards.kassel_1"
RAISE_KASSEL = {"op": "raise", "args": ["kassel"]}


@pytest.mark.parametrize("id_", ["New York", "7up", "a-b", "", "Rome", "san_dimas"])
def test_an_id_must_be_a_word_that_can_be_said_in_an_answer(id_: str) -> None:
    assert faults(changed("characters.bill.id", id_)) == [
        f"characters: “{id_}” is no id; use small letters, digits and _, as in “new_york”."]


@pytest.mark.parametrize(("path", "id_", "sentence"), [
    ("riff_cards.five.id", "unfix", "riff_cards: “unfix” is there 2 times; "),
    ("characters.bill.id", "character_2", "characters: “character_2” is there 2 times; "),
    ("characters.bill.id", "rome", "locations and characters: “rome” is there 2 times; "),
    ("objectives.objective_01.id", "charlemagne",
     "personages and objectives: “charlemagne” is there 2 times; "),
])
def test_an_id_names_one_thing(path: str, id_: str, sentence: str) -> None:
    assert faults(changed(path, id_)) == [f"{sentence}each id may come once (cards alike have a count)."]


@pytest.mark.parametrize(("key", "count"), [("objectives", 16), ("characters", 4)])
def test_the_box_holds_just_so_many(key: str, count: int) -> None:
    assert faults(changed(key, content()[key][:-1])) == [
        f"{key}: the box has {count}, the file has {count - 1}."]


def test_ten_locations_and_ten_personages_belong_together() -> None:
    fewer = changed("locations", content()["locations"][:-1])
    assert "locations: the box has 10, the file has 9." in faults(fewer)
    assert "personages.person_10.home: no location has the id “loc_10”." in faults(fewer)

    fewer = changed("personages", content()["personages"][:-1])
    assert "personages: the box has 10, the file has 9." in faults(fewer)
    assert "personages: 0 belong to “loc_10”; each location has one." in faults(fewer)


@pytest.mark.parametrize(("path", "value", "sentence"), [
    (f"{KASSEL}.count", 2, "riff_cards: the counts add up to 61; the box has 60 cards."),
    ("players", {"min": 0, "max": 4}, "players: there are 1 to 4 players."),
    ("players", {"min": 3, "max": 2}, "players: there are 1 to 4 players."),
    ("players", {"min": 1, "max": 5}, "players: there are 1 to 4 players."),
    ("san_dimas.max", 4, "san_dimas.max: 4 is too low; the dial starts at up to 4 and must go on."),
    ("bands.rome", {"green": [1, 7], "red": [7]}, "bands.rome: 7 is green and red; a level has one colour."),
    ("bands.camelot", {"red": [7]}, "bands.camelot: no location has this id."),
    ("bands.rome", {"red": [7, 11]}, "bands.rome: 11 is not on the dial, which goes from 0 to 10."),
    ("bands.rome", {"green": [-1], "red": [7]},
     "bands.rome: -1 is not on the dial, which goes from 0 to 10."),
    ("dice.wyld.count", 4, "dice.wyld.count: the box has 3, the file has 4."),
    ("dice.character.count", 3, "dice.character.count: the box has 4, the file has 3."),
    ("dice.triumphant.count", 5, "dice.triumphant.count: the box has 4, the file has 5."),
    ("dice.bogus.count", 0, "dice.bogus.count: the box has 3, the file has 0."),
    ("dice.bogus", GONE, "dice.bogus: is missing."),
    ("dice.bogus.faces", [], "dice.bogus.faces: there are none."),
    ("dice.bogus.faces", [["bogus"], ["blank"]],
     "dice.bogus.faces.2: 'blank' is none of move, interact, reroll, excellent, bogus."),
    ("dice.golden", {"count": 1, "colour": "gold", "faces": [["move"]]},
     "dice.golden: there is no such kind; the kinds are wyld, character, triumphant, bogus."),
    ("personages.person_03.dice", {"golden": 1},
     "personages.person_03.dice: golden = 1 is no number of dice; the kinds are wyld, character, triumphant, "
     "bogus."),
    ("personages.person_03.dice", {"bogus": -1},
     "personages.person_03.dice: bogus = -1 is no number of dice; the kinds are wyld, character, triumphant, "
     "bogus."),
    ("personages.person_03.actions", ["move", "bogus"],
     "personages.person_03.actions: 'bogus' is none of move, interact, reroll, excellent."),
    ("characters.bill.ability", "fly",
     "characters.bill.ability: 'fly' is none of extra_step, change_die, by_hand, none."),
])
def test_what_the_rulebook_forbids_is_named(path: str, value: Any, sentence: str) -> None:
    assert faults(changed(path, value)) == [sentence]


@pytest.mark.parametrize("actions", [["reroll", "reroll"], [], ["move"]])
def test_charlemagne_is_as_the_rulebook_shows_him(actions: list[str]) -> None:
    sentence = ("personages.charlemagne: the rulebook shows him at home in Rome, with one Character die, one "
                "Bogus die and a Reroll.")
    assert faults(changed("personages.charlemagne.actions", actions)) == [sentence]
    assert faults(changed("personages.charlemagne.dice", {"bogus": 1})) == [sentence]


def test_billy_is_as_the_rulebook_shows_him() -> None:
    assert faults(changed("personages.billy_the_kid.dice", {"character": 1})) == [
        "personages.billy_the_kid: the rulebook shows him at home in New Mexico, with a Bogus die."]
    assert faults(changed("personages.billy_the_kid.dice", {"bogus": 2})) == []


def test_those_two_live_where_the_rulebook_says() -> None:
    box = changed("personages.charlemagne.home", "new_mexico")
    box["personages"][1]["home"] = "rome"

    assert [fault.partition(":")[0] for fault in faults(box)] == [
        "personages.charlemagne", "personages.billy_the_kid"]


def test_a_box_without_those_two_by_that_name_will_do() -> None:
    box = changed("personages.charlemagne.id", "karl")
    box["personages"][1]["id"] = "william"
    for objective in box["objectives"]:
        who = objective["task"].get("personage", "")
        objective["task"] |= {"personage": {"charlemagne": "karl", "billy_the_kid": "william"}.get(who, who)}

    assert faults(box) == []


def test_each_location_has_one_personage() -> None:
    assert faults(changed("personages.person_03.home", "kassel")) == [
        "personages: 0 belong to “new_york”; each location has one.",
        "personages: 2 belong to “kassel”; each location has one."]
    assert faults(changed("personages.person_03.home", "camelot")) == [
        "personages: 0 belong to “new_york”; each location has one.",
        "personages.person_03.home: no location has the id “camelot”."]


def test_bands_need_a_default() -> None:
    assert faults(changed("bands", {"new_mexico": {"red": [7]}})) == [
        "bands.default: is missing; say which levels are green and which red."]


def test_san_dimas_has_its_own_dial() -> None:
    box = changed("bands.san_dimas", {"red": [11, 13]})
    assert faults(box) == [f"bands.san_dimas: {level} is not on the dial, which goes from 0 to 10."
                           for level in (11, 13)]
    box["san_dimas"] = {"max": 12}
    assert faults(box) == ["bands.san_dimas: 13 is not on the dial, which goes from 0 to 12."]


# Faults: circuits


def circuits(*more: list[Any], without: tuple[list[Any], ...] = ()) -> dict[str, Any]:
    """The default content with some links more and some fewer."""
    return changed("circuits", [link for link in content()["circuits"] if link not in without] + [*more])


def test_circuits_link_places_of_the_board() -> None:
    assert faults(circuits([1, 11], ["rome", 0])) == [
        "circuits.16: 11 is no place; use \"san_dimas\" or 1 to 10.",
        "circuits.17: 0 is no place; use \"san_dimas\" or 1 to 10.",
        "circuits.17: 'rome' is no place; use \"san_dimas\" or 1 to 10."]
    assert faults(circuits([1, 5])) == []


def test_a_circuit_does_not_lead_back_to_where_it_starts() -> None:
    assert faults(circuits([3, 3])) == ["circuits.16: leads from 3 to itself."]


def test_every_place_has_two_links() -> None:
    assert faults(circuits(without=([1, 2],))) == ["circuits: 2 needs two links or more."]
    assert faults(circuits([3, 2], without=([1, 2],))) == ["circuits: 2 needs two links or more."]


def test_a_link_that_is_there_twice_counts_once() -> None:
    box = circuits([2, 1])

    assert faults(box) == []
    assert game_with(circuits=box["circuits"]).box.links[2] == (1, 3)


def test_every_place_can_be_reached() -> None:
    apart = [[2, 4], [1, 10]]
    without = ([1, 2], [4, 5], ["san_dimas", 3])

    assert faults(circuits(*apart, without=without)) == ["circuits: no way leads from San Dimas to 2, 3, 4."]

    cut_off = tuple(["san_dimas", number] for number in (1, 3, 5, 7, 9))
    assert faults(circuits(without=cut_off)) == [
        "circuits: san_dimas needs two links or more.",
        "circuits: no way leads from San Dimas to 1, 2, 3, 4, 5, 6, 7, 8, 9, 10."]


def test_san_dimas_may_go_up_to_five_and_a_personage_bring_no_dice() -> None:
    assert faults(changed("san_dimas.max", 5)) == []
    assert faults(changed("personages.person_03.dice", {"character": 0})) == []


# Faults: cards


@pytest.mark.parametrize(("card", "sentence"), [
    ({"main": []}, ".main: is missing; every card has a Main section."),
    ({"green": [RAISE_KASSEL]}, ": has a red and a green section; a card has one of them at most."),
    ({"subject": ""}, ".subject: is missing; a coloured or Fixed section needs the rift in question."),
    ({"subject": "", "red": [], "green": [RAISE_KASSEL], "fixed": []},
     ".subject: is missing; a coloured or Fixed section needs the rift in question."),
    ({"subject": "", "red": []},
     ".subject: is missing; a coloured or Fixed section needs the rift in question."),
    ({"subject": "camelot"}, ".subject: no location has the id “camelot”."),
    ({"subject": [1, 11], "red": []}, ".subject: takes board numbers from 1 to 10."),
    ({"subject": [1, 2]}, ": a numbered card has no coloured section, only a Fixed one."),
    ({"subject": [1, 2], "red": [], "green": [RAISE_KASSEL]},
     ": a numbered card has no coloured section, only a Fixed one."),
    ({"main": [{}]}, ".main: an effect has either an op or a choose."),
    ({"main": [{"op": "draw", "choose": [[RAISE_KASSEL], [{"op": "draw"}]]}]},
     ".main: an effect has either an op or a choose."),
    ({"main": [{"op": "dance"}]},
     ".main: 'dance' is none of move_self, move_all, eject_all, raise, raise_sd, lower_sd, raise_numbered, "
     "raise_each_player, lower_here, unfix, draw, discard_top, look3."),
    ({"main": [{"op": "draw", "times": 0}]}, ".main: times is 0; it must be 1 or more."),
    ({"fixed": [{"op": "raise"}]}, ".fixed: raise needs one of rome, new_mexico, new_york, kassel, loc_05, "
                                   "loc_06, loc_07, loc_08, loc_09, loc_10 as its args."),
    ({"red": [{"op": "raise", "args": ["san_dimas"]}]}, ".red: raise needs one of rome, new_mexico, "),
    ({"red": [{"op": "raise", "args": ["rome", "kassel"]}]}, ".red: raise needs one of rome, new_mexico, "),
    ({"red": [{"op": "move_all", "args": ["camelot"]}]}, ".red: move_all needs one of san_dimas, rome, "),
    ({"red": [], "green": [{"op": "move_self"}]}, ".green: move_self needs one of san_dimas, rome, "),
    ({"main": [{"op": "raise_numbered", "args": [1, 11]}]},
     ".main: raise_numbered takes board numbers from 1 to 10 as its args."),
    ({"main": [{"op": "raise_sd", "args": [5]}]}, ".main: raise_sd takes no args."),
    ({"main": [{"choose": [[RAISE_KASSEL], [{"op": "draw"}]], "args": [5]}]}, ".main: choose takes no args."),
    ({"main": [{"op": "lower_sd", "per_fixed": True}]}, ".main: per_fixed belongs into the Fixed section."),
    ({"main": [{"choose": [[RAISE_KASSEL]]}]},
     ".main: a choose needs two options or more, none of them empty or like another."),
    ({"main": [{"choose": [[RAISE_KASSEL], []]}]},
     ".main: a choose needs two options or more, none of them empty or like another."),
    ({"main": [{"choose": [[RAISE_KASSEL], [RAISE_KASSEL]]}]},
     ".main: a choose needs two options or more, none of them empty or like another."),
    ({"main": [{"choose": [[RAISE_KASSEL], [{"op": "lower_sd", "per_fixed": True}]]}]},
     ".main: per_fixed belongs into the Fixed section."),
])
def test_a_riff_card_that_cannot_be_is_named(card: dict[str, Any], sentence: str) -> None:
    cards = [old | card if old["id"] == "kassel_1" else old for old in content()["riff_cards"]]

    (fault,) = faults(changed("riff_cards", cards))

    assert fault.startswith(f"riff_cards.kassel_1{sentence}")


def test_a_count_below_one_is_named() -> None:
    box = changed(f"{KASSEL}.count", 0)
    box["riff_cards"][0]["count"] = 2

    assert faults(box) == [f"{KASSEL}.count: must be 1 or more."]


@pytest.mark.parametrize("card", [
    {"main": [{"op": "move_self", "args": ["san_dimas"]}, {"op": "raise_numbered"}]},
    {"subject": "san_dimas", "green": [{"op": "draw"}], "red": []},
    {"subject": [*range(1, 11)], "red": [], "fixed": [{"op": "lower_sd", "per_fixed": True}]},
    {"fixed": [{"choose": [[{"op": "lower_sd", "per_fixed": True}], [{"op": "lower_sd"}]]}]},
    {"main": [{"choose": [[{"op": "raise_sd"}], [{"op": "raise_sd", "times": 2}]]}]},
])
def test_a_riff_card_may_be_quite_otherwise(card: dict[str, Any]) -> None:
    cards = [old | card if old["id"] == "kassel_1" else old for old in content()["riff_cards"]]

    assert faults(changed("riff_cards", cards)) == []


# Faults: Objectives


@pytest.mark.parametrize(("objective", "sentence"), [
    ({"sd_icons": 3}, ".sd_icons: is 3; a card shows San Dimas once or twice."),
    ({"sd_icons": 0}, ".sd_icons: is 0; a card shows San Dimas once or twice."),
    ({"action": "bogus"}, ".action: 'bogus' is none of move, interact, reroll, excellent."),
    ({"task": {"type": "sing"}},
     ".task.type: 'sing' is none of lower_with, clean_rounds, pair, lower_unique, lower_with_other, route, "
     "sd_with_two, visit, pass, by_hand."),
    ({"task": {"type": "pass"}}, ".task.personage: no Personage has the id “”."),
    ({"task": {"type": "lower_with", "personage": "napoleon"}},
     ".task.personage: no Personage has the id “napoleon”."),
    ({"task": {"type": "pair"}}, ".task.personage: no Personage has the id “”."),
    ({"task": {"type": "visit", "personage": "charlemagne"}}, ".task.locations: is missing."),
    ({"task": {"type": "route", "personage": "charlemagne"}}, ".task.locations: is missing."),
    ({"task": {"type": "route", "personage": "charlemagne", "locations": ["rome", "camelot"]}},
     ".task.locations: no location has the id “camelot”."),
    ({"task": {"type": "visit", "locations": ["rome"]}}, ".task.personage: no Personage has the id “”."),
    ({"task": {"type": "clean_rounds", "count": 0}}, ".task.count: must be 1 or more."),
])
def test_an_objective_that_cannot_be_is_named(objective: dict[str, Any], sentence: str) -> None:
    objectives = [old | objective if old["id"] == "objective_01" else old for old in content()["objectives"]]

    assert faults(changed("objectives", objectives)) == [f"objectives.objective_01{sentence}"]


@pytest.mark.parametrize("task", [
    {"type": "by_hand", "text": "Sing."}, {"type": "lower_unique", "count": 1}, {"type": "lower_with_other"},
    {"type": "sd_with_two"}, {"type": "route", "locations": ["rome"], "personage": "person_03"},
])
def test_an_objective_may_be_quite_otherwise(task: dict[str, Any]) -> None:
    assert faults(changed("objectives.objective_01.task", task)) == []


def test_all_faults_are_named_at_once() -> None:
    box = changed("san_dimas.max", 2)
    box["characters"][0]["ability"] = "fly"
    box["objectives"][0]["action"] = "sing"

    assert [fault.partition(":")[0] for fault in faults(box)] == [
        "san_dimas.max", "characters.bill.ability", "objectives.objective_01.action"]
