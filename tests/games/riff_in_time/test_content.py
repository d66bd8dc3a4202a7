"""What the box contains: the default box, the bands, and the form of a content file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.engine.content_file import ContentError
from companion.games import load
from companion.games.riff_in_time.content import Box
from tests.games.riff_in_time.boxes import GONE, changed, faults
from tests.games.riff_in_time.tables import game, game_with

KASSEL = "riff_cards.kassel_1"


def default() -> Box:
    """The default box."""
    return game().box


# The default box


def test_the_default_box_has_no_fault_and_no_doubt() -> None:
    assert list(default().faults()) == []
    assert default().doubts() == []


def test_the_default_box_holds_what_the_rulebook_counts() -> None:
    box = default()
    assert [len(things) for things in (box.locations, box.personages, box.objectives, box.characters)] == [
        10, 10, 16, 4]
    assert {kind: dice.count for kind, dice in box.dice.items()} == {
        "wyld": 3, "character": 4, "triumphant": 4, "bogus": 3}
    assert sum(card.count for card in box.riff_cards) == 60
    assert (box.players.min, box.players.max, box.san_dimas.max) == (1, 4, 10)


def test_the_default_box_names_what_the_rulebook_names() -> None:
    box = default()
    assert {"Rome", "New Mexico", "New York", "Kassel"} < {place.name for place in box.locations}
    assert box.at_home["rome"] == "charlemagne"
    assert box.at_home["new_mexico"] == "billy_the_kid"
    assert box.personage["billy_the_kid"].dice == {"bogus": 1}
    assert box.character["bill"].ability == "extra_step"
    assert Counter(character.ability for character in box.characters)["change_die"] == 1


def test_what_is_invented_in_the_default_box_says_so() -> None:
    box = default()
    assert game().stand_in
    assert [place.id for place in box.locations if not place.stand_in] == [
        "rome", "new_mexico", "new_york", "kassel"]
    assert [person.id for person in box.personages if not person.stand_in] == [
        "charlemagne", "billy_the_kid"]
    assert [card.id for card in box.riff_cards if not card.stand_in] == [
        "new_york_2", "kassel_1", "foresight", "all_home", "five", "numbered_odd", "numbered_even"]
    assert all(objective.stand_in for objective in box.objectives)
    assert all(dice.stand_in for dice in box.dice.values())


def test_the_default_objectives_ask_for_each_kind_of_task() -> None:
    kinds = Counter(objective.task.type for objective in default().objectives)

    assert kinds == {"lower_with": 2, "clean_rounds": 1, "pair": 2, "lower_unique": 2, "lower_with_other": 1,
                     "route": 2, "sd_with_two": 2, "visit": 2, "pass": 2}
    assert [objective.sd_icons for objective in default().objectives] == [1, 2] * 8
    assert [objective.action for objective in default().objectives] == [
        "move", "interact", "reroll", "excellent"] * 4


def test_the_default_circuits_are_a_ring_with_five_ways_to_san_dimas() -> None:
    links = default().links

    assert links["san_dimas"] == (1, 3, 5, 7, 9)
    assert links[1] == (10, 2, "san_dimas")
    assert links[2] == (1, 3)
    assert links[10] == (1, 9)


def test_faces_have_words_in_the_files_order() -> None:
    box = default()
    assert box.dice["wyld"].face_words == ("move", "move", "interact", "interact", "reroll", "bogus")
    assert box.dice["bogus"].face_words == ("bogus", "bogus", "bogus", "blank", "blank", "blank")
    assert box.all_dice["t4"].faces == ("move", "interact", "interact", "reroll", "excellent", "excellent")
    assert [*box.all_dice] == ["w1", "w2", "w3", "c1", "c2", "c3", "c4", "t1", "t2", "t3", "t4",
                               "b1", "b2", "b3"]
    double = game_with(dice=changed("dice.wyld.faces", [["move", "bogus"], []])["dice"]).box
    assert double.dice["wyld"].face_words == ("move+bogus", "blank")


# Bands


@pytest.mark.rule("RIT-39")
@pytest.mark.parametrize("bands", [
    {"default": {"green": [1, 2], "red": [6, 7]}},
    {"default": {"green": [1, 2], "red": [8, 9, 10]}},
    {"default": {"red": [7, 8]}, "new_mexico": {"red": [8]}},
    {"default": {"red": [7, 8]}, "new_mexico": {"red": [6, 7]}},
])
def test_a_box_whose_new_mexico_is_not_the_rulebooks_is_refused(bands: dict[str, Any]) -> None:
    assert faults(changed("bands", bands)) == [
        "bands.new_mexico: the rulebook shows 7 in its red part and 6 outside it."]


@pytest.mark.rule("RIT-39")
def test_another_location_that_differs_is_accepted_with_a_warning() -> None:
    bands = {"default": {"red": [7, 8]}, "rome": {"red": [6, 7]}, "kassel": {"red": [8]},
             "new_york": {"red": [7]}, "san_dimas": {"red": [6]}}

    assert game_with(bands=bands).box.doubts() == [
        f"bands.{place}: 6 is red or 7 is not, unlike New Mexico's rift; look at your board again."
        for place in ("rome", "kassel")]


@pytest.mark.rule("RIT-39")
def test_new_mexicos_own_bands_may_differ_from_the_others() -> None:
    bands = {"default": {"red": [6]}, "new_mexico": {"red": [7]}}

    box = game_with(bands=bands).box

    assert (box.colour("new_mexico", 7), box.colour("new_mexico", 6), box.colour("rome", 6)) == (
        "red", "", "red")
    assert len(box.doubts()) == 1


# Faults: the form


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as error:
        load("riff_in_time", tmp_path / "box.toml")

    assert str(error.value) == f"{tmp_path}/box.toml: the file cannot be read (No such file or directory)."


@pytest.mark.parametrize("text", [b"game = riff", b"game = \"\xff\""])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "box.toml").write_bytes(text)

    with pytest.raises(ContentError, match=r"box\.toml: this is no TOML text: .+\."):
        load("riff_in_time", tmp_path / "box.toml")


def test_a_file_with_a_fault_is_named_with_every_key_at_fault(tmp_path: Path) -> None:
    default_file = Path(load.__code__.co_filename).parent / "riff_in_time" / "content.toml"
    text = default_file.read_text(encoding="utf-8")
    box = tmp_path / "box.toml"
    box.write_text(text.replace("max = 4", "max = 5").replace('ability = "extra_step"', 'ability = "fly"'),
                   encoding="utf-8")

    with pytest.raises(ContentError) as error:
        load("riff_in_time", box)

    assert str(error.value) == (
        f"{box}: players: there are 1 to 4 players.\n"
        f"{box}: characters.bill.ability: 'fly' is none of extra_step, change_die, by_hand, none.")


def test_a_file_of_ones_own_is_played_with(tmp_path: Path) -> None:
    default_file = Path(load.__code__.co_filename).parent / "riff_in_time" / "content.toml"
    box = tmp_path / "box.toml"
    box.write_text(default_file.read_text(encoding="utf-8").replace('name = "Bill"', 'name = "William"'),
                   encoding="utf-8")

    assert load("riff_in_time", box).name_of("bill") == "William"


def test_only_a_box_of_this_game_will_do() -> None:
    sentence = "game: is {}; for this game it must be 'riff_in_time'."
    assert faults(changed("game", "chess")) == [sentence.format("'chess'")]
    assert faults(changed("game", GONE)) == [sentence.format("None")]
    with pytest.raises(ValueError, match=r"There is no game “chess”; the games are .*riff_in_time"):
        load("chess")


@pytest.mark.parametrize(("path", "value", "sentence"), [
    ("circuits", GONE, "circuits: is missing."),
    ("colour", "red", "colour: is no key of a content file."),
    ("locations.rome.name", GONE, "locations.rome.name: is missing."),
    ("locations.rome.id", GONE, "locations.1.id: is missing."),
    ("locations.rome.colour", "red", "locations.rome.colour: is no key of a content file."),
    ("locations", "rome", "locations: must be a list (it is 'rome')."),
    ("locations.1", "rome", "locations.1: must be a table of keys (it is 'rome')."),
    ("personages.charlemagne.dice", 3, "personages.charlemagne.dice: must be a table of keys (it is 3)."),
    ("personages.charlemagne.dice.wyld", "x",
     "personages.charlemagne.dice.wyld: must be a whole number (it is 'x')."),
    ("dice.wyld.count", None, "dice.wyld.count: must be a whole number (it is None)."),
    ("dice.wyld.colour", 7, "dice.wyld.colour: must be text (it is 7)."),
    ("dice.wyld.faces", ["move"], "dice.wyld.faces.1: must be a list (it is 'move')."),
    ("dice.wyld.stand_in", "maybe", "dice.wyld.stand_in: must be true or false (it is 'maybe')."),
    ("dice.wyld.stand_in", [], "dice.wyld.stand_in: must be true or false (it is [])."),
    ("san_dimas.max", 7.5, "san_dimas.max: must be a whole number (it is 7.5)."),
    ("circuits.15", ["san_dimas"], "circuits.15.2: is missing."),
    ("circuits.15", [1, 2, 3], "circuits.15: is too long a list (it is [1, 2, 3])."),
    ("circuits.15", [1, 2.5], "circuits.15.2: must be text or must be a whole number (it is 2.5)."),
    (f"{KASSEL}.count", "many", f"{KASSEL}.count: must be a whole number (it is 'many')."),
    (f"{KASSEL}.subject", 3.5, f"{KASSEL}.subject: must be text or must be a list (it is 3.5)."),
    (f"{KASSEL}.main", [{"op": "draw", "foo": 1}], f"{KASSEL}.main.1.foo: is no key of a content file."),
    (f"{KASSEL}.red", [{"choose": [[{"op": "draw"}], [{"op": "draw", "times": "x"}]]}],
     f"{KASSEL}.red.1.choose.2.1.times: must be a whole number (it is 'x')."),
    ("objectives.objective_01.task.foo", 1, "objectives.objective_01.task.foo: is no key of a content file."),
    ("objectives.objective_01.sd_icons", GONE, "objectives.objective_01.sd_icons: is missing."),
    ("characters.bill.ability", 1, "characters.bill.ability: must be text (it is 1)."),
    ("bands.default.red", "all", "bands.default.red: must be a list (it is 'all')."),
    ("players.min", GONE, "players.min: is missing."),
])
def test_a_key_of_the_wrong_form_is_named(path: str, value: Any, sentence: str) -> None:
    assert faults(changed(path, value)) == [sentence]
