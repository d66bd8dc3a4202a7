"""Finding pips: small, plain, round marks that are darker or lighter than what surrounds them.

First stage of counting pips. Nothing here knows about faces; a keyhole or a knot in the table's wood comes
out of it as well, and later stages throw it away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.crops import Place, cut
from vision.quantiles import medians

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

# A pip measures between these many pixels of a piece.
SMALLEST_PIP = 4
LARGEST_PIP = 17
# Side of the square in which a pixel is compared with its surroundings: it holds a pip and some of the body.
NEIGHBOURHOOD = 17
# Grey levels between a pip and its body below which nothing is seen.
FAINTEST = 14.0
# Each place is looked at in a piece of so many pixels, in which half the width of a face is so many.
PIECE, FACE_R = 128, 25.0
SEAM = 4.0  # pixels beside a piece's edge in which marks do not count
# Of more marks than these the strongest are kept: the ground is a pattern.
MOST_PIPS = 300


def eight_bits(picture: ArrayLike) -> Picture:
    """The picture as what it is: OpenCV's own types do not say that 8 bits in give 8 bits out."""
    return np.asarray(picture, np.uint8)


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

    @cached_property
    def r(self) -> float:
        """Radius of the circle with the mark's area."""
        (xx, xy), (_, yy) = self.shape
        return float(2.0 * max(xx * yy - xy * xy, 1e-9) ** 0.25)

    @cached_property
    def roundness(self) -> float:
        """Short axis to long axis, 1 for a circle."""
        return roundness_of(self.shape)


def roundness_of(shape: Floats) -> float:
    """Short axis to long axis of an ellipse, 1 for a circle."""
    (xx, xy), (_, yy) = shape
    middle, spread = (xx + yy) / 2, float(np.hypot((xx - yy) / 2, xy))
    return float(np.sqrt(max(middle - spread, 1e-9) / (middle + spread)))


def extremes(picture: Picture) -> tuple[Picture, Picture]:
    """The lowest and the highest of the three colours at each pixel."""
    blue, green, red = cv2.split(np.ascontiguousarray(picture))
    low, high = cv2.min(cv2.min(blue, green), red), cv2.max(cv2.max(blue, green), red)
    return eight_bits(low), eight_bits(high)


