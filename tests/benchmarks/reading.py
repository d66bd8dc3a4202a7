"""How well dice are read on labelled photographs: a row for each folder of them and each set of dice.

    python -m tests.benchmarks.reading PHOTOS [--folder NAME] [--weights DIR] [--every N] [--wrong]

PHOTOS holds folders of pictures and a labels.csv with the columns file, kind, face, x, y, r: a row a die;
x, y and r (middle and about half the width) may be empty where a picture holds one die only. Each picture
is read as the set that has the kinds that lie there, and as every other set too: then nothing may be
certain. In brackets are 95 % bounds: few dice prove little.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2

from tests.benchmarks.counting import (
    HEADING,
    Label,
    Tally,
    labels_of,
    pictures_of,
    reliability,
)
from vision import read
from vision.dice_sets import SETS
from vision.files import read_picture
from vision.finding import spots, top_finder
from vision.pips import net
from vision.signs import marks, numerals

OTHERS = ("d6", "quick_and_undead")
"""Sets whose dice are the likeliest to be seen in dice of other kinds."""


def own_sets(labels: Sequence[Label]) -> list[str]:
    """The sets that the dice of a picture belong to."""
    kinds = {label.kind for label in labels}
    return [name for name, dice_set in SETS.items() if kinds & {kind.name for kind in dice_set.kinds}]


def read_folders(photos: Path, folder: str = "*", every: int = 1) -> Mapping[tuple[str, str, bool], Tally]:
    """A tally for each set and folder; and whether the set's own dice lie there."""
    labels = labels_of(photos)
    tallies: dict[tuple[str, str, bool], Tally] = defaultdict(Tally)
    for path in pictures_of(photos, folder, every):
        name = path.relative_to(photos).as_posix()
        picture = read_picture(path)
        own = own_sets(labels[name])
        for dice in dict.fromkeys([*own, *OTHERS]):
            reading = read(picture, dice)
            kinds = {kind.name for kind in SETS[dice].kinds}
            lying = [label for label in labels[name] if label.kind in kinds]
            tally = tallies[dice, path.parent.name, dice in own]
            if any(problem.id == "not_readable" for problem in reading.problems):
                continue
            tally.count(reading.dice, lying, name)
    return tallies


def report(tallies: Mapping[tuple[str, str, bool], Tally], *, wrong: bool = False) -> list[str]:
    """The tables, and what confidence was worth."""
    lines = []
    for dice in dict.fromkeys(name for name, _, _ in tallies):
        own = {folder: tally for (name, folder, is_own), tally in tallies.items() if name == dice and is_own}
        foreign = {f: tally for (name, f, is_own), tally in tallies.items() if name == dice and not is_own}
        lines += ["", f"Read as {dice}", HEADING]
        for folder, tally in own.items():
            lines.append(tally.line(folder) if tally.pictures else f"{folder:<36} cannot be read yet")
        total = sum(own.values(), Tally())
        if total.pictures:
            lines += [total.line("all of them"), *total.size_lines()]
            lines += ["", "What confidence was worth:", *reliability(total.claims)]
        for folder, tally in foreign.items():
            if not tally.pictures:
                continue
            said = f"{tally.pictures:>6} pictures, {tally.dice.wrong} dice certain where none may be"
            lines.append(f"{'other dice, or none: ' + folder:<42}{said}")
        if wrong:
            lines += ["    " + line for tally in (*own.values(), *foreign.values()) for line in tally.wrong]
    return lines


def use_weights(folder: Path) -> None:
    """Read with the nets in `folder`, which may know less than the shipped ones."""
    nets = (spots, net, top_finder, marks, numerals)
    found = [module for module in nets if (folder / module.WEIGHTS.name).is_file()]
    if not found:
        raise SystemExit(
            f"There is no net in {folder}: spots.onnx, d6.onnx, tops.onnx, marks.onnx or numerals.onnx."
        )
    for module in found:
        module.WEIGHTS = folder / module.WEIGHTS.name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("photos", type=Path)
    parser.add_argument("--folder", default="*", help="this one alone")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="a sample: each Nth picture")
    parser.add_argument(
        "--weights", type=Path, help="a folder with nets to use in place of the shipped ones of their names"
    )
    parser.add_argument("--wrong", action="store_true", help="list what was read wrong for certain")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.weights:
        use_weights(options.weights)
    tallies = read_folders(options.photos, options.folder, options.every)
    print("\n".join(report(tallies, wrong=options.wrong)))


if __name__ == "__main__":
    main()
