"""Mirrored lamps that may hide pips."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.highlights import has_highlight
from vision.reading import Picture

PLACE = (60.0, 60.0, 30.0)


def face(body: int, lamp: float = 0.0) -> Picture:
    """A four in so bright a body, in which a lamp of that radius, in r, is mirrored."""
    picture = np.full((120, 120, 3), 60, np.uint8)
    cv2.rectangle(picture, (30, 30), (90, 90), (body,) * 3, -1)
    for x, y in ((44, 44), (44, 76), (76, 44), (76, 76)):
        cv2.circle(picture, (x, y), 6, (255,) * 3 if body < 200 else (30,) * 3, -1)
    if lamp:
        cv2.circle(picture, (66, 54), round(lamp * 30), (255,) * 3, -1)
    return np.asarray(picture, np.uint8)


@pytest.mark.parametrize(("lamp", "covered"), [(0.0, False), (0.2, False), (0.6, True)])
def test_a_lamp_that_covers_a_quarter_of_a_face_is_seen(lamp: float, covered: bool) -> None:
    assert has_highlight(face(120, lamp), PLACE) == covered


def test_a_white_die_in_much_light_is_no_lamp() -> None:
    assert not has_highlight(face(252), PLACE)
