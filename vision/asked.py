"""What is played with, and what was thrown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.dice_sets import DiceSet, Kind
from vision.signs.known import KnownFace


@dataclass(frozen=True)
class Asked:
    """The dice that are played with, the signs that these may show (none of dice with pips or numerals
    alone), and how many of each kind were thrown; None where nobody told.
    """

    dice: DiceSet
    faces: Sequence[KnownFace] = ()
    thrown: Mapping[str, int] | None = None

    @property
    def count(self) -> int | None:
        """How many dice were thrown, whatever their kinds."""
        return None if self.thrown is None else sum(self.thrown.values())

    @property
    def has_more_than_pips(self) -> bool:
        """Do dice carry something other than pips?"""
        return bool(self.faces) or self.dice.has_numerals

    @property
    def is_readable(self) -> bool:
        """Is anything known of what dice may show?"""
        return self.dice.has_key or self.has_more_than_pips

    def was_thrown(self, kind: Kind) -> bool:
        """Was a die of that kind surely thrown?"""
        return self.thrown is not None and self.thrown.get(kind.name, 0) > 0
