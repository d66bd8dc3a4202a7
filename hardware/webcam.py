"""A USB webcam, by OpenCV over Video4Linux, with its picture locked as far as it lets itself be locked.

What a webcam tells of its exposure is not to be relied on, and some forget it when the automatic is switched
off. So that is not asked: the picture itself must stay as bright as it was.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import CameraLost, CameraSettings, Frame, Picture, small, upright
from hardware.messages import Message

MANUAL, APERTURE_PRIORITY = 1, 3
"""Video4Linux' `exposure_auto`: by hand, and what webcams call automatic."""
SETTLE, FEW = 15, 4
"""Frames within which the automatic comes to rest, and within which a value that was set takes effect."""
TRIES = 6
ALIKE = 0.1
"""So far may brightness and colours be from what the automatic had found."""
MOST_AT_ONCE = 4.0
"""An exposure is changed by this factor at most in one step."""
KEEPS_EXPOSURE = Message("This webcam does not let its exposure be locked, so that a hand may change the "
                         "dice's colours: keep the light steady.")
KEEPS_COLOURS = Message("This webcam does not let its white balance be locked, so that a hand may change the "
                        "dice's colours: keep the light steady.")


class Webcam:
    """A USB webcam, opened and locked. Raises `CameraLost` when there is none."""

    def __init__(self, settings: CameraSettings, clock: Callable[[], float], *,
                 open_capture: Callable[[int], Any] | None = None) -> None:
        self._clock = clock
        self._turned = settings.turned
        device = Path(f"/dev/video{settings.number}")
        if open_capture is None and sys.platform == "linux" and not device.exists():
            raise CameraLost("No webcam answers at {device}.", device=str(device))
        self._capture = (open_capture or cv2.VideoCapture)(settings.number)
        if not self._capture.isOpened():
            raise CameraLost("The webcam {number} does not open.", number=settings.number)
        # Unpacked, so large a picture comes only a few times a second over USB. A deeper queue would give
        # pictures of a moment ago.
        for what, value in ((cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
                            (cv2.CAP_PROP_BUFFERSIZE, 1), (cv2.CAP_PROP_FRAME_WIDTH, settings.width),
                            (cv2.CAP_PROP_FRAME_HEIGHT, settings.height),
                            (cv2.CAP_PROP_FPS, settings.frames_a_second)):
            self._capture.set(what, value)
        try:
            self.doubt = self._lock()
        except CameraLost:
            self.close()
            raise

    def next(self) -> Frame:
        """The next frame, made small."""
        return Frame(small(self._read()), self._clock())

    def picture(self) -> Picture:
        """A full picture; the one that may wait in the driver's queue is thrown away."""
        self._capture.grab()
        return self._read()

    def close(self) -> None:
        """Give the webcam back."""
        self._capture.release()

    def _read(self) -> Picture:
        came, picture = self._capture.read()
        if not came:
            raise CameraLost("The webcam gives no more pictures. Is it still plugged in?")
        return upright(picture, turned=self._turned)

    def _lock(self) -> Message | None:
        """Lock focus, exposure and white balance where the automatic came to rest; what it refuses."""
        found = self._colours(SETTLE)
        # Refused by those whose lens does not move.
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        is_exposure_locked = self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
        if is_exposure_locked and not self._is_as_bright_again(found):
            is_exposure_locked = False
            self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, APERTURE_PRIORITY)
        are_colours_locked = self._capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        if are_colours_locked and not _are_alike(self._colours(FEW), found):
            are_colours_locked = False
            self._capture.set(cv2.CAP_PROP_AUTO_WB, 1)
        if not is_exposure_locked:
            return KEEPS_EXPOSURE
        return None if are_colours_locked else KEEPS_COLOURS

    def _is_as_bright_again(self, found: NDArray[np.float64]) -> bool:
        """Set the exposure until the picture is as bright as it was found; whether that was possible."""
        for _ in range(TRIES):
            now = self._colours(FEW)
            if _are_alike(now.mean(keepdims=True), found.mean(keepdims=True)):
                return True
            change = float(np.clip(found.mean() / now.mean(), 1 / MOST_AT_ONCE, MOST_AT_ONCE))
            exposure = self._capture.get(cv2.CAP_PROP_EXPOSURE)
            if exposure <= 0 or not self._capture.set(cv2.CAP_PROP_EXPOSURE, round(exposure * change)):
                return False
        return False

    def _colours(self, frames: int) -> NDArray[np.float64]:
        """Blue, green and red of the last of so many frames, over the whole picture."""
        picture = self._read()
        for _ in range(frames - 1):
            picture = self._read()
        colours: NDArray[np.float64] = np.maximum(picture.mean(axis=(0, 1)), 1.0)
        return colours


def _are_alike(now: NDArray[np.float64], found: NDArray[np.float64]) -> bool:
    return bool(np.all(np.abs(now - found) <= ALIKE * found))
