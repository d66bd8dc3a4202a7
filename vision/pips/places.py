"""A second reading of a face, which does not count marks: how dark is it at each of the nine places of a pip?

It starts from where the first reading says that the face lies, and knows nothing of which marks were found
on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

import numpy as np

from vision.arrays import Doubles
from vision.pips.faces import Face
from vision.pips.round_marks import Pip, dark_and_light_views, eight_bits
from vision.quantiles import median
from vision.reading import Picture

# The nine places, row by row, in the face's own coordinates.
NINE = np.array([(x, y) for y in (-1.0, 0.0, 1.0) for x in (-1.0, 0.0, 1.0)])
# Where a pip is looked at in each of them, its radius being 1; the body, around each and between them.
RIM = np.array([(np.cos(angle), np.sin(angle)) for angle in np.arange(8) * (np.pi / 4)])
WITHIN = np.concatenate([[(0.0, 0.0)], 0.3 * RIM[::2], 0.55 * RIM])
AROUND = 1.75 * RIM
BETWEEN = np.array([(x, y) for x in (-0.5, 0.5) for y in (-0.5, 0.5)])
# Which places are marked, for each value, in every position a square can be turned to.
MARKED: tuple[tuple[int, str], ...] = (
    (1, "....x...."),
    (2, "x.......x"),
    (2, "..x...x.."),
    (3, "x...x...x"),
    (3, "..x.x.x.."),
    (4, "x.x...x.x"),
    (5, "x.x.x.x.x"),
    (6, "x.xx.xx.x"),
    (6, "xxx...xxx"),
)
PATTERNS = np.array([[float(c == "x") for c in places] for _, places in MARKED])
VALUES = np.array([value for value, _ in MARKED])


@dataclass(frozen=True)
class Places:
    """What the nine places say."""

    value: int  # the nearest face
    misfit: float  # largest difference between a place and that face's pattern


def read_places(picture: Picture, face: Face, pips: list[Pip]) -> Places:
    """What `picture` (BGR) shows at the nine places of `face`."""
    members = [pips[i] for i in face.pips]
    contrast = fmean(p.contrast for p in members)
    radius = fmean(p.r for p in members) / face.size * 4.0
    points = [NINE[:, None] + radius * WITHIN, NINE[:, None] + radius * AROUND, BETWEEN]
    at = face.pixels(np.concatenate([part.reshape(-1, 2) for part in points]))
    seen = _sample(picture, at, members[0].dark)
    marks, body = seen[: 9 * len(WITHIN)].reshape(9, -1), median(seen[9 * len(WITHIN) :])
    # 0 as the body, 1 as the marks.
    darkness = np.clip((body - marks.mean(axis=1)) / contrast, -0.5, 1.5)
    gaps = np.abs(darkness[None] - PATTERNS)
    rms = np.sqrt((gaps**2).mean(axis=1))
    best = int(rms.argmin())
    return Places(int(VALUES[best]), float(gaps[best].max()))


def _sample(picture: Picture, points: Doubles, dark: bool) -> Doubles:
    """How bright `picture` is at the points (n, 2), as seen where dark or light pips stand out as dark."""
    high, wide = picture.shape[:2]
    x = np.clip(np.rint(points[:, 0]).astype(int), 0, wide - 1)
    y = np.clip(np.rint(points[:, 1]).astype(int), 0, high - 1)
    views = dark_and_light_views(eight_bits(picture[y, x][:, None]))
    return np.asarray(views[0 if dark else 1][:, 0], np.float64)
