"""Teaching: faces that are shown, kept, and told apart; what cannot be learned from is refused in a sentence.

Top faces are found by the truth of the renderer: how well they are found is not asked here.
"""

from __future__ import annotations

import errno
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.made_up import HERE, RIFF, SIGN, one_at, plain_crop, shot
from vision import durable, profiles, teaching
from vision.dice_sets import DiceSet, dice_set
from vision.finding.top_finder import Top
from vision.profiles import BadProfile, Example, Profile
from vision.reading import Picture
from vision.rendering import Camera, Die, Scene, render
from vision.sharpness import blur_of
from vision.signs import marks
from vision.taught_faces import faces_of
from vision.teaching import BadExample, Finder, Lesson, advice, example_crop


def together(*finders: Finder) -> Finder:
    """A finder that finds what each of these does."""
    return lambda picture, dice: [top for find in finders for top in find(picture, dice)]


def lesson(folder: Path) -> Lesson:
    return Lesson(RIFF, folder, HERE)


def refusal(picture: Picture, find: Finder = HERE) -> str:
    with pytest.raises(BadExample) as caught:
        example_crop(picture, RIFF, find)
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
    assert "No die was found" in refusal(shot("move"), lambda *_: [])
    assert "2 dice were found" in refusal(shot("move"), together(HERE, HERE))
    assert "Bring it nearer" in refusal(shot("move"), one_at(120, 110, 8.0))
    cloth = one_at(60, 60, confidence=0.4)
    assert "Bring it nearer" in refusal(shot("move"), together(cloth, one_at(120, 110, 8.0)))
    assert "too dark" in refusal(shot("move", exposure=0.08))
    assert "blurred" in refusal(np.asarray(cv2.GaussianBlur(shot("move"), (0, 0), 12), np.uint8))
    lamp = shot("move")
    cv2.circle(lamp, (120, 110), 44, (255, 255, 255), -1, cv2.LINE_AA)
    assert "lost in light" in refusal(lamp)


@pytest.mark.parametrize(
    ("sure", "beside", "taken"), [(0.98, 0.7, True), (0.98, 0.8, False), (0.9, 0.7, False)]
)
def test_a_flower_of_the_cloth_beside_what_is_surely_a_die_is_no_second_one(
    sure: float, beside: float, taken: bool
) -> None:
    find = together(one_at(120, 110, confidence=sure), one_at(40, 40, r=35, confidence=beside))
    if taken:
        assert example_crop(shot("move"), RIFF, find).shape == (72, 72, 3)
    else:
        assert "2 dice were found" in refusal(shot("move"), find)


@pytest.mark.parametrize(("die", "dot"), [(0.97, 0.99), (0.99, 0.97), (0.97, 0.8), (0.7, 0.69)])
def test_dots_of_a_cloth_smaller_than_the_die_are_no_second_one(die: float, dot: float) -> None:
    shown = one_at(120, 110, r=45, confidence=die)

    def find(r: float) -> Finder:
        dots = [one_at(x, 40, r=r, confidence=dot) for x in (30, 200)]
        return together(dots[0], shown, dots[1])

    picture = shot("move", exposure=1.3)
    crop = example_crop(picture, RIFF, find(30))
    assert np.array_equal(crop, example_crop(picture, RIFF, shown))
    assert "3 dice were found" in refusal(picture, find(33))


@pytest.mark.parametrize(
    ("die", "light", "shadow", "taken"),
    [
        (0.99, 40, 0.94, True),
        (0.99, 40, 0.96, False),
        (0.95, 40, 0.94, False),
        (0.99, 110, 0.94, False),
    ],
)
def test_a_dark_shadow_beside_the_die_is_no_second_one(
    die: float, light: int, shadow: float, taken: bool
) -> None:
    picture = shot("move")
    cv2.rectangle(picture, (0, 0), (80, 80), (light, light, light), -1)

    find = together(one_at(120, 110, confidence=die), one_at(40, 40, 36, shadow))
    if taken:
        example_crop(picture, RIFF, find)
    else:
        assert "2 dice were found" in refusal(picture, find)


def test_what_is_dark_and_carries_a_sign_is_no_shadow() -> None:
    picture = shot("move")
    cv2.rectangle(picture, (0, 0), (80, 80), (40, 40, 40), -1)
    cv2.line(picture, (20, 40), (60, 40), (200, 200, 200), 12)
    find = together(one_at(120, 110, confidence=0.99), one_at(40, 40, 36, 0.94))
    assert "2 dice were found" in refusal(picture, find)


