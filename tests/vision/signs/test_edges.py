"""The edge of a face tells a body's colour where the face itself mirrors a window."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from vision.arrays import Floats
from vision.kinds import HARDLY, PERHAPS, SURELY, BodySeen
from vision.reading import Picture
from vision.signs.edges import edge_colour
from vision.signs.marks import face_crop
from vision.signs.symbols import _by_edges

BLUE, RED, BLUISH, BROWN, GLARE = (150, 60, 20), (40, 40, 170), (115, 92, 80), (60, 90, 110), (235, 230, 225)
PLACE = (60.0, 60.0, 30.0)


def die(
    edge: tuple[int, int, int], ground: tuple[int, int, int], face: tuple[int, int, int] = GLARE
) -> Picture:
    """A die of some colour, the flat part of whose top shows another."""
    picture = np.full((120, 120, 3), ground, np.uint8)
    cv2.rectangle(picture, (30, 30), (90, 90), edge, -1)
    cv2.rectangle(picture, (37, 37), (83, 83), face, -1)
    return picture


def lab(colour: tuple[int, int, int]) -> Floats:
    return cv2.cvtColor(np.uint8([[colour]]), cv2.COLOR_BGR2LAB)[0, 0].astype(np.float32)


def test_the_edge_of_a_face_that_mirrors_a_window_has_the_bodys_colour() -> None:
    seen = edge_colour(face_crop(die(BLUE, BROWN), PLACE), lab(GLARE))
    assert seen is not None
    assert np.linalg.norm(seen - lab(BLUE)) < 3


@pytest.mark.parametrize(
    ("edge", "ground", "face"), [(BLUISH, BROWN, GLARE), (BLUE, BLUE, GLARE), (BLUE, BROWN, BLUE)]
)
def test_a_greyish_edge_the_grounds_colour_and_an_edge_no_stronger_than_the_face_tell_nothing(
    edge: tuple[int, int, int], ground: tuple[int, int, int], face: tuple[int, int, int]
) -> None:
    assert edge_colour(face_crop(die(edge, ground, face), PLACE), lab(face)) is None


RED_OR_BLUE, RED_FOR_SURE = {"red": PERHAPS, "blue": PERHAPS}, {"red": SURELY, "blue": PERHAPS}
HARDLY_BLUE, BLUE_FOR_SURE = {"red": PERHAPS, "blue": HARDLY}, {"red": HARDLY, "blue": SURELY}


def by_edge(face: dict[str, float], picture: Picture) -> list[dict[str, float]]:
    """How well a die that mirrors a window fits, whose `face` does as well as that. Its edge, if blue, is
    surely a blue die's.
    """

    def fit_of(bodies: Sequence[BodySeen]) -> list[dict[str, float]]:
        return [BLUE_FOR_SURE if np.linalg.norm(body.colour - lab(BLUE)) < 3 else face for body in bodies]

    return _by_edges(picture, [(PLACE, BodySeen(lab(GLARE)))], fit_of)


@pytest.mark.parametrize(
    ("face", "fit"),
    [(RED_OR_BLUE, BLUE_FOR_SURE), (HARDLY_BLUE, HARDLY_BLUE), (RED_FOR_SURE, RED_FOR_SURE)],
)
def test_an_edge_tells_a_kind_that_the_face_leaves_open(
    face: dict[str, float], fit: dict[str, float]
) -> None:
    assert by_edge(face, die(BLUE, BROWN)) == [fit]


def test_an_edge_that_is_no_kinds_for_sure_tells_nothing() -> None:
    assert by_edge(RED_OR_BLUE, die(RED, BROWN)) == [RED_OR_BLUE]
