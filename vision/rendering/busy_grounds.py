"""Grounds full of what dice must be told from: flowers, rugs, checks, boards of hexagons, crumbs of stone."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from vision.arrays import Doubles, Floats, Indices
from vision.rendering.scene import Colour, Ground, Image, floats
from vision.rendering.two_colours import Painted, mesh, mix

SIXTEENTHS = 4  # bits: OpenCV draws at sixteenths of pixels


def colours_near(ground: Ground, count: int, rng: np.random.Generator) -> list[Colour]:
    """So many colours like the ground's two, in turn."""
    two = (ground.colour, ground.second)
    return [
        cast(Colour, tuple(np.clip(two[i % 2] + ground.contrast * rng.normal(0, 60, 3), 0, 255).tolist()))
        for i in range(count)
    ]


def middles(ground: Ground, height: int, width: int, across: float, down: float) -> Doubles:
    """Where things lie (N, 2) in rows, every other one shifted by half, all turned as the ground is."""
    turn, reach = np.radians(ground.angle), height + width
    columns, rows = (np.arange(-int(reach / pitch) - 1, int(reach / pitch) + 2) for pitch in (across, down))
    row, column = np.meshgrid(rows, columns, indexing="ij")
    x, y = (column + 0.5 * (row % 2)).ravel() * across, row.ravel() * down
    turned = np.stack([x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)], axis=1)
    at = turned + np.array([width, height]) / 2
    beyond = max(across, down)
    return at[((at > -beyond) & (at < np.array([width, height]) + beyond)).all(axis=1)]


def _ellipse(picture: Image, at: Doubles, half: tuple[float, float], turn: float, colour: Colour) -> None:
    x, y, wide, high = (round(16 * number) for number in (*at, *half))
    axes = (max(1, wide), max(1, high))
    cv2.ellipse(picture, (x, y), axes, turn, 0, 360, colour, -1, cv2.LINE_AA, SIXTEENTHS)


def _away(at: Doubles, far: float, turn: float) -> Doubles:
    """The point so `far` from another, in a direction in degrees."""
    return at + far * np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])


