"""How well dice with pips are read whose bodies are plain, veined, speckled, wooden, swirled or metal, as our
own renderer draws them: a row for each.

    python -m tests.benchmarks.finishes [--pictures N]

The same dice lie in the same light on the same grounds in each row, from 25 to 90 pixels wide, under cameras
tilted by up to 15 degrees; only their bodies differ. Pips may be hard to see, lamps mirrored, pictures soft.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import cv2
import numpy as np

from tests.benchmarks.counting import HEADING, Label, Tally
from vision import read
from vision.rendering import Die, Finish, random_scene, render
from vision.rendering.scene import PATTERNS

FIRST = 90_000  # seed
MOST, SIDES = 8, (640, 480)  # dice in a picture, and its pixels


def is_whole(die: Die) -> bool:
    """Does all of it lie in the picture?"""
    return all(die.size < at < side - die.size for at, side in zip((die.x, die.y), SIDES, strict=True))


def with_body(finish: Finish, body: str) -> Finish:
    """The `finish` of a solid die with that body."""
    solid = replace(finish, translucency=0.0, marble=0.0, metal=0.0)
    if body == "metal":
        return replace(solid, metal=0.8)
    if body in PATTERNS:
        return replace(solid, pattern=body, marble=max(0.3, finish.marble) if finish.marble else 0.6)
    return solid


def tally_of(body: str, pictures: int) -> Tally:
    """How dice with that body are read."""
    tally = Tally()
    for seed in range(FIRST, FIRST + pictures):
        rng = np.random.default_rng(seed)
        scene = random_scene(rng, *SIDES, (25.0, 90.0), 15.0, (1, 0, 0, 0, 0))
        whole = [die for die in scene.dice if is_whole(die)][:MOST]
        dice = tuple(replace(die, finish=with_body(die.finish, body), lean=0.0) for die in whole)
        frame, labels = render(replace(scene, dice=dice), rng)
        lying = [Label(one.kind, one.face, one.x, one.y, one.r) for one in labels]
        tally.count(read(frame, "d6").dice, lying, f"seed {seed}")
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--pictures", type=int, default=120, help="how many for each body")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(HEADING)
    for body in ("plain", *PATTERNS, "metal"):
        print(tally_of(body, options.pictures).line(body), flush=True)


if __name__ == "__main__":
    main()
