"""Where the lamp stands, and how much of it and of the room glossy dice and tokens mirror."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats
from vision.rendering.scene import Finish, Light, floats
from vision.rendering.view import View


def lengths(rows: Floats) -> Floats:
    """The length (N, 1) of each row of three."""
    return floats(np.sqrt(np.einsum("ij,ij->i", rows, rows)))[:, None]


def lamp_at(light: Light, view: View) -> Floats:
    """Where the lamp stands, in table coordinates about the picture's middle."""
    azimuth, elevation = np.radians(light.azimuth), np.radians(light.elevation)
    direction = [
        np.cos(elevation) * np.cos(azimuth),
        np.cos(elevation) * np.sin(azimuth),
        np.sin(elevation),
    ]
    return floats(np.array(direction) * view.focal * 1.2)


def shine(places: Floats, normals: Floats, ink: Floats, finish: Finish, view: View, light: Light) -> Floats:
    """The light (N, 1; 1 is white) that is mirrored into the camera at `places` (N, 3, in table coordinates
    about the picture's middle), which `ink` covers from 0 to 1 (N,).
    """
    to_lamp, to_eye = lamp_at(light, view) - places, view.place - places
    to_lamp /= lengths(to_lamp)
    to_eye /= lengths(to_eye)
    mirrored = 2 * np.einsum("ij,ij->i", normals, to_lamp)[:, None] * normals - to_lamp
    spread = 0.015 + 0.1 * light.softness
    near = np.clip((np.einsum("ij,ij->i", mirrored, to_eye) - (1 - 2 * spread)) / spread, 0, 1)
    rim = (1 - np.clip(np.einsum("ij,ij->i", normals, to_eye), 0, 1)) ** 4
    bright = 1.1 * near**2 * light.brightness + 0.35 * rim * light.ambient
    return floats(finish.gloss * bright * (1 - finish.dull * ink))[:, None]


def room_mirrored(places: Floats, normals: Floats, finish: Finish, view: View) -> Floats:
    """What is left (N, 1) of a body's colour where it mirrors a room with darker and lighter parts, at
    `places` (N, 3, in table coordinates about the picture's middle).
    """
    rng = np.random.default_rng(finish.grain)
    to_eye = view.place - places
    to_eye /= lengths(to_eye)
    seen = 2 * np.einsum("ij,ij->i", normals, to_eye)[:, None] * normals - to_eye
    parts = rng.normal(0, 3.5, (3, 3)).astype(np.float32)
    room = np.sin(seen @ parts.T + rng.uniform(0, 6.3, 3).astype(np.float32)).mean(axis=1, keepdims=True)
    return floats(1 + finish.metal * 0.9 * room)
