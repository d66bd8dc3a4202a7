"""Calibrating a tray: by printed markers or by its ground, and noticing when it no longer holds."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.calibration import DICTIONARY, Calibration, CannotCalibrate, calibrate
from vision.drift import EVERY, Drift
from vision.marker_sheet import marker_sheet
from vision.reading import Picture
from vision.rendering import Camera, photograph
from vision.rendering.grounds import ground_picture
from vision.rendering.scene import Ground

CORNERS = [(150, 60), (510, 75), (500, 330), (165, 310)]
"""Of the tray's ground."""


def table(brightness: float = 1.0, shift: int = 0, seed: int = 1, markers: tuple[int, ...] = ()) -> Picture:
    """A felt tray with a dark rim on a wooden table."""
    wood = ground_picture(Ground(kind="wood", colour=(60, 100, 150), second=(40, 70, 110), seed=3), 400, 640)
    felt = ground_picture(Ground(kind="felt", seed=4), 400, 640)
    inside = np.zeros((400, 640), np.uint8)
    cv2.fillPoly(inside, [np.array(CORNERS)], (255,))
    picture = np.clip(np.where(inside[:, :, None] > 0, felt, wood), 0, 255).astype(np.uint8)
    cv2.polylines(picture, [np.array(CORNERS)], True, (30, 40, 60), 9, cv2.LINE_AA)
    for number in markers:
        x, y = [(165, 70), (450, 80), (440, 270), (175, 255)][number]
        drawn = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(DICTIONARY), number, 30)
        picture[y : y + 40, x : x + 40] = 235
        picture[y + 5 : y + 35, x + 5 : x + 35] = drawn[:, :, None]
    lit = np.roll(picture, shift, axis=1).astype(np.float32) * brightness
    camera = Camera(width=640, height=400, noise=2.0, jpeg=100)
    return photograph(np.asarray(lit, np.float32), camera, np.random.default_rng(seed))


def test_an_empty_tray_is_made_out_by_its_ground() -> None:
    found = calibrate(table()).calibration
    outline = found.window((400, 640)).outline
    for corner in CORNERS:
        assert min(np.hypot(*(outline - corner).T)) < 22
    assert found.die is None


def test_its_length_tells_how_large_dice_are() -> None:
    found = calibrate(table(), across=440).calibration
    # About 440 pixels from corner to corner: a pixel is a millimetre.
    assert found.die_pixels(640) == pytest.approx(16, abs=1.5)


@pytest.mark.parametrize("seen", [(0, 1, 2, 3), (0, 1, 3), (1, 2, 3)])
def test_markers_tell_tray_and_size_and_one_may_be_covered(seen: tuple[int, ...]) -> None:
    found = calibrate(table(markers=seen))
    assert found.markers == len(seen)
    # Thirty pixels for thirty millimetres.
    assert found.calibration.die_pixels(640) == pytest.approx(16, abs=1)
    outline = found.calibration.window((400, 640)).outline
    for x, y in ((170, 75), (485, 85), (475, 305), (180, 290)):
        assert cv2.pointPolygonTest(outline, (x, y), True) > -12


def test_two_markers_are_not_enough() -> None:
    with pytest.raises(CannotCalibrate, match="Only 2 of the four markers"):
        calibrate(table(markers=(0, 2)))


def test_where_no_tray_is_that_is_said() -> None:
    chess = np.kron(np.indices((20, 32)).sum(axis=0) % 2, np.ones((20, 20)))
    with pytest.raises(CannotCalibrate, match="No tray of one colour"):
        calibrate(np.repeat((chess * 200 + 20)[:, :, None], 3, axis=2).astype(np.uint8))


def test_a_blurred_picture_of_the_markers_is_out_of_focus() -> None:
    blurred = cv2.GaussianBlur(table(markers=(0, 1, 2, 3)), (0, 0), 1.9)
    advice = calibrate(np.asarray(blurred, np.uint8)).light.advice
    assert advice is not None
    assert "out of focus" in str(advice)


def test_what_lies_beside_the_tray_is_not_seen() -> None:
    window = calibrate(table()).calibration.window((400, 640))
    before = window.cut(table())
    beside = table()
    cv2.circle(beside, (60, 200), 40, (255, 255, 255), -1)
    cv2.circle(beside, (600, 380), 40, (255, 255, 255), -1)
    assert np.abs(window.cut(beside).astype(int) - before).max() == 0
    assert before.shape[0] < 300
    assert before.shape[1] < 400


def test_a_calibration_is_kept_in_a_file(tmp_path: Path) -> None:
    made = calibrate(table(), across=440).calibration
    made.save(tmp_path / "new" / "tray.json")
    assert Calibration.load(tmp_path / "new" / "tray.json") == made


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"corners": [[0, 0]], "aspect": 1}'])
def test_a_file_that_is_no_calibration_is_a_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "tray.json").write_text(text)
    with pytest.raises(ValueError, match="is no calibration of a tray"):
        Calibration.load(tmp_path / "tray.json")


def test_the_printed_page_has_four_markers_and_says_what_to_do() -> None:
    page = marker_sheet(["Cut & lay them out", "100 mm"])
    assert page.count("<path") == 5
    assert "Cut &amp; lay them out" in page


# Later


def told(drift: Drift, frames: list[Picture]) -> list[str]:
    said = [drift.look(frame, number * EVERY) for number, frame in enumerate(frames)]
    return [str(message) for message in said if message]


def hand(frame: Picture) -> Picture:
    covered = frame.copy()
    cv2.line(covered, (0, 200), (330, 190), (140, 170, 215), 90)
    return covered


def test_a_tray_that_is_as_it_was_is_never_said_to_have_moved() -> None:
    drift = Drift(calibrate(table()).calibration)
    frames = [table(seed=seed) for seed in range(2, 5)] + [hand(table(seed=seed)) for seed in range(5, 9)]
    assert told(drift, frames) == []


def test_a_tray_that_has_moved_is_said_once() -> None:
    drift = Drift(calibrate(table()).calibration)
    (said,) = told(drift, [table(seed=seed, shift=12) for seed in range(2, 9)])
    assert "has moved" in said


@pytest.mark.parametrize("brightness", [0.4, 2.2])
def test_light_that_is_another_is_said_once(brightness: float) -> None:
    drift = Drift(calibrate(table()).calibration)
    (said,) = told(drift, [table(seed=seed, brightness=brightness) for seed in range(2, 9)])
    assert "light" in said


def test_what_passes_is_not_said() -> None:
    drift = Drift(calibrate(table()).calibration)
    frames = [table(seed=2, shift=12), table(seed=3), table(seed=4, brightness=0.4), table(seed=5)]
    assert told(drift, frames) == []
