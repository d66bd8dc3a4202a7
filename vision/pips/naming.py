"""From pips to the words of a dice set: which kind a die is, by its body's colour, and what its face is
called.
"""

from __future__ import annotations

from collections.abc import Mapping

from vision.dice_sets import DiceSet, Kind

# Colours that light or a camera's white balance turn into one another.
LIKE = {
    "white": {"white", "grey"},
    "black": {"black", "grey"},
    "yellow": {"yellow", "orange"},
    "blue": {"blue"},
    "pink": {"pink", "purple"},
}


def kind_of(colour: str, dice_set: DiceSet, expected: Mapping[str, int] | None) -> tuple[Kind, bool]:
    """The kind a stand-in die of that colour belongs to, and whether that is beyond doubt.

    A set of one kind, and a throw of one kind, may use dice of any colour.
    """
    if len(dice_set.kinds) == 1:
        return dice_set.kinds[0], True
    exact = [kind for kind in dice_set.kinds if colour in kind.colours]
    if exact:
        return exact[0], True
    thrown = [kind for kind in dice_set.kinds if expected and expected.get(kind.name, 0) > 0]
    if len(thrown) == 1:
        return thrown[0], True
    near = [kind for kind in dice_set.kinds if any(colour in LIKE.get(own, ()) for own in kind.colours)]
    return (near or thrown or list(dice_set.kinds))[0], False


def face_of(pips: int, kind: Kind) -> str:
    """What a stand-in die with so many pips on top means."""
    return kind.stand_in[pips - 1]
