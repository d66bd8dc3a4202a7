"""Windows of one size: what the accelerator keeps, to cut its pieces from."""

from __future__ import annotations

import functools
import queue
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.pool import Pool

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.crops import cut
from vision.rendering.scene import Image, floats
from vision.training.pictures import RENDERED, RENDERED_SIDE, Sample
from vision.training.recipes import Recipe, with_spots

SIDE = RENDERED_SIDE
LARGEST = 28.0  # the r of a place in a window of its own, at most: so much around it is seen
FACES = 14  # as many are kept of a window: those nearest its middle
WAITING = 2000  # windows that wait until the accelerator takes them in
NOTHING = -1.0


@dataclass(frozen=True)
class Window:
    """A square of SIDE pixels; all faces in it, rows (x, y, r, thing, known); and the `places` to look at,
    rows (x, y, r, thing), where the thing of what is no face is NOTHING. `group` is where it comes from.
    """

    picture: Image
    faces: Floats
    places: Floats
    group: str


def whole(sample: Sample) -> Window:
    """A rendered picture, which has that size."""
    known = sample.faces[sample.faces[:, 4] > 0, :4]
    return Window(sample.picture(), sample.faces, np.concatenate([known, _wrong(sample)]), RENDERED)


def around_places(sample: Sample, group: str) -> Iterator[Window]:
    """A window around each place of a picture of any size."""
    picture = sample.picture()
    known = sample.faces[sample.faces[:, 4] > 0, :4]
    for x, y, r, thing in np.concatenate([known, _wrong(sample)]).tolist():
        scale = min(1.0, LARGEST / r)
        faces = sample.faces.copy()
        faces[:, :2] = (faces[:, :2] - floats([x, y])) * scale + SIDE / 2
        faces[:, 2] *= scale
        faces = faces[np.hypot(*(faces[:, :2] - SIDE / 2).T).argsort()]
        faces = faces[(np.abs(faces[:, :2] - SIDE / 2) < SIDE / 2 + faces[:, 2:3]).all(axis=1)]
        place = floats([[SIDE / 2, SIDE / 2, r * scale, thing]])
        yield Window(cut(picture, (x, y, r), r * scale, SIDE), faces, place, group)


def _wrong(sample: Sample) -> Floats:
    spots = floats([]).reshape(-1, 3) if sample.spots is None else sample.spots
    return np.concatenate([spots, np.full((len(spots), 1), NOTHING, np.float32)], axis=1)


def all_around(pool: Pool, pictured: Mapping[str, Sequence[Sample]]) -> Iterator[list[Window]]:
    """The windows of pictures of any size, given by their groups; some at a time, in any order."""
    for group, samples in pictured.items():
        yield from pool.imap_unordered(functools.partial(_around, group), samples, chunksize=4)


def _around(group: str, sample: Sample) -> list[Window]:
    return list(around_places(sample, group))


class Drawing:
    """Rendered pictures as a recipe draws them: processes draw on, what is there can be taken."""

    def __init__(self, pool: Pool, recipe: Recipe, seed: int, count: int) -> None:
        self._ready: queue.Queue[Window] = queue.Queue(WAITING)
        numbers = range(seed * 10_000_000, seed * 10_000_000 + count)
        drawn = pool.imap_unordered(functools.partial(_drawn, recipe), numbers, chunksize=16)
        threading.Thread(target=self._wait, args=(drawn,), daemon=True).start()

    def _wait(self, drawn: Iterator[Window]) -> None:
        for window in drawn:
            self._ready.put(window)

    def taken(self, least: int, most: int) -> list[Window]:
        """What has been drawn since, `most` at most; `least` are waited for."""
        return [self._ready.get() for _ in range(min(most, max(least, self._ready.qsize())))]


def _drawn(recipe: Recipe, number: int) -> Window:
    return whole(with_spots(recipe.draw(number)))


def padded(rows: Floats, count: int) -> Floats:
    """`count` rows: the first of `rows`, and zeros."""
    kept = rows[:count]
    return np.pad(kept, ((0, count - len(kept)), (0, 0)))


def pictures_of(windows: Sequence[Window]) -> NDArray[np.uint8]:
    """Their pictures as the accelerator keeps them: (n, 3, SIDE, SIDE)."""
    return np.ascontiguousarray(np.stack([one.picture for one in windows]).transpose(0, 3, 1, 2))
