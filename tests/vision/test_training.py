"""What the net is fitted to and measured by; fitting itself needs PyTorch and is no test."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.net import Candidate
from vision.rendering.scene import Floats, Image, floats
from vision.training.measure import Tally, compare, reliability
from vision.training.pictures import Mixture, Sample, pack, photographs, piece_of, render_sample
from vision.training.places import fitting

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


def brightest(picture: Image) -> tuple[float, float]:
    grey = cv2.GaussianBlur(picture.mean(axis=2), (0, 0), 2)
    row, column = np.unravel_index(np.abs(grey - np.median(grey)).argmax(), grey.shape)
    return float(column), float(row)


def test_a_rendered_sample_is_the_same_for_the_same_number() -> None:
    one, again, other = render_sample(3), render_sample(3), render_sample(4)
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
            x, y = brightest(picture)
            assert np.hypot(x - rows[0, 0], y - rows[0, 1]) < 0.35 * rows[0, 2] + 2
            met += 1
    assert met > 15


def test_a_face_cut_off_by_the_edge_is_nobodys_fault() -> None:
    rng = np.random.default_rng(5)
    pieces = [piece_of(spot(), rng, 64)[1] for _ in range(60)]
    rows = np.concatenate(pieces)
    edge = np.minimum(rows[:, :2].min(axis=1), (64 - rows[:, :2]).min(axis=1))
    assert (rows[edge < 0.7 * rows[:, 2], 4] == 0).all()


def test_a_mixture_draws_from_all_folders_and_can_leave_one_out() -> None:
    here = spot()
    mixture = Mixture([replace(here, origin="drawn")], [here, replace(here, origin="there")], share=0.5)
    rng = np.random.default_rng(0)
    assert {mixture.draw(rng).origin for _ in range(60)} == {"drawn", "here", "there"}
    assert {mixture.without("there").draw(rng).origin for _ in range(60)} == {"drawn", "here"}


def test_photographs_come_with_their_labels_in_pixels_of_the_kept_picture(tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    cv2.imwrite(str(tmp_path / "table" / "a.jpg"), np.full((1200, 1600, 3), 90, np.uint8))
    rows = "file,kind,face,x,y,r\ntable/a.jpg,d6,3,400,600,80\ntable/a.jpg,d8,3,10,10,5\n"
    (tmp_path / "labels.csv").write_text(rows)
    (sample,) = photographs(tmp_path)
    assert sample.origin == "table"
    assert sample.picture().shape == (600, 800, 3)
    assert sample.faces.tolist() == [[200, 300, 40, 2, 0]]


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


def test_reading_is_compared_die_by_die_and_picture_by_picture() -> None:
    sample = spot(floats([[50, 50, 20, 0, 1], [120, 50, 20, 1, 1], [50, 150, 20, 2, 1]]))
    tally = Tally()
    compare(
        sample, [claim(52, 50, 1), claim(118, 55, 6), claim(180, 180, 4), claim(50, 150, 3, 0.1)], 0.5, tally
    )
    assert (tally.dice, tally.dice_right, tally.misread, tally.missed, tally.invented) == (3, 1, 1, 1, 1)
    assert (tally.pictures, tally.pictures_right) == (1, 0)
    compare(sample, [claim(50, 50, 1), claim(120, 50, 2), claim(50, 150, 3)], 0.5, tally)
    assert (tally.pictures, tally.pictures_right) == (2, 1)


def test_the_reliability_table_counts_claims_above_each_level() -> None:
    first = reliability([(0.4, False), (0.92, True), (0.99, True)], dice=4)
    assert first[0] == "| 0.3 | 3 | 1 | 66.67 % | 50.0 % |"
    assert first[-1] == "| 0.99 | 1 | 0 | 100.00 % | 25.0 % |"
