"""What the net is fitted to and measured by; fitting itself needs PyTorch and is no test."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Floats
from vision.pips.net import Candidate
from vision.rendering import Camera, Die, Scene, render
from vision.rendering.scene import Image, floats
from vision.signs.marks import CROP, SHAPES
from vision.training.cameras import tinted, uneven_light, with_lamp
from vision.training.marks.found import found_in
from vision.training.pictures import (
    Mixture,
    Sample,
    pack,
    path_traced,
    photographs,
    piece_of,
)
from vision.training.places import fitting
from vision.training.recipes import FOLDS, RECIPES, all_photographs, fold_of, left_in

ROWS = floats([[100, 100, 20, 4, 1]])


def spot(rows: Floats = ROWS, side: int = 200) -> Sample:
    """A black picture with a white dot in the middle of each face."""
    picture = np.zeros((side, side, 3), np.uint8)
    for x, y, *_ in rows:
        cv2.circle(picture, (int(x), int(y)), 5, (255, 255, 255), -1)
    return Sample(pack(picture), rows, "here")


def claim(x: float, y: float, face: int, confidence: float = 0.9, r: float = 20.0) -> Candidate:
    shares = [0.0] * 6
    shares[face - 1] = 1.0
    one, two, three, four, five, six = shares
    return Candidate(x, y, r, confidence, (one, two, three, four, five, six))


def lies_at(picture: Image, x: float, y: float, within: float) -> bool:
    """Does a dot lie there? It may lie elsewhere too, where the picture goes on mirrored at its edge."""
    grey = cv2.GaussianBlur(picture.mean(axis=2), (0, 0), 2)
    unlike = np.abs(grey - np.median(grey))
    rows, columns = np.indices(unlike.shape)
    return bool(unlike[np.hypot(columns - x, rows - y) < within].max() > 0.7 * unlike.max())


def test_a_rendered_sample_is_the_same_for_the_same_number() -> None:
    draw = RECIPES["d6"].draw
    one, again, other = draw(3), draw(3), draw(4)
    assert one.packed == again.packed
    assert np.array_equal(one.faces, again.faces)
    assert one.packed != other.packed


def test_faces_travel_with_the_piece_however_it_is_turned_and_scaled() -> None:
    rng = np.random.default_rng(4)
    met = 0
    for _ in range(40):
        picture, rows = piece_of(spot(), rng, 96)
        assert picture.shape == (96, 96, 3)
        if len(rows) and rows[0, 4]:
            x, y, r = rows[0, :3].tolist()
            assert lies_at(picture, x, y, 0.35 * r + 2)
            met += 1
    assert met > 15


def test_a_look_shows_a_face_in_the_middle_or_something_taken_for_one() -> None:
    rng = np.random.default_rng(6)
    wrong = replace(spot(), spots=floats([[30, 40, 12]]))
    middles, elsewhere = 0, 0
    for _ in range(80):
        _, rows = piece_of(wrong, rng, 96, look=22.0)
        away = min((float(np.hypot(x - 48, y - 48)) for x, y, *_ in rows), default=100.0)
        middles += away < 11
        elsewhere += away > 30
        assert all(14 < r < 34 for _, _, r, *_ in rows if away < 11)
    assert middles > 30
    assert elsewhere > 8


def test_a_lamp_is_mirrored_by_the_face_that_is_looked_at_and_by_nothing_else() -> None:
    rng = np.random.default_rng(8)
    grey = np.full((96, 96, 3), 90, np.uint8)
    away = np.hypot(*(np.mgrid[0:96, 0:96] - 48))
    shone = 0
    for _ in range(40):
        picture = with_lamp(grey, floats([48, 48, 20]), rng)
        assert np.array_equal(picture[away > 25], grey[away > 25])
        assert (picture >= grey).all()
        shone += int(picture.max()) > 90 + 20
    assert shone > 25


def test_a_face_cut_off_by_the_edge_is_nobodys_fault() -> None:
    rng = np.random.default_rng(5)
    pieces = [piece_of(spot(), rng, 64)[1] for _ in range(60)]
    rows = np.concatenate(pieces)
    edge = np.minimum(rows[:, :2].min(axis=1), (64 - rows[:, :2]).min(axis=1))
    cut_off = rows[edge < 0.7 * rows[:, 2]]
    assert len(cut_off) > 10
    assert not cut_off[:, 4].any()


def photograph(name: str, origin: str | None = None) -> Sample:
    return replace(spot(), name=name, origin=origin or name.partition("/")[0])


def test_a_mixture_draws_rendered_pictures_and_from_all_folders_alike() -> None:
    photographed = [photograph("here/1"), *(photograph(f"there/{number}") for number in range(9))]
    mixture = Mixture([replace(spot(), origin="drawn")], photographed, share=0.5)
    rng = np.random.default_rng(0)
    drawn = [mixture.draw(rng).origin for _ in range(400)]
    assert 150 < drawn.count("drawn") < 250
    assert 60 < drawn.count("here") < 140


def test_a_mixture_draws_its_share_of_path_traced_pictures_whatever_the_photographs_share() -> None:
    kinds = {origin: [replace(spot(), origin=origin, name=f"{origin}/1")] for origin in ("drawn", "traced")}
    mixture = Mixture(kinds["drawn"], [photograph("here/1")], 0.5, kinds["traced"], 0.25)
    rng = np.random.default_rng(0)
    drawn = [mixture.draw(rng).origin for _ in range(400)]
    assert 160 < drawn.count("here") < 240
    assert 70 < drawn.count("traced") < 130
    assert 70 < drawn.count("drawn") < 130


@pytest.fixture
def traced_folder(tmp_path: Path) -> Path:
    """One picture as Blender's, with a dot in the middle of each die, and one without dice."""
    picture = np.full((120, 260, 3), 90, np.uint8)
    for x in (50, 130, 210):
        cv2.circle(picture, (x, 60), 6, (240, 240, 240), -1)
    cv2.imwrite(str(tmp_path / "learning-0.png"), picture)
    cv2.imwrite(str(tmp_path / "learning-1.png"), np.full((120, 260, 3), 90, np.uint8))
    dice = ("d6,1,50.0,60.0,30.0", "d8,7,130.0,60.0,28.0", "other,inks/3.png,210.0,60.0,30.0")
    (tmp_path / "labels-0.csv").write_text("".join(f"learning-0,{die}\n" for die in dice))
    return tmp_path


