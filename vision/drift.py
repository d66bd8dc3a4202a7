"""Noticing that a tray is no longer seen as it was when it was calibrated."""

from __future__ import annotations

import cv2
import numpy as np

from vision.calibration import Calibration, small_picture
from vision.reading import Message, Picture

EVERY = 4.0  # seconds between two looks
IN_A_ROW = 3  # looks that must agree: hands and cards come and go
SHIFT = 0.01  # of the picture's width: further than this the camera or the tray has moved
DARKER, BRIGHTER = 0.55, 1.8  # times the brightness that was measured
POINTS = 80  # marks of the picture that are followed
LEAST_POINTS = 12
STRAY = 0.7  # pixels by which a mark may miss itself, followed there and back

SAID = {
    "moved": Message(
        "The camera or the tray has moved since it was calibrated. Put it back, or calibrate it again."
    ),
    "light": Message(
        "The light on the tray is not what it was when it was calibrated: dice may be read less surely."
    ),
}


class Drift:
    """Compares frames with the calibration, now and then. `look` tells each trouble once."""

    def __init__(self, calibration: Calibration) -> None:
        self._calibration = calibration
        self._before = calibration.small_picture()
        marks = cv2.goodFeaturesToTrack(self._before, POINTS, 0.05, 7)
        self._marks = None if marks is None or len(marks) < LEAST_POINTS else marks
        self._looked = float("-inf")
        self._seen: list[str | None] = []
        self._told: set[str] = set()

    def look(self, frame: Picture, now: float) -> Message | None:
        """What is to be said, if this frame (the whole picture) brings it to light."""
        if now - self._looked < EVERY:
            return None
        self._looked = now
        self._seen = [*self._seen, self._trouble(frame)][-IN_A_ROW:]
        trouble = self._agreed()
        if trouble is None or trouble in self._told:
            return None
        self._told.add(trouble)
        return SAID[trouble]

    @property
    def trouble(self) -> Message | None:
        """What is wrong now, if the last looks agree on it."""
        trouble = self._agreed()
        return SAID[trouble] if trouble else None

    def _agreed(self) -> str | None:
        trouble = self._seen[-1] if self._seen else None
        return trouble if self._seen == [trouble] * IN_A_ROW else None

    def _trouble(self, frame: Picture) -> str | None:
        now = small_picture(np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8))
        if now.shape != self._before.shape:
            return None
        if self._marks is not None and self._shift(now) > SHIFT * now.shape[1]:
            return "moved"
        before, after = (float(np.median(self._tray(picture))) for picture in (self._before, now))
        ratio = (after + 1) / (before + 1)
        return None if DARKER < ratio < BRIGHTER else "light"

    def _tray(self, picture: Picture) -> Picture:
        return self._calibration.window(picture.shape).box(picture)

    def _shift(self, now: Picture) -> float:
        """How far the picture's marks have moved, in pixels; 0 where too few of them are found again."""
        there, found, _ = cv2.calcOpticalFlowPyrLK(self._before, now, self._marks, None)  # type: ignore[call-overload]
        back, found_back, _ = cv2.calcOpticalFlowPyrLK(now, self._before, there, None)  # type: ignore[call-overload]
        stray = np.linalg.norm((back - self._marks).reshape(-1, 2), axis=1)
        kept = (found.ravel() > 0) & (found_back.ravel() > 0) & (stray < STRAY)
        if int(kept.sum()) < LEAST_POINTS:
            return 0.0
        moves = np.linalg.norm((there - self._marks).reshape(-1, 2), axis=1)
        return float(np.median(moves[kept]))
