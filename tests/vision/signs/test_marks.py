"""The net that reads single faces, with the weights that come along."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision import drawings
from vision.arrays import Floats
from vision.dice_sets import SETS, Kind
from vision.rendering import Camera, Die, Scene, render
from vision.signs.known import known_faces, named, nearness, tint_of
from vision.signs.marks import (
    CROP,
    FACE,
    WEIGHTS,
    Mark,
    colours,
    face_crop,
    shipped,
    unevenness,
)
from vision.training.marks.measure import BODY

FACES = [
    pytest.param(dice.name, kind, face, id=f"{dice.name}-{kind.name}-{face}")
    for dice in (SETS["riff_in_time"], SETS["professor_evil"])
    for kind in dice.kinds
    for face in kind.faces
]


def mark_of(die: Die, angle: float = 20.0) -> Mark:
    """What the net says of a die in a clear picture, its place known."""
    lying = replace(die, x=120, y=110, size=80, angle=angle)
    picture, (label,) = render(
        Scene((lying,), camera=Camera(width=240, height=220)), np.random.default_rng(1)
    )
    (mark,) = shipped().marks_of([face_crop(picture, (label.x, label.y, label.r))])
    return mark


def die(colour: str, face: str) -> Die:
    body = BODY[colour]
    ink = (20.0, 20.0, 20.0) if sum(body) > 380 else (240.0, 240.0, 240.0)
    return Die(
        colour=body, face=face, faces={face: drawings.picture(face, ink), "": drawings.picture("blank", ink)}
    )


def test_the_weights_are_small() -> None:
    assert WEIGHTS.stat().st_size < 2_000_000


@pytest.mark.parametrize(("name", "kind", "face"), FACES)
def test_a_shipped_face_is_known_untaught(name: str, kind: Kind, face: str) -> None:
    seen = mark_of(die(kind.colours[0], face))
    found = named(nearness(seen, known_faces(SETS[name])), [kind.name])
    assert found is not None
    assert found.best.face == face


def test_a_turned_face_is_the_same_face() -> None:
    first = mark_of(die("yellow", "move"))
    for angle in (70, 160, 250, 340):
        assert float(first.direction @ mark_of(die("yellow", "move"), angle).direction) > 0.85


def test_another_face_is_another_direction() -> None:
    one, other = mark_of(die("yellow", "move")), mark_of(die("yellow", "excellent"))
    assert float(one.direction @ other.direction) < 0.6


def test_a_cube_is_a_cube_and_bare_ground_is_nothing() -> None:
    assert mark_of(die("white", "time_5")).share("cube") > 0.8
    # As a camera sees it, which none sees without noise.
    ground = np.asarray(120 + np.random.default_rng(1).normal(0, 3, (200, 200, 3)), np.uint8)
    (bare,) = shipped().marks_of([face_crop(ground, (100, 100, 30))])
    assert bare.share("nothing") > 0.9


def test_body_and_ink_have_their_colours() -> None:
    mark = mark_of(die("yellow", "excellent"))
    assert mark.body[2] > 160
    assert mark.ink[0] < mark.body[0] - 60


def panel() -> Die:
    """A blue die with a white square on each face that leaves but a border of it."""
    square = np.zeros((96, 96, 4), np.uint8)
    square[12:-12, 12:-12] = 240
    return replace(die("blue", "blank"), face="panel", faces={"panel": square, "": square})


def test_discs_in_a_white_ring_on_black_dice_have_their_own_colours() -> None:
    def tint(ink: tuple[int, int, int]) -> Floats:
        disc = np.zeros((96, 96, 4), np.uint8)
        cv2.circle(disc, (48, 48), 30, (235, 235, 235, 255), -1, cv2.LINE_AA)
        cv2.circle(disc, (48, 48), 22, (*ink, 255), -1, cv2.LINE_AA)
        black = replace(die("black", "blank"), face="disc", faces={"disc": disc, "": disc})
        return tint_of(mark_of(black))

    red, green, blue = (tint(ink) for ink in ((40, 40, 200), (60, 160, 40), (200, 70, 40)))
    assert min(np.linalg.norm(one - two) for one, two in ((red, green), (green, blue), (red, blue))) > 60


@pytest.mark.parametrize(("hue", "is_seen"), [(16, False), (32, True)])
def test_what_is_hardly_coloured_is_no_ink_beside_what_stands_out_more(hue: int, is_seen: bool) -> None:
    crop = np.full((CROP, CROP, 3), (40, 128, 128), np.uint8)
    cv2.circle(crop, (36, 36), 12, (230, 128, 128), -1)
    cv2.circle(crop, (36, 36), 9, (130, 128 + hue, 128), -1)
    _, ink, _ = colours(np.asarray(cv2.cvtColor(crop, cv2.COLOR_LAB2BGR), np.uint8))
    assert ink[0] == pytest.approx(130 if is_seen else 230, abs=6)


def test_black_ink_is_black_on_a_marbled_body_and_on_a_gear_wheel_on_green_felt() -> None:
    middle, grey = (36, 36), (170, 128, 128)
    marbled = np.full((CROP, CROP, 3), grey, np.uint8)
    for left in range(0, CROP, 8):
        marbled[:, left : left + 2] = (150, 168, 128)
    wheel = np.full((CROP, CROP, 3), (120, 80, 150), np.uint8)
    cv2.circle(wheel, middle, round(0.72 * FACE), grey, -1)
    for tooth in range(12):
        cv2.ellipse(wheel, middle, (20, 20), 30 * tooth, 0, 15, grey, -1)
    for crop, shape in ((marbled, "cube"), (wheel, "token")):
        cv2.circle(crop, middle, 7, (20, 128, 128), -1)
        _, ink, _ = colours(np.asarray(cv2.cvtColor(crop, cv2.COLOR_LAB2BGR), np.uint8), shape)
        assert ink[0] < 40


@pytest.mark.parametrize("across", [40, 64, 76])
def test_faces_of_one_shape_have_the_colour_of_their_ink_however_large_it_is(across: int) -> None:
    def tint(ink: tuple[int, int, int], angle: float) -> Floats:
        square = np.zeros((96, 96, 4), np.uint8)
        edge = (96 - across) // 2
        square[edge:-edge, edge:-edge] = (*ink, 255)
        white = replace(die("white", "blank"), face="square", faces={"square": square, "": square})
        return tint_of(mark_of(white, angle))

    red, green, blue = (tint(ink, 20.0) for ink in ((40, 40, 200), (60, 160, 40), (200, 70, 40)))
    apart = [np.linalg.norm(one - other) for one, other in ((red, green), (green, blue), (red, blue))]
    assert min(apart) > 60
    assert np.linalg.norm(tint((40, 40, 200), 75.0) - red) < 15


def test_a_sign_as_large_as_its_face_leaves_the_body_a_border() -> None:
    mark = mark_of(panel())
    blue = mark_of(die("blue", "move")).body
    assert np.linalg.norm(mark.body - blue) > 60
    assert np.linalg.norm(mark.body_of(is_bare=False) - blue) < 25


def test_a_blank_face_is_of_its_bodys_colour_whatever_its_edges_mirror() -> None:
    mark = mark_of(die("blue", "blank"))
    assert mark.body_of(is_bare=True) is mark.body


def test_a_bare_face_in_uneven_light_is_even_and_one_with_a_sign_is_not() -> None:
    slope = np.linspace(60, 200, 72, dtype=np.float32)
    gently = np.repeat(np.tile(slope, (72, 1))[:, :, None], 3, axis=2).astype(np.uint8)
    assert unevenness(gently) < 3
    signed = gently.copy()
    signed[30:42, 30:42] = 0
    assert unevenness(signed) > 40


def test_a_crop_at_the_edge_of_the_picture_has_its_full_size() -> None:
    picture = np.zeros((60, 60, 3), np.uint8)
    for place in ((0.0, 0.0, 20.0), (59.0, 59.0, 80.0), (5.0, 50.0, 6.0)):
        assert face_crop(picture, place).shape == (CROP, CROP, 3)
