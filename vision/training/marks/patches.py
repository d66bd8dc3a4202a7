"""Patches such as the reader cuts around what was found: one solid from above, drawn flat and fast.

A patch shows the top face of a die or token in its middle, half of it FACE pixels wide, and some of what is
around it. Drawn here are also things that may be taken for one: sides, edges, foreign dice, cards, coins.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.rendering.random_scenes import FOREIGN, colour
from vision.rendering.scene import Image, floats
from vision.signs.marks import CROP, FACE
from vision.training.marks.carried import any_symbols, figures_of, pip_faces
from vision.training.marks.looks import (
    CUBE,
    D8,
    TOKEN,
    Look,
    Shot,
    pip_look,
    random_body,
    random_look,
    random_shot,
)
from vision.training.marks.solids import Solid, solid
from vision.training.marks.symbols import SIDE, Rng, round_about

CANVAS = 108  # pixels that a patch is drawn in, before a camera sees it
SCALE = CANVAS / CROP
MIRRORING = 0.5  # of the glossy dice: they lie where their faces mirror a lamp
VEINED = 0.5  # of the mottled bodies: they are so with veins
RIMMED = 0.5  # of the tokens: they have a rim within their teeth


@dataclass
class _Layers:
    """What is drawn, by kind: where the solid is, how bright, where ink and panel lie, where it may mirror a
    lamp (all 0 to 255).
    """

    body: Image = field(default_factory=lambda: np.zeros((CANVAS, CANVAS), np.uint8))
    shade: Image = field(default_factory=lambda: np.zeros((CANVAS, CANVAS), np.uint8))
    ink: Image = field(default_factory=lambda: np.zeros((CANVAS, CANVAS), np.uint8))
    panel: Image = field(default_factory=lambda: np.zeros((CANVAS, CANVAS), np.uint8))
    mirror: Image = field(default_factory=lambda: np.zeros((CANVAS, CANVAS), np.uint8))


def _turned(points: Floats, shot: Shot) -> Floats:
    """Table points as the camera sees them: spun by `turn`, tilted away towards `heading`."""
    spin, tilt, heading = np.radians(shot.turn), np.radians(shot.tilt), np.radians(shot.heading)
    about = np.array([[np.cos(spin), -np.sin(spin), 0], [np.sin(spin), np.cos(spin), 0], [0, 0, 1]])
    axis = np.array([-np.sin(heading), np.cos(heading), 0.0]) * tilt
    return floats(points @ (cv2.Rodrigues(axis)[0] @ about).T)


def _seen(points: Floats) -> Floats:
    """Flat places of turned points; the camera is some 25 r away."""
    return floats(points[:, :2] / (1 - points[:, 2:] / 25))


def _pixels(flat: Floats) -> NDArray[np.int32]:
    return np.asarray(np.rint(flat * 16), np.int32)


def _warped(mask: Image, corners: Floats) -> Image:
    """`mask` seen as the quadrilateral `corners` (upper left first, clockwise) of the canvas."""
    side = mask.shape[0]
    source = floats([[0, 0], [side, 0], [side, side], [0, side]])
    smaller = float(np.linalg.norm(corners[0] - corners[1])) / side
    if smaller < 0.5:
        mask = np.asarray(cv2.blur(mask, (3, 3)), np.uint8)
    matrix = cv2.getPerspectiveTransform(source, floats(corners))
    return np.asarray(cv2.warpPerspective(mask, matrix, (CANVAS, CANVAS), flags=cv2.INTER_LINEAR), np.uint8)


def _square(solid_: Solid, face: int, half: float, up: float) -> Floats:
    """Corners (4, 3) of a square in the middle of a face: where a symbol of that size lies."""
    angle = np.radians(up)
    right = np.cos(angle) * solid_.rights[face] + np.sin(angle) * solid_.downs[face]
    down = np.cos(angle) * solid_.downs[face] - np.sin(angle) * solid_.rights[face]
    steps = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return floats([solid_.middles[face] + half * (a * right + b * down) for a, b in steps])


def _draw_solid(kind: str, look: Look, faces: Sequence[Image], shot: Shot, rng: Rng) -> _Layers:
    """`faces[0]` lies on top, the others around it as they come."""
    shape = solid(kind)
    onto = shape.middles[shot.onto] if kind != "d4" or shot.onto else floats([0, 0, shape.points[:, 2].max()])
    points = _turned(shape.points, shot)
    place = _Place(shape, shot, onto)
    flat = place.of(points)
    layers = _Layers()
    lamp = _lamp(rng)
    ambient = rng.uniform(0.35, 0.8)
    hull = cv2.convexHull(_pixels(flat))
    cv2.fillConvexPoly(layers.body, hull, (255,), cv2.LINE_AA, 4)
    inner = 1 - 0.6 * look.rounding
    outs = _turned(shape.normals, shot)
    layers.shade[:] = int(135 * ambient)
    for face in np.flatnonzero(outs[:, 2] > 0.03).tolist():
        bright = 150 * (ambient + (1 - ambient) * 1.2 * max(0.0, float(outs[face] @ lamp)))
        ring = flat[list(shape.faces[face])]
        edge = ring.mean(axis=0) + (ring - ring.mean(axis=0)) * inner
        cv2.fillConvexPoly(layers.shade, _pixels(edge), (int(min(255, bright)),), cv2.LINE_AA, 4)
        if face == shot.onto or rng.random() < 0.3:
            cv2.fillConvexPoly(layers.mirror, _pixels(edge), (255,), cv2.LINE_AA, 4)
        _draw_mark(layers, look, faces[face % len(faces)], place, face)
    return layers


class _Place:
    """From table coordinates of one solid to pixels of the canvas."""

    def __init__(self, shape: Solid, shot: Shot, onto: Floats) -> None:
        self._shape, self._shot = shape, shot
        ring = _seen(_turned(shape.points[list(shape.faces[shot.onto])], shot))
        r = float(np.linalg.norm(ring - np.roll(ring, 1, axis=0), axis=1).mean()) / 2
        self._scale = FACE * SCALE / r * shot.zoom
        middle = _seen(_turned(onto[None], shot))[0]
        self._origin = CANVAS / 2 - 0.5 - self._scale * (middle + floats(shot.off))

    def of(self, turned: Floats) -> Floats:
        """Pixels of points that are turned already."""
        return floats(_seen(turned) * self._scale + self._origin)

    def square(self, face: int, half: float, up: float) -> Floats:
        """Pixels of a square on a face."""
        return self.of(_turned(_square(self._shape, face, half, up), self._shot))

    def inradius(self, face: int) -> float:
        """Of the face, in halves of the top's edge."""
        return float(self._shape.inradii[face])


