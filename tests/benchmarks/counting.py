"""Counting how well dice are read: shares with bounds, classes of size, what confidence is worth."""

from __future__ import annotations

import csv
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Protocol

SIZES = ((0, 25, "under 25"), (25, 40, "25 to 40"), (40, 10_000, "40 and more"))
LEVELS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 1.01)
PICTURES = (".jpg", ".jpeg", ".png")


@dataclass
class Label:
    """A die as a person, or the renderer, labelled it."""

    kind: str
    face: str
    x: float | None = None
    y: float | None = None
    r: float | None = None


class Seen(Protocol):
    """A die as some reader saw it."""

    face: str
    confidence: float
    certain: bool
    x: float
    y: float
    r: float


def labels_of(photos: Path) -> dict[str, list[Label]]:
    """The dice of each picture. A picture without dice has no row and is found in its folder all the same."""
    labels: dict[str, list[Label]] = defaultdict(list)
    with (photos / "labels.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            place = [float(row[name]) if row[name] else None for name in ("x", "y", "r")]
            labels[row["file"]].append(Label(row["kind"], row["face"], *place))
    return labels


def pictures_of(photos: Path, folder: str = "*", every: int = 1) -> Iterator[Path]:
    """The pictures in the folders, a sample of them."""
    found = sorted(path for path in photos.glob(f"{folder}/*") if path.suffix.lower() in PICTURES)
    yield from found[::every]


def bounds(part: int, whole: int) -> tuple[float, float]:
    """Wilson's bounds: with 95 % certainty the true share lies between them."""
    if not whole:
        return 0.0, 1.0
    z2, share = 1.96**2, part / whole
    middle = (share + z2 / (2 * whole)) / (1 + z2 / whole)
    reach = 1.96 / (1 + z2 / whole) * math.sqrt(share * (1 - share) / whole + z2 / (4 * whole**2))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def share(part: int, whole: int) -> str:
    """A share with its bounds, in per cent."""
    if not whole:
        return "-"
    low, high = bounds(part, whole)
    return f"{100 * part / whole:.1f} ({100 * low:.1f}-{100 * high:.1f})"


def matched(dice: Sequence[Seen], labels: Sequence[Label]) -> dict[int, int]:
    """Which die of the reading (by place) is which label: nearest first, each used once.

    A label without a place is of a picture's one die: the surest that was read.
    """
    gaps = []
    for i, die in enumerate(dice):
        for j, label in enumerate(labels):
            if label.x is None or label.y is None or label.r is None:
                gaps.append((-die.confidence - die.certain, i, j))
                continue
            gap = math.hypot(die.x - label.x, die.y - label.y)
            if gap < max(0.9 * label.r, 0.5 * die.r):
                gaps.append((gap, i, j))
    pairs: dict[int, int] = {}
    for _, i, j in sorted(gaps):
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


@dataclass
class Dice:
    """Counts of dice."""

    all: int = 0
    right: int = 0
    certain_right: int = 0
    wrong: int = 0
    """Read for certain and wrong, those among them where no die lies."""

    def __add__(self, other: Dice) -> Dice:
        return Dice(
            self.all + other.all,
            self.right + other.right,
            self.certain_right + other.certain_right,
            self.wrong + other.wrong,
        )


@dataclass
class Tally:
    """What came of reading some pictures."""

    pictures: int = 0
    pictures_right: int = 0
    sizes: dict[str, Dice] = field(default_factory=lambda: {name: Dice() for _, _, name in SIZES})
    claims: list[tuple[float, bool]] = field(default_factory=list)
    """Confidence, and whether it was right, of everything that was called a die."""
    wrong: list[str] = field(default_factory=list)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.pictures + other.pictures,
            self.pictures_right + other.pictures_right,
            {name: self.sizes[name] + other.sizes[name] for name in self.sizes},
            self.claims + other.claims,
            self.wrong + other.wrong,
        )

    @property
    def dice(self) -> Dice:
        return sum(self.sizes.values(), Dice())

    def count(self, dice: Sequence[Seen], labels: Sequence[Label], name: str) -> None:
        """Compare the reading of one picture with the truth."""
        pairs = matched(dice, labels)
        seen_as = {j: i for i, j in pairs.items()}
        right = 0
        for j, label in enumerate(labels):
            die = dice[seen_as[j]] if j in seen_as else None
            counts = self.sizes[_size(die, label)]
            counts.all += 1
            if die is not None and die.face == label.face:
                right += 1
                counts.right += 1
                counts.certain_right += die.certain
        for i, die in enumerate(dice):
            truth = labels[pairs[i]].face if i in pairs else None
            self.claims.append((die.confidence, die.face == truth))
            if die.certain and die.face != truth:
                self.sizes[_size(die, None)].wrong += 1
                said = "no die" if truth is None else truth
                self.wrong.append(f"{name}: read {die.face} for {said} at {die.x:.0f}, {die.y:.0f}")
        self.pictures += 1
        self.pictures_right += right == len(labels) == len(dice)

    def line(self, name: str) -> str:
        """A row of the table that `HEADING` heads."""
        dice = self.dice
        return (
            f"{name:<36}{self.pictures:>6}{share(self.pictures_right, self.pictures):>19}{dice.all:>7}"
            f"{share(dice.right, dice.all):>19}{share(dice.certain_right, dice.all):>19}{_wrong(dice):>22}"
        )

    def size_lines(self) -> list[str]:
        """A row for each class of size in which there are dice."""
        return [
            f"{'  ' + name + ' pixels':<61}{dice.all:>7}{share(dice.right, dice.all):>19}"
            f"{share(dice.certain_right, dice.all):>19}{_wrong(dice):>22}"
            for name, dice in self.sizes.items()
            if dice.all or dice.wrong
        ]


HEADING = (
    f"{'':<36}{'pics':>6}{'all right, %':>19}{'dice':>7}{'right, %':>19}{'right, certain, %':>19}"
    f"{'wrong, certain, ‰':>22}"
)


def _wrong(dice: Dice) -> str:
    _, most = bounds(dice.wrong, max(1, dice.all))
    return f"{dice.wrong} (at most {1000 * most:.1f})"


def _size(die: Seen | None, label: Label | None) -> str:
    """Boxes are drawn in many ways: where a die was found, it tells its width itself."""
    width = 2 * (die.r if die is not None else (label.r if label is not None else None) or 30.0)
    return next(name for least, most, name in SIZES if least <= width < most)


def reliability(claims: Iterable[tuple[float, bool]]) -> Iterator[str]:
    """What confidence was worth: of claims of about this confidence, so many were right."""
    given = list(claims)
    for least, most in pairwise(LEVELS):
        some = [(confidence, right) for confidence, right in given if least <= confidence < most]
        if some:
            mean = sum(confidence for confidence, _ in some) / len(some)
            right = sum(right for _, right in some)
            yield (
                f"  confidence {least:.2f} to {min(most, 1.0):.2f}: mean {mean:.3f}, "
                f"{share(right, len(some))} % of {len(some)} right"
            )
