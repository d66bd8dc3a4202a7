"""The edge of a tray in a small picture: where it was, and whether it is still there.

It tells of a move where nothing else does, as on a plain table, but only when it is gone on two sides that
face each other: a hand or a card covers one.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.light import Corners
from vision.reading import Picture

POINTS = 80  # of the outline, at which the edge is looked for
BESIDE = 14  # pixels to each side of the outline within which the edge is
AROUND = 6  # pixels to each side of the edge that are compared
REACH = 5  # and how much farther it is looked for
STEEP = 12.0  # grey levels by which it rises at the least
ALIKE = 0.85  # correlation of what is the same edge
STILL = 0.5  # of a side's points: where fewer are still there that side is gone
LEAST = 5  # points of a side that can be told from nothing


@dataclass(frozen=True)
class EdgePoint:
    """The edge at one point: the line across it, its grey values there, and on which of four sides it is."""

    x: Floats
    y: Floats
    grey: Floats
    side: int


class TrayEdge:
    """The edge along `outline` in a small grey picture; `beyond` it, where things that go lay up to it."""

    def __init__(self, picture: Picture, outline: Corners, *, beyond: bool) -> None:
        nearest = 0 if beyond else -BESIDE
        marks = [mark for point in _points(outline) if (mark := _edge_point(picture, *point, nearest))]
        self._sides = [[mark for mark in marks if mark.side == side] for side in range(4)]

    @property
    def tells(self) -> bool:
        """Whether enough of it stands out from the table to tell a move by."""
        return any(self._pairs())

    def has_moved(self, now: Picture, farther_than: float) -> bool:
        """Whether it lies so many pixels away from where it was, or farther."""
        return any(all(_is_gone(side, now, farther_than) for side in pair) for pair in self._pairs())

    def _pairs(self) -> list[tuple[list[EdgePoint], list[EdgePoint]]]:
        facing = ((self._sides[0], self._sides[2]), (self._sides[1], self._sides[3]))
        return [pair for pair in facing if min(len(side) for side in pair) >= LEAST]


def _points(outline: Corners) -> list[tuple[Corners, Corners]]:
    """Points all along the outline, each with the direction away from the tray."""
    sides = np.roll(outline, -1, axis=0) - outline
    lengths = np.linalg.norm(sides, axis=1)
    middle = outline.mean(axis=0)
    points = []
    for start, side, length in zip(outline, sides, lengths, strict=True):
        if length == 0:
            continue
        away = np.array([side[1], -side[0]], np.float32) / length
        away = away if away @ (start - middle) > 0 else -away
        count = round(POINTS * float(length / lengths.sum()))
        points += [(start + side * (i + 0.5) / count, away) for i in range(count)]
    return points


def _edge_point(picture: Picture, point: Corners, away: Corners, nearest: int) -> EdgePoint | None:
    """The edge near a point of the outline; None where there is none or it may lie outside of the picture."""
    beside = np.arange(nearest, BESIDE + 1)
    profile = _along(picture, *(point[:, None] + away[:, None] * beside).astype(np.float32))
    steps = np.abs(profile[4:] - profile[:-4])
    if float(steps.max()) < STEEP:
        return None
    edge = point + away * (int(steps.argmax()) + 2 + nearest)
    x, y = (edge[:, None] + away[:, None] * np.arange(-AROUND - REACH, AROUND + REACH + 1)).astype(np.float32)
    high, wide = picture.shape
    if min(x.min(), y.min()) < 0 or x.max() > wide - 1 or y.max() > high - 1:
        return None
    turn = np.degrees(np.arctan2(away[1], away[0]))
    return EdgePoint(x, y, _along(picture, x, y)[REACH:-REACH], int((turn + 45) % 360 // 90))


def _along(picture: Picture, x: Floats, y: Floats) -> Floats:
    """The grey values along a line."""
    line = cv2.remap(picture, x[None], y[None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(line[0], np.float32)


def _is_gone(side: list[EdgePoint], now: Picture, farther_than: float) -> bool:
    still = 0
    for mark in side:
        around = _along(now, mark.x, mark.y)
        found = cv2.matchTemplate(around[None], mark.grey[None], cv2.TM_CCOEFF_NORMED)[0]
        still += found.max() > ALIKE and abs(int(found.argmax()) - REACH) <= farther_than
    return still < STILL * len(side)
