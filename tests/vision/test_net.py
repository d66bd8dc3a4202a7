"""The shipped net: what it finds in pictures, and how what it says becomes candidates."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.hourglass import Hourglass, look, peaks
from vision.net import WEIGHTS, Candidate, FaceFinder, find_faces
from vision.rendering import Camera, Die, Ground, Label, Scene, Thing, render
from vision.rendering.scene import Image

COLOURS = [(240, 240, 240), (40, 200, 235), (190, 90, 30), (35, 32, 30), (180, 120, 240), (60, 60, 200)]
DARK, PALE = (25, 25, 25), (240, 240, 240)


def throw(size: float = 56.0, tilt: float = 12.0) -> Scene:
    """All six faces, each on a die of another colour."""
    dice = tuple(
        Die(
            face=str(i + 1),
            colour=COLOURS[i],
            pip_colour=PALE if i in (2, 3, 5) else DARK,
            x=110 + 180 * (i % 3),
            y=100 + 150 * (i // 3),
            size=size,
            angle=20.0 * i,
        )
        for i in range(6)
    )
    return Scene(dice, camera=Camera(tilt=tilt))


def pictured(scene: Scene) -> tuple[Image, tuple[Label, ...]]:
    return render(scene, np.random.default_rng(0))


def read_where(label: Label, candidates: tuple[Candidate, ...]) -> Candidate:
    return min(candidates, key=lambda c: float(np.hypot(c.x - label.x, c.y - label.y)))


def test_a_large_picture_shown_in_pieces_to_save_memory_says_what_the_whole_says() -> None:
    net = Hourglass(WEIGHTS)
    frame, _ = pictured(throw())
    large = np.asarray(cv2.resize(frame, (1280, 960)), np.uint8)
    whole, joined = net._say([large])[0], net._say_in_pieces(large)
    assert joined.shape == whole.shape
    assert np.abs(whole - joined).max() < 0.01


@pytest.mark.parametrize("size", [30.0, 56.0, 110.0])
def test_each_die_is_found_in_its_place_and_read(size: float) -> None:
    frame, labels = pictured(throw(size))
    candidates = find_faces(frame)
    for label in labels:
        found = read_where(label, candidates)
        assert np.hypot(found.x - label.x, found.y - label.y) < 0.25 * label.r + 2
        assert found.r == pytest.approx(label.r, rel=0.3)
        assert str(found.face) == label.face
        assert found.sureness > 0.5


def test_as_many_sure_candidates_as_dice() -> None:
    frame, labels = pictured(throw())
    assert sum(candidate.sureness > 0.5 for candidate in find_faces(frame)) == len(labels)


def test_a_large_picture_and_a_grey_one_are_read_alike() -> None:
    frame, _ = pictured(throw())
    large = np.asarray(cv2.resize(frame, None, fx=2, fy=2), np.uint8)
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    for picture, factor in ((large, 2.0), (grey, 1.0)):
        sure = [c for c in find_faces(picture) if c.sureness > 0.5]
        assert sorted(c.face for c in sure) == [1, 2, 3, 4, 5, 6]
        assert np.median([c.r for c in sure]) == pytest.approx(28 * factor, rel=0.25)


def test_nothing_is_sure_where_no_die_lies() -> None:
    bare = replace(throw(), dice=(), ground=Ground("wood", (120, 170, 210), (80, 120, 170)))
    things = (
        Thing("coin", 150, 100, 60, colour=(90, 160, 190)),
        Thing("card", 320, 180, 60, colour=(240, 240, 240), seed=2),
        Thing("pen", 500, 260, 60, colour=(160, 40, 40)),
    )
    for scene in (bare, replace(bare, things=things)):
        assert all(candidate.sureness < 0.5 for candidate in find_faces(pictured(scene)[0]))


def test_the_same_frame_gives_the_same_candidates() -> None:
    frame, _ = pictured(throw())
    assert find_faces(frame) == find_faces(frame)


def test_missing_weights_are_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="weights are missing"):
        FaceFinder(tmp_path / "d6.onnx")


def test_the_weights_stay_small() -> None:
    assert WEIGHTS.stat().st_size < 2_000_000


def test_a_peak_becomes_a_candidate_in_pixels_of_the_input() -> None:
    said = np.full((8, 12, 16), -6.0, np.float32)
    said[0, 5, 9] = 3.0
    said[4, 5, 9] = 4.0
    said[7] = np.log(20 / 24)
    (found,) = peaks(said)
    assert (found.x, found.y) == pytest.approx((38, 22), abs=0.3)
    assert found.r == pytest.approx(20)
    assert found.probabilities.index(max(found.probabilities)) + 1 == 4
    assert found.confidence == pytest.approx(1 / (1 + np.exp(-3.0)))
    assert sum(found.probabilities) == pytest.approx(1)


@pytest.mark.parametrize("r", [12.0, 30.0, 140.0])
def test_a_second_look_shows_the_die_in_the_middle_at_the_asked_size(r: float) -> None:
    frame = np.zeros((700, 900, 3), np.uint8)
    cv2.circle(frame, (500, 300), round(r), (255, 255, 255), -1)
    here = Candidate(500, 300, r, 0.9, (1, 0, 0, 0, 0, 0))
    patch = look(frame, here, angle=70.0, size=18.0)
    rows, columns = np.nonzero(patch[:, :, 0] > 128)
    assert (columns.mean(), rows.mean()) == pytest.approx((48, 48), abs=1.5)
    assert np.ptp(columns) / 2 == pytest.approx(18, abs=1.5)
