"""Making pictures smaller and larger, and cutting out places."""

import numpy as np
import pytest

from vision.crops import cut, resized
from vision.rendering.scene import Image


def ramp(high: int, wide: int) -> Image:
    """Grows brighter from left to right, from 0 to 250."""
    levels = np.linspace(0, 250, wide)
    return np.ascontiguousarray(np.broadcast_to(levels[None, :, None], (high, wide, 3)).astype(np.uint8))


@pytest.mark.parametrize("factor", [0.9, 0.5, 0.4, 0.25, 0.11, 1.7])
@pytest.mark.parametrize("shape", [(72, 128), (73, 127), (40, 400)])
def test_what_lies_somewhere_lies_there_at_every_size(shape: tuple[int, int], factor: float) -> None:
    picture = resized(ramp(*shape), factor)
    high, wide = picture.shape[:2]
    assert (high, wide) == (round(shape[0] * factor), round(shape[1] * factor))
    middle = picture[high // 2, :, 0].astype(float)
    where = (np.arange(wide) + 0.5) / wide * shape[1] - 0.5
    expected = where / (shape[1] - 1) * 250
    inner = slice(2, -2)
    # Levels are whole numbers, each time anew.
    assert middle[inner] == pytest.approx(expected[inner], abs=2.0)


@pytest.mark.parametrize("shape", [(1, 1), (1, 300), (300, 1), (7, 9)])
def test_a_picture_stays_a_pixel_wide_and_high_at_the_least(shape: tuple[int, int]) -> None:
    assert resized(ramp(*shape), 0.001).shape == (1, 1, 3)
    assert min(resized(ramp(*shape), 0.4).shape[:2]) >= 1


def test_a_place_comes_to_lie_in_the_middle_however_large_it_was() -> None:
    picture = ramp(400, 500)
    picture[200:, :] = 255
    for r in (10.0, 60.0, 180.0):
        piece = cut(picture, (250.0, 199.5, r), 20.0, 64)
        assert piece[31].mean() < 200 < piece[33].mean()
        assert float(piece[10, 32, 0]) == pytest.approx(125, abs=4)
