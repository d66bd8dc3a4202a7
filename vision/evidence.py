"""Small pictures of a roll, to be shown and kept: the whole tray, and each die by itself."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.crops import resized
from vision.reading import DieSeen, Picture

# Bytes: together less than 30 KB a roll.
PHOTOGRAPH, CROPS = 20_000, 9_000
WIDEST = 640
CROP = 72  # pixels of one die's side
QUALITIES = (80, 65, 50, 35, 20, 10)
DETAILS = (1.0, 0.5, 0.25, 0.125)  # of the picture's width, once no quality is low enough


def photograph(frame: Picture) -> bytes:
    """The frame as a JPEG of at most 20 KB and 640 pixels."""
    return _packed(resized(frame, photograph_scale(frame)), PHOTOGRAPH)


def photograph_scale(frame: Picture) -> float:
    """How much smaller than `frame` its photograph is."""
    return min(1.0, WIDEST / float(max(frame.shape[:2])))


def crops(dice: Iterable[DieSeen]) -> bytes:
    """The dice side by side, in the order given, as a JPEG of at most 9 KB; empty without dice."""
    squares = [_square(die.crop) for die in dice if die.crop.size]
    return _packed(np.hstack(squares), CROPS) if squares else b""


def beside(*rows: bytes) -> bytes:
    """Dice of several such JPEGs side by side, in one that is no larger; what is no picture is left out."""
    found = [cv2.imdecode(np.frombuffer(row, np.uint8), cv2.IMREAD_COLOR) for row in rows if row]
    squares = [np.asarray(row, np.uint8) for row in found if row is not None and row.shape[0] == CROP]
    return _packed(np.hstack(squares), CROPS) if squares else b""


def _square(crop: Picture) -> Picture:
    """A crop at the middle of a square: at the picture's edge it may be narrower than high."""
    high, wide = crop.shape[:2]
    side = max(high, wide)
    above, beside = (side - high) // 2, (side - wide) // 2
    padded = cv2.copyMakeBorder(
        crop, above, side - high - above, beside, side - wide - beside, cv2.BORDER_REPLICATE
    )
    return np.asarray(cv2.resize(padded, (CROP, CROP), interpolation=cv2.INTER_AREA), np.uint8)


def _packed(picture: Picture, most: int) -> bytes:
    """The picture as a JPEG of so many bytes at most: the worse, and at last the coarser, the more it shows.

    Its width and height stay, as dice are found in it by their places.
    """
    packed = b""
    for detail in DETAILS:
        shown = cv2.resize(resized(picture, detail), picture.shape[1::-1])
        for quality in QUALITIES:
            packed = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
            if len(packed) <= most:
                return packed
    return packed
