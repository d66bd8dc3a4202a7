"""Which face a mark is: the faces of a dice set as they were shown, and how near a mark comes to each.

A mark is taken for the face that is nearest, by the direction that the net gives it and by its print
(`prints.py`). How sure that is, follows from two things: how near it comes at all (what is like nothing that
was shown is no face of the set), and how much nearer than to the next.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from vision import drawings
from vision.arrays import Floats
from vision.dice_sets import SETS, DiceSet, Kind
from vision.drawings import UNMARKED
from vision.odds import chance
from vision.quantiles import median
from vision.signs.marks import BARE, COLOURED, CROP, FACE, PLAIN, Mark
from vision.signs.prints import Prints, overlaps, print_of_drawing
from vision.signs.teeth import Teeth

# The faces of the shipped sets with our own drawings on them.
SHIPPED = Path(__file__).parent.parent / "weights" / "shipped.npz"

BLACK = (0.0, 0.0, 0.0)
# How wide our drawings are on a die of some shape, in its own width.
ROOMS = {"cube": (0.5, 0.58, 0.66, 0.75), "token": (0.36, 0.44, 0.52)}
# Chance that the nearest face is the right one: weights of its likeness and of the lead over the next, and an
# offset. Fitted as docs/training.md says.
SURENESS = (11.0, 12.9, -7.3)
# A lead beyond this makes nothing surer: however unlike the others, it must be like the face itself.
FAR_AHEAD = 0.3
# Faces of one shape are told apart by their ink where that is coloured: so much of likeness for so many
# steps of Lab's a and b, and of the lead as much again over a face of another hue, if the cosine of the angle
# between the two is less than that and both are coloured.
COLOUR_WEIGHT, COLOUR_APART, OTHER_HUE = 0.3, 60.0, 0.7
# Shade and what a face mirrors leave ink its hue, and so much less or more of its strength than was shown; a
# lamp's own colour moves its hue by so many steps.
FADED, STRONGER, MOVED = 0.4, 1.4, 12.0
PRINTS_SHARE = 0.3  # of a likeness, the rest being the net's
# Faces nearer to one another than this are confused now and then.
TOO_ALIKE = 0.75
# What comes nearer than this to one of our own bare faces is bare, wood with a grain or under a lamp perhaps:
# of 60 faces of strangers with signs none came to more than 0.48 on the mean, but for a light square and a
# light triangle, which are taken for lamps where what they lie on is called blank.
LIKE_BARE = 0.75


@dataclass(frozen=True)
class KnownFace:
    """A face as it was shown: the directions (N, LENGTH) of its examples, its ink's colour (a, b) against the
    body's, and the body's (Lab), None where any colour may do; its prints, None where there are none; how
    uneven it was at the least, a token at the most, 0 where it was not shown; whether something is
    `printed` on it that is called blank: coins and chips have two such sides; whether it was shown but
    `once`; and whether it may be `inverted`: of a ring around a token's mark nobody knows whether it is
    ink or the body. `teeth` are those of a token as it was shown. It is `lent` where it was but shown on
    another kind, and its own dice do not carry it as far as is known.
    """

    kind: str
    face: str
    directions: Floats
    tint: Floats | None = None
    body: Floats | None = None
    prints: Prints | None = None
    unevenness: float = 0.0
    printed: bool = False
    once: bool = False
    inverted: bool = False
    teeth: Teeth | None = None
    lent: bool = False

    @property
    def is_bare(self) -> bool:
        """Is there nothing on it?"""
        return is_bare(self.face, self.printed)

    @functools.cached_property
    def _middle(self) -> Floats:
        """The direction between those of its examples."""
        middle = self.directions.mean(axis=0)
        return np.asarray(middle / max(float(np.linalg.norm(middle)), 1e-6), np.float32)

    def near(self, mark: Mark, overlap: float | None = None) -> Near:
        """How near `mark` comes, whose print overlaps with the face's so much."""
        cosines = self.directions @ mark.direction
        near = (float(cosines.max()) + float(self._middle @ mark.direction)) / 2
        if overlap is not None:
            near += PRINTS_SHARE * (overlap - near)
        unlike = self._unlike_ink(tint_of(mark))
        return Near(near - COLOUR_WEIGHT * unlike, self, unlike)

    def _unlike_ink(self, seen: Floats) -> float:
        """How unlike its ink one of the tint that is `seen` is, from 0 to 1."""
        if self.tint is None:
            return 0.0
        unlike = unlike_tint(seen, self.tint)
        return min(unlike, unlike_tint(-seen, self.tint)) if self.inverted else unlike

    def alike(self, other: KnownFace) -> float:
        """How near the examples of one face come to those of the other, ink of other colours counted."""
        nearest = float((self.directions @ other.directions.T).max())
        if self.tint is None or other.tint is None:
            return nearest
        return nearest - COLOUR_WEIGHT * unlike_tint(self.tint, other.tint)

    def is_of_another_hue(self, other: KnownFace) -> bool:
        """Are both of coloured ink, of unlike hues?"""
        if self.tint is None or other.tint is None:
            return False
        one, two = float(np.linalg.norm(self.tint)), float(np.linalg.norm(other.tint))
        return min(one, two) > COLOURED and float(self.tint @ other.tint) < OTHER_HUE * one * two


