"""`companion teach` and `companion stickers`: what they say, keep and refuse."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from companion import settings
from companion.carrying import Running
from companion.games import riff_in_time
from companion.stickers import NoStickers, sheet
from companion.teaching import taught_set
from tests.companion.commands import companion
from tests.vision.made_up import shot
from vision import profiles
from vision.dice_sets import SETS, dice_set
from vision.profiles import BadProfile, Example, Profile


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """What somebody taught elsewhere: one face, three times."""
    profile = Profile(dice_set("riff_in_time"))
    for shade in (90, 100, 110):
        profile = profile.with_example(Example("wyld", "move", np.full((72, 72, 3), shade, np.uint8)))
    profiles.export(profile, tmp_path / "mine.zip")
    return tmp_path / "mine.zip"


def test_a_picture_without_a_die_teaches_nothing(tmp_path: Path) -> None:
    picture = tmp_path / "cloth.png"
    noise = np.random.default_rng(1).integers(60, 190, (200, 240, 3)).astype(np.uint8)
    cv2.imwrite(str(picture), cv2.resize(noise[:40, :48], (240, 200), interpolation=cv2.INTER_NEAREST))
    taught = companion("teach", picture, "--dice", "riff_in_time", "--kind", "wyld", "--face", "move",
                       "--profile", tmp_path / "dice")
    assert taught.exit_code == 1
    assert "cloth.png: " in taught.output
    assert "wyld move: 0 of 3 examples." in taught.output


def test_a_face_that_there_is_not_is_refused(tmp_path: Path) -> None:
    taught = companion("teach", tmp_path / "x.png", "--dice", "riff_in_time", "--kind", "wyld", "--face",
                       "six")
    assert taught.exit_code == 1
    assert "The kind wyld has no face called “six”. Its faces are move, interact" in taught.output


def test_the_check_names_what_is_missing(tmp_path: Path) -> None:
    checked = companion("teach", "--dice", "professor_evil", "--check", "--profile", tmp_path)
    assert checked.exit_code == 1
    assert "professor chevron_1: show it 3 times more." in checked.output


def test_the_check_goes_by_the_faces_of_the_box_that_a_content_file_describes(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    text = (Path(riff_in_time.__file__).parent / "content.toml").read_text(encoding="utf-8")
    shipped = '[["move"], ["move"], ["interact"], ["interact"], ["reroll"], ["bogus"]]'
    assert shipped in text
    own.write_text(text.replace(shipped, '[["move"], ["excellent"], ["move", "interact"], [], ["bogus"]]'),
                   encoding="utf-8")
    mine = ("teach", "--dice", "riff_in_time", "--profile", tmp_path / "mine")
    assert "wyld reroll: show it 3 times more." in companion(*mine, "--check").output
    asked = companion(*mine, "--content", own, "--check").output
    assert "wyld reroll" not in asked
    for face in ("excellent", "blank", "move+interact"):
        assert f"wyld {face}: show it 3 times more." in asked
    assert "wyld move+interact: 0 of 3 examples." in companion(*mine, "--content", own).output


def test_a_content_file_of_another_game_is_refused(tmp_path: Path) -> None:
    other = Path(riff_in_time.__file__).parent / "content.toml"
    refused = companion("teach", "--dice", "professor_evil", "--profile", tmp_path, "--content", other)
    assert refused.exit_code == 1
    assert "for this game it must be 'professor_evil'" in refused.output


def test_what_was_taught_elsewhere_is_taken_over_and_read_by(tmp_path: Path, exported: Path) -> None:
    assert companion("teach", "--dice", "riff_in_time", "--import", exported).exit_code == 0
    own = settings.load().folder / "dice" / "riff_in_time"
    assert profiles.load(own).count("wyld", "move") == 3
    assert "wyld move: 3 examples." in companion("teach", "--dice", "riff_in_time").output
    again = tmp_path / "again.zip"
    assert companion("teach", "--dice", "riff_in_time", "--export", again).exit_code == 0
    assert again.read_bytes() == exported.read_bytes() or profiles.read_export(again).examples


def test_what_of_an_import_is_taken_and_what_not_is_said(tmp_path: Path, exported: Path) -> None:
    mine = ("teach", "--dice", "riff_in_time", "--profile", tmp_path / "mine")
    assert companion(*mine, "--import", exported).output == f"Examples taken from {exported}: 3 of 3.\n"
    assert companion(*mine, "--import", exported).output == (
        f"Examples taken from {exported}: 0 of 3.\nKnown already: 3.\n")
    full = Profile(dice_set("riff_in_time"))
    for shade in range(24):
        full = full.with_example(Example("wyld", "move", np.full((72, 72, 3), shade, np.uint8)))
    profiles.save(full, tmp_path / "mine")
    assert "Not taken: 3. Of each face 24 examples are kept at most, and yours stay." in companion(
        *mine, "--import", exported).output
    assert all(full.holds(example) for example in profiles.load(tmp_path / "mine").examples)


def test_a_folder_that_is_not_there_is_said_and_only_teaching_makes_it(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    mine = ("teach", "--dice", "riff_in_time", "--profile", nowhere)
    assert companion(*mine, "--check").output.startswith(f"There is no folder “{nowhere}” yet.\n")
    assert companion(*mine, "--forget", "--kind", "wyld", "--face", "move").exit_code == 0
    exported = companion(*mine, "--export", tmp_path / "none.zip")
    assert (exported.exit_code, (tmp_path / "none.zip").exists()) == (1, False)
    assert "Nothing was taught yet" in exported.output
    assert companion(*mine, "--kind", "wyld", "--face", "move", "none.jpg").exit_code == 1
    assert not nowhere.exists()


def test_which_pictures_make_no_difference_is_said(tmp_path: Path, exported: Path) -> None:
    picture = tmp_path / "die.png"
    cv2.imwrite(str(picture), shot("move"))
    mine = ("teach", "--dice", "riff_in_time", "--profile", tmp_path / "mine")
    once = companion(*mine, "--kind", "wyld", "--face", "move", picture, picture)
    assert once.output == "Known already: 1.\nwyld move: 1 of 3 examples.\n"
    full = profiles.load(tmp_path / "mine")
    for shade in range(23):
        full = full.with_example(Example("wyld", "move", np.full((72, 72, 3), shade, np.uint8)))
    profiles.save(full, tmp_path / "mine")
    cv2.imwrite(str(picture), shot("move", 70.0))
    more = companion(*mine, "--kind", "wyld", "--face", "move", picture)
    assert more.output == ("Of each face 24 examples are kept; the oldest went: 1.\n"
                           "wyld move: 24 examples.\n")


@pytest.mark.parametrize("dice", ["d6", "quick_and_undead"])
def test_dice_with_pips_and_numerals_need_no_lessons(dice: str, tmp_path: Path) -> None:
    kind = SETS[dice].kinds[0].name
    checked = companion("teach", "--dice", dice, "--check")
    assert checked.output == f"Every face of {dice} is known, and no two of them look alike.\n"
    taught = companion("teach", "x.jpg", "--dice", dice, "--kind", kind, "--face", "2")
    assert taught.exit_code == 1
    assert f"{dice} needs no lessons: pips and numerals are known." in taught.output


def test_what_is_lost_of_taught_dice_is_said_where_they_are_read(tmp_path: Path, exported: Path) -> None:
    companion("teach", "--dice", "riff_in_time", "--profile", tmp_path / "mine", "--import", exported)
    next((tmp_path / "mine").glob("*.png")).unlink()
    cv2.imwrite(str(tmp_path / "cloth.png"), np.full((64, 64, 3), 90, np.uint8))
    read = companion("read", tmp_path / "cloth.png", "--dice", "riff_in_time", "--profile", tmp_path / "mine")
    assert read.exit_code == 0
    assert read.stderr.startswith("wyld move: examples are lost")


def test_lost_examples_are_told_and_what_is_left_is_used(tmp_path: Path, exported: Path) -> None:
    mine = ("teach", "--dice", "riff_in_time", "--profile", tmp_path / "mine")
    companion(*mine, "--import", exported)
    next((tmp_path / "mine").glob("*.png")).write_bytes(b"")
    checked = companion(*mine, "--check")
    assert checked.output.startswith("wyld move: examples are lost, for their pictures are missing or "
                                     "broken. Show it again.\nwyld move: show it once more.\n")
    assert companion(*mine, "--import", exported).output.startswith("wyld move: examples are lost")
    assert companion(*mine).output.startswith("wyld move: 3 examples.")


def test_a_profile_of_other_dice_is_not_taken(exported: Path) -> None:
    refused = companion("teach", "--dice", "professor_evil", "--import", exported)
    assert refused.exit_code == 1
    assert "teaches riff_in_time, not professor_evil" in refused.output


def test_a_folder_without_a_profile_is_said_to_have_none(tmp_path: Path) -> None:
    picture = tmp_path / "x.png"
    cv2.imwrite(str(picture), np.zeros((64, 64, 3), np.uint8))
    read = companion("read", picture, "--dice", "riff_in_time", "--profile", tmp_path)
    assert read.exit_code == 2
    assert "There is no profile in" in read.output


def test_a_face_that_was_misnamed_is_forgotten(exported: Path, tmp_path: Path) -> None:
    mine = ("teach", "--dice", "riff_in_time", "--profile", tmp_path / "mine")
    companion(*mine, "--import", exported)
    assert "wyld move: 3 examples." in companion(*mine).output
    forgotten = companion(*mine, "--kind", "wyld", "--face", "move", "--forget")
    assert forgotten.output == "wyld move: 0 of 3 examples.\n"
    assert "wyld move: 0 of 3 examples." in companion(*mine).output
    assert "Say which face to forget" in companion(*mine, "--forget").output


def test_names_that_there_are_not_are_refused_without_pictures_too() -> None:
    for words, sentence in ((("--kind", "wild", "--face", "move"), "no kind of dice called “wild”"),
                            (("--kind", "wyld", "--face", "mov"), "no face called “mov”"),
                            (("--kind", "wyld"), "--kind KIND --face FACE")):
        taught = companion("teach", "--dice", "riff_in_time", *words)
        assert taught.exit_code != 0
        assert sentence in taught.output
    assert companion("teach", "--dice", "riff_in_time", "--kind", "wyld", "--face", "move").exit_code == 0


def test_a_profile_that_cannot_be_looked_for_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadProfile, match=r"cannot be read \(File name too long\)"):
        taught_set(dice_set("riff_in_time"), None, lambda: tmp_path / (300 * "x"))


def test_a_data_folder_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    file, picture = tmp_path / "settings.toml", tmp_path / "x.png"
    file.write_text(f'data = "{tmp_path}/{300 * "x"}"\n')
    cv2.imwrite(str(picture), np.zeros((64, 64, 3), np.uint8))
    read = companion("--settings", file, "read", picture, "--dice", "riff_in_time")
    assert read.exit_code == 2
    assert "File name too long" in read.output
    assert "Errno" not in read.output
    taught = companion("--settings", file, "teach", "--dice", "riff_in_time")
    assert taught.exit_code == 1
    assert "File name too long" in taught.output


def test_a_list_that_is_not_read_to_its_end_ends_quietly() -> None:
    program = [sys.executable, "-m", "companion", "teach", "--dice", "riff_in_time"]
    reading, writing = os.pipe()
    os.close(reading)
    taught = subprocess.run(program, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert taught.stderr == ""


def test_a_running_table_without_a_camera_takes_up_later_what_is_taught(exported: Path) -> None:
    (folder := settings.load().folder).mkdir(parents=True)
    running = Running(folder)
    running.write("riff_in_time-1", "127.0.0.1", 8080)
    taught = companion("teach", "--dice", "riff_in_time", "--import", exported)
    running.remove()
    assert taught.exit_code == 0
    assert "A table is running: it takes this up when it is started next." in taught.output


def test_what_a_running_tables_camera_is_taught_is_not_overwritten(tmp_path: Path, exported: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f'data = "{tmp_path}"\n[camera]\nsource = "{tmp_path}"\n')
    running = Running(tmp_path)
    running.write("riff_in_time-1", "127.0.0.1", 8080)
    for words in (("--import", exported), (exported, "--kind", "wyld", "--face", "move")):
        taught = companion("--settings", file, "teach", "--dice", "riff_in_time", *words)
        assert taught.exit_code == 1
        assert "open “Teach the camera” on its page, or stop it first" in taught.output
    assert not (tmp_path / "dice").exists()
    assert companion("--settings", file, "teach", "--dice", "riff_in_time").exit_code == 0
    elsewhere = companion("--settings", file, "teach", "--dice", "riff_in_time", "--import", exported,
                          "--profile", tmp_path / "other")
    running.remove()
    assert elsewhere.exit_code == 0
    assert "A table is running" not in elsewhere.output


@pytest.mark.parametrize(("game", "stickers"),
                         [("riff_in_time", 84), ("professor_evil", 18), ("betrayal_tour", 0)])
def test_a_box_of_blank_dice_becomes_a_games(game: str, stickers: int, tmp_path: Path) -> None:
    page = tmp_path / "sheet.svg"
    assert companion("stickers", game, "--out", page).exit_code == 0
    drawn = ElementTree.parse(page).getroot()
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}rect"))) == stickers
    wheels = len(list(drawn.iter("{http://www.w3.org/2000/svg}polygon")))
    assert wheels == (10 if game == "betrayal_tour" else 0)


@pytest.mark.parametrize(("game", "size", "other"), [
    ("riff_in_time", "13 mm fits a blank die", "token"),
    ("betrayal_tour", "20 mm fits a cardboard token", "die"),
])
def test_the_sheet_names_the_size_of_what_the_stickers_fit(game: str, size: str, other: str) -> None:
    page = ElementTree.fromstring(sheet("en", game))
    said = " ".join(str(text.text) for text in page.iter("{http://www.w3.org/2000/svg}text"))
    assert size in said
    assert f" {other} of " not in said


def test_dice_with_numerals_need_no_stickers() -> None:
    with pytest.raises(NoStickers, match="they need no stickers"):
        sheet("en", "quick_and_undead")
