"""How well a tray is lit: what is measured on a picture of it, and what would make it better, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags
from vision.reading import Message, Picture

DARKEST, BRIGHTEST = 40, 225
"""Mean brightness (0 to 255) outside of which dice are hard to read."""
BURNT, BURNT_SHARE = 250, 0.02
"""From this brightness on nothing can be told apart, and so much of a picture may be like that."""
UNEVEN = 2.5
"""So many times brighter may one part of the tray be than another; beyond it a shadow lies on it."""
CELLS, HALVES = 6, 2
"""Into so many parts each side of a tray is divided; of a picture that shows more than a tray into halves, as
between what is in it and what is not there is no shadow."""
FEW_CELLS = 8
"""Per cent of a tray's parts that may be brighter, or darker, than all others: something may lie in them."""
GROUND = 0.92
"""Of a tray's outline: in there its ground is, without its rim."""
PAPER = 1.6
"""So many times as large as a printed marker is the paper that it stands on."""
WHITE = 99
"""Per cent of a picture that are no brighter than what is white in it."""
SOFT = 34
"""Where printed edges are in the picture, less than this sharpness means that it is out of focus."""

Corners = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LightCheck:
    """Mean brightness (0 to 255), share burnt out (0 to 1), brightest over darkest part.

    `sharpness` is how steep the steepest edges are, beside what is white in this light: greatest where the
    lens is in focus. An empty tray has no edges, so that it is a help for turning the lens, and a fault only
    where edges are `printed`.
    """

    mean: float
    burnt: float
    unevenness: float
    sharpness: int
    printed: bool = False

    @property
    def advice(self) -> Message | None:
        """What would do against the worst of it; None when dice can be read in this light."""
        is_uneven = self.unevenness > UNEVEN
        # Half in the shadow a tray is dim all in all, and another lamp beside the one there is would do.
        if self.mean < (DARKEST / 2 if is_uneven else DARKEST):
            return Message("More light on the tray.")
        if self.mean > BRIGHTEST:
            return Message("Less light on the tray, or a darker tray.")
        if self.burnt > BURNT_SHARE:
            return Message("A lamp is reflected in the tray: move it to the side, or put paper before it.")
        if is_uneven:
            return Message("A shadow lies on the tray: light it from two sides, or from farther above.")
        if self.printed and self.sharpness < SOFT:
            return Message("The picture is out of focus: turn the lens, or move the camera.")
        return None

    @property
    def said(self) -> Message:
        """The figures in a sentence."""
        return Message(
            "Brightness {mean} of 255, {burnt} % burnt out, one side {times} times as bright as "
            "another, sharpness {sharpness}.",
            {
                "mean": round(self.mean),
                "burnt": round(100 * self.burnt),
                "times": f"{self.unevenness:.1f}",
                "sharpness": self.sharpness,
            },
        )


def check_light(
    picture: Picture, outline: Corners | None = None, markers: Mapping[int, Corners] | None = None
) -> LightCheck:
    """Measures a picture of a tray, within its `outline` where that is known; dice may lie in it, and printed
    `markers` (their corners), whose paper is no glare.
    """
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    ground = np.full(grey.shape, 255, np.uint8)
    if outline is not None:
        ground[:] = 0
        cv2.fillConvexPoly(ground, _grown(outline, GROUND), (255,))
    tray = ground > 0
    for corners in (markers or {}).values():
        cv2.fillConvexPoly(ground, _grown(corners, PAPER), (0,))
    # In a tray no larger than they are, the markers' paper is all there is.
    seen = grey[ground > 0 if ground.any() else tray]
    return LightCheck(
        float(seen.mean()),
        float((seen >= BURNT).mean()),
        _unevenness(grey, ground > 0, HALVES if outline is None else CELLS),
        _sharpness(grey, tray),
        bool(markers),
    )


def _grown(corners: Corners, times: float) -> NDArray[np.int32]:
    middle = corners.mean(axis=0)
    return np.asarray(np.rint(middle + times * (corners - middle)), np.int32)


def _unevenness(grey: Picture, ground: Flags, cells: int) -> float:
    """How many times brighter than another a part of the ground is."""
    levels = []
    for row in _divided(ground, 0, cells):
        for column in _divided(ground, 1, cells):
            is_ground = ground[row, column]
            # The median of a part is its ground, whatever dice lie there.
            if 2 * np.count_nonzero(is_ground) >= is_ground.size:
                levels.append(max(1.0, float(np.median(grey[row, column][is_ground]))))
    few = FEW_CELLS if cells > HALVES else 0
    darkest, brightest = np.percentile(levels or [1.0], (few, 100 - few))
    return float(brightest / darkest)


def _divided(ground: Flags, axis: int, cells: int) -> list[slice]:
    """So many equal parts of where ground is along one side of a picture."""
    along = np.flatnonzero(ground.any(axis=1 - axis))
    if not along.size:
        return []
    edges = [int(edge) for edge in np.linspace(along[0], along[-1] + 1, cells + 1)]
    return [slice(start, end) for start, end in pairwise(edges) if end > start]


def _sharpness(grey: Picture, tray: Flags) -> int:
    """How steep the steepest edges are, as if what is white were 255."""
    edges = cv2.convertScaleAbs(cv2.Laplacian(grey, cv2.CV_16S))
    inside = tray[::2, ::2]
    steepest = float(np.percentile(edges[::2, ::2][inside], 99.5))
    white = float(np.percentile(grey[::2, ::2][inside], WHITE))
    return round(steepest * 255 / max(1.0, white))
