"""Makes up boxes of dice, pictures that teach their faces, and throws: `scenes.json` and the faces' inks.

`strangers` have signs of a font on their faces and are taught from three pictures a face; `shipped` have our
own drawings and are not taught. Each picture has its own ground, lamps and camera.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import click
import numpy as np

from tests.benchmarks.path_traced.boxes import FACES, WITH_SIGNS, Box, Die, of_another_make
from tests.benchmarks.path_traced.things import Drawer, Rng, Thing, linear, placed

GROUNDS = (
    ("felt", (30, 90, 50)),
    ("felt", (120, 25, 35)),
    ("felt", (30, 45, 95)),
    ("felt", (40, 40, 44)),
    ("wood", (150, 105, 65)),
    ("wood", (90, 58, 35)),
    ("wood", (190, 160, 120)),
    ("plain", (200, 195, 185)),
    ("plain", (90, 95, 100)),
    ("pattern", (150, 60, 60)),
    ("pattern", (70, 90, 130)),
)
TEACHING, THROW = (320, 240), (864, 486)


def small_throw(rng: Rng, name: str, out: Path, fonts: Sequence[str]) -> dict[str, object]:
    """A throw of many small dice with pips, of eight makes, marbled and translucent ones among them."""
    boxes = [of_another_make(rng, Box(rng, "d6", False, out, fonts)) for _ in range(8)]
    thrown = [boxes[int(rng.integers(len(boxes)))].any_die() for _ in range(int(rng.integers(12, 26)))]
    return scene(rng, name, thrown, THROW, rng.uniform(25, 40))


def touching_throw(rng: Rng, name: str, out: Path, fonts: Sequence[str]) -> dict[str, object]:
    """A throw of four to six dice with pips of one make, pushed together in two rows."""
    box = of_another_make(rng, Box(rng, "d6", False, out, fonts))
    thrown = [box.any_die() for _ in range(int(rng.integers(4, 7)))]
    return scene(rng, name, thrown, THROW, rng.uniform(40, 80), pushed=True)


def drilled_throw(rng: Rng, name: str, out: Path, fonts: Sequence[str]) -> dict[str, object]:
    """A throw of four or five dice of one make whose pips are hollows, painted."""
    box = of_another_make(rng, Box(rng, "d6", False, out, fonts))
    box.drilled = True
    pixels = float(np.exp(rng.uniform(np.log(38), np.log(110))))
    thrown = [box.any_die() for _ in range(5 if pixels < 80 else 4)]
    return scene(rng, name, thrown, THROW, pixels)


def throw_among_things(rng: Rng, name: str, out: Path, fonts: Sequence[str]) -> dict[str, object]:
    """A throw of two to four dice of one make, every other time with hollow pips, beside other things."""
    box = of_another_make(rng, Box(rng, "d6", False, out, fonts))
    box.drilled = rng.random() < 0.5
    thrown = [box.any_die() for _ in range(int(rng.integers(2, 5)))]
    things = Drawer(rng, out, fonts).some(int(rng.integers(4, 9)))
    return scene(rng, name, thrown, THROW, rng.uniform(38, 80), things=things)


def nothing_thrown(rng: Rng, name: str, out: Path, fonts: Sequence[str]) -> dict[str, object]:
    """Other things alone."""
    things = Drawer(rng, out, fonts).some(int(rng.integers(6, 13)))
    return scene(rng, name, [], THROW, rng.uniform(38, 80), things=things)


def foreign_throw(rng: Rng, name: str, out: Path, fonts: Sequence[str]) -> dict[str, object]:
    """Five dice of four, ten, twelve or twenty sides alone."""
    drawer, size = Drawer(rng, out, fonts), rng.uniform(38, 110)
    return scene(rng, name, [], THROW, size, things=[drawer.foreign_die() for _ in range(5)])


def candies_alone(rng: Rng, name: str, out: Path, fonts: Sequence[str]) -> dict[str, object]:
    """Candies, beads and marbles alone."""
    drawer = Drawer(rng, out, fonts)
    things = [drawer.candy() for _ in range(int(rng.integers(8, 15)))]
    return scene(rng, name, [], THROW, rng.uniform(38, 80), things=things)


def _pushed_together(rng: Rng, dice: Sequence[Die]) -> list[Die]:
    """The dice in two rows of two or three, side against side, no row straight."""
    rows, placed = (dice[: len(dice) // 2], dice[len(dice) // 2 :]), list[Die]()
    for row, middle in zip(rows, (0.27, 0.73), strict=True):
        first = len(placed)
        u, v = middle + rng.uniform(-0.04, 0.04), rng.uniform(0.42, 0.58)
        placed.append(replace(row[0], u=u, v=v, angle=rng.uniform(0, 360)))
        for die, side in zip(row[1:], (1, -1), strict=False):
            across, along = side * rng.uniform(1.005, 1.03), rng.uniform(-0.4, 0.4)
            placed.append(replace(die, beside=(first, across, along)))
    return placed


def scene(
    rng: Rng,
    name: str,
    dice: Sequence[Die],
    size: tuple[int, int],
    pixels: float,
    *,
    pushed: bool = False,
    things: Sequence[Thing] = (),
) -> dict[str, object]:
    """A picture of dice, each `pixels` wide, none over the border, in any light; `pushed` together, or
    among other things.
    """
    between = rng.uniform
    kind, colour = GROUNDS[int(rng.integers(len(GROUNDS)))]
    warm = between(-0.25, 0.35)
    tint = (1.0, 1 - 0.4 * warm, 1 - 0.7 * warm) if warm > 0 else (1 + 0.5 * warm, 1 + 0.2 * warm, 1.0)
    lamps, count = [], int(rng.integers(1, 3))
    for _ in range(count):
        turn, reach, height = between(0, 2 * np.pi), between(60, 400), between(250, 700)
        at = [reach * np.cos(turn), reach * np.sin(turn), height]
        power = float(np.dot(at, at)) * between(6, 16) / count
        lamps.append({"at": at, "size": between(15, 300), "power": power, "rgb": tint})
    away = between(300, 600)
    lying = _pushed_together(rng, dice) if pushed else list(_spread(rng, dice, size, pixels))
    at = [(die.u * size[0], die.v * size[1]) for die in lying]
    return {
        "name": name,
        "size": size,
        "dice": [asdict(die) for die in lying],
        "things": [asdict(thing) for thing in placed(rng, things, at, size, pixels / 16)],
        "ground": {
            "kind": kind,
            "colours": [linear(colour), linear([max(4.0, part * between(0.55, 0.9)) for part in colour])],
            "rough": between(0.3, 0.95),
            "scale": between(0.5, 1.5),
            "angle": between(0, 2 * np.pi),
        },
        "lamps": lamps,
        "sky": {"rgb": tint, "power": between(0.15, 0.6)},
        "exposure": between(-0.5, 0.4),
        "camera": {
            "away": away,
            "tilt": between(0, 15),
            "azimuth": between(0, 360),
            "roll": between(0, 360),
            "angle": 2 * np.degrees(np.arctan(0.5 * size[0] * 16 / pixels / away)),
        },
        "seed": int(rng.integers(1_000_000)),
    }


def _spread(rng: Rng, dice: Sequence[Die], size: tuple[int, int], pixels: float) -> Iterator[Die]:
    """The dice where none lies on another; one in ten may lie close to its neighbour. What lies beside
    another die goes with that one, which needs more room.
    """
    margin, taken = 1.05 * pixels, list[tuple[float, float, float]]()
    with_another = {die.beside[0] for die in dice if die.beside is not None}
    for number, die in enumerate(dice):
        if die.beside is not None:
            yield die
            continue
        gap = (1.25 if rng.random() < 0.1 else 1.6) * pixels
        more = pixels if number in with_another else 0.0
        for _ in range(2000):
            x, y = (rng.uniform(margin, side - margin) for side in size)
            if all(np.hypot(x - other, y - one) > gap + more + room for other, one, room in taken):
                break
        taken.append((x, y, more))
        yield replace(die, u=x / size[0], v=y / size[1], angle=rng.uniform(0, 360))


# Pictures that each have dice of their own; in the last three there are none that may be read.
SINGLE = {
    "small": small_throw,
    "touching": touching_throw,
    "drilled": drilled_throw,
    "among": throw_among_things,
    "nothing": nothing_thrown,
    "foreign": foreign_throw,
    "candies": candies_alone,
}


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--seed", default=1, show_default=True, help="The seed of everything.")
@click.option("--boxes", default=2, show_default=True, help="Boxes of each dice set, strangers' and ours.")
@click.option("--throws", default=6, show_default=True, help="Throws of each box.")
@click.option(
    "--set",
    "sets",
    multiple=True,
    type=click.Choice(list(FACES)),
    default=WITH_SIGNS,
    show_default=True,
    help="Dice sets. Dice with pips or numerals are not taught: there are no strangers' ones of these.",
)
@click.option("--small", default=0, show_default=True, help="Throws of up to 25 small dice with pips.")
@click.option("--touching", default=0, show_default=True, help="Throws of dice with pips pushed together.")
@click.option("--drilled", default=0, show_default=True, help="Throws of dice whose pips are hollows.")
@click.option("--among", default=0, show_default=True, help="Throws of dice with pips beside other things.")
@click.option("--nothing", default=0, show_default=True, help="Pictures of other things alone.")
@click.option("--foreign", default=0, show_default=True, help="Throws of dice with 4, 10, 12 or 20 sides.")
@click.option("--candies", default=0, show_default=True, help="Pictures of candies, beads and marbles alone.")
@click.option(
    "--font", "fonts", multiple=True, default=("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"), show_default=True
)
def main(
    out: Path,
    seed: int,
    boxes: int,
    throws: int,
    sets: tuple[str, ...],
    fonts: tuple[str, ...],
    **others: int,
) -> None:
    """Makes up scenes into the folder OUT."""
    (out / "inks").mkdir(parents=True, exist_ok=True)
    rng, scenes = np.random.default_rng(seed), list[dict[str, object]]()
    for number, strangers, dice in ((n, s, d) for n in range(boxes) for s in (True, False) for d in sets):
        if strangers and dice not in WITH_SIGNS:
            continue
        box = Box(rng, dice, strangers, out, fonts)
        name = f"{'strangers' if strangers else 'shipped'}-{dice}-{number}"
        for kind, files in box.files.items() if strangers else ():
            for face in files:
                scenes += [
                    scene(rng, f"{name}-teach-{i}", [box.die(kind, face)], TEACHING, rng.uniform(60, 110))
                    for i in range(len(scenes), len(scenes) + 3)
                ]
        for throw in range(throws):
            pixels = float(np.exp(rng.uniform(np.log(38), np.log(110))))
            thrown = [box.any_die() for _ in range(5 if pixels < 80 else 4)]
            scenes.append(scene(rng, f"{name}-throw-{throw}", thrown, THROW, pixels))
    for sort, made in SINGLE.items():
        scenes += [made(rng, f"shipped-d6-{sort}-throw-{n}", out, fonts) for n in range(others[sort])]
    (out / "scenes.json").write_text(json.dumps(scenes))
    print(f"{len(scenes)} scenes")


if __name__ == "__main__":
    main()
