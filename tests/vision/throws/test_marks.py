"""Dice that hardly look like dice, thrown where others lie that are certain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.roll_table import Table, cloth_with, die, faces, reading
from vision import DieSeen, Reading
from vision.rolls import RollState

LIES = die("4", x=30)


def with_marks(*marks: DieSeen, dice: tuple[DieSeen, ...] = (LIES,)) -> Reading:
    return Reading(dice, marks=marks)


def test_what_is_rather_a_mark_is_asked_about_where_it_was_thrown() -> None:
    table = Table(with_marks(die("5", certain=False)), lain=reading(LIES))
    table.ask(1, 30)
    assert faces(table.rest(30, 200)) == ["5?"]


@pytest.mark.parametrize("x", [200, 260])
def test_a_mark_that_was_there_before_is_no_throw_however_faint(x: int) -> None:
    marked = with_marks(die("5", certain=False, x=x))
    table = Table(marked, lain=marked)
    table.ask(1, 30, 200)
    table.see(cloth_with(30, 90, 200), 0.3)
    assert table.rest(30, 200) is None
    assert table.watcher.state is RollState.WAITING


def test_a_mark_that_a_bump_moved_is_no_throw() -> None:
    table = Table(with_marks(die("5", certain=False, x=206)), lain=with_marks(die("5", certain=False)))
    table.ask(1, 30, 200)
    assert table.rest(30, 206) is None
    assert table.watcher.state is RollState.WAITING


def test_a_mark_that_a_die_covered_is_no_throw_while_that_is_in_the_hand() -> None:
    table = Table(with_marks(die("5", certain=False)), lain=reading(LIES, die("6", x=190)))
    table.ask(1, 30, 190)
    assert table.rest(30, 200, seconds=9) is None
    assert table.watcher.state is RollState.HANDLING


def test_marks_beside_as_many_thrown_dice_as_were_asked_for_are_none_of_them() -> None:
    marks = die("5", certain=False), die("3", certain=False, x=260)
    table = Table(with_marks(*marks, dice=(LIES, die("2", x=120))), lain=reading(LIES))
    table.ask(1, 30)
    assert faces(table.rest(30, 120, 200, 260)) == ["2"]


def test_nor_are_they_beside_more_dice_than_were_asked_for() -> None:
    marks = die("5", certain=False), die("3", certain=False, x=260)
    table = Table(with_marks(*marks, dice=(LIES, die("2", x=80), die("6", x=130))), lain=reading(LIES))
    table.ask(1, 30)
    assert faces(table.rest(30, 80, 130, 200, 260)) == ["2?", "6?"]


@pytest.mark.parametrize(("asked", "seen"), [(2, ["2", "5?"]), (3, ["2", "5?", "3?"])])
def test_no_more_marks_are_asked_about_than_dice_are_missing_the_likeliest_first(
    asked: int, seen: list[str]
) -> None:
    likely, unlikely = die("5", certain=False), die("3", certain=False, x=260)
    unlikely = replace(unlikely, confidence=0.4)
    table = Table(with_marks(unlikely, likely, dice=(LIES, die("2", x=120))), lain=reading(LIES))
    table.ask(asked, 30)
    assert faces(table.rest(30, 120, 200, 260)) == seen
