"""How well dice are read on labelled photographs: a table with a line for each folder of them.

    python tests/benchmarks/reading.py PHOTOS [--dice d6] [--folder NAME --weights ONNX] [--every N] [--wrong]

PHOTOS holds folders of pictures and a labels.csv with the columns file, kind, face, x, y, r: a row a die;
x, y and r (middle and about half the width) may be empty where a picture holds one die only. Dice of
another kind than the set's must not be read for certain; for them only «certain» and «wrong» have a
meaning.
"""

from __future__ import annotations

import argparse
import csv
import math
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import process_time

import cv2

from vision import DieSeen, net, read
from vision.files import read_picture

D6 = "d6"


@dataclass
class Label:
    kind: str
    face: str
    x: float | None
    y: float | None
    r: float | None


@dataclass
class Tally:
    """Counts over one folder."""

    pictures: int = 0
    pictures_right: int = 0
    dice: int = 0
    right: int = 0
    certain: int = 0
    certain_right: int = 0
    stray: int = 0
    ms: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def line(self, name: str) -> str:
        wrong = self.certain - self.certain_right
        return (
            f"{name:<22}{self.pictures:>9}{self.dice:>7}{_share(self.right, self.dice):>9}"
            f"{_share(self.pictures_right, self.pictures):>10}{_share(self.certain_right, self.dice):>15}"
            f"{self.certain:>9}{wrong:>7}{self.stray:>7}{median(self.ms):>7.0f}{max(self.ms):>7.0f}"
        )


HEADING = (
    f"{'folder':<22}{'pictures':>9}{'dice':>7}{'right':>9}{'pictures':>10}{'right+certain':>15}"
    f"{'certain':>9}{'wrong':>7}{'stray':>7}{'ms':>7}{'max':>7}"
)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def labels_of(photos: Path) -> dict[str, list[Label]]:
    """The dice of each picture. A picture without dice has no row and is found in its folder all the same."""
    labels: dict[str, list[Label]] = defaultdict(list)
    with (photos / "labels.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            place = [float(row[name]) if row[name] else None for name in ("x", "y", "r")]
            labels[row["file"]].append(Label(row["kind"], row["face"], *place))
    return labels


def matched(dice: tuple[DieSeen, ...], labels: list[Label]) -> dict[int, int]:
    """Which die of the reading (by place) is which label: nearest first, each used once."""
    gaps = []
    for i, die in enumerate(dice):
        for j, label in enumerate(labels):
            if label.x is None or label.y is None or label.r is None:
                gaps.append((0.0, i, j))
                continue
            gap = math.hypot(die.x - label.x, die.y - label.y)
            if gap < max(0.9 * label.r, 0.5 * die.r):
                gaps.append((gap, i, j))
    pairs: dict[int, int] = {}
    for _, i, j in sorted(gaps):
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


def count(tally: Tally, dice: tuple[DieSeen, ...], labels: list[Label], name: str) -> None:
    pairs = matched(dice, labels)
    right = 0
    for i, die in enumerate(dice):
        truth = labels[pairs[i]].face if i in pairs else None
        right += die.face == truth
        tally.stray += truth is None
        tally.certain += die.certain
        tally.certain_right += die.certain and die.face == truth
        if die.certain and die.face != truth:
            tally.wrong.append(
                f"{name}: read {die.face} for {truth} at {die.x:.0f}, {die.y:.0f}, r {die.r:.0f}"
            )
    tally.pictures += 1
    tally.dice += len(labels)
    tally.right += right
    tally.pictures_right += right == len(labels) == len(dice)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("photos", type=Path)
    parser.add_argument("--dice", default=D6)
    parser.add_argument("--folder", help="this one alone")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="a sample: each Nth picture")
    parser.add_argument(
        "--weights", type=Path, default=net.WEIGHTS, help="of a net that knows no such folder"
    )
    parser.add_argument("--wrong", action="store_true", help="list what was read wrong for certain")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    net.WEIGHTS = options.weights
    labels = labels_of(options.photos)
    tallies: dict[str, Tally] = defaultdict(Tally)
    for path in sorted(options.photos.glob(f"{options.folder or '*'}/*"))[:: options.every]:
        if path.suffix.lower() not in (".jpg", ".jpeg", ".png"):
            continue
        name = path.relative_to(options.photos).as_posix()
        picture = read_picture(path)
        started = process_time()
        reading = read(picture, options.dice)
        tally = tallies[path.parent.name]
        tally.ms.append((process_time() - started) * 1000)
        count(tally, reading.dice, [label for label in labels[name] if label.kind == options.dice], name)
    print(HEADING)
    for name, tally in tallies.items():
        print(tally.line(name))
        if options.wrong:
            print("\n".join(f"    {line}" for line in tally.wrong))


if __name__ == "__main__":
    main()
