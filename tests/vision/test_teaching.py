"""Teaching: faces that are shown, kept, and told apart; what cannot be learned from is refused in a sentence.

Top faces are found by the truth of the renderer: how well they are found is not asked here.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import drawings, profiles, teaching
from vision.dice_sets import dice_set
from vision.profiles import BadProfile, Example, Profile
from vision.reading import Picture
from vision.rendering import Camera, Die, Scene, render
from vision.sharpness import blur_of
from vision.teaching import BadExample, Finder, Lesson, advice, confusions, example_crop
from vision.tops import Top

RIFF = dice_set("riff_in_time")
FACES = {face: drawings.picture(face, (20.0, 20.0, 20.0)) for face in RIFF.kinds[0].faces}
WYLD = Die(kind="wyld", face="move", colour=(40.0, 200.0, 240.0), faces=FACES, size=90)


def shot(face: str, angle: float = 20.0, **camera: float) -> Picture:
    """A picture of one yellow die."""
    die = replace(WYLD, face=face, angle=angle, x=120, y=110)
    return render(
        Scene((die,), camera=replace(Camera(width=240, height=220), **camera)), np.random.default_rng(1)
    )[0]


def one_at(x: float, y: float, r: float = 45.0) -> Finder:
    """A finder that knows where the die lies."""
    return lambda picture: [Top(x, y, r, 0.9, SIGN)]


SIGN = {"sign": 1.0, "d8": 0.0, "token": 0.0} | {str(pips): 0.0 for pips in range(1, 7)}
HERE = one_at(120, 110)


def lesson(folder: Path) -> Lesson:
    return Lesson(RIFF, folder, HERE)


def refusal(picture: Picture, find: Finder = HERE) -> str:
    with pytest.raises(BadExample) as caught:
        example_crop(picture, find)
    return str(caught.value)


def test_a_face_is_known_after_three_looks(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    for angle in (0, 40, 80):
        taught.show(shot("move", angle))
    assert str(taught.name("wyld", "move")) == "wyld move: 3 examples."
    assert taught.shown == []
    again = lesson(tmp_path)
    assert again.profile.count("wyld", "move") == 3
    assert ("wyld", "move") not in [(kind, face) for kind, face, _ in again.profile.missing()]


def test_two_faces_are_not_taken_for_one(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    taught.show(shot("move"))
    with pytest.raises(BadExample, match="does not look like the face that was shown before"):
        taught.show(shot("excellent"))
    taught.forget()
    taught.show(shot("excellent"))
    assert len(taught.shown) == 1


def test_a_face_that_the_kind_does_not_have_is_refused_by_name(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    taught.show(shot("move"))
    with pytest.raises(BadProfile, match="The kind wyld has no face called “six”"):
        taught.name("wyld", "six")
    with pytest.raises(BadProfile, match=r"no kind of dice called “white”\. The kinds are wyld"):
        taught.name("white", "move")
    assert len(taught.shown) == 1


def test_nothing_shown_is_nothing_to_name(tmp_path: Path) -> None:
    with pytest.raises(BadExample, match="Nothing was shown yet"):
        lesson(tmp_path).name("wyld", "move")


def test_pictures_that_teach_nothing_are_refused_in_a_sentence() -> None:
    assert "No die was found" in refusal(shot("move"), lambda picture: [])
    assert "2 dice were found" in refusal(shot("move"), lambda picture: [*HERE(picture), *HERE(picture)])
    assert "Bring it nearer" in refusal(shot("move"), one_at(120, 110, 8.0))
    assert "too dark" in refusal(shot("move", exposure=0.08))
    assert "blurred" in refusal(np.asarray(cv2.GaussianBlur(shot("move"), (0, 0), 12), np.uint8))


def test_faces_that_look_alike_are_named() -> None:
    crops = [example_crop(shot("move", angle), HERE) for angle in (0, 50, 100)]
    examples = [Example("wyld", face, crop) for face in ("move", "reroll") for crop in crops]
    (pair,) = confusions(Profile(RIFF, tuple(examples)))
    assert {pair.face, pair.other} == {"move", "reroll"}
    assert "mark one of them with a dot" in str(pair.message)


def test_faces_that_look_different_are_not() -> None:
    examples = [
        Example("wyld", face, example_crop(shot(face, angle), HERE))
        for face in ("move", "interact", "excellent")
        for angle in (0, 50)
    ]
    assert confusions(Profile(RIFF, tuple(examples))) == []


def test_the_advice_says_how_many_looks_are_missing() -> None:
    lines = [str(line) for line in advice(Profile(RIFF))]
    assert "wyld move: show it 3 times more." in lines
    assert len(lines) == 24


def test_a_profile_travels_as_one_file(tmp_path: Path) -> None:
    taught = lesson(tmp_path / "mine")
    taught.show(shot("bogus"))
    taught.name("wyld", "bogus")
    profiles.export(taught.profile, tmp_path / "mine.zip")
    assert (tmp_path / "mine.zip").stat().st_size < 40_000
    came = profiles.read_export(tmp_path / "mine.zip")
    assert [(e.kind, e.face) for e in came.examples] == [("wyld", "bogus")]
    np.testing.assert_array_equal(came.examples[0].crop, taught.profile.examples[0].crop)


def test_a_profile_of_a_later_version_is_not_guessed_at(tmp_path: Path) -> None:
    (tmp_path / "profile.json").write_text(json.dumps({"format": 9, "dice": "d6", "examples": []}))
    with pytest.raises(BadProfile, match="has format 9; this version reads 1"):
        profiles.load(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"format": 1, "dice": "chess", "examples": []}',
        '{"format": 1, "dice": "d6", "examples": [{"kind": "d6", "face": "1", "picture": "../../x.png"}]}',
        '{"format": 1, "dice": "d6", "examples": [{"kind": "d6", "face": "1", "picture": "gone.png"}]}',
    ],
)
def test_a_damaged_profile_is_said_to_be(tmp_path: Path, text: str) -> None:
    (tmp_path / "profile.json").write_text(text)
    with pytest.raises(BadProfile, match="is damaged"):
        profiles.load(tmp_path)


def test_a_missing_profile_and_one_of_other_dice_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match="There is no profile in"):
        profiles.load(tmp_path)
    profiles.save(Profile(dice_set("professor_evil")), tmp_path)
    with pytest.raises(BadProfile, match="is of professor_evil, not of riff_in_time"):
        profiles.taught(tmp_path, RIFF)


def test_of_very_many_examples_the_oldest_goes() -> None:
    crop = np.zeros((72, 72, 3), np.uint8)
    profile = Profile(RIFF)
    for _ in range(profiles.MOST_EXAMPLES + 2):
        profile = profile.with_example(Example("wyld", "move", crop))
    assert profile.count("wyld", "move") == profiles.MOST_EXAMPLES


@pytest.mark.parametrize("face", ["blank", "move"])
def test_a_large_die_may_be_a_little_soft_where_nothing_else_has_an_edge(face: str) -> None:
    soft = np.asarray(cv2.GaussianBlur(shot(face), (0, 0), 1.5), np.uint8)
    assert blur_of(soft, []) == math.inf
    assert example_crop(soft, HERE).shape == (72, 72, 3)


def test_a_die_that_one_glance_doubts_is_looked_at_from_all_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    class FromAllSides:
        def look_from_all_sides(self, picture: Picture, seen: Top) -> Top:
            return replace(seen, confidence=1 - seen.confidence)

    def find(picture: Picture) -> list[Top]:
        return [Top(120, 110, 45, confidence, SIGN) for confidence in (0.98, 0.9, 0.2)]

    monkeypatch.setattr(teaching, "find_tops", find)
    monkeypatch.setattr(teaching, "top_finder", FromAllSides)
    found = teaching.find_surely(shot("move"))
    assert [round(top.confidence, 2) for top in found] == [0.98, 0.1, 0.8]
