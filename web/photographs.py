"""Photographs that phones send: looked at as pictures only, and bounded in every way."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from companion.engine.questions import Message
from companion.engine.referee import Refused

MOST_PIXELS = {"JPEG": 64_000_000, "PNG": 16_000_000, "WEBP": 16_000_000}
"""Pixels that a picture may have: a JPEG is made smaller while it is unpacked, the others only after."""
LONGEST_SIDE = 2048
"""Photographs are made smaller than they come: dice need no more, and the table keeps a few of them."""


def clean(sent: bytes) -> tuple[Any, bytes]:
    """The pixels of a picture as it stands upright (BGR), and the same written anew as JPEG.

    Nothing but pixels is kept of what was sent. `Refused` when it is no picture, or a huge one.
    """
    try:
        with Image.open(io.BytesIO(sent), formats=tuple(MOST_PIXELS)) as opened:
            most = MOST_PIXELS[str(opened.format)]
            if opened.width * opened.height > most:
                raise Refused(Message("That picture has more than {most} million pixels; send a smaller one.",
                                      {"most": most // 1_000_000}))
            opened.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
            upright = ImageOps.exif_transpose(opened)
            if upright.mode.startswith("I"):
                # Of 16 bits of grey Pillow would make all white that 8 do not hold.
                scale = 255 / max(255.0, float(np.asarray(upright).max()))
                upright = upright.point(lambda grey: grey * scale)
            upright = upright.convert("RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        if isinstance(error, Refused):
            raise
        raise Refused(Message("That could not be read as a picture; send a JPEG, PNG or WebP.")) from error
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    written = io.BytesIO()
    upright.save(written, "JPEG", quality=88)
    return np.ascontiguousarray(np.asarray(upright)[:, :, ::-1]), written.getvalue()
