"""How slanted dice are seen that lie flat: a camera that looks at a slant sees what is farther away, higher
in its picture, more slanted. The other dice tell how it looks.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Doubles

# A camera's focal length to the longer side of its picture: webcams and phones have 0.75 to 1.1.
FOCAL_LENGTH = 1.0
# Tilts of a camera that come into question, in degrees, the picture's upper side farther away; how much worse
# (a logarithm) one degree less may explain the dice and is yet preferred; and how many dice tell it at all.
TILTS, PER_DEGREE, FEWEST = np.arange(-60.0, 61.0, 2.0), 0.0003, 3

Seen = tuple[float, float, float]  # the middle of a face, in pixels, and what is left of its circles


def usual_at(x: float, y: float, others: Sequence[Seen], size: tuple[int, int]) -> float:
    """What a slant leaves of circles at a place of a picture of a size (width, height), by some others: the
    median of these, as the tilt of a camera that explains them best changes it from there to here.
    """
    seen = np.array(others)
    if len(others) < FEWEST:
        return float(np.median(seen[:, 2]))
    at = np.vstack([seen[:, :2], (x, y)])
    away = (at - np.array(size) / 2) / (FOCAL_LENGTH * max(size))
    expected = _left_of_circles(np.radians(TILTS)[:, None], away)
    changed = np.log(seen[:, 2]) - np.log(expected[:, :-1])
    unlike = np.abs(changed).mean(axis=1) + PER_DEGREE * np.abs(TILTS)
    best = int(unlike.argmin())
    return float(expected[best, -1] * np.exp(np.median(changed[best])))


def _left_of_circles(tilt: Doubles, away: Doubles) -> Doubles:
    """How wide a circle on the table is seen, its length being 1, by cameras of some tilts (n, 1), at places
    (m, 2) whose distances from the picture's middle are told in focal lengths: (n, m).

    A small circle is seen as the ellipse with the covariance I + q q' - m m', where q is the place, n the
    table's normal and m is what of n lies in the picture, less its depth times q: to the first order, by a
    camera without distortion.
    """
    across, down = away.T
    depth = np.cos(tilt) + down * np.sin(tilt)
    in_picture = (across * np.cos(tilt)) ** 2 + (np.sin(tilt) - down * np.cos(tilt)) ** 2
    sum_of_axes = 2 + across**2 + down**2 - in_picture
    difference = np.sqrt(np.maximum(sum_of_axes**2 - 4 * depth**2, 0.0))
    left = np.sqrt((sum_of_axes - difference) / (sum_of_axes + difference))
    return np.asarray(left.clip(0.1, 1.0), np.float64)
