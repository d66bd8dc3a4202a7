"""From what was read to dice with names, as they lie in the picture that came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision import problems
from vision.asked import Asked
from vision.colours import name_of, white_of
from vision.crops import Place, resized
from vision.kinds import A_DIE
from vision.pips.body_colours import body_colour
from vision.pips.stand_ins import StandIn, face_of, stand_ins
from vision.pips.votes import Vote
from vision.reading import LONGEST_SIDE, DieSeen, Picture, Problem
from vision.signs.face_read import FaceRead


@dataclass(frozen=True)
class Frame:
    """A picture (BGR) as it came, and as it is read."""

    picture: Picture

    @cached_property
    def scale(self) -> float:
        """How many times as large as it came it is read; never larger."""
        return min(1.0, LONGEST_SIDE / int(max(self.picture.shape[:2])))

    @cached_property
    def small(self) -> Picture:
        """As large as it is read."""
        return resized(self.picture, self.scale) if self.scale < 1.0 else self.picture

    @cached_property
    def white(self) -> float:
        """How bright white is in it."""
        return white_of(self.small)

    def die(
        self, at: Place, kind: str, face: str, chances: Mapping[str, float], *, certain: bool, colour: str
    ) -> DieSeen:
        """A die that was read at a place, as it lies in the picture that came."""
        x, y = (at[0] + 0.5) / self.scale - 0.5, (at[1] + 0.5) / self.scale - 0.5
        r = at[2] / self.scale
        others = sorted(((f, round(c, 3)) for f, c in chances.items() if f != face), key=lambda o: -o[1])
        return DieSeen(
            kind,
            face,
            round(chances[face], 3),
            certain,
            round(x, 1),
            round(y, 1),
            round(r, 1),
            tuple(others),
            colour,
            _crop(self.picture, x, y, r),
        )


@dataclass(frozen=True)
class NamedDie:
    """A die with its names, how `likely` one lies there at all, and what may be in doubt of it beside its
    face.
    """

    die: DieSeen
    kind_is_sure: bool
    likely: float
    leans: bool = False


def named_dice(
    votes: Sequence[Vote], signs: Sequence[FaceRead], frame: Frame, asked: Asked
) -> list[NamedDie]:
    """What was read in the `frame`, with pips and with signs."""
    standing_in = stand_ins(frame.small, votes, asked) if votes else []
    found = [
        NamedDie(_with_pips(one, stand_in, frame), stand_in.is_sure, one.sureness, one.leans)
        for one, stand_in in zip(votes, standing_in, strict=True)
    ]
    return found + [NamedDie(_with_sign(one, frame), one.kind_is_sure, one.likely) for one in signs]


def doubts(dice: Sequence[NamedDie]) -> list[Problem]:
    """Which dice lean, and of which it is not known of what kind they are."""
    leaning = [problems.cocked(one.die.colour) for one in dice if one.leans]
    unknown = {one.die.colour for one in dice if not one.kind_is_sure and one.die.confidence > A_DIE}
    return leaning + [problems.unknown_colour(colour) for colour in sorted(unknown)]


def _with_pips(found: Vote, stand_in: StandIn, frame: Frame) -> DieSeen:
    kind = stand_in.kind
    by_its_body = kind.colours[0] if stand_in.by_colour else None
    colour = by_its_body or name_of(body_colour(frame.small, found), frame.white)
    faces: dict[str, float] = {}
    for value, chance in found.chances.items():
        faces[face_of(value, kind)] = faces.get(face_of(value, kind), 0.0) + chance
    at, face, certain = (found.x, found.y, found.r), face_of(found.face, kind), found.certain
    return frame.die(at, kind.name, face, faces, certain=certain and stand_in.is_sure, colour=colour)


def _with_sign(sign: FaceRead, frame: Frame) -> DieSeen:
    at, face = (sign.top.x, sign.top.y, sign.top.r), sign.face
    colour = name_of(np.asarray(sign.mark.body_of(sign.is_bare), np.float64), frame.white)
    return frame.die(at, sign.kind.name, face, sign.chances, certain=sign.certain, colour=colour)


def _crop(frame: Picture, x: float, y: float, r: float) -> Picture:
    """The die with a little of what is around it; narrower at the picture's edge."""
    reach = max(1.6 * r, 12.0)
    top, bottom = max(0, round(y - reach)), max(1, round(y + reach))
    left, right = max(0, round(x - reach)), max(1, round(x + reach))
    return frame[top:bottom, left:right].copy()
