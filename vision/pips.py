"""Finding pips: small, plain, round marks that are darker or lighter than what surrounds them.

First stage of reading dice with pips. Nothing here knows about faces; a keyhole or a knot in the table's
wood comes out of it as well, and later stages throw it away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

# A pip measures between these many pixels at the pyramid's level where it is found.
SMALLEST_PIP = 4
LARGEST_PIP = 17
# Side of the square in which a level is compared with its surroundings: it holds a pip and some of the body.
NEIGHBOURHOOD = 17
# Grey levels between a pip and its body below which nothing is seen.
FAINTEST = 14.0
LEVELS = 4


@dataclass(frozen=True)
class Pip:
    """One mark. Lengths are pixels of the picture that was searched."""

    x: float
    y: float
    shape: Floats  # 2x2: covariance of a filled ellipse; a circle of radius r has r²/4 on its diagonal
    dark: bool  # darker than the body, or lighter
    contrast: float  # grey levels between the mark and what surrounds it
    body: Floats  # Lab colour of what surrounds it
    fill: float  # 1: exactly an ellipse

    @property
    def r(self) -> float:
        """Radius of the circle with the mark's area."""
        return float(2.0 * np.linalg.det(self.shape) ** 0.25)

    @property
    def roundness(self) -> float:
        """Short axis to long axis, 1 for a circle."""
        small, large = np.linalg.eigvalsh(self.shape)
        return float(np.sqrt(max(small, 1e-9) / large))


def dark_and_light_views(picture: Picture) -> tuple[Picture, Picture]:
    """Two grey pictures, in which dark pips and light pips stand out on bodies of any colour as dark marks.

    Black on blue shows in the brightest channel, white on yellow in the darkest one, red on white in neither:
    hence the mean with plain grey.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    blue, green, red = cv2.split(picture)
    brightest = cv2.max(cv2.max(blue, green), red)
    darkest = cv2.min(cv2.min(blue, green), red)
    dark = cv2.addWeighted(brightest, 0.5, grey, 0.5, 0)
    light = cv2.bitwise_not(cv2.addWeighted(darkest, 0.5, grey, 0.5, 0))
    return np.asarray(dark, np.uint8), np.asarray(light, np.uint8)


def find_pips(picture: Picture) -> list[Pip]:
    """All marks that may be pips, the best one of those found twice. `picture` is BGR."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    found: list[Pip] = []
    for is_dark, view in zip((True, False), dark_and_light_views(picture), strict=True):
        scale = 1.0
        level, level_lab = view, lab
        for _ in range(LEVELS):
            if min(level.shape) < 2 * NEIGHBOURHOOD:
                break
            smooth = cv2.GaussianBlur(level, (3, 3), 0)
            for marks in _marks(smooth):
                found += _pips_of(smooth, level_lab, marks, is_dark, scale)
            level, level_lab = cv2.pyrDown(level), cv2.pyrDown(level_lab)
            scale *= 2.0
    return _without_doubles(found)


