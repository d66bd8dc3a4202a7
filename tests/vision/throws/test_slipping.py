"""Dice that lie in a tray tell how it was moved; a throw tells nothing of the kind."""

from __future__ import annotations

import cmath
import math
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.roll_table import EMPTY
from vision import DieSeen
from vision.reading import Picture
from vision.rolls import DiceSeen, RollState, RollWatcher
from vision.simulated import SimulatedTray
from vision.simulated_dice import Body
from vision.throws.slipping import STILL, keep_apart, slip_of

TRAY = [("2", 100, 80), ("5", 400, 120), ("6", 250, 300), ("5", 480, 330)]


def dice(*lying: tuple[str, float, float]) -> list[DieSeen]:
    return [DieSeen("d6", face, 0.99, True, x, y, 20.0, (), "white", EMPTY[:2, :2]) for face, x, y in lying]


def moved(lain: list[DieSeen], degrees: float, x: float, y: float) -> list[DieSeen]:
    """The same in a tray that was turned about the picture's corner, and shifted."""
    places = [complex(die.x, die.y) * cmath.rect(1, math.radians(degrees)) + complex(x, y) for die in lain]
    return [replace(die, x=place.real, y=place.imag) for die, place in zip(lain, places, strict=True)]


@given(st.floats(0, 360), st.floats(-300, 300), st.floats(-300, 300), st.permutations(range(4)))
def test_however_a_tray_is_turned_and_shifted_its_dice_are_known_to_lie(
    degrees: float, x: float, y: float, order: list[int]
) -> None:
    lain = dice(*TRAY)
    now = [moved(lain, degrees, x, y)[number] for number in order]
    slip = slip_of(now, lain)
    assert all(slip.apart(die, lain[number]) < 7 for die, number in zip(now, order, strict=True))


def test_dice_of_a_tray_that_was_moved_may_lie_nearer_to_the_camera() -> None:
    lain = dice(*TRAY)
    now = [replace(die, x=1.05 * die.x, y=1.05 * die.y) for die in moved(lain, 30, 40, 0)]
    assert slip_of(now, lain) is not STILL


def test_a_knock_is_known_by_dice_that_are_not_all_made_out() -> None:
    lain = dice(*TRAY)
    now = [replace(die, certain=number == 0) for number, die in enumerate(moved(lain, 0, 16, 0))]
    assert [slip_of(now, lain).apart(*pair) for pair in zip(now, lain, strict=True)] == [0, 0, 0, 0]


def test_where_the_others_lie_still_a_turn_about_them_explains_no_thrown_die() -> None:
    lain = dice(("2", 100, 80), ("5", 140, 120), ("6", 180, 60), ("3", 500, 300))
    now = moved(lain, 3, 5, -7)
    assert slip_of(now, lain).apart(now[3], lain[3]) > 10


def test_dice_that_were_thrown_have_not_slipped_though_they_show_their_old_faces() -> None:
    thrown = dice(("2", 430, 300), ("5", 90, 210), ("6", 300, 60), ("5", 210, 190))
    assert slip_of(thrown, dice(*TRAY)) is STILL


@pytest.mark.parametrize("seed", range(5))
def test_many_dice_that_were_thrown_have_not_slipped_though_three_of_them_may_fit(seed: int) -> None:
    rng = Random(seed)

    def thrown() -> list[DieSeen]:
        return dice(*((str(rng.randint(1, 6)), rng.uniform(0, 640), rng.uniform(0, 480)) for _ in range(25)))

    assert slip_of(thrown(), thrown()) is STILL


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ([("2", 140, 200), ("5", 140, 510)], True),
        ([("2", 140, 200), ("5", 140, 400)], False),
        ([("2", 140, 200), ("6", 140, 510)], False),
        ([("2", 140, 200), ("5", 140, 510), ("1", 30, 30)], False),
    ],
)
def test_two_dice_as_far_apart_with_their_faces_may_lie_in_a_tray_that_was_turned(
    now: list[tuple[str, float, float]], told: bool
) -> None:
    assert keep_apart(dice(*now), dice(*TRAY[:2])) is told


def turning(frame: Picture, share: float) -> Picture:
    """The frame, turned by up to 25 degrees."""
    middle = (frame.shape[1] / 2, frame.shape[0] / 2)
    turn = cv2.getRotationMatrix2D(middle, 25 * share, 1)
    return np.asarray(
        cv2.warpAffine(frame, turn, frame.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


@pytest.mark.parametrize(
    ("count", "state", "certain"), [(3, RollState.WAITING, None), (2, RollState.DOUBTFUL, [False, False])]
)
def test_a_tray_that_was_turned_with_dice_in_it_is_no_throw_for_certain(
    count: int, state: RollState, certain: list[bool] | None
) -> None:
    tray, watcher = SimulatedTray(1), RollWatcher("d6")
    tray.throw([Body("white", "5"), Body("yellow", "2"), Body("blue", "6")][:count])
    while tray.moving:
        tray.frame()
    watcher.feed(tray.frame(), 0.0)
    watcher.ask({"d6": count})
    seen: DiceSeen | None = None
    for number in range(1, 120):
        frame = turning(tray.frame(), min(1.0, max(0.0, number / 15 - 2)))
        seen = seen or watcher.feed(frame, number / 15)
    assert watcher.state is state
    assert (seen and [die.certain for die in seen.reading.dice]) == certain