def dark_and_light_views(picture: Picture) -> tuple[Picture, Picture]:
    """Two grey pictures, in which dark pips and light pips stand out on bodies of any colour as dark marks.

    Black on blue shows in the brightest channel, white on yellow in the darkest one, red on white in neither:
    hence the mean with plain grey.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    darkest, brightest = extremes(picture)
    dark = cv2.addWeighted(brightest, 0.5, grey, 0.5, 0)
    light = cv2.bitwise_not(cv2.addWeighted(darkest, 0.5, grey, 0.5, 0))
    return eight_bits(dark), eight_bits(light)


def find_pips(picture: Picture, places: Sequence[Place]) -> list[Pip]:
    """All marks at and around `places` of `picture` (BGR) that may be pips, the best of those found twice."""
    if not places:
        return []
    # All pieces are looked through at once, one above the other.
    pieces = eight_bits(np.concatenate([cut(picture, place, FACE_R, PIECE) for place in places]))
    found: list[Pip] = []
    for is_dark, view in zip((True, False), dark_and_light_views(pieces), strict=True):
        smooth = eight_bits(cv2.GaussianBlur(view, (3, 3), 0))
        for mask in _marks(smooth):
            found += _pips_of(smooth, pieces, mask, is_dark)
    high, wide = picture.shape[:2]
    marks = _put_back(found, places)
    return _without_doubles([one for one in marks if 0 <= round(one.x) < wide and 0 <= round(one.y) < high])


def _put_back(found: Sequence[Pip], places: Sequence[Place]) -> Iterator[Pip]:
    """Marks of the pieces where they lie in the picture; what a seam may have cut is left out."""
    for pip in found:
        number, y = divmod(pip.y + 0.5, PIECE)
        within = min(pip.x + 0.5, PIECE - pip.x - 0.5, y, PIECE - y) - pip.r
        if within < SEAM:
            continue
        left, top, r = places[int(number)]
        scale = r / FACE_R
        yield replace(
            pip,
            x=left + (pip.x - PIECE / 2) * scale,
            y=top + (y - 0.5 - PIECE / 2) * scale,
            shape=pip.shape * scale * scale,
        )


def _marks(view: Picture) -> Iterator[Picture]:
    """Masks of what is darker than its neighbourhood, by two rules that fail in different places."""
    mean = cv2.boxFilter(view, -1, (NEIGHBOURHOOD, NEIGHBOURHOOD))
    yield _over(cv2.subtract(mean, view), FAINTEST / 2)
    kernel = np.ones((NEIGHBOURHOOD, NEIGHBOURHOOD), np.uint8)
    low, high = cv2.erode(view, kernel), cv2.dilate(view, kernel)
    middle = cv2.addWeighted(low, 0.5, high, 0.5, 0)
    enough = _over(cv2.subtract(high, low), FAINTEST)
    yield eight_bits(cv2.bitwise_and(cv2.compare(view, middle, cv2.CMP_LT), enough))


def _over(view: ArrayLike, limit: float) -> Picture:
    return eight_bits(cv2.threshold(eight_bits(view), limit, 255, cv2.THRESH_BINARY)[1])


def _pips_of(view: Picture, coloured: Picture, marks: Picture, dark: bool) -> list[Pip]:
    """The marks of one mask that are small, filled ellipses standing out from what surrounds them."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(marks, connectivity=4)
    wide, high, area = stats[:, 2], stats[:, 3], stats[:, 4]
    longest, shortest = np.maximum(wide, high), np.minimum(wide, high)
    share = area / (wide * high)
    likely = (
        (longest <= LARGEST_PIP)
        & (shortest >= SMALLEST_PIP - 1)
        & (longest >= SMALLEST_PIP)
        & (shortest >= 0.4 * longest)
        & (share > 0.5)
        & (share < 0.97)
    )
    likely[0] = False
    centre, shape = _moments(labels, stats, np.flatnonzero(likely))
    fill = area[likely] / (4.0 * np.pi * np.sqrt(np.linalg.det(shape)))
    filled = (fill > 0.85) & (fill < 1.15)
    centre, shape, fill = centre[filled], shape[filled], fill[filled]
    inside = _around(view, centre, shape, INSIDE).mean(axis=1)
    contrast = medians(_around(view, centre, shape, RING).T) - inside
    seen = contrast >= FAINTEST
    centre, shape, fill, contrast = centre[seen], shape[seen], fill[seen], contrast[seen]
    body = _body_around(coloured, centre, shape)
    return [
        Pip(
            float(centre[i, 0]),
            float(centre[i, 1]),
            shape[i],
            dark,
            float(contrast[i]),
            body[i],
            float(fill[i]),
        )
        for i in range(len(centre))
    ]