def is_bare(face: str, printed: bool) -> bool:
    """Is there nothing on the face of that name, on which something may be `printed` all the same?"""
    return face == UNMARKED and not printed


def known_faces(dice: DiceSet) -> tuple[KnownFace, ...]:
    """The faces by which dice of the set are known: kind by kind those that were taught, else the shipped."""
    taught = dice.kinds_shown
    has = {(kind.name, face) for kind in dice.kinds for face in kind.faces}
    drawn = [face for face in shipped_faces(dice.name) if (face.kind, face.face) in has]
    as_on_others = [face for kind in dice.kinds if kind.name in taught for face in _as_on_others(kind, dice)]
    return (*dice.shown, *as_on_others, *(face for face in drawn if face.kind not in taught))


def _as_on_others(kind: Kind, dice: DiceSet) -> Iterator[KnownFace]:
    """Faces of a kind of which some were taught that were themselves but shown on others: they look the same
    there, on a body and in ink of some other colour. Which of its faces its dice carry nobody knows for sure.
    """
    own = {face.face for face in dice.shown if face.kind == kind.name}
    for face in dice.shown:
        if face.face not in own and kind.has(face.face):
            lent = not kind.carries(face.face)
            yield replace(face, kind=kind.name, tint=None, body=None, unevenness=0.0, lent=lent)


@functools.cache
def shipped_faces(name: str) -> tuple[KnownFace, ...]:
    """The faces of a shipped set as they are drawn; none for a set whose dice carry no drawings of ours."""
    if name not in SETS:
        return ()
    with np.load(SHIPPED) as arrays:
        keys = [str(key).split("/") for key in arrays["names"]]
        return tuple(
            KnownFace(
                kind,
                face,
                np.asarray(directions, np.float32),
                None if np.isnan(tint).any() else tint,
                prints=_drawn(face, next(one.shape for one in SETS[dice].kinds if one.name == kind)),
            )
            for (dice, kind, face), directions, tint in zip(
                keys, arrays["directions"], arrays["tints"], strict=True
            )
            if dice == name
        )


@functools.cache
def _drawn(face: str, shape: str) -> Prints:
    """The prints of one of our drawings, as wide as makers print them."""
    drawn = (drawings.picture(face, BLACK, CROP, room * 2 * FACE / CROP) for room in ROOMS[shape])
    ink = (np.asarray(one[:, :, 3] / 255, np.float32) for one in drawn)
    return Prints([print_of_drawing(one, FACE * PLAIN[shape]) for one in ink])


def write_shipped(faces: Sequence[tuple[str, KnownFace]], file: Path = SHIPPED) -> None:
    """Writes the faces of sets, given with the sets' names, to be shipped."""
    names = np.array([f"{dice}/{known.kind}/{known.face}" for dice, known in faces])
    directions = np.stack([known.directions for _, known in faces]).astype(np.float16)
    none = np.full(2, np.nan, np.float32)
    tints = np.stack([none if known.tint is None else known.tint for _, known in faces])
    np.savez_compressed(file, names=names, directions=directions, tints=tints)


def tint_of(mark: Mark) -> Floats:
    """The colour (a, b of Lab) of ink against that around it: about the same in white and in warm light."""
    return np.asarray(mark.ink[1:] - mark.around[1:], np.float32)


