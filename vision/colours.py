"""The plain name of a body's colour, as a player would say it, and how much of a colour it is."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.arrays import Doubles, Floats
from vision.quantiles import quantile
from vision.reading import Picture

# Hue on OpenCV's circle of 180, up to which the name holds, from red on.
HUES = (
    (20, "orange"),
    (35, "yellow"),
    (85, "green"),
    (130, "blue"),
    (150, "purple"),
    (170, "pink"),
)
# What bodies of a colour look like (Lab, OpenCV's 8 bit scale), in a light in which white is white.
NAMED: dict[str, tuple[float, float, float]] = {
    "white": (238, 128, 130),
    "grey": (140, 128, 128),
    "black": (29, 129, 127),
    "red": (110, 190, 172),
    "orange": (165, 165, 190),
    "yellow": (211, 128, 205),
    "green": (125, 90, 160),
    "blue": (91, 151, 64),
    "purple": (90, 165, 85),
    "pink": (168, 184, 111),
}
LEAST_RED, MOST_RED = 170, 8  # of hue: red lies around 0
GREYEST = 60  # saturation of 255 under which a colour is white, grey or black
DARKEST = 60  # brightness of 255 under which every colour is black
NEARLY_ALL = 0.98  # of a picture


def extremes(picture: Picture) -> tuple[Picture, Picture]:
    """The lowest and the highest of the three colours at each pixel."""
    blue, green, red = cv2.split(np.ascontiguousarray(picture))
    low, high = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    return np.asarray(low, np.uint8), np.asarray(high, np.uint8)


def white_of(picture: Picture) -> float:
    """How bright white would be in a picture (BGR): next to nothing in it is brighter."""
    return quantile(extremes(picture[::8, ::8])[1], NEARLY_ALL)


def colourfulness(lab: Floats) -> float:
    """How far a Lab colour (OpenCV's 8 bit scale) is from grey, in steps of a and b."""
    return math.hypot(lab[1] - 128, lab[2] - 128)


def name_of(lab: Doubles, white: float = 255.0) -> str:
    """Name of a Lab colour (OpenCV's 8 bit scale); `white` is how bright white would be in this light."""
    pixel = np.clip(lab, 0, 255).astype(np.uint8).reshape(1, 1, 3)
    bgr = cv2.cvtColor(pixel, cv2.COLOR_LAB2BGR)
    hue, saturation, value = (int(v) for v in cv2.cvtColor(bgr, cv2.COLOR_BGR2HSV)[0, 0])
    brightness = value * 255 / max(white, 1.0)
    if brightness < DARKEST:
        return "black"
    if saturation < GREYEST or (saturation < 90 and brightness < 90):
        return "white" if brightness > 150 else "grey" if brightness > 95 else "black"
    if hue > LEAST_RED or hue <= MOST_RED:
        # Pale red is called pink.
        return "pink" if brightness > 170 and saturation < 170 else "red"
    return next(name for limit, name in HUES if hue <= limit)
