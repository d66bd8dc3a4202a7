"""Scenes by chance: so many dice, grounds, lamps and cameras that a reader meets few surprises later."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Floats
from vision.rendering.busy_grounds import BUSY
from vision.rendering.clutter import THINGS
from vision.rendering.dice import outline
from vision.rendering.grounds import USUAL
from vision.rendering.scene import Camera, Colour, Die, Finish, Ground, Image, Light, Pips, Scene, Thing
from vision.rendering.signs import SignStyle, figures, sign
from vision.rendering.view import view_of

# What a die may be: with pips, a cube with signs, a d8 with figures, a token, a solid of no game here.
KINDS = ("d6", "other", "d8", "token", "foreign")
FOREIGN = ("d4", "d10", "d12", "d20")
MOSTLY_PIPS = (0.92, 0.08, 0.0, 0.0, 0.0)
BUSY_SHARE = 0.25  # of grounds


def colour(rng: np.random.Generator, saturation: float, value: float) -> Colour:
    """A colour of any hue; `saturation` and `value` from 0 to 1."""
    hsv = np.array([[[rng.uniform(0, 180), saturation * 255, value * 255]]], np.uint8)
    blue, green, red = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(float)
    return blue, green, red


def _brightness(of: Colour) -> float:
    return 0.114 * of[0] + 0.587 * of[1] + 0.299 * of[2]


def _body(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.3:
        return colour(rng, rng.uniform(0, 0.12), rng.uniform(0.82, 1))
    if kind < 0.4:
        return colour(rng, rng.uniform(0.1, 0.35), rng.uniform(0.75, 0.95))
    if kind < 0.55:
        return colour(rng, rng.uniform(0, 0.5), rng.uniform(0.05, 0.22))
    return colour(rng, rng.uniform(0.45, 1), rng.uniform(0.3, 1))


def _pip_colour(rng: np.random.Generator, body: Colour, contrast: float = 55.0) -> Colour:
    """White or dark, now and then coloured; always told from the body by its brightness."""
    for _ in range(20):
        kind = rng.random()
        if kind < 0.45:
            pip = colour(rng, rng.uniform(0, 0.2), rng.uniform(0.82, 1))
        elif kind < 0.85:
            pip = colour(rng, rng.uniform(0, 0.4), rng.uniform(0.0, 0.22))
        else:
            pip = colour(rng, rng.uniform(0.4, 1), rng.uniform(0.2, 1))
        if abs(_brightness(pip) - _brightness(body)) > contrast:
            return pip
    return (20.0, 20.0, 20.0) if _brightness(body) > 128 else (240.0, 240.0, 240.0)


def _faces(rng: np.random.Generator, form: str, body: Colour) -> dict[str, Image]:
    """What the faces of such a solid or token carry: signs, or figures from 1 on."""
    ink = _pip_colour(rng, body, 35.0)
    if form == "cube":
        style = SignStyle.by_chance(rng)
        return {name: sign(rng, ink, style) for name in "abcdef"}
    if form == "token":
        return {"marked": sign(rng, ink, SignStyle.by_chance(rng)), "blank": np.zeros((96, 96, 4), np.uint8)}
    return figures(rng, ink, int(form[1:]))


def random_pips(rng: np.random.Generator, body: Colour) -> Pips:
    """Pips of any make for a die of that colour."""
    one = rng.random()
    style = rng.choice(["round", "round", "round", "round", "round", "ring", "disc"])
    pips = Pips(
        style=str(style),
        radius=rng.uniform(0.13, 0.23),
        spread=rng.uniform(0.42, 0.6),
        narrow=rng.uniform(0.75, 1.05),
        one=rng.uniform(1.2, 1.9) if one < 0.2 else 1.0,
        one_colour=colour(rng, 0.9, 0.8) if one < 0.1 and _brightness(body) > 150 else None,
        depth=rng.uniform(-0.1, 0.9),
    )
    if pips.style == "disc":
        return replace(pips, radius=min(pips.radius, 0.15), spread=min(pips.spread, 0.44))
    if rng.random() < 0.1:
        inlay, disc = colour(rng, rng.uniform(0, 0.7), rng.uniform(0.1, 1)), rng.uniform(0.6, 0.92)
        radius = min(pips.radius, 0.19 * disc)
        spread = min(pips.spread, (disc - radius) / math.sqrt(2) * 0.98)
        return replace(pips, radius=radius, spread=spread, inlay=inlay, disc=disc)
    return pips


def _rarer(finish: Finish) -> Finish:
    """The same, but for some that become speckled, wooden, metal or swirled, as their grain says."""
    rng = np.random.default_rng([finish.grain, 1])
    chance, second = rng.random(), rng.uniform(0.2, 0.8)
    if chance < 0.12:
        return replace(finish, marble=second, pattern="speckles")
    if chance < 0.22:
        return replace(finish, marble=second, pattern="wood")
    if chance < 0.3:
        return replace(finish, metal=rng.uniform(0.3, 1))
    return replace(finish, marble=rng.uniform(0.6, 1), pattern="swirls") if chance < 0.55 else finish


def _told_from(finish: Finish, body: Colour, pip: Colour) -> Colour:
    """`pip`, or white or black where in a swirled body it would be lost now and then."""
    if finish.pattern != "swirls":
        return pip
    beside = (_brightness(body), _brightness(finish.marble_colour))
    dark, light = min(beside), 255 - max(beside)
    lost = min(abs(_brightness(pip) - one) for one in beside) < 40
    return pip if not lost else (250.0, 250.0, 250.0) if light > dark else (15.0, 15.0, 15.0)


def random_die(rng: np.random.Generator, size: float, kind: str = "d6") -> Die:
    """A die of any look, at the origin: one of `KINDS`."""
    body = _body(rng)
    form = {"d6": "cube", "other": "cube", "foreign": str(rng.choice(FOREIGN))}.get(kind, kind)
    pips = random_pips(rng, body)
    usual = Finish(
        rounding=rng.uniform(0.06, 0.42),
        ball=rng.uniform(1.3, 1.5) if rng.random() < 0.4 else rng.uniform(1.5, 1.75),
        gloss=rng.uniform(0, 0.8) if rng.random() < 0.7 else 0.0,
        dull=rng.uniform(0, 1) if rng.random() < 0.5 else 0.0,
        translucency=rng.uniform(0.3, 1) if rng.random() < 0.2 else 0.0,
        marble=rng.uniform(0.2, 0.8) if rng.random() < 0.2 else 0.0,
        marble_colour=colour(rng, rng.uniform(0, 0.8), rng.uniform(0.2, 1)),
        grain=int(rng.integers(1 << 31)),
    )
    finish = _rarer(usual)
    faces = None if kind == "d6" else _faces(rng, form, body)
    face = str(rng.choice(list(faces or "123456")))
    # A disc is often nearly as pale as the body, and some dice have pips that are hard to see.
    hard = 0.15 if pips.inlay is None else 0.5
    contrast = 22.0 if pips.style == "disc" or rng.random() < hard else 55.0
    return Die(
        kind=kind,
        form=form,
        face=face,
        colour=body,
        pip_colour=_told_from(finish, body, _pip_colour(rng, pips.inlay or body, contrast)),
        size=size,
        angle=rng.uniform(0, 360),
        pips=pips,
        finish=finish,
        faces=faces,
    )


def _footprint(die: Die) -> Floats:
    box = cv2.boxPoints(((die.x, die.y), (die.size, die.size), die.angle))
    return np.asarray(box, np.float32)


def _free(die: Die, others: list[Die]) -> bool:
    return all(cv2.intersectConvexConvex(_footprint(die), _footprint(other))[0] <= 0.5 for other in others)


def _place(rng: np.random.Generator, die: Die, others: list[Die], camera: Camera) -> Die | None:
    """`die` somewhere free in the picture, now and then touching another; None when none is."""
    for _ in range(12):
        if others and rng.random() < 0.33:
            beside = others[int(rng.integers(len(others)))]
            turn = np.radians(beside.angle + 90 * int(rng.integers(4)))
            off = (die.size + beside.size) / 2 * rng.uniform(1.0, 1.06)
            slide = rng.uniform(-0.5, 0.5) * die.size
            x = beside.x + off * np.cos(turn) - slide * np.sin(turn)
            y = beside.y + off * np.sin(turn) + slide * np.cos(turn)
            die = replace(die, x=float(x), y=float(y), angle=beside.angle)
        else:
            edge = die.size * 0.3
            x, y = rng.uniform(edge, camera.width - edge), rng.uniform(edge, camera.height - edge)
            die = replace(die, x=float(x), y=float(y))
        if _free(die, others):
            return die
    return None


def random_ground(rng: np.random.Generator, size: float) -> Ground:
    """Something to lie on, its pattern in proportion to dice of `size`."""
    dark = rng.random() < 0.4
    usual = Ground(
        kind=str(rng.choice(list(USUAL))),
        colour=colour(rng, rng.uniform(0, 0.8), rng.uniform(0.05, 0.45) if dark else rng.uniform(0.4, 1)),
        second=colour(rng, rng.uniform(0, 0.8), rng.uniform(0, 1)),
        scale=size * rng.uniform(0.5, 2),
        angle=rng.uniform(0, 180),
        contrast=rng.uniform(0.1, 1) ** 1.5,
        seed=int(rng.integers(1 << 31)),
    )
    own = np.random.default_rng([usual.seed, 1])
    return replace(usual, kind=str(own.choice(list(BUSY)))) if own.random() < BUSY_SHARE else usual


def random_light(rng: np.random.Generator) -> Light:
    """A lamp or a window: hard or soft, warm or cold, high or low; often where faces mirror it."""
    warm = rng.normal(0, 0.1)
    tint = (float(1 - warm), float(1 + rng.normal(0, 0.03)), float(1 + warm))
    return Light(
        azimuth=rng.uniform(0, 360),
        elevation=rng.uniform(65, 90) if rng.random() < 0.3 else rng.uniform(25, 85),
        colour=tint,
        brightness=rng.uniform(0.75, 1.15),
        ambient=rng.uniform(0.25, 0.85),
        softness=rng.uniform(0, 1),
        shadow=rng.uniform(0.1, 0.75),
        slope=rng.uniform(0, 0.6) if rng.random() < 0.5 else 0.0,
    )


def random_camera(
    rng: np.random.Generator, width: int, height: int, size: float, tilt: float = 30.0
) -> Camera:
    """A camera tilted by at most `tilt` degrees, with faults in proportion to dice of `size`."""
    return Camera(
        width=width,
        height=height,
        tilt=tilt * rng.random() ** 1.2,
        heading=rng.uniform(0, 360),
        distance=rng.uniform(1.0, 4),
        # Now and then the light parts of the picture are lost.
        exposure=rng.uniform(1.2, 1.9) if rng.random() < 0.1 else float(np.exp(rng.normal(0, 0.25))),
        contrast=rng.uniform(0.6, 1.2),
        defocus=abs(rng.normal(0, 0.022)) * size + rng.uniform(0, 0.5),
        motion=rng.uniform(0, 0.2) * size if rng.random() < 0.22 else 0.0,
        motion_angle=rng.uniform(0, 180),
        noise=abs(rng.normal(0, 5)),
        vignette=rng.uniform(0, 0.4) if rng.random() < 0.4 else 0.0,
        grey=bool(rng.random() < 0.15),
        jpeg=int(rng.integers(40, 100)) if rng.random() < 0.7 else 100,
    )


def _things(rng: np.random.Generator, camera: Camera, size: float) -> tuple[Thing, ...]:
    count = int(rng.integers(1, 5)) if rng.random() < 0.45 else 0
    return tuple(
        Thing(
            kind=str(rng.choice(list(THINGS))),
            x=rng.uniform(0, camera.width),
            y=rng.uniform(0, camera.height),
            size=size * rng.uniform(0.7, 2.5),
            angle=rng.uniform(0, 360),
            colour=colour(rng, rng.uniform(0, 0.9), rng.uniform(0.05, 1)),
            seed=int(rng.integers(1 << 31)),
        )
        for _ in range(count)
    )


def _fit_rims(things: tuple[Thing, ...], camera: Camera) -> tuple[Thing, ...]:
    """A rim goes first and spans the picture: it is the tray the other things lie in."""
    wide = max(camera.width, camera.height)
    rims = [
        replace(t, x=camera.width / 2, y=camera.height / 2, size=wide * 0.95)
        for t in things
        if t.kind == "rim"
    ]
    return (*rims[:1], *(thing for thing in things if thing.kind != "rim"))


def random_scene(
    rng: np.random.Generator,
    width: int = 256,
    height: int = 256,
    sizes: tuple[float, float] = (24.0, 120.0),
    tilt: float = 30.0,
    shares: tuple[float, ...] = MOSTLY_PIPS,
) -> Scene:
    """A scene with dice of about one size, which lies between `sizes` (pixels), evenly by ratio.

    `shares` are those of the `KINDS`. Some pictures hold no die at all, some hold a leaning die: a
    reader has to leave those alone.
    """
    size = float(np.exp(rng.uniform(np.log(sizes[0]), np.log(sizes[1]))))
    camera = random_camera(rng, width, height, size, tilt)
    fit = width * height / (size * size * 3.0)
    most = int(np.clip(fit, 1, 12))
    dice: list[Die] = []
    first = str(rng.choice(KINDS, p=shares))
    alike = random_die(rng, size, first) if rng.random() < 0.4 else None
    for _ in range(0 if rng.random() < 0.06 else int(rng.integers(1, most + 1))):
        die = random_die(rng, size * rng.uniform(0.85, 1.15), str(rng.choice(KINDS, p=shares)))
        if alike is not None and die.kind == alike.kind and die.form == alike.form:
            die = replace(alike, face=die.face, angle=die.angle, size=alike.size * rng.uniform(0.97, 1.03))
        if rng.random() < 0.02:
            die = replace(die, lean=rng.uniform(20, 45))
        placed = _place(rng, die, dice, camera)
        if placed is not None:
            dice.append(placed)
    things = _fit_rims(_things(rng, camera, size), camera)
    view = view_of(camera)
    things = tuple(thing for thing in things if thing.kind == "rim" or _clear(thing, dice))
    seen = tuple(die for die in dice if np.isfinite(outline(die, view)).all())
    return Scene(seen, random_ground(rng, size), random_light(rng), camera, things)


def _clear(thing: Thing, dice: list[Die]) -> bool:
    """Whether a flat thing keeps off the dice; cables and fingers may run under them."""
    if thing.kind in ("cable", "keys", "finger", "pen"):
        return True
    return all(np.hypot(thing.x - die.x, thing.y - die.y) > 0.8 * die.size + 0.5 * thing.size for die in dice)
