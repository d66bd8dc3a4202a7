"""The tray as the pages show it: looked at, learned and forgotten while the camera is in use."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import pytest

from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.live_tray import FRESH, LiveTray, Look
from companion.tray import FILE, TrayAlone
from companion.watching import Watch
from tests.companion.test_tray import OneFrame
from tests.vision.test_calibration import table
from vision.drift import EVERY, IN_A_ROW
from vision.reading import Picture


class NoFrame(OneFrame):
    """A camera that was unplugged."""

    def next(self) -> tuple[Picture, float] | None:
        return None

    def picture(self) -> Picture | None:
        return None


class AtOnce:
    """A watch that does at once what it is asked for, unless it `hangs`."""

    def __init__(self, eye: TrayAlone) -> None:
        self.eye = eye
        self.looks = self.begun = 0
        self.hangs = False

    def ask(self, use: Callable[[Picture | None], Any]) -> Future[Any]:
        asked: Future[Any] = Future()
        if not self.hangs:
            self.looks += 1
            asked.set_result(self.with_picture(use))
        return asked

    def with_picture(self, use: Callable[[Picture | None], Any]) -> Any:
        self.eye.next()
        return use(self.eye.picture())

    def begin_anew(self) -> None:
        self.begun += 1


class Place:
    """A live tray with everything it works with."""

    def __init__(self, folder: Path, eye: OneFrame) -> None:
        self.notes: dict[str, Message | None] = {}
        self.now = 0.0
        self.camera = eye
        self.eye = TrayAlone(eye, folder / FILE, self.notes.__setitem__)
        self.watch = AtOnce(self.eye)
        self.tray = LiveTray(cast(Watch, self.watch), self.eye, clock=lambda: self.now)

    def look(self) -> Look:
        """What is seen a moment later."""
        self.now += 2 * FRESH
        look = self.tray.look()
        assert look is not None
        return look


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path, OneFrame(table()))


def frame_shape(eye: TrayAlone) -> tuple[int, ...]:
    came = eye.next()
    assert came is not None
    return came[0].shape


def test_a_tray_that_is_learned_is_all_that_is_seen_from_then_on_and_after_a_restart(
        place: Place, tmp_path: Path) -> None:
    assert not place.look().is_known
    said = place.tray.learn()
    assert "The tray is known" in said[0].id
    assert place.watch.begun == 1, "a throw that was being watched is watched anew"
    assert place.look().is_known
    assert frame_shape(place.eye)[1] < 420
    assert frame_shape(Place(tmp_path, OneFrame(table())).eye)[1] < 420


def test_what_was_learned_is_outlined_in_the_small_picture(place: Place) -> None:
    before = place.look().jpeg
    place.tray.learn()
    after = place.look().jpeg
    assert len(after) <= 20_000
    differ = [cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) for jpeg in (before, after)]
    assert differ[0].shape == differ[1].shape
    changed = np.abs(differ[0].astype(int) - differ[1]).max(axis=2) > 60
    assert 0.002 < changed.mean() < 0.1


def test_a_tray_that_is_forgotten_leaves_the_whole_picture(place: Place, tmp_path: Path) -> None:
    place.tray.learn()
    place.tray.forget()
    assert not (tmp_path / FILE).exists()
    assert not place.look().is_known
    assert frame_shape(place.eye) == (400, 640, 3)


def test_where_no_tray_can_be_made_out_that_is_said_and_nothing_changes(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3)).astype(np.uint8)
    place = Place(tmp_path, OneFrame(noise))
    with pytest.raises(Refused, match="No tray of one colour"):
        place.tray.learn()
    assert not (tmp_path / FILE).exists()
    assert place.watch.begun == 0


def test_a_tray_that_cannot_be_kept_is_not_taken_up(place: Place, tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(Refused, match="cannot be kept"):
        place.tray.learn()
    assert not place.look().is_known


def test_without_a_picture_nothing_is_seen_and_nothing_learned(tmp_path: Path) -> None:
    place = Place(tmp_path, NoFrame(table()))
    assert place.tray.look() is None
    with pytest.raises(Refused, match="gives no picture"):
        place.tray.learn()


@pytest.mark.parametrize(("brightness", "advice"), [(0.2, "More light"), (4.0, "Less light"),
                                                    (1.0, "can be read")])
def test_the_light_is_said_in_words(tmp_path: Path, brightness: float, advice: str) -> None:
    look = Place(tmp_path, OneFrame(table(brightness))).look()
    assert advice in look.light.id
    assert look.is_good == (brightness == 1.0)


def test_of_a_tray_that_is_known_the_light_is_that_within_its_outline(tmp_path: Path) -> None:
    picture = np.full((400, 640, 3), 225, np.uint8)
    corners = cv2.boxPoints(((320, 200), (300, 220), 30))
    cv2.fillConvexPoly(picture, np.rint(corners).astype(np.int32), (75, 95, 70))
    place = Place(tmp_path, OneFrame(picture))
    place.tray.learn()
    look = place.look()
    assert "can be read" in look.light.id
    assert look.figures.args["times"] == "1.0"


def test_markers_tell_how_many_are_seen_and_whether_the_lens_is_in_focus(tmp_path: Path) -> None:
    sharp = table(markers=(0, 1, 2, 3))
    assert Place(tmp_path, OneFrame(sharp)).look().markers == 4
    soft = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 2.5), np.uint8)
    assert "out of focus" in Place(tmp_path, OneFrame(soft)).look().light.id


def test_what_has_moved_is_said_until_the_tray_is_learned_anew(place: Place) -> None:
    place.tray.learn()
    place.camera.frame = table(shift=14)
    for _ in range(IN_A_ROW):
        place.camera.now += EVERY
        look = place.look()
    assert look.trouble is not None
    assert place.notes["tray"] is not None
    place.tray.learn()
    assert place.look().trouble is None
    assert place.notes["tray"] is None


def test_many_who_look_at_the_same_moment_cost_one_look(place: Place) -> None:
    looks = [place.tray.look() for _ in range(30)]
    assert looks == [looks[0]] * 30
    assert place.watch.looks == 1


def test_a_camera_that_hangs_keeps_nobody_waiting(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.live_tray.PATIENCE", 0.01)
    place.watch.hangs = True
    assert place.tray.look() is None
