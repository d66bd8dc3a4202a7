"""Which of the faces that somebody showed the reader would take for one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from vision.dice_sets import Kind
from vision.profiles import Profile
from vision.reading import Message
from vision.signs.known import TOO_ALIKE, KnownFace, nearness
from vision.taught_faces import Look, known_face, looks_at

# Bodies (Lab) nearer than the first tell little beside what lies on them; by those nearer than the second no
# two kinds can be told apart, whose faces are the same.
LIKE_BODIES, SAME_BODY = 40.0, 15.0
# Faces that look much alike are told apart all the same where each example is so much nearer to the others of
# its face than to the other face. Of eleven such pairs in 17 boxes one came to 0.05, stairs and tallies that
# are taken for one another, and the others to 0.17 and more.
LEAD = 0.12


@dataclass(frozen=True)
class Confusion:
    """Two faces that are alike: 1 would be the same."""

    kind: str
    face: str
    other_kind: str
    other: str
    likeness: float

    @property
    def message(self) -> Message:
        """What to do about it."""
        if self.face == self.other:
            return Message(
                "{kind} {face} and {other_kind} {face} look the same, and so do the dice. If one was named "
                "wrongly, forget it and show it anew; else mark the dice of one kind with a dot.",
                {"kind": self.kind, "face": self.face, "other_kind": self.other_kind},
            )
        if self.kind != self.other_kind:
            return Message(
                "{kind} {face} and {other_kind} {other} look alike and may be confused. Show both a few "
                "times more; if that does not help, mark one of them with a dot.",
                {"kind": self.kind, "face": self.face, "other_kind": self.other_kind, "other": self.other},
            )
        return Message(
            "{kind}: {face} and {other} look alike and may be confused. Show both a few times more; if that "
            "does not help, mark one of them with a dot.",
            {"kind": self.kind, "face": self.face, "other": self.other},
        )


def confusions(profile: Profile) -> list[Confusion]:
    """The pairs of faces that the reader would confuse, should they lie on one table; the worst first."""
    shown = [(kind, looks_at(examples)) for kind, examples in profile.by_face()]
    faces = [(kind, looks, known_face(kind, looks)) for kind, looks in shown]
    found = []
    for (kind, looks, one), (other_kind, other_looks, other) in combinations(faces, 2):
        alike = one.alike(other)
        if alike <= TOO_ALIKE or not _same_body(one, other):
            continue
        are_told = _are_told(kind, looks, other) and _are_told(other_kind, other_looks, one)
        if one.face == other.face or not are_told:
            found.append(Confusion(one.kind, one.face, other.kind, other.face, alike))
    return sorted(found, key=lambda pair: -pair.likeness)


def _are_told(kind: Kind, looks: Sequence[Look], rival: KnownFace) -> bool:
    """Is each of the looks at a face of that kind told from the rival by the others? One alone is not."""
    for number, look in enumerate(looks):
        others = [*looks[:number], *looks[number + 1 :]]
        if not others:
            return False
        (own,) = nearness(look.marks[0], [known_face(kind, others)])
        (near,) = nearness(look.marks[0], [rival])
        if own.lead(near) < LEAD:
            return False
    return True


def _same_body(one: KnownFace, other: KnownFace) -> bool:
    """Can the two only be told apart by what they show?"""
    if one.kind == other.kind or one.body is None or other.body is None:
        return True
    near = SAME_BODY if one.face == other.face else LIKE_BODIES
    return float(np.linalg.norm(one.body - other.body)) < near
