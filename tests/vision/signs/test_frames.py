"""White stickers on dice: the kind is told by the body that frames them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.signs.made_up import BLACK, YELLOW, mark
from vision.arrays import Floats
from vision.reading import Picture
from vision.signs.frames import frame_colour
from vision.signs.marks import CROP, FACE, shipped

WHITE, DARK_GREY, TABLE = (235, 235, 235), (30, 30, 32), (90, 110, 130)
YELLOW_PAINT, BLUE_PAINT = (40, 200, 240), (170, 80, 30)
FINER = 8
NEARLY = 20  # steps of Lab: pixels of both lie along a sticker's edge


def die(
    body: tuple[int, int, int], sticker: tuple[int, int, int] | None, ground: tuple[int, int, int] = TABLE
) -> Picture:
    """A cube from above (CROP, CROP, 3; BGR) with a sign, on a sticker or not, which is found as its face."""
    drawn = np.full((CROP * FINER, CROP * FINER, 3), ground, np.uint8)
    width = 1.0 if sticker is None else 1.25
    for half, paint in ((width, body), (0.95, sticker or body)):
        reach, middle = round(half * FACE * FINER), CROP * FINER // 2
        cv2.rectangle(drawn, (middle - reach,) * 2, (middle + reach,) * 2, paint, -1)
    size = round(0.4 * FACE * FINER)
    cv2.drawMarker(drawn, (middle, middle), (20, 20, 20), cv2.MARKER_TILTED_CROSS, size, 3 * FINER)
    return np.asarray(cv2.resize(drawn, (CROP, CROP), interpolation=cv2.INTER_AREA), np.uint8)


def lab(paint: tuple[int, int, int]) -> Floats:
    return np.asarray(cv2.cvtColor(np.uint8([[paint]]), cv2.COLOR_BGR2LAB)[0, 0], np.float32)


@pytest.mark.parametrize("body", [YELLOW_PAINT, BLUE_PAINT, DARK_GREY], ids=["yellow", "blue", "black"])
def test_the_body_is_what_frames_a_white_sticker(body: tuple[int, int, int]) -> None:
    frame = frame_colour(die(body, WHITE), FACE, lab(WHITE))
    assert frame is not None
    assert np.linalg.norm(frame - lab(body)) < NEARLY
    (seen,) = shipped().marks_of([die(body, WHITE)])
    assert np.linalg.norm(seen.body_of(is_bare=False) - lab(body)) < NEARLY


@pytest.mark.parametrize(
    ("body", "sticker", "ground"),
    [
        (WHITE, None, TABLE),
        (WHITE, None, DARK_GREY),
        (WHITE, None, BLUE_PAINT),
        (WHITE, YELLOW_PAINT, TABLE),
        (DARK_GREY, YELLOW_PAINT, TABLE),
        (DARK_GREY, WHITE, DARK_GREY),
        (YELLOW_PAINT, DARK_GREY, TABLE),
    ],
    ids=[
        "a white die",
        "on black cloth",
        "on blue cloth",
        "a coloured sticker",
        "on a black die",
        "a frame that is like the ground",
        "a black sticker on a yellow die",
    ],
)
def test_nothing_frames(
    body: tuple[int, int, int], sticker: tuple[int, int, int] | None, ground: tuple[int, int, int]
) -> None:
    assert frame_colour(die(body, sticker, ground), FACE, lab(sticker or body)) is None


def hidden(framed: Picture, share: float) -> Picture:
    """The same, white over such a share of all angles."""
    seen, middle, slices = framed.copy(), (CROP // 2, CROP // 2), 8
    for turn in np.arange(slices) * 360 / slices:
        cv2.ellipse(seen, middle, (CROP, CROP), turn, 0, share * 360 / slices, WHITE, -1)
    return seen


@pytest.mark.parametrize(
    ("body", "share", "is_frame"),
    [(BLUE_PAINT, 0.2, True), (BLUE_PAINT, 0.3, False), (DARK_GREY, 0.0, True), (DARK_GREY, 0.2, False)],
)
def test_a_frame_is_seen_on_most_sides_and_a_black_one_on_all_for_shadows_are_black(
    body: tuple[int, int, int], share: float, is_frame: bool
) -> None:
    framed = hidden(die(body, WHITE), share) if share else die(body, WHITE)
    assert (frame_colour(framed, FACE, lab(WHITE)) is not None) is is_frame


def test_a_shaded_edge_of_a_white_die_is_no_black_frame() -> None:
    assert frame_colour(die((140, 140, 140), WHITE), FACE, lab(WHITE)) is None


def test_ink_on_a_sticker_says_nothing_of_the_body_and_a_bare_face_has_none() -> None:
    dark_on_white = mark(1, body=YELLOW, ink=BLACK)
    on_sticker = replace(dark_on_white, frame=BLACK)
    assert (dark_on_white.has_light_ink, on_sticker.has_light_ink) == (False, None)
    assert on_sticker.body_of(is_bare=False) is BLACK
    assert on_sticker.body_of(is_bare=True) is YELLOW
