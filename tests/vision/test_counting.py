"""The counting of the benchmarks: what is right, what is wrong for certain, and what few dice prove."""

from __future__ import annotations

import pytest

from tests.benchmarks.counting import Label, Tally, bounds, reliability
from tests.benchmarks.rivals import BlobDie, clusters


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"), [(0, 10, 0.0, 0.278), (95, 100, 0.888, 0.978), (0, 0, 0.0, 1.0)]
)
def test_few_dice_prove_little(part: int, whole: int, low: float, high: float) -> None:
    assert bounds(part, whole) == pytest.approx((low, high), abs=0.001)


def label(face: str, x: float, r: float = 20.0) -> Label:
    return Label("d6", face, x, 50.0, r)


def die(face: str, x: float, certain: bool = True, confidence: float = 0.99) -> BlobDie:
    return BlobDie(face, x, 50.0, 20.0, confidence, certain)


def test_a_picture_is_right_when_every_die_is_and_nothing_else_is_called_one() -> None:
    tally = Tally()
    tally.count([die("4", 52), die("2", 148)], [label("4", 50), label("2", 150)], "right")
    tally.count([die("4", 52), die("2", 300)], [label("4", 50)], "one too many")
    tally.count([die("4", 52)], [label("4", 50), label("2", 150)], "one missed")
    assert (tally.pictures, tally.pictures_right) == (3, 1)
    assert (tally.dice.all, tally.dice.right) == (5, 4)


def test_wrong_for_certain_is_a_wrong_face_and_a_die_where_none_lies() -> None:
    tally = Tally()
    tally.count([die("5", 52), die("2", 300), die("1", 400, certain=False)], [label("4", 50)], "a picture")
    assert tally.dice.wrong == 2
    assert tally.wrong == [
        "a picture: read 5 for 4 at 52, 50",
        "a picture: read 2 for no die at 300, 50",
    ]


def test_where_nobody_said_where_the_one_die_lies_the_surest_is_meant() -> None:
    tally = Tally()
    seen = [die("3", 40, certain=False, confidence=0.9), die("7", 300)]
    tally.count(seen, [Label("d8", "7", None, None, None)], "a stray before it")
    assert (tally.dice.right, tally.dice.certain_right, tally.dice.wrong) == (1, 1, 0)


def test_dice_are_counted_by_their_size() -> None:
    tally = Tally()
    tally.count([], [label("4", 50, r=15.0), label("2", 150, r=30.0)], "both missed")
    assert [(name, dice.all) for name, dice in tally.sizes.items()] == [
        ("under 25", 0),
        ("25 to 40", 1),
        ("40 and more", 1),
    ]


def test_confidence_is_compared_with_what_was_right() -> None:
    (low, high) = reliability([(0.6, True), (0.6, False), (0.99, True)])
    assert "50.0" in low
    assert "of 1 right" in high


def test_blobs_near_one_another_are_one_die() -> None:
    found = clusters([(0, 0), (30, 0), (60, 0), (200, 0)], 40)
    assert sorted(len(cluster) for cluster in found) == [1, 3]
