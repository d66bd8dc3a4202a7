"""Where the top faces of dice of every form lie: cubes with pips or signs, d8s, tokens. Of what they show it
tells pips alone.

How its weights were made: ``docs/training.md``.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vision.hourglass import WIDEST, Found, Frame, Hourglass, Place, apart

WEIGHTS = Path(__file__).parent / "weights" / "tops.onnx"
PIPS = ("1", "2", "3", "4", "5", "6")
THINGS = (*PIPS, "sign", "d8", "token")  # what the net tells apart: pips by their number, other dice by form
SCALES = (1.0, 0.5, 0.25)  # of 640 pixels: faces of r 7 to 44 pixels are found at one scale
FINER = 2.0  # and this one too, where faces are as small as this:
SMALL = 11.0  # pixels of r at scale 1
WORTH_A_LOOK = 0.2  # spotted under this confidence, a place is not looked at again
WORTH_A_WORD = 0.3
MOST = 40  # dice in one picture
LOOKS = ((0.0, 22.0), (140.0, 28.0))  # turned by degrees, at this r


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
        self._net = Hourglass(weights)

    def find_tops(self, frame: Frame) -> tuple[Top, ...]:
        """The top faces in ``frame`` (BGR, 8 bit), the surest first, each die once."""
        spotted = self._spotted(frame, SCALES)
        sizes = [found.r * WIDEST / max(frame.shape) for found in spotted]
        if min(sizes, default=0.0) < SMALL:
            spotted = _apart([*spotted, *self._spotted(frame, (FINER,))], alike=1.6)
        seen = _apart(self._net.look_again(frame, spotted[:MOST], LOOKS))
        return tuple(_top(found) for found in seen if found.confidence > WORTH_A_WORD)

    def look_at(self, frame: Frame, places: Sequence[Place]) -> tuple[Top, ...]:
        """What each of the ``places`` in ``frame`` (BGR, 8 bit) shows, however little that is like a top."""
        known = [Found(x, y, r, 0.0, ()) for x, y, r in places]
        return tuple(_top(found) for found in self._net.look_again(frame, known, LOOKS))

    def _spotted(self, frame: Frame, scales: Sequence[float]) -> list[Found]:
        everywhere = [found for scale in scales for found in self._net.spot(frame, scale)]
        return _apart([found for found in everywhere if found.confidence > WORTH_A_LOOK], alike=1.6)


def _apart(found: Sequence[Found], alike: float = float("inf")) -> list[Found]:
    return apart(found, lambda one: one.confidence, alike)


def _top(found: Found) -> Top:
    return Top(
        found.x, found.y, found.r, found.confidence, dict(zip(THINGS, found.probabilities, strict=True))
    )


@functools.lru_cache(maxsize=1)
def _shipped() -> TopFinder:
    return TopFinder()


def look_at(frame: Frame, places: Sequence[Place]) -> tuple[Top, ...]:
    """See ``TopFinder.look_at``; by the shipped net."""
    return _shipped().look_at(frame, places)


def find_tops(frame: Frame) -> tuple[Top, ...]:
    """See ``TopFinder.find_tops``; by the shipped net."""
    return _shipped().find_tops(frame)
