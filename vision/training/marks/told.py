"""What the net for single faces is told of a patch."""

from __future__ import annotations

from dataclasses import dataclass

from vision.marks import colours
from vision.rendering.scene import Image

BARE = 0  # the symbol of every face that carries none
LEAST_CONTRAST = 12.0  # steps of Lab: with less, nothing is seen on a face


@dataclass(frozen=True)
class Told:
    """A patch and the truth: number of its symbol (-1 if none matters), its shape, numeral (or -1), pips."""

    patch: Image
    symbol: int
    shape: int
    numeral: int = -1
    pips: int = 0


def is_seen(patch: Image) -> bool:
    """Is anything seen on the face in the middle of ``patch``?"""
    return colours(patch)[2] >= LEAST_CONTRAST
