"""A face that was read: its place, its mark, and its name."""

from __future__ import annotations

from dataclasses import dataclass

from vision.dice_sets import Kind
from vision.finding.top_finder import Top
from vision.signs.known import is_bare
from vision.signs.marks import Mark


@dataclass(frozen=True)
class FaceRead:
    """A face with its name. `chances` are those of the faces that it may show, together at most 1,
    `likely` is how likely a die lies there at all, `likeness` how like it is to the nearest known face (1
    is just like it), and `printed` whether something is on it, whatever it is called.
    """

    top: Top
    mark: Mark
    kind: Kind
    kind_is_sure: bool
    chances: dict[str, float]
    certain: bool
    likely: float = 1.0
    likeness: float = 1.0
    printed: bool = False

    @property
    def face(self) -> str:
        """The likeliest face."""
        return max(self.chances, key=lambda face: self.chances[face])

    @property
    def is_bare(self) -> bool:
        """Is that a face with nothing on it?"""
        return is_bare(self.face, self.printed)