def _moments(labels: ArrayLike, stats: ArrayLike, chosen: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Middles (n, 2) and covariances (n, 2, 2) of the chosen components, none larger than a pip."""
    labels = np.asarray(labels, np.int32)
    left, top, wide, high, area = np.asarray(stats, np.intp)[chosen].T
    # Each component is looked at in a square that holds it, all squares at once.
    steps = np.arange(LARGEST_PIP)
    rows = np.minimum(top[:, None] + steps, labels.shape[0] - 1)[:, :, None]
    columns = np.minimum(left[:, None] + steps, labels.shape[1] - 1)[:, None, :]
    its = labels[rows, columns] == chosen[:, None, None]
    its &= (steps < high[:, None])[:, :, None] & (steps < wide[:, None])[:, None, :]
    by_column, by_row = its.sum(axis=1), its.sum(axis=2)
    mx, my = by_column @ steps / area, by_row @ steps / area
    xy = (its @ steps * steps).sum(axis=1) / area - mx * my
    # A pixel is a square of side 1, whose own variance is 1/12.
    xx = by_column @ steps**2 / area - mx * mx + 1 / 12
    yy = by_row @ steps**2 / area - my * my + 1 / 12
    return np.stack([left + mx, top + my], axis=1), np.stack([xx, xy, xy, yy], axis=1).reshape(-1, 2, 2)


def _circles(radii: tuple[float, ...], points: int) -> Floats:
    angles = np.arange(points) * (2 * np.pi / points)
    return np.concatenate([radius * np.stack([np.cos(angles), np.sin(angles)], axis=1) for radius in radii])


# Where an ellipse of radius 1 is looked at: within it, and on the body a little outside.
INSIDE = _circles((0.0, 0.4, 0.7), 8)
RING = _circles((1.5, 1.75, 2.0), 12)


def _around(view: Picture, centre: Floats, shape: Floats, points: Floats) -> Picture:
    """What `view` shows at `points` of each ellipse: (n, points) or (n, points, channels)."""
    # The root of a 2x2 covariance, whose double maps the unit circle to the ellipse's border.
    root = np.sqrt(np.maximum(np.linalg.det(shape), 1e-9))
    trace = shape[:, 0, 0] + shape[:, 1, 1]
    half = (shape + root[:, None, None] * np.eye(2)) / np.sqrt(trace + 2 * root)[:, None, None]
    at = np.rint(centre[:, None] + 2 * np.einsum("nij,pj->npi", half, points)).astype(np.intp)
    high, wide = view.shape[:2]
    return eight_bits(view[at[..., 1].clip(0, high - 1), at[..., 0].clip(0, wide - 1)])


def _body_around(coloured: Picture, centre: Floats, shape: Floats) -> Floats:
    """The Lab colour of the body around each ellipse: (n, 3)."""
    seen = _around(coloured, centre, shape, RING)
    if not seen.size:
        return np.zeros((0, 3))
    lab = eight_bits(cv2.cvtColor(seen.reshape(-1, 1, 3), cv2.COLOR_BGR2LAB)).reshape(seen.shape)
    return medians(lab.transpose(1, 0, 2).reshape(len(RING), -1)).reshape(-1, 3).astype(np.float64)


def _without_doubles(pips: list[Pip]) -> list[Pip]:
    """One pip for each place and size: the strongest. A large mark around several small ones stays beside
    them.
    """
    if not pips:
        return []
    pips = sorted(pips, key=lambda p: -p.contrast * (1 - abs(1 - p.fill)))[: 2 * MOST_PIPS]
    x, y, r = np.array([(p.x, p.y, p.r) for p in pips]).T
    kept = np.zeros(len(pips), bool)
    for i in range(len(pips)):
        larger = np.maximum(r[i], r[kept])
        same = (np.minimum(r[i], r[kept]) > 0.5 * larger) & (
            np.hypot(x[kept] - x[i], y[kept] - y[i]) < 0.8 * larger
        )
        kept[i] = not same.any()
    best = [pips[i] for i in np.flatnonzero(kept)]
    return [best[i] for i in np.flatnonzero(~_hold_others(best))][:MOST_PIPS]


def _hold_others(pips: list[Pip]) -> NDArray[np.bool_]:
    """A mark with smaller marks of its own kind on it is a die, not a pip."""
    x, y, r = np.array([(p.x, p.y, p.r) for p in pips]).T
    dark = np.array([p.dark for p in pips])
    gap = np.hypot(np.subtract.outer(x, x), np.subtract.outer(y, y))
    holds = np.equal.outer(dark, dark) & (r[None] < 0.5 * r[:, None]) & (gap < 0.9 * r[:, None])
    return np.asarray(holds.any(axis=1))
