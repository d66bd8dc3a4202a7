"""Ordinary six-sided dice in the place of a game's own: which pip means which face.

The pips stand for the faces in the order of the content file, so the key follows the box. Kinds are told
apart by the colours of the dice, or thrown one after another; never by where a die lies.
"""

from __future__ import annotations

from typing import Any

from companion.engine.game import Game
from companion.engine.questions import Words

PIPS = 6


def key(game: Game[Any]) -> dict[str, Words]:
    """For each kind of die that six sides can stand for: what 1 to 6 pips mean, in the game's words.

    A kind with two or three sides has each of them on three or two pips.
    """
    return {kind: tuple(faces[pip * len(faces) // PIPS] for pip in range(PIPS))
            for kind, (_, faces) in game.dice.items() if PIPS % len(faces) == 0}


def colours(game: Game[Any]) -> dict[str, str]:
    """For each kind of die of `game`: the colour of the ordinary die that stands for it."""
    return {kind: colour for kind, (colour, _) in game.dice.items()}
