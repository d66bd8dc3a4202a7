"""The calibrated tray: the command that calibrates it, and what the watch then sees."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.engine.questions import Message
from companion.tray import FILE, TrayAlone
from tests.vision.test_calibration import table
from vision.reading import Picture


class OneFrame:
    """An eye that sees one frame for ever, one each second."""

    def __init__(self, frame: Picture) -> None:
        self.frame = frame
        self.now = 0.0
        self.is_closed = False

    def next(self) -> tuple[Picture, float] | None:
        self.now += 1
        return self.frame, self.now

    def picture(self) -> Picture | None:
        return np.asarray(cv2.resize(self.frame, None, fx=2, fy=2), np.uint8)

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a calibrated tray."""
    cv2.imwrite(str(tmp_path / "photo.png"), table())
    assert "The tray's share" in calibrate(tmp_path, "--picture", str(tmp_path / "photo.png"))
    return tmp_path


def calibrate(folder: Path, *options: str) -> str:
    """What `companion calibrate` says."""
    settings = folder / "settings.toml"
    settings.write_text(f'data = "{folder}"\n')
    return CliRunner().invoke(main, ["--settings", str(settings), "calibrate", *options]).output


def seen(folder: Path, eye: OneFrame, frames: int = 1) -> tuple[Picture, list[str]]:
    """What a calibrated eye sees last, and what it says meanwhile."""
    said: list[str] = []

    def note(about: str, message: Message | None) -> None:
        assert message is not None
        said.append(message.id)

    calibrated = TrayAlone(eye, folder / FILE, note)
    for _ in range(frames):
        came = calibrated.next()
    assert came is not None
    return came[0], said


def test_the_watch_sees_the_tray_alone(folder: Path) -> None:
    frame, said = seen(folder, OneFrame(table()))
    assert 330 < frame.shape[1] < 420
    assert said == []


def test_it_is_told_where_the_frame_shows_the_tray_and_no_paint(folder: Path) -> None:
    eye = TrayAlone(OneFrame(table()), folder / FILE, lambda about, message: None)
    came = eye.next()
    assert came is not None
    assert eye.tray is not None
    assert eye.tray.shape == came[0].shape[:2]
    painted = came[0][eye.tray == 0]
    assert len(painted)
    assert (painted == painted[0]).all()
    eye.forget()
    eye.next()
    assert eye.tray is None


def test_full_pictures_show_the_same_part(folder: Path) -> None:
    eye = TrayAlone(OneFrame(table()), folder / FILE, lambda about, message: None)
    small, full = eye.next(), eye.picture()
    assert small is not None
    assert full is not None
    assert full.shape[1] == pytest.approx(2 * small[0].shape[1], abs=4)


def test_without_a_calibration_the_whole_picture_is_watched(tmp_path: Path) -> None:
    frame, said = seen(tmp_path, OneFrame(table()))
    assert frame.shape == (400, 640, 3)
    assert said == []