def _draw_mark(layers: _Layers, look: Look, mask: Image, place: _Place, face: int) -> None:
    inradius = place.inradius(face)
    if look.panel is not None:
        _, half, is_round = look.panel
        area = np.full((SIDE, SIDE), 255, np.uint8)
        if is_round:
            area[:] = 0
            cv2.circle(area, (SIDE // 2, SIDE // 2), SIDE // 2 - 2, (255,), -1, cv2.LINE_AA)
        cv2.max(layers.panel, _warped(area, place.square(face, half * inradius, look.up)), layers.panel)
    if mask.any():
        corners = place.square(face, look.mark * inradius, look.up + look.around * face)
        cv2.max(layers.ink, _warped(mask, corners), layers.ink)


def _lamp(rng: Rng) -> Floats:
    high, round_ = np.radians(rng.uniform(25, 85)), rng.uniform(0, 2 * np.pi)
    return floats([np.cos(high) * np.cos(round_), np.cos(high) * np.sin(round_), np.sin(high)])


def wheel(teeth: int, deep: float = 0.82) -> Floats:
    """The outline (N, 2) of a gear-wheel, 1 being its half width and `deep` where its teeth begin."""
    outline = round_about(4 * teeth, floats([1.0, 1.0, deep, deep]), 0.2)
    return floats(outline / (SIDE / 2) - 1)


def _draw_token(look: Look, mask: Image, shot: Shot, rng: Rng, outline: Floats) -> _Layers:
    layers = _Layers()
    thick = rng.uniform(0.08, 0.35)
    upper = floats(np.concatenate([outline, np.full((len(outline), 1), thick)], axis=1))
    lower = floats(np.concatenate([outline, np.zeros((len(outline), 1))], axis=1))
    scale = FACE * SCALE * shot.zoom
    middle = _seen(_turned(floats([[0, 0, thick]]), shot))[0]
    origin = CANVAS / 2 - 0.5 - scale * (middle + floats(shot.off))

    def at(points: Floats) -> Floats:
        return floats(_seen(_turned(points, shot)) * scale + origin)

    bright = rng.uniform(110, 180)
    for share in (0.0, 0.35, 0.7):
        between = at(floats(lower + share * (upper - lower)))
        cv2.fillPoly(layers.body, [_pixels(between)], (255,), cv2.LINE_AA, 4)
    cv2.fillPoly(layers.body, [_pixels(at(upper))], (255,), cv2.LINE_AA, 4)
    layers.shade[:] = int(bright * rng.uniform(0.5, 0.9))
    cv2.fillPoly(layers.shade, [_pixels(at(upper))], (int(bright),), cv2.LINE_AA, 4)
    cv2.fillPoly(layers.mirror, [_pixels(at(upper))], (255,), cv2.LINE_AA, 4)
    if rng.random() < RIMMED:
        _draw_rim(layers, at, thick, bright, rng)
    if look.ring is not None:
        reach, wide = look.ring
        for radius, ink in ((reach, 255), (reach - wide, 0)):
            cv2.fillPoly(layers.ink, [_pixels(at(_circle(radius, thick)))], (ink,), cv2.LINE_AA, 4)
    if mask.any():
        half = look.mark
        corners = ((-half, -half), (half, -half), (half, half), (-half, half))
        square = floats([(x, y, thick) for x, y in corners])
        cv2.max(layers.ink, _warped(mask, at(square)), layers.ink)
    return layers


def _circle(radius: float, high: float) -> Floats:
    """Corners (N, 3) of what looks round, so high above the table."""
    turns = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return floats(np.stack([radius * np.cos(turns), radius * np.sin(turns), np.full(48, high)], axis=1))


def _draw_rim(layers: _Layers, at: Callable[[Floats], Floats], high: float, bright: float, rng: Rng) -> None:
    """A groove or a step around what is within the teeth, which may lie deeper and darker."""
    outer = rng.uniform(0.62, 0.88)
    inner = outer - rng.uniform(0.03, 0.12)
    shades = np.minimum(bright * rng.uniform([0.4, 0.85], [1.4, 1.1]), 255).tolist()
    for reach, shade in zip((outer, inner), shades, strict=True):
        cv2.fillPoly(layers.shade, [_pixels(at(_circle(reach, high)))], (int(shade),), cv2.LINE_AA, 4)


def _noise(rng: Rng, side: int, grain: float) -> Floats:
    """Soft spots (side, side, 1) about 0, as large as `grain` pixels."""
    few = max(2, round(side / max(grain, 1.0)))
    spots = rng.normal(0, 1, (few, few)).astype(np.float32)
    return floats(cv2.resize(spots, (side, side), interpolation=cv2.INTER_LINEAR))[:, :, None]


def random_ground(rng: Rng) -> Floats:
    """Something to lie on (CANVAS, CANVAS, 3): plain, mottled, striped, or the border of two."""
    first = floats(random_body(rng))
    if rng.random() < 0.15:
        first = floats(colour(rng, rng.uniform(0, 0.4), rng.uniform(0.4, 0.8)))
    ground = np.empty((CANVAS, CANVAS, 3), np.float32)
    ground[:] = first
    kind = rng.random()
    if kind < 0.35:
        ground += _noise(rng, CANVAS, rng.uniform(1, 14)) * rng.uniform(2, 25)
    elif kind < 0.6:
        second = floats(random_body(rng))
        angle, wave = rng.uniform(0, np.pi), rng.uniform(4, 40)
        ys, xs = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)
        phase = (xs * np.cos(angle) + ys * np.sin(angle)) / wave + rng.uniform(0, 6)
        if rng.random() < 0.5:
            phase = phase + 0.6 * _noise(rng, CANVAS, 20)[:, :, 0]
        share = np.clip(np.sin(phase * 2 * np.pi) * rng.uniform(0.5, 6) * 0.5 + 0.5, 0, 1)[:, :, None]
        ground += (second - first) * share * rng.uniform(0.1, 1.0)
    elif kind < 0.75:
        edge = floats(rng.uniform(0, CANVAS, (2, 2)))
        ys, xs = np.mgrid[0:CANVAS, 0:CANVAS].astype(np.float32)
        along = edge[1] - edge[0]
        beyond = (xs - edge[0, 0]) * along[1] - (ys - edge[0, 1]) * along[0] > 0
        ground[beyond] = floats(random_body(rng))
    return ground


def _neighbours(rng: Rng, ground: Floats, look: Look) -> None:
    """Other dice that touch the one in the middle, or nearly."""
    angle, reach = rng.uniform(0, 360), FACE * SCALE * rng.uniform(2.0, 2.7)
    for step in range(int(rng.integers(1, 3))):
        turn = np.radians(angle + 90 * step)
        middle = (
            float(CANVAS / 2 + reach * np.cos(turn)),
            float(CANVAS / 2 + reach * np.sin(turn)),
        )
        side = 2 * FACE * SCALE * rng.uniform(0.85, 1.15)
        box = cv2.boxPoints((middle, (side, side), angle + rng.normal(0, 8)))
        tone = floats(look.body if rng.random() < 0.6 else random_body(rng)) * rng.uniform(0.5, 1.0)
        cv2.fillConvexPoly(ground, _pixels(floats(box)), [float(v) for v in tone], cv2.LINE_8, 4)


def _composed(layers: _Layers, look: Look, rng: Rng) -> Floats:
    """The picture before a camera takes it."""
    ground = random_ground(rng)
    if rng.random() < 0.25:
        _neighbours(rng, ground, look)
    if rng.random() < 0.85:
        ground *= _shadow(layers.body, rng)
    soft = 0.3 + look.rounding * 4 * rng.uniform(0.3, 1.0)
    body = layers.body
    if look.rounding > 0.08:
        # Blurred and cut again at its middle: sharp corners become round ones.
        reach = 2 * round(1 + 9 * look.rounding) + 1
        blurred = cv2.blur(cv2.blur(body, (reach, reach)), (reach, reach))
        body = np.clip((blurred.astype(np.int16) - 112) * 8, 0, 255).astype(np.uint8)
        body = np.minimum(body, layers.body)
    tone = np.empty((CANVAS, CANVAS, 3), np.float32)
    tone[:] = floats(look.body)
    if look.grain > 0:
        noise = _noise(rng, CANVAS, rng.uniform(1.5, 18))
        # Spots, or veins where the noise changes its sign.
        much = 1 - np.abs(noise) / rng.uniform(0.1, 0.6) if rng.random() < VEINED else 0.5 + noise
        tone += (floats(look.second) - tone) * np.clip(much, 0, 1) * look.grain
    if look.panel is not None:
        tone += (floats(look.panel[0]) - tone) * (layers.panel[:, :, None] / np.float32(255))
    tone += (floats(look.ink) - tone) * (layers.ink[:, :, None] / np.float32(255))
    shade = cv2.GaussianBlur(layers.shade, (0, 0), soft)[:, :, None] / np.float32(150)
    tone *= shade
    if look.gloss > 0 and rng.random() < 0.7:
        tone += _shine(rng) * look.gloss
    if look.gloss > 0 and rng.random() < MIRRORING:
        tone += _mirrored(layers, soft, rng)
    where = body[:, :, None] / np.float32(255)
    return floats(ground + (tone - ground) * where)


def _shadow(body: Image, rng: Rng) -> Floats:
    """What the solid leaves of the light on the table (CANVAS, CANVAS, 1)."""
    off = rng.uniform(1, 7)
    angle = rng.uniform(0, 2 * np.pi)
    matrix = floats([[1, 0, off * np.cos(angle)], [0, 1, off * np.sin(angle)]])
    # Soft anyway: drawn at half the size.
    half = cv2.resize(body, (CANVAS // 2, CANVAS // 2), interpolation=cv2.INTER_AREA)
    fallen = np.maximum(half, cv2.warpAffine(half, matrix, (CANVAS // 2, CANVAS // 2)))
    fallen = cv2.GaussianBlur(fallen, (0, 0), rng.uniform(0.5, 4))
    fallen = cv2.resize(fallen, (CANVAS, CANVAS), interpolation=cv2.INTER_LINEAR)
    return floats(1 - rng.uniform(0.1, 0.75) * fallen / np.float32(255))[:, :, None]


def _shine(rng: Rng) -> Floats:
    """A highlight: a soft or a hard spot, or a slope of light."""
    spot = np.zeros((CANVAS, CANVAS), np.uint8)
    at = (int(rng.integers(10, CANVAS - 10)), int(rng.integers(10, CANVAS - 10)))
    axes = (int(rng.integers(2, 20)), int(rng.integers(2, 12)))
    cv2.ellipse(spot, at, axes, rng.uniform(0, 180), 0, 360, (255,), -1, cv2.LINE_AA)
    return floats(cv2.GaussianBlur(spot, (0, 0), rng.uniform(1, 12)))[:, :, None]


def _mirrored(layers: _Layers, soft: float, rng: Rng) -> Floats:
    """A lamp seen in the faces: part of it or all over, sharp or blurred; in dull ink there is less of it."""
    lamp = np.full((CANVAS, CANVAS), 255, np.uint8)
    if rng.random() < 0.7:
        lamp[:] = 0
        at, sides = rng.uniform(0, CANVAS, 2).tolist(), np.exp(rng.uniform(2.5, 5, 2)).tolist()
        box = cv2.boxPoints((at, sides, rng.uniform(0, 180)))
        cv2.fillConvexPoly(lamp, _pixels(floats(box)), (255,), cv2.LINE_AA, 4)
    blurred = cv2.GaussianBlur(lamp, (0, 0), rng.uniform(0.5, 12))
    faces = cv2.GaussianBlur(layers.mirror, (0, 0), soft)
    dull = 1 - rng.uniform(0, 1) * (layers.ink / np.float32(255))
    strength = np.exp(rng.uniform(np.log(20), np.log(280))) / 255**2
    return floats(blurred * (faces * dull) * strength)[:, :, None]


@functools.lru_cache(maxsize=1)
def _grain_tile() -> Floats:
    """Drawing noise afresh for each patch would cost more than most else: it is cut from one tile."""
    return np.random.default_rng(11).standard_normal((512, 512, 3), dtype=np.float32)


def _grain(side: int, rng: Rng) -> Floats:
    top, left = rng.integers(0, 512 - side, 2)
    return _grain_tile()[top : top + side, left : left + side]


def _photographed(picture: Floats, r: float, rng: Rng) -> Image:
    """What the camera makes of it at its own size, cut out and brought to CROP pixels."""
    light = np.exp(rng.normal(0, 0.25)) * np.exp(rng.normal(0, 0.07, 3))
    shot = floats(picture * light)
    if rng.random() < 0.4:
        ys, xs = np.mgrid[-1 : 1 : CANVAS * 1j, -1 : 1 : CANVAS * 1j].astype(np.float32)
        slope = 1 + rng.uniform(-0.3, 0.3) * xs + rng.uniform(-0.3, 0.3) * ys
        shot *= slope[:, :, None]
    shot = 128 + (shot - 128) * rng.uniform(0.65, 1.1)
    own = min(CANVAS, round(CANVAS * r / (FACE * SCALE)))
    if own < CANVAS:
        shot = floats(cv2.resize(shot, (own, own), interpolation=cv2.INTER_AREA))
    blur = (abs(rng.normal(0, 0.022)) * 2 * r + rng.uniform(0, 0.5)) * own * FACE * SCALE / (CANVAS * r)
    if blur > 0.25:
        shot = floats(cv2.GaussianBlur(shot, (0, 0), blur))
    if rng.random() < 0.1:
        reach = int(rng.integers(2, 2 + max(1, own // 16)))
        kernel = (reach, 1) if rng.random() < 0.5 else (1, reach)
        shot = floats(cv2.blur(shot, kernel))
    if rng.random() < 0.12:
        shot = floats(np.repeat(shot.mean(axis=2, keepdims=True), 3, axis=2))
    shot = shot + _grain(own, rng) * abs(rng.normal(0, 5)) * min(1.0, 1.5 * own * FACE * SCALE / (CANVAS * r))
    frame: Image = np.clip(shot, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])[1]
        frame = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    way = cv2.INTER_AREA if own > CROP else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(frame, (CROP, CROP), interpolation=way), np.uint8)


def patch_of(kind: str, look: Look, faces: Sequence[Image], shot: Shot) -> Image:
    """The patch (CROP, CROP, 3; BGR) around a die or token of that look, `faces[0]` on top."""
    rng = np.random.default_rng(shot.seed)
    if kind == TOKEN:
        layers = _draw_token(look, faces[0], shot, rng, wheel(look.teeth, look.deep))
    else:
        layers = _draw_solid(kind, look, faces, shot, rng)
    return _photographed(_composed(layers, look, rng), shot.r, rng)


def random_nothing(rng: Rng) -> Image:
    """A patch in whose middle no top face lies that could be read."""
    kind = rng.random()
    shot = random_shot(rng)
    if kind < 0.3:
        foreign = str(rng.choice(FOREIGN))
        return patch_of(foreign, random_look(rng, foreign), figures_of(rng, foreign), shot)
    if kind < 0.75:
        return _misplaced(rng, shot)
    return _flat_thing(rng, shot) if kind < 0.96 else _bare(rng)


def _bare(rng: Rng) -> Image:
    """Nothing but a colour, a little brighter to one side: ground without a grain, or what is burnt out."""
    slope = np.linspace(-0.5, 0.5, CROP) * rng.uniform(0, 40)
    brightness = slope * np.cos(turn := rng.uniform(0, 2 * np.pi)) + slope[:, None] * np.sin(turn)
    coloured = rng.uniform(0, 260, 3) + brightness[:, :, None]
    return np.asarray(np.clip(coloured, 0, 255), np.uint8)


def _misplaced(rng: Rng, shot: Shot) -> Image:
    """A cube or a d8 whose top was missed: beside it, a side face, far too near or too far, on its edge."""
    kind = str(rng.choice([CUBE, D8]))
    if kind == D8:
        look, faces = random_look(rng, kind), figures_of(rng, D8)
    elif rng.random() < 0.4:
        look, faces = pip_look(rng), pip_faces(rng, int(rng.integers(1, 7)))
    else:
        look, faces = random_look(rng, kind), any_symbols(rng, 6)
    fault = rng.random()
    if fault < 0.3:
        away, angle = rng.uniform(0.55, 1.7), rng.uniform(0, 2 * np.pi)
        shot = replace(shot, off=(float(away * np.cos(angle)), float(away * np.sin(angle))))
    elif fault < 0.5:
        shot = replace(shot, zoom=float(rng.choice([rng.uniform(0.35, 0.65), rng.uniform(1.5, 2.2)])))
    else:
        shot = replace(shot, tilt=rng.uniform(30, 60))
        sides = [face for face in np.flatnonzero(_turned(solid(kind).normals, shot)[:, 2] > 0.25) if face]
        if fault < 0.85 and sides:
            shot = replace(shot, onto=int(rng.choice(sides)))
        else:
            # On an edge or a corner: neither face is a top.
            across, along = rng.normal(0, 0.5, 2).tolist()
            shot = replace(shot, tilt=rng.uniform(38, 52), off=(across, along))
    return patch_of(kind, look, faces, shot)


def _flat_thing(rng: Rng, shot: Shot) -> Image:
    """Bare ground, print on a card, a coin, a finger."""
    look = random_look(rng, CUBE)
    layers = _Layers()
    layers.shade[:] = 150
    kind = rng.random()
    if kind < 0.45:
        # A card or a board: larger than a die, its print goes on beyond.
        box = cv2.boxPoints(((CANVAS / 2, CANVAS / 2), (90.0, 150.0), shot.turn))
        off = rng.uniform(-40, 40, 2)
        cv2.fillConvexPoly(layers.body, _pixels(floats(box + off)), (255,), cv2.LINE_AA, 4)
        for _ in range(int(rng.integers(0, 5))):
            at, half = rng.uniform(0, CANVAS, 2), rng.uniform(6, 40)
            turn = np.radians(shot.turn + np.array([45, 135, 225, 315]))
            corners = floats(at + half * np.stack([np.cos(turn), np.sin(turn)], axis=1))
            cv2.max(layers.ink, _warped(any_symbols(rng, 1)[0], corners), layers.ink)
    elif kind < 0.7:
        outline = floats(round_about(40, floats([1.0])) / (SIDE / 2) - 1)
        relief = replace(look, mark=rng.uniform(0.5, 0.8))
        layers = _draw_token(relief, any_symbols(rng, 1)[0], shot, rng, outline)
        if rng.random() < 0.7:
            grey = rng.uniform(0.85, 1.15)
            look = replace(look, ink=(look.body[0] * grey, look.body[1] * grey, look.body[2] * grey))
    elif kind < 0.85:
        ends = _pixels(floats(rng.uniform(-20, CANVAS + 20, (2, 2))))
        width = int(rng.integers(6, 50))
        cv2.line(layers.body, tuple(ends[0].tolist()), tuple(ends[1].tolist()), (255,), width, cv2.LINE_AA, 4)
    return _photographed(_composed(layers, replace(look, panel=None), rng), shot.r, rng)
