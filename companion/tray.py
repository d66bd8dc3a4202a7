"""The calibrated tray as the watch sees it: nothing beside it, and a word when it is no longer as it was."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from companion.engine.questions import Message
from companion.watching import Eye
from vision.calibration import Calibration, Window
from vision.drift import Drift
from vision.reading import Picture

FILE = "tray.json"
"""In the data folder: the calibration that `companion calibrate` made."""

log = logging.getLogger(__name__)


def calibrated_eye(eye: Eye, folder: Path, note: Callable[[str, Message | None], None]) -> Eye:
    """`eye`, looking at the tray alone where that has been calibrated; `note` says what is wrong with it."""
    try:
        return TrayAlone(eye, Calibration.load(folder / FILE), note)
    except FileNotFoundError:
        return eye
    except (OSError, ValueError) as error:
        log.warning("The calibration cannot be used: %s", error)
        note("tray", Message(
            "The tray's calibration cannot be used ({reason}); the whole picture is watched.",
            {"reason": str(error)}))
        return eye


class TrayAlone:
    """An eye that sees the calibrated tray and nothing beside it.

    It says once when camera, tray or light are no longer as they were; play goes on.
    """

    def __init__(self, eye: Eye, calibration: Calibration,
                 note: Callable[[str, Message | None], None]) -> None:
        self._eye = eye
        self._calibration = calibration
        self._windows: dict[tuple[int, ...], Window] = {}
        self._drift = Drift(calibration)
        self._note = note
        self._fits = True

    def next(self) -> tuple[Picture, float] | None:
        """The next small frame of the tray and its time."""
        came = self._eye.next()
        if came is None:
            return None
        frame, at = came
        if not self._calibration.fits(frame):
            if self._fits:
                self._fits = False
                self._note("tray", Message("The camera's picture has another form than when the tray was "
                                           "calibrated; the whole picture is watched. Calibrate it again."))
            return came
        trouble = self._drift.look(frame, at)
        if trouble:
            self._note("tray", Message(trouble.text, trouble.args))
        return self._cut(frame), at

    def picture(self) -> Picture | None:
        """A full picture of the tray."""
        full = self._eye.picture()
        return full if full is None or not self._calibration.fits(full) else self._cut(full)

    def close(self) -> None:
        """Let go of the device."""
        self._eye.close()

    def _cut(self, picture: Picture) -> Picture:
        """The tray alone, in small frames or in full pictures."""
        if picture.shape not in self._windows:
            self._windows[picture.shape] = self._calibration.window(picture.shape)
        return self._windows[picture.shape].cut(picture)
