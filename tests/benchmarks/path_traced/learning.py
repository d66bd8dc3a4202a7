"""Makes up throws that the nets may learn from, more varied than those that measure: `scenes.json` again.

    python -m tests.benchmarks.path_traced.learning FOLDER --pictures 400

In each picture lie dice of one to four makes of any form, alone or pushed together, foreign dice and other
things among them. The signs are those that the net for single faces learns from, not the font's that measure.
`blender.py` renders them; `python -m vision.training NET --path-traced FOLDER` learns from them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from PIL import Image, ImageDraw

from tests.benchmarks.path_traced.boxes import FACES, Die, ours
from tests.benchmarks.path_traced.scenes import THROW, scene
from tests.benchmarks.path_traced.things import RGB, Drawer, Rng, linear, saved
from vision.forms import PIPS
from vision.pips.faces import PATTERN
from vision.rendering.random_scenes import colour as bgr
from vision.training.marks.symbols import numeral, random_symbol
from vision.training.marks.typefaces import typefaces

SIDE = 192
OURS = 0.25  # of the cubes and tokens with signs carry our own drawings
OUR_SIGNS = sorted(
    {face for sort in ("riff_in_time", "professor_evil") for faces in FACES[sort].values() for face in faces}
    - {"blank", "red", "green", "blue"}
)
SHARES = {"d6": 0.44, "other": 0.28, "d8": 0.16, "token": 0.12}


@dataclass(frozen=True)
class Make:
    """Dice of one make: a body, and what may be on top, by its name (a file; None where it is bare)."""

    body: Die
    files: dict[str, str | None]
    hollows: dict[str, tuple[tuple[float, float], ...]]

    def thrown(self, rng: Rng) -> Die:
        """One of them, any face up."""
        names = list(rng.permutation(list(self.files)))
        if self.body.kind == "d6":
            below = str(7 - int(names[0]))
            shown = [*(name for name in names if name != below), below]
        else:
            shown = (names * 5)[:6] if self.body.shape == "cube" else names
        return replace(
            self.body,
            face=str(names[0]),
            faces=tuple(self.files[name] for name in shown),
            hollows=tuple(self.hollows[name] for name in shown) if self.hollows else (),
        )


def any_colour(rng: Rng) -> tuple[float, float, float]:
    """White, black or any other (RGB, 0 to 255)."""
    kind = rng.random()
    if kind < 0.28:
        blue, green, red = bgr(rng, rng.uniform(0, 0.15), rng.uniform(0.7, 1))
    elif kind < 0.5:
        blue, green, red = bgr(rng, rng.uniform(0, 0.6), rng.uniform(0.03, 0.2))
    else:
        blue, green, red = bgr(rng, rng.uniform(0.35, 1), rng.uniform(0.3, 1))
    return red, green, blue


def ink_on(rng: Rng, body: RGB, told: float = 60) -> RGB:
    """White, black or coloured, told from the `body` by so much brightness."""
    weights = np.array((0.299, 0.587, 0.114))
    for _ in range(20):
        level = rng.uniform(*((210, 252) if rng.random() < 0.5 else (4, 45)))
        ink = any_colour(rng) if rng.random() < 0.25 else (level, level, level)
        if abs(float(weights @ ink) - float(weights @ body)) > told:
            return ink
    return (245.0, 245.0, 245.0) if float(weights @ body) < 128 else (12.0, 12.0, 12.0)


def any_body(rng: Rng, kind: str, colour: RGB, drilled: bool) -> Die:
    """A plain, marbled or translucent body for dice of that kind."""
    between = rng.uniform
    shape = {"d6": "cube", "other": "cube"}.get(kind, kind)
    vein = np.clip(np.asarray(linear(colour)) * between(0.3, 1.6) + rng.normal(0, 0.06, 3), 0.002, 0.9)
    make = rng.random()
    teeth = {"thick": between(2, 4), "teeth": int(rng.integers(6, 15)), "depth": between(0.1, 0.28)}
    return Die(
        shape,
        kind,
        "",
        (),
        edge=between(13, 20) if shape == "token" else 16.0,
        rgb=linear(colour),
        rough=between(0.05, 0.7),
        specular=between(0.2, 0.8),
        coat=between(0.2, 1.0) if rng.random() < 0.35 else 0.0,
        bevel=between(0.03, 0.24 if drilled else 0.16),
        room=between(0.4, 0.72) if shape == "token" else between(0.62, 0.92),
        ink_rough=between(0.1, 0.9),
        vein=(float(vein[0]), float(vein[1]), float(vein[2])) if make < 0.18 else None,
        clear=between(0.3, 0.9) if make > 0.82 else 0.0,
        **(teeth if shape == "token" else {}),
    )


def pips_of(rng: Rng, body: RGB) -> Callable[[int], Image.Image]:
    """How faces with pips of one make are drawn: as dots, rings, or dots on a disc."""
    # Lengths are in halves of a face, which is a little larger than the picture.
    room = 1.2 * SIDE / 2
    spacing, radius, style = rng.uniform(0.42, 0.58), rng.uniform(0.12, 0.23), rng.random()
    under, disc, told = body, rng.uniform(0.55, 0.83), 60.0
    if style > 0.88:
        radius = disc * rng.uniform(0.13, 0.2)
        spacing = (disc - radius) / np.sqrt(2) * rng.uniform(0.75, 0.98)
        under, told = any_colour(rng), float(rng.choice([25, 60]))
    ink = ink_on(rng, under, told)
    narrow = rng.uniform(0.8, 1.05)
    inks = tuple(round(part) for part in ink)

    def drawn(value: int) -> Image.Image:
        whole = Image.new("RGBA", (SIDE, SIDE), (*inks, 0))
        pen = ImageDraw.Draw(whole)
        if style > 0.88:
            box = (*([SIDE / 2 - room * disc] * 2), *([SIDE / 2 + room * disc] * 2))
            pen.ellipse(box, fill=(*(round(part) for part in under), 255))
        for x, y in PATTERN[value]:
            x = x * narrow if value == 6 else x
            middle = SIDE / 2 + room * spacing * np.array((x, y))
            box = (*(middle - room * radius), *(middle + room * radius))
            if 0.78 < style < 0.88:
                pen.ellipse(box, outline=(*inks, 255), width=max(3, round(0.3 * room * radius)))
            else:
                pen.ellipse(box, fill=(*inks, 255))
        return whole

    return drawn


def inked(mask: np.ndarray, ink: RGB) -> Image.Image:
    """A mask (0 to 255) as ink."""
    whole = Image.new("RGBA", (SIDE, SIDE), (*(round(part) for part in ink), 0))
    whole.putalpha(Image.fromarray(np.asarray(cv2.resize(mask, (SIDE, SIDE)), np.uint8)))
    return whole


class Maker:
    """Makes up dice; their signs are kept in the folder `out`."""

    def __init__(self, rng: Rng, out: Path) -> None:
        self.rng, self.out = rng, out

    def make(self, kind: str) -> Make:
        """Dice of one make, of one of the kinds of `SHARES`."""
        rng, colour = self.rng, any_colour(self.rng)
        ink, drilled = ink_on(rng, colour), kind == "d6" and rng.random() < 0.15
        body = any_body(rng, kind, colour, drilled)
        if drilled:
            spacing = rng.uniform(0.42, 0.58)
            hollow = min(rng.uniform(0.13, 0.23), 0.42 * spacing)
            hollows = {
                face: tuple((spacing * x, spacing * y) for x, y in PATTERN[int(face)]) for face in PIPS
            }
            body = replace(body, hollow=hollow, paint=linear(ink))
            return Make(body, dict.fromkeys(PIPS), hollows)
        if kind == "d6":
            drawn = pips_of(rng, colour)
            return Make(body, {face: self._saved(drawn(int(face))) for face in PIPS}, {})
        if kind == "d8":
            numerals = {str(value): inked(numeral(rng, value), ink) for value in range(1, 9)}
            return Make(body, {face: self._saved(drawn) for face, drawn in numerals.items()}, {})
        return Make(body, self._signs(1 if kind == "token" else 6, ink), {})

    def _signs(self, count: int, ink: RGB) -> dict[str, str | None]:
        """Files of signs by their own names, and up to two bare faces; a token's other side is bare."""
        rng, own = self.rng, self.rng.random() < OURS
        bare = 1 if count == 1 else int(rng.integers(0, 3))
        files: dict[str, str | None] = {f"blank_{number}": None for number in range(bare)}
        while len(files) < (2 if count == 1 else count):
            name = "marked" if count == 1 else str(rng.choice(OUR_SIGNS))
            file = self._saved(ours(name, ink) if own else inked(random_symbol(rng), ink))
            files[file] = file
        return files

    def _saved(self, drawn: Image.Image) -> str:
        return saved(drawn, self.out)


