"""How well ordinary dice that stand in for a game's own are told apart by their colours, as our own renderer
draws them: a row for each game with several kinds.

    python -m tests.benchmarks.stand_ins [--pictures N] [--seed N]

The bodies are white, black, yellow, blue and pink as such dice are sold, with light or dark pips, from 36 to
70 pixels wide, in any light that the renderer knows: warm, cold, coloured, far too much, far too little, and
now and then a camera without colours. What is certain may be wrong in its face or in its kind.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from dataclasses import replace

import cv2
import numpy as np

from companion.games import load
from companion.watching import dice_set_of
from vision import DiceSet, read
from vision.rendering import Die, Pips, random_scene, render
from vision.rendering.scene import Colour

GAMES = ("riff_in_time", "professor_evil")
SIDES, SIZES, TILT = (560, 400), (36.0, 70.0), 14.0
LIGHT, DARK = (235.0, 235.0, 235.0), (25.0, 25.0, 25.0)
# Bodies (BGR) with their pips.
SOLD: dict[str, tuple[tuple[Colour, Colour], ...]] = {
    "white": (((236, 240, 242), DARK), ((225, 232, 238), DARK), ((205, 225, 235), DARK)),
    "black": (((34, 32, 30), LIGHT), ((22, 22, 22), LIGHT), ((45, 42, 40), LIGHT)),
    "yellow": (
        ((40, 200, 240), DARK),
        ((20, 180, 230), DARK),
        ((70, 215, 250), DARK),
        ((40, 200, 240), LIGHT),
    ),
    "blue": (((190, 80, 30), LIGHT), ((150, 50, 20), LIGHT), ((210, 110, 40), LIGHT), ((220, 140, 60), DARK)),
    "pink": (((190, 120, 240), DARK), ((170, 100, 235), LIGHT), ((200, 150, 245), DARK)),
}
UNLIKE = 6.0  # steps by which bodies of one colour differ


def stand_in(die: Die, dice: DiceSet, rng: np.random.Generator) -> Die:
    """The `die` as one of any kind of the set, plain and lying flat."""
    kind = dice.kinds[int(rng.integers(len(dice.kinds)))]
    bodies = SOLD[kind.colours[0]]
    body, pips = bodies[int(rng.integers(len(bodies)))]
    blue, green, red = (float(np.clip(part + rng.normal(0, UNLIKE), 5, 250)) for part in body)
    finish = replace(die.finish, marble=0.0, translucency=0.0, metal=0.0)
    return replace(
        die,
        kind=kind.name,
        colour=(blue, green, red),
        pip_colour=pips,
        lean=0.0,
        finish=finish,
        pips=Pips(radius=0.18, spread=0.5),
    )


def counted(dice: DiceSet, pictures: int, seed: int) -> Counter[str]:
    """How the dice of so many pictures were read that lie in view."""
    keys = {kind.name: kind.stand_in for kind in dice.kinds}
    seen: Counter[str] = Counter()
    for number in range(pictures):
        rng = np.random.default_rng([seed, number])
        scene = random_scene(rng, *SIDES, SIZES, TILT, (1, 0, 0, 0, 0))
        picture, labels = render(
            replace(scene, dice=tuple(stand_in(die, dice, rng) for die in scene.dice)), rng
        )
        found = read(picture, dice).dice
        for label in labels:
            near = [die for die in found if math.hypot(die.x - label.x, die.y - label.y) < 0.6 * label.r]
            if label.visible > 0.97 and near:
                is_right = (near[0].kind, near[0].face) == (label.kind, keys[label.kind][int(label.face) - 1])
                seen["dice"] += 1
                seen["asked" if not near[0].certain else "right" if is_right else "wrong"] += 1
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--pictures", type=int, default=120, help="how many for each game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(
        "| game | dice found | right and certain | asked about | wrong for certain |\n|---|---|---|---|---|"
    )
    for name in GAMES:
        seen = counted(dice_set_of(load(name), "colours"), options.pictures, options.seed)
        print(
            f"| `{name}` | {seen['dice']} | {seen['right']} | {seen['asked']} | {seen['wrong']} |", flush=True
        )


if __name__ == "__main__":
    main()
