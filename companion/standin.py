"""Ordinary dice in the place of a game's own: which pip means which face.

Pip k means the k-th face of the content file, so the key follows the box. Kinds are told apart by the
colours of the dice, or thrown one after another; never by where a die lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Game
from companion.engine.questions import Words


def key(game: Game[Any]) -> dict[str, Words]:
    """For each kind of six-sided die of `game`: what 1 to 6 pips mean, in the game's words."""
    dice: Mapping[str, Any] = game.content.get("dice", {})
    return {kind: tuple(_word(face) for face in die["faces"])
            for kind, die in dice.items() if len(die["faces"]) == 6}


def colours(game: Game[Any]) -> dict[str, str]:
    """For each kind of die of `game`: the colour of its body, by which it is told from the others."""
    dice: Mapping[str, Any] = game.content.get("dice", {})
    return {kind: str(die["colour"]) for kind, die in dice.items() if "colour" in die}


def _word(face: str | list[str]) -> str:
    """A face in one word; the symbols of a face that bears several are joined by a plus."""
    return face if isinstance(face, str) else "+".join(face) or "blank"
