"""What a rendered picture shows: dice on a ground, lit from one side, seen by one camera.

Lengths are *pixels of the untilted picture*: with a camera that looks straight down, a die at
`x=320, y=180` with `size=50` stands at pixel (320, 180) and is about 50 pixels wide. `x`
grows to the right, `y` downwards, `z` towards the camera. Colours are BGR, 0 to 255, as
OpenCV keeps them. Angles are degrees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.arrays import Floats

Image = NDArray[np.uint8]
Colour = tuple[float, float, float]


def floats(values: ArrayLike) -> Floats:
    """`values` as 32 bit floats, copied only where they are something else."""
    return np.asarray(values, np.float32)


# A token is a gear-wheel with one face up; the others are solids on a face.
FORMS = ("cube", "d4", "d8", "d10", "d12", "d20", "token")
PIP_STYLES = ("round", "ring", "disc")
PATTERNS = ("veins", "speckles", "wood", "swirls")


@dataclass(frozen=True)
class Pips:
    """How the pips of a d6 look; lengths in half edges of the die.

    `spread` is how far from the middle the outer pips sit, `narrow` scales it across the two
    rows of a six. `one` scales the single pip of the one. `depth` shades the dimples. Under the pips
    there may lie a disc of the colour `inlay`, its radius `disc`.
    """

    style: str = "round"
    radius: float = 0.19
    spread: float = 0.5
    narrow: float = 1.0
    one: float = 1.0
    one_colour: Colour | None = None
    inlay: Colour | None = None
    disc: float = 0.9
    depth: float = 0.5

    def __post_init__(self) -> None:
        if self.style not in PIP_STYLES:
            raise ValueError(f"pip style {self.style!r} is unknown; use one of {', '.join(PIP_STYLES)}")


@dataclass(frozen=True)
class Finish:
    """What the body is made of.

    `rounding` is the radius of the edges and `ball` the radius of the sphere that cuts the
    corners off, both in half edges (1.73 leaves the corners alone). `gloss`, `translucency`
    and `marble` run from 0 to 1, and so does `dull`, which says how much less the ink on it shines;
    `marble_colour` is the second colour of a marbled body, `pattern` how it runs through the first, and
    `grain` the seed of that. `metal` (0 to 1) says how much of the room the body mirrors.
    """

    rounding: float = 0.18
    ball: float = 1.55
    gloss: float = 0.3
    dull: float = 0.0
    translucency: float = 0.0
    marble: float = 0.0
    marble_colour: Colour = (255.0, 255.0, 255.0)
    pattern: str = "veins"
    grain: int = 0
    metal: float = 0.0

    def __post_init__(self) -> None:
        if self.pattern not in PATTERNS:
            raise ValueError(f"the pattern {self.pattern!r} is unknown; use one of {', '.join(PATTERNS)}")


@dataclass(frozen=True)
class Die:
    """One die or token. A cube's four sides carry the other faces too: opposite pips sum to seven.

    `form` is the solid, one of `FORMS`; `size` is the distance of opposite faces, and the width of
    a token. `faces` replaces the pips by pictures (BGRA, square): one for each face's name; `face` is the
    one on top. All forms but the cube need them. `lean` tips the die over (a cocked or rolling die), `z`
    lifts it (a stacked one).
    """

    kind: str = "d6"
    face: str = "1"
    colour: Colour = (238.0, 240.0, 242.0)
    pip_colour: Colour = (25.0, 25.0, 25.0)
    x: float = 0.0
    y: float = 0.0
    size: float = 50.0
    angle: float = 0.0
    lean: float = 0.0
    z: float = 0.0
    pips: Pips = field(default_factory=Pips)
    finish: Finish = field(default_factory=Finish)
    faces: Mapping[str, Image] | None = None
    form: str = "cube"

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            raise ValueError(f"a die's form is {self.form!r}; it must be one of {', '.join(FORMS)}")
        if self.faces is None and self.form != "cube":
            raise ValueError(f"a die of the form {self.form} has no pips; give it pictures of its faces")
        known = tuple(self.faces) if self.faces is not None else ("1", "2", "3", "4", "5", "6")
        if self.face not in known:
            raise ValueError(f"a {self.kind} has no face {self.face!r}; it has {', '.join(known)}")
        if self.size <= 0:
            raise ValueError(f"a die's size is {self.size}; it must be above 0")


@dataclass(frozen=True)
class Light:
    """One lamp or window, and what the room gives back.

    `azimuth` and `elevation` say where it stands, `ambient` (0 to 1) how much light comes from
    everywhere, `softness` (0 hard to 1 soft) how blurred the shadows are, `slope` (0 to 1) by how
    much the picture darkens away from the lamp.
    """

    azimuth: float = 220.0
    elevation: float = 55.0
    colour: Colour = (1.0, 1.0, 1.0)
    brightness: float = 1.0
    ambient: float = 0.55
    softness: float = 0.5
    shadow: float = 0.5
    slope: float = 0.1


@dataclass(frozen=True)
class Camera:
    """Where the camera hangs, and what it does to the picture.

    `distance` is from the table, in picture widths. `defocus` is the blur's sigma in pixels,
    `motion` the length of a smear and `motion_angle` its direction, `noise` the standard
    deviation in grey levels, `jpeg` the quality (100 and above leaves the step out).
    """

    width: int = 640
    height: int = 360
    tilt: float = 0.0
    heading: float = 90.0
    distance: float = 1.6
    exposure: float = 1.0
    defocus: float = 0.5
    motion: float = 0.0
    motion_angle: float = 0.0
    noise: float = 2.0
    vignette: float = 0.1
    contrast: float = 1.0
    grey: bool = False
    jpeg: int = 90


@dataclass(frozen=True)
class Ground:
    """What the dice lie on: see `vision.rendering.grounds.GROUNDS` for the kinds."""

    kind: str = "felt"
    colour: Colour = (60.0, 95.0, 50.0)
    second: Colour = (40.0, 70.0, 35.0)
    scale: float = 40.0
    angle: float = 0.0
    contrast: float = 0.5
    seed: int = 0


@dataclass(frozen=True)
class Thing:
    """A flat thing lying about that is no die: see `vision.rendering.clutter.THINGS`."""

    kind: str
    x: float
    y: float
    size: float
    angle: float = 0.0
    colour: Colour = (200.0, 200.0, 200.0)
    seed: int = 0


@dataclass(frozen=True)
class Scene:
    """A whole picture before it is taken."""

    dice: tuple[Die, ...] = ()
    ground: Ground = field(default_factory=Ground)
    light: Light = field(default_factory=Light)
    camera: Camera = field(default_factory=Camera)
    things: tuple[Thing, ...] = ()


@dataclass(frozen=True)
class Label:
    """The truth about one die: what its top face shows and where, in pixels of the picture.

    `r` is half the width of the top face as seen; `visible` the share of it inside the picture.
    """

    kind: str
    face: str
    x: float
    y: float
    r: float
    visible: float = 1.0
