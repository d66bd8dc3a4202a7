"""A roll's life, on a clock that the test turns: what people are told while no throw can be read."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.roll_table import EMPTY, Table, cloth_with, die, faces, reading
from vision import Reading, problems


def test_dice_that_fell_as_they_were_asked_for_are_thrown_too_soon_and_that_is_said() -> None:
    table = Table(reading(die("4")), lain=reading(die("4")))
    table.watcher.ask({"d6": 1})
    for x in (120, 170, 190):
        table.see(cloth_with(x))
    assert table.rest(seconds=2.5) is None
    assert table.told is None
    table.rest(seconds=2)
    assert table.told == "thrown_too_soon"
    table.throw(60)
    assert table.told is None


@pytest.mark.parametrize(("before", "told"), [(0.8, "thrown_too_soon"), (0.9, None)])
def test_dice_that_fell_long_before_they_were_asked_for_were_not_thrown_too_soon(
    before: float, told: str | None
) -> None:
    table = Table(lain=reading(die("4")))
    for x in (120, 200):
        table.see(cloth_with(x))
    table.rest(seconds=before)
    table.watcher.ask({"d6": 1})
    table.rest(seconds=4)
    assert table.told == told


def test_dice_that_were_just_read_were_not_thrown_too_soon_for_the_next_player() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask({"d6": 1})
    table.throw()
    assert faces(table.rest()) == ["4"]
    table.thrown, table.lain = False, reading(die("4"))
    table.watcher.ask({"d6": 1})
    assert table.rest(seconds=5) is None
    assert table.told is None


def test_dice_that_are_none_of_those_asked_for_are_no_hand_for_ever() -> None:
    table = Table(reading())
    table.watcher.ask({"d6": 1})
    table.throw()
    assert table.rest(seconds=9) is None
    assert table.told is None
    table.rest(seconds=3)
    assert table.told == "none_fallen"


def test_who_finds_dice_lying_and_waits_is_told_nothing() -> None:
    table = Table(lain=reading(die("4")))
    table.rest(seconds=3)
    table.watcher.ask({"d6": 1})
    table.rest(seconds=6)
    assert table.told is None


def test_a_picture_too_blurred_to_show_any_dice_is_called_blurred() -> None:
    table = Table(Reading((), (problems.blurred(),)))
    table.watcher.ask({"d6": 1})
    table.throw()
    table.rest(seconds=11)
    assert table.told == "blurred"
    table.readings = [reading(die("4", x=60))]
    table.throw(60)
    assert faces(table.rest(60)) == ["4"]
    assert table.told is None


def test_a_picture_that_was_blurred_while_a_hand_was_there_is_not_called_so_for_ever() -> None:
    table = Table(Reading((), (problems.blurred(),)))
    table.watcher.ask({"d6": 1})
    table.see(cloth_with(), 1)
    table.thrown = True
    hand = EMPTY.copy()
    hand[:, :150] = 200
    table.see(hand, 0.5)
    table.see(cloth_with(), 15)
    assert table.told is None


def test_a_covered_lens_is_called_too_dark_until_it_is_not() -> None:
    table = Table(reading(die("4")), lain=Reading((), (problems.too_dark(),)))
    table.watcher.ask({"d6": 1})
    table.see(np.full_like(EMPTY, 3), 9)
    assert table.told is None
    table.see(np.full_like(EMPTY, 3), 2)
    assert table.told == "too_dark"
    table.lain = reading()
    for light in range(3, 40):
        table.see(np.full_like(EMPTY, light))
    assert table.told is None


def test_an_empty_tray_of_black_cloth_is_not_called_too_dark() -> None:
    table = Table(lain=Reading((), (problems.too_dark(),)))
    cloth = np.full_like(EMPTY, 12)
    cloth[:4] = 40
    table.watcher.ask({"d6": 1})
    table.see(cloth, 20)
    assert table.told is None
