"""Noticing that a tray is no longer seen as it was when it was calibrated."""

from __future__ import annotations

import cv2
import numpy as np

from vision.calibration import RIM, Calibration
from vision.reading import Message, Picture
from vision.tray_edge import TrayEdge

EVERY = 4.0  # seconds between two looks
IN_A_ROW = 3  # looks that must agree: hands and cards come and go
SHIFT = 0.01  # of the picture's width: further than this the camera or the tray has moved
DARKER, BRIGHTER = 0.55, 1.8  # times the brightness that was measured
POINTS = 80  # marks of the picture that are followed
LEAST_POINTS = 12
STRAY = 0.7  # pixels by which a mark may miss itself, followed there and back
# A mark is still there where the square of so many pixels to each side of it is found again, so many pixels
# away at most, and correlates like this. Another place correlates so well once in twenty times.
SQUARE, REACH, ALIKE = 8, 5, 0.85
PLAIN = 6.0  # standard deviation of a square's grey under which it is as good as empty
STILL = 0.5  # of the marks that stay: where so many are still there nothing has moved
LOST = 0.2  # of them: where no more are still there the camera looks elsewhere
LEAST_CELLS = 5  # of 16: marks that lie together may all belong to one thing, which somebody took away
INSIDE = 0.85  # of the outline: dice lie in there, the tray's rim does not

SAID = {
    "moved": Message(
        "The camera or the tray has moved since it was calibrated. Put it back, or calibrate it again."
    ),
    "light": Message(
        "The light on the tray is not what it was when it was calibrated: dice may be read less surely."
    ),
}


class Drift:
    """Compares the frames that `look` is given with the calibration, now and then."""

    def __init__(self, calibration: Calibration) -> None:
        self._calibration = calibration
        self._before = calibration.small_picture()
        self._squares = self._lasting()
        marks = cv2.goodFeaturesToTrack(self._before, POINTS, 0.05, 7)
        found = np.zeros((0, 2), np.float32) if marks is None else marks.reshape(-1, 2)
        marks = np.concatenate([found, np.array(self._squares, np.float32).reshape(-1, 2)])[:, None]
        self._marks = None if len(marks) < LEAST_POINTS else marks
        outline = calibration.window(self._before.shape).outline
        # Where the size of dice is known, markers may have lain right at the outline.
        self._edge = TrayEdge(_soft(self._before), outline, beyond=calibration.die is not None)
        self._looked = float("-inf")
        self._seen: list[str | None] = []
        self._verdict: str | None = None

    def look(self, frame: Picture, now: float) -> None:
        """Look at a frame (the whole picture), if it is time to and it has the form that was calibrated."""
        if now - self._looked < EVERY or not self._calibration.fits(frame):
            return
        self._looked = now
        self._seen = [*self._seen, self._trouble(frame)][-IN_A_ROW:]
        if self._seen == self._seen[:1] * IN_A_ROW:
            self._verdict = self._seen[0]

    @property
    def is_blind(self) -> bool:
        """Whether nothing that stays would tell of a move: neither the tray's edge nor what is beside it."""
        return not self._squares and not self._edge.tells

    @property
    def trouble(self) -> Message | None:
        """What is wrong, as the last looks say that agreed."""
        return SAID[self._verdict] if self._verdict else None

    def _trouble(self, frame: Picture) -> str | None:
        high, wide = self._before.shape
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        now = np.asarray(cv2.resize(grey, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
        still = self._still(now)
        if self._marks is not None and still < STILL and self._shift(now) > SHIFT * now.shape[1]:
            return "moved"
        before, after = (float(np.median(self._tray(picture))) for picture in (self._before, now))
        ratio = (after + 1) / (before + 1)
        if not DARKER < ratio < BRIGHTER:
            return "light"
        if self._squares and still < LOST:
            return "moved"
        return "moved" if still < STILL and self._edge.has_moved(_soft(now), SHIFT * now.shape[1]) else None

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

    def _lasting(self) -> list[tuple[int, int]]:
        """Marks on the tray's rim and beside it, which stay: dice and printed markers in it come and go."""
        margin = SQUARE + REACH
        where = np.zeros_like(self._before)
        where[margin:-margin, margin:-margin] = 255
        outline = self._calibration.window(where.shape).outline
        # Where the size of dice is known, markers may have lain right at the outline.
        share = INSIDE if self._calibration.die is None else RIM
        inside = outline.mean(axis=0) + share * (outline - outline.mean(axis=0))
        cv2.fillConvexPoly(where, np.rint(inside).astype(np.int32), (0,))
        soft = _soft(self._before)
        marks = cv2.goodFeaturesToTrack(soft, POINTS, 0.02, 7, mask=where)
        found = [] if marks is None else [(int(x), int(y)) for x, y in np.rint(marks).reshape(-1, 2)]
        found = [mark for mark in found if float(_around(soft, mark, SQUARE).std()) > PLAIN]
        high, wide = soft.shape
        cells = {(4 * x // wide, 4 * y // high) for x, y in found}
        return found if len(cells) >= LEAST_CELLS else []

    def _still(self, now: Picture) -> float:
        """How many of the marks that stay are where they were, as a share; 0 where there are none."""
        before, after = _soft(self._before), _soft(now)
        still = 0
        for mark in self._squares:
            square, around = _around(before, mark, SQUARE), _around(after, mark, SQUARE + REACH)
            _, alike, _, place = cv2.minMaxLoc(cv2.matchTemplate(around, square, cv2.TM_CCOEFF_NORMED))
            away = np.hypot(place[0] - REACH, place[1] - REACH)
            still += alike > ALIKE and away <= SHIFT * now.shape[1]
        return still / max(1, len(self._squares))


def _soft(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)


def _around(picture: Picture, mark: tuple[int, int], reach: int) -> Picture:
    x, y = mark
    return picture[y - reach : y + reach + 1, x - reach : x + reach + 1]