@pytest.mark.parametrize(
    ("signs", "tokens", "taken"), [(0.02, 0.98, True), (0.7, 0.3, True), (0.9, 0.1, False)]
)
def test_flowers_that_look_like_toothed_wheels_are_no_dice_where_none_carries_wheels(
    signs: float, tokens: float, taken: bool
) -> None:
    flower = Top(40, 40, 40, 0.97, SIGN | {"sign": signs, "token": tokens})

    def find(*seen: Picture | DiceSet) -> list[Top]:
        return [Top(120, 110, 45, 0.99, SIGN), flower]

    if taken:
        assert example_crop(shot("move"), RIFF, find).shape == (72, 72, 3)
    else:
        assert "2 dice were found" in refusal(shot("move"), find)
    with pytest.raises(BadExample, match="2 dice were found"):
        example_crop(shot("move"), dice_set("betrayal_tour"), lambda *_: [flower, replace(flower, x=90)])


def test_a_cube_that_looks_like_a_toothed_wheel_is_learned_where_no_other_is_seen() -> None:
    cog = Top(120, 110, 45, 0.97, SIGN | {"sign": 0.1, "token": 0.9})
    assert example_crop(shot("move"), RIFF, lambda *_: [cog]).shape == (72, 72, 3)


@pytest.mark.parametrize("x", [202, 220, 238])
def test_a_die_that_the_border_cuts_is_refused_however_blurred_the_picture_is(x: float) -> None:
    whole = shot("move")
    cut = np.asarray(cv2.GaussianBlur(np.roll(whole, round(x) - 120, axis=1), (0, 0), 12), np.uint8)
    assert "border cuts the die" in refusal(cut, one_at(x, 110))
    assert "border cuts the die" in refusal(cut, one_at(x, 110, confidence=0.3))
    assert "2 dice were found" in refusal(whole, together(HERE, one_at(x, 110)))


def test_where_no_die_is_found_and_nothing_is_sharp_both_are_said() -> None:
    cloth = np.asarray(cv2.GaussianBlur(shot("move"), (0, 0), 12), np.uint8)
    assert "No whole die was found, and the picture may be blurred." in refusal(cloth, lambda *_: [])


@pytest.mark.parametrize("tilt", [0, 15, 30])
def test_a_die_is_learned_from_the_side_too_and_near_the_border(tilt: float) -> None:
    assert example_crop(shot("move", tilt=tilt), RIFF, HERE).shape == (72, 72, 3)
    picture = shot("move", tilt=tilt)[60:, 70:]
    assert example_crop(picture, RIFF, one_at(50, 50)).shape == (72, 72, 3)


def test_of_a_token_the_whole_is_learned_not_a_disc_on_it_that_looks_like_a_die() -> None:
    tokens, disc = dice_set("betrayal_tour"), np.zeros((96, 96, 4), np.uint8)
    cv2.circle(disc, (48, 48), 44, (170, 225, 240, 255), -1, cv2.LINE_AA)
    cv2.circle(disc, (48, 48), 8, (20, 40, 70, 255), -1, cv2.LINE_AA)
    token = Die("token", "marked", (40.0, 70.0, 120.0), 160, 120, 70, faces={"marked": disc}, form="token")
    picture, (label,) = render(Scene((token,), camera=Camera(320, 240)), np.random.default_rng(1))
    (anything,) = teaching.find_surely(picture, RIFF)
    assert anything.form == "pips"
    (top,) = teaching.find_surely(picture, tokens)
    assert (top.form, top.r) == ("token", pytest.approx(label.r, rel=0.1))
    whole = marks.face_crop(picture, (label.x, label.y, label.r))
    learned, shown = marks.shipped().marks_of([example_crop(picture, tokens), whole])
    assert float(learned.direction @ shown.direction) > 0.9


def test_the_advice_says_how_many_looks_are_missing() -> None:
    lines = [str(line) for line in advice(Profile(RIFF))]
    assert "wyld move: show it 3 times more." in lines
    shown = [Example("wyld", "move", plain_crop(shade)) for shade in (1, 2)]
    assert "wyld move: show it once more." in [str(line) for line in advice(Profile(RIFF, tuple(shown)))]
    # What a box's dice do not carry nobody can show.
    assert len(lines) == 15
    assert "wyld excellent: show it 3 times more." not in lines


