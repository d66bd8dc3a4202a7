"""Where pictures of the tray come from: a Pi camera, a USB webcam, a video file, or a folder of pictures.

Each source gives small frames for watching and, when asked, the full picture for reading. `Camera` keeps one
source alive: a lost camera is said once, tried again with growing pauses, and its return is noticed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.messages import Message, Trouble
from hardware.retry import Kept

Picture = NDArray[np.uint8]
"""Height × width × 3, BGR, 8 bits, upright."""
T = TypeVar("T")
WATCH_WIDTH = 640
"""Frames for watching are so many pixels wide at most."""
PICTURES = (".jpg", ".jpeg", ".png", ".webp")


class CameraLost(Trouble):
    """The camera cannot be opened, or gives no more pictures."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A small picture for watching, and the monotonic time (seconds) at which it came."""

    picture: Picture
    at: float


class FrameSource(Protocol):
    """One camera, opened."""

    doubt: Message | None
    """What may make its pictures worse to read later, such as an exposure that cannot be locked."""

    def next(self) -> Frame:
        """The next frame for watching; waits for it. Raises `CameraLost`."""

    def picture(self) -> Picture:
        """A full picture, taken not before this call. Raises `CameraLost`."""

    def close(self) -> None:
        """Give the camera back."""


@dataclass(frozen=True)
class CameraSettings:
    """Which camera: `picamera2` (the Pi's own; `picamera2:1` a second one), `usb:0` (a webcam), `auto` (the
    first of these that answers), or the path of a folder of pictures or of a video file.

    `width` and `height` are of the full picture; `turned` says that the camera hangs upside down.
    """

    source: str = "auto"
    width: int = 1640
    height: int = 1232
    frames_a_second: int = 15
    turned: bool = False

    @property
    def number(self) -> int:
        """Which of several cameras of a kind."""
        _, _, number = self.source.partition(":")
        return int(number) if number.isdecimal() else 0


def open_source(settings: CameraSettings, clock: Callable[[], float] = time.monotonic) -> FrameSource:
    """The camera of the settings. Raises `CameraLost`."""
    match settings.source.partition(":")[0]:
        case "picamera2":
            return _pi_camera(settings, clock)
        case "usb":
            return _webcam(settings, clock)
        case "auto":
            return _first_camera(settings, clock)
    path = Path(settings.source).expanduser()
    pause = 1 / settings.frames_a_second
    return Folder(path, clock, pause) if path.is_dir() else VideoFile(path, clock, pause)


def _first_camera(settings: CameraSettings, clock: Callable[[], float]) -> FrameSource:
    try:
        return _pi_camera(settings, clock)
    except CameraLost as no_pi_camera:
        try:
            return _webcam(settings, clock)
        except CameraLost as no_webcam:
            raise CameraLost("{pi} {usb}", pi=str(no_pi_camera), usb=str(no_webcam)) from no_webcam


def _webcam(settings: CameraSettings, clock: Callable[[], float]) -> FrameSource:
    from hardware.webcam import Webcam
    return Webcam(settings, clock)


def _pi_camera(settings: CameraSettings, clock: Callable[[], float]) -> FrameSource:
    from hardware.pi_camera import PiCamera
    return PiCamera(settings, clock)


class Pace:
    """Keeps files from playing faster than a camera would: `wait` returns `pause` seconds after the last."""

    def __init__(self, pause: float, clock: Callable[[], float]) -> None:
        self._pause = pause
        self._clock = clock
        self._last = float("-inf")

    def wait(self) -> None:
        """Wait until the next frame is due."""
        time.sleep(max(0.0, self._last + self._pause - self._clock()))
        self._last = self._clock()


