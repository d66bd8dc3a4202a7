"""Which face a mark is: the faces of a dice set as they were shown, and how near a mark comes to each.

A mark is taken for the face whose direction is nearest. How sure that is, follows from two things: how near
it comes at all (what is like nothing that was shown is no face of the set), and how much nearer than to the
next.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.dice_sets import SETS, DiceSet
from vision.marks import Mark, Numbers

# The faces of the shipped sets with our own drawings on them.
SHIPPED = Path(__file__).parent / "weights" / "shipped.npz"

# Chance that the nearest face is the right one: weights of its likeness and of the lead over the next, and an
# offset. Fitted as docs/training.md says.
SURENESS = (6.4, 9.7, -3.5)
# A lead beyond this makes nothing surer: however unlike the others, it must be like the face itself.
FAR_AHEAD = 0.6
# Faces of one shape are told apart by their ink where that is coloured: so much of likeness for so many
# steps of Lab's a and b.
COLOUR_WEIGHT, COLOUR_APART = 0.3, 60.0
COLOURED = 24.0  # steps from the body's own a and b from which ink counts as coloured


@dataclass(frozen=True)
class KnownFace:
    """A face as it was shown: the directions (N, LENGTH) of its examples, its ink's colour (a, b) against the
    body's, and the body's (Lab); None where any colour may do.
    """

    kind: str
    face: str
    directions: Numbers
    tint: Numbers | None = None
    body: Numbers | None = None

    def likeness(self, mark: Mark) -> float:
        """How near ``mark`` comes: 1 is the same, 0 nothing in common."""
        cosines = self.directions @ mark.direction
        middle = self.directions.mean(axis=0)
        together = float(middle @ mark.direction) / max(float(np.linalg.norm(middle)), 1e-6)
        near = (float(cosines.max()) + together) / 2
        if self.tint is None:
            return near
        apart = float(np.linalg.norm(tint_of(mark) - self.tint))
        return near - COLOUR_WEIGHT * min(1.0, apart / COLOUR_APART)


def known_faces(dice: DiceSet) -> tuple[KnownFace, ...]:
    """The faces by which dice of the set are known: kind by kind those that were taught, else the shipped."""
    taught = {face.kind for face in dice.shown}
    has = {(kind.name, face) for kind in dice.kinds for face in kind.faces}
    drawn = [face for face in shipped_faces(dice.name) if (face.kind, face.face) in has]
    return (*dice.shown, *(face for face in drawn if face.kind not in taught))


@functools.cache
def shipped_faces(name: str) -> tuple[KnownFace, ...]:
    """The faces of a shipped set as they are drawn; none for a set whose dice carry no drawings of ours."""
    if name not in SETS:
        return ()
    with np.load(SHIPPED) as arrays:
        keys = [str(key).split("/") for key in arrays["names"]]
        return tuple(
            KnownFace(kind, face, np.asarray(directions, np.float32), None if np.isnan(tint).any() else tint)
            for (dice, kind, face), directions, tint in zip(
                keys, arrays["directions"], arrays["tints"], strict=True
            )
            if dice == name
        )


def write_shipped(faces: Sequence[tuple[str, KnownFace]], file: Path = SHIPPED) -> None:
    """Writes the faces of sets, given with the sets' names, to be shipped."""
    names = np.array([f"{dice}/{known.kind}/{known.face}" for dice, known in faces])
    directions = np.stack([known.directions for _, known in faces]).astype(np.float16)
    none = np.full(2, np.nan, np.float32)
    tints = np.stack([none if known.tint is None else known.tint for _, known in faces])
    np.savez_compressed(file, names=names, directions=directions, tints=tints)


def tint_of(mark: Mark) -> Numbers:
    """The colour (a, b of Lab) of the ink against the body's: about the same in white and in warm light."""
    return np.asarray(mark.ink[1:] - mark.body[1:], np.float32)


def tint_over(marks: Iterable[Mark]) -> Numbers:
    """The tint of one face as several looks at it have it."""
    return np.asarray(np.median([tint_of(mark) for mark in marks], axis=0), np.float32)


@dataclass(frozen=True)
class Guess:
    """What a face may be, with its chance (of all guesses together at most 1)."""

    kind: str
    face: str
    chance: float


@dataclass(frozen=True)
class Named:
    """A mark by its name: all faces that it may be, the likeliest first; ``likeness`` is that of the first
    and ``lead`` how much the next face of another name is behind.
    """

    guesses: tuple[Guess, ...]
    likeness: float
    lead: float

    @property
    def best(self) -> Guess:
        """The likeliest."""
        return self.guesses[0]


def named(mark: Mark, faces: Iterable[KnownFace], kinds: Sequence[str]) -> Named | None:
    """``mark`` as one of the faces of the given kinds; None when they have none that is known."""
    near = sorted(
        ((known.likeness(mark), known.kind, known.face) for known in faces if known.kind in kinds),
        key=lambda one: -one[0],
    )
    if not near:
        return None
    likeness, _, face = near[0]
    lead = likeness - next((other for other, _, name in near if name != face), 0.0)
    sure = sureness(likeness, lead)
    return Named(_guesses(near, sure), likeness, lead)


def _guesses(near: Sequence[tuple[float, str, str]], sure: float) -> tuple[Guess, ...]:
    """The nearest face gets its sureness; the rest is shared out among the others by their likeness."""
    first = near[0]
    others = [one for one in near[1:] if one[2] != first[2]]
    weights = [math.exp(8 * one[0]) for one in others]
    total = sum(weights) or 1.0
    rest = [
        Guess(kind, face, (1 - sure) * weight / total)
        for (_, kind, face), weight in zip(others, weights, strict=True)
    ]
    return (Guess(first[1], first[2], sure), *rest)


def sureness(likeness: float, lead: float) -> float:
    """The chance (0 to 1) that a face of such likeness and lead is the right one."""
    near, ahead, offset = SURENESS
    return 1 / (1 + math.exp(-(near * likeness + ahead * min(lead, FAR_AHEAD) + offset)))
