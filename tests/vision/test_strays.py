"""Marks beside the dice that nobody is asked about."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.pips.made_up import TABLE
from tests.vision.signs.made_up import mark
from vision import read, reader
from vision.dice_sets import SETS
from vision.finding.top_finder import THINGS, Top
from vision.naming import NamedDie
from vision.pips.net import Candidate
from vision.pips.votes import WORTH_ASKING, Vote
from vision.reading import DieSeen
from vision.signs.face_read import FaceRead
from vision.strays import A_MARK, told_from_marks, without_marks_beside, without_odd_sizes


def top(r: float) -> Top:
    return Top(100, 100, r, 0.9, dict.fromkeys(THINGS, 0.0) | {"6": 1.0})


def pips(r: float, *, certain: bool) -> Vote:
    six = Candidate(100, 100, r, 0.9, (0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    one = Vote(top(r), six, None, frozenset(), frozenset({"beside"}), weighed=float(certain))
    assert one.certain == certain
    return one


def sign(r: float, *, certain: bool) -> FaceRead:
    return FaceRead(top(r), mark(1), SETS["riff_in_time"].kinds[0], True, {"move": 0.9}, certain)


@pytest.mark.parametrize(
    ("r", "is_left"), [(14.0, False), (16.0, True), (30.0, True), (65.0, True), (70.0, False)]
)
def test_what_is_unsure_and_twice_as_large_or_small_as_every_certain_die_is_left_out(
    r: float, is_left: bool
) -> None:
    dice, unsure = [pips(30, certain=True), pips(34, certain=True)], pips(r, certain=False)
    votes, signs = without_odd_sizes([*dice, unsure], [])
    assert (votes, signs) == ([*dice, unsure] if is_left else dice, [])


def test_dice_with_signs_and_with_pips_tell_the_size_of_both() -> None:
    die, other = pips(30, certain=True), sign(34, certain=True)
    read_so = without_odd_sizes([die, pips(10, certain=False)], [other, sign(10, certain=False)])
    assert read_so == ([die], [other])


def test_a_die_of_the_size_of_any_certain_one_is_asked_about() -> None:
    dice, small = [pips(30, certain=True), pips(60, certain=True)], pips(20, certain=False)
    assert without_odd_sizes([*dice, small], []) == ([*dice, small], [])


def test_one_certain_die_does_not_tell_how_large_the_others_are() -> None:
    die, small = pips(30, certain=True), pips(10, certain=False)
    assert without_odd_sizes([die, small], []) == ([die, small], [])


def test_a_certain_die_is_never_left_out_for_its_size() -> None:
    dice = [pips(30, certain=True), pips(32, certain=True), pips(10, certain=True)]
    assert without_odd_sizes(dice, []) == (dice, [])


@pytest.mark.parametrize("r", [14.0, 75.0])
def test_a_certain_die_beside_three_of_quite_another_size_is_asked_about(r: float) -> None:
    dice, odd = (
        [pips(30, certain=True), pips(30, certain=True), pips(34, certain=True)],
        pips(r, certain=True),
    )
    votes, signs = without_odd_sizes([*dice, odd], [])
    assert ([one.certain for one in votes], signs) == ([True, True, True, False], [])
    votes, signs = without_odd_sizes(dice, [sign(r, certain=True)])
    assert (votes, [one.certain for one in signs]) == (dice, [False])


def test_certain_dice_of_two_sizes_stay_certain_as_one_does_that_is_less_than_twice_as_large() -> None:
    dice = [pips(r, certain=True) for r in (30, 30, 34, 80, 80)]
    assert without_odd_sizes(dice, []) == (dice, [])
    dice = [pips(r, certain=True) for r in (30, 30, 34, 60)]
    cube = sign(16, certain=True)
    assert without_odd_sizes(dice, [cube]) == (dice, [cube])


def test_nobody_is_asked_about_a_speck_beside_dice_whose_number_was_not_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = [pips(30, certain=True), pips(32, certain=True), pips(10, certain=False)]
    monkeypatch.setattr(reader, "vote", lambda *said, **how: seen)
    assert [die.r for die in read(TABLE, "d6").dice] == [30, 32]


def unsure(likely: float) -> Vote:
    """A six that is no more than so `likely` a top to both nets, beside what the rules have against it."""
    six = Candidate(100, 100, 30, likely, (0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    return Vote(replace(top(30), confidence=likely), six, None, frozenset(), frozenset({"beside"}))


def test_pips_that_are_rather_a_mark_are_left_out_beside_what_is_certain() -> None:
    mark, die = unsure(0.45), unsure(0.75)
    assert WORTH_ASKING < mark.sureness < A_MARK < die.sureness
    weighed, cube, other = replace(mark, weighed=1.0), sign(30, certain=True), sign(30, certain=False)
    assert told_from_marks([mark, die, weighed], []) == (([die, weighed], []), ([mark], []))
    assert told_from_marks([mark, die], [cube]) == (([die], [cube]), ([mark], []))
    assert told_from_marks([mark, die], [other]) == (([mark, die], [other]), ([], []))


def test_signs_that_are_likelier_on_no_die_are_left_out_beside_what_is_certain() -> None:
    mark, die, cube = (
        replace(sign(30, certain=certain), likely=likely)
        for certain, likely in ((False, 0.45), (False, 0.55), (True, 0.45))
    )
    lone = pips(30, certain=True)
    assert told_from_marks([], [mark, die, cube]) == (([], [die, cube]), ([], [mark]))
    assert told_from_marks([lone], [mark, die]) == (([lone], [die]), ([], [mark]))
    assert told_from_marks([unsure(0.45)], [mark, die])[0][1] == [mark, die]


def named(kind: str, likely: float, *, certain: bool = False) -> NamedDie:
    die = DieSeen(kind, "move", 0.9, certain, 100, 100, 30, (), "white", np.zeros((2, 2, 3), np.uint8))
    return NamedDie(die, True, likely)


def test_what_is_likelier_no_die_is_none_of_a_kind_of_which_enough_are_seen() -> None:
    wyld, bogus = named("wyld", 0.9, certain=True), named("bogus", 0.9)
    mark, less, perhaps = named("wyld", 0.45), named("wyld", 0.4), named("wyld", 0.55)
    thrown = {"wyld": 2, "bogus": 1, "triumphant": 1}
    seen = [wyld, mark, less, bogus]
    assert without_marks_beside(seen, thrown) == [wyld, mark, bogus]
    assert without_marks_beside(seen, {**thrown, "wyld": 3}) == seen
    assert without_marks_beside(seen, {"bogus": 1, "triumphant": 2}) == [wyld, bogus]
    assert without_marks_beside([wyld, perhaps], {**thrown, "wyld": 1}) == [wyld, perhaps]
    assert without_marks_beside([named("wyld", 0.4, certain=True)], {"bogus": 2})[0].die.certain


def test_of_the_tiles_of_a_rug_no_more_are_asked_about_than_dice_are_missing() -> None:
    wyld, bogus = named("wyld", 0.9, certain=True), named("bogus", 0.9, certain=True)
    tiles = [named("wyld", 0.55 + number / 100) for number in range(6)]
    likelier, other = named("bogus", 0.95), named("triumphant", 0.6)
    thrown = {"wyld": 2, "bogus": 1}
    five_more = [wyld, bogus, *tiles]
    assert without_marks_beside(five_more, thrown) == five_more
    seen = [*five_more, likelier]
    assert without_marks_beside(seen, thrown) == [wyld, bogus, tiles[-1]]
    assert without_marks_beside(seen, {"wyld": 1, "bogus": 1, "character": 1}) == [wyld, bogus, likelier]
    two_missing = {**thrown, "triumphant": 1}
    assert without_marks_beside([*seen, other], two_missing) == [wyld, bogus, tiles[-1], other]
    assert without_marks_beside(five_more, {"wyld": 1}) == [wyld, bogus]
    beside_one = [wyld, *tiles, likelier]
    assert without_marks_beside(beside_one, {"wyld": 1, "bogus": 1}) == beside_one


def test_where_one_was_lost_the_sentence_speaks_of_that_whatever_mark_is_like_another_kind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mark = replace(sign(30, certain=False), likely=0.4)
    monkeypatch.setattr(reader, "_seen", lambda *_: (([], [sign(30, certain=True), mark]), []))
    (problem,) = read(TABLE, "riff_in_time", {"wyld": 1, "bogus": 1}).problems
    assert (problem.id, problem.message.args) == ("too_few", {"asked": 2, "seen": 1})


def test_marks_that_are_left_out_are_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "vote", lambda *said, **how: [pips(30, certain=True), unsure(0.45)])
    reading = read(TABLE, "d6")
    assert [len(reading.dice), len(reading.marks)] == [1, 1]
    assert reading.marks[0].confidence < reading.dice[0].confidence
    assert read(TABLE, "d6", {"d6": 2}).marks == ()