class VideoFile:
    """A video file, frame by frame, `pause` seconds apart. When it ends, the camera is lost."""

    doubt: Message | None = None

    def __init__(self, path: Path, clock: Callable[[], float], pause: float = 0.0) -> None:
        self._clock = clock
        self._pace = Pace(pause, clock)
        self._path = path
        if not path.is_file():
            raise CameraLost("There is no video file {path}.", path=str(path))
        self._capture = cv2.VideoCapture(str(path))
        came, picture = self._capture.read()
        if not came:
            raise CameraLost("{path} is not a video that can be read.", path=str(path))
        self._first: Picture | None = upright(picture)
        self._last = self._first

    def next(self) -> Frame:
        """The next frame, made small."""
        self._pace.wait()
        picture, self._first = self._first, None
        if picture is None:
            came, read = self._capture.read()
            if not came:
                raise CameraLost("The video {name} has ended.", name=self._path.name)
            picture = upright(read)
        self._last = picture
        return Frame(small(picture), self._clock())

    def picture(self) -> Picture:
        """The frame that was given last, in full."""
        return self._last

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


class Folder:
    """The pictures of a folder in the order of their names, `pause` seconds apart; the last one stays in
    sight."""

    doubt: Message | None = None

    def __init__(self, folder: Path, clock: Callable[[], float], pause: float = 0.0) -> None:
        self._clock = clock
        self._pace = Pace(pause, clock)
        self._shown: tuple[Path, Picture] | None = None
        self._paths = sorted(path for path in folder.glob("*") if path.suffix.lower() in PICTURES)
        self._at = -1
        if not self._paths:
            raise CameraLost("There are no pictures ({kinds}) in {folder}.", kinds=", ".join(PICTURES),
                             folder=str(folder))

    def next(self) -> Frame:
        """The next picture, made small."""
        self._pace.wait()
        self._at = min(self._at + 1, len(self._paths) - 1)
        return Frame(small(self.picture()), self._clock())

    def picture(self) -> Picture:
        """The picture that was given last, in full and upright as its EXIF data says."""
        path = self._paths[max(0, self._at)]
        if self._shown is None or self._shown[0] != path:
            picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
            if picture is None:
                raise CameraLost("{path} is not a picture that can be read.", path=str(path))
            self._shown = path, upright(picture)
        return self._shown[1]

    def close(self) -> None:
        """Nothing is held open."""


class Camera:
    """A camera that may be lost and come back. `lost` is told once with the reason, `back` once."""

    def __init__(self, open_: Callable[[], FrameSource], *, clock: Callable[[], float] = time.monotonic,
                 lost: Callable[[Message], None], back: Callable[[], None]) -> None:
        self._kept = Kept(open_, clock=clock, lost=lost, back=back)
        self._is_stale = False

    def look_anew(self) -> None:
        """Open the camera again at its next use, so that it finds its exposure anew. From any thread."""
        self._is_stale = True

    def next(self) -> Frame | None:
        """The next frame; None while there is no camera (at once: the caller waits before it asks again)."""
        return self._use(lambda source: source.next())

    def picture(self) -> Picture | None:
        """A full picture; None while there is no camera."""
        return self._use(lambda source: source.picture())

    def close(self) -> None:
        """Give the camera back."""
        self._kept.close()

    def _use(self, take: Callable[[FrameSource], T]) -> T | None:
        if self._is_stale:
            self._is_stale = False
            self._kept.close()
        return self._kept.use(take)


def small(picture: Picture) -> Picture:
    """`picture`, no wider than frames for watching are."""
    # Halving exactly, and the rest by interpolation, takes a seventh of the time of averaging over areas.
    while picture.shape[1] >= 2 * WATCH_WIDTH:
        height, width = picture.shape[0] // 2, picture.shape[1] // 2
        even = picture[: 2 * height, : 2 * width]
        picture = upright(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA))
    height, width = picture.shape[:2]
    if width <= WATCH_WIDTH:
        return picture
    size = (WATCH_WIDTH, round(height * WATCH_WIDTH / width))
    return upright(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR))


def upright(picture: Any, *, turned: bool = False) -> Picture:
    """What a driver gave, as a picture; half a turn round when the camera hangs upside down."""
    given: Picture = np.asarray(picture, np.uint8)
    return np.ascontiguousarray(given[::-1, ::-1]) if turned else given
