"""The two forms of a screen, by the display's height: all that whoever fills screens in must know of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from hardware.lettering import HEIGHT, WIDTH, cut
from hardware.low_screens import LOW, low_fits_as_title, low_last_top, low_picture
from hardware.screens import Screen, Text, fits_as_title, last_top, picture, short_title


@dataclass(frozen=True)
class Form:
    """How screens are drawn at one size, and what of them fits."""

    size: tuple[int, int]
    picture: Callable[[Screen], Image.Image]
    last_top: Callable[[Text], int]
    """The line from which the end of a long text is seen."""
    fits_as_title: Callable[[str], bool]
    short_title: Callable[[str], str]
    """A text as it is if a list can bear it, else cut to leave room for rows."""


FULL = Form((WIDTH, HEIGHT), picture, last_top, fits_as_title, short_title)
REDUCED = Form((WIDTH, LOW), low_picture, low_last_top, low_fits_as_title,
               lambda text: cut(text, WIDTH, bold=True))


def form_for(height: int) -> Form:
    """The form for a display of this height in pixels: 64 or 32."""
    return REDUCED if height == LOW else FULL
