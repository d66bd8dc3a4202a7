"""What dice leave of the light on the table: solid ones throw shadows, clear ones colour it, but for where
their pips are.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.rendering.dice import ACROSS, ALONG, corners_of, pose_of
from vision.rendering.faces import order_of_faces, pip_centres, pip_radius
from vision.rendering.scene import Die, Light, Scene, floats
from vision.rendering.shine import lamp_at
from vision.rendering.view import View

SCALE = 2  # they are drawn at half size: they are blurred anyway
ROUNDED = 0.96  # of its corners, what the shadow of a die shows of them
ABOVE = Light(elevation=89.0)  # what lies close to a die is in its shade wherever the lamp is
CLOSE = 0.45  # how dark that is
DARKEST = 0.85
THROUGH = 0.95  # of the light of its colour, what a wholly clear body lets through
SOLID = np.ones(3, np.float32)  # nothing of blue, green and red
TURNS = np.linspace(0, 2 * np.pi, 12, endpoint=False)
ROUND = np.stack([np.cos(TURNS), np.sin(TURNS)], axis=1)


def shadow_of(die: Die, view: View, light: Light) -> NDArray[np.int32]:
    """The outline (N, 1, 2, in sixteenths of pixels) of the shadow that `die` throws on the table."""
    return _fallen(pose_of(die).on_table(corners_of(die) * ROUNDED), view, light)


def shadows(scene: Scene, view: View) -> Floats:
    """What the dice leave of the light (H, W, 1, or 3 where there are clear ones): 1 where nothing falls."""
    height, width = scene.camera.height, scene.camera.width
    # What is drawn later is on top: what falls through a clear die does not reach the shadow of a solid one.
    dice = sorted(scene.dice, key=lambda die: -die.finish.translucency)
    channels = 3 if any(die.finish.translucency for die in dice) else 1
    small = (-(-height // SCALE), -(-width // SCALE), channels)
    cast, close = np.zeros(small, np.uint8), np.zeros(small, np.uint8)
    for die in dice:
        dark = floats(1 - THROUGH * die.finish.translucency * floats(die.colour) / 255)
        _fill(cast, shadow_of(die, view, scene.light), dark)
        for pip in _pips_of(die, view, scene.light):
            _fill(cast, pip, SOLID)
        _fill(close, shadow_of(die, view, ABOVE), dark)
    size = max((die.size for die in dice), default=40.0) / SCALE
    soft = cv2.GaussianBlur(cast, (0, 0), 0.5 + size * 0.25 * scene.light.softness)
    close = np.asarray(cv2.GaussianBlur(close, (0, 0), 0.5 + size * 0.12), np.uint8)
    shade = scene.light.shadow * floats(soft) + CLOSE * floats(close)
    shade = cv2.resize(shade, (width, height), interpolation=cv2.INTER_LINEAR)
    return floats(1 - np.clip(shade / 255, 0, DARKEST)).reshape(height, width, channels)


def _fill(shade: NDArray[np.uint8], outline: NDArray[np.int32], dark: Floats) -> None:
    levels = (255 * dark).tolist() if shade.shape[2] == 3 else [255.0]
    cv2.fillConvexPoly(shade, outline // SCALE, levels, cv2.LINE_AA, 4)


def _pips_of(die: Die, view: View, light: Light) -> Iterator[NDArray[np.int32]]:
    """The outlines of the shadows of the pips on all sides of a clear die."""
    if not die.finish.translucency or die.faces is not None:
        return
    pose = pose_of(die)
    for number, face in enumerate(order_of_faces(die)):
        radius = pip_radius(face, die.pips)
        for across, along in pip_centres(face, die.pips):
            rim = np.full((len(ROUND), 3), 1.0 - 2 * (number % 2), np.float32)
            rim[:, ACROSS[number]] = across + radius * ROUND[:, 0]
            rim[:, ALONG[number]] = along + radius * ROUND[:, 1]
            yield _fallen(pose.on_table(rim), view, light)


def _fallen(points: Floats, view: View, light: Light) -> NDArray[np.int32]:
    """The outline of the shadow of points (N, 3) in table coordinates."""
    middle = np.array([*view.middle, 0], np.float32)
    lamp, high = lamp_at(light, view), points - middle
    share = high[:, 2:] / np.maximum(lamp[2] - high[:, 2:], 1e-3)
    fallen = high + (high - lamp) * share
    fallen[:, 2] = 0
    pixels = view.project(floats(fallen + middle))
    return np.asarray(cv2.convexHull(np.rint(pixels * 16).astype(np.int32)), np.int32)
