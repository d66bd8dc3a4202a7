"""The tray in the camera's picture as it is now, for the pages: to be looked at, learned and forgotten."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock

import cv2
import numpy as np

from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.tray import TrayAlone, light_of, outlined, report
from companion.watching import Watch
from vision.calibration import Calibration, CannotCalibrate, calibrate, find_markers
from vision.crops import resized
from vision.evidence import photograph, photograph_scale
from vision.light import Corners, LightCheck, check_light
from vision.reading import LONGEST_SIDE, Picture

FRESH = 0.7
"""Seconds for which a look will do for all who look: many phones cost no more than one."""
PATIENCE = 2.0
"""Seconds that who looks waits for a picture; while dice are read, or the camera hangs, there is none."""
NO_PICTURE = Message("The camera gives no picture. Is it plugged in?")


@dataclass(frozen=True)
class Look:
    """What the camera sees: a small picture (JPEG) with the tray's outline, and what is to be said of it."""

    jpeg: bytes
    light: Message
    is_good: bool
    """Whether dice can be read in this light."""
    figures: Message
    markers: int
    """How many of the four printed markers are seen."""
    is_known: bool
    """Whether the tray has been learned."""
    trouble: Message | None
    """What is no longer as it was when the tray was learned."""


class LiveTray:
    """The tray that `watch` sees through `eye`, for any number of phones."""

    def __init__(self, watch: Watch, eye: TrayAlone, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._watch, self._eye, self._clock = watch, eye, clock
        self._lock = Lock()
        self._coming: Future[Look | None] | None = None
        self._asked_at = 0.0

    def look(self) -> Look | None:
        """What the camera sees now; None when it gives no picture, or none soon enough."""
        with self._lock:
            if self._coming is None or (self._coming.done() and self._clock() - self._asked_at > FRESH):
                self._coming, self._asked_at = self._watch.ask(self._seen), self._clock()
            coming = self._coming
        try:
            return coming.result(PATIENCE)
        except TimeoutError:
            return None

    def learn(self) -> tuple[Message, ...]:
        """Learn where the tray is, by markers or by its even ground; what was found, in sentences.

        `Refused` with a sentence. It holds from the next throw on.
        """
        return self._watch.with_picture(lambda _: self._learn())

    def forget(self) -> tuple[Message, ...]:
        """Do without: the whole picture is looked at again, from the next throw on."""
        return self._watch.with_picture(lambda _: self._forget())

    # On the watch's own thread

    def _learn(self) -> tuple[Message, ...]:
        whole = self._eye.whole
        if whole is None:
            raise Refused(NO_PICTURE)
        try:
            found = calibrate(whole)
            self._eye.learn(found.calibration)
        except CannotCalibrate as cannot:
            raise Refused(Message(cannot.message.text, cannot.message.args)) from cannot
        except OSError as error:
            raise Refused(Message("The tray was made out, but cannot be kept ({reason}).",
                                  {"reason": str(error)})) from error
        self._begin_anew()
        return (Message("The tray is known. From the next throw on nothing beside it is looked at."),
                *report(found, whole.shape[1]))

    def _forget(self) -> tuple[Message, ...]:
        self._eye.forget()
        self._begin_anew()
        return (Message("The tray is forgotten. The whole picture is looked at."),)

    def _begin_anew(self) -> None:
        self._watch.begin_anew()
        with self._lock:
            self._coming = None

    def _seen(self, picture: Picture | None) -> Look | None:
        whole, calibration = self._eye.whole, self._eye.calibration
        if picture is None or whole is None:
            return None
        if calibration and not calibration.fits(whole):
            calibration = None
        markers = _markers(whole)
        light = _light(whole, calibration, markers)
        small = resized(whole, photograph_scale(whole))
        return Look(photograph(outlined(small, calibration) if calibration else small), light_of(light),
                    light.advice is None, Message(light.said.text, light.said.args), len(markers),
                    calibration is not None, self._eye.trouble)


def _light(whole: Picture, calibration: Calibration | None, markers: Mapping[int, Corners]) -> LightCheck:
    """The light on the tray, or on everything while it is not known."""
    return check_light(whole, calibration.window(whole.shape).outline if calibration else None, markers)


def _markers(picture: Picture) -> dict[int, Corners]:
    """The corners of the printed markers that are seen, looked for no larger than is needed."""
    factor = min(1.0, LONGEST_SIDE / picture.shape[1])
    small = np.asarray(cv2.cvtColor(resized(picture, factor), cv2.COLOR_BGR2GRAY), np.uint8)
    return {number: corners / np.float32(factor) for number, corners in find_markers(small).items()}
