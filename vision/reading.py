"""What a look at the dice gives: each die that was seen, and what is wrong with the picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

# Pixels: larger pictures are made smaller first, for dice of 25 pixels and more need no more than this.
LONGEST_SIDE = 1280
# Pixels of them: half the width of the smallest tops that are read as any other, and of such as are read
# where all else is beyond doubt. Dice of 25 pixels that are much rounded off have tops of 12.
LEAST_R, SMALL_R = 11.0, 6.0


def check_picture(frame: Picture) -> None:
    """ValueError for what is no picture in colours."""
    if frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != np.uint8 or not frame.size:
        form = f"{frame.shape}, {frame.dtype}"
        raise ValueError(f"A frame is height x width x 3 of 8 bits (BGR), not empty; this one is {form}.")


@dataclass(frozen=True)
class Message:
    """A sentence for people, in English with {places}, and what belongs into the places.

    The English sentence is the key under which a translation is looked up.
    """

    text: str
    args: dict[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.args)


class Unusable(ValueError):
    """What was given cannot be used; `message` says to people why, and what would do."""

    def __init__(self, text: str, **args: str | int) -> None:
        self.message = Message(text, args)
        super().__init__(str(self.message))

    @classmethod
    def because(cls, problem: Problem) -> Self:
        """The same for what is wrong with a picture."""
        return cls(problem.message.text, **problem.message.args)


@dataclass(frozen=True)
class Problem:
    """Something that a person can put right. `id` is stable, `message` is for the person."""

    id: str
    message: Message


@dataclass(frozen=True)
class DieSeen:
    """One die as it lies.

    `x`, `y` are the middle of its top face and `r` half the face's width, in pixels of the picture that
    was given. `certain` dice may be taken without asking; for the others `alternatives` holds the other
    faces it may show, the likeliest first, each with its own confidence. `colour` is the body's plain name.
    `crop` is the piece of the picture with the die on it (BGR).
    """

    kind: str
    face: str
    confidence: float
    certain: bool
    x: float
    y: float
    r: float
    alternatives: tuple[tuple[str, float], ...]
    colour: str
    crop: Picture = field(repr=False, compare=False)


@dataclass(frozen=True)
class Reading:
    """All dice of a picture, from the top down, and its problems. `ms` is how long the look took.

    `marks` are rather no dice, as flowers of a cloth: nobody is asked about them, where nobody told how many
    dice were thrown.
    """

    dice: tuple[DieSeen, ...]
    problems: tuple[Problem, ...] = ()
    ms: float = field(default=0.0, compare=False)
    marks: tuple[DieSeen, ...] = ()

    @property
    def certain(self) -> bool:
        """Nothing to ask: there are dice, every one is certain, and nothing is wrong with the picture."""
        return bool(self.dice) and not self.problems and all(die.certain for die in self.dice)
