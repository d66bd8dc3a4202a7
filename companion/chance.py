"""Virtual dice and virtual decks: chance that answers for a table without the real ones."""

from __future__ import annotations

from random import Random, SystemRandom

from companion.engine import random_player
from companion.engine.questions import Draw, Roll, Words


class Chance:
    """Throws and draws. Two with the same seed bring the same; without a seed the system's own chance does.

    What was taken back (`offered`) comes again before anything new: a throw that was seen has been thrown.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._rng: Random = SystemRandom() if seed is None else Random(seed)

    def throw(self, roll: Roll, offered: Words = ()) -> Words:
        """A face for each die of `roll`."""
        return offered or random_player.thrown(self._rng, roll)

    def draw(self, draw: Draw, offered: Words = ()) -> Words:
        """Cards from the top of a shuffled deck, as many as may come."""
        return offered or random_player.drawn(self._rng, draw)
