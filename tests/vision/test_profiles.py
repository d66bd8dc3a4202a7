"""Profiles: what is kept in a folder or a file, whoever writes it and however that ends."""

from __future__ import annotations

import contextlib
import errno
import json
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import pytest

from tests.vision.made_up import RIFF, plain_crop
from vision import profiles, teaching
from vision.dice_sets import dice_set
from vision.profiles import BadProfile, Example, Profile
from vision.teaching import Lesson, Taken, advice


def name_of(example: Example) -> str:
    """What the picture of an example is called on disc."""
    (name,) = profiles._pictures(Profile(RIFF, (example,)))
    return name


def lesson(folder: Path) -> Lesson:
    return Lesson(RIFF, folder)


def test_a_profile_of_a_later_version_is_not_guessed_at(tmp_path: Path) -> None:
    (tmp_path / "profile.json").write_text(json.dumps({"format": 9, "dice": "d6", "examples": []}))
    with pytest.raises(BadProfile, match=r"has format 9; this version reads format 1\. Update the companion"):
        profiles.load(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "[" * 100_000,
        '{"format": 0, "dice": "d6", "examples": []}',
        '{"format": "first", "dice": "d6", "examples": []}',
        '{"format": 1, "dice": "riff_in_time", "examples": {"kind": 1}}',
        '{"format": 1, "dice": "d6", "examples": [{"kind": "d6", "face": 5, "picture": "real.png"}]}',
        '{"format": 1, "dice": "d6", "examples": [{"kind": "d6", "face": "1", "picture": "../../x.png"}]}',
    ],
)
def test_a_damaged_profile_is_said_to_be(tmp_path: Path, text: str) -> None:
    (tmp_path / "profile.json").write_text(text)
    cv2.imwrite(str(tmp_path / "real.png"), plain_crop(1))
    with pytest.raises(BadProfile) as caught:
        profiles.load(tmp_path)
    assert str(caught.value) == (
        f"The profile in “{tmp_path}” is damaged: its file profile.json is missing or cannot be used. Move "
        "that folder away, then teach the dice anew or import them again."
    )


@pytest.mark.parametrize(
    ("dice", "kind", "face", "name"), [("chess", "king", "e4", "chess"), ("d6", "d6", "7", "d6 7")]
)
def test_a_profile_of_dice_or_faces_that_are_unknown_is_not_said_to_be_damaged(
    dice: str, kind: str, face: str, name: str, tmp_path: Path
) -> None:
    cv2.imwrite(str(tmp_path / "real.png"), plain_crop(1))
    row = {"kind": kind, "face": face, "picture": "real.png"}
    (tmp_path / "profile.json").write_text(json.dumps({"format": 1, "dice": dice, "examples": [row]}))
    with pytest.raises(BadProfile) as caught:
        profiles.load(tmp_path)
    assert str(caught.value) == (
        f"The profile in “{tmp_path}” is of “{name}”, which this version does not know. Update the companion "
        "to the version that wrote it."
    )


@contextlib.contextmanager
def failing(name: str, error: OSError) -> Iterator[None]:
    """Meanwhile files whose names end so cannot be read."""
    read = Path.read_bytes

    def guarded(path: Path) -> bytes:
        if path.name.endswith(name):
            raise error
        return read(path)

    with pytest.MonkeyPatch.context() as only_here:
        only_here.setattr(Path, "read_bytes", guarded)
        yield


@pytest.mark.parametrize("name", ["profile.json", "-wyld-move.png"])
@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "may not be read by this user."),
        (OSError(errno.EIO, "Input/output error"), "cannot be read (Input/output error)."),
    ],
)
def test_what_cannot_be_read_for_now_is_neither_lost_nor_written_over(
    name: str, error: OSError, sentence: str, tmp_path: Path
) -> None:
    taught = lesson(tmp_path)
    taught.keep([Example("wyld", "move", plain_crop(1))])
    with failing(name, error), pytest.raises(BadProfile) as caught:
        taught.keep([Example("wyld", "bogus", plain_crop(2))])
    assert str(caught.value) == f"The profile in “{tmp_path}” {sentence}"
    assert lesson(tmp_path).profile.count("wyld", "move") == 1


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
    old = "0123456789abcdef"
    for name in (f"{old}-wyld-move.png", f"{old}-wyld-bogus.png.new", f"{old}-holiday-sun.png"):
        (tmp_path / name).touch()
    profiles.save(Profile(RIFF, (Example("wyld", "move", plain_crop(1)),)), tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{old}-holiday-sun.png",
        name_of(Example("wyld", "move", plain_crop(1))),
        "profile.json",
    }


