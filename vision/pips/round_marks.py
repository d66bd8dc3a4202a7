"""Finding pips: small, plain, round marks that are darker or lighter than what surrounds them.

First stage of counting pips. Nothing here knows about faces; a keyhole or a knot in the table's wood comes
out of it as well, and later stages throw it away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.arrays import Doubles, Flags, Indices
from vision.colours import extremes
from vision.crops import Place, cut, disc
from vision.quantiles import medians
from vision.reading import Picture

# A pip measures between these many pixels of a piece.
SMALLEST_PIP = 4
LARGEST_PIP = 17
# Side of the square in which a pixel is compared with its surroundings: it holds a pip and some of the body.
NEIGHBOURHOOD = 17
# This far from its middle, in halves of its width, there is nothing but a face, of which so large a share at
# least is pips, and half at least is body.
ON_FACE, PIPS_SHARE = 0.9, 0.03
# Grey levels between a pip and its body below which nothing is seen.
FAINTEST = 14.0
# Each place is looked at in a piece of so many pixels, in which half the width of a face is so many.
PIECE, FACE_R = 128, 25.0
AT_ONCE = 10  # places: many at once take much memory
SEAM = 4.0  # pixels beside a piece's edge in which marks do not count
# Of more marks than these the strongest are kept: the ground is a pattern.
MOST_PIPS = 300
FACE = disc(PIECE, ON_FACE * FACE_R)  # of a piece, what surely lies on the face in its middle
# Its pips lie so near to the middle, in halves of its width, though it be larger than it was taken for.
REACH = 1.6
NEAR_FACE = slice(round(PIECE / 2 - REACH * FACE_R), round(PIECE / 2 + REACH * FACE_R))


def eight_bits(picture: ArrayLike) -> Picture:
    """The picture as what it is: OpenCV's own types do not say that 8 bits in give 8 bits out."""
    return np.asarray(picture, np.uint8)


@dataclass(frozen=True)
class Pip:
    """One mark. Lengths are pixels of the picture that was searched."""

    x: float
    y: float
    shape: Doubles  # 2x2: covariance of a filled ellipse; a circle of radius r has r²/4 on its diagonal
    dark: bool  # darker than the body, or lighter
    contrast: float  # grey levels between the mark and what surrounds it
    body: Doubles  # Lab colour of what surrounds it
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


def roundness_of(shape: Doubles) -> float:
    """Short axis to long axis of an ellipse, 1 for a circle."""
    (xx, xy), (_, yy) = shape
    middle, spread = (xx + yy) / 2, float(np.hypot((xx - yy) / 2, xy))
    return float(np.sqrt(max(middle - spread, 1e-9) / (middle + spread)))


@dataclass(frozen=True)
class _Found:
    """Marks as rows of numbers: see `Pip`, whose middle is called `at` (n, 2) here."""

    at: Doubles
    shape: Doubles
    dark: Flags
    contrast: Doubles
    body: Doubles
    fill: Doubles

    @property
    def r(self) -> Doubles:
        return _radii(self.shape)

    @classmethod
    def of(cls, several: Iterable[_Found]) -> _Found:
        """All of several together."""
        rows = zip(
            *((one.at, one.shape, one.dark, one.contrast, one.body, one.fill) for one in several), strict=True
        )
        return cls(*(np.concatenate(row) for row in rows))

    def those(self, chosen: Indices) -> _Found:
        """The chosen ones, in that order."""
        return _Found(
            self.at[chosen],
            self.shape[chosen],
            self.dark[chosen],
            self.contrast[chosen],
            self.body[chosen],
            self.fill[chosen],
        )

    def without_doubles(self) -> _Found:
        """One for each place and size: the strongest. A large mark around several small ones stays beside
        them.
        """
        strength = self.contrast * (1 - np.abs(1 - self.fill))
        marks = self.those(np.argsort(-strength, kind="stable")[: 2 * MOST_PIPS])
        (x, y), r = marks.at.T, marks.r
        gap = np.hypot(np.subtract.outer(x, x), np.subtract.outer(y, y))
        larger = np.maximum.outer(r, r)
        same = (np.minimum.outer(r, r) > 0.5 * larger) & (gap < 0.8 * larger)
        kept = np.zeros(len(r), bool)
        for i in range(len(r)):
            kept[i] = not same[i, kept].any()
        # A mark with smaller marks of its own kind on it is a die, not a pip.
        both = kept & kept[:, None] & np.equal.outer(marks.dark, marks.dark)
        holds = both & (r[None] < 0.5 * r[:, None]) & (gap < 0.9 * r[:, None])
        return marks.those(np.flatnonzero(kept & ~holds.any(axis=1))[:MOST_PIPS])

    def pips(self) -> list[Pip]:
        """Each of them by itself, in the same order."""
        middles, contrasts, fills = self.at.tolist(), self.contrast.tolist(), self.fill.tolist()
        darks = self.dark.tolist()
        return [
            Pip(x, y, shape, dark, contrast, body, fill)
            for (x, y), shape, dark, contrast, body, fill in zip(
                middles, self.shape, darks, contrasts, self.body, fills, strict=True
            )
        ]


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
    several = [places[first : first + AT_ONCE] for first in range(0, len(places), AT_ONCE)]
    found = _Found.of(_looked_through(picture, few) for few in several)
    high, wide = picture.shape[:2]
    x, y = np.rint(found.at).T
    within = (x >= 0) & (x < wide) & (y >= 0) & (y < high)
    return found.those(np.flatnonzero(within)).without_doubles().pips()


