"""A tray on a wooden table with a camera above it, for the browser tests: drawn, and changed by the test."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.attaching import Attachment, at_work
from companion.box import Box
from companion.panel import Panel
from companion.table import Table
from companion.tray import FILE
from companion.watching import dice_set_of
from hardware.camera import small
from hardware.display import DisplaySettings, open_device
from tests.companion.button_player import PlainSpeech
from tests.vision.test_calibration import table as wooden_table
from vision import drawings
from vision.reading import Picture
from vision.rendering import Camera, Die, Scene, paint

SIGN = "chevron_1"
"""What is drawn on the dice that are taught: nothing that dice of this game carry by themselves."""
YELLOW = (40.0, 200.0, 240.0)
IN_THE_TRAY = ((500.0, 300.0), (690.0, 440.0), (840.0, 280.0))
"""Places for dice, clear of the markers."""

BEFORE = 6
"""Frames of rest before a throw: what moves already when it is asked for is not that throw."""


def dice(count: int = 1, angle: float = 20.0) -> tuple[Die, ...]:
    """So many yellow dice that show the sign."""
    face = {SIGN: drawings.picture(SIGN, (20.0, 20.0, 20.0))}
    return tuple(Die(kind="wyld", face=SIGN, colour=YELLOW, faces=face, x=x, y=y, size=96,
                     angle=angle + 70 * number)
                 for number, (x, y) in enumerate(IN_THE_TRAY[:count]))


def lying(dice: Sequence[Die] = (), markers: tuple[int, ...] = (), brightness: float = 1.0) -> Picture:
    """The table with the tray, and what lies in it."""
    ground = cv2.resize(wooden_table(markers=markers), (1280, 800)).astype(np.float32)
    scene = Scene(tuple(dice), camera=Camera(width=1280, height=800))
    painted, _ = paint(scene, np.asarray(ground, np.float32))
    return np.clip(painted * brightness, 0, 255).astype(np.uint8)


class Bench:
    """The tray and its camera; `show` changes what lies there."""

    def __init__(self) -> None:
        self.is_there = True
        self._now = lying()
        self._last = self._now
        self._to_come: list[Picture] = []

    def show(self, picture: Picture) -> None:
        """Have this under the camera."""
        self._now = picture

    def throw(self, picture: Picture) -> None:
        """Have this under the camera: the tray lies still as it is, then all moves for a moment."""
        moving = [np.asarray(cv2.addWeighted(self._now, 1 - share, picture, share, 0), np.uint8)
                  for share in (0.2, 0.4, 0.6, 0.8)]
        self._to_come = [*[self._now] * BEFORE, *moving]
        self._now = picture

    def next(self) -> tuple[Picture, float] | None:
        """The next small frame, 20 a second; none while the camera is not there."""
        time.sleep(0.05)
        self._last = self._to_come.pop(0) if self._to_come else self._now
        return (small(self._last), time.monotonic()) if self.is_there else None

    def picture(self) -> Picture | None:
        """The same in full."""
        return self._last if self.is_there else None

    def close(self) -> None:
        """Nothing to let go of."""


def attached(table: Table, bench: Bench, folder: Path) -> Attachment:
    """The devices at work: that camera, and a display that only keeps its picture."""
    box = Box(table, Panel(table, PlainSpeech(table.game), display=table.game.display),
              open_display=lambda: open_device(DisplaySettings()))
    return at_work(table, box, bench, dice_set_of(table.game, "none"), folder, folder / FILE)
