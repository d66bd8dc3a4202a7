"""Boxes of dice: a body and an ink for each kind, and what is on its faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from tests.benchmarks.path_traced.things import RGB, Rng, linear, saved, written
from vision import drawings
from vision.dice_sets import BOGUS, CHARACTER, CHEVRONS_AND_TIME, NUMERALS, SETS, TRIUMPHANT, WYLD
from vision.forms import PIPS
from vision.pips.faces import PATTERN

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
    "quick_and_undead": {"d8": NUMERALS},
}
WITH_SIGNS = ("riff_in_time", "professor_evil", "betrayal_tour")


@dataclass(frozen=True)
class Die:
    """A die or token; lengths in millimetres, colours linear, `u` and `v` its place in the picture.

    Or it lies `beside` another: the number of that one, and how far across and along, in its own width.
    """

    shape: str
    kind: str
    face: str
    faces: tuple[str | None, ...]  # files of what is on top, on four sides and below
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
    # Pips that are hollows: where on all sides, and half their width, in halves of a face.
    hollows: tuple[tuple[tuple[float, float], ...], ...] = ()
    hollow: float = 0.0
    paint: RGB = (0.0, 0.0, 0.0)


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
        self.inks: dict[str, RGB] = {}
        self.files: dict[str, dict[str, str | None]] = {}
        self.drilled = False
        signs, chosen = list(rng.permutation(list(GLYPHS))), dict[str, str]()
        self.layout = (rng.uniform(0.44, 0.56), rng.uniform(0.14, 0.24)) if dice == "d6" else (0.0, 0.0)
        for kind in SETS[dice].kinds:
            self.bodies[kind.name], ink = self._body(kind.name, kind.colours, kind.shape)
            self.inks[kind.name], self.files[kind.name] = ink, {}
            font = fonts[int(rng.integers(len(fonts)))]
            for face in dict.fromkeys(FACES[dice][kind.name]):
                file = None
                if face != "blank":
                    # Faces of one name have one sign on all kinds; coloured ones are one sign in three inks.
                    name = "colour" if face in INK else face
                    chosen.setdefault(name, face[5:] if face.startswith("time_") else signs.pop())
                    if dice == "d6":
                        drawn = pips(int(face), ink, *self.layout)
                    elif kind.shape == "d8":
                        drawn = written(face, ink, font, 192)
                    elif strangers:
                        drawn = written(chosen[name], INK.get(face, ink), font, 192, 0.8)
                    else:
                        drawn = ours(face, ink)
                    file = saved(drawn, out)
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
        others = [str(one) for one in self.rng.permutation(FACES[self.dice][kind]) if one != face]
        if self.dice == "d6":
            below = str(7 - int(face))
            others = [*(one for one in others if one != below), below]
        faces = (face, *(others if self.bodies[kind].shape == "d8" else (others * 5)[:5]))
        die = replace(self.bodies[kind], face=face, faces=tuple(self.files[kind][one] for one in faces))
        return self._drilled(die, faces) if self.drilled else die

    def _drilled(self, die: Die, faces: Sequence[str]) -> Die:
        """The die with hollows in place of printed pips."""
        spacing, radius = self.layout
        hollows = tuple(tuple((spacing * x, spacing * y) for x, y in PATTERN[int(face)]) for face in faces)
        # Hollows that touch each other are cut out of nothing: Blender wants them apart.
        return replace(
            die, hollows=hollows, hollow=min(radius, 0.42 * spacing), paint=linear(self.inks[die.kind])
        )

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


def ours(face: str, ink: RGB) -> Image.Image:
    """Our own drawing of a face."""
    drawn = drawings.picture(face, ink[::-1], side=192, room=0.84)
    return Image.fromarray(cv2.cvtColor(drawn, cv2.COLOR_BGRA2RGBA))
