"""The tray as the watch sees it: nothing beside it, and a word when it is no longer as it was learned."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from companion.engine.questions import Message
from companion.watching import Eye
from vision.calibration import LEAST_DIE, Calibrated, Calibration, Window
from vision.drift import Drift
from vision.light import LightCheck
from vision.reading import Picture

FILE = "tray.json"
"""In the data folder: the calibration that `companion calibrate` or the page made."""
SHEET = (
    Message("Print this page in its true size (100 %)."),
    Message("Cut the four squares out along the dashed lines."),
    Message("Lay one into each corner of the dice tray, face up."),
    Message("Then open “Tray and light” on the host's phone, in the settings;"),
    Message("or, while no table is running, say: companion calibrate"),
    Message("This line is 100 mm long."),
)
"""What the page with the markers says."""
GOOD_LIGHT = Message("Dice can be read in this light.")

log = logging.getLogger(__name__)


class TrayAlone:
    """An eye that sees the calibrated tray and nothing beside it; without a calibration, everything.

    `note` says once when camera, tray or light are no longer as they were, and takes it back (None) when they
    are again; play goes on.
    """

    def __init__(self, eye: Eye, file: Path, note: Callable[[str, Message | None], None]) -> None:
        self._eye = eye
        self._file = file
        self._note = note
        self.whole: Picture | None = None
        """The last picture before anything was cut off; None while there is none."""
        self.tray: Picture | None = None
        """255 where the last frame shows the tray; None: everywhere."""
        self._fits = True
        self._windows: dict[tuple[int, ...], Window] = {}
        self._take_up(self._kept())

    @property
    def calibration(self) -> Calibration | None:
        """The tray that is looked at; None where the whole picture is."""
        return self._calibration

    @property
    def trouble(self) -> Message | None:
        """What is no longer as it was when the tray was calibrated; None: nothing, as far as was seen."""
        trouble = self._drift.trouble if self._drift else None
        return Message(trouble.text, trouble.args) if trouble else None

    def learn(self, calibration: Calibration) -> None:
        """Look at this tray from now on, and after a restart. OSError when it cannot be kept."""
        calibration.save(self._file)
        self._note("tray", None)
        self._take_up(calibration)

    def forget(self) -> None:
        """Look at the whole picture from now on."""
        self._file.unlink(missing_ok=True)
        self._note("tray", None)
        self._take_up(None)

    def next(self) -> tuple[Picture, float] | None:
        """The next small frame of the tray and its time."""
        came = self._eye.next()
        self.whole, self.tray = (came[0] if came else None), None
        if came is None or self._calibration is None or self._drift is None:
            return came
        frame, at = came
        if not self._calibration.fits(frame):
            if self._fits:
                self._fits = False
                self._note("tray", Message("The camera's picture has another form than when the tray was "
                                           "calibrated; the whole picture is watched. Calibrate it again."))
            return came
        before = self.trouble
        self._drift.look(frame, at)
        if self.trouble != before or not self._fits:
            self._note("tray", self.trouble)
        self._fits = True
        self.tray = self._window(frame, self._calibration).tray
        return self._cut(frame), at

    def picture(self) -> Picture | None:
        """A full picture of the tray."""
        full = self._eye.picture()
        if full is None:
            return None
        self.whole = full
        return self._cut(full)

    def close(self) -> None:
        """Let go of the device."""
        self._eye.close()

    def _kept(self) -> Calibration | None:
        try:
            return Calibration.load(self._file)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            log.warning("The calibration cannot be used: %s", error)
            self._note("tray", Message(
                "The tray's calibration cannot be used ({reason}); the whole picture is watched.",
                {"reason": str(error)}))
            return None

    def _take_up(self, calibration: Calibration | None) -> None:
        self._calibration = calibration
        self._drift = Drift(calibration) if calibration else None
        self._windows = {}
        self._fits = True

    def _cut(self, picture: Picture) -> Picture:
        """The tray alone, in small frames or in full pictures."""
        if self._calibration is None or not self._calibration.fits(picture):
            return picture
        return self._window(picture, self._calibration).cut(picture)

    def _window(self, picture: Picture, calibration: Calibration) -> Window:
        if picture.shape not in self._windows:
            self._windows[picture.shape] = calibration.window(picture.shape)
        return self._windows[picture.shape]


def report(found: Calibrated, width: int) -> list[Message]:
    """What was found on a picture of that width, in sentences."""
    tray = found.calibration
    xs, ys = zip(*tray.corners, strict=True)
    told = [Message("The tray's share of the picture: width {wide} %, height {high} %.",
                    {"wide": round(100 * (max(xs) - min(xs))), "high": round(100 * (max(ys) - min(ys)))})]
    pixels = tray.die_pixels(width)
    if pixels is None:
        told.append(Message("How large dice are there is not known: the printed markers in the tray's "
                            "corners would tell it."))
    elif pixels < LEAST_DIE:
        told.append(Message("A die of 16 mm is {pixels} pixels wide, which is too little ({least} will do): "
                            "bring the camera nearer.", {"pixels": round(pixels), "least": LEAST_DIE}))
    else:
        told.append(Message("A die of 16 mm is {pixels} pixels wide.", {"pixels": round(pixels)}))
    if Drift(tray).is_blind:
        told.append(Message("Neither the tray's rim nor anything beside it stands out here, so that a camera "
                            "that is moved may go unnoticed: lay something with a pattern beside the tray, "
                            "leave it there, and calibrate again."))
    return told


def light_of(light: LightCheck) -> Message:
    """What would better the light, or that it will do."""
    return Message(light.advice.text, light.advice.args) if light.advice else GOOD_LIGHT


def outlined(picture: Picture, calibration: Calibration) -> Picture:
    """The picture with the tray's outline drawn on it, to be seen on any ground."""
    shown = picture.copy()
    outline = np.rint(calibration.window(picture.shape).outline).astype(np.int32)
    thick = max(2, picture.shape[1] // 300)
    for colour, width in (((255, 255, 255), 2 * thick), ((0, 0, 255), thick)):
        cv2.polylines(shown, [outline], True, colour, width, cv2.LINE_AA)
    return shown