def test_path_traced_dice_lie_where_blender_says_and_are_named_for_the_net(traced_folder: Path) -> None:
    with_dice, without = path_traced(traced_folder, RECIPES["tops"].named)
    assert with_dice.faces.tolist() == [[50, 60, 30, 0, 1], [130, 60, 28, 7, 1], [210, 60, 30, 6, 1]]
    assert len(without.faces) == 0
    with_pips, _ = path_traced(traced_folder, RECIPES["d6"].named)
    assert with_pips.faces.tolist() == [[50, 60, 30, 0, 1]]


def test_a_path_traced_die_that_the_border_cuts_is_nothing_to_learn_from(traced_folder: Path) -> None:
    (traced_folder / "labels-1.csv").write_text("learning-1,d6,1,245.0,60.0,30.0\nlearning-1,d6,2,60,94,30\n")
    _, without = path_traced(traced_folder, RECIPES["d6"].named)
    assert without.faces.tolist() == [[245, 60, 30, 0, 0], [60, 94, 30, 1, 1]]


def test_what_the_finder_finds_is_a_die_where_one_lies_and_else_nothing() -> None:
    dice = (Die(face="5", x=90, y=120, size=60), Die(face="2", x=230, y=120, size=60))
    camera = Camera(width=320, height=240)
    picture, (five, two) = render(Scene(dice, camera=camera), np.random.default_rng(1))
    known, unknown = sorted(found_in(picture, [five]), key=lambda one: -one.shape)
    assert (SHAPES[known.shape], SHAPES[unknown.shape]) == ("cube", "nothing")
    found = found_in(picture, [five, replace(two, kind="d8")])
    (octahedron,) = [one for one in found if SHAPES[one.shape] == "d8"]
    assert octahedron.numeral == 1
    assert octahedron.crop.shape == (CROP, CROP, 3)


