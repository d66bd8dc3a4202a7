"""Calibrating a tray: by printed markers or by its ground, and noticing when it no longer holds."""

from __future__ import annotations

import base64
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.calibration import DICTIONARY, Calibration, CannotCalibrate, as_kept, calibrate
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


def even_part(share: float) -> Picture:
    """A picture whose middle is of one colour, so large a share of it."""
    picture = np.full((400, 640, 3), 40, np.uint8)
    across, down = (round(side * share**0.5 / 2) for side in (640, 400))
    picture[200 - down : 200 + down, 320 - across : 320 + across] = 120
    return picture


def test_what_takes_but_a_tenth_of_the_picture_is_no_tray() -> None:
    corners = calibrate(even_part(0.14)).calibration.corners
    assert cv2.contourArea(np.array(corners, np.float32)) == pytest.approx(0.14, abs=0.01)
    with pytest.raises(CannotCalibrate, match="No tray of one colour"):
        calibrate(even_part(0.11))


def test_a_blurred_picture_of_the_markers_is_out_of_focus() -> None:
    blurred = cv2.GaussianBlur(table(markers=(0, 1, 2, 3)), (0, 0), 1.9)
    advice = calibrate(np.asarray(blurred, np.uint8)).light.advice
    assert advice is not None
    assert "out of focus" in str(advice)


def advice_on(picture: Picture | cv2.typing.MatLike) -> str:
    return str(calibrate(np.asarray(picture, np.uint8)).light.advice or "")


@pytest.mark.parametrize("beside", [15, 225])
@pytest.mark.parametrize("degrees", [0, 30, 45])
def test_an_even_light_is_even_however_the_tray_lies_and_whatever_it_lies_on(
    beside: int, degrees: int
) -> None:
    picture = np.full((400, 640, 3), beside, np.uint8)
    corners = cv2.boxPoints(((320, 200), (300, 220), degrees))
    cv2.fillConvexPoly(picture, np.rint(corners).astype(np.int32), (75, 95, 70))
    assert advice_on(picture) == ""


def test_the_white_of_the_markers_is_no_glare() -> None:
    assert advice_on(table(brightness=1.6, markers=(0, 1, 2, 3))) == ""
    glare = table(brightness=1.6, markers=(0, 1, 2, 3))
    cv2.circle(glare, (330, 190), 40, (255, 255, 255), -1)
    assert "reflected" in advice_on(glare)


@pytest.mark.parametrize("brightness", [0.65, 1.0])
def test_in_focus_is_in_focus_in_any_light(brightness: float) -> None:
    picture = table(brightness, markers=(0, 1, 2, 3))
    assert advice_on(cv2.GaussianBlur(picture, (0, 0), 1.3)) == ""
    assert "out of focus" in advice_on(cv2.GaussianBlur(picture, (0, 0), 1.9))


@pytest.mark.parametrize("across", [0.0, -5.0, float("nan"), float("inf")])
def test_a_tray_is_of_some_length(across: float) -> None:
    with pytest.raises(CannotCalibrate, match=f"A tray is not {across} millimetres long"):
        calibrate(table(), across)


def test_a_grey_picture_shows_no_tray() -> None:
    with pytest.raises(ValueError, match="height x width x 3"):
        calibrate(table()[:, :, 0])


def test_a_shadow_across_the_middle_of_the_tray_is_one() -> None:
    shade = np.ones((400, 640, 1), np.float32)
    shade[130:250] = 0.3
    shade = cv2.GaussianBlur(shade, (0, 0), 8)[:, :, None]
    assert "A shadow" in advice_on(table(markers=(0, 1, 2, 3)) * shade)
    assert "A shadow" in advice_on(table(1.5, markers=(0, 1, 2, 3)) * shade)


@pytest.mark.parametrize("size", [(40, 680, 3), (680, 40, 3), (15, 15, 3), (1, 1, 3)])
def test_a_picture_that_is_but_a_line_or_a_dot_shows_no_tray(size: tuple[int, int, int]) -> None:
    with pytest.raises(CannotCalibrate, match=f"{size[1]} pixels wide and {size[0]} high"):
        calibrate(np.full(size, 100, np.uint8))


@pytest.mark.parametrize("size", [(40, 600, 3), (600, 40, 3), (17, 17, 3)])
def test_a_picture_that_is_hardly_more_than_a_line_or_a_dot_may_show_one(size: tuple[int, int, int]) -> None:
    assert len(calibrate(np.full(size, 100, np.uint8)).calibration.corners) == 4


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


