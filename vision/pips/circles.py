"""How a slant shows in the circles of pips: their pictures, measured where they lie.

The pieces in which pips are looked for are coarse: a pip is nine of their pixels wide, and how round it looks
changes by some hundredths with the place of the piece. Here each is looked at by itself, as large as the
picture shows it, and its border counts by how far it has come from pip to body.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import Doubles
from vision.pips.round_marks import Pip, dark_and_light_views
from vision.reading import Picture

SIDE, RADIUS = 25, 6.0  # points a side of the square in which a pip is looked at, and how many its radius is
STEPS = (np.arange(SIDE) - SIDE // 2) / RADIUS
ACROSS, DOWN = np.meshgrid(STEPS, STEPS)
AWAY = np.hypot(ACROSS, DOWN)
ON_PIP, ON_BODY = AWAY < 0.6, AWAY > 1.5
# From the pip's colour to the body's a point is pip, then body; over the middle part of the way, one in so
# many, it is some of both.
STEEP = 2.0
# What lies beyond so many times the ellipse that was found is no part of it: the next pip, or an edge.
GROWN = 1.3
SLIGHTEST = 1.0  # grey levels between pip and body: with less there is nothing to measure


class Circles(NamedTuple):
    """What is seen of the circles of pips: `shapes`, covariances (n, 2, 2) of filled ellipses, in pixels,
    and by what part of its area each mark is `unlike` its ellipse (n).
    """

    shapes: Doubles
    unlike: Doubles


def circles_of(picture: Picture, pips: Sequence[Pip]) -> Circles:
    """What `picture` (BGR) shows of the circle of each pip. Pips of a radius below 3 pixels look rounder than
    they are: at 2 a roundness of 0.8 is 0.83.
    """
    if not pips:
        return Circles(np.zeros((0, 2, 2)), np.zeros(0))
    r = np.array([pip.r for pip in pips])[:, None, None]
    views = _views(picture, pips, r)
    pip, body = (np.median(views[:, part], axis=1)[:, None, None] for part in (ON_PIP, ON_BODY))
    way = (views - pip) / np.maximum(body - pip, SLIGHTEST)
    there = (0.5 - STEEP * (way - 0.5)).clip(0.0, 1.0) * _within(pips, r)
    area = np.maximum(there.sum(axis=(1, 2), keepdims=True), 1e-6)
    x, y, xx, xy, yy = (
        (there * term / area).sum(axis=(1, 2))
        for term in (ACROSS, DOWN, ACROSS * ACROSS, ACROSS * DOWN, DOWN * DOWN)
    )
    shapes = np.stack([xx - x * x, xy - x * y, xy - x * y, yy - y * y], axis=1).reshape(-1, 2, 2)
    away = _away(shapes, ACROSS - x[:, None, None], DOWN - y[:, None, None])
    ellipse = (0.5 - (away - 1) * RADIUS).clip(0.0, 1.0)
    unlike = np.abs(there - ellipse).sum(axis=(1, 2)) / area[:, 0, 0]
    return Circles(np.asarray(shapes * r * r), np.asarray(unlike))


def bend(shapes: Doubles) -> float:
    """How much more slanted than the others one of these ellipses is seen, covariances (n, 2, 2): the
    logarithm of how many times as long as wide, where all together are round. On one plane all are alike (0).
    """
    seen_round = np.linalg.inv(shapes.mean(axis=0) + np.eye(2) * 1e-9) @ shapes
    axes, area = np.trace(seen_round, axis1=1, axis2=2), np.linalg.det(seen_round)
    apart = np.sqrt(np.maximum(axes**2 - 4 * area, 0.0))
    long, short = np.maximum(axes + apart, 1e-9), np.maximum(axes - apart, 1e-9)
    return float(np.log(long / short).max() / 2)


def _views(picture: Picture, pips: Sequence[Pip], r: Doubles) -> Doubles:
    """The square around each pip (n, SIDE, SIDE), in which the pip is dark."""
    at = np.array([(pip.x, pip.y) for pip in pips])[:, :, None, None]
    x, y = (
        (at[:, axis] + r * steps).astype(np.float32).reshape(-1, SIDE)
        for axis, steps in ((0, ACROSS), (1, DOWN))
    )
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    dark, light = dark_and_light_views(np.asarray(seen, np.uint8))
    is_dark = np.array([pip.dark for pip in pips])[:, None, None]
    return np.where(is_dark, *(view.reshape(-1, SIDE, SIDE) for view in (dark, light))).astype(np.float64)


def _within(pips: Sequence[Pip], r: Doubles) -> Doubles:
    """Where each pip may be, 1 or 0, by the ellipse that was found."""
    found = np.array([pip.shape for pip in pips]) / (r * r)
    return np.asarray(_away(found, ACROSS, DOWN) < GROWN, np.float64)


def _away(shapes: Doubles, across: Doubles, down: Doubles) -> Doubles:
    """How far points are from the middle of each filled ellipse (covariances (n, 2, 2)), 1 on its border."""
    inverse = np.linalg.inv(shapes + np.eye(2) * 1e-9)[:, :, :, None, None] / 4
    out = inverse[:, 0, 0] * across**2 + 2 * inverse[:, 0, 1] * across * down + inverse[:, 1, 1] * down**2
    return np.asarray(np.sqrt(out))
