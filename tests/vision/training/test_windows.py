"""The windows that an accelerator cuts its pieces from; what it does then needs PyTorch and is no test."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.arrays import Floats
from vision.rendering.scene import floats
from vision.training.accelerated.windows import (
    FACES,
    LARGEST,
    NOTHING,
    SIDE,
    Drawing,
    all_around,
    around_places,
    padded,
    pictures_of,
    whole,
)
from vision.training.pictures import RENDERED, Sample, pack, pool_of
from vision.training.recipes import RECIPES

LARGE, SMALL, CUT_OFF = [300, 200, 56, 4, 1], [400, 200, 20, 1, 1], [5, 5, 20, 2, 0]


def picture(*rows: list[float], spots: Floats | None = None) -> Sample:
    """A black picture with a white dot in the middle of each face."""
    seen = np.zeros((480, 640, 3), np.uint8)
    for x, y, *_ in rows:
        cv2.circle(seen, (int(x), int(y)), 6, (255, 255, 255), -1)
    return Sample(pack(seen), floats(rows).reshape(-1, 5), "here", spots=spots)


def test_a_large_face_lies_in_the_middle_of_its_window_no_larger_than_a_net_looks_at_it() -> None:
    window = next(around_places(picture(LARGE, SMALL), "here"))
    assert window.picture.shape == (SIDE, SIDE, 3)
    assert window.places.tolist() == [[SIDE / 2, SIDE / 2, LARGEST, 4]]
    assert window.picture[SIDE // 2, SIDE // 2].min() > 200
    assert window.group == "here"


def test_its_neighbours_come_along_where_they_lie() -> None:
    window = next(around_places(picture(LARGE, SMALL), "here"))
    scale = LARGEST / 56
    assert window.faces[:, 3].tolist() == [4, 1]
    x, y, r, *_ = window.faces[1].tolist()
    assert (x, y, r) == pytest.approx((SIDE / 2 + 100 * scale, SIDE / 2, 20 * scale), abs=0.01)
    assert window.picture[round(y), round(x)].min() > 200


def test_a_small_face_is_not_enlarged_and_what_lies_outside_is_not_there() -> None:
    far = [60, 400, 20, 0, 1]
    window = next(around_places(picture(SMALL, far), "here"))
    assert window.faces[:, 2].tolist() == [20]
    assert window.faces[:, 3].tolist() == [1]


def test_places_that_are_no_faces_have_windows_too_and_unknown_faces_have_none() -> None:
    windows = list(around_places(picture(SMALL, CUT_OFF, spots=floats([[100, 300, 14]])), "here"))
    assert [window.places[0, 3] for window in windows] == [1, NOTHING]


def test_of_a_rendered_picture_all_is_kept_in_one_window() -> None:
    sample = RECIPES["d6"].draw(3)
    window = whole(replace(sample, spots=floats([[10, 20, 8]])))
    assert window.group == RENDERED
    assert np.array_equal(window.picture, sample.picture())
    known = sample.faces[sample.faces[:, 4] > 0, :4]
    assert np.array_equal(window.places, [*known.tolist(), [10, 20, 8, NOTHING]])


def test_rows_are_as_many_as_are_kept() -> None:
    rows = floats([SMALL])
    assert padded(rows, FACES).shape == (FACES, 5)
    assert padded(rows, FACES)[1:].max() == 0
    assert np.array_equal(padded(np.repeat(rows, 20, axis=0), FACES), np.repeat(rows, FACES, axis=0))


def test_pictures_are_kept_as_colours_by_rows_by_columns() -> None:
    windows = list(around_places(picture(LARGE, SMALL), "here"))
    pictures = pictures_of(windows)
    assert pictures.shape == (2, 3, SIDE, SIDE)
    assert np.array_equal(pictures[1, 2], windows[1].picture[:, :, 2])


def test_windows_are_cut_and_drawn_by_other_processes() -> None:
    with pool_of(1) as pool:
        around = [one for some in all_around(pool, {"here": [picture(LARGE)]}) for one in some]
        drawing = Drawing(pool, RECIPES["d6"], seed=2, count=40)
        drawn = drawing.taken(20, 20)
    assert [one.group for one in around] == ["here"]
    assert len(drawn) == 20
    expected = {RECIPES["d6"].draw(20_000_000 + number).picture().tobytes() for number in range(32)}
    assert {one.picture.tobytes() for one in drawn} <= expected
