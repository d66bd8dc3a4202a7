"""Dice of a game with symbols, made up: their bodies' colours, pictures of one, and who finds it there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision import drawings
from vision.arrays import Floats
from vision.dice_sets import dice_set
from vision.finding.top_finder import Top
from vision.kinds import Light
from vision.reading import Picture
from vision.rendering import Camera, Die, Scene, render
from vision.teaching import Finder

RIFF = dice_set("riff_in_time")
DAY = Light(255.0, False)


def lab(*parts: float) -> Floats:
    return np.array(parts, np.float32)


YELLOW, BLUE, PINK, BLACK = lab(205, 130, 195), lab(95, 150, 68), lab(170, 180, 115), lab(30, 128, 128)


def plain_crop(shade: int) -> Picture:
    """What no two faces share: a crop of one shade."""
    return np.full((72, 72, 3), shade, np.uint8)


FACES = {face: drawings.picture(face, (20.0, 20.0, 20.0)) for face in RIFF.kinds[0].faces}
WYLD = Die(kind="wyld", face="move", colour=(40.0, 200.0, 240.0), faces=FACES, size=90)


def shot(face: str, angle: float = 20.0, **camera: float) -> Picture:
    """A picture of one yellow die."""
    die = replace(WYLD, face=face, angle=angle, x=120, y=110)
    return render(
        Scene((die,), camera=replace(Camera(width=240, height=220), **camera)), np.random.default_rng(1)
    )[0]


SIGN = {"sign": 1.0, "d8": 0.0, "token": 0.0} | {str(pips): 0.0 for pips in range(1, 7)}


def one_at(x: float, y: float, r: float = 45.0, confidence: float = 0.9) -> Finder:
    """A finder that knows where the die lies."""
    return lambda picture, dice: [Top(x, y, r, confidence, SIGN)]


HERE = one_at(120, 110)
