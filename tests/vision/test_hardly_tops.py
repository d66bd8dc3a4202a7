"""What the finder hardly takes for a top face, where a die is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from vision import Reading, read, reader
from vision.finding.top_finder import Top
from vision.finding.tops import find_tops
from vision.pips.claims import by_one_net, claims_on
from vision.pips.counting import Counted
from vision.pips.net import Claim
from vision.reading import Picture
from vision.rendering import Camera, Ground, Scene, render
from vision.simulated_dice import Body, rendered

BARE, MOVE, D8 = Body.of("bogus", "blank"), Body.of("wyld", "move"), Body.of("d8", "4")
FOUR, TWO = Body.of("d6", "4"), Body.of("d6", "2")


def table(*bodies: Body) -> Picture:
    """Dice on felt, from left to right."""
    dice = tuple(rendered(body, 160 + 160 * n, 240, 70, 20) for n, body in enumerate(bodies))
    scene = Scene(dice=dice, ground=Ground(kind="felt"), camera=Camera(width=640, height=480))
    return render(scene, np.random.default_rng(1))[0]


@pytest.fixture
def hardly_found(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The finder finds hardly a top in the right half of a picture."""

    def found(*asked: Any, **how: bool) -> Sequence[Top]:
        return [replace(top, confidence=0.2) if top.x > 240 else top for top in find_tops(*asked, **how)]

    monkeypatch.setattr(reader, "find_tops", found)
    return monkeypatch


def told(reading: Reading) -> list[tuple[str, bool]]:
    return [(die.face, die.certain) for die in sorted(reading.dice, key=lambda die: die.x)]


def test_it_is_asked_about_where_it_is_like_a_die_of_the_set_and_leaves_the_others_certain(
    hardly_found: pytest.MonkeyPatch,
) -> None:
    picture = table(MOVE, BARE)
    reading = read(picture, "riff_in_time", {"wyld": 1, "bogus": 1})
    assert told(reading) == [("move", True), ("blank", False)]
    assert reading.problems == ()


@pytest.mark.parametrize("expected", [None, {"wyld": 1}])
def test_it_is_left_out_where_none_is_missing(
    expected: dict[str, int] | None, hardly_found: pytest.MonkeyPatch
) -> None:
    assert told(read(table(MOVE, BARE), "riff_in_time", expected)) == [("move", True)]


def test_what_is_less_like_what_was_shown_is_none(hardly_found: pytest.MonkeyPatch) -> None:
    hardly_found.setattr(reader, "LIKE_A_DIE", 0.995)
    reading = read(table(MOVE, BARE), "riff_in_time", {"wyld": 1, "bogus": 1})
    assert [problem.id for problem in reading.problems] == ["too_few"]


def test_a_side_of_a_d8_is_as_like_one_as_its_top_and_is_not_asked_about(
    hardly_found: pytest.MonkeyPatch,
) -> None:
    reading = read(table(D8, D8), "quick_and_undead", {"d8": 2})
    assert [problem.id for problem in reading.problems] == ["too_few"]


@pytest.mark.parametrize(("asked", "said"), [(1, [("4", True)]), (2, [("4", True), ("2", False)])])
def test_pips_that_are_hardly_a_dies_are_asked_about_where_one_is_missing(
    asked: int, said: list[tuple[str, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def hardly(picture: Picture, tops: Sequence[Top]) -> tuple[list[Claim], list[Counted]]:
        """The readers are sure of a die in the left half alone."""
        left, right = ([top for top in tops if (top.x > 240) is on_right] for on_right in (False, True))
        claims, counted = claims_on(picture, left)
        doubted = [(top, replace(by_one_net(top), confidence=0.02)) for top in right]
        return [*claims, *((replace(top, confidence=0.7), seen) for top, seen in doubted)], counted

    monkeypatch.setattr(reader, "claims_on", hardly)
    reading = read(table(FOUR, TWO), "d6", {"d6": asked})
    assert told(reading) == said
    assert reading.problems == ()


@pytest.mark.parametrize(("expected", "times"), [(None, 1), ({"d6": 1}, 1), ({"d6": 2}, 1), ({"d6": 3}, 2)])
def test_dice_are_looked_for_once_more_where_one_is_missing(
    expected: dict[str, int] | None, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[bool] = []

    def found(*asked: Any, **how: bool) -> Sequence[Top]:
        looked.append(how.get("thoroughly", False))
        return find_tops(*asked, **how)

    monkeypatch.setattr(reader, "find_tops", found)
    read(table(FOUR, TWO), "d6", expected)
    assert looked == [False, True][:times]
