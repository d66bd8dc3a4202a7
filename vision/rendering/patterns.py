"""What bodies of dice are coloured like: plain, or with a second colour: veins, speckles, swirls, wood."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats
from vision.rendering.scene import Die, floats


def body_colour(points: Floats, die: Die) -> Floats:
    """The colour (N, 3; or 1, 3 where it is the same everywhere) of `die` at `points` (N, 3) of its
    surface, in half edges from its middle.
    """
    finish = die.finish
    if not finish.marble:
        return floats([die.colour])
    second = _PATTERNS[finish.pattern](points, np.random.default_rng(finish.grain))[:, None] * finish.marble
    return floats(floats(die.colour) * (1 - second) + floats(finish.marble_colour) * second)


def _veins(points: Floats, rng: np.random.Generator) -> Floats:
    """The share (N,) of the second colour: a few waves through the body, each bent by the first."""
    waves = rng.normal(0, 2.2, (5, 3)).astype(np.float32)
    field = points @ waves.T + rng.uniform(0, 6.3, 5).astype(np.float32)
    field[:, 1:] += 1.5 * np.sin(field[:, :1])
    return floats(np.clip(np.sin(field).mean(axis=1) * 1.6 + 0.5, 0, 1))


def _speckles(points: Floats, rng: np.random.Generator) -> Floats:
    """The share (N,) of the second colour: small spots, where several quick waves meet."""
    ways = rng.normal(0, 1, (5, 3))
    quick = rng.uniform(14, 40) * rng.uniform(0.7, 1.3, (5, 1))
    waves = (ways / np.linalg.norm(ways, axis=1, keepdims=True) * quick).astype(np.float32)
    met = np.sin(points @ waves.T + rng.uniform(0, 6.3, 5).astype(np.float32)).mean(axis=1)
    return floats(np.clip((met - rng.uniform(0.2, 0.55)) / 0.08, 0, 1))


def _wood(points: Floats, rng: np.random.Generator) -> Floats:
    """The share (N,) of the second colour: rings of years about an axis beside the die."""
    way = rng.normal(0, 1, 3)
    way = (way / np.linalg.norm(way)).astype(np.float32)
    beside = points - rng.normal(0, 1.5, 3).astype(np.float32)
    away = np.linalg.norm(beside - (beside @ way)[:, None] * way, axis=1)
    rings = np.sin(rng.uniform(6, 22) * away + 0.6 * np.sin(3 * (beside @ way)))
    return floats(np.clip(0.5 + 0.5 * rings, 0, 1) ** 2)


def _swirls(points: Floats, rng: np.random.Generator) -> Floats:
    """The share (N,) of the second colour: two poured together and folded over, hardly mixed."""
    folded = points * np.float32(np.exp(rng.uniform(np.log(0.6), np.log(4))))
    for _ in range(3):
        waves = rng.normal(0, 1.5, (3, 3)).astype(np.float32)
        folded = folded + np.float32(0.55) * np.sin(
            folded @ waves + rng.uniform(0, 6.3, 3).astype(np.float32)
        )
    waves = rng.normal(0, 2.6, (3, 2)).astype(np.float32)
    met = np.sin(folded @ waves + rng.uniform(0, 6.3, 2).astype(np.float32)).mean(axis=1)
    return floats(np.clip((met - rng.uniform(-0.3, 0.3)) / rng.uniform(0.04, 0.5) + 0.5, 0, 1))


_PATTERNS = {"veins": _veins, "speckles": _speckles, "wood": _wood, "swirls": _swirls}