def _marks(view: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
    """Masks of what is darker than its neighbourhood, by two rules that fail in different places."""
    mean = cv2.boxFilter(view, -1, (NEIGHBOURHOOD, NEIGHBOURHOOD))
    yield np.asarray(cv2.compare(cv2.subtract(mean, view), FAINTEST / 2, cv2.CMP_GT), np.uint8)
    kernel = np.ones((NEIGHBOURHOOD, NEIGHBOURHOOD), np.uint8)
    low, high = cv2.erode(view, kernel), cv2.dilate(view, kernel)
    middle = cv2.addWeighted(low, 0.5, high, 0.5, 0)
    enough = cv2.compare(cv2.subtract(high, low), FAINTEST, cv2.CMP_GT)
    yield np.asarray(cv2.bitwise_and(cv2.compare(view, middle, cv2.CMP_LT), enough), np.uint8)


def _pips_of(view: NDArray[np.uint8], lab: NDArray[np.uint8], marks: NDArray[np.uint8], dark: bool,
             scale: float) -> Iterator[Pip]:
    count, labels, stats, centres = cv2.connectedComponentsWithStats(marks, connectivity=4)
    wide, high, area = stats[:, 2], stats[:, 3], stats[:, 4]
    longest, shortest = np.maximum(wide, high), np.minimum(wide, high)
    share = area / (wide * high)
    likely = ((longest <= LARGEST_PIP) & (shortest >= SMALLEST_PIP - 1) & (longest >= SMALLEST_PIP)
              & (shortest >= 0.4 * longest) & (share > 0.5) & (share < 0.97))
    for index in np.flatnonzero(likely[1:]) + 1:
        left, top, w, h, _ = stats[index]
        mask = labels[top:top + h, left:left + w] == index
        pip = _measure(view, lab, mask, (int(left), int(top)), dark, scale)
        if pip is not None:
            yield pip


def _measure(view: NDArray[np.uint8], lab: NDArray[np.uint8], mask: NDArray[np.bool_], corner: tuple[int, int],
             dark: bool, scale: float) -> Pip | None:
    ys, xs = np.nonzero(mask)
    cx, cy = xs.mean(), ys.mean()
    dx, dy = xs - cx, ys - cy
    # A pixel is a square of side 1, whose own variance is 1/12.
    shape = np.array([[(dx * dx).mean() + 1 / 12, (dx * dy).mean()], [(dx * dy).mean(), (dy * dy).mean() + 1 / 12]])
    fill = len(xs) / (4.0 * np.pi * np.sqrt(max(np.linalg.det(shape), 1e-9)))
    if not 0.85 < fill < 1.15:
        return None
    left, top = corner
    margin = max(2, round(0.35 * max(mask.shape)))
    y0, y1 = max(0, top - margin), min(view.shape[0], top + mask.shape[0] + margin)
    x0, x1 = max(0, left - margin), min(view.shape[1], left + mask.shape[1] + margin)
    gy, gx = np.mgrid[y0:y1, x0:x1]
    inverse = np.linalg.inv(shape)
    ox, oy = gx - (left + cx), gy - (top + cy)
    distance = inverse[0, 0] * ox * ox + 2 * inverse[0, 1] * ox * oy + inverse[1, 1] * oy * oy
    # An ellipse's border lies at distance 4; the body is looked at a little outside of it.
    inside, around = distance < 2.6, (distance > 7.0) & (distance < 14.0)
    patch = view[y0:y1, x0:x1]
    if inside.sum() < 4 or around.sum() < 8:
        return None
    contrast = float(np.median(patch[around])) - float(patch[inside].mean())
    if contrast < FAINTEST:
        return None
    body = np.median(lab[y0:y1, x0:x1][around], axis=0)
    return Pip((left + cx + 0.5) * scale - 0.5, (top + cy + 0.5) * scale - 0.5, shape * scale * scale, dark, contrast,
               body.astype(np.float64), float(fill))


def _without_doubles(pips: list[Pip]) -> list[Pip]:
    """One pip for each place and size: the strongest. A large mark around several small ones stays beside them."""
    kept: list[Pip] = []
    places = np.empty((0, 3))
    for pip in sorted(pips, key=lambda p: -p.contrast * (1 - abs(1 - p.fill))):
        if len(kept):
            gap = np.hypot(places[:, 0] - pip.x, places[:, 1] - pip.y)
            larger = np.maximum(places[:, 2], pip.r)
            alike = np.minimum(places[:, 2], pip.r) > 0.5 * larger
            if (alike & (gap < 0.8 * larger)).any():
                continue
        kept.append(pip)
        places = np.vstack([places, (pip.x, pip.y, pip.r)])
    return [pip for pip in kept if not _holds_others(pip, kept)]


def _holds_others(mark: Pip, marks: list[Pip]) -> bool:
    """A mark with marks of its own kind on it is a die, not a pip."""
    return any(other.dark == mark.dark and other.r < 0.5 * mark.r
               and np.hypot(other.x - mark.x, other.y - mark.y) < 0.9 * mark.r for other in marks)