def test_a_face_that_was_shown_on_one_kind_is_not_missing_on_another_of_which_any_was_shown() -> None:
    def looks(kind: str, face: str, count: int = 3) -> list[Example]:
        return [Example(kind, face, plain_crop(shade)) for shade in range(1, count + 1)]

    shown = [*looks("wyld", "move"), *looks("character", "move", 2), *looks("character", "interact")]
    shown += looks("bogus", "bogus", 1)
    missing = {(kind, face): count for kind, face, count in Profile(RIFF, tuple(shown)).missing()}
    assert not missing.keys() & {("wyld", "move"), ("wyld", "interact"), ("character", "interact")}
    assert missing["character", "move"] == 1  # its own count
    assert missing["wyld", "bogus"] == missing["bogus", "bogus"] == 2
    assert missing["triumphant", "move"] == missing["wyld", "reroll"] == 3


def test_the_advice_is_done_when_every_face_of_the_box_was_shown() -> None:
    crop = np.zeros((72, 72, 3), np.uint8)
    examples = [
        Example(kind.name, face, crop) for kind in RIFF.kinds for face in kind.stand_in for _ in range(3)
    ]
    assert Profile(RIFF, tuple(examples)).missing() == []


def test_a_profile_travels_as_one_file(tmp_path: Path) -> None:
    taught = lesson(tmp_path / "mine")
    taught.show(shot("bogus"))
    taught.name("wyld", "bogus")
    profiles.export(taught.profile, tmp_path / "mine.zip")
    assert (tmp_path / "mine.zip").stat().st_size < 40_000
    came = profiles.read_export(tmp_path / "mine.zip")
    assert [(e.kind, e.face) for e in came.examples] == [("wyld", "bogus")]
    np.testing.assert_array_equal(came.examples[0].crop, taught.profile.examples[0].crop)


def test_two_who_teach_the_same_dice_keep_what_each_has_shown(tmp_path: Path) -> None:
    table, command = lesson(tmp_path), lesson(tmp_path)
    command.keep([Example("wyld", "interact", plain_crop(1))])
    table.show(shot("reroll"))
    table.name("wyld", "reroll")
    for known in (table.profile, profiles.load(tmp_path)):
        assert [(e.kind, e.face) for e in known.examples] == [("wyld", "interact"), ("wyld", "reroll")]


def test_what_cannot_be_kept_on_a_full_disc_is_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = durable.write

    def full(path: Path, data: bytes) -> None:
        if path.name == "profile.json":
            raise OSError(errno.ENOSPC, "No space left on device")
        write(path, data)

    taught = lesson(tmp_path)
    taught.show(shot("move"))
    with monkeypatch.context() as only_here:
        only_here.setattr(durable, "write", full)
        for _ in range(3):
            with pytest.raises(BadProfile, match=r"cannot be written \(No space left on device\)\."):
                taught.name("wyld", "move")
            assert taught.profile.examples == ()
            assert list(tmp_path.iterdir()) == []
    assert len(taught.shown) == 1
    assert str(taught.name("wyld", "move")) == "wyld move: 1 of 3 examples."


@pytest.mark.parametrize(("shown", "printed"), [("bogus", True), ("blank", False)])
def test_what_is_called_blank_may_carry_a_print_as_it_is_shown(shown: str, printed: bool) -> None:
    crops = [example_crop(shot(shown, angle), RIFF, HERE) for angle in (0, 40, 80)]
    profile = Profile(RIFF, tuple(Example("wyld", "blank", crop) for crop in crops))
    (known,) = faces_of(profile)
    assert known.printed is printed
    assert known.is_bare is not printed


def test_one_and_the_same_picture_is_one_example(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    for _ in range(3):
        taught.show(shot("move"))
    assert str(taught.name("wyld", "move")) == "wyld move: 1 of 3 examples."


@pytest.mark.parametrize("face", ["blank", "move"])
def test_a_large_die_may_be_a_little_soft_where_nothing_else_has_an_edge(face: str) -> None:
    soft = np.asarray(cv2.GaussianBlur(shot(face), (0, 0), 1.5), np.uint8)
    assert blur_of(soft, []) == math.inf
    assert example_crop(soft, RIFF, HERE).shape == (72, 72, 3)


def test_a_die_that_one_glance_doubts_is_looked_at_from_all_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    class FromAllSides:
        def look_from_all_sides(self, picture: Picture, seen: Top) -> Top:
            return replace(seen, confidence=1 - seen.confidence)

    def find(picture: Picture, forms: Sequence[str], with_signs: bool) -> list[Top]:
        assert with_signs
        return [Top(120, 110, 45, confidence, SIGN) for confidence in (0.98, 0.9, 0.2)]

    monkeypatch.setattr(teaching, "find_tops", find)
    monkeypatch.setattr("vision.finding.tops.shipped", FromAllSides)
    found = teaching.find_surely(shot("move"), RIFF)
    assert [round(top.confidence, 2) for top in found] == [0.98, 0.1, 0.8]
