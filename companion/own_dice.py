"""A game's own dice, as they lie in the box that a table plays with."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Game
from companion.standin import key
from vision.dice_sets import SETS, DiceSet


def own_dice(game: Game[Any]) -> DiceSet:
    """The dice of `game` with the faces that its content says they carry."""
    return SETS[game.id].carrying({kind: faces for kind, (_, faces) in game.dice.items()}, key(game))