def _looked_through(picture: Picture, places: Sequence[Place]) -> _Found:
    """All marks at and around `places` of `picture`, those of each place by themselves."""
    # The pieces are looked through at once, one above the other.
    pieces = eight_bits(np.concatenate([cut(picture, place, FACE_R, PIECE) for place in places]))
    views = np.stack([cv2.GaussianBlur(view, (3, 3), 0) for view in dark_and_light_views(pieces)])
    return _put_back(_ellipses(eight_bits(views), pieces), places)


def _put_back(found: _Found, places: Sequence[Place]) -> _Found:
    """Marks of the pieces where they lie in the picture; what a seam may have cut is left out."""
    number, y = np.divmod(found.at[:, 1] + 0.5, PIECE)
    place = np.asarray(places)[number.astype(np.intp)]
    within = np.stack([found.at[:, 0] + 0.5, y])
    away = np.minimum(within, PIECE - within).min(axis=0) - found.r
    scale = place[:, 2] / FACE_R
    beside = np.stack([found.at[:, 0], y - 0.5], axis=1) - PIECE / 2
    whole = replace(
        found,
        at=place[:, :2] + beside * scale[:, None],
        shape=found.shape * (scale * scale)[:, None, None],
    )
    return whole.those(np.flatnonzero(away >= SEAM))


