"""Teaching: faces that are shown, kept, and told apart; what cannot be learned from is refused in a sentence.

Top faces are found by the truth of the renderer: how well they are found is not asked here.
"""

from __future__ import annotations

import errno
import json
import math
import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import drawings, profiles, teaching
from vision.dice_sets import dice_set
from vision.finding.tops import Top
from vision.profiles import BadProfile, Example, Profile
from vision.reading import Picture
from vision.rendering import Camera, Die, Scene, render
from vision.sharpness import blur_of
from vision.signs import marks
from vision.teaching import BadExample, Finder, Lesson, advice, confusions, example_crop

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
    return lambda picture, dice: [Top(x, y, r, 0.9, SIGN)]


def plain_crop(shade: int) -> Picture:
    """What no two faces share: a crop of one shade."""
    return np.full((72, 72, 3), shade, np.uint8)


SIGN = {"sign": 1.0, "d8": 0.0, "token": 0.0} | {str(pips): 0.0 for pips in range(1, 7)}
HERE = one_at(120, 110)


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
    assert "2 dice were found" in refusal(shot("move"), lambda *seen: [*HERE(*seen), *HERE(*seen)])
    assert "Bring it nearer" in refusal(shot("move"), one_at(120, 110, 8.0))
    assert "too dark" in refusal(shot("move", exposure=0.08))
    assert "blurred" in refusal(np.asarray(cv2.GaussianBlur(shot("move"), (0, 0), 12), np.uint8))
    lamp = shot("move")
    cv2.circle(lamp, (120, 110), 44, (255, 255, 255), -1, cv2.LINE_AA)
    assert "lost in light" in refusal(lamp)


def test_of_a_token_the_whole_is_learned_not_a_ring_on_it_that_looks_like_a_die() -> None:
    tokens, sign = dice_set("betrayal_tour"), drawings.picture("marked", (20.0, 20.0, 20.0))
    half = len(sign) // 2
    cv2.circle(sign, (half, half), half - 3, (20, 20, 20, 255), 2, cv2.LINE_AA)
    token = Die("token", "marked", (90.0, 150.0, 190.0), 160, 120, 84, faces={"marked": sign}, form="token")
    picture, (label,) = render(Scene((token,), camera=Camera(320, 240)), np.random.default_rng(1))
    (anything,) = teaching.find_surely(picture, RIFF)
    assert anything.form == "pips"
    (top,) = teaching.find_surely(picture, tokens)
    assert (top.form, top.r) == ("token", pytest.approx(label.r, rel=0.1))
    whole = marks.near(picture, (label.x, label.y, label.r))
    learned, shown = marks.shipped().marks_of([example_crop(picture, tokens), whole])
    assert float(learned.direction @ shown.direction) > 0.9


def test_faces_that_look_alike_are_named() -> None:
    crops = [example_crop(shot("move", angle), RIFF, HERE) for angle in (0, 50, 100)]
    examples = [Example("wyld", face, crop) for face in ("move", "reroll") for crop in crops]
    (pair,) = confusions(Profile(RIFF, tuple(examples)))
    assert {pair.face, pair.other} == {"move", "reroll"}
    assert "mark one of them with a dot" in str(pair.message)
    assert str(pair.message).startswith("wyld: move and reroll look alike")


def test_of_faces_that_look_alike_on_two_kinds_both_are_named() -> None:
    crops = [example_crop(shot("move", angle), RIFF, HERE) for angle in (0, 50, 100)]
    wyld = [Example("wyld", "interact", crop) for crop in crops]
    triumphant = [Example("triumphant", "move", crop) for crop in crops]
    (pair,) = confusions(Profile(RIFF, (*wyld, *triumphant)))
    assert str(pair.message).startswith("wyld interact and triumphant move look alike")


def test_faces_that_look_different_are_not() -> None:
    examples = [
        Example("wyld", face, example_crop(shot(face, angle), RIFF, HERE))
        for face in ("move", "interact", "excellent")
        for angle in (0, 50)
    ]
    assert confusions(Profile(RIFF, tuple(examples))) == []


def test_the_advice_says_how_many_looks_are_missing() -> None:
    lines = [str(line) for line in advice(Profile(RIFF))]
    assert "wyld move: show it 3 times more." in lines
    # What a box's dice do not carry nobody can show.
    assert len(lines) == 15
    assert "wyld excellent: show it 3 times more." not in lines


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


