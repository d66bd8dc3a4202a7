"""How well a tray is lit: what is measured on a picture of it, and what would make it better, in words."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Message, Picture

DARKEST, BRIGHTEST = 40, 225
"""Mean brightness (0 to 255) outside of which dice are hard to read."""
BURNT, BURNT_SHARE = 250, 0.02
"""From this brightness on nothing can be told apart, and so much of a picture may be like that."""
UNEVEN = 2.5
"""So many times brighter may one quarter of the tray be than another; beyond it a shadow lies on it."""
SOFT = 32
"""Where printed edges are in the picture, less than this sharpness means that it is out of focus."""


@dataclass(frozen=True, slots=True)
class LightCheck:
    """Mean brightness (0 to 255), share burnt out (0 to 1), brightest over darkest quarter.

    `sharpness` is how steep the steepest edges are: greatest where the lens is in focus. An empty tray has
    no edges, so that it is a help for turning the lens, and a fault only where edges are `printed`.
    """

    mean: float
    burnt: float
    unevenness: float
    sharpness: int
    printed: bool = False

    @property
    def advice(self) -> Message | None:
        """What would do, the worst first; None when dice can be read in this light."""
        if self.mean < DARKEST:
            return Message("More light on the tray.")
        if self.mean > BRIGHTEST:
            return Message("Less light on the tray, or a darker tray.")
        if self.burnt > BURNT_SHARE:
            return Message("A lamp is reflected in the tray: move it to the side, or put paper before it.")
        if self.unevenness > UNEVEN:
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


def check_light(picture: Picture, *, printed: bool = False) -> LightCheck:
    """Measures a picture of the tray; dice may lie in it. `printed`: so does something with sharp edges."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    quarters = [half for side in np.array_split(grey, 2) for half in np.array_split(side, 2, axis=1)]
    # The median of a quarter is its ground, whatever dice lie there.
    levels = [max(1.0, float(np.median(quarter))) for quarter in quarters]
    edges = cv2.convertScaleAbs(cv2.Laplacian(grey, cv2.CV_16S))
    return LightCheck(
        float(grey.mean()),
        float((grey >= BURNT).mean()),
        max(levels) / min(levels),
        round(float(np.percentile(edges[::2, ::2], 99.5))),
        printed,
    )