def _marks(view: Picture) -> Iterator[Picture]:
    """Masks of what is dark in `view`, pieces one above the other, by two rules.

    What is nearer to the pips of the face in the middle of its piece than to its body: the ground beside it
    has no say. That tells nothing of what lies farther away. And what is darker than its neighbourhood: of
    dice beside that one, and in uneven light.
    """
    pieces = view.reshape(-1, PIECE, PIECE)
    face = np.sort(pieces[:, FACE], axis=1, kind="stable").astype(np.float64)
    pips, body = face[:, int(PIPS_SHARE * face.shape[1])], face[:, face.shape[1] // 2]
    between = (pips + body) / 2
    like_pips = np.zeros_like(pieces)
    like_pips[:, NEAR_FACE, NEAR_FACE] = pieces[:, NEAR_FACE, NEAR_FACE] < between[:, None, None]
    yield like_pips.reshape(view.shape)
    kernel = np.ones((NEIGHBOURHOOD, NEIGHBOURHOOD), np.uint8)
    low, high = cv2.erode(view, kernel), cv2.dilate(view, kernel)
    middle = cv2.addWeighted(low, 0.5, high, 0.5, 0)
    enough = _over(cv2.subtract(high, low), FAINTEST)
    yield eight_bits(cv2.bitwise_and(cv2.compare(view, middle, cv2.CMP_LT), enough))


def _are_near(centre: Doubles, shape: Doubles) -> Flags:
    """Which ellipses lie NEAR_FACE as a whole, in pieces one above the other."""
    beside = np.abs(np.stack([centre[:, 0], centre[:, 1] % PIECE]) + 0.5 - PIECE / 2).max(axis=0)
    return np.asarray(beside + _radii(shape) < REACH * FACE_R - 1)


def _radii(shapes: Doubles) -> Doubles:
    """Radius of the circle with the area of each filled ellipse, covariances (n, 2, 2)."""
    return np.asarray(2.0 * np.maximum(np.linalg.det(shapes), 1e-9) ** 0.25)


def _over(view: ArrayLike, limit: float) -> Picture:
    return eight_bits(cv2.threshold(eight_bits(view), limit, 255, cv2.THRESH_BINARY)[1])


def _ellipses(views: Picture, pieces: Picture) -> _Found:
    """Small, filled ellipses that stand out from what surrounds them: what is dark in `views` (2, rows,
    columns), in which dark and in which light marks of `pieces` (rows, columns, 3) are.
    """
    masks = [np.pad(mask, ((0, 1), (0, 0))) for view in views for mask in _marks(view)]
    # All masks are looked through at once, too, one above the other, with an empty row below each.
    at, shape, fill = _filled(*_small_components(eight_bits(np.concatenate(masks))))
    number, at[:, 1] = np.divmod(at[:, 1], len(pieces) + 1)
    # What is told by its own face is seen near that alone: its border may cut a mark.
    whole = (number % 2 == 1) | _are_near(at, shape)
    number, at, shape, fill = number[whole], at[whole], shape[whole], fill[whole]
    light = (number >= len(masks) // 2).astype(np.intp)
    x, y = _around(at, shape, INSIDE, pieces)
    inside = views[light[:, None], y, x].mean(axis=1)
    x, y = _around(at, shape, RING, pieces)
    contrast = medians(views[light[:, None], y, x].T) - inside
    body = _body_colours(eight_bits(pieces[y, x]))
    return _Found(at, shape, light == 0, contrast, body, fill).those(np.flatnonzero(contrast >= FAINTEST))


def _small_components(mask: Picture) -> tuple[Doubles, Doubles, Doubles]:
    """What hangs together in `mask`, is no larger than a pip, not long, and no rectangle: middles (n, 2),
    covariances (n, 2, 2) and numbers of pixels.
    """
    # OpenCV's own figures of the components take three times as long as finding them: most are no pips.
    labels = np.asarray(cv2.connectedComponents(mask, connectivity=4)[1], np.int32).ravel()
    at = np.flatnonzero(mask.ravel() != 0)
    its = labels[at]
    counts = np.bincount(its)
    small = (counts >= SMALLEST_PIP) & (counts <= LARGEST_PIP**2)
    of_small = small[its]
    at, its = at[of_small], its[of_small]
    at = at[np.argsort(its, kind="stable")]
    area = counts[small]
    if not len(area):
        return np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0)
    first = np.cumsum(area) - area
    row, column = np.divmod(at, mask.shape[1])
    left, right = np.minimum.reduceat(column, first), np.maximum.reduceat(column, first)
    top, bottom = row[first], row[first + area - 1]
    x, y = column - np.repeat(left, area), row - np.repeat(top, area)
    mx, my, xx, xy, yy = np.add.reduceat(np.stack([x, y, x * x, x * y, y * y]), first, axis=1) / area
    # A pixel is a square of side 1, whose own variance is 1/12.
    xx, xy, yy = xx - mx * mx + 1 / 12, xy - mx * my, yy - my * my + 1 / 12
    wide, high = right - left + 1, bottom - top + 1
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
    centre = np.stack([left + mx, top + my], axis=1)
    shape = np.stack([xx, xy, xy, yy], axis=1).reshape(-1, 2, 2)
    return centre[likely], shape[likely], area[likely].astype(np.float64)


def _filled(centre: Doubles, shape: Doubles, area: Doubles) -> tuple[Doubles, Doubles, Doubles]:
    """Of components those that are ellipses: middles, covariances, and how exactly they are (1)."""
    fill = area / (4.0 * np.pi * np.sqrt(np.linalg.det(shape)))
    filled = (fill > 0.85) & (fill < 1.15)
    return centre[filled], shape[filled], fill[filled]


def _circles(radii: tuple[float, ...], points: int) -> Doubles:
    angles = np.arange(points) * (2 * np.pi / points)
    return np.concatenate([radius * np.stack([np.cos(angles), np.sin(angles)], axis=1) for radius in radii])


# Where an ellipse of radius 1 is looked at: within it, and on the body a little outside.
INSIDE = _circles((0.0, 0.4, 0.7), 8)
RING = _circles((1.5, 1.75, 2.0), 12)


def _around(centre: Doubles, shape: Doubles, points: Doubles, pieces: Picture) -> tuple[Indices, Indices]:
    """Columns and rows of `pieces`, each (n, points), in which `points` of each ellipse lie."""
    # The root of a 2x2 covariance, whose double maps the unit circle to the ellipse's border.
    root = np.sqrt(np.maximum(np.linalg.det(shape), 1e-9))
    trace = shape[:, 0, 0] + shape[:, 1, 1]
    half = (shape + root[:, None, None] * np.eye(2)) / np.sqrt(trace + 2 * root)[:, None, None]
    at = np.rint(centre[:, None] + 2 * points @ half).astype(np.intp)
    high, wide = pieces.shape[:2]
    return at[..., 0].clip(0, wide - 1), at[..., 1].clip(0, high - 1)


def _body_colours(seen: Picture) -> Doubles:
    """The Lab colours of bodies (n, 3) of which some points (n, points, 3) are seen."""
    if not seen.size:
        return np.zeros((0, 3))
    lab = eight_bits(cv2.cvtColor(seen.reshape(-1, 1, 3), cv2.COLOR_BGR2LAB)).reshape(seen.shape)
    return medians(lab.transpose(1, 0, 2).reshape(len(RING), -1)).reshape(-1, 3).astype(np.float64)
