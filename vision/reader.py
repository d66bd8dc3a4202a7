"""Reading a picture of dice: finding them, reading each top face, deciding what is certain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import perf_counter

import cv2
import numpy as np

from vision import problems
from vision.colours import name_of
from vision.deciding import Candidate, find_candidates, top_faces
from vision.dice_sets import DiceSet, dice_set
from vision.naming import face_of, kind_of
from vision.pips import eight_bits
from vision.reading import DieSeen, Picture, Problem, Reading

# Larger pictures are made smaller first: dice of 25 pixels and more need no more than this.
LONGEST_SIDE = 1280
# How well all checks together must be kept for a certain reading, if no single one speaks against it.
SOUND = 0.3


def read(frame: Picture, dice: str | DiceSet, expected: Mapping[str, int] | None = None) -> Reading:
    """Read the dice in `frame` (BGR, height x width x 3, 8 bit), as it stands upright.

    `expected` says how many dice of each kind were thrown. It is used to notice what is missing or too
    many; it never makes an unsure face sure. Raises UnknownDiceSet for a set there is not, and ValueError
    for a frame of another form.
    """
    started = perf_counter()
    asked_set = dice_set(dice)
    if frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != np.uint8:
        raise ValueError(
            f"A frame is height x width x 3 of 8 bits (BGR); this one is {frame.shape}, {frame.dtype}."
        )
    found: list[DieSeen] = []
    trouble: list[Problem] = []
    if not asked_set.has_key:
        trouble.append(problems.not_readable(asked_set.name))
    else:
        found, trouble = _read_pips(frame, asked_set, expected)
    return Reading(
        tuple(sorted(found, key=lambda d: (d.y, d.x))), tuple(trouble), (perf_counter() - started) * 1000
    )


def _read_pips(
    frame: Picture, asked_set: DiceSet, expected: Mapping[str, int] | None
) -> tuple[list[DieSeen], list[Problem]]:
    scale = min(1.0, LONGEST_SIDE / max(frame.shape[:2]))
    small = frame
    if scale < 1.0:
        small = eight_bits(cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    trouble = problems.of_picture(small)
    white = float(np.percentile(small[::4, ::4].max(axis=2), 98))
    found = []
    for top, sides in top_faces(find_candidates(small)):
        die, doubtful_colour = _die(top, sides, frame, scale, white, asked_set, expected)
        found.append(die)
        if doubtful_colour and die.confidence > 0.5:
            trouble.append(problems.unknown_colour(die.colour, asked_set.name))
        if "flatness" in top.doubts() and top.presence > 0.8:
            trouble.append(problems.cocked(die.colour))
    if expected is not None:
        found = _without_stray_marks(found, sum(expected.values()))
        trouble += problems.against_expectation(found, expected)
    if any(problem.id in problems.SPOILING for problem in trouble):
        found = [replace(die, certain=False) for die in found]
    return found, trouble


def _die(
    top: Candidate,
    sides: list[Candidate],
    frame: Picture,
    scale: float,
    white: float,
    asked_set: DiceSet,
    expected: Mapping[str, int] | None,
) -> tuple[DieSeen, bool]:
    x, y, r = (top.face.x + 0.5) / scale - 0.5, (top.face.y + 0.5) / scale - 0.5, top.r / scale
    colour = name_of(np.mean([pip.body for pip in top.pips], axis=0), white)
    kind, kind_is_sure = kind_of(colour, asked_set, expected)
    chances = _chances(top, sides)
    pips = top.face.value
    certain = kind_is_sure and not top.doubts() and top.soundness >= SOUND
    faces: dict[str, float] = {}
    for value, chance in chances.items():
        faces[face_of(value, kind)] = faces.get(face_of(value, kind), 0.0) + chance
    face = face_of(pips, kind)
    others = sorted(((f, round(c, 3)) for f, c in faces.items() if f != face), key=lambda item: -item[1])
    die = DieSeen(
        kind.name,
        face,
        round(faces[face], 3),
        certain,
        round(x, 1),
        round(y, 1),
        round(r, 1),
        tuple(others),
        colour,
        _crop(frame, x, y, r),
    )
    return die, not kind_is_sure


def _chances(top: Candidate, sides: list[Candidate]) -> dict[int, float]:
    """How likely each number of pips is. What the first look found comes first; the rest is shared out."""
    # Measured on photographs: of the dice that are seen but not certain two in three are right.
    sure = 0.3 + 0.3 * top.presence + 0.39 * top.soundness**0.5
    weights = {
        value: float(np.exp(-((distance / 0.25) ** 2))) + 0.02
        for value, distance in top.places.distances.items()
    }
    for side in sides:
        weights[side.face.value] += 0.5 * side.presence
    weights.pop(top.face.value)
    total = sum(weights.values())
    return {top.face.value: sure} | {value: (1 - sure) * weight / total for value, weight in weights.items()}


def _without_stray_marks(found: list[DieSeen], asked: int) -> list[DieSeen]:
    """Leave out unsure marks where as many dice as were asked for are certain without them."""
    certain = [die for die in found if die.certain]
    return certain if len(certain) == asked else found


def _crop(frame: Picture, x: float, y: float, r: float) -> Picture:
    """The die with a little of what is around it; narrower at the picture's edge."""
    reach = max(1.6 * r, 12.0)
    top, bottom = max(0, round(y - reach)), max(1, round(y + reach))
    left, right = max(0, round(x - reach)), max(1, round(x + reach))
    return frame[top:bottom, left:right].copy()
