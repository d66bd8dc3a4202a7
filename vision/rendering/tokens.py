"""Flat tokens with the outline of a gear-wheel: a mark on one side, nothing on the other."""

from __future__ import annotations

import functools

import cv2
import numpy as np

from vision.arrays import Floats
from vision.rendering.scene import Die, Light, floats
from vision.rendering.shine import shine
from vision.rendering.view import View

THICK = 0.16  # half widths
LAYERS = 4
TURNS = np.linspace(0, 2 * np.pi, 48, endpoint=False)
ROUND = floats(np.stack([np.cos(TURNS), np.sin(TURNS)], axis=1))


@functools.lru_cache(maxsize=16)
def gear(grain: int = 0) -> Floats:
    """The outline (N, 2) of a gear-wheel of half width 1; which one, `grain` says."""
    teeth = 7 + grain % 17
    # Many teeth are fine ones.
    depth = (0.1 + 0.012 * (grain % 11)) * min(1.0, 12 / teeth) ** 1.5
    # Every third wheel has narrow, pointed teeth.
    narrow = 0.12 if grain // 200 % 3 == 2 else 0.0
    per_tooth = np.array(
        [(0.0, 1 - depth), (0.18, 1 - depth), (0.3 + narrow, 1.0), (0.7 - narrow, 1.0), (0.82, 1 - depth)]
    )
    turns = (np.arange(teeth)[:, None] + per_tooth[None, :, 0]).ravel() * 2 * np.pi / teeth
    reach = np.tile(per_tooth[:, 1], teeth)
    return floats(np.stack([reach * np.cos(turns), reach * np.sin(turns)], axis=1))


def _rim(grain: int) -> tuple[tuple[float, float], ...]:
    """The discs, and how bright they are, that make a groove or a step within the teeth of every other wheel,
    and what it surrounds a little deeper.
    """
    if grain // 600 % 2 == 0:
        return ()
    outer = 0.64 + 0.02 * (grain // 1200 % 12)
    return (outer, 0.45 if grain // 14_400 % 3 else 1.35), (outer - 0.04 - 0.01 * (grain // 43_200 % 7), 0.94)


@functools.lru_cache(maxsize=1)
def token_corners() -> Floats:
    """Corners (32, 3) of the round body, in half widths about its middle: the upper rim, then the lower."""
    turns = np.arange(16) * 2 * np.pi / 16
    rim = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    return floats(np.concatenate([np.c_[rim, np.full(16, THICK)], np.c_[rim, np.full(16, -THICK)]]))


def draw_token(picture: Floats, die: Die, turn: Floats, view: View, light: Light) -> None:
    """Draws the token into `picture` (H, W, 3; 0 to 255): its edge in layers, then its upper side."""
    assert die.faces is not None
    height, width = picture.shape[:2]
    rim = _pixels(token_corners(), die, turn, view)
    left, top = np.maximum(np.floor(rim.min(axis=0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(rim.max(axis=0)).astype(int) + 2, (width, height))
    if left >= right or top >= bottom:
        return
    patch, origin = picture[top:bottom, left:right], floats([left, top])
    lamp = light.ambient + (1 - light.ambient) * 1.1 * float(np.sin(np.radians(light.elevation)))
    bright = lamp * light.brightness * floats(light.colour)
    wheel = gear(die.finish.grain)

    def cover_of(flat: Floats, z: float) -> Floats:
        """How much of each pixel lies within an outline (N, 2) at that height."""
        outline = _pixels(floats(np.c_[flat, np.full(len(flat), z)]), die, turn, view) - origin
        cover = np.zeros(patch.shape[:2], np.uint8)
        cv2.fillPoly(cover, [np.rint(outline * 16).astype(np.int32)], (255,), cv2.LINE_AA, 4)
        return floats(cover / 255)

    for z in np.linspace(-THICK, THICK, LAYERS):
        cover = cover_of(wheel, z)
        _lay(patch, floats(floats(die.colour) * bright * (1.0 if z == THICK else 0.6)), cover)
    for reach, share in _rim(die.finish.grain):
        _lay(patch, floats(floats(die.colour) * bright * share), cover_of(reach * ROUND, THICK))
    figure = die.faces[die.face]
    side = figure.shape[0]
    square = floats([[-0.8, -0.8, THICK], [0.8, -0.8, THICK], [0.8, 0.8, THICK], [-0.8, 0.8, THICK]])
    corners = _pixels(square, die, turn, view) - origin
    matrix = cv2.getPerspectiveTransform(floats([[0, 0], [side, 0], [side, side], [0, side]]), corners)
    warped = floats(cv2.warpPerspective(figure, matrix, patch.shape[1::-1], flags=cv2.INTER_AREA))
    ink = floats(warped[:, :, 3] / 255)
    _lay(patch, floats(warped[:, :, :3] * bright), ink)
    if die.finish.gloss > 0:
        _shine_on(patch, origin, die, cover, ink, view, light)


def _shine_on(
    patch: Floats, origin: Floats, die: Die, cover: Floats, ink: Floats, view: View, light: Light
) -> None:
    """Adds what the upper side mirrors of the lamp."""
    high, wide = cover.shape
    xs, ys = origin[0] + np.arange(wide) + 0.5, origin[1] + np.arange(high) + 0.5
    rays = view.rays(floats(xs), floats(ys)).reshape(-1, 3)
    places = view.place + rays * ((die.z + THICK * die.size - view.place[2]) / rays[:, 2:])
    mirrored = shine(floats(places), floats([[0, 0, 1]]), ink.ravel(), die.finish, view, light)
    patch += 255 * floats(light.colour) * (mirrored.reshape(high, wide) * cover)[:, :, None]


def _pixels(points: Floats, die: Die, turn: Floats, view: View) -> Floats:
    """Where points of the token, in half widths about its middle, appear."""
    middle = np.array([die.x, die.y, die.z + THICK * die.size / 2])
    return view.project(floats(middle + die.size / 2 * points @ turn.T))


def _lay(patch: Floats, colour: Floats, cover: Floats) -> None:
    patch += (colour - patch) * cover[:, :, None]
