"""The shipped nets for dice with pips: what they find in pictures, and how what they say becomes places and
candidates.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import read
from vision.crops import cut
from vision.finding.spots import COARSEST, OVERLAP, STRIDE, Spot, Spotter, find_places, peaks, pieces
from vision.pips import net
from vision.pips.net import FaceReader
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


@pytest.mark.parametrize("size", [30.0, 56.0, 110.0])
def test_each_die_lies_at_one_of_the_likely_places(size: float) -> None:
    frame, labels = pictured(throw(size))
    places = find_places(frame).likely
    for label in labels:
        near = [r for x, y, r in places if np.hypot(x - label.x, y - label.y) < 0.3 * label.r + 2]
        assert any(r == pytest.approx(label.r, rel=0.3) for r in near)


@pytest.mark.parametrize("size", [30.0, 56.0, 110.0])
@pytest.mark.parametrize("beside", [0.0, 0.2])
def test_each_die_is_read_even_where_its_place_is_not_quite_right(size: float, beside: float) -> None:
    frame, labels = pictured(throw(size))
    places = [(label.x + beside * label.r, label.y, 1.1 * label.r) for label in labels]
    for label, seen in zip(labels, net.shipped().look_at(frame, places), strict=True):
        assert str(seen.face) == label.face
        assert seen.confidence > 0.5
        assert np.hypot(seen.x - label.x, seen.y - label.y) < 0.2 * label.r + 1
        assert seen.r == pytest.approx(label.r, rel=0.3)


def test_a_large_picture_and_a_grey_one_are_read_alike() -> None:
    frame, labels = pictured(throw())
    large = np.asarray(cv2.resize(frame, None, fx=2, fy=2), np.uint8)
    grey = np.asarray(np.repeat(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)[:, :, None], 3, axis=2), np.uint8)
    for picture, factor in ((large, 2.0), (grey, 1.0)):
        places = [(factor * label.x, factor * label.y, factor * label.r) for label in labels]
        seen = net.shipped().look_at(picture, places)
        assert [str(one.face) for one in seen] == [label.face for label in labels]
        assert np.median([one.r for one in seen]) == pytest.approx(28 * factor, rel=0.25)


def test_nothing_is_certain_where_no_die_lies() -> None:
    bare = replace(throw(), dice=(), ground=Ground("wood", (120, 170, 210), (80, 120, 170)))
    things = (
        Thing("coin", 150, 100, 60, colour=(90, 160, 190)),
        Thing("card", 320, 180, 60, colour=(240, 240, 240), seed=2),
        Thing("pen", 500, 260, 60, colour=(160, 40, 40)),
    )
    for scene in (bare, replace(bare, things=things)):
        assert not any(die.certain for die in read(pictured(scene)[0], "d6").dice)


def test_the_same_frame_gives_the_same_places_and_faces() -> None:
    frame, _ = pictured(throw())
    places = find_places(frame).likely
    assert find_places(frame).likely == places
    assert net.shipped().look_at(frame, places) == net.shipped().look_at(frame, places)


def test_of_a_die_that_is_seen_in_several_sizes_the_sharpest_look_says_where_it_lies() -> None:
    frame, labels = pictured(throw(60.0))
    sizes = [r for _, _, r in find_places(frame).likely]
    assert len(sizes) <= 2 * len(labels)


def test_missing_weights_are_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="weights are missing"):
        FaceReader(tmp_path / "d6.onnx")
    with pytest.raises(FileNotFoundError, match="install the package again"):
        Spotter(tmp_path / "spots.onnx")


def test_the_weights_stay_small() -> None:
    assert sum(file.stat().st_size for file in net.WEIGHTS.parent.glob("*.onnx")) < 4_000_000


def test_a_peak_becomes_a_place_in_pixels_of_the_input() -> None:
    said = np.full((2, 12, 16), -6.0, np.float32)
    said[0, 5, 9] = 3.0
    said[1] = np.log(20 / 24)
    (found,) = peaks(said)
    assert (found.x, found.y) == pytest.approx((76, 44), abs=0.6)
    assert found.r == pytest.approx(20)
    assert found.likely == pytest.approx(1 / (1 + np.exp(-3.0)))


def test_a_place_is_likely_or_doubtful_and_what_is_doubtful_at_a_likely_one_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spots = [Spot(50, 50, 20, 0.26, 0.26), Spot(90, 50, 20, 0.24, 0.24), Spot(52, 50, 22, 0.2, 0.2)]
    monkeypatch.setattr(Spotter, "_spotted", lambda *_: spots)
    likely, doubtful = Spotter().places(np.zeros((64, 128, 3), np.uint8))
    assert (likely, doubtful) == ([(50, 50, 20)], [(90, 50, 20)])


@pytest.mark.parametrize(("likely", "found"), [(0.11, 1), (0.09, 0)])
def test_what_is_hardly_likely_is_no_peak(likely: float, found: int) -> None:
    said = np.full((2, 12, 16), -6.0, np.float32)
    said[0, 5, 9] = np.log(likely / (1 - likely))
    said[1] = np.log(20 / 24)
    assert len(peaks(said)) == found


@pytest.mark.parametrize("length", range(0, 2600, COARSEST))
def test_pieces_give_every_cell_once_and_see_far_enough_around_it(length: int) -> None:
    given = []
    for piece in pieces(length):
        cells = [piece.left + STRIDE * cell for cell in range(piece.own.start, piece.own.stop)]
        assert piece.left % COARSEST == 0
        assert piece.left == 0 or cells[0] - piece.left >= OVERLAP
        assert piece.right == length or piece.right - cells[-1] > OVERLAP
        given += cells
    assert given == list(range(0, length, STRIDE))


@pytest.mark.parametrize("r", [12.0, 30.0, 140.0])
def test_what_is_cut_out_shows_the_die_in_the_middle_at_the_asked_size(r: float) -> None:
    frame = np.zeros((700, 900, 3), np.uint8)
    cv2.circle(frame, (500, 300), round(r), (255, 255, 255), -1)
    piece = cut(frame, (500, 300, r), r=18.0, side=96, turn=70.0)
    rows, columns = np.nonzero(piece[:, :, 0] > 128)
    assert (columns.mean(), rows.mean()) == pytest.approx((48, 48), abs=1.0)
    assert np.ptp(columns) / 2 == pytest.approx(18, abs=1.5)
