"""What can be wrong with a picture of dice, each with an id that stays and a sentence for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np

from vision.crops import Place, cut
from vision.reading import DieSeen, Message, Picture, Problem
from vision.sharpness import BLURRED

# Where hardly any pixel is as bright as this nothing can be read: of a picture, and of its faces, each looked
# at so many pixels wide. One white die on black cloth is less than that share of a picture, and can be read.
DARK, HARDLY_ANY, HARDLY_ANY_OF_FACE, FACE = 60, 0.005, 0.02, 32

OF_PICTURE = frozenset({"too_dark", "blurred"})
# More, fewer or other dice than were asked for.
MISCOUNTED = frozenset({"too_many", "too_few", "not_thrown", "wrong_kind"})
# Problems that leave no die of the picture certain. The others concern the die they speak of.
SPOILING = OF_PICTURE | MISCOUNTED


def too_dark() -> Problem:
    return Problem("too_dark", Message("It is too dark to read the dice. More light, please."))


def blurred() -> Problem:
    return Problem("blurred", Message("The picture is blurred. Hold the camera still, or set its focus."))


def hand_in_tray() -> Problem:
    return Problem(
        "hand_in_tray",
        Message(
            "Something still moves in the tray. Please take your hand away; if there is none, the camera "
            "shakes, or a lamp flickers."
        ),
    )


def thrown_too_soon() -> Problem:
    return Problem(
        "thrown_too_soon",
        Message("Thrown before it was asked for? Then please throw again, or type in what was thrown."),
    )


def none_fallen() -> Problem:
    return Problem(
        "none_fallen",
        Message(
            "None of the dice asked for is seen. If they lie in the tray, type in what they show, and look "
            "in the settings which dice are thrown."
        ),
    )


def cocked(colour: str) -> Problem:
    return Problem(
        "cocked",
        Message("The {colour} die does not lie flat. Nudge it or throw it again.", {"colour": colour}),
    )


def not_readable(dice_set: str) -> Problem:
    return Problem(
        "not_readable",
        Message(
            "The faces of {dice_set} are not known. Teach them, or type in what was thrown.",
            {"dice_set": dice_set},
        ),
    )


def unknown_colour(colour: str) -> Problem:
    return Problem(
        "unknown_colour",
        Message("Which kind is the {colour} die? Its colour does not tell.", {"colour": colour}),
    )


def miscount(asked: int, seen: int) -> Problem:
    if seen > asked:
        return Problem(
            "too_many",
            Message(
                "{asked} dice asked for, {seen} seen. Take away what was not thrown.",
                {"asked": asked, "seen": seen},
            ),
        )
    return Problem(
        "too_few",
        Message(
            "{asked} dice asked for, {seen} seen. Does one lie outside or on another?",
            {"asked": asked, "seen": seen},
        ),
    )


def not_thrown(asked: int, thrown: int) -> Problem:
    return Problem(
        "not_thrown",
        Message(
            "{asked} dice asked for, {thrown} thrown; the others lie where they lay.",
            {"asked": asked, "thrown": thrown},
        ),
    )


def lay_there() -> Problem:
    return Problem(
        "lay_there",
        Message(
            "A die lies where one with its face lay before. Was it thrown? Then say what it shows; else "
            "throw it."
        ),
    )


def gone() -> Problem:
    return Problem(
        "gone",
        Message(
            "A die that lay in the tray is seen no more. Was it thrown, and is this another one that it "
            "knocked over? Then type in what it shows, or throw it again."
        ),
    )


def wrong_kind(kind: str, asked: int, seen: int) -> Problem:
    return Problem(
        "wrong_kind",
        Message(
            "{asked} dice of the kind {kind} asked for, {seen} seen.",
            {"kind": kind, "asked": asked, "seen": seen},
        ),
    )


def of_picture(picture: Picture, blur: float, places: Sequence[Place] = ()) -> list[Problem]:
    """What is wrong with the picture itself, with top faces at `places`, which is as blurred as
    `sharpness.blur_of` says.
    """
    if _is_dark(picture[::4], HARDLY_ANY):
        faces = [cut(picture, place, FACE / 2, FACE) for place in places]
        if all(_is_dark(face, HARDLY_ANY_OF_FACE) for face in faces):
            return [too_dark()]
    return [blurred()] if blur > BLURRED else []


def _is_dark(picture: Picture, but: float) -> bool:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return bool(np.count_nonzero(grey >= DARK) < but * grey.size)


def against_expectation(dice: Iterable[DieSeen], expected: Mapping[str, int]) -> list[Problem]:
    """What does not fit what was asked for: how many dice, and of which kinds."""
    seen = Counter(die.kind for die in dice)
    asked, found = sum(expected.values()), sum(seen.values())
    if asked != found:
        return [miscount(asked, found)]
    return [
        wrong_kind(kind, expected.get(kind, 0), seen[kind])
        for kind in sorted({*expected, *seen})
        if expected.get(kind, 0) != seen[kind]
    ]
