"""Cameras: files that play one, a webcam that is missing, a camera that is lost and comes back."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from hardware.camera import (
    WATCH_WIDTH,
    Camera,
    CameraLost,
    CameraSettings,
    Folder,
    Frame,
    Picture,
    VideoFile,
    open_source,
)
from hardware.webcam import Webcam
from tests.hardware.clock import Clock


def grey(value: int, width: int = 1280, height: int = 960) -> Picture:
    return np.full((height, width, 3), value, np.uint8)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Five frames, each brighter than the last."""
    path = tmp_path / "tray.avi"
    out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15, (1280, 960))
    for value in (20, 60, 100, 140, 180):
        out.write(grey(value))
    out.release()
    return path


def test_a_video_file_plays_frame_by_frame_with_the_time_of_the_clock(video: Path) -> None:
    clock = Clock()
    source = open_source(CameraSettings(str(video)), clock)
    frames: list[Frame] = []
    for _ in range(5):
        clock.sleep(1 / 15)
        frames.append(source.next())
    assert [round(frame.picture.mean() / 10) for frame in frames] == [2, 6, 10, 14, 18]
    assert all(later.at > earlier.at for earlier, later in pairwise(frames))
    assert frames[0].picture.shape == (480, WATCH_WIDTH, 3)
    assert source.picture().shape == (960, 1280, 3)
    with pytest.raises(CameraLost, match="has ended"):
        source.next()
    source.close()


def test_a_folder_gives_its_pictures_by_name_and_keeps_the_last_in_sight(tmp_path: Path) -> None:
    for name, value in (("b.png", 100), ("a.png", 50)):
        cv2.imwrite(str(tmp_path / name), grey(value))
    (tmp_path / "notes.txt").write_text("no picture")
    source = open_source(CameraSettings(str(tmp_path)))
    assert [int(source.next().picture.mean()) for _ in range(4)] == [50, 100, 100, 100]


def test_a_photograph_stands_upright_as_its_exif_data_says(tmp_path: Path) -> None:
    image = Image.new("RGB", (400, 200))
    exif = image.getexif()
    exif[0x0112] = 6
    image.save(tmp_path / "phone.jpg", exif=exif)
    assert open_source(CameraSettings(str(tmp_path))).picture().shape == (400, 200, 3)


@pytest.mark.parametrize(("name", "content"), [("empty", None), ("broken", b"no picture")])
def test_a_folder_without_readable_pictures_is_refused_with_a_sentence(
        tmp_path: Path, name: str, content: bytes | None) -> None:
    if content:
        (tmp_path / "a.jpg").write_bytes(content)
    with pytest.raises(CameraLost, match=r"no pictures|not a picture"):
        Folder(tmp_path, Clock()).next()


def test_a_file_that_is_no_video_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tray.avi"
    with pytest.raises(CameraLost, match="no video file"):
        VideoFile(path, Clock())
    path.write_bytes(b"no video at all")
    with pytest.raises(CameraLost, match="not a video"):
        VideoFile(path, Clock())


def test_a_webcam_that_is_not_there_is_refused_with_a_sentence() -> None:
    with pytest.raises(CameraLost, match="webcam"):
        Webcam(CameraSettings("usb:63"), Clock())


def test_no_camera_at_all_tells_what_was_tried() -> None:
    with pytest.raises(CameraLost, match=r"picamera2.*webcam"):
        open_source(CameraSettings("auto:63"))
    with pytest.raises(CameraLost, match="no video file telescope"):
        open_source(CameraSettings("telescope"))


class Cable:
    """A camera whose cable can be pulled."""

    doubt = None

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.pulled = False
        self.opened = 0

    def open(self) -> Cable:
        if self.pulled:
            raise CameraLost("no picture")
        self.opened += 1
        return self

    def next(self) -> Frame:
        if self.pulled:
            raise CameraLost("no picture")
        return Frame(grey(50, 64, 48), self.clock())

    def picture(self) -> Picture:
        return self.next().picture

    def close(self) -> None:
        """Nothing to close."""


def test_a_lost_camera_is_said_once_and_its_return_is_noticed() -> None:
    clock, said = Clock(), list[str]()
    cable = Cable(clock)
    camera = Camera(cable.open, clock=clock, lost=lambda why: said.append(str(why)),
                    back=lambda: said.append("back"))
    assert camera.next() is not None
    cable.pulled = True
    for _ in range(300):
        clock.sleep(1)
        assert camera.next() is None
        assert camera.picture() is None
    assert said == ["no picture"]
    cable.pulled = False
    clock.sleep(60)
    assert camera.next() is not None
    assert said == ["no picture", "back"]
    assert cable.opened == 2


def test_a_camera_missing_from_the_start_is_said_once() -> None:
    clock, said = Clock(), list[str]()
    cable = Cable(clock)
    cable.pulled = True
    camera = Camera(cable.open, clock=clock, lost=lambda why: said.append(str(why)),
                    back=lambda: said.append("back"))
    for _ in range(10):
        assert camera.next() is None
        clock.sleep(30)
    assert said == ["no picture"]


def test_a_camera_told_to_look_anew_is_opened_again_at_its_next_use() -> None:
    clock = Clock()
    cable = Cable(clock)
    camera = Camera(cable.open, clock=clock, lost=lambda why: None, back=lambda: None)
    camera.next()
    camera.look_anew()
    assert cable.opened == 1
    assert camera.next() is not None
    assert camera.next() is not None
    assert cable.opened == 2


def test_files_play_no_faster_than_a_camera_would(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), grey(50, 64, 48))
    source = open_source(CameraSettings(str(tmp_path), frames_a_second=50))
    times = [source.next().at for _ in range(6)]
    assert times[-1] - times[0] >= 5 / 50 - 0.001
