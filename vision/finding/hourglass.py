"""Running a net that looks at single top faces; `vision/training/network.py` says what it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import TypeVar

import cv2
import numpy as np

from vision.arrays import Floats
from vision.crops import Place, cut
from vision.finding.loading import Net
from vision.odds import chance, log_odds, shares_of
from vision.reading import Picture

STRIDE = 4
SIZE_UNIT = 24.0  # the net gives log(r / SIZE_UNIT)
PATCH = 96  # pixels of a look
CELLS = 4  # in its middle the net tells of so many times so many cells, STRIDE pixels each
TURNS = (120.0, 240.0)  # who looks around turns what is shown by so many degrees more
SIDES = (0.0, 60.0, 120.0, 180.0, 240.0, 300.0)  # who looks from all sides, by so many
SAME_FACE = 0.4  # of r: what is seen farther from there is another face
BLUR = 2.5  # pixels of a patch: small parts of a sign flow together
LEAST = 1e-6  # a share that says no more than that something is not so


@dataclass(frozen=True)
class Found:
    """What lies at a place that looks like the top face of a die.

    `x`, `y` is its middle and `r` half its width, in pixels of the frame. `confidence` (0 to 1)
    says how surely it is a top face at all, `probabilities` how likely each of the things is that the net
    tells apart, and `middle` how likely its middle lies near where it was looked for, and not farther out.
    """

    x: float
    y: float
    r: float
    confidence: float
    probabilities: tuple[float, ...]
    middle: float = 1.0


AnyFound = TypeVar("AnyFound", bound=Found)


class Hourglass:
    """A net, loaded.

    Raises FileNotFoundError when the weights are missing.
    """

    def __init__(self, weights: Path, look: tuple[float, float]) -> None:
        """`look` says how places are shown to it: turned by degrees, at an r."""
        self._net = Net(weights)
        self._turn, self._r = look

    def look_at(self, frame: Picture, places: Sequence[Place]) -> list[Found]:
        """What lies at each of the `places`."""
        return [self._look_at(frame, place, self._turn) for place in places]

    def look_blurred(self, frame: Picture, place: Place) -> Found:
        """What lies at the place, by a look to which what is fine on it is lost."""
        return self._look_at(frame, place, self._turn, BLUR)

    def look_around(self, frame: Picture, first: AnyFound) -> AnyFound:
        """What lies where `first` was seen, by that look and by two more, turned otherwise, on the mean."""
        return _on_the_mean(first, [first, *self._turned(frame, first, TURNS)])

    def look_from_all_sides(self, frame: Picture, seen: AnyFound) -> AnyFound:
        """What lies where `seen` was, shown just there and turned all around, and where, on the mean.

        What was seen from beside its middle, or shown at a wrong size, is seen better so.
        """
        looks = self._turned(frame, seen, SIDES)
        return _placed(_on_the_mean(seen, looks), looks)

    def _turned(self, frame: Picture, seen: Found, turns: Sequence[float]) -> list[Found]:
        place = (seen.x, seen.y, seen.r)
        return [self._look_at(frame, place, self._turn + turn) for turn in turns]

    def _look_at(self, frame: Picture, place: Place, turn: float, blur: float = 0.0) -> Found:
        # One after the other: several at once take as long, and another number of them than last time longer.
        patch = cut(frame, place, self._r, PATCH, turn)
        if blur:
            patch = np.asarray(cv2.GaussianBlur(patch, (0, 0), blur), np.uint8)
        said = self._net.say(cv2.dnn.blobFromImage(patch, 1 / 64, mean=(128, 128, 128)))
        return self._found(place, math.radians(turn), said)

    def _found(self, place: Place, turn: float, said: Floats) -> Found:
        """What was said (numbers, CELLS, CELLS) of the middle of a patch that was shown turned."""
        best = said.reshape(len(said), -1)[:, said[0].argmax()]
        x, y, r = place
        # The patch was turned about its middle: what lies beside it is turned back.
        scale = r / self._r
        across, along = _away(said[0])
        x += (math.cos(turn) * across - math.sin(turn) * along) * scale
        y += (math.sin(turn) * across + math.cos(turn) * along) * scale
        r = scale * SIZE_UNIT * math.exp(float(best[-1]))
        return Found(x, y, r, chance(best[1]), shares_of(best[2:-1]), chance(best[0]))


def _on_the_mean(seen: AnyFound, looks: Sequence[Found]) -> AnyFound:
    """The place of `seen`, and what all of the looks say of it."""
    odds = fmean(log_odds(look.confidence) for look in looks)
    shares = np.array([look.probabilities for look in looks], np.float32)
    said = np.log(np.maximum(shares, LEAST)).mean(axis=0)
    return replace(seen, confidence=chance(odds), probabilities=shares_of(said))


def _placed(seen: AnyFound, looks: Sequence[Found]) -> AnyFound:
    """`seen` where the looks see it on the mean, but for those that see another face."""
    near = [look for look in looks if math.hypot(look.x - seen.x, look.y - seen.y) < SAME_FACE * seen.r]
    if not near:
        return seen
    x, y, r = (fmean(getattr(look, side) for look in near) for side in ("x", "y", "r"))
    return replace(seen, x=x, y=y, r=r)


def _away(heat: Floats) -> tuple[float, float]:
    """How far beside the middle of a few cells (logits, N by N) a face lies, in pixels across and along."""
    likely = 1 / (1 + np.exp(-heat))
    steps = (np.arange(len(heat)) - (len(heat) - 1) / 2) * STRIDE
    weight = float(likely.sum())
    return float(likely.sum(axis=0) @ steps) / weight, float(likely.sum(axis=1) @ steps) / weight
