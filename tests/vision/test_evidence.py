"""The pictures that are kept of a roll: small, and large enough to look at."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import DieSeen
from vision.evidence import CROP, CROPS, PHOTOGRAPH, crops, photograph, photograph_scale
from vision.reading import Picture

NOISE = np.asarray(
    cv2.GaussianBlur(np.random.default_rng(1).integers(0, 255, (1080, 1920, 3)).astype(np.uint8), (0, 0), 2),
    np.uint8,
)


def unpacked(jpeg: bytes) -> Picture:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


def die(crop: Picture) -> DieSeen:
    return DieSeen("d6", "5", 1.0, True, 40.0, 40.0, 20.0, (), "white", crop)


def test_the_photograph_of_a_roll_is_a_small_jpeg() -> None:
    packed = photograph(NOISE)
    assert len(packed) <= PHOTOGRAPH
    assert unpacked(packed).shape == (360, 640, 3)
    assert photograph_scale(NOISE) == pytest.approx(1 / 3)


def test_ten_dice_are_kept_side_by_side_in_few_bytes() -> None:
    packed = crops(die(NOISE[:130, 130 * place : 130 * place + 130]) for place in range(10))
    assert len(packed) <= CROPS
    assert unpacked(packed).shape == (CROP, 10 * CROP, 3)


def test_a_die_at_the_edge_of_the_picture_keeps_its_form() -> None:
    narrow = np.zeros((80, 40, 3), np.uint8)
    narrow[20:60, :20] = 255
    shown = unpacked(crops([die(narrow)]))
    bright = np.argwhere(shown[:, :, 0] > 128)
    assert np.ptp(bright[:, 0]) == pytest.approx(36, abs=3)


FULL = np.random.default_rng(2).integers(0, 255, (1080, 1080, 3)).astype(np.uint8)
CHESS = np.repeat((np.indices((640, 640)).sum(axis=0) % 2 * 255)[:, :, None], 3, axis=2).astype(np.uint8)


@pytest.mark.parametrize("picture", [FULL, FULL[:640, :640], CHESS], ids=["large", "noise", "chess"])
def test_a_roll_takes_less_than_30_kb_whatever_the_camera_shows(picture: Picture) -> None:
    dice = crops([die(picture[:100, :100])] * 14)
    packed = photograph(picture)
    assert len(packed) <= PHOTOGRAPH
    assert len(dice) <= CROPS
    # Dice are found in the photograph by their places.
    assert unpacked(packed).shape == (640, 640, 3)
    assert unpacked(dice).shape == (CROP, 14 * CROP, 3)


def test_no_dice_give_no_picture() -> None:
    assert crops([]) == b""