NOW_AND_THEN = """
import sys
from pathlib import Path
import numpy as np
from vision.dice_sets import dice_set
from vision.profiles import Example
from vision.teaching import Lesson

folder, face, first = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
for shade in range(first, first + 12):
    Lesson(dice_set("riff_in_time"), folder).keep(
        [Example("wyld", face, np.full((72, 72, 3), shade, np.uint8))]
    )
"""


def test_of_what_several_programs_keep_at_once_nothing_is_lost(tmp_path: Path) -> None:
    programs = [
        subprocess.Popen([sys.executable, "-c", NOW_AND_THEN, str(tmp_path), face, first])
        for face, first in (("move", "0"), ("move", "100"), ("bogus", "0"))
    ]
    assert [program.wait() for program in programs] == [0, 0, 0]
    known = profiles.load(tmp_path)
    assert (known.count("wyld", "move"), known.count("wyld", "bogus")) == (24, 12)
    assert len(list(tmp_path.iterdir())) == 37


class Killed(BaseException):
    """The program ends here and cleans nothing up."""


@pytest.mark.parametrize("after", range(4))
def test_whoever_is_killed_while_forgetting_a_face_keeps_all_others(
    after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = lesson(tmp_path)
    for shade in range(3):
        taught.keep([Example("wyld", face, plain_crop(shade)) for face in ("move", "bogus")])
    steps = iter(range(10))

    def step(do: Callable[..., object]) -> Callable[..., None]:
        def done(*args: object) -> None:
            if next(steps) >= after:
                raise Killed
            do(*args)

        return done

    with monkeypatch.context() as only_here, contextlib.suppress(Killed):
        only_here.setattr(Path, "replace", step(Path.replace))
        only_here.setattr(Path, "unlink", step(Path.unlink))
        taught.unlearn("wyld", "move")
    known = profiles.load(tmp_path)
    assert (known.count("wyld", "bogus"), known.lost) == (3, ())
    assert known.count("wyld", "move") == (0 if after else 3)
    taught.unlearn("wyld", "move")
    assert len(list(tmp_path.glob("*.png*"))) == 3


@pytest.mark.parametrize("data", [None, b"", b"no picture"], ids=["missing", "empty", "text"])
def test_of_a_profile_with_broken_pictures_the_others_are_used(data: bytes | None, tmp_path: Path) -> None:
    move, bogus = (Example("wyld", face, plain_crop(1)) for face in ("move", "bogus"))
    profiles.save(Profile(RIFF, (move, bogus)), tmp_path)
    (tmp_path / name_of(move)).unlink()
    if data is not None:
        (tmp_path / name_of(move)).write_bytes(data)
    taught = lesson(tmp_path)
    assert [(one.kind, one.face) for one in taught.profile.examples] == [("wyld", "bogus")]
    assert [str(message) for message in teaching.losses(taught.profile)] == [
        "wyld move: examples are lost, for their pictures are missing or broken. Show it again."
    ]
    assert "wyld move: show it 3 times more." in [str(message) for message in advice(taught.profile)]
    taught.keep([Example("wyld", "move", plain_crop(1))])
    assert teaching.losses(taught.profile) == teaching.losses(lesson(tmp_path).profile) == []
    assert lesson(tmp_path).profile.count("wyld", "move") == 1


def test_what_is_found_lost_while_a_lesson_goes_on_is_told(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    move = Example("wyld", "move", plain_crop(1))
    taught.keep([move])
    (tmp_path / name_of(move)).unlink()
    taught.keep([Example("wyld", "bogus", plain_crop(2))])
    assert taught.profile.lost == (("wyld", "move"),)


def test_who_reads_a_profile_while_it_changes_finds_nothing_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profiles.save(Profile(RIFF, (Example("wyld", "move", plain_crop(1)),)), tmp_path)
    read = Path.read_bytes

    def read_late(path: Path) -> bytes:
        data = read(path)
        if path.name == "profile.json" and b"move" in data:
            profiles.save(Profile(RIFF, (Example("wyld", "bogus", plain_crop(2)),)), tmp_path)
        return data

    with monkeypatch.context() as only_here:
        only_here.setattr(Path, "read_bytes", read_late)
        known = profiles.load(tmp_path)
    assert ([one.face for one in known.examples], known.lost) == (["bogus"], ())


def test_what_was_taught_elsewhere_leaves_ones_own_and_comes_but_once(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    own = [Example("wyld", "move", plain_crop(shade)) for shade in range(profiles.MOST_EXAMPLES - 2)]
    taught.keep(own)
    elsewhere = [own[0], *(Example("wyld", "move", plain_crop(shade)) for shade in range(100, 105))]
    assert taught.take(elsewhere) == Taken(taken=2, known=1, no_room=3)
    assert taught.take(elsewhere) == Taken(taken=0, known=3, no_room=3)
    assert all(lesson(tmp_path).profile.holds(example) for example in own)


def test_a_face_with_more_symbols_than_any_die_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match=r"60 symbols are named; a face has 6 at most\."):
        lesson(tmp_path).keep([Example("wyld", "+".join(["move"] * 60), plain_crop(1))])


def test_what_is_imported_again_pushes_nothing_out(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    elsewhere = [Example("wyld", "move", plain_crop(shade)) for shade in range(profiles.MOST_EXAMPLES)]
    own = [Example("wyld", "move", plain_crop(shade)) for shade in range(100, 105)]
    for examples in (elsewhere, own, elsewhere):
        taught.keep(examples)
    assert taught.profile.count("wyld", "move") == profiles.MOST_EXAMPLES
    assert all(taught.profile.holds(example) for example in own)


def test_a_face_that_was_misnamed_is_unlearned(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    taught.keep([Example("wyld", face, plain_crop(1)) for face in ("move", "interact+move")])
    taught.keep([Example("character", "move", plain_crop(1))])
    taught.unlearn("wyld", "move")
    taught.unlearn("wyld", "interact+move")
    taught.unlearn("wyld", "reroll")
    assert [(e.kind, e.face) for e in lesson(tmp_path).profile.examples] == [("character", "move")]
    assert not list(tmp_path.glob("*wyld*"))
    with pytest.raises(BadProfile, match="has no face called “six”"):
        taught.unlearn("wyld", "six")


def test_the_symbols_of_a_face_may_be_named_in_any_order(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    taught.keep(
        [Example("wyld", "interact+move", plain_crop(1)), Example("wyld", "move+interact", plain_crop(2))]
    )
    assert [example.face for example in taught.profile.examples] == ["move+interact"] * 2
    assert str(taught.count("wyld", "interact+move")) == "wyld move+interact: 2 of 3 examples."


def test_a_face_may_carry_a_symbol_twice_but_no_blank(tmp_path: Path) -> None:
    taught = lesson(tmp_path)
    taught.keep([Example("wyld", "bogus+bogus", plain_crop(1))])
    with pytest.raises(BadProfile, match=r"“move\+blank” is no face: what is blank carries no symbol\."):
        taught.keep([Example("wyld", "move+blank", plain_crop(1))])


def test_a_missing_profile_and_one_of_other_dice_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match="There is no profile in"):
        profiles.load(tmp_path)
    profiles.save(Profile(dice_set("professor_evil")), tmp_path)
    with pytest.raises(BadProfile, match="is of professor_evil, not of riff_in_time"):
        profiles.load_of(tmp_path, RIFF)


def test_of_very_many_examples_the_oldest_goes() -> None:
    profile = Profile(RIFF)
    for shade in range(profiles.MOST_EXAMPLES + 2):
        profile = profile.with_example(Example("wyld", "move", plain_crop(shade)))
    assert profile.count("wyld", "move") == profiles.MOST_EXAMPLES
    assert not profile.holds(Example("wyld", "move", plain_crop(1)))
