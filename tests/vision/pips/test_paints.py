"""Pictures on cards have more colours than dice."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.pips.paints import is_gaudy
from vision.reading import Picture

RED, BLUE, WHITE, YELLOW, PINK = (40, 40, 200), (190, 90, 30), (240, 240, 240), (40, 200, 235), (200, 80, 250)
Colour = tuple[int, int, int]


def three(body: Colour, *pips: Colour) -> Picture:
    """A three, each pip of its colour."""
    picture = np.full((120, 120, 3), 90, np.uint8)
    cv2.rectangle(picture, (30, 30), (90, 90), body, -1)
    for (x, y), pip in zip(((44, 44), (60, 60), (76, 76)), pips, strict=True):
        cv2.circle(picture, (x, y), 7, pip, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)


@pytest.mark.parametrize(("body", "pip"), [(BLUE, WHITE), (RED, YELLOW), (WHITE, RED), (YELLOW, BLUE)])
def test_a_body_and_pips_of_any_two_colours_are_a_dies(body: Colour, pip: Colour) -> None:
    assert not is_gaudy(three(body, pip, pip, pip), (60, 60, 30))


def test_balls_of_three_colours_are_a_picture() -> None:
    assert is_gaudy(three(BLUE, YELLOW, PINK, RED), (60, 60, 30))
