"""Makes up boxes of dice, pictures that teach their faces, and throws: ``scenes.json`` and the faces' inks.

`strangers` have signs of a font on their faces and are taught from three pictures a face; `shipped` have our
own drawings and are not taught. Each picture has its own ground, lamps and camera.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import click
import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision import drawings
from vision.dice_sets import BOGUS, CHARACTER, CHEVRONS_AND_TIME, SETS, TRIUMPHANT, WYLD
from vision.faces import PATTERN
from vision.tops import PIPS

Rng = np.random.Generator
RGB = tuple[float, float, float]

GLYPHS = "♠♣♥♦♞♜♟☂✈⚓✂☘⚡➜★☾✿⚙☎♫✚☀☢☯✉✎⚔⚑☁❄❦➤✖✔◆●▲■☠⚖⚗⌛ABDEFGHKRSTXZ@&?#$%∞ΨΩΔ"
BODY = {
    "white": (235, 232, 226),
    "black": (28, 28, 30),
    "yellow": (236, 196, 40),
    "blue": (34, 80, 190),
    "pink": (238, 120, 186),
}
INK = {"red": (200, 30, 30), "green": (30, 140, 50), "blue": (30, 60, 190)}
FACES = {
    "riff_in_time": {"wyld": WYLD, "character": CHARACTER, "triumphant": TRIUMPHANT, "bogus": BOGUS},
    "professor_evil": {
        "professor": CHEVRONS_AND_TIME,
        "colour": ("red", "green", "blue"),
        "clock": ("clock_1", "clock_2"),
    },
    "betrayal_tour": {"token": ("marked", "blank")},
    "d6": {"d6": PIPS},
}
WITH_SIGNS = ("riff_in_time", "professor_evil", "betrayal_tour")
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


@dataclass(frozen=True)
class Die:
    """A die or token; lengths in millimetres, colours linear, ``u`` and ``v`` its place in the picture.

    Or it lies ``beside`` another: the number of that one, and how far across and along, in its own width.
    """

    shape: str
    kind: str
    face: str
    faces: tuple[str | None, ...]  # files of what is on top and on four sides
    edge: float
    rgb: RGB
    rough: float
    specular: float
    coat: float
    bevel: float
    room: float
    ink_rough: float
    thick: float = 0.0
    teeth: int = 0
    depth: float = 0.0
    vein: RGB | None = None  # the other colour of a marbled body
    clear: float = 0.0  # the share of light that goes through the body
    u: float = 0.5
    v: float = 0.5
    angle: float = 0.0
    beside: tuple[int, float, float] | None = None


def linear(colour: Sequence[float]) -> RGB:
    red, green, blue = ((value / 255) ** 2.2 for value in colour)
    return red, green, blue


def glyph(character: str, ink: Sequence[float], font: str, side: int = 192) -> Image.Image:
    """A sign of a font as a picture with alpha, as large as fits."""
    drawn = Image.new("L", (2 * side, 2 * side))
    size = ImageFont.truetype(font, side)
    ImageDraw.Draw(drawn).text((side // 2, side // 4), character, fill=255, font=size)
    drawn = drawn.crop(drawn.getbbox())
    scale = 0.8 * side / max(drawn.size)
    drawn = drawn.resize((max(1, round(drawn.width * scale)), max(1, round(drawn.height * scale))))
    alpha = Image.new("L", (side, side))
    alpha.paste(drawn, ((side - drawn.width) // 2, (side - drawn.height) // 2))
    whole = Image.new("RGBA", (side, side), (*(round(part) for part in ink), 0))
    whole.putalpha(alpha)
    return whole


def pips(value: int, ink: RGB, spacing: float, radius: float, side: int = 192) -> Image.Image:
    """So many pips; lengths in halves of a face, which is a little larger than the picture."""
    colour, half = tuple(round(part) for part in ink), 1.2 * side / 2
    whole = Image.new("RGBA", (side, side), (*colour, 0))
    for x, y in PATTERN[value]:
        middle = side / 2 + half * spacing * np.array((x, y))
        box = (*(middle - half * radius), *(middle + half * radius))
        ImageDraw.Draw(whole).ellipse(box, fill=(*colour, 255))
    return whole


class Box:
    """The dice of somebody: a body and an ink for each kind, and a file for each face."""

    def __init__(self, rng: Rng, dice: str, strangers: bool, out: Path, fonts: Sequence[str]) -> None:
        self.rng, self.dice = rng, dice
        self.bodies: dict[str, Die] = {}
        self.files: dict[str, dict[str, str | None]] = {}
        signs, chosen = list(rng.permutation(list(GLYPHS))), dict[str, str]()
        layout = (rng.uniform(0.44, 0.56), rng.uniform(0.14, 0.24)) if dice == "d6" else (0.0, 0.0)
        for kind in SETS[dice].kinds:
            self.bodies[kind.name], ink = self._body(kind.name, kind.colours, kind.shape)
            self.files[kind.name] = {}
            font = fonts[int(rng.integers(len(fonts)))]
            for face in dict.fromkeys(FACES[dice][kind.name]):
                file = None
                if face != "blank":
                    # Faces of one name have one sign on all kinds; coloured ones are one sign in three inks.
                    name = "colour" if face in INK else face
                    chosen.setdefault(name, face[5:] if face.startswith("time_") else signs.pop())
                    if face in PIPS:
                        drawn = pips(int(face), ink, *layout)
                    elif strangers:
                        drawn = glyph(chosen[name], INK.get(face, ink), font)
                    else:
                        drawn = ours(face, ink)
                    file = f"inks/{len(list((out / 'inks').iterdir()))}.png"
                    drawn.save(out / file)
                self.files[kind.name][face] = file

    def _body(self, kind: str, colours: Sequence[str], shape: str) -> tuple[Die, RGB]:
        between = self.rng.uniform
        base = BODY[colours[0]] if colours else between(20, 235, 3)
        colour = np.clip(base + self.rng.normal(0, 14, 3), 6, 248)
        level = between(215, 250) if colour.sum() < 330 else between(5, 40)
        token = {"thick": between(2, 4), "teeth": int(self.rng.integers(7, 14)), "depth": between(0.12, 0.25)}
        die = Die(
            shape,
            kind,
            "",
            (),
            edge=between(14, 20) if shape == "token" else 16.0,
            rgb=linear(colour.tolist()),
            rough=between(0.08, 0.6),
            specular=between(0.3, 0.7),
            coat=between(0.2, 1.0) if self.rng.random() < 0.3 else 0.0,
            bevel=between(0.06, 0.16),
            room=between(0.5, 0.62) if shape == "token" else between(0.72, 0.86),
            ink_rough=between(0.2, 0.8),
            **(token if shape == "token" else {}),
        )
        return die, (level, level, level)

    def die(self, kind: str, face: str) -> Die:
        """One of them, that face up."""
        sides = [self.files[kind][one] for one in self.rng.permutation(FACES[self.dice][kind]) if one != face]
        faces = (self.files[kind][face], *(sides * 4 or [None] * 4)[:4])
        return replace(self.bodies[kind], face=face, faces=faces)

    def any_die(self) -> Die:
        """One of them, thrown."""
        kind = str(self.rng.choice(list(self.bodies)))
        return self.die(kind, str(self.rng.choice(FACES[self.dice][kind])))


def of_another_make(rng: Rng, box: Box) -> Box:
    """The box with marbled dice, translucent ones, or as it is."""
    for kind, body in box.bodies.items():
        make = rng.random()
        if make < 0.35:
            vein = np.clip(np.asarray(body.rgb) * rng.uniform(0.3, 1.6) + rng.normal(0, 0.06, 3), 0.002, 0.9)
            box.bodies[kind] = replace(body, vein=(float(vein[0]), float(vein[1]), float(vein[2])))
        elif make < 0.6:
            box.bodies[kind] = replace(body, clear=rng.uniform(0.4, 0.9))
    return box


def small_throw(rng: Rng, name: str, out: Path, fonts: Sequence[str]) -> dict[str, object]:
    """A throw of many small dice with pips, of eight makes, marbled and translucent ones among them."""
    boxes = [of_another_make(rng, Box(rng, "d6", False, out, fonts)) for _ in range(8)]
    thrown = [boxes[int(rng.integers(len(boxes)))].any_die() for _ in range(int(rng.integers(12, 26)))]
    return scene(rng, name, thrown, THROW, rng.uniform(25, 40))


def ours(face: str, ink: RGB) -> Image.Image:
    """Our own drawing of a face."""
    drawn = drawings.picture(face, ink[::-1], side=192, room=0.84)
    return Image.fromarray(cv2.cvtColor(drawn, cv2.COLOR_BGRA2RGBA))


def touching_throw(rng: Rng, name: str, out: Path, fonts: Sequence[str]) -> dict[str, object]:
    """A throw of four to six dice with pips of one make, pushed together in two rows."""
    box = of_another_make(rng, Box(rng, "d6", False, out, fonts))
    thrown = [box.any_die() for _ in range(int(rng.integers(4, 7)))]
    return scene(rng, name, thrown, THROW, rng.uniform(40, 80), pushed=True)


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
    rng: Rng, name: str, dice: Sequence[Die], size: tuple[int, int], pixels: float, *, pushed: bool = False
) -> dict[str, object]:
    """A picture of dice, each ``pixels`` wide, none over the border, in any light; ``pushed`` together."""
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
    return {
        "name": name,
        "size": size,
        "dice": [asdict(die) for die in lying],
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
    """The dice where none lies on another; one in ten may lie close to its neighbour."""
    margin, taken = 1.05 * pixels, list[tuple[float, float]]()
    for die in dice:
        gap = (1.25 if rng.random() < 0.1 else 1.6) * pixels
        for _ in range(2000):
            x, y = (rng.uniform(margin, side - margin) for side in size)
            if all(np.hypot(x - other, y - one) > gap for other, one in taken):
                break
        taken.append((x, y))
        yield replace(die, u=x / size[0], v=y / size[1], angle=rng.uniform(0, 360))


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
    help="Dice sets. Dice with pips are not taught: there are no strangers' ones of d6.",
)
@click.option("--small", default=0, show_default=True, help="Throws of up to 25 small dice with pips.")
@click.option("--touching", default=0, show_default=True, help="Throws of dice with pips pushed together.")
@click.option(
    "--font", "fonts", multiple=True, default=("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"), show_default=True
)
def main(
    out: Path,
    seed: int,
    boxes: int,
    throws: int,
    sets: tuple[str, ...],
    small: int,
    touching: int,
    fonts: tuple[str, ...],
) -> None:
    """Makes up scenes into the folder OUT."""
    (out / "inks").mkdir(parents=True, exist_ok=True)
    rng, scenes = np.random.default_rng(seed), []
    for number, strangers, dice in ((n, s, d) for n in range(boxes) for s in (True, False) for d in sets):
        if strangers and dice == "d6":
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
    scenes += [small_throw(rng, f"shipped-d6-small-throw-{n}", out, fonts) for n in range(small)]
    scenes += [touching_throw(rng, f"shipped-d6-touching-throw-{n}", out, fonts) for n in range(touching)]
    (out / "scenes.json").write_text(json.dumps(scenes))
    print(f"{len(scenes)} scenes")


if __name__ == "__main__":
    main()