def test_what_is_read_tells_how_large_dice_are() -> None:
    corners = ((0.2, 0.1), (0.8, 0.1), (0.8, 0.9), (0.2, 0.9))
    found = Calibration(corners, 1640 / 1232, 30 / 1640, "")
    assert found.die_pixels(1640) == pytest.approx(30), "the tray is 984 pixels wide and read as it is"
    assert found.die_pixels(3280) == pytest.approx(60 * 1280 / 1971, abs=0.1), "1968 by 1971 are too many"


@pytest.mark.parametrize(("level", "sentence"), [(0, "too dark"), (12, "too dark"), (254, "burnt out")])
def test_an_even_picture_that_shows_nothing_is_no_tray(level: int, sentence: str) -> None:
    with pytest.raises(CannotCalibrate, match=sentence):
        calibrate(np.full((400, 640, 3), level, np.uint8))


def burnt_out(share: float) -> Picture:
    picture = np.full((400, 640, 3), 90, np.uint8)
    picture[:, : round(share * 640)] = 255
    return picture


def test_where_a_tenth_of_the_picture_is_not_burnt_out_the_tray_may_be_made_out() -> None:
    outline = calibrate(burnt_out(0.88)).calibration.window((400, 640)).outline
    assert np.ptp(outline, axis=0) == pytest.approx((0.88 * 640, 400), abs=15)
    with pytest.raises(CannotCalibrate, match="burnt out"):
        calibrate(burnt_out(0.92))


def test_a_calibration_that_cannot_be_written_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = calibrate(table()).calibration
    made.save(tmp_path / "tray.json")

    def disc_full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", disc_full)
    with pytest.raises(OSError, match="No space left"):
        calibrate(table(markers=(0, 1, 2, 3))).calibration.save(tmp_path / "tray.json")
    assert Calibration.load(tmp_path / "tray.json") == made


