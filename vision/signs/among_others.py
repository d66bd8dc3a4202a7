"""What faces with signs say of each other: which of them may be believed beside the others of a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.asked import Asked
from vision.finding.tops import BEYOND_DOUBT
from vision.quantiles import median
from vision.signs.certainty import (
    AS_SHOWN,
    BARE_ALONE,
    NEAR_ENOUGH,
    has_burnt_out_body,
    has_other_teeth,
    odds_of,
    stands_alone,
)
from vision.signs.face_read import FaceRead
from vision.signs.known import KnownFace

# More bare faces of one size than that, and bare ones than others, are the squares of a cloth, and more cubes
# with one sign its figures: no game has as many dice of one kind.
MOST_ALIKE = 5
# Times the size of the others a bare face or a doubted one may be, or a part of it: seen were 0.91 to 1.09.
AS_LARGE = 1.25
# Tokens of a set are of one make: farther apart than this (steps of Lab's a and b) are the bodies of flowers
# on a cloth, which come to 84, and not those of tokens that show the same, which came to 17 at the most.
ONE_MAKE = 40.0
# Tops of two d8s that touch lie 2 r apart: what is nearer than this is two faces of one die. The top is
# likelier by so much (in logarithms): of 450 d8s that were certain and right, most of them seen at a slant
# of 20° to 30°, by 7.2 at the least, of three sides that were certain by 5.4 at the most.
ONE_D8, LIKELIER_TOP = 1.7, 6.0
# What surely is a die with a sign, by the finder and by this share of the small net's, and not near enough to
# any known face, is a stranger. Where so many lie that are as large, within that factor, and no fewer than
# others, letter tiles do or another game's dice: of 1,570 certain faces in 326 throws of hands none did, on
# their pictures without dice ten of fifteen that were certain. None of these looked as much like a face as
# AS_SHOWN says.
SURELY_OF_A_SHAPE, STRANGERS, ABOUT_AS_LARGE = 0.97, 2, 1.4


def believed_together(read: Sequence[FaceRead], asked: Asked) -> list[FaceRead]:
    """The same; in doubt where the others speak against it, by the faces that dice may show, and by whether
    it is known how many dice were thrown.
    """
    believed = _without_patterns(_surely_on_top(read))
    believed = _without_strangers(_of_one_make(_of_one_size(believed)))
    believed = _without_flowers(believed, asked.faces)
    return _without_blocks(believed) if asked.thrown is None else believed


def _surely_on_top(read: Sequence[FaceRead]) -> list[FaceRead]:
    """No d8 is certain of which another face may be the top as well: a camera at a slant may see one as well
    as the other.
    """
    return [replace(face, certain=False) if _may_be_a_side(face, read) else face for face in read]


def _may_be_a_side(face: FaceRead, read: Sequence[FaceRead]) -> bool:
    if face.kind.shape != "d8":
        return False
    x, y, near = face.top.x, face.top.y, ONE_D8 * face.top.r
    on_it = [one for one in read if one is not face and math.hypot(one.top.x - x, one.top.y - y) < near]
    odds = odds_of(face.top, face.mark, "d8")
    return any(odds_of(one.top, one.mark, "d8") + LIKELIER_TOP > odds for one in on_it)


def _without_patterns(read: Sequence[FaceRead]) -> list[FaceRead]:
    """No bare face is certain where there are so many of its size, and no sign on a cube where there are so
    many of the same: dice would not fall like that.
    """
    bare = [face for face in read if face.is_bare]
    if 2 * len(bare) <= len(read):
        bare = []
    signs = [face for face in read if face.certain and not face.is_bare and face.kind.shape == "cube"]

    def is_one_of_many(face: FaceRead) -> bool:
        of_its_sign = [one for one in signs if (one.kind, one.face) == (face.kind, face.face)]
        alike = bare if face.is_bare else of_its_sign
        return sum(_is_as_wide(one, face.top.r) for one in alike) > MOST_ALIKE

    return [replace(face, certain=False) if is_one_of_many(face) else face for face in read]


def _of_one_size(read: Sequence[FaceRead]) -> list[FaceRead]:
    """No bare face is certain that is not as large as dice with signs are, for games have plain cubes, too.
    Nor is a cube that the finder doubts, for there are cards and roofs, unless others, which it does not, are
    as large.
    Nor is a token that is not as large as the tokens are: they may lie on a cloth with flowers.
    """
    sizes = [
        face.top.r
        for face in read
        if face.certain and not _is_doubted(face) and (not face.is_bare or _is_token(face))
    ]
    usual = median(sizes) if sizes else None
    return [face if _is_as_large(face, usual) else replace(face, certain=False) for face in read]


def _is_doubted(face: FaceRead) -> bool:
    if face.kind.shape != "cube":
        return False
    may_be_a_roof = face.is_bare and face.top.confidence < BARE_ALONE
    return may_be_a_roof or not stands_alone(face.top, face.mark)


def _is_as_large(face: FaceRead, usual: float | None) -> bool:
    """Is a face as large as is `usual`, where that must be so?"""
    as_large = usual is not None and _is_as_wide(face, usual)
    if _is_doubted(face):
        return as_large
    return as_large or usual is None or not (face.is_bare or _is_token(face))


def _of_one_make(read: Sequence[FaceRead]) -> list[FaceRead]:
    """No token is certain beside one that shows the same on quite another colour: the flowers of a cloth look
    like toothed wheels. A token that mirrors a lamp may be of any.
    """
    tokens = [face for face in read if face.certain and _is_token(face)]
    return [
        replace(face, certain=False)
        if _is_token(face) and any(_is_of_another_make(face, token) for token in tokens)
        else face
        for face in read
    ]


def _without_flowers(read: Sequence[FaceRead], faces: Sequence[KnownFace]) -> list[FaceRead]:
    """No token is certain whose teeth may be petals where more flowers than a box has tokens look like it: of
    some of these their neighbours hide a part.
    """
    flowers = [face for face in read if _is_token(face) and has_other_teeth(face.mark, faces)]

    def may_be_a_flower(face: FaceRead) -> bool:
        alike = sum(flower.face == face.face for flower in flowers)
        is_token = _is_token(face) and alike > MOST_ALIKE
        return is_token and has_other_teeth(face.mark, faces, among_flowers=True)

    return [replace(face, certain=False) if may_be_a_flower(face) else face for face in read]


def _is_of_another_make(one: FaceRead, other: FaceRead) -> bool:
    if one.face != other.face or has_burnt_out_body(one.mark.body) or has_burnt_out_body(other.mark.body):
        return False
    return bool(np.linalg.norm((one.mark.body - other.mark.body)[1:]) > ONE_MAKE)


def _without_strangers(read: Sequence[FaceRead]) -> list[FaceRead]:
    """None is certain, but for what is just like a known face, where most of what surely are dice with signs,
    and as large, carry none that is known.
    """
    marked = [face for face in read if _is_surely_marked(face)]

    def lies_among_strangers(face: FaceRead) -> bool:
        as_large = [one for one in marked if _is_as_wide(one, face.top.r, ABOUT_AS_LARGE)]
        strangers = sum(one.likeness < NEAR_ENOUGH for one in as_large)
        return face.likeness < AS_SHOWN and strangers >= STRANGERS and 2 * strangers >= len(as_large)

    return [replace(face, certain=False) if lies_among_strangers(face) else face for face in read]


def _is_surely_marked(face: FaceRead) -> bool:
    """Is it surely a cube or a token with a sign? The numerals of d8s nobody need have shown."""
    shape = face.kind.shape
    if face.is_bare or shape == "d8":
        return False
    return face.top.confidence > BEYOND_DOUBT and face.mark.share(shape) > SURELY_OF_A_SHAPE


def _without_blocks(read: Sequence[FaceRead]) -> list[FaceRead]:
    """No bare cube is certain beside another where no die with a sign is: these are building blocks, or what
    other games have, unless somebody threw just so many dice.
    """
    blocks = [face for face in read if _is_bare_cube(face) and face.top.confidence > BEYOND_DOUBT]
    if len(blocks) < 2 or any(face.certain and not face.is_bare for face in read):
        return list(read)
    return [replace(face, certain=False) if _is_bare_cube(face) else face for face in read]


def _is_bare_cube(face: FaceRead) -> bool:
    return face.is_bare and face.kind.shape == "cube"


def _is_token(face: FaceRead) -> bool:
    return face.kind.shape == "token"


def _is_as_wide(face: FaceRead, r: float, times: float = AS_LARGE) -> bool:
    return r / times < face.top.r < r * times
