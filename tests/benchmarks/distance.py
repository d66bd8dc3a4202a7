"""How well dice are read on the simulated tray by their size in the picture, and so by the camera's height.

    python tests/benchmarks/distance.py [--throws 25]

Prints a line for each size: dice thrown, read right, right and certain, wrong and certain.
"""

from __future__ import annotations

import argparse
from random import Random

from vision.reader import read
from vision.simulated import SimulatedTray
from vision.simulated_dice import Body

SIZES = (22, 27, 32, 38, 45, 52, 64)
"""A die's width in pixels."""
DICE = 4
BODIES = ("white", "yellow", "blue", "black")


def main() -> None:
    """Throw and read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=25)
    throws = parser.parse_args().throws
    print("| pixels | dice | right | right and certain | wrong and certain |\n|---|---|---|---|---|")
    for size in SIZES:
        right, sure, wrong = _tally(size, throws)
        dice = throws * DICE
        print(f"| {size} | {dice} | {right / dice:.0%} | {sure / dice:.0%} | {wrong} |", flush=True)


def _tally(size: int, throws: int) -> tuple[int, int, int]:
    """Dice read right, right and certain, wrong and certain."""
    chance = Random(size)
    right = sure = wrong = 0
    for seed in range(throws):
        tray = SimulatedTray(seed, die_size=size)
        faces = [str(chance.randint(1, 6)) for _ in range(DICE)]
        tray.throw(Body(colour, face) for colour, face in zip(BODIES, faces, strict=True))
        frame = tray.frame()
        for _ in range(30):  # The hand goes, the dice roll and lie.
            frame = tray.frame()
        left = list(faces)
        for die in read(frame, "d6", {"d6": DICE}).dice:
            is_right = die.face in left
            if is_right:
                left.remove(die.face)
            right += is_right
            sure += is_right and die.certain
            wrong += die.certain and not is_right
    return right, sure, wrong


if __name__ == "__main__":
    main()
