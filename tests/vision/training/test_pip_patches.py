"""Patches of pip dice, as the net for single faces learns them; and the places of photographed d8."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.finding.top_finder import THINGS
from vision.rendering.scene import Image, Pips, floats
from vision.training.d8_photographs import PLACES, placed
from vision.training.marks import carried
from vision.training.marks.looks import CUBE, pip_look, random_shot
from vision.training.marks.patches import patch_of
from vision.training.pictures import Sample


def marks_on(face: Image) -> int:
    """How many pieces of ink lie on a face."""
    return int(cv2.connectedComponents((face > 127).astype(np.uint8))[0]) - 1


@pytest.mark.parametrize("top", range(1, 7))
def test_the_top_face_has_its_pips_and_its_opposite_lies_below(
    top: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carried, "random_pips", lambda rng, body: Pips())
    pips = [marks_on(face) for face in carried.pip_faces(np.random.default_rng(3), top)]
    assert (pips[0], pips[-1]) == (top, 7 - top)
    assert sorted(pips) == [1, 2, 3, 4, 5, 6]


def test_a_patch_shows_the_die_in_its_middle() -> None:
    rng = np.random.default_rng(4)
    patch = patch_of(CUBE, pip_look(rng), carried.pip_faces(rng, 5), random_shot(rng))
    assert patch.shape == (72, 72, 3)
    assert patch[26:46, 26:46].std() > 3


def test_every_photographed_d8_has_a_place_and_its_die() -> None:
    first, later, other = (
        Sample(b"", floats([]).reshape(0, 5), "numeral_d8", f"numeral_d8/{name}.jpg")
        for name in ("000", "050", "999")
    )
    found = placed(first)
    assert found is not None
    assert THINGS[int(found.faces[0, 3])] == "d8"
    again = placed(later)
    assert again is not None
    assert again.origin == "die 4"
    assert placed(other) is None
    assert PLACES.read_text().count("\n") == 109
