"""What grounds of two colours are made of: where each lies, and how much of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from vision.arrays import Floats
from vision.rendering.scene import Ground, floats

# How a ground is painted: so high and wide, by chance.
Painted: TypeAlias = Callable[[Ground, int, int, np.random.Generator], Floats]


def mix(ground: Ground, share: ArrayLike) -> Floats:
    """Colours between the ground's two, by `share` (H, W) from 0 to 1."""
    share = np.clip(floats(share), 0, 1)[:, :, None]
    return floats(floats(ground.colour) * (1 - share) + floats(ground.second) * share)


def mesh(height: int, width: int, angle: float) -> tuple[Floats, Floats]:
    """How far along and across each pixel (H, W) lies, turned by an angle in degrees."""
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    cos, sin = floats(np.cos(np.radians(angle))), floats(np.sin(np.radians(angle)))
    return xs * cos + ys * sin, ys * cos - xs * sin