def test_a_profile_of_a_later_version_is_not_guessed_at(tmp_path: Path) -> None:
    (tmp_path / "profile.json").write_text(json.dumps({"format": 9, "dice": "d6", "examples": []}))
    with pytest.raises(BadProfile, match="has format 9; this version reads 1"):
        profiles.load(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "[" * 100_000,
        '{"format": 1, "dice": "riff_in_time", "examples": {"kind": 1}}',
        '{"format": 1, "dice": "d6", "examples": [{"kind": "d6", "face": 5, "picture": "real.png"}]}',
        '{"format": 1, "dice": "d6", "examples": [{"kind": "d6", "face": "7", "picture": "real.png"}]}',
        '{"format": 1, "dice": "chess", "examples": []}',
        '{"format": 1, "dice": "d6", "examples": [{"kind": "d6", "face": "1", "picture": "../../x.png"}]}',
        '{"format": 1, "dice": "d6", "examples": [{"kind": "d6", "face": "1", "picture": "gone.png"}]}',
    ],
)
def test_a_damaged_profile_is_said_to_be(tmp_path: Path, text: str) -> None:
    (tmp_path / "profile.json").write_text(text)
    cv2.imwrite(str(tmp_path / "real.png"), plain_crop(1))
    with pytest.raises(BadProfile) as caught:
        profiles.load(tmp_path)
    name = "gone.png" if "gone.png" in text else "profile.json"
    assert str(caught.value) == (
        f"The profile in “{tmp_path}” is damaged: its file {name} is missing or cannot be used. Delete that "
        "folder, then teach the dice anew or import them again."
    )


@pytest.mark.parametrize("name", ["profile.json", "001-wyld-move.png"])
def test_a_profile_that_may_not_be_read_is_said_not_to_be(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Path.read_bytes

    def guarded(path: Path) -> bytes:
        if path.name == name:
            raise PermissionError(errno.EACCES, "Permission denied")
        return read(path)

    profiles.save(Profile(RIFF, (Example("wyld", "move", plain_crop(1)),)), tmp_path)
    monkeypatch.setattr(Path, "read_bytes", guarded)
    with pytest.raises(BadProfile) as caught:
        lesson(tmp_path)
    assert str(caught.value) == f"The profile in “{tmp_path}” may not be read by this user."


def huge_png() -> bytes:
    """A PNG that claims 60,000 by 60,000 pixels."""
    head = b"IHDR" + struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))


@pytest.mark.parametrize(
    "picture", [b"", b"no picture", huge_png(), None], ids=["empty", "text", "huge", "missing"]
)
def test_an_export_with_a_damaged_picture_is_said_to_be(picture: bytes | None, tmp_path: Path) -> None:
    row = {"kind": "wyld", "face": "move", "picture": "001-wyld-move.png"}
    with zipfile.ZipFile(tmp_path / "mine.zip", "w") as archive:
        archive.writestr("profile.json", json.dumps({"format": 1, "dice": "riff_in_time", "examples": [row]}))
        if picture is not None:
            archive.writestr("001-wyld-move.png", picture)
    with pytest.raises(BadProfile) as caught:
        profiles.read_export(tmp_path / "mine.zip")
    assert str(caught.value) == (
        "“mine.zip” is damaged: 001-wyld-move.png in it is missing or cannot be used. Export it anew where "
        "it was taught."
    )


def test_an_archive_with_scrambled_bytes_is_no_exported_profile(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "mine.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("profile.json", json.dumps(list(range(500))))
    data = bytearray((tmp_path / "mine.zip").read_bytes())
    data[60:120] = bytes(range(200, 255)) + bytes(5)
    (tmp_path / "mine.zip").write_bytes(data)
    with pytest.raises(BadProfile, match=r"“mine.zip” is no exported profile\."):
        profiles.read_export(tmp_path / "mine.zip")
    with pytest.raises(BadProfile, match=r"There is no file “none.zip”\."):
        profiles.read_export(tmp_path / "none.zip")


def test_what_is_there_is_not_written_over_by_an_export(tmp_path: Path) -> None:
    (tmp_path / "mine.zip").write_text("a letter")
    with pytest.raises(BadProfile, match=r"There is a file “.*mine.zip” already; name another one\."):
        profiles.export(Profile(RIFF), tmp_path / "mine.zip")
    assert (tmp_path / "mine.zip").read_text() == "a letter"


def test_an_export_that_fails_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, mode: str) -> None:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as only_here:
        only_here.setattr(Path, "open", full)
        with pytest.raises(BadProfile, match=r"cannot be written \(No space left on device\)\."):
            profiles.export(Profile(RIFF), tmp_path / "mine.zip")
    profiles.export(Profile(RIFF), tmp_path / "mine.zip")
    assert profiles.read_export(tmp_path / "mine.zip") == Profile(RIFF)


def test_saving_clears_what_earlier_profiles_left_and_nothing_else(tmp_path: Path) -> None:
    for name in ("1000-wyld-move.png", "002-wyld-move.png", "002-wyld-move.png.new", "001-holiday-sun.png"):
        (tmp_path / name).touch()
    profiles.save(Profile(RIFF, (Example("wyld", "move", plain_crop(1)),)), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "001-holiday-sun.png",
        "001-wyld-move.png",
        "profile.json",
    ]


def test_two_who_teach_the_same_dice_keep_what_each_has_shown(tmp_path: Path) -> None:
    table, command = lesson(tmp_path), lesson(tmp_path)
    command.add(Example("wyld", "interact", plain_crop(1)))
    command.save()
    table.show(shot("reroll"))
    table.name("wyld", "reroll")
    for known in (table.profile, profiles.load(tmp_path)):
        assert [(e.kind, e.face) for e in known.examples] == [("wyld", "interact"), ("wyld", "reroll")]


