"""Reads the path-traced pictures of a folder as somebody's companion would, and prints how well that went."""

from __future__ import annotations

import csv
import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click
import cv2
import numpy as np

from vision import read
from vision.dice_sets import SETS, DiceSet
from vision.files import read_picture
from vision.profiles import Example, Profile
from vision.reading import Picture
from vision.taught_faces import faces_of
from vision.teaching import BadExample, example_crop


@dataclass(frozen=True)
class Lying:
    """A die as it was rendered: in pixels its place, and half its width."""

    kind: str
    face: str
    x: float
    y: float
    r: float


def labels(folder: Path) -> dict[str, list[Lying]]:
    """What lies in each picture, as Blender wrote it down."""
    found: dict[str, list[Lying]] = defaultdict(list)
    for file in sorted(folder.glob("labels-*.csv")):
        with file.open() as rows:
            for name, kind, face, x, y, r in csv.reader(rows):
                found[name].append(Lying(kind, face, float(x), float(y), float(r)))
    return found


def taught(dice: DiceSet, folder: Path, pictures: Iterable[tuple[str, Lying]]) -> tuple[DiceSet, int]:
    """The set as it is known after a lesson, and how many pictures were refused."""
    profile, refused = Profile(dice), 0
    for name, lying in pictures:
        try:
            crop = example_crop(read_picture(folder / f"{name}.png"), dice)
        except BadExample:
            refused += 1
        else:
            profile = profile.with_example(Example(lying.kind, lying.face, crop))
    return dice.taught(faces_of(profile)), refused


def counted(dice: DiceSet, picture: Picture, lying: Iterable[Lying]) -> Counter[str]:
    """How the dice of one picture were read."""
    count: Counter[str] = Counter()
    left = list(read(picture, dice).dice)
    for one in lying:
        count["dice"] += 1
        near = [die for die in left if math.hypot(die.x - one.x, die.y - one.y) < 0.6 * one.r]
        if near:
            die = near[0]
            left.remove(die)
            right = (die.kind, die.face) == (one.kind, one.face)
            count["right"] += right
            count["right and certain"] += right and die.certain
            count["wrong and certain"] += die.certain and not right
    # What is no die, and was taken for one.
    count["wrong and certain"] += sum(die.certain for die in left)
    return count


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True))
@click.option("--blur", default=0.0, help="Blur throws by a bell curve of so many pixels first.")
def main(folder: Path, blur: float) -> None:
    """Reads the pictures in FOLDER."""
    cv2.setNumThreads(1)
    pictures = labels(folder)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for box in sorted({name.rsplit("-", 2)[0] for name in pictures}):
        whose, dice_name, number = box.rsplit("-", 2)
        dice = SETS[dice_name]
        row = ", ".join((whose, dice_name) if number.isdigit() else (whose, dice_name, number))
        if whose == "strangers":
            shown = [(name, pictures[name][0]) for name in pictures if name.startswith(f"{box}-teach-")]
            dice, counts[row]["refused"] = taught(dice, folder, shown)
        for name in pictures:
            if name.startswith(f"{box}-throw-"):
                picture = read_picture(folder / f"{name}.png")
                if blur:
                    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
                counts[row] += counted(dice, picture, pictures[name])
    print_counts(counts)
    print_where_nothing_lies(folder)


def print_counts(counts: dict[str, Counter[str]]) -> None:
    """A table of how each sort of dice was read."""
    print("| dice | count | right | right and certain | wrong and certain |\n|---|---|---|---|---|")
    for row, count in sorted(counts.items()):
        share = {what: f"{count[what] / count['dice']:.1%}" for what in ("right", "right and certain")}
        wrong = count["wrong and certain"]
        print(f"| {row} | {count['dice']} | {share['right']} | {share['right and certain']} | {wrong} |")


def print_where_nothing_lies(folder: Path) -> None:
    """What was certain in pictures of other things, foreign dice and candies alone, by every dice set."""
    for sort in ("nothing", "foreign", "candies"):
        empty = sorted(folder.glob(f"shipped-d6-{sort}-throw-*.png"))
        for name, dice in SETS.items() if empty else ():
            seen = [
                (file.stem, die)
                for file in empty
                for die in read(read_picture(file), dice).dice
                if die.certain
            ]
            print(f"{sort}, {name}: {len(empty)} pictures, {len(seen)} certain")
            for picture, die in seen:
                print(f"    {picture}: {die.kind} {die.face} at {die.x:.0f}, {die.y:.0f}")


if __name__ == "__main__":
    main()
