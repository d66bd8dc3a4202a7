"""A small net, run by OpenCV, that says which numeral lies on one face of a d8.

It is shown a face just as the net of `marks.py` is, and learned nothing but numerals, in many typefaces and
hands. How it was made, and what it was measured to do: `docs/training.md`.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats
from vision.crops import disc
from vision.finding.loading import Net
from vision.odds import shares_of
from vision.reading import Picture
from vision.signs.marks import CROP, FACE, NUMERAL_COUNT, prepared, unrolled

WEIGHTS = Path(__file__).parent.parent / "weights" / "numerals.onnx"
# So much of a crop is looked at: from nearer each time, for some dice carry small numerals. One look is
# enough for what is surer than the first, two for the second.
LOOKS = (0.93, 0.8, 0.7)
NUMERAL_BEYOND_DOUBT, NUMERAL_SURELY = 0.995, 0.97
INK_LOOKS = (1.0, 0.86)
# One and seven are alike: of 91 drawn d8s that were less sure than this of the one, the other being next, but
# surer than the limit of all, nine were wrong.
ALIKE_NUMERALS, ALIKE_SURELY = {1, 7}, 0.985
# The ink of a numeral is the lightest or darkest of this share of so much of a face (in FACE). What differs
# from the body by less than that part of what the ink does is the body's pattern, marbled perhaps.
INK, INK_WITHIN, PATTERN = 0.02, 0.62, 0.3
# Ink alone may make surer what the looks at the face are as sure of as this: of 107 drawn d8s of which it
# named the same five were wrong, of 73 with looks less sure 15.
INK_CONFIRMS = 0.9
PAPER_GREY, INK_GREY = 40.0, 210.0  # in which they are shown then


class NumeralReader:
    """The net, loaded.

    Raises FileNotFoundError when the weights are missing.
    """

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._net = Net(weights)

    def chances(self, crop: Picture) -> tuple[float, ...]:
        """How likely a `face_crop` of a d8 shows each of the numerals 1 to 8.

        What leaves a doubt is looked at from nearer, up to twice, and the mean of what they say counts: a
        chance error of one look seldom is the other's. Where three that name the same leave but a small
        doubt, two looks at its ink alone may confirm it. (Of two fours that were shown beside their middles
        the ink was surely a one, though two of three looks had named them.)
        """
        looks: list[Floats] = []
        for zoom in LOOKS:
            looks.append(self.say([unrolled(crop, zoom=zoom)])[0])
            seen = _on_the_mean(looks)
            if is_sure_numeral(seen) and (len(looks) > 1 or max(seen) > NUMERAL_BEYOND_DOUBT):
                return seen
        ink = ink_alone(crop)
        looks_at_ink = self.say([unrolled(ink, zoom=zoom) for zoom in INK_LOOKS])
        by_ink = _on_the_mean([*looks_at_ink])
        named = {int(look.argmax()) for look in looks} | {seen.index(max(seen)), by_ink.index(max(by_ink))}
        if len(named) > 1:
            return seen
        return by_ink if max(by_ink) > max(seen) > INK_CONFIRMS else seen

    def say(self, unrolled_crops: Sequence[Picture]) -> Floats:
        """What the net says of each unrolled crop: (N, NUMERAL_COUNT), logits."""
        return np.stack([self._net.say(face[None]) for face in prepared(unrolled_crops)])


def is_sure_numeral(chances: Sequence[float]) -> bool:
    """Is one of the numerals 1 to 8, of which these are the chances, likely enough to be believed?"""
    best, second = sorted(range(1, NUMERAL_COUNT + 1), key=lambda numeral: -chances[numeral - 1])[:2]
    return chances[best - 1] > (ALIKE_SURELY if {best, second} == ALIKE_NUMERALS else NUMERAL_SURELY)


def _on_the_mean(looks: Sequence[Floats]) -> tuple[float, ...]:
    return shares_of(np.asarray(np.mean(looks, axis=0), np.float32))


def ink_alone(crop: Picture) -> Picture:
    """The ink on the face in the middle of a `face_crop`, light on dark, without the body's pattern.

    Ink is what is farther from the body's lightness than anything else on the face, be it lighter or darker.
    """
    light = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB)[:, :, 0].astype(np.float32)
    face = light[disc(CROP, INK_WITHIN * FACE)]
    darkest, body, lightest = np.quantile(face, (INK, 0.5, 1 - INK)).tolist()
    ink = lightest if lightest - body > body - darkest else darkest
    stands_out = (light - body) / (ink - body or 1.0)
    share = np.clip((stands_out - PATTERN) / (1 - PATTERN), 0, 1)
    grey = (PAPER_GREY + (INK_GREY - PAPER_GREY) * share).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


@functools.lru_cache(maxsize=1)
def shipped() -> NumeralReader:
    """The reader with the weights that come along."""
    return NumeralReader(WEIGHTS)
