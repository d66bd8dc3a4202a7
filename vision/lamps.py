"""A lamp that something smooth mirrors, as a pawn's head or a nail does, looks like a light pip; but it is
smaller than pips are on dice.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.crops import Place, cut
from vision.pips import Floats, Picture, dark_and_light_views

# Radii, in r, of light pips: of the lone, two or three ones on dice that are seen from above, 103 of 104 in
# photographs came to 0.15 at the least and one to 0.12; lamps on pawns and nails, to 0.14 at the most.
NARROWEST = 0.145

R, SIDE = 24.0, 64  # pixels: what is looked at is shown at this r, in a square of this side
MIDDLE, NEAR, FAR = (
    0.35,
    0.6,
    0.8,
)  # in r: a dot's brightest point lies within the first, all of it the second


def light_dot(picture: Picture, place: Place) -> float | None:
    """How large is the light dot in the middle of what lies at ``place`` (x, y, r) in ``picture`` (BGR)?

    The radius, in r, of what is brighter than half way from the body to its brightest point. None where a
    dark dot, or none, stands out.
    """
    light = _light(picture, place)
    away = np.hypot(*(np.mgrid[0:SIDE, 0:SIDE] - (SIDE - 1) / 2)) / R
    body = float(np.median(light[(away > MIDDLE) & (away < FAR)]))
    inside = np.where(away < MIDDLE, light, body)
    brightest = float(inside.max())
    if brightest - body <= body - float(inside.min()):
        return None
    dot = (away < NEAR) & (light > (brightest + body) / 2)
    pieces = cv2.connectedComponents(dot.astype(np.uint8))[1]
    area = np.count_nonzero(pieces == pieces.ravel()[inside.argmax()])
    return float(np.sqrt(area / np.pi) / R)


def _light(picture: Picture, place: Place) -> Floats:
    """What is cut out at the place, in which light pips stand out."""
    shown = dark_and_light_views(cut(picture, place, R, SIDE))[1]
    return np.asarray(255.0 - cv2.GaussianBlur(shown, (3, 3), 0), np.float64)