def test_what_cannot_be_kept_on_a_full_disc_is_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        if path.name.startswith("profile.json"):
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(path, data)

    taught = lesson(tmp_path)
    taught.show(shot("move"))
    with monkeypatch.context() as only_here:
        only_here.setattr(Path, "write_bytes", full)
        for _ in range(3):
            with pytest.raises(BadProfile, match=r"cannot be written \(No space left on device\)\."):
                taught.name("wyld", "move")
            assert taught.profile.examples == ()
            assert list(tmp_path.iterdir()) == []
    assert len(taught.shown) == 1
    assert str(taught.name("wyld", "move")) == "wyld move: 1 of 3 examples."


def test_one_and_the_same_picture_is_one_example(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    for _ in range(3):
        taught.show(shot("move"))
    assert str(taught.name("wyld", "move")) == "wyld move: 1 of 3 examples."


def test_what_is_imported_again_pushes_nothing_out(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    elsewhere = [Example("wyld", "move", plain_crop(shade)) for shade in range(profiles.MOST_EXAMPLES)]
    own = [Example("wyld", "move", plain_crop(shade)) for shade in range(100, 105)]
    for examples in (elsewhere, own, elsewhere):
        for example in examples:
            taught.add(example)
        taught.save()
    assert taught.profile.count("wyld", "move") == profiles.MOST_EXAMPLES
    assert all(taught.profile.holds(example) for example in own)


def test_a_face_that_was_misnamed_is_unlearned(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    for face in ("move", "interact+move"):
        taught.add(Example("wyld", face, plain_crop(1)))
    taught.add(Example("character", "move", plain_crop(1)))
    taught.save()
    taught.unlearn("wyld", "move")
    taught.unlearn("wyld", "interact+move")
    taught.unlearn("wyld", "reroll")
    assert [(e.kind, e.face) for e in lesson(tmp_path).profile.examples] == [("character", "move")]
    assert not list(tmp_path.glob("*wyld*"))
    with pytest.raises(BadProfile, match="has no face called “six”"):
        taught.unlearn("wyld", "six")


def test_the_symbols_of_a_face_may_be_named_in_any_order(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    taught.add(Example("wyld", "interact+move", plain_crop(1)))
    taught.add(Example("wyld", "move+interact", plain_crop(2)))
    taught.save()
    assert [example.face for example in taught.profile.examples] == ["move+interact"] * 2
    assert str(taught.count("wyld", "interact+move")) == "wyld move+interact: 2 of 3 examples."


def test_a_face_may_carry_a_symbol_twice_but_no_blank(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    taught.add(Example("wyld", "bogus+bogus", plain_crop(1)))
    with pytest.raises(BadProfile, match=r"“move\+blank” is no face: what is blank carries no symbol\."):
        taught.add(Example("wyld", "move+blank", plain_crop(1)))


def test_a_missing_profile_and_one_of_other_dice_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match="There is no profile in"):
        profiles.load(tmp_path)
    profiles.save(Profile(dice_set("professor_evil")), tmp_path)
    with pytest.raises(BadProfile, match="is of professor_evil, not of riff_in_time"):
        profiles.taught(tmp_path, RIFF)


def test_of_very_many_examples_the_oldest_goes() -> None:
    profile = Profile(RIFF)
    for shade in range(profiles.MOST_EXAMPLES + 2):
        profile = profile.with_example(Example("wyld", "move", plain_crop(shade)))
    assert profile.count("wyld", "move") == profiles.MOST_EXAMPLES
    assert not profile.holds(Example("wyld", "move", plain_crop(1)))


@pytest.mark.parametrize("face", ["blank", "move"])
def test_a_large_die_may_be_a_little_soft_where_nothing_else_has_an_edge(face: str) -> None:
    soft = np.asarray(cv2.GaussianBlur(shot(face), (0, 0), 1.5), np.uint8)
    assert blur_of(soft, []) == math.inf
    assert example_crop(soft, RIFF, HERE).shape == (72, 72, 3)


def test_a_die_that_one_glance_doubts_is_looked_at_from_all_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    class FromAllSides:
        def look_from_all_sides(self, picture: Picture, seen: Top) -> Top:
            return replace(seen, confidence=1 - seen.confidence)

    def find(picture: Picture, forms: Sequence[str]) -> list[Top]:
        return [Top(120, 110, 45, confidence, SIGN) for confidence in (0.98, 0.9, 0.2)]

    monkeypatch.setattr(teaching, "find_tops", find)
    monkeypatch.setattr(teaching, "top_finder", FromAllSides)
    found = teaching.find_surely(shot("move"), RIFF)
    assert [round(top.confidence, 2) for top in found] == [0.98, 0.1, 0.8]


def test_of_a_profile_without_examples_nothing_is_known_and_no_net_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def loaded() -> None:
        raise AssertionError("the net was loaded")

    monkeypatch.setattr("vision.profiles.shipped", loaded)
    assert profiles.known_faces(Profile(dice_set("riff_in_time"))) == ()
