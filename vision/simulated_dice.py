"""The dice that a simulated tray throws: ordinary ones, and those of the boxes with our own drawings."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from vision.dice_sets import BOGUS, CHARACTER, CHEVRONS_AND_TIME, NUMERALS, TRIUMPHANT, WYLD
from vision.drawings import picture
from vision.forms import PIPS
from vision.rendering import Die, Finish, Pips
from vision.rendering.scene import Colour, Image
from vision.rendering.signs import figures

# Body and pips, or other marks, of the dice that can be thrown, BGR.
BODIES: dict[str, tuple[Colour, Colour]] = {
    "white": ((236.0, 240.0, 242.0), (25.0, 25.0, 25.0)),
    "black": ((34.0, 32.0, 30.0), (235.0, 235.0, 235.0)),
    "yellow": ((40.0, 200.0, 240.0), (25.0, 25.0, 25.0)),
    "blue": ((190.0, 80.0, 30.0), (240.0, 240.0, 240.0)),
    "pink": ((190.0, 120.0, 240.0), (30.0, 25.0, 30.0)),
    "red": ((35.0, 30.0, 190.0), (240.0, 240.0, 240.0)),
    "green": ((70.0, 150.0, 40.0), (240.0, 240.0, 240.0)),
}


@dataclass(frozen=True)
class Make:
    """How one kind of die is made: its solid, its faces, the usual colour of its body, and its width as a
    multiple of an ordinary die's.
    """

    form: str
    faces: tuple[str, ...]
    colour: str
    width: float = 1.0


MAKES = {
    "d6": Make("cube", PIPS, "white"),
    "wyld": Make("cube", WYLD, "yellow"),
    "character": Make("cube", CHARACTER, "blue"),
    "triumphant": Make("cube", TRIUMPHANT, "pink"),
    "bogus": Make("cube", BOGUS, "black"),
    "professor": Make("cube", CHEVRONS_AND_TIME, "white"),
    "colour": Make("cube", ("red", "green", "blue"), "white"),
    "clock": Make("cube", ("clock_1", "clock_2"), "black"),
    "d8": Make("d8", NUMERALS, "red"),
    "token": Make("token", ("marked", "blank"), "white", 1.2),
}


@dataclass(frozen=True)
class Body:
    """A die to be thrown: the colour of its body, the face that will lie on top, and of which kind it is."""

    colour: str
    face: str
    kind: str = "d6"

    def __post_init__(self) -> None:
        for what, given, known in (
            ("die", self.colour, tuple(BODIES)),
            ("kind of die", self.kind, tuple(MAKES)),
        ):
            if given not in known:
                raise ValueError(f"no {what} is {given!r}; there are {', '.join(known)}")
        faces = MAKES[self.kind].faces
        if self.face not in faces:
            raise ValueError(f"a {self.kind} has no face {self.face!r}; it has {', '.join(faces)}")

    @classmethod
    def of(cls, kind: str, face: str) -> Body:
        """A die of that kind in its usual colour."""
        colour = MAKES[kind].colour if kind in MAKES else "white"
        return cls(colour, face, kind)


def rendered(body: Body, x: float, y: float, size: float, angle: float) -> Die:
    """The die as the renderer draws it; `size` is the width of an ordinary die."""
    make = MAKES[body.kind]
    colour, pips = BODIES[body.colour]
    return Die(
        kind=body.kind,
        face=body.face,
        colour=colour,
        pip_colour=pips,
        x=x,
        y=y,
        size=size * make.width,
        angle=angle,
        pips=Pips(radius=0.18, spread=0.5),
        # Tokens are of cardboard or wood.
        finish=Finish(rounding=0.2, gloss=0.0 if make.form == "token" else 0.25),
        faces=None if body.kind == "d6" else _pictures(body.kind, body.colour),
        form=make.form,
    )


@functools.cache
def _pictures(kind: str, colour: str) -> dict[str, Image]:
    """The pictures (BGRA) on the faces of such a die."""
    ink = BODIES[colour][1]
    if kind == "d8":
        return figures(np.random.default_rng(8), ink, 8)
    return {face: picture(face, ink) for face in dict.fromkeys(MAKES[kind].faces)}
