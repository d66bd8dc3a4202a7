"""What a content file may hold: each fault in a sentence that names its key."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.content_file import ContentError
from tests.games.professor_evil.tables import content, game, game_of, game_with_thing


def faults(plain: dict[str, Any]) -> list[str]:
    """What is wrong with a content."""
    try:
        game_of(plain)
    except ContentError as error:
        return error.faults
    return []


def changed(path: str, value: Any) -> dict[str, Any]:
    """The default content with the value of one key changed, such as `doors.D01.rug_a`; None takes it out."""
    plain: Any = content()
    *steps, last = path.split(".")
    found = plain
    for step in steps:
        found = (next(thing for thing in found if thing["id"] == step) if isinstance(found, list)
                 else found[step])
    if value is None:
        del found[last]
    else:
        found[last] = value
    return dict(plain)


def test_the_default_content_is_sound() -> None:
    assert faults(content()) == []
    assert game().box.doubts() == []
    assert game().stand_in


@pytest.mark.parametrize(("path", "value", "sentence"), [
    ("doors.D01.b", "main_hall", "doors.D01: leads from main_hall to itself."),
    ("doors.D01.b", "attic", "doors.D01: no room has the id “attic”."),
    ("doors.D01.a", "attic", "doors.D01: no room has the id “attic”."),
    ("doors.D01.a", "attic", "rooms.main_hall: has 2 doors; every room has 3."),
    ("doors.D02.rug_a", "pink", "doors.D02: the rug “pink” is none of red, green, blue."),
    ("doors.D02.rug_b", "pink", "doors.D02: the rug “pink” is none of red, green, blue."),
    ("doors.D02.single", "pink", "doors.D02: the rug “pink” is none of red, green, blue."),
    ("start_room", "attic", "start_room: no room has the id “attic”."),
    ("windows", ["gallery", "library", "attic"], "windows: no room has the id “attic”."),
    ("windows", ["gallery", "library"], "windows: there are 2; three rooms have windows to enter by."),
    ("windows", ["gallery", "library", "library"],
     "windows: there are 3; three rooms have windows to enter by."),
    ("windows", ["gallery", "library", "main_hall"],
     "windows: “main_hall” cannot be entered from outside (barred_entry)."),
    ("barred_entry", ["attic"], "barred_entry: no room has the id “attic”."),
    ("layout.attic", [1.0, 2.0], "layout: no room has the id “attic”."),
    ("treasures.T01.minutes", 60, "treasures.T01.minutes: 60 is no multiple of 5 from 5 to 55."),
    ("treasures.T01.minutes", 0, "treasures.T01.minutes: 0 is no multiple of 5 from 5 to 55."),
    ("treasures.T01.minutes", 32, "treasures.T01.minutes: 32 is no multiple of 5 from 5 to 55."),
    ("treasures.T01.types", [], "treasures.T01.types: a tile shows 1 to 3 different traps."),
    ("treasures.T01.types", ["saw", "saw"], "treasures.T01.types: a tile shows 1 to 3 different traps."),
    ("treasures.T01.types", ["padlock", "saw", "camera", "laser"],
     "treasures.T01.types: a tile shows 1 to 3 different traps."),
    ("treasures.T01.types", ["dog"],
     "treasures.T01.types: “dog” is none of padlock, saw, camera, laser, console."),
    ("players", {"min": 0, "max": 5, "suggested_min": 2, "suggested_max": 4},
     "players: there are 1 to 5 players, one for each character."),
    ("players", {"min": 1, "max": 6, "suggested_min": 2, "suggested_max": 4},
     "players: there are 1 to 5 players, one for each character."),
    ("players", {"min": 3, "max": 2, "suggested_min": 2, "suggested_max": 4},
     "players: there are 1 to 5 players, one for each character."),
    ("characters.irene.window", "never", "characters.irene.window: “never” is none of phase2, after_roll."),
    ("characters.irene.per_turn_limit", 0, "characters.irene.per_turn_limit: must be 1 or more."),
    ("characters.irene.permanent", [],
     "characters.irene: says nothing; use manual for what is carried out by hand."),
    ("characters.irene.bonus", [], "characters.irene: says nothing; use manual for what is carried out by "
     "hand."),
    ("cards.irene_1.character", "zoe", "cards.irene_1.character: no character has the id “zoe”."),
    ("cards.irene_1.character", "leroy", "cards: leroy has 7 cards; every character has 6."),
    ("cards.irene_1.character", "leroy", "cards: irene has 5 cards; every character has 6."),
    ("cards.irene_1.window", "never", "cards.irene_1.window: “never” is none of phase2, after_roll."),
    ("cards.irene_1.effects", [], "cards.irene_1: says nothing; use manual for what is carried out by hand."),
    ("cards.irene_1.effects", [{"op": "unlock", "count": 0}],
     "cards.irene_1: unlock has the count 0; it must be 1 or more."),
    ("cards.irene_1.id", "irene_2", "cards: “irene_2” is there 2 times; each id may come once."),
    ("cards.irene_1.id", "study", "rooms and cards: “study” is there 2 times; each id may come once."),
    ("cards.irene_1.id", "my card", "cards: “my card” is no id; use letters, digits and _, as in "
     "“music_room”."),
    ("cards.irene_1.id", "été", "cards: “été” is no id; use letters, digits and _, as in “music_room”."),
    ("cards.irene_1.id", "", "cards: “” is no id; use letters, digits and _, as in “music_room”."),
    ("treasures.T01.id", "red", "treasures: “red” is no id for a thing; the rules use this word."),
    ("dice.professor.faces", [], "dice.professor.faces: there are none."),
    ("dice.clock.faces", [{"symbol": "red", "count": 2}],
     "dice.clock.faces: “red” is none of clock_1, clock_2."),
    ("dice.clock.faces", [{"symbol": "clock_1", "count": 0}],
     "dice.clock.faces: clock_1 is on 0 sides; it must be 1 or more."),
    ("dice.clock", None, "dice.clock: is missing."),
    ("dice.golden", {"body": "gold", "faces": []},
     "dice.golden: there is no such die; the dice are professor, colour, clock."),
    ("game", "pig", "game: is 'pig'; for this game it must be 'professor_evil'."),
])
def test_what_cannot_be_in_the_box(path: str, value: Any, sentence: str) -> None:
    assert sentence in faults(changed(path, value))


def test_an_op_that_does_not_exist_is_named_with_those_that_do() -> None:
    (fault,) = faults(changed("cards.irene_1.effects", [{"op": "fly"}]))
    assert fault.startswith("cards.irene_1: “fly” is none of extra_actions, unlock, lock, ")
    assert fault.endswith(", note, manual.")


@pytest.mark.parametrize(("key", "count", "sentence"), [
    ("rooms", 11, "rooms: there are 11; the mansion has 12."),
    ("doors", 17, "doors: there are 17; the mansion has 18."),
    ("treasures", 17, "treasures: there are 17; the box has 18."),
    ("characters", 4, "characters: there are 4; the box has 5."),
])
def test_the_box_holds_just_so_many(key: str, count: int, sentence: str) -> None:
    assert sentence in faults(changed(key, content()[key][:-1]))


def test_the_rooms_hang_together() -> None:
    plain = content()
    doors = {door["id"]: door for door in plain["doors"]}
    for id_, a, b in (("D13", "main_hall", "library"), ("D14", "gallery", "observatory"),
                      ("D15", "ballroom", "conservatory"), ("D16", "dining_room", "study"),
                      ("D17", "workshop", "laboratory"), ("D18", "music_room", "kitchen")):
        doors[id_].update(a=a, b=b)
    assert faults(plain) == [
        "doors: no way leads from laboratory to main_hall, gallery, library, observatory, ballroom, "
        "conservatory."]


def test_an_unlikely_map_is_doubted_but_not_refused() -> None:
    loaded = game_with_thing("doors", "D01", rug_a="green")
    assert loaded.box.doubts() == [
        "rooms.main_hall: has 0 red rugs at its doors; the professor needs one of each colour.",
        "rooms.main_hall: has 2 green rugs at its doors; the professor needs one of each colour."]


def test_doors_of_one_colour_are_doubted() -> None:
    plain = content()
    for door in plain["doors"]:
        door["rug_a"] = door["rug_b"] = door["single"]
    assert game_of(plain).box.doubts() == [
        "doors: every door has one colour on both sides; walks will go to and fro."]


def test_two_doors_between_two_rooms_are_doubted() -> None:
    plain = content()
    doors = {door["id"]: door for door in plain["doors"]}
    doors["D14"].update(a="gallery", b="library")
    doors["D15"].update(a="workshop", b="study")
    assert "doors: 2 doors join gallery and library." in game_of(plain).box.doubts()


def test_one_colour_a_door_can_only_be_played_if_each_door_has_one() -> None:
    loaded = game_with_thing("doors", "D03", single="")
    assert loaded.new(["ana"], {}).options["colour_scheme"] == "per_side"
    with pytest.raises(ValueError, match="colour_scheme cannot be “single”: the content gives D03 no single"):
        loaded.new(["ana"], {"colour_scheme": "single"})


@pytest.mark.parametrize(("name", "words", "default"), [
    ("use_55", ("yes", "no"), "no"), ("use_30", ("yes", "no"), "yes"),
    ("colour_scheme", ("per_side", "single"), "per_side"),
])
def test_the_options(name: str, words: tuple[str, ...], default: str) -> None:
    (option,) = [option for option in game().options if option.id == name]
    assert (option.words, option.default) == (words, default)
    assert option.rules[0].startswith("EVIL-")
    assert game().new(["ana"], {}).options[name] == default


def test_the_dice() -> None:
    dice = {die.id: die.faces for die in game().box.three_dice}
    assert dice == {
        "professor": ("chevron_1", "chevron_2", "chevron_3", "secret_passage", "time_5", "time_10"),
        "colour": ("red", "red", "green", "green", "blue", "blue"),
        "clock": ("clock_1", "clock_1", "clock_1", "clock_2", "clock_2", "clock_2")}
    assert {kind: colour for kind, (colour, _) in game().dice.items()} == {
        "professor": "white", "colour": "blue", "clock": "black"}
    assert {kind: faces for kind, (_, faces) in game().dice.items()} == dice


def test_what_the_engine_needs_to_know() -> None:
    one = game()
    assert (one.id, one.name, one.rules_version, one.least_seats, one.most_seats) == (
        "professor_evil", "Professor Evil", 1, 1, 5)