def test_a_broken_calibration_is_said_and_the_whole_picture_is_watched(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{")
    frame, said = seen(tmp_path, OneFrame(table()))
    assert frame.shape == (400, 640, 3)
    assert len(said) == 1


def test_a_camera_with_another_picture_is_said_once_and_watched_whole(folder: Path) -> None:
    other = np.zeros((480, 640, 3), np.uint8)
    frame, said = seen(folder, OneFrame(other), frames=5)
    assert frame.shape == other.shape
    assert len(said) == 1


def test_a_camera_that_was_moved_is_said_once_and_play_goes_on(folder: Path) -> None:
    frame, said = seen(folder, OneFrame(table(shift=14)), frames=40)
    assert len(said) == 1
    assert "has moved" in said[0]
    assert frame.shape[1] < 420


def test_what_was_put_back_is_said_no_longer(folder: Path) -> None:
    notes: list[Message | None] = []
    eye = OneFrame(table(shift=14))
    calibrated = TrayAlone(eye, folder / FILE, lambda about, message: notes.append(message))
    for frame in (table(shift=14), table(), table(shift=14)):
        eye.frame = frame
        for _ in range(20):
            calibrated.next()
    assert [message is not None for message in notes] == [True, False, True]
    assert calibrated.trouble is not None


def test_a_picture_of_the_form_as_it_was_is_said_no_longer_to_have_another(folder: Path) -> None:
    notes: list[Message | None] = []
    eye = OneFrame(np.zeros((480, 640, 3), np.uint8))
    calibrated = TrayAlone(eye, folder / FILE, lambda about, message: notes.append(message))
    calibrated.next()
    eye.frame = table()
    calibrated.next()
    assert [message is not None for message in notes] == [True, False]


def test_closing_gives_the_camera_back(folder: Path) -> None:
    eye = OneFrame(table())
    TrayAlone(eye, folder / FILE, lambda about, message: None).close()
    assert eye.is_closed


def test_a_calibration_is_forgotten(folder: Path) -> None:
    assert "whole picture" in calibrate(folder, "--forget")
    assert not (folder / FILE).exists()


def test_without_camera_and_picture_it_is_said_what_would_do(tmp_path: Path) -> None:
    assert "No camera is set up" in calibrate(tmp_path)


def test_a_length_that_is_none_leaves_the_calibration_that_is_there(folder: Path) -> None:
    before = (folder / FILE).read_bytes()
    told = calibrate(folder, "--picture", str(folder / "photo.png"), "--across", "nan")
    assert "A tray is not nan millimetres long." in told
    assert (folder / FILE).read_bytes() == before


def test_a_photograph_without_a_tray_is_a_sentence(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3)).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "noise.png"), noise)
    assert "No tray of one colour" in calibrate(tmp_path, "--picture", str(tmp_path / "noise.png"))


def test_the_camera_of_the_settings_is_asked(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.png"), table())
    settings = tmp_path / "settings.toml"
    settings.write_text(f'data = "{tmp_path}"\n[camera]\nsource = "{pictures}/"\nframes_a_second = 60\n')
    told = CliRunner().invoke(main, ["--settings", str(settings), "calibrate", "--across", "440"])
    assert told.exit_code == 0, told.output
    assert "A die of 16 mm is" in told.output
    assert "--across" in calibrate(tmp_path, "--picture", str(pictures / "1.png"))
    assert (tmp_path / "tray.jpg").is_file()


def test_where_a_move_would_go_unnoticed_that_is_said(folder: Path) -> None:
    assert "unnoticed" not in calibrate(folder, "--picture", str(folder / "photo.png"))
    cv2.imwrite(str(folder / "plain.png"), np.full((400, 640, 3), 120, np.uint8))
    assert "lay something with a pattern beside the tray" in calibrate(
        folder, "--picture", str(folder / "plain.png"))


def test_the_page_with_the_markers_is_written(tmp_path: Path) -> None:
    calibrate(tmp_path, "--sheet", str(tmp_path / "markers.svg"))
    assert (tmp_path / "markers.svg").read_text().startswith("<svg")


def test_the_page_with_the_markers_takes_no_other_files_place(tmp_path: Path) -> None:
    mine = tmp_path / "mine.svg"
    mine.write_text("my own")
    assert "There is a file" in calibrate(tmp_path, "--sheet", str(mine))
    assert mine.read_text() == "my own"


def test_to_forget_and_to_write_the_page_at_once_is_refused(folder: Path) -> None:
    assert "alone" in calibrate(folder, "--forget", "--sheet", str(folder / "markers.svg"))
    assert "alone" in calibrate(folder, "--forget", "--picture", str(folder / "photo.png"))
    assert (folder / FILE).exists()
    assert not (folder / "markers.svg").exists()


@pytest.mark.parametrize("level", [0, 255])
def test_a_picture_that_shows_nothing_leaves_the_calibration(folder: Path, level: int) -> None:
    kept = (folder / FILE).read_text()
    cv2.imwrite(str(folder / "even.png"), np.full((400, 640, 3), level, np.uint8))
    assert "Error: " in calibrate(folder, "--picture", str(folder / "even.png"))
    assert (folder / FILE).read_text() == kept


def test_a_picture_that_cannot_be_written_is_not_said_to_show_the_tray(folder: Path) -> None:
    (folder / "tray.jpg").unlink()
    (folder / "tray.jpg").mkdir()
    said = calibrate(folder, "--picture", str(folder / "photo.png"))
    assert "tray.jpg, which would show the tray that was made out, cannot be written" in said
