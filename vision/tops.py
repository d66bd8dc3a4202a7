"""Where the top faces of dice of every form lie: cubes with pips or signs, d8s, tokens. Of what they show it
tells pips alone.

How its weights were made: ``docs/training.md``.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from vision.crops import Frame, Place
from vision.hourglass import Hourglass
from vision.spots import apart, find_places

WEIGHTS = Path(__file__).parent / "weights" / "tops.onnx"
PIPS = ("1", "2", "3", "4", "5", "6")
THINGS = (*PIPS, "sign", "d8", "token")  # what the net tells apart: pips by their number, other dice by form
LOOK = (140.0, 28.0)  # places are shown to it turned by so many degrees, at this r
LEAST = 0.05  # confidence: what is less likely a top face is none
MISSIZED = 0.25  # how little it counts that a place was shown too large or too small: only between equals


@dataclass(frozen=True)
class Top:
    """A top face: its middle ``x``, ``y`` and half its width ``r`` (of a d8 half an edge), in pixels.

    ``confidence`` (0 to 1) says how surely it is one, ``things`` how likely each of :data:`THINGS` is.
    """

    x: float
    y: float
    r: float
    confidence: float
    things: dict[str, float]

    @property
    def forms(self) -> dict[str, float]:
        """How likely it is a cube with ``pips``, a cube with a ``sign``, a ``d8`` or a ``token``."""
        others = {form: self.things[form] for form in THINGS[6:]}
        return {"pips": sum(self.things[pip] for pip in PIPS), **others}

    @property
    def form(self) -> str:
        """The likeliest form."""
        forms = self.forms
        return max(forms, key=lambda form: forms[form])


class TopFinder:
    """The net, loaded. Not for several threads at once.

    Raises FileNotFoundError when the weights are missing.
    """

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._net = Hourglass(weights, LOOK)

    def look_at(self, frame: Frame, places: Sequence[Place]) -> list[Top]:
        """What each of the ``places`` in ``frame`` (BGR, 8 bit) shows, however little that is like a top."""
        return [
            Top(one.x, one.y, one.r, one.confidence, dict(zip(THINGS, one.probabilities, strict=True)))
            for one in self._net.look_at(frame, places)
        ]


class _Look(NamedTuple):
    """A look at a place: what was seen, and how much that is worth."""

    x: float
    y: float
    r: float
    top: Top
    worth: float


def find_tops(frame: Frame) -> list[Top]:
    """What may be top faces in ``frame`` (BGR, 8 bit), each die once.

    Of two looks at one die that one counts that was shown it nearer to its size: it saw better where it lies.
    """
    looks = []
    places = find_places(frame)
    for top, (_, _, shown) in zip(shipped().look_at(frame, places), places, strict=True):
        if top.confidence > LEAST:
            worth = top.confidence * min(top.r / shown, shown / top.r) ** MISSIZED
            looks.append(_Look(top.x, top.y, top.r, top, worth))
    return [look.top for look in apart(looks, lambda look: look.worth)]


@functools.lru_cache(maxsize=1)
def shipped() -> TopFinder:
    """The finder with the weights that come along."""
    return TopFinder(WEIGHTS)
