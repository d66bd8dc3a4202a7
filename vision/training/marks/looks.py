"""What a die of a patch looks like, and from where it is seen, by chance."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.rendering.random_scenes import colour
from vision.rendering.scene import Colour
from vision.training.marks.symbols import Rng

CUBE, D8, TOKEN = "cube", "d8", "token"
TO_A_CORNER = 0.92  # of the numerals on triangles point there
ALONG_EDGES = 0.92  # of the symbols on squares lie so; the others lie askew
EDGE = 45.0  # degrees from the direction of a square's corner to that of an edge
TILT = 32.0  # degrees
RINGED = 0.25  # of the tokens


@dataclass(frozen=True)
class Look:
    """What a die is made of: the same for all its faces, and for all pictures of it.

    `mark` is half the width of a symbol in inradii of its face, `up` how it is turned (in degrees; with 0
    its right side points to a corner), `around` how much more on each next face.
    `teeth` are those of a gear-wheel, and `deep` is where they begin.
    `ring` is printed around what a token carries: how far out and how wide, in halves of the token's width.
    `panel` is a differently coloured field behind the symbol: (colour, half width, round or not).
    """

    body: Colour
    ink: Colour
    mark: float = 0.6
    up: float = 0.0
    around: float = 137.0
    rounding: float = 0.15
    grain: float = 0.0
    second: Colour = (255.0, 255.0, 255.0)
    gloss: float = 0.2
    panel: tuple[Colour, float, bool] | None = None
    teeth: int = 12
    deep: float = 0.82
    ring: tuple[float, float] | None = None


@dataclass(frozen=True)
class Shot:
    """From where, in which light and how well a die is seen: another for each picture.

    `r` is half the width of its top face in the camera's own pixels, `off` how far the patch is beside
    the middle (in r), `zoom` how much too near it is, `onto` the face in its middle.
    """

    turn: float
    tilt: float
    heading: float
    r: float
    off: tuple[float, float] = (0.0, 0.0)
    zoom: float = 1.0
    onto: int = 0
    seed: int = 0


def random_body(rng: Rng) -> Colour:
    """White, pale, black or coloured."""
    kind = rng.random()
    if kind < 0.3:
        return colour(rng, rng.uniform(0, 0.15), rng.uniform(0.8, 1))
    if kind < 0.5:
        return colour(rng, rng.uniform(0, 0.6), rng.uniform(0.03, 0.25))
    return colour(rng, rng.uniform(0.2, 1), rng.uniform(0.25, 1))


def random_ink(rng: Rng, body: Colour) -> Colour:
    """A colour that is told from the body's, sometimes only just."""
    least = rng.uniform(40, 90)
    for _ in range(30):
        kind = rng.random()
        if kind < 0.35:
            ink = colour(rng, rng.uniform(0, 0.2), rng.uniform(0.8, 1))
        elif kind < 0.65:
            ink = colour(rng, rng.uniform(0, 0.5), rng.uniform(0.0, 0.25))
        else:
            ink = colour(rng, rng.uniform(0.4, 1), rng.uniform(0.2, 1))
        apart = np.abs(np.array(ink) - np.array(body))
        grey = abs(float((np.array(ink) - np.array(body)) @ [0.114, 0.587, 0.299]))
        if grey > least or (apart.max() > 1.8 * least and grey > 0.4 * least):
            return ink
    return (20.0, 20.0, 20.0) if sum(body) > 380 else (240.0, 240.0, 240.0)


def random_look(rng: Rng, kind: str) -> Look:
    """Any die of that kind."""
    body = random_body(rng)
    look = Look(
        body,
        random_ink(rng, body),
        mark=rng.uniform(0.42, 0.84),
        up=float(rng.choice([0.0, 45.0, 180.0])),
        rounding=rng.uniform(0.03, 0.4),
        grain=rng.uniform(0.1, 0.9) if rng.random() < 0.4 else 0.0,
        second=random_body(rng),
        gloss=rng.uniform(0, 0.8) if rng.random() < 0.6 else 0.0,
        teeth=int(rng.integers(7, 25)),
        deep=rng.uniform(0.74, 0.95),
    )
    if kind in (D8, "d20"):
        # A triangle leaves room at its corners: numerals reach beyond the circle within.
        return replace(look, mark=rng.uniform(0.5, 0.92), up=_towards_a_corner(rng), around=120.0)
    if kind == CUBE:
        look = replace(look, up=_along_an_edge(rng), around=90.0)
    if kind == CUBE and rng.random() < 0.2:
        size = rng.uniform(look.mark + 0.02, 0.96)
        field_ = random_body(rng)
        return replace(look, ink=random_ink(rng, field_), panel=(field_, size, bool(rng.random() < 0.3)))
    if kind == TOKEN:
        ring = (
            (rng.uniform(0.7, 0.98) * look.deep, rng.uniform(0.02, 0.12)) if rng.random() < RINGED else None
        )
        return replace(look, mark=rng.uniform(0.25, 0.62), rounding=rng.uniform(0.0, 0.1), ring=ring)
    return look


def _towards_a_corner(rng: Rng) -> float:
    """How a numeral is turned on a triangle: upright towards a corner, as all photographed ones are, now and
    then towards an edge; and a little off.
    """
    corner = 90.0 if rng.random() < TO_A_CORNER else 270.0
    return corner + float(rng.normal(0, 3))


def _along_an_edge(rng: Rng) -> float:
    """How a symbol is turned on a square: along its edges, now and then askew; and a little off."""
    side = EDGE if rng.random() < ALONG_EDGES else EDGE + float(rng.uniform(10, 80))
    return side + float(rng.normal(0, 2))


def pip_look(rng: Rng) -> Look:
    """Any cube with pips, which are drawn to the size of its faces and lie along its edges."""
    return replace(random_look(rng, CUBE), mark=1.0, up=EDGE, around=90.0, panel=None)


def random_shot(rng: Rng, tilt: float = TILT) -> Shot:
    """Any view of a die."""
    return Shot(
        turn=rng.uniform(0, 360),
        tilt=tilt * rng.random() ** 1.3,
        heading=rng.uniform(0, 360),
        r=float(np.exp(rng.uniform(np.log(11), np.log(60)))),
        seed=int(rng.integers(1 << 31)),
    )