def learning_throw(rng: Rng, name: str, out: Path) -> dict[str, object]:
    """Many dice of a few makes on any ground, in any light, by any camera."""
    pixels = float(np.exp(rng.uniform(np.log(26), np.log(105))))
    room = THROW[0] * THROW[1] / (1.7 * pixels) ** 2
    maker, count = Maker(rng, out), int(rng.integers(3, np.clip(0.6 * room, 6, 18)))
    kinds = rng.choice(list(SHARES), int(rng.integers(1, 5)), p=list(SHARES.values()))
    makes = [maker.make(str(kind)) for kind in kinds]
    thrown = [makes[int(rng.integers(len(makes)))].thrown(rng) for _ in range(count)]
    things = []
    if rng.random() < 0.5:
        # Seen from above, tiles and plain cubes look like signs and bare faces: nothing to learn from.
        drawer = Drawer(rng, out, ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"), like_dice=False)
        things = drawer.some(int(rng.integers(1, 5)))
    if rng.random() < 0.35:
        drawer = Drawer(rng, out, typefaces())
        things += [drawer.foreign_die() for _ in range(int(rng.integers(1, 4)))]
    if rng.random() < 0.04:
        thrown = []
    return varied(rng, scene(rng, name, pushed(rng, thrown), THROW, pixels, things=things))


def pushed(rng: Rng, dice: Sequence[Die]) -> list[Die]:
    """The dice, a third of the cubes of them side against side with the one before."""
    placed: list[Die] = []
    for die in dice:
        before = placed[-1] if placed else None
        if before and before.beside is None and before.shape == die.shape == "cube" and rng.random() < 0.5:
            across, along = float(rng.choice([-1, 1])) * rng.uniform(1.0, 1.05), rng.uniform(-0.4, 0.4)
            placed.append(replace(die, beside=(len(placed) - 1, across, along)))
        else:
            placed.append(die)
    return placed


def varied(rng: Rng, made: dict[str, Any]) -> dict[str, Any]:
    """The scene with a ground of any colour, more tilt, lamps of any size, more or less light."""
    between, colour = rng.uniform, any_colour(rng)
    ground = {
        "kind": str(rng.choice(["felt", "wood", "plain", "pattern"])),
        "colours": [linear(colour), linear([max(3.0, part * between(0.3, 0.95)) for part in colour])],
        "rough": between(0.15, 0.95),
        "scale": between(0.3, 2.5),
        "angle": between(0, 2 * np.pi),
    }
    for lamp in made["lamps"]:
        lamp["size"] = float(np.exp(between(np.log(8), np.log(500))))
    made["camera"]["tilt"] = 45 * rng.random() ** 1.7
    made["sky"]["power"] = between(0.08, 0.8)
    return made | {"ground": ground, "exposure": between(-0.9, 0.7)}


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--seed", default=1, show_default=True, help="The seed of everything.")
@click.option("--pictures", default=400, show_default=True, help="How many pictures.")
def main(out: Path, seed: int, pictures: int) -> None:
    """Makes up scenes into the folder OUT."""
    (out / "inks").mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    scenes = [learning_throw(rng, f"learning-{number}", out) for number in range(pictures)]
    (out / "scenes.json").write_text(json.dumps(scenes))
    print(f"{len(scenes)} scenes")


if __name__ == "__main__":
    main()
