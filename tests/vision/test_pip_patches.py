"""Patches of pip dice, as the net for single faces learns them; and the places of photographed d8."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.rendering.scene import Image, Pips
from vision.tops import THINGS, Top
from vision.training.d8_photographs import FOLDS, FOREIGN, PLACES, d8_photographs, fold_of, is_at
from vision.training.marks import patches
from vision.training.marks.looks import CUBE, pip_look, random_shot


def marks_on(face: Image) -> int:
    """How many pieces of ink lie on a face."""
    return int(cv2.connectedComponents((face > 127).astype(np.uint8))[0]) - 1


@pytest.mark.parametrize("top", range(1, 7))
def test_the_top_face_has_its_pips_and_its_opposite_lies_below(
        top: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patches, "random_pips", lambda rng, body: Pips())
    pips = [marks_on(face) for face in patches.pip_faces(np.random.default_rng(3), top)]
    assert (pips[0], pips[-1]) == (top, 7 - top)
    assert sorted(pips) == [1, 2, 3, 4, 5, 6]


def test_a_patch_shows_the_die_in_its_middle() -> None:
    rng = np.random.default_rng(4)
    patch = patches.patch_of(CUBE, pip_look(rng), patches.pip_faces(rng, 5), random_shot(rng))
    assert patch.shape == (72, 72, 3)
    assert patch[26:46, 26:46].std() > 3


def test_every_photographed_d8_has_a_place_and_its_die(tmp_path: Path) -> None:
    folder = tmp_path / "numeral_d8"
    folder.mkdir()
    (tmp_path / FOREIGN).mkdir()
    picture = np.full((480, 480, 3), 90, np.uint8)
    for name in ("numeral_d8/000.jpg", "numeral_d8/050.jpg", f"{FOREIGN}/000.jpg", "numeral_d8/999.jpg"):
        cv2.imwrite(str(tmp_path / name), picture)
    (tmp_path / "labels.csv").write_text("file,kind,face,x,y,r\n")
    placed = {sample.name: sample for sample in d8_photographs(tmp_path)}
    assert set(placed) == {"numeral_d8/000.jpg", "numeral_d8/050.jpg", f"{FOREIGN}/000.jpg"}
    assert placed["numeral_d8/050.jpg"].origin == "die 4"
    assert THINGS[int(placed["numeral_d8/000.jpg"].faces[0, 3])] == "d8"
    assert len(placed[f"{FOREIGN}/000.jpg"].faces) == 0
    assert fold_of(placed[f"{FOREIGN}/000.jpg"]) is None
    assert {fold_of(sample) for sample in placed.values()} == {0, 1, None}
    assert PLACES.read_text().count("\n") == 109
    assert FOLDS == 3


def test_a_die_counts_as_found_only_where_it_lies() -> None:
    top = Top(100, 100, 40, 0.6, dict.fromkeys(THINGS, 0.0) | {"d8": 1.0})
    assert is_at(top, 110, 95, 44)
    assert not is_at(top, 160, 100, 44)
    assert not is_at(top, 100, 100, 90)
