"""What is movement in a tray, and what only light, noise, or what is painted over beside the tray."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.roll_table import EMPTY, Table, cloth_with, die, faces, reading
from vision.reading import Picture
from vision.throws.motion import MOVING, share_changed, small_grey

Light: TypeAlias = float | NDArray[np.float64]
ROWS = 1 + np.sin(np.arange(240) / 12)[:, None, None]


def lit(picture: Picture, by: Light) -> Picture:
    """The picture in light so many times as bright."""
    return np.asarray((picture * by).clip(0, 255), np.uint8)


def all_over(step: int) -> Light:
    return (0.82, 1.0)[step % 2]


def in_rows(step: int) -> Light:
    return np.asarray(0.9 + 0.1 * np.roll(ROWS, 40 * step, axis=0))


@pytest.mark.parametrize("lamp", [all_over, in_rows])
def test_a_throw_is_read_under_a_lamp_that_flickers(lamp: Callable[[int], Light]) -> None:
    table = Table(reading(die("4")))
    table.watcher.ask({"d6": 1})
    seen = None
    for step, x in enumerate([0] * 12 + [60, 100, 140, 170, 190] + [200] * 12):
        table.thrown = x > 0
        frame = lit(cloth_with(x) if x else EMPTY, lamp(step))
        seen = seen or table.see(frame)
    assert faces(seen) == ["4"]


def test_a_small_dark_die_that_moves_a_little_is_seen_though_a_lamp_flickers() -> None:
    def frame(x: int, step: int) -> Picture:
        picture = EMPTY.copy()
        cv2.rectangle(picture, (x, 110), (x + 12, 122), (60, 60, 60), -1)
        return lit(picture, in_rows(step))

    assert share_changed(small_grey(frame(150, 0)), small_grey(frame(150, 1))) <= MOVING
    assert share_changed(small_grey(frame(150, 0)), small_grey(frame(154, 1))) > MOVING


def test_a_tray_that_is_but_a_sliver_shows_the_whole_picture() -> None:
    sliver = np.asarray(cv2.line(np.zeros(EMPTY.shape[:2], np.uint8), (0, 0), (319, 239), (255,)), np.uint8)
    assert np.isfinite(small_grey(EMPTY, sliver)).all()


@pytest.mark.parametrize("grains", [3.0, 8.0])
def test_a_throw_is_read_in_the_noise_of_dim_light(grains: float) -> None:
    rng = np.random.default_rng(7)
    table = Table(reading(die("4")))
    table.watcher.ask({"d6": 1})
    seen = None
    for x in [0] * 12 + [60, 100, 140, 170, 190] + [200] * 12:
        table.thrown = x > 0
        noise = cv2.GaussianBlur(rng.normal(0, 1, EMPTY.shape).astype(np.float32), (0, 0), 2)
        frame = (cloth_with(x) if x else EMPTY) + grains / noise.std() * noise
        seen = seen or table.see(np.asarray(frame.clip(0, 255), np.uint8))
    assert faces(seen) == ["4"]


def test_light_that_changes_is_no_movement_where_most_is_painted_over_beside_a_round_tray() -> None:
    tray = np.asarray(cv2.circle(np.zeros(EMPTY.shape[:2], np.uint8), (160, 120), 90, (255,), -1), np.uint8)
    bright, dim = cloth_with(150), lit(cloth_with(150), 0.7)
    dim[tray == 0] = bright[tray == 0]
    assert (
        share_changed(small_grey(bright, tray), small_grey(dim, tray))
        <= MOVING
        < share_changed(small_grey(bright), small_grey(dim))
    )


@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_hand_is_movement_however_much_of_the_picture_it_takes(share: float) -> None:
    rng = np.random.default_rng(7)
    hand = np.asarray(cv2.resize(rng.uniform(20, 240, (6, 8, 3)), (320, 240)), np.uint8)
    covered, moved = EMPTY.copy(), EMPTY.copy()
    across = round(share * 320)
    covered[:, :across] = hand[:, :across]
    moved[:, :across] = np.roll(hand, 60, axis=1)[:, :across]
    assert share_changed(small_grey(EMPTY), small_grey(covered)) > MOVING
    assert share_changed(small_grey(covered), small_grey(moved)) > MOVING