def flowered(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """Cloth printed with flowers, in rows or anyhow, some with leaves."""
    picture = np.full((height, width, 3), ground.colour, np.uint8)
    size = max(3.0, ground.scale * rng.uniform(0.2, 0.9))
    pitch, stray = size * rng.uniform(1.6, 4), float(rng.choice([0.0, 0.3, 0.8]))
    petals, long, fat = int(rng.integers(4, 9)), rng.uniform(0.35, 0.6), rng.uniform(0.25, 0.6)
    colours = colours_near(ground, 5, rng)[1:]
    leaf, has_leaves, has_heart = colours_near(ground, 2, rng)[1], rng.random() < 0.6, rng.random() < 0.7
    for place in middles(ground, height, width, pitch, pitch):
        at = place + rng.normal(0, stray * pitch, 2)
        own, first = size * rng.uniform(0.6, 1.2), rng.uniform(0, 360)
        for _ in range(int(rng.integers(0, 3)) if has_leaves else 0):
            turn = rng.uniform(0, 360)
            _ellipse(picture, _away(at, 1.1 * own, turn), (0.5 * own, 0.18 * own), turn, leaf)
        colour = colours[int(rng.integers(len(colours)))]
        for turn in first + 360 / petals * np.arange(petals):
            _ellipse(picture, _away(at, long * own, turn), (long * own, long * fat * own), turn, colour)
        if has_heart:
            _ellipse(picture, at, (0.25 * own, 0.25 * own), 0, colours[-1])
    return floats(picture)


def rug(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """Knotted bands of lozenges, chevrons, stripes and steps."""
    knot = max(1.0, ground.scale * rng.uniform(0.04, 0.16))
    side = min(700, int((height + width) / knot) + 4)
    colours = np.array([ground.colour, ground.second, *colours_near(ground, 3, rng)], np.float32)
    bands: list[Floats] = []
    while sum(map(len, bands)) < side:
        some = colours[rng.integers(0, len(colours), 3)]
        bands.append(some[_band(int(rng.integers(4, 22)), side, int(rng.integers(4, 26)), rng)])
    woven = floats(np.concatenate(bands)[:side])
    woven += ground.contrast * rng.normal(0, 6, woven.shape).astype(np.float32)
    turn = np.asarray(cv2.getRotationMatrix2D((side / 2, side / 2), ground.angle, knot), np.float64)
    turn[:, 2] += (width / 2 - side / 2, height / 2 - side / 2)
    how = cv2.INTER_LINEAR if rng.random() < 0.6 else cv2.INTER_NEAREST
    seen = cv2.warpAffine(woven, turn, (width, height), flags=how, borderMode=cv2.BORDER_REFLECT)
    mean = woven.mean(axis=(0, 1))
    return floats(np.clip(mean + (seen - mean) * (0.25 + 0.75 * ground.contrast), 0, 255))


def _band(high: int, wide: int, period: int, rng: np.random.Generator) -> Indices:
    """Which of three colours the knots (high, wide) of a band are."""
    down, across = np.mgrid[0:high, 0:wide]
    beside, off = np.abs(across % period - period / 2), np.abs(down - high / 2)
    lozenge = beside + off * period / high
    patterns = (
        (lozenge < period / 2 * rng.uniform(0.6, 1)).astype(int) + (lozenge < period / 2 * 0.35),
        ((across + down) % period < period / 2).astype(int),
        ((beside + down) % max(3, period // 2) < max(1.5, period // 4)).astype(int),
        ((across % period < period / 2) & (off < 0.35 * high)).astype(int),
        ((across % period < period / 2) ^ (down % max(4, high // 2) < max(2, high // 4))).astype(int),
    )
    return np.asarray(patterns[int(rng.integers(len(patterns)))], np.intp)


def chequered(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """Gingham: stripes both ways, darkest where they cross, now and then with thin lines between them."""
    along, across = mesh(height, width, ground.angle)
    period, wide = max(6.0, ground.scale * rng.uniform(0.25, 1.4)), rng.uniform(0.35, 0.6)
    has_lines = rng.random() < 0.35
    share = np.zeros((height, width))
    for way in (along, across):
        share += 0.5 * (way % period < wide * period)
        if has_lines:
            share += 0.4 * (np.abs(way % period - 0.75 * period) < 0.05 * period)
    threads = 0.06 * np.sin(along * 2.4) * np.sin(across * 2.4)
    return mix(ground, (0.3 + 0.7 * ground.contrast) * np.minimum(share, 1) + threads)


def hexagons(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """A board of hexagons in a few colours, some with a disc or a number."""
    picture = np.full((height, width, 3), ground.colour, np.uint8)
    edge = max(5.0, ground.scale * rng.uniform(0.5, 1.6))
    colours, has_lines = colours_near(ground, 5, rng), rng.random() < 0.6
    turns = np.radians(ground.angle + 30 + 60 * np.arange(6))
    ring = 0.95 * edge * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    for at in middles(ground, height, width, np.sqrt(3) * edge, 1.5 * edge):
        corners = np.rint(16 * (at + ring)).astype(np.int32)
        colour, other = (colours[int(i)] for i in rng.integers(0, len(colours), 2))
        cv2.fillPoly(picture, [corners], colour, cv2.LINE_AA, SIXTEENTHS)
        if has_lines:
            cv2.polylines(picture, [corners], True, colours[0], 1, cv2.LINE_AA, SIXTEENTHS)
        if rng.random() < 0.2:
            half = edge * rng.uniform(0.2, 0.45)
            _ellipse(picture, at, (half, half), 0, other)
        if rng.random() < 0.2:
            start = (int(at[0] - 0.3 * edge), int(at[1] + 0.25 * edge))
            number = str(int(rng.integers(2, 13)))
            ink = colours_near(ground, 2, rng)[1]
            cv2.putText(picture, number, start, cv2.FONT_HERSHEY_DUPLEX, edge / 40, ink, 1, cv2.LINE_AA)
    return floats(picture)


def crumbs(ground: Ground, height: int, width: int, rng: np.random.Generator) -> Floats:
    """Terrazzo, pebbles or confetti: many small patches of a few colours."""
    picture = np.full((height, width, 3), ground.colour, np.uint8)
    colours = colours_near(ground, 5, rng)
    pitch = ground.scale * rng.uniform(0.1, 0.6)
    count = int(np.clip(width * height / pitch**2, 50, 2500))
    size = np.sqrt(width * height / count) * rng.uniform(0.3, 0.7)
    for _ in range(count):
        turns = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(4, 8))))
        ring = size * rng.uniform(0.4, 1.2) * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        corners = np.rint(16 * (ring + rng.uniform(0, 1, 2) * (width, height))).astype(np.int32)
        colour = colours[int(rng.integers(len(colours)))]
        cv2.fillPoly(picture, [corners], colour, cv2.LINE_AA, SIXTEENTHS)
    return floats(picture)


BUSY: dict[str, Painted] = {
    "flowered": flowered,
    "rug": rug,
    "chequered": chequered,
    "hexagons": hexagons,
    "crumbs": crumbs,
}