@pytest.mark.parametrize(
    "changed",
    [
        {"corners": []},
        {"corners": [[0.1, 0.1], [0.9, 0.9]]},
        {"corners": [[0.5, 0.5]] * 4},
        {"corners": [[0.5, 0.5], [0.53, 0.5], [0.53, 0.53], [0.5, 0.53]]},
        {"corners": [[0.1, 0.1], [1.9, 0.1], [1.9, 0.9], [0.1, 0.9]]},
        {"corners": [[0.1, 0.1], [float("nan"), 0.1], [0.9, 0.9], [0.1, 0.9]]},
        {"aspect": None},
        {"aspect": 0},
        {"die": -1},
        {"die": "large"},
        {"die": 10**400},
        {"picture": ""},
        {"picture": 7},
    ],
)
def test_a_file_that_says_what_cannot_be_is_no_calibration(changed: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "tray.json"
    calibrate(table()).calibration.save(file)
    file.write_text(json.dumps({**json.loads(file.read_text()), **changed}))
    with pytest.raises(ValueError, match="is no calibration of a tray"):
        Calibration.load(file)


def test_a_file_may_tell_of_a_tray_that_is_but_a_thousandth_of_the_picture(tmp_path: Path) -> None:
    corners = ((0.5, 0.5), (0.534, 0.5), (0.534, 0.534), (0.5, 0.534))
    small = replace(calibrate(table()).calibration, corners=corners)
    small.save(tmp_path / "tray.json")
    assert Calibration.load(tmp_path / "tray.json") == small


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
    """Each trouble that comes, and an empty word where all is well again."""
    said = [""]
    for number, frame in enumerate(frames):
        drift.look(frame, number * EVERY)
        trouble = str(drift.trouble or "")
        if trouble != said[-1]:
            said.append(trouble)
    return said[1:]


def hand(frame: Picture) -> Picture:
    covered = frame.copy()
    cv2.line(covered, (0, 200), (330, 190), (140, 170, 215), 90)
    return covered


def turned(frame: Picture, degrees: float) -> Picture:
    turn = cv2.getRotationMatrix2D((320, 200), degrees, 1.0)
    return np.asarray(cv2.warpAffine(frame, turn, (640, 400), borderMode=cv2.BORDER_REFLECT), np.uint8)


def test_a_tray_that_is_as_it_was_is_never_said_to_have_moved() -> None:
    drift = Drift(calibrate(table()).calibration)
    frames = [table(seed=seed) for seed in range(2, 5)] + [hand(table(seed=seed)) for seed in range(5, 9)]
    assert told(drift, frames) == []


def test_a_picture_that_is_hardly_of_another_form_is_compared_and_one_that_is_tells_nothing() -> None:
    drift = Drift(calibrate(table()).calibration)
    dark, well = np.asarray(table(seed=2) * 0.3, np.uint8), table(seed=3)
    frames = [dark] * 3 + [dark[:397]] * 3 + [well[:300]] * 3
    (said,) = told(drift, frames)
    assert "light" in said
    assert told(Drift(calibrate(table()).calibration), [*frames, *[well[:397]] * 3]) == [said, ""]


def test_a_tray_that_has_moved_is_said_once() -> None:
    drift = Drift(calibrate(table()).calibration)
    (said,) = told(drift, [table(seed=seed, shift=12) for seed in range(2, 9)])
    assert "has moved" in said


@pytest.mark.parametrize("markers", [(), (0, 1, 2, 3)])
@pytest.mark.parametrize(("shift", "degrees"), [(12, 0), (100, 0), (200, 0), (0, 30), (0, 90), (0, 180)])
def test_however_far_it_has_moved_that_is_said(shift: int, degrees: float, markers: tuple[int, ...]) -> None:
    drift = Drift(calibrate(table(markers=markers)).calibration)
    (said,) = told(drift, [turned(table(seed=seed, shift=shift), degrees) for seed in range(2, 6)])
    assert "has moved" in said


@pytest.mark.parametrize("brightness", [0.6, 1.0, 1.6])
def test_markers_that_were_taken_away_and_cards_beside_the_tray_are_no_move(brightness: float) -> None:
    drift = Drift(calibrate(table(markers=(0, 1, 2, 3))).calibration)
    frames = [hand(table(seed=seed, brightness=brightness)) for seed in range(2, 6)]
    for frame in frames:
        cv2.rectangle(frame, (520, 20), (630, 170), (245, 245, 245), -1)
        cv2.rectangle(frame, (530, 200), (625, 330), (40, 40, 200), -1)
    assert told(drift, frames) == []


def test_an_empty_plain_picture_has_nothing_that_could_move() -> None:
    plain = np.full((400, 640, 3), 120, np.uint8)
    noise = np.random.default_rng(1).normal(0, 3, (6, 400, 640, 3))
    frames = [np.clip(plain + one, 0, 255).astype(np.uint8) for one in noise]
    assert told(Drift(calibrate(frames[0]).calibration), frames[1:]) == []


def on_plain(picture: Picture) -> Picture:
    """The tray of `table` with its rim on a table without any pattern."""
    rim = np.zeros((400, 640), np.uint8)
    cv2.fillPoly(rim, [np.array(CORNERS)], (255,))
    rim = np.asarray(cv2.dilate(rim, np.ones((9, 9), np.uint8)), np.uint8)
    brown = np.random.default_rng(picture[0, 0, 0]).normal((60, 100, 120), 3, picture.shape)
    return np.where(rim[:, :, None] > 0, picture, np.clip(brown, 0, 255).astype(np.uint8))


def moved(picture: Picture, right: float, degrees: float) -> Picture:
    move = cv2.getRotationMatrix2D((320, 200), degrees, 1.0)
    move[:, 2] += (right, right / 2)
    return np.asarray(cv2.warpAffine(picture, move, (640, 400), borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize("markers", [(), (0, 1, 2, 3)])
@pytest.mark.parametrize(("right", "degrees"), [(9, 0), (24, 0), (60, 0), (0, 8)])
def test_on_a_plain_table_the_trays_edge_tells_of_a_move(
    right: float, degrees: float, markers: tuple[int, ...]
) -> None:
    drift = Drift(calibrate(on_plain(table(markers=markers))).calibration)
    assert not drift.is_blind
    (said,) = told(drift, [moved(on_plain(table(seed=seed)), right, degrees) for seed in range(2, 6)])
    assert "has moved" in said


@pytest.mark.parametrize("brightness", [0.6, 1.0, 1.6])
@pytest.mark.parametrize("markers", [(), (0, 1, 2, 3)])
def test_on_a_plain_table_too_hands_and_cards_are_no_move(
    brightness: float, markers: tuple[int, ...]
) -> None:
    drift = Drift(calibrate(on_plain(table(markers=markers))).calibration)
    lit = [on_plain(table(seed=seed)) * brightness for seed in range(2, 6)]
    frames = [hand(np.clip(frame, 0, 255).astype(np.uint8)) for frame in lit]
    for frame in frames:
        cv2.rectangle(frame, (520, 20), (630, 170), (245, 245, 245), -1)
    assert told(drift, frames) == []


def test_where_nothing_stands_out_a_move_goes_unnoticed() -> None:
    assert Drift(calibrate(np.full((400, 640, 3), 120, np.uint8)).calibration).is_blind
    assert not Drift(calibrate(table()).calibration).is_blind


def test_what_was_put_back_is_well_again_and_may_move_anew() -> None:
    drift = Drift(calibrate(table()).calibration)
    moved, back = [table(seed=2, shift=12)] * 3, [table(seed=3)] * 3
    said = told(drift, [*moved, *back[:2], hand(table(seed=4)), *moved])
    assert ["has moved" in one for one in said] == [True, False, True]


@pytest.mark.parametrize("brightness", [0.4, 2.2])
def test_light_that_is_another_is_said_once(brightness: float) -> None:
    drift = Drift(calibrate(table()).calibration)
    (said,) = told(drift, [table(seed=seed, brightness=brightness) for seed in range(2, 9)])
    assert "light" in said


def test_what_passes_is_not_said() -> None:
    drift = Drift(calibrate(table()).calibration)
    frames = [table(seed=2, shift=12), table(seed=3), table(seed=4, brightness=0.4), table(seed=5)]
    assert told(drift, frames) == []


# What tells of a move: just enough of it, and just too little


TRAY = [(170, 110), (470, 110), (470, 290), (170, 290)]
PARTS = [(x, y) for y in (50, 150, 250, 350) for x in (80, 240, 400, 560) if x in (80, 560) or y in (50, 350)]
"""The middles of those parts of a picture, of four by four, in which the table is beside the tray."""
MARKS = [(x + aside, y) for x, y in PARTS for aside in (-25, 25)]


def marked(*marks: tuple[int, int], darker: int = 60, tray: int = 150) -> Picture:
    """A plain table with these marks on it, so much darker than it is, and a tray as light as that."""
    picture = np.full((400, 640, 3), 150, np.uint8)
    cv2.fillPoly(picture, [np.array(TRAY)], (tray,) * 3)
    for x, y in marks:
        picture[y - 6 : y + 6, x - 6 : x + 6] = 150 - darker
    return picture


def seen_as(picture: Picture) -> Drift:
    """The tray was known when that picture of it was taken."""
    grey = as_kept(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))
    kept = base64.b64encode(cv2.imencode(".png", grey)[1].tobytes()).decode()
    return Drift(Calibration(tuple((x / 640, y / 400) for x, y in TRAY), 1.6, None, kept))


@pytest.mark.parametrize(("darker", "is_blind"), [(20, True), (24, False)])
def test_marks_that_hardly_stand_out_tell_nothing(darker: int, is_blind: bool) -> None:
    assert seen_as(marked(*MARKS, darker=darker)).is_blind == is_blind


@pytest.mark.parametrize(("tray", "is_blind"), [(150 - 12, True), (150 - 14, False)])
def test_the_edge_of_a_tray_that_hardly_stands_out_tells_nothing(tray: int, is_blind: bool) -> None:
    assert seen_as(marked(tray=tray)).is_blind == is_blind


@pytest.mark.parametrize(("parts", "is_said"), [(4, False), (5, True)])
def test_marks_that_lie_together_may_be_taken_away(parts: int, is_said: bool) -> None:
    said = told(seen_as(marked(*PARTS[:parts])), [marked()] * 4)
    assert ["has moved" in one for one in said] == [True] * is_said


@pytest.mark.parametrize(("left", "is_said"), [(4, True), (5, False)])
def test_where_a_fifth_of_the_marks_are_still_there_others_may_be_covered(left: int, is_said: bool) -> None:
    said = told(seen_as(marked(*MARKS)), [marked(*MARKS[:left])] * 4)
    assert ["has moved" in one for one in said] == [True] * is_said


def cloth(alike: float = 1.0) -> Picture:
    """A table with a pattern that correlates like that with the one that was there."""
    rng = np.random.default_rng(1)
    pattern, other = (np.asarray(cv2.resize(rng.normal(0, 1, (50, 80)), (640, 400))) for _ in range(2))
    grey = 130 + 25 * (alike * pattern + (1 - alike**2) ** 0.5 * other)
    return np.repeat(np.clip(grey, 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)


@pytest.mark.parametrize(("alike", "is_said"), [(0.9, False), (0.7, True)])
def test_marks_that_look_hardly_like_those_that_were_there_are_others(alike: float, is_said: bool) -> None:
    said = told(seen_as(cloth()), [cloth(alike)] * 4)
    assert ["has moved" in one for one in said] == [True] * is_said
