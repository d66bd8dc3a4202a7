"""How slanted dice are seen where others lie as they do."""

from __future__ import annotations

import math

import pytest

from vision.pips.slants import Seen, usual_at

SIZE = (640, 480)


def die(x: float, y: float, tilt: float) -> Seen:
    """A die on the vertical through the middle of the picture, as a camera with that tilt sees it."""
    down = (y - SIZE[1] / 2) / SIZE[0]
    left = math.cos(math.radians(tilt)) + down * math.sin(math.radians(tilt))
    return x, y, min(left, 1 / left)


@pytest.mark.parametrize("tilt", [-35.0, 0.0, 15.0, 35.0])
def test_three_dice_tell_how_slanted_one_is_seen_that_is_farther_away(tilt: float) -> None:
    others = [die(320.0, y, tilt) for y in (200.0, 300.0, 420.0)]
    *_, expected = die(320.0, 60.0, tilt)
    assert usual_at(320.0, 60.0, others, SIZE) == pytest.approx(expected, abs=0.02)


def test_from_right_above_all_are_seen_alike() -> None:
    others = [(x, y, 0.98) for x, y in ((100.0, 400.0), (320.0, 240.0), (600.0, 430.0))]
    assert usual_at(40.0, 30.0, others, SIZE) == pytest.approx(0.98, abs=0.01)


def test_fewer_than_three_do_not_tell_how_the_camera_looks() -> None:
    assert usual_at(320.0, 60.0, [die(320.0, 300.0, 35.0)], SIZE) == pytest.approx(die(320.0, 300.0, 35.0)[2])


def test_one_that_leans_among_the_others_changes_little() -> None:
    others = [die(x, y, 20.0) for x, y in ((200.0, 150.0), (320.0, 300.0), (400.0, 420.0), (250.0, 360.0))]
    leaning = (320.0, 240.0, 0.6)
    straight, with_leaning = (usual_at(320.0, 90.0, some, SIZE) for some in (others, [*others, leaning]))
    assert with_leaning == pytest.approx(straight, abs=0.04)
