"""Marks that are no dice of the throw, as flowers of a cloth, knots in wood, letters: nobody is asked about
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from vision.kinds import A_DIE
from vision.naming import NamedDie
from vision.pips.votes import Vote
from vision.signs.face_read import FaceRead

# What is seen with pips, and with signs.
Seen: TypeAlias = tuple[list[Vote], list[FaceRead]]

# The dice of a throw are about as large as each other. What is not certain is no die of it where it is so
# many times as large, or as small, as each of those that are certain, should these be so many at least. Of
# 3,401 certain dice in photographs and pictures by other hands none was even 1.75 times as large or small as
# each of the others; of 223 that were not certain two were more than twice, both misread, of 533 other marks
# 194.
UNLIKE, TELLING = 2.0, 2
# One that is certain is asked about where so many others are and it is so unlike each: a board with a round
# field in its middle looked like a one, five times as large as the dice on it.
TELLING_OF_CERTAIN = 3

# Beside what is certain, where nobody said how many were thrown, pips that are no surer than this are left
# out, and signs that are likelier on no die: of 533 marks that were asked about on photographs and pictures
# by other hands 448 are, of 187 dice that are not certain ten.
A_MARK = 0.65
# So many more things than dice are missing are asked about, where it is known how many were thrown; more are
# the tiles of a rug, or the figures of a cloth.
MOST_MARKS = 5


def without_odd_sizes(votes: list[Vote], signs: list[FaceRead]) -> Seen:
    """Leave out what is of quite another size than all that is certain; of that nothing that is of quite
    another size than all the others is certain.
    """
    sizes = [one.r for one in votes if one.certain] + [one.top.r for one in signs if one.certain]
    if len(sizes) < TELLING:
        return votes, signs
    return (
        [_asked_about(one, sizes) for one in votes if _is_like_one(one.r, sizes)],
        [_sign_asked_about(one, sizes) for one in signs if _is_like_one(one.top.r, sizes)],
    )


def _asked_about(one: Vote, sizes: Sequence[float]) -> Vote:
    """The same, in doubt if it is certain, but odd."""
    return one.in_doubt("odd size") if one.certain and _is_odd(one.r, sizes) else one


def _sign_asked_about(one: FaceRead, sizes: Sequence[float]) -> FaceRead:
    return replace(one, certain=False) if one.certain and _is_odd(one.top.r, sizes) else one


def _is_odd(r: float, sizes: Sequence[float]) -> bool:
    """Is one of these `sizes` unlike all of the others?"""
    others = list(sizes)
    others.remove(r)
    return len(others) >= TELLING_OF_CERTAIN and not _is_like_one(r, others)


def _is_like_one(r: float, sizes: Sequence[float]) -> bool:
    return any(size / UNLIKE < r < size * UNLIKE for size in sizes)


def told_from_marks(votes: list[Vote], signs: list[FaceRead]) -> tuple[Seen, Seen]:
    """What may be dice, and what is rather marks than dice, if any die is certain."""
    if not (any(one.certain for one in votes) or any(one.certain for one in signs)):
        return (votes, signs), ([], [])
    dice = [one for one in votes if _may_be_pips(one)], [one for one in signs if _may_be_a_sign(one)]
    marks = [one for one in votes if not _may_be_pips(one)], [one for one in signs if not _may_be_a_sign(one)]
    return dice, marks


def _may_be_pips(one: Vote) -> bool:
    return one.certain or one.sureness > A_MARK


def _may_be_a_sign(one: FaceRead) -> bool:
    return one.certain or one.likely > A_DIE


def without_too_many(votes: list[Vote], signs: list[FaceRead], count: int) -> Seen:
    """Leave out what is likelier none than a die, as far as more are seen than `count`, as were thrown."""
    seen = [(one.sureness, one.certain, id(one)) for one in votes]
    seen += [(one.likely, one.certain, id(one)) for one in signs]
    strays = {
        number
        for likely, certain, number in sorted(seen)[: max(0, len(seen) - count)]
        if likely < A_DIE and not certain
    }
    return (
        [one for one in votes if id(one) not in strays],
        [one for one in signs if id(one) not in strays],
    )


def without_marks_beside(dice: list[NamedDie], thrown: Mapping[str, int]) -> list[NamedDie]:
    """Leave out what is not certain where as many dice as were `thrown` are certain without it. Where
    beside two such dice many more marks are seen than dice are missing as many stay, the likeliest; else what
    is likelier none than a die goes, as far as more of its kind are seen than were thrown.
    """
    certain = [one for one in dice if one.die.certain]
    unsure = [one for one in dice if not one.die.certain]
    missing = sum(thrown.values()) - len(certain)
    if missing == 0:
        return certain
    if len(certain) >= TELLING and len(unsure) > max(missing, 0) + MOST_MARKS:
        wanted = Counter(thrown) - Counter(one.die.kind for one in certain)
        return certain + _likeliest(unsure, wanted)[: max(missing, 0)]
    strays = set()
    for kind in {one.die.kind for one in dice}:
        seen = sorted((one for one in dice if one.die.kind == kind), key=_likely)
        too_many = seen[: max(0, len(seen) - thrown.get(kind, 0))]
        strays |= {id(one) for one in too_many if one.likely < A_DIE and not one.die.certain}
    return [one for one in dice if id(one) not in strays]


def _likeliest(unsure: list[NamedDie], wanted: Counter[str]) -> list[NamedDie]:
    """The likeliest first; before all others as many of each kind as are `wanted`."""
    of_kinds: list[NamedDie] = []
    others: list[NamedDie] = []
    for one in sorted(unsure, key=_likely, reverse=True):
        (of_kinds if wanted[one.die.kind] > 0 else others).append(one)
        wanted[one.die.kind] -= 1
    return of_kinds + others


def _likely(one: NamedDie) -> float:
    return one.likely
