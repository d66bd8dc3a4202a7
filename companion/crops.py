"""A die cut out of a photograph, in black and white, for the small display."""

from __future__ import annotations

import io

import cv2
import numpy as np
from PIL import Image, UnidentifiedImageError

from hardware.screens import CROP

AROUND = 1.35
"""So much more than the top face is shown."""
STEEPNESS = 2.5
"""How much contrast is raised before greys become dots."""


def crop(photo: bytes, x: float, y: float, r: float) -> bytes:
    """The die whose top face is `2 r` pixels wide around (x, y) of `photo` (JPEG): `CROP` × `CROP` bits.

    Empty when the photograph cannot be read.
    """
    reach = max(1.0, r * AROUND)
    try:
        with Image.open(io.BytesIO(photo)) as image:
            box = (round(x - reach), round(y - reach), round(x + reach), round(y + reach))
            small = image.convert("L").crop(box).resize((CROP, CROP), Image.Resampling.LANCZOS)
    except (UnidentifiedImageError, OSError):
        return b""
    grey = np.asarray(small)
    # Pips and symbols differ from the body by brightness: the dots part at the level that parts these two.
    level, _ = cv2.threshold(grey, 0, 255, cv2.THRESH_OTSU)
    steep = np.clip((grey - level) * STEEPNESS + 128, 0, 255).astype(np.uint8)
    return Image.fromarray(steep).convert("1").tobytes()
