"""What `companion read` prints: a picture's reading as plain data, one line of JSON for each picture."""

from __future__ import annotations

from typing import Any

from vision.dice_sets import DiceSet, dice_set
from vision.reading import DieSeen, Reading, Unusable

MOST_DICE = 999  # of a kind, in an --expect


class BadExpectation(Unusable):
    """An --expect that names no kind of the set, no number that makes sense, or no die at all."""


def as_dict(image: str, reading: Reading, times_smaller: float = 1.0) -> dict[str, Any]:
    """A reading as plain data: what JSON can hold. Places are told in pixels of the file, of which each of
    the picture's is `times_smaller`.
    """
    return {
        "image": image,
        "ms": round(reading.ms, 1),
        "problems": [str(problem.message) for problem in reading.problems],
        "dice": [_die(die, times_smaller) for die in reading.dice],
    }


def expectation(text: str, dice: str | DiceSet) -> dict[str, int]:
    """`wyld=3,bogus=1` as numbers by kind. Raises BadExpectation with a sentence."""
    kinds = [kind.name for kind in dice_set(dice).kinds]
    expected: dict[str, int] = {}
    for part in text.split(","):
        kind, _, number = (piece.strip() for piece in part.partition("="))
        if kind not in kinds:
            raise BadExpectation(
                "“{part}” names no kind of dice; say it like {kind}=2. The kinds are {kinds}.",
                part=part.strip(),
                kind=kinds[0],
                kinds=", ".join(kinds),
            )
        if not number.isascii() or not number.isdigit():
            raise BadExpectation(
                "“{part}” says no number of dice; say it like {kind}=2.", part=part.strip(), kind=kind
            )
        # Python reads no number of thousands of digits.
        many = len(number.lstrip("0")) > len(str(MOST_DICE))
        expected[kind] = MOST_DICE + 1 if many else expected.get(kind, 0) + int(number)
        if expected[kind] > MOST_DICE:
            raise BadExpectation(
                "More than {number} dice of the kind {kind} are too many.", number=MOST_DICE, kind=kind
            )
    if not sum(expected.values()):
        raise BadExpectation("No dice at all are expected. Leave --expect out where that is not known.")
    return expected


def _die(die: DieSeen, times_smaller: float) -> dict[str, Any]:
    return {
        "kind": die.kind,
        "face": die.face,
        "confidence": die.confidence,
        "certain": die.certain,
        "x": round(die.x * times_smaller, 1),
        "y": round(die.y * times_smaller, 1),
        "r": round(die.r * times_smaller, 1),
        "alternatives": [[face, confidence] for face, confidence in die.alternatives],
    }