def test_other_cameras_take_the_same_piece_in_too_little_light_and_in_too_much() -> None:
    piece = np.full((96, 96, 3), 90, np.uint8)
    shots = [tinted(piece, np.random.default_rng(seed), photograph=False) for seed in range(120)]
    assert all(shot.shape == piece.shape and shot.dtype == np.uint8 for shot in shots)
    brightness = [float(shot.mean() / piece.mean()) for shot in shots]
    assert 2 < sum(one < 0.45 for one in brightness) < 30
    assert 2 < sum(one > 1.7 for one in brightness) < 40
    assert np.array_equal(shots[7], tinted(piece, np.random.default_rng(7), photograph=False))


def test_uneven_light_falls_off_to_one_side() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        light = uneven_light(64, rng)[:, :, 0]
        halves = [light[:, :32], light[:, 32:], light[:32], light[32:]]
        assert min(float(half.mean()) for half in halves) < float(light.mean()) - 0.01
        assert light.min() > 0


def test_a_folder_of_d6_is_left_out_as_a_whole_and_so_is_every_d8() -> None:
    d6 = [photograph(f"{folder}/{number}") for folder in "abcd" for number in range(2)]
    d8 = [photograph(f"d8/{number}", f"die {number // 2}") for number in range(8)]
    others = [replace(photograph("cards/1"), faces=ROWS[:0])]
    everything = [*d6, *d8, *others]
    assert [fold_of(sample, everything) for sample in d6] == [0, 0, 1, 1, 2, 2, 0, 0]
    assert [fold_of(sample, everything) for sample in d8] == [0, 0, 1, 1, 2, 2, 0, 0]
    for fold in range(FOLDS):
        known = left_in(everything, fold)
        assert known[-1] is others[0]
        assert not {sample.origin for sample in known} & {
            sample.origin for sample in everything if fold_of(sample, everything) == fold
        }


def test_the_net_for_pips_is_told_of_no_other_dice() -> None:
    d8 = photograph("d8/1", "die 1")
    d8 = replace(d8, faces=floats([[100, 100, 20, 7, 1]]))
    assert len(RECIPES["d6"].known(d8).faces) == 0
    assert len(RECIPES["tops"].known(d8).faces) == 1
    assert len(RECIPES["d6"].known(photograph("a/1")).faces) == 1


def test_photographs_come_with_their_labels_in_pixels_of_the_kept_picture(tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    cv2.imwrite(str(tmp_path / "table" / "a.jpg"), np.full((1200, 1600, 3), 90, np.uint8))
    rows = "file,kind,face,x,y,r\ntable/a.jpg,d6,3,400,600,80\ntable/a.jpg,d8,3,10,10,5\n"
    (tmp_path / "labels.csv").write_text(rows)
    (sample,) = photographs(tmp_path)
    assert sample.origin == "table"
    assert sample.picture().shape == (600, 800, 3)
    assert sample.faces.tolist() == [[200, 300, 40, 2, 0]]


def test_photographs_of_dice_whose_place_nobody_knows_teach_nothing(tmp_path: Path) -> None:
    for name in ("d8", "empty"):
        cv2.imwrite(str(tmp_path / f"{name}.jpg"), np.full((120, 160, 3), 90, np.uint8))
    (tmp_path / "labels.csv").write_text("file,kind,face,x,y,r\nd8.jpg,d8,3,,,\n")
    assert [sample.name for sample in all_photographs(tmp_path)] == ["empty.jpg"]


def test_a_broken_photograph_is_named(tmp_path: Path) -> None:
    (tmp_path / "labels.csv").write_text("file,kind,face,x,y,r\n")
    (tmp_path / "a.jpg").write_text("no picture")
    with pytest.raises(ValueError, match=r"a\.jpg cannot be read as a picture"):
        photographs(tmp_path)


def test_a_label_takes_the_place_of_the_candidate_that_fits_it() -> None:
    inside, wrong_face, far, tiny = (
        claim(104, 90, 5),
        claim(98, 104, 2),
        claim(180, 100, 5),
        claim(100, 100, 5, r=3),
    )
    assert fitting([wrong_face, far, inside, tiny], 100, 100, 30, 4) == inside
    assert fitting([far, tiny], 100, 100, 30, 4) is None
