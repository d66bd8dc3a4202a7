"""The faces of a die as textures: where its pips are, what colour, how deep."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.rendering.scene import Colour, Die, Image, Pips, floats

# The sides in the order +x, +y, -x, -y of a die whose top is the key; opposite faces sum to seven.
SIDES = {
    "1": ("2", "3", "5", "4"),
    "2": ("1", "4", "6", "3"),
    "3": ("1", "2", "6", "5"),
    "4": ("1", "5", "6", "2"),
    "5": ("1", "3", "6", "4"),
    "6": ("2", "4", "5", "3"),
}


@dataclass(frozen=True)
class Texture:
    """A square face: `paint` (T, T, 4) is colour and coverage (0 to 1), `slope` (T, T, 2) how the surface
    bends.
    """

    paint: Floats
    slope: Floats


def order_of_faces(die: Die) -> tuple[str, str, str, str, str, str]:
    """Which face looks to +x, -x, +y, -y, +z (up) and -z."""
    if die.faces is not None:
        names = list(die.faces)
        others = [name for name in names if name != die.face] or names
        around = [others[i % len(others)] for i in range(5)]
        return around[0], around[1], around[2], around[3], die.face, around[4]
    right, front, left, back = SIDES[die.face]
    return right, left, front, back, die.face, str(7 - int(die.face))


def figure_on(die: Die, number: int, side: int) -> Image:
    """The picture (BGRA, `side` wide) on a face of a solid that is no cube; number 0 is the top one."""
    assert die.faces is not None
    names = [die.face, *(name for name in die.faces if name != die.face)]
    figure = die.faces[names[number % len(names)]]
    return np.asarray(cv2.resize(figure, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def pip_centres(face: str, pips: Pips) -> list[tuple[float, float]]:
    """Centres of the pips of `face`, in half edges from its middle."""
    s, n = pips.spread, pips.spread * pips.narrow
    diagonal = [(-s, -s), (s, s)]
    corners = [*diagonal, (-s, s), (s, -s)]
    return {
        "1": [(0.0, 0.0)],
        "2": diagonal,
        "3": [*diagonal, (0.0, 0.0)],
        "4": corners,
        "5": [*corners, (0.0, 0.0)],
        "6": [(-n, -s), (-n, 0.0), (-n, s), (n, -s), (n, 0.0), (n, s)],
    }[face]


def pip_radius(face: str, pips: Pips) -> float:
    """How large the pips of `face` are, in half edges."""
    return pips.radius * (pips.one if face == "1" else 1.0)


def _disc(mask: Image, at: tuple[float, float], radius: float, value: float) -> None:
    side = mask.shape[0]
    centre = (round((at[0] + 1) / 2 * side * 16 - 8), round((at[1] + 1) / 2 * side * 16 - 8))
    cv2.circle(mask, centre, max(1, round(radius / 2 * side * 16)), (value,), -1, cv2.LINE_AA, 4)


def coverage(face: str, pips: Pips, side: int) -> Floats:
    """Where the pips of `face` lie: 0 to 1, `side` by `side`, of the whole face."""
    # OpenCV smooths the edges of 8 bit pictures only.
    mask = np.zeros((side, side), np.uint8)
    radius = pip_radius(face, pips)
    if pips.style == "disc":
        _disc(mask, (0.0, 0.0), min(0.9, 1.42 * pips.spread + 1.3 * pips.radius), 255)
        for at in pip_centres(face, pips):
            _disc(mask, at, radius, 0)
        return floats(mask / 255)
    for at in pip_centres(face, pips):
        _disc(mask, at, radius, 255)
        if pips.style == "ring":
            _disc(mask, at, radius * 0.55, 0)
    return floats(mask / 255)


@functools.lru_cache(maxsize=64)
def _pip_texture(face: str, pips: Pips, colour: Colour, side: int) -> Texture:
    paint = np.empty((side, side, 4), np.float32)
    paint[:, :, :3] = colour
    paint[:, :, 3] = coverage(face, pips, side)
    return _bent(paint if pips.inlay is None else _inlaid(paint, pips.inlay, pips.disc), pips)


def _inlaid(pips: Floats, colour: Colour, radius: float) -> Floats:
    """The texture of a face with a disc of that colour and radius under its `pips`."""
    disc = np.zeros(pips.shape[:2], np.uint8)
    _disc(disc, (0.0, 0.0), radius, 255)
    on_top = pips[:, :, 3:]
    texture = pips.copy()
    texture[:, :, :3] = pips[:, :, :3] * on_top + floats(colour) * (1 - on_top)
    texture[:, :, 3] = np.maximum(pips[:, :, 3], disc / 255)
    return texture


def texture_of(die: Die, face: str, side: int) -> Texture:
    """What a face of `die` looks like, `side` pixels wide."""
    if die.faces is None:
        own = die.pips.one_colour if face == "1" else None
        return _pip_texture(face, die.pips, own or die.pip_colour, side)
    drawn = cv2.resize(die.faces[face], (side, side), interpolation=cv2.INTER_AREA)
    paint = drawn.astype(np.float32)
    paint[:, :, 3] /= 255
    return _bent(paint, die.pips)


def _bent(paint: Floats, pips: Pips) -> Texture:
    side = len(paint)
    dent = cv2.GaussianBlur(paint[:, :, 3], (0, 0), max(0.6, pips.radius * side * 0.2))
    across = cv2.Sobel(dent, cv2.CV_32F, 1, 0, scale=side / 64)
    along = cv2.Sobel(dent, cv2.CV_32F, 0, 1, scale=side / 64)
    return Texture(floats(paint), floats(np.dstack([across, along]) * pips.depth))
