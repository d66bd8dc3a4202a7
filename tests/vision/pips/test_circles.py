"""How slanted a face is, by what is seen of its pips."""

import cv2
import numpy as np
import pytest

from vision.pips.circles import bend, circles_of
from vision.pips.round_marks import Picture, Pip, roundness_of


def pip_at(x: float, y: float, r: float, dark: bool = True) -> Pip:
    """A pip as it was found: about there, and round."""
    return Pip(x, y, np.eye(2) * r * r / 4, dark, 150.0, np.zeros(3), 1.0)


def ellipse(x: float, y: float, long: float, short: float, angle: float, dark: bool = True) -> Picture:
    """A filled ellipse of those half axes, drawn eight times as large."""
    pip, body = (40, 210) if dark else (210, 40)
    large = np.full((640, 640, 3), body, np.uint8)
    middle, size = (8 * x + 3.5, 8 * y + 3.5), (16 * long, 16 * short)
    cv2.ellipse(large, (middle, size, angle), (pip, pip, pip), -1)
    return np.asarray(cv2.resize(large, (80, 80), interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("narrower", [1.0, 0.9, 0.8, 0.7])
@pytest.mark.parametrize("angle", [0.0, 30.0, 75.0])
@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("r", [3.5, 9.0])
def test_a_circle_seen_at_a_slant_is_as_narrow_as_it_was_drawn(
    narrower: float, angle: float, dark: bool, r: float
) -> None:
    picture = ellipse(40.3, 39.6, r, r * narrower, angle, dark)
    (shape,) = circles_of(picture, [pip_at(40.3, 39.6, r * narrower**0.5, dark)]).shapes
    assert roundness_of(shape) == pytest.approx(narrower, abs=0.05)


def test_it_hardly_matters_where_and_how_large_the_pip_was_found() -> None:
    picture = ellipse(40.0, 40.0, 6.0, 5.1, 20.0)
    found = [pip_at(40.0 + dx, 40.0 + dy, r) for dx in (-0.5, 0.6) for dy in (-0.6, 0.4) for r in (5.2, 6.0)]
    seen = [roundness_of(shape) for shape in circles_of(picture, found).shapes]
    assert max(seen) - min(seen) < 0.02


def test_the_next_pip_is_no_part_of_it() -> None:
    alone = ellipse(40.0, 40.0, 6.0, 6.0, 0.0)
    beside = np.minimum(alone, ellipse(54.0, 40.0, 6.0, 6.0, 0.0))
    one, other = (circles_of(picture, [pip_at(40.0, 40.0, 6.0)]).shapes[0] for picture in (alone, beside))
    assert roundness_of(other) == pytest.approx(roundness_of(one), abs=0.02)


def test_where_nothing_stands_out_or_no_pip_was_found_nothing_breaks() -> None:
    plain = np.full((80, 80, 3), 90, np.uint8)
    assert circles_of(plain, []).shapes.shape == (0, 2, 2)
    assert all(np.isfinite(part).all() for part in circles_of(plain, [pip_at(2.0, 78.0, 5.0)]))


def heart(x: float, y: float, r: float) -> Picture:
    """A suit of cards, about as large as a pip of that radius."""
    large = np.full((640, 640, 3), 230, np.uint8)
    turn = np.linspace(0, 2 * np.pi, 90)
    across, down = 16 * np.sin(turn) ** 3, -13 * np.cos(turn) + 5 * np.cos(2 * turn) + 2 * np.cos(3 * turn)
    outline = np.stack([8 * x + across * r / 2, 8 * y + down * r / 2], axis=1)
    cv2.fillPoly(large, [np.rint(outline).astype(np.int32)], (40, 40, 40))
    return np.asarray(cv2.resize(large, (80, 80), interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("r", [3.5, 6.0, 9.0])
def test_pips_are_like_ellipses_at_any_slant_and_suits_of_cards_are_not(r: float) -> None:
    for narrower in (1.0, 0.7):
        pip = ellipse(40.3, 39.6, r, r * narrower, 30.0)
        (unlike,) = circles_of(pip, [pip_at(40.3, 39.6, r * narrower**0.5)]).unlike
        assert unlike < 0.12
    (unlike,) = circles_of(heart(40.0, 40.0, r), [pip_at(40.0, 40.0, r)]).unlike
    assert unlike > 0.2


def seen(*narrower: float, r: float = 6.0) -> float:
    """How much more slanted than the others one of some pips is seen, drawn so narrow."""
    shapes = [
        circles_of(ellipse(40, 40, r, r * n, 30.0), [pip_at(40, 40, r * n**0.5)]).shapes for n in narrower
    ]
    return bend(np.concatenate(shapes))


@pytest.mark.parametrize("narrow", [1.0, 0.6])
def test_the_pips_of_one_face_are_alike_at_any_slant(narrow: float) -> None:
    assert seen(narrow, narrow, narrow, narrow) < 0.05


def test_two_pips_of_a_top_and_two_of_a_side_are_not_alike() -> None:
    assert seen(0.95, 0.95, 0.4, 0.4) > 0.4


def test_a_lone_pip_is_like_itself_and_nothing_like_nothing() -> None:
    assert seen(0.5) == pytest.approx(0.0, abs=1e-6)
    assert bend(np.zeros((2, 2, 2))) == 0.0
