"""What a content file may hold: each fault in a sentence that names its key."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from companion.engine.content_file import ContentError
from companion.games import load
from companion.games.quick_and_undead.content import ABILITIES, Box
from tests.games.quick_and_undead.towns import game

IN_PLAY = {2: 6, 3: 8, 4: 10, 5: 11, 6: 12}


def content(*paths_and_values: Any) -> dict[str, Any]:
    """The default content with the values of some keys changed, such as `buildings.B03.cost`."""
    plain: Any = copy.deepcopy(dict(game().content))
    for path, value in zip(paths_and_values[::2], paths_and_values[1::2], strict=True):
        *steps, last = path.split(".")
        found = plain
        for step in steps:
            found = (next(thing for thing in found if thing["id"] == step) if isinstance(found, list)
                     else found[step])
        found[last] = value
    return dict(plain)


def faults(plain: dict[str, Any]) -> list[str]:
    """What is wrong with a content."""
    try:
        load("quick_and_undead", plain)
    except ContentError as error:
        return error.faults
    return []


def test_the_default_content_is_sound_and_a_stand_in() -> None:
    assert faults(content()) == []
    assert game().stand_in
    assert game().box.doubts() == []


@pytest.mark.parametrize(("players", "slots"), IN_PLAY.items())
def test_so_many_slots_are_in_play(players: int, slots: int) -> None:
    assert len(game().box.slots_for(players)) == slots


@pytest.mark.parametrize(("change", "fault"), [
    (("buildings.B03.ability", "coin"),
     ["buildings: 2 have the ability coin; each is there once.",
      "buildings: 0 have the ability bullet; each is there once."]),
    (("buildings.B03.ability", "banquet"), [
        "buildings: 0 have the ability bullet; each is there once.",
        f"buildings.B03.ability: 'banquet' is none of {', '.join(ABILITIES)}."]),
    (("buildings.B03.cost", 0), ["buildings.B03: cost is 1 or more, notoriety 0 or more."]),
    (("buildings.B03.notoriety", -1), ["buildings.B03: cost is 1 or more, notoriety 0 or more."]),
    (("buildings.B14.cost", 6), ["buildings.B14.cost: is 6; this building always costs 5."]),
    (("buildings.B01.four_plus", True), ["buildings: 6 are marked four_plus; there are 5."]),
    (("buildings.B02.id", "B01"), ["buildings: there are 19 different ones; the box has 20."]),
    (("undead.U01.value", 5), ["undead: 2 have the value 6; there are 3."]),
    (("undead.U04.value", 6), ["undead: 4 have the value 6; there are 3."]),
    (("undead.U04.value", 7), ["undead.U04.value: is 7; undead are worth 1 to 6."]),
    (("undead.U04.value", 0), ["undead.U04.value: is 0; undead are worth 1 to 6."]),
    (("undead.U02.id", "U01"), ["undead: there are 17 different ones; the box has 18."]),
    (("undead.U04.weak", []), ["undead.U04.weak: needs one or more different numbers from 2 to 7."]),
    (("undead.U04.weak", [1]), ["undead.U04.weak: needs one or more different numbers from 2 to 7."]),
    (("undead.U04.weak", [2, 2]), ["undead.U04.weak: needs one or more different numbers from 2 to 7."]),
    (("slots.S01.id", "S02"), ["slots: an id is there twice."]),
    (("slots.S01.bonus", "gold"), ["slots.S01.bonus: 'gold' is none of coin, n1, bullet."]),
    (("slots.S01.bonus", "bullet"), ["slots: 4 have a bullet as bonus; the box has 3 to spare."]),
    (("slots.S01.min_players", 7), ["slots.S01.min_players: is 7; it is 2 to 6."]),
    (("slots.S01.min_players", 1), ["slots.S01.min_players: is 1; it is 2 to 6."]),
    (("colours", ["red"]), ["colours: there are 1; the box has 6."]),
])
def test_a_fault_is_said_with_its_key(change: tuple[str, Any], fault: list[str]) -> None:
    assert faults(content(*change)) == fault


def with_slots(count: int, min_players: int = 2) -> dict[str, Any]:
    slots = [{"id": f"P{number}", "min_players": min_players} for number in range(count)]
    return content("slots", slots)


def test_the_board_has_six_to_thirteen_slots_and_enough_for_each_number_of_players() -> None:
    assert faults(with_slots(6)) == faults(with_slots(13)) == []
    assert faults(with_slots(14)) == ["slots: there are 14; the board has 6 to 13."]
    assert faults(with_slots(5)) == ["slots: there are 5; the board has 6 to 13.",
                                     "slots: 5 are in play for 6 players; too few."]
    assert faults(with_slots(8, 6)) == [f"slots: 0 are in play for {players} players; too few."
                                        for players in (2, 3, 4, 5)]


def test_what_is_no_key_of_the_box_is_refused() -> None:
    assert faults(content("buildings.B03.colour", "red"))
    assert isinstance(game().box, Box)
