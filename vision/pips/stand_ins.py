"""From pips to the words of a dice set: which kind a die is, by its body's colour, and what its face is
called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.asked import Asked
from vision.dice_sets import Kind
from vision.kinds import SURELY, BodySeen, fits_by_colour, light_of
from vision.pips.body_colours import body_colour, has_light_pips
from vision.pips.votes import Vote
from vision.reading import Picture


@dataclass(frozen=True)
class StandIn:
    """The kind that an ordinary die stands in for, whether that is beyond doubt, and whether its colour alone
    says so.
    """

    kind: Kind
    is_sure: bool
    by_colour: bool


def stand_ins(picture: Picture, votes: Sequence[Vote], asked: Asked) -> list[StandIn]:
    """What each of the dice in `picture` (BGR) stands in for.

    A set of one kind may use dice of any colour, a throw of one kind those of any that is no other kind's.
    """
    kinds = asked.dice.kinds
    if len(kinds) == 1:
        return [StandIn(kinds[0], True, False) for _ in votes]
    bodies = [_body(picture, one) for one in votes]
    light = light_of(picture, [body.colour for body in bodies])
    fits = fits_by_colour(bodies, kinds, (), light, asked.thrown)
    thrown = [kind for kind in kinds if asked.was_thrown(kind)]
    return [_stand_in(fit, body, kinds, thrown) for fit, body in zip(fits, bodies, strict=True)]


def _body(picture: Picture, vote: Vote) -> BodySeen:
    colour = np.asarray(body_colour(picture, vote), np.float32)
    return BodySeen(colour, has_light_pips(picture, vote), vote.sureness)


def _stand_in(
    fit: Mapping[str, float], body: BodySeen, kinds: Sequence[Kind], thrown: Sequence[Kind]
) -> StandIn:
    kind = max(kinds, key=lambda one: (fit[one.name], one in thrown))
    # A body may be burnt out, or mirror all the light there is: only its pips tell white and black then.
    is_told = body.ink_is_light is not None or not {"white", "black"} & set(kind.colours)
    if fit[kind.name] == SURELY and is_told:
        return StandIn(kind, True, True)
    return StandIn(thrown[0], True, False) if len(thrown) == 1 else StandIn(kind, False, False)


def face_of(pips: int, kind: Kind) -> str:
    """What a stand-in die with so many pips on top means."""
    return kind.stand_in[pips - 1]
