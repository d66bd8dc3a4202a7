"""A net that knows top faces of dice of every form: what lies at a place, and how surely that is a top. Of
what they show it tells pips alone.

How its weights were made: `docs/training.md`.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vision.crops import Place
from vision.finding.hourglass import Found, Hourglass
from vision.forms import PIPS
from vision.reading import Picture

WEIGHTS = Path(__file__).parent.parent / "weights" / "tops.onnx"
THINGS = (*PIPS, "sign", "d8", "token")  # what the net tells apart: pips by their number, other dice by form
LOOK = (140.0, 28.0)  # places are shown to it turned by so many degrees, at this r


@dataclass(frozen=True)
class Top:
    """A top face: its middle `x`, `y` and half its width `r` (of a d8 half an edge), in pixels.

    `confidence` (0 to 1) says how surely it is one, `things` how likely each of `THINGS` is,
    `middle` how likely its middle lies where it was looked for, and not farther out, and `blurred` that
    only a blurred look saw it.
    """

    x: float
    y: float
    r: float
    confidence: float
    things: dict[str, float]
    middle: float = 1.0
    blurred: bool = False

    @functools.cached_property
    def forms(self) -> dict[str, float]:
        """How likely it is a cube with `pips`, a cube with a `sign`, a `d8` or a `token`."""
        others = {form: self.things[form] for form in THINGS[6:]}
        return {"pips": sum(self.things[pip] for pip in PIPS), **others}

    @property
    def thing(self) -> str:
        """The likeliest of `THINGS`."""
        return max(self.things, key=lambda thing: self.things[thing])

    @property
    def form(self) -> str:
        """The likeliest form."""
        forms = self.forms
        return max(forms, key=lambda form: forms[form])


class TopFinder:
    """The net, loaded.

    Raises FileNotFoundError when the weights are missing.
    """

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._net = Hourglass(weights, LOOK)

    def look_at(self, frame: Picture, places: Sequence[Place]) -> list[Top]:
        """What each of the `places` in `frame` (BGR, 8 bit) shows, however little that is like a top."""
        return [_top(one) for one in self._net.look_at(frame, places)]

    def look_blurred(self, frame: Picture, place: Place) -> Top:
        """The same of one place, by a look to which what is fine on it is lost."""
        return _top(self._net.look_blurred(frame, place))

    def look_around(self, frame: Picture, first: Top) -> Top:
        """The same of where `first` was seen, looked at from three sides."""
        return _said(first, self._net.look_around(frame, _as_found(first)))

    def look_from_all_sides(self, frame: Picture, seen: Top) -> Top:
        """The same of where `seen` was, shown just there, from all sides; and where they see it."""
        return _said(seen, self._net.look_from_all_sides(frame, _as_found(seen)))


def _top(found: Found) -> Top:
    return Top(found.x, found.y, found.r, found.confidence, _things(found), found.middle)


def _things(found: Found) -> dict[str, float]:
    return dict(zip(THINGS, found.probabilities, strict=True))


def _as_found(top: Top) -> Found:
    return Found(top.x, top.y, top.r, top.confidence, tuple(top.things.values()))


def _said(top: Top, found: Found) -> Top:
    confidence, things = found.confidence, _things(found)
    return replace(top, x=found.x, y=found.y, r=found.r, confidence=confidence, things=things)


@functools.lru_cache(maxsize=1)
def shipped() -> TopFinder:
    """The finder with the weights that come along."""
    return TopFinder(WEIGHTS)
