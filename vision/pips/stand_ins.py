"""From pips to the words of a dice set: which kind a die is, by its body's colour, and what its face is
called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.asked import Asked
from vision.dice_sets import Kind
from vision.kinds import SURELY, fits_by_colour, light_of
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
    """What each of the dice in ``picture`` (BGR) stands in for.

    A set of one kind may use dice of any colour, a throw of one kind those of any that is no other kind's.
    """
    kinds = asked.dice.kinds
    if len(kinds) == 1:
        return [StandIn(kinds[0], True, False) for _ in votes]
    bodies = [np.asarray(body_colour(picture, one), np.float32) for one in votes]
    light = [has_light_pips(picture, one) for one in votes]
    sureness = [one.sureness for one in votes]
    fits = fits_by_colour(bodies, kinds, (), light_of(picture, bodies), light, sureness, asked.thrown)
    thrown = [kind for kind in kinds if asked.was_thrown(kind)]
    return [_stand_in(fit, is_light, kinds, thrown) for fit, is_light in zip(fits, light, strict=True)]


def _stand_in(
    fit: Mapping[str, float], has_light_pips: bool | None, kinds: Sequence[Kind], thrown: Sequence[Kind]
) -> StandIn:
    kind = max(kinds, key=lambda one: (fit[one.name], one in thrown))
    # A body may be burnt out, or mirror all the light there is: only its pips tell white and black then.
    is_told = has_light_pips is not None or not {"white", "black"} & set(kind.colours)
    if fit[kind.name] == SURELY and is_told:
        return StandIn(kind, True, True)
    return StandIn(thrown[0], True, False) if len(thrown) == 1 else StandIn(kind, False, False)


def face_of(pips: int, kind: Kind) -> str:
    """What a stand-in die with so many pips on top means."""
    return kind.stand_in[pips - 1]
