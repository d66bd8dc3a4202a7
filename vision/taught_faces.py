"""From examples to known faces: what the net says of every face that somebody showed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.dice_sets import Kind
from vision.drawings import UNMARKED
from vision.profiles import Example, Profile
from vision.signs.bare import bare_under_lamp
from vision.signs.known import KnownFace, is_bare, is_printed, tint_over
from vision.signs.marks import FACE, Mark, MarkReader, in_size, shipped
from vision.signs.prints import Prints
from vision.signs.teeth import Teeth, teeth_of

# A finder may miss the size of a face by so much, most where a token has a ring around its mark: each example
# is looked at as if it had.
SIZES = (0.87, 1.15)


class Look(NamedTuple):
    """An example, and what the net says of it: as it was shown, then as if it were smaller and larger."""

    example: Example
    marks: Sequence[Mark]


def faces_of(profile: Profile, reader: MarkReader | None = None) -> tuple[KnownFace, ...]:
    """What the net says of every face of the profile; it is not loaded for one without examples."""
    return tuple(known_face(kind, looks_at(shown, reader)) for kind, shown in profile.by_face())


def looks_at(shown: Sequence[Example], reader: MarkReader | None = None) -> list[Look]:
    """What the net says of each of these examples."""
    reader = reader or shipped()
    return [Look(example, _marks_of(example, reader)) for example in shown]


def _marks_of(example: Example, reader: MarkReader) -> list[Mark]:
    crops = [example.crop, *(in_size(example.crop, size) for size in SIZES)]
    marks = reader.marks_of(crops)
    if example.face != UNMARKED:
        return marks
    # Whatever is bright on a face that is said to be bare is a lamp.
    return [bare_under_lamp(mark, crop, (), reader) or mark for mark, crop in zip(marks, crops, strict=True)]


def known_face(kind: Kind, looks: Sequence[Look]) -> KnownFace:
    """What is known of a face of that kind by the looks at its examples, one at least."""
    as_shown = [look.marks[0] for look in looks]
    every = [mark for look in looks for mark in look.marks]
    face, is_token = looks[0].example.face, kind.shape == "token"
    printed = face == UNMARKED and is_printed(as_shown)
    bodies = [mark.body_of(is_bare(face, printed)) for mark in as_shown]
    return KnownFace(
        kind.name,
        face,
        np.stack([mark.direction for mark in every]),
        tint_over(as_shown),
        np.asarray(np.median(bodies, axis=0), np.float32),
        Prints([one for mark in every for one in mark.prints]),
        # A die mirrors a lamp now and then, a token of cardboard or wood none.
        (max if is_token else min)(mark.unevenness for mark in as_shown),
        printed,
        once=len(looks) == 1,
        inverted=is_token,
        teeth=_usual_teeth(looks) if is_token else None,
    )


def _usual_teeth(looks: Sequence[Look]) -> Teeth:
    every = [teeth_of(look.example.crop, FACE) for look in looks]
    return Teeth(*np.median(every, axis=0).tolist())