def unlike_tint(seen: Floats, shown: Floats) -> float:
    """How unlike the tint that is `seen` is one that was `shown` in other light, from 0 to 1."""
    strength = float(seen @ shown) / max(float(shown @ shown), 1e-6)
    nearest = shown * min(max(strength, FADED), STRONGER)
    return min(1.0, max(0.0, float(np.linalg.norm(seen - nearest)) - MOVED) / COLOUR_APART)


def is_printed(marks: Sequence[Mark]) -> bool:
    """Do looks at one face show something on it: uneven for most of them, and to none like a bare one?"""
    return median([mark.unevenness for mark in marks]) >= BARE and all(
        float((bare_faces() @ mark.direction).max()) < LIKE_BARE for mark in marks
    )


@functools.cache
def bare_faces() -> Floats:
    """The directions (N, LENGTH) of the bare faces of all shipped sets."""
    faces = (face for name in SETS for face in shipped_faces(name))
    return np.concatenate([face.directions for face in faces if face.face == UNMARKED])


def tint_over(marks: Iterable[Mark]) -> Floats:
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
    """A mark by its name: all faces that it may be, the likeliest first, the `likeness` of that, and
    whether something is `printed` on it, whatever it is called.
    """

    guesses: tuple[Guess, ...]
    likeness: float
    printed: bool = False

    @property
    def best(self) -> Guess:
        """The likeliest."""
        return self.guesses[0]

    @property
    def is_bare(self) -> bool:
        """Is that a face with nothing on it?"""
        return is_bare(self.best.face, self.printed)


class Near(NamedTuple):
    """A known face, how near a mark comes to it (1 is the same, 0 nothing in common), and how unlike the
    colour of its ink is, from 0 to 1.
    """

    likeness: float
    known: KnownFace
    unlike_ink: float

    @property
    def kind(self) -> str:
        return self.known.kind

    @property
    def face(self) -> str:
        return self.known.face

    def lead(self, other: Near) -> float:
        """How much the other one is behind."""
        lead = self.likeness - other.likeness
        if not self.known.is_of_another_hue(other.known):
            return lead
        return lead + COLOUR_WEIGHT * max(0.0, other.unlike_ink - self.unlike_ink)


def nearness(mark: Mark, faces: Iterable[KnownFace]) -> list[Near]:
    """How near `mark` comes to each of the faces, the nearest first."""
    every = list(faces)
    same = overlaps(mark.prints, (known.prints for known in every if known.prints is not None))
    near = [known.near(mark, same.get(known.prints) if known.prints else None) for known in every]
    return sorted(near, key=lambda one: -one.likeness)


def named(nearest: Iterable[Near], kinds: Collection[str]) -> Named | None:
    """What a mark is that comes so near to known faces: a face of the given kinds, None if they have none."""
    near = [one for one in nearest if one.kind in kinds]
    if not near:
        return None
    first = near[0]
    lead = min((first.lead(other) for other in near if other.face != first.face), default=first.likeness)
    sure = sureness(first.likeness, lead)
    return Named(_guesses(near, sure), first.likeness, first.known.printed)


def is_told_apart(nearest: Iterable[Near], kinds: Collection[str]) -> bool:
    """Is the nearest face of the given kinds told from each that looks much like it? Not while one of the two
    was shown but once, in one light: a mark may be nearer to the other for its light alone.
    """
    first, *others = [one.known for one in nearest if one.kind in kinds]
    return all(
        not (first.once or other.once) or first.alike(other) < TOO_ALIKE
        for other in others
        if other.face != first.face
    )


def _guesses(near: Sequence[Near], sure: float) -> tuple[Guess, ...]:
    """The nearest face gets its sureness; the rest is shared out among the others by their likeness."""
    first = near[0]
    others = [one for one in near[1:] if one.face != first.face]
    weights = [math.exp(8 * one.likeness) for one in others]
    total = sum(weights) or 1.0
    rest = [
        Guess(one.kind, one.face, (1 - sure) * weight / total)
        for one, weight in zip(others, weights, strict=True)
    ]
    return (Guess(first.kind, first.face, sure), *rest)


def sureness(likeness: float, lead: float) -> float:
    """The chance (0 to 1) that a face of such likeness and lead is the right one."""
    near, ahead, offset = SURENESS
    return chance(near * likeness + ahead * min(lead, FAR_AHEAD) + offset)
