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
    body: tuple[int, int, int],
    sticker: tuple[int, int, int] | None,
    ground: tuple[int, int, int] = TABLE,
    width: float = 1.25,
    edge: float = 0.95,
) -> Picture:
    """A cube from above (CROP, CROP, 3; BGR) with a sign, on a sticker or not, which is found as its face."""
    drawn = np.full((CROP * FINER, CROP * FINER, 3), ground, np.uint8)
    width = 1.0 if sticker is None else width
    for half, paint in ((width, body), (edge, sticker or body)):
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


# Half widths of a die and of its sticker, in halves of what is found as its face: a thin frame may lie within
# that or around it.
THIN = [(1.06, 0.95), (1.0, 0.9), (1.15, 1.05)]
PALE_BLUE, LEATHER = (225, 165, 120), (70, 105, 160)


@pytest.mark.parametrize(("width", "edge"), THIN)
@pytest.mark.parametrize("body", [YELLOW_PAINT, BLUE_PAINT, PALE_BLUE, LEATHER])
def test_a_frame_may_be_thin(body: tuple[int, int, int], width: float, edge: float) -> None:
    frame = frame_colour(die(body, WHITE, width=width, edge=edge), FACE, lab(WHITE))
    assert frame is not None
    assert np.linalg.norm(frame - lab(body)) < NEARLY + 5


@pytest.mark.parametrize(("around", "is_frame"), [((102, 68, 56), True), ((92, 78, 72), False)])
def test_in_warm_light_a_blue_frame_is_less_colourful_than_white_and_a_bluish_shadow_is_none(
    around: tuple[int, int, int], is_frame: bool
) -> None:
    white = (138, 176, 202)
    frame = frame_colour(die(around, white, width=1.06), FACE, lab(white))
    assert (frame is not None) is is_frame


def test_what_is_thin_and_black_around_a_white_die_is_its_shadow() -> None:
    assert frame_colour(die(DARK_GREY, WHITE, width=1.0, edge=0.9), FACE, lab(WHITE)) is None


def test_a_sign_on_a_sticker_does_not_frame_it() -> None:
    framed, middle = die(BLUE_PAINT, WHITE, width=1.06), (CROP // 2, CROP // 2)
    cv2.circle(framed, middle, round(0.7 * FACE), (30, 30, 160), -1)
    frame = frame_colour(framed, FACE, lab(WHITE))
    assert frame is not None
    assert np.linalg.norm(frame - lab(BLUE_PAINT)) < NEARLY


def around(drawn: Picture, paint: tuple[int, int, int], inner: float, outer: float) -> Picture:
    """The same with a ring around it, from one distance to another, in halves of a face's width."""
    ys, xs = np.mgrid[0:CROP, 0:CROP] - (CROP - 1) / 2
    away = np.hypot(xs, ys) / FACE
    return np.where(((away > inner) & (away < outer))[:, :, None], np.uint8(paint), drawn)


def round_white(ground: tuple[int, int, int] = TABLE) -> Picture:
    """A white thing as wide as a face, without corners."""
    return around(np.full((CROP, CROP, 3), ground, np.uint8), WHITE, -1.0, 1.0)


@pytest.mark.parametrize(("inner", "outer"), [(0.86, 0.94), (1.24, 1.32)])
def test_a_thin_frame_begins_where_the_sticker_ends(inner: float, outer: float) -> None:
    framed = around(around(round_white(), TABLE, inner, 2.0), WHITE, -1.0, inner)
    noise = np.random.default_rng(1).normal(0, 2, (CROP, CROP, 3))
    noisy = np.clip(around(framed, BLUE_PAINT, inner, outer) + noise, 0, 255).astype(np.uint8)
    frame = frame_colour(noisy, FACE, lab(WHITE))
    assert frame is not None
    assert np.linalg.norm(frame - lab(BLUE_PAINT)) < NEARLY


def test_what_lies_farther_away_is_no_thin_frame() -> None:
    assert frame_colour(around(round_white(), BLUE_PAINT, 1.02, 1.1), FACE, lab(WHITE)) is not None
    assert frame_colour(around(round_white(), BLUE_PAINT, 1.3, 1.38), FACE, lab(WHITE)) is None


def test_a_thin_frame_that_is_not_sharp_has_the_colour_of_its_middle() -> None:
    soft = cv2.GaussianBlur(die(BLUE_PAINT, WHITE, width=1.1), (0, 0), 0.8)
    frame = frame_colour(np.asarray(soft, np.uint8), FACE, lab(WHITE))
    assert frame is not None
    assert np.linalg.norm(frame - lab(BLUE_PAINT)) < 2 * NEARLY


@pytest.mark.parametrize("ground", [BLUE_PAINT, (60, 120, 60), (40, 40, 160)], ids=["blue", "green", "red"])
def test_pixels_between_a_white_die_and_the_ground_are_no_frame(ground: tuple[int, int, int]) -> None:
    soft = cv2.GaussianBlur(die(WHITE, None, ground=ground), (0, 0), 1.0)
    assert frame_colour(np.asarray(soft, np.uint8), FACE, lab(WHITE)) is None


CLOTH = (60, 120, 60)


@pytest.mark.parametrize(("shade", "where"), [((46, 96, 50), CROP // 2), ((45, 105, 45), CROP)])
def test_a_shadow_on_one_side_is_no_frame_nor_is_what_is_like_the_ground(
    shade: tuple[int, int, int], where: int
) -> None:
    shaded = around(round_white(CLOTH), shade, 1.0, 1.12)
    half = np.where(np.arange(CROP)[None, :, None] < where, shaded, round_white(CLOTH))
    assert frame_colour(np.asarray(half, np.uint8), FACE, lab(WHITE)) is None


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


def test_ink_on_a_sticker_says_nothing_of_the_body() -> None:
    dark_on_white = mark(1, body=YELLOW, ink=BLACK)
    on_sticker = replace(dark_on_white, frame=BLACK)
    assert (dark_on_white.has_light_ink, on_sticker.has_light_ink) == (False, None)


@pytest.mark.parametrize("is_bare", [False, True])
def test_the_body_is_what_frames_a_sticker_whether_that_is_blank_or_not(is_bare: bool) -> None:
    on_sticker = replace(mark(1, body=YELLOW, ink=BLACK), frame=BLACK)
    assert on_sticker.body_of(is_bare) is BLACK
