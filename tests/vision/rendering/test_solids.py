"""Dice that are no cubes, and tokens, as the renderer draws them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.rendering import Camera, Die, Ground, Scene, random_scene, render
from vision.rendering.polyhedra import solid
from vision.rendering.random_scenes import KINDS
from vision.rendering.scene import Image

CORNERS = {"d4": 4, "d8": 6, "d10": 12, "d12": 20, "d20": 12}
PLAIN = Ground(kind="plain", colour=(90, 90, 90), contrast=0)
BARE = Camera(noise=0, jpeg=100, vignette=0, defocus=0)


def figure(text: str) -> Image:
    face = np.zeros((96, 96, 4), np.uint8)
    cv2.putText(face, text, (36, 60), cv2.FONT_HERSHEY_DUPLEX, 1.2, (0, 0, 0, 255), 3)
    return face


@pytest.mark.parametrize("kind", CORNERS)
def test_a_solid_has_its_corners_and_lies_flat(kind: str) -> None:
    form = solid(kind)
    assert len(form.vertices) == CORNERS[kind]
    assert form.vertices[:, 2].min() == pytest.approx(-1, abs=1e-5)
    assert np.allclose(form.corners @ form.normals[0], 1, atol=1e-5)


def test_the_top_of_a_d8_is_a_triangle_of_which_r_is_half_an_edge() -> None:
    faces = {str(k): figure(str(k)) for k in range(1, 9)}
    die = Die(kind="d8", form="d8", face="3", x=300, y=180, size=80, faces=faces)
    frame, (label,) = render(Scene((die,), PLAIN, camera=BARE), np.random.default_rng(1))
    assert (label.kind, label.face) == ("d8", "3")
    # Half an edge, for opposite faces 80 pixels apart, and a little more as it is nearer to the camera.
    assert label.r == pytest.approx(80 * 6**0.5 / 4, rel=0.1)
    assert frame[180, 300].max() != frame[20, 20].max()


def test_the_figure_on_top_stands_where_the_label_says() -> None:
    faces = {str(k): np.zeros((96, 96, 4), np.uint8) for k in range(1, 9)}
    faces["5"][40:56, 40:56] = (0, 0, 255, 255)
    die = Die(kind="d8", form="d8", face="5", x=320, y=180, size=90, angle=33, faces=faces)
    frame, (label,) = render(Scene((die,), PLAIN, camera=BARE), np.random.default_rng(1))
    blue, _, red = cv2.split(frame)
    rows, columns = np.nonzero((red > 120) & (blue < 60))
    assert columns.mean() == pytest.approx(label.x, abs=2)
    assert rows.mean() == pytest.approx(label.y, abs=2)


def test_a_token_is_as_wide_as_its_label_says() -> None:
    faces = {"marked": figure("x"), "blank": np.zeros((96, 96, 4), np.uint8)}
    die = Die(
        kind="token", form="token", face="blank", colour=(40, 220, 40), x=320, y=180, size=90, faces=faces
    )
    frame, (label,) = render(Scene((die,), PLAIN, camera=BARE), np.random.default_rng(1))
    green = frame[round(label.y), :, 1].astype(int) - frame[round(label.y), :, 2]
    columns = np.flatnonzero(green > 60)
    assert columns.max() - columns.min() == pytest.approx(2 * label.r, rel=0.2)


def test_every_other_wheel_has_a_rim_within_its_teeth() -> None:
    faces = {"blank": np.zeros((96, 96, 4), np.uint8)}
    plain = Die(
        kind="token", form="token", face="blank", colour=(40, 220, 40), x=320, y=180, size=90, faces=faces
    )

    def has_rim(grain: int) -> bool:
        """Does its brightness change between its middle and where its teeth begin?"""
        wheel = replace(plain, finish=replace(plain.finish, grain=grain, gloss=0.0))
        frame, (label,) = render(Scene((wheel,), PLAIN, camera=BARE), np.random.default_rng(1))
        along = frame[round(label.y), round(label.x) : round(label.x + 0.8 * label.r), 1].astype(int)
        return bool((np.abs(np.diff(along)) > 8).any())

    assert [has_rim(grain) for grain in (0, 600, 1200, 1800)] == [False, True, False, True]


def test_a_form_without_pips_needs_faces() -> None:
    with pytest.raises(ValueError, match="give it pictures of its faces"):
        Die(form="d8")


def test_an_unknown_form_is_refused_with_the_forms_there_are() -> None:
    with pytest.raises(ValueError, match="must be one of cube, d4"):
        Die(form="pyramid")


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_scenes_by_chance_hold_the_kinds_asked_for(number: int) -> None:
    shares = tuple(float(k == number) for k in range(len(KINDS)))
    kinds = {
        die.kind for seed in range(6) for die in random_scene(np.random.default_rng(seed), shares=shares).dice
    }
    assert kinds == {KINDS[number]}
