"""Everything that reading dice must show, from the pictures at hand: `make bench-vision PHOTOS=folder`.

    python -m tests.benchmarks.bench_vision [--photos PHOTOS] [--every N] [--throws 40] [--only 1,4]

PHOTOS is as in `tests.benchmarks.reading`; without it the photographs of the tests are read, of which the
shipped net may have seen some. One core; times are the processor's. In brackets are 95 % bounds (Wilson's):
few dice prove little, and a bar is met only where the worse bound meets it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np

from tests.benchmarks import cost
from tests.benchmarks.counting import HEADING, Label, Tally, share
from tests.benchmarks.reading import read_folders, report
from tests.benchmarks.rolls import Outcome, Player
from vision import read
from vision.dice_sets import SETS
from vision.rendering import random_scene, render
from vision.rendering.dice import label_of
from vision.rendering.view import view_of
from vision.simulated import HAND_FRAMES, SimulatedTray
from vision.simulated_dice import MAKES, Body

OWN_PHOTOS = Path(__file__).parents[1] / "vision" / "photos"
THROWS_OF_A_SET = 25
EMPTY_PICTURES = 120


def photographs(options: argparse.Namespace) -> Iterator[str]:
    """Labelled photographs, set by set and folder by folder."""
    tallies = read_folders(options.photos, every=options.every)
    yield from report(tallies, wrong=options.wrong)


def own_drawings(options: argparse.Namespace) -> Iterator[str]:
    """The sets with our own drawings, thrown in the simulated tray. It says little of real dice."""
    yield HEADING
    for name, dice_set in SETS.items():
        tally = Tally()
        for seed in range(THROWS_OF_A_SET):
            picture, labels = _thrown([kind.name for kind in dice_set.kinds], seed)
            reading = read(picture, name)
            if any(problem.id == "not_readable" for problem in reading.problems):
                break
            tally.count(reading.dice, labels, name)
        yield tally.line(name) if tally.pictures else f"{name:<36} its drawings cannot be read yet"
        yield from tally.wrong if options.wrong else ()


def _thrown(kinds: list[str], seed: int) -> tuple[np.ndarray, list[Label]]:
    """Six dice of these kinds at rest, and the truth about them."""
    rng = Random(seed)
    tray = SimulatedTray(seed, 1280, 720, die_size=rng.uniform(40, 80))
    bodies = [Body.of(kind, rng.choice(MAKES[kind].faces)) for kind in rng.choices(kinds, k=6)]
    tray.throw(bodies)
    while tray.moving:
        tray.frame()
    view = view_of(tray._camera)
    seen = [label_of(die, view, 1280, 720) for die in tray._dice]
    return tray.frame(), [Label(one.kind, one.face, one.x, one.y, one.r) for one in seen]


def nothing_there(options: argparse.Namespace) -> Iterator[str]:
    """Empty trays, cards, coins, pens and hands, as the renderer draws them: no die may be certain."""
    for name in SETS:
        certain = called = pictures = 0
        for picture in _without_dice():
            reading = read(picture, name)
            if any(problem.id == "not_readable" for problem in reading.problems):
                break
            pictures += 1
            called += len(reading.dice)
            certain += sum(die.certain for die in reading.dice)
        if pictures:
            yield f"  {name}: {pictures} pictures, {certain} dice certain, {called} asked about"
        else:
            yield f"  {name}: cannot be read yet"


def _without_dice() -> Iterator[np.ndarray]:
    rng = np.random.default_rng(3)
    for _ in range(EMPTY_PICTURES):
        yield render(replace(random_scene(rng, 640, 360), dice=()), rng)[0]
    for seed in range(6):
        tray = SimulatedTray(seed, 640, 360)
        tray.reach()
        yield from (tray.frame() for _ in range(HAND_FRAMES))


def speed(options: argparse.Namespace) -> Iterator[str]:
    """Time and memory, and other ways on the same pictures."""
    yield "A full read of six dice, 1280 by 720, in the simulated tray:"
    yield from cost.full_reads(8)
    yield from cost.watching()
    yield from cost.start_and_memory()
    yield from cost.weights()
    yield from cost.tray_speed()
    yield "Beside other ways, on the photographs of ordinary dice:"
    yield from cost.compared(options.photos, options.every)


def rolls(options: argparse.Namespace) -> Iterator[str]:
    """A roll's life; `python tests/benchmarks/rolls.py` plays more."""
    outcome = Outcome()
    player = Player(Random(1), outcome)
    for _ in range(options.throws):
        player.play()
    yield from ("  " + line for line in outcome.lines())
    counted = len(outcome.unasked) + len(outcome.twice)
    yield f"  unasked or counted twice, of all throws, %: {share(counted, outcome.throws)}"


def files(options: argparse.Namespace) -> Iterator[str]:
    """Broken, empty, huge and odd files, each read in a program of its own."""
    yield from cost.files()


PARTS: tuple[tuple[str, Callable[[argparse.Namespace], Iterator[str]]], ...] = (
    ("Photographs", photographs),
    ("Our own drawings, rendered", own_drawings),
    ("Nothing there", nothing_there),
    ("Speed and memory", speed),
    ("From rest to answer", rolls),
    ("Files", files),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--photos", type=Path, default=OWN_PHOTOS)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="a sample: each Nth picture")
    parser.add_argument("--throws", type=int, default=40, help="simulated throws of a roll's life")
    parser.add_argument("--only", default="123456", help="these parts alone, such as 1,4")
    parser.add_argument("--wrong", action="store_true", help="list what was read wrong for certain")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for number, (title, part) in enumerate(PARTS, 1):
        if str(number) in options.only:
            print(f"\n{number}. {title}\n", flush=True)
            for line in part(options):
                print(line, flush=True)


if __name__ == "__main__":
    main()
