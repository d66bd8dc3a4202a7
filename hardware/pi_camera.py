"""The Pi's own camera, by picamera2 (from the Pi's system packages; it fits the system's libcamera).

One configuration for the whole game: a small stream for watching and the full one for reading. Changing
modes leaks memory that the Pi has little of (picamera2's issue 1125). After a moment of automatic exposure
the picture is locked, so that a hand over the tray does not change the dice's colours. A lens that moves
(Camera 3) is focused once: it would hunt after each hand, and rests at a metre if nobody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import cv2

from hardware.camera import WATCH_WIDTH, CameraLost, CameraSettings, Frame, Picture, upright
from hardware.messages import Message

PATIENCE = 5.0
"""Seconds after which a camera that brings no frame is lost."""
BUFFERS = 3
"""Each buffer is a full picture in the Pi's scarce contiguous memory (picamera2's issues 46 and 972)."""
SETTLE = 20
"""Frames within which automatic exposure comes to rest, and within which locked values take effect."""
LOCKED = ("ExposureTime", "AnalogueGain", "ColourGains")
AF_AUTO, AF_MANUAL, AF_START = 1, 0, 0
"""libcamera's `AfMode` and `AfTrigger`."""
FOCUSED, FAILED = 2, 3
"""libcamera's `AfState`, when a search for focus has ended."""
SEARCH = 60
"""Frames within which a search for focus ends."""
AT_STAND = 3.0
"""Where the lens is set when no focus is found, in dioptres: 33 cm, as the stand is drawn."""
ALIKE = 0.05
"""The sensor rounds what it is told: so far may a value be from the locked one."""


class PiCamera:
    """A Pi camera, opened and locked. Raises `CameraLost` when there is none."""

    def __init__(self, settings: CameraSettings, clock: Callable[[], float], *,
                 picamera2: Any = None) -> None:
        self._clock = clock
        self._turned = settings.turned
        self.doubt: Message | None = None
        self._camera = _opened(picamera2 or _library(), settings.number)
        try:
            self._start(settings)
        except CameraLost:
            self.close()
            raise

    def next(self) -> Frame:
        """The next frame of the small stream."""
        request = self._request()
        try:
            planes = request.make_array("lores")
        finally:
            request.release()
        # Rows are padded to what the hardware likes; the padding is cut off after the conversion.
        width, height = self._size
        picture = cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420)[:height, :width]
        return Frame(upright(picture, turned=self._turned), self._clock())

    def picture(self) -> Picture:
        """A full picture whose exposure began after this call."""
        request = self._request(flush=True)
        try:
            # What libcamera calls RGB888 lies in memory as blue, green, red.
            return upright(request.make_array("main"), turned=self._turned)
        finally:
            request.release()

    def close(self) -> None:
        """Give the camera back."""
        self._camera.close()

    def _start(self, settings: CameraSettings) -> None:
        self._size = (WATCH_WIDTH, round(WATCH_WIDTH * settings.height / settings.width / 2) * 2)
        try:
            self._camera.configure(self._camera.create_video_configuration(
                main={"size": (settings.width, settings.height), "format": "RGB888"},
                lores={"size": self._size, "format": "YUV420"},
                buffer_count=BUFFERS,
                controls={"FrameRate": float(settings.frames_a_second)},
            ))
            self._camera.start()
        except (RuntimeError, OSError, ValueError) as error:
            raise CameraLost("The Pi camera does not start: {reason}", reason=str(error)) from error
        for _ in range(SETTLE):
            self._metadata()
        if "AfMode" in self._camera.camera_controls:
            self._focus()
        self._lock()

    def _focus(self) -> None:
        """Search for focus once; the lens then stays there until the camera is opened again."""
        self._camera.set_controls({"AfMode": AF_AUTO, "AfTrigger": AF_START})
        for _ in range(SEARCH):
            state = self._metadata().get("AfState")
            if state == FOCUSED:
                return
            if state == FAILED:
                break
        self._camera.set_controls({"AfMode": AF_MANUAL, "LensPosition": AT_STAND})
        self.doubt = Message("The camera found nothing to focus on; its lens is set for 33 cm. Put dice into "
                             "the tray and choose Adjust the camera in the display's menu.")

    def _lock(self) -> None:
        """Lock exposure, gain and white balance at what the automatic has come to."""
        metadata = self._metadata()
        # Setting time and gain switches the automatic off; switching it off besides can freeze other values
        # (picamera2's issue 933).
        locked = {name: metadata[name] for name in LOCKED if name in metadata}
        if not locked:
            return
        self._camera.set_controls(locked)
        for _ in range(SETTLE):
            if _is_locked(locked, self._metadata()):
                return

    def _metadata(self) -> Mapping[str, Any]:
        request = self._request()
        try:
            metadata: Mapping[str, Any] = request.get_metadata()
            return metadata
        finally:
            request.release()

    def _request(self, *, flush: bool | None = None) -> Any:
        try:
            return self._camera.capture_request(wait=PATIENCE, flush=flush)
        except TimeoutError as error:
            raise CameraLost("The Pi camera has brought no picture for {seconds} seconds. Is its cable in "
                             "place?", seconds=round(PATIENCE)) from error
        except (RuntimeError, OSError) as error:
            raise CameraLost("The Pi camera gives no more pictures: {reason}", reason=str(error)) from error


def _library() -> Any:
    try:
        import picamera2
    except ImportError as error:
        raise CameraLost("The Pi camera needs picamera2: sudo apt install python3-picamera2, and a venv made "
                         "with --system-site-packages.") from error
    return picamera2


def _opened(picamera2: Any, number: int) -> Any:
    found = picamera2.Picamera2.global_camera_info()
    if number >= len(found):
        raise CameraLost("The Pi sees {count} cameras; number {number} is not among them. Look at the cable, "
                         "then try: rpicam-hello --list-cameras", count=len(found), number=number)
    try:
        return picamera2.Picamera2(number)
    except (RuntimeError, OSError) as error:
        raise CameraLost("The Pi camera does not open: {reason}. Does another program use it?",
                         reason=str(error)) from error


def _is_locked(wanted: Mapping[str, Any], metadata: Mapping[str, Any]) -> bool:
    pairs = [(float(was), float(now)) for name, value in wanted.items()
             for was, now in zip(_numbers(value), _numbers(metadata.get(name, 0)), strict=False)]
    return all(abs(now - was) <= ALIKE * abs(was) for was, now in pairs)


def _numbers(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)
