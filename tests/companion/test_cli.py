"""The commands as people use them: what they say, and what they say when something is wrong."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
import pytest

from companion import settings
from companion.cli import main
from companion.engine.journal import Journal
from companion.i18n import Sentences
from companion.shelf import Shelf
from tests.companion.commands import begin, companion, said
from vision import problems
from vision.reading import Reading

ROOT = Path(__file__).parents[2]
PHOTO = ROOT / "tests/vision/photos/webcam_white_d6/021.jpg"
COMMANDS = ["calibrate", "content", "demo", "doctor", "journal", "new", "read", "resume", "run", "script",
            "simulate", "standin", "stickers", "teach"]
PLAYTHROUGH = """
game: riff_in_time
seats: ana
---
- discs rome new_mexico new_york kassel loc_05 loc_06 loc_07 loc_08 loc_09 loc_10
"""


def test_help_names_every_command_in_a_sentence() -> None:
    assert sorted(main.commands) == COMMANDS
    for name in COMMANDS:
        result = companion(name, "--help")
        assert result.exit_code == 0
        command = main.commands[name]
        assert (command.help or "").rstrip()[-1] in ".", f"{name}: its help is a sentence"
        assert all(option.help for option in command.params if isinstance(option, click.Option)), name


# Games


def test_a_new_game_is_put_on_the_table(shelf: Shelf) -> None:
    result = begin("--option", "san_dimas=4", "--dice", "hand", "--decks", "physical")
    assert result.output == "The game riff_in_time-1 is on the table. Start it: companion run\n"
    journal = Journal.open(shelf.on_table())
    header = journal.header()
    journal.close()
    assert (header.seats, header.options, header.dice, header.decks) == (
        ("ana", "bob"), {"san_dimas": "4"}, "hand", "physical")


@pytest.mark.parametrize(("words", "sentence"), [
    (("riff", "--seats", "ana"), "There is no game “riff”; the games are riff_in_time"),
    (("riff_in_time", "--seats", "a b c d e"), "5 players were named; Riff in Time takes 1 to 4."),
    (("riff_in_time", "--seats", "ana ana"), "Two seats are called “ana”; give each its own name."),
    (("riff_in_time", "--seats", "ana -"), "“-” cannot be a seat's name"),
    (("riff_in_time", "--seats", "rome"), "“rome” is a thing's name in Riff in Time"),
    (("riff_in_time", "--seats", "ana", "--option", "san_dimas"), "is not of the form NAME=VALUE"),
    (("riff_in_time", "--seats", "ana", "--option", "san_dimas=99"), "99"),
    (("riff_in_time", "--seats", "ana", "--content", "none.toml"), "none.toml: the file cannot be read"),
])
def test_a_game_that_cannot_be_is_refused_with_a_sentence(
    shelf: Shelf, words: tuple[str, ...], sentence: str
) -> None:
    result = companion("new", *words)
    assert result.exit_code != 0
    assert sentence in said(result)
    assert shelf.games() == []


def test_earlier_games_are_listed_and_the_last_one_is_on_the_table(shelf: Shelf) -> None:
    assert companion("resume").output == "There is no game yet.\n"
    begin()
    begin()
    assert companion("resume").output == "riff_in_time-1\nriff_in_time-2\n"
    assert shelf.on_table().stem == "riff_in_time-2"
    shelf.put_on_table(shelf.path("riff_in_time-1"))
    assert shelf.on_table().stem == "riff_in_time-1"


def test_without_a_game_run_begins_one_whose_host_then_begins_the_right_one(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Path] = []
    monkeypatch.setattr("companion.running.run", lambda settings, path, **where: played.append(path))
    assert companion("run").exit_code == 0
    assert played == [shelf.on_table()]
    journal = Journal.open(shelf.on_table())
    assert journal.header().seats == ("Player_1", "Player_2")
    journal.close()


def test_without_a_game_an_export_says_how_to_begin_one(tmp_path: Path) -> None:
    result = companion("journal", "export", str(tmp_path / "game.json"))
    assert result.exit_code == 1
    assert "There is no game yet; begin one: companion new riff_in_time" in said(result)


def test_a_game_that_is_not_there_is_named_with_those_that_are() -> None:
    begin()
    result = companion("resume", "riff_in_time-7")
    assert result.exit_code == 1
    assert "There is no game “riff_in_time-7”; the games are riff_in_time-1." in said(result)


def test_a_game_that_is_played_already_cannot_be_run_twice(shelf: Shelf) -> None:
    begin()
    playing = Journal.open(shelf.on_table())
    result = companion("run", "--port", "0")
    playing.close()
    assert result.exit_code == 1
    assert "is in use: a table is running this game." in said(result)


def test_a_damaged_game_is_kept_aside_with_a_sentence(shelf: Shelf) -> None:
    begin()
    path = shelf.on_table()
    path.write_bytes(b"rubbish" * 1000)
    result = companion("run", "--port", "0")
    assert result.exit_code == 1
    assert "is damaged (file is not a database). It was kept as" in said(result)
    assert path.with_name(f"{path.name}.damaged-1").read_bytes() == b"rubbish" * 1000


def test_a_port_that_is_taken_is_a_sentence() -> None:
    begin()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = companion("run", "--host", "127.0.0.1", "--port", str(port))
    assert result.exit_code == 1
    assert f"The page cannot be served at 127.0.0.1:{port} (Address already in use)." in said(result)


ON_A_FULL_DISK = """
import resource, signal, sys
from companion.cli import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
main(["stickers", "riff_in_time", "--out", sys.argv[1]])
"""


def test_a_page_that_finds_no_room_is_a_sentence_with_its_name(tmp_path: Path) -> None:
    settings.load()
    page = tmp_path / "sheet.svg"
    ran = subprocess.run([sys.executable, "-c", ON_A_FULL_DISK, str(page)], capture_output=True, text=True,
                         check=False)
    assert ran.returncode == 1
    told = " ".join(ran.stderr.split())
    assert f"There is no room left for “{page}”: delete what is not needed there" in told
    assert not page.exists()


@pytest.mark.parametrize("words", [("stickers", "riff_in_time", "--out"), ("calibrate", "--sheet")])
def test_a_page_is_written_under_a_name_by_which_it_can_be_opened(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    for name in ("x.pdf", "x.png"):
        result = companion(*words, tmp_path / name)
        assert result.exit_code == 1
        assert "does not end in .svg" in said(result)
        assert "open it in a browser and print it from there, to PDF too" in said(result)
    assert companion(*words, tmp_path / "x.SVG").exit_code == 0
    assert [path.name for path in tmp_path.glob("x*")] == ["x.SVG"]


def test_bad_settings_are_told_by_every_command_that_needs_them(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("[web]\nport = 1234567\n")
    result = companion("--settings", file, "resume")
    assert result.exit_code == 1
    assert "web.port: is 1234567; it should be 65535 at most." in said(result)


def test_refusals_speak_the_language_of_the_settings(shelf: Shelf, tmp_path: Path) -> None:
    begin()
    playing = Journal.open(shelf.on_table())
    file = tmp_path / "settings.toml"
    file.write_text('language = "fr"\n')
    result = companion("--settings", file, "run", "--port", "0")
    playing.close()
    assert "une table joue cette partie" in said(result)


def in_french(folder: Path, *words: str | Path) -> str:
    """What a command says where the settings ask for French."""
    file = folder / "settings.toml"
    file.write_text(f'language = "fr"\ndata = "{folder}"\n')
    return said(companion("--settings", file, *words))


@pytest.mark.parametrize(("words", "sentence"), [
    (("ana ana",), "Deux places s’appellent « ana »"),
    (("ana", "--option", "san_dimas=99"), "san_dimas ne peut pas être « 99 »"),
    (("ana", "--option", "pace=1"), "Il n’y a pas d’option « pace »"),
])
def test_what_a_new_game_cannot_have_is_told_in_the_language_of_the_settings(
    tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    assert sentence in in_french(tmp_path, "new", "riff_in_time", "--seats", *words)


def test_every_sentence_of_a_command_can_be_translated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sentences, "_translated", lambda self, sentence: f"[{self.language}] {sentence}")
    (tmp_path / "broken.json").write_text("{")
    for words, sentence in (
        (("resume", "none"), "There is no game “none”; there are none yet"),
        (("journal", "export", tmp_path / "x"), "There is no game yet; begin one"),
        (("journal", "import", tmp_path / "broken.json"), f"{tmp_path}/broken.json: this is no JSON file."),
        (("new", "riff", "--seats", "ana"), "There is no game “riff”; the games are riff_in_time"),
        (("new", "riff_in_time", "--seats", "-"), "“-” cannot be a seat's name: it stands for the whole"),
        (("new", "riff_in_time", "--seats", "ana", "--option", "x"), "“x” is not of the form NAME=VALUE"),
        (("teach", "x.jpg", "--dice", "d6"), "Say what the images show"),
        (("teach", "--dice", "d6", "--forget"), "Say which face to forget"),
        (("calibrate", "--forget", "--across", "300"), "Say --sheet or --forget alone."),
        (("stickers", "riff_in_time", "--out", "x.pdf"), "“x.pdf” does not end in .svg"),
        (("content", "check", ROOT / "companion/games/riff_in_time/content.toml"), "Some of it is still"),
    ):
        told = in_french(tmp_path, *words)
        assert sentence in told
        assert "[fr] " in told


@pytest.mark.parametrize("words", [
    ("standin", "riff_in_time"), ("stickers", "riff_in_time"), ("doctor",), ("read", PHOTO, "--dice", "d6"),
])
def test_what_cannot_be_printed_for_want_of_room_is_a_sentence(words: tuple[str | Path, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run([sys.executable, "-m", "companion", *words], stdout=full, stderr=subprocess.PIPE,
                             text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.strip().endswith("Error: There is no room left for what is printed.")


def test_the_stand_in_key_is_told_in_the_language_of_the_settings(tmp_path: Path) -> None:
    assert "Wyld (jaune)" in in_french(tmp_path, "standin", "riff_in_time")


def test_settings_that_cannot_be_are_told_in_the_language_that_they_ask_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sentences, "_translated", lambda self, sentence: f"[{self.language}] {sentence}")
    file = tmp_path / "settings.toml"
    file.write_text('language = "fr"\n[web]\nport = -1\n')
    told = said(companion("--settings", file, "resume"))
    assert "settings.toml: [fr] web.port: is -1; it should be 0 at least." in told
    file.write_text('language = "fr"\n[web\n')
    told = said(companion("--settings", file, "resume"))
    assert "settings.toml: [fr] this is no TOML text; look at line 2." in told


# Playthroughs


@pytest.fixture
def playthrough(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    file.write_text(PLAYTHROUGH)
    return file


def test_a_script_tells_the_game_answer_by_answer(playthrough: Path) -> None:
    result = companion("script", playthrough)
    assert result.exit_code == 0
    answer, *log, state = result.stdout.splitlines()
    assert answer.startswith("> - discs rome new_mexico")
    assert log[-1].startswith("  RIT-05: Lay the discs on positions 1 to 10: Rome, New Mexico")
    assert state.startswith("round 1")


def test_a_script_as_json_is_a_snapshot_a_line(playthrough: Path) -> None:
    (line,) = companion("script", playthrough, "--json").stdout.splitlines()
    snapshot: dict[str, Any] = json.loads(line)
    assert snapshot["version"] == 1
    assert snapshot["state"]["rifts"]["rome"]["position"] == 1
    assert snapshot["question"]["key"] == "personages"
    assert snapshot["question"]["asks"]["-"]["kind"] == "draw"
    assert [told["rule"] for told in snapshot["log"]][-1] == "RIT-05"
    assert snapshot["outcome"] is None


def test_a_script_lists_the_words_that_would_come_next(playthrough: Path) -> None:
    output = companion("script", playthrough, "--options").stdout
    assert "personages (RIT-06)" in output
    assert "draw 10 from personages: charlemagne" in output


def test_a_script_that_does_not_fit_says_where_what_was_asked_and_what_fits(playthrough: Path) -> None:
    playthrough.write_text(PLAYTHROUGH + "ana roll w1=move\n")
    result = companion("script", playthrough)
    assert result.exit_code == 1
    assert "game.txt, line 6: “ana roll w1=move” does not fit: “roll” is not asked now" in said(result)
    assert "draw 10 from personages: charlemagne" in said(result)


@pytest.mark.parametrize(("text", "sentence"), [
    ("nothing", "line 1: “nothing”: before the line ---"),
    ("game: chess\n---\n", "There is no game “chess”"),
    ("game: riff_in_time\n---\n", "0 players were named"),
    ("game: riff_in_time\nstate: {}\n---\n", "game.txt: state: seats: Field required."),
    ("game: riff_in_time\nseats: ana\ncontent: mine.toml\n---\n", "mine.toml: the file cannot be read"),
])
def test_a_script_that_is_none_is_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text)
    result = companion("script", file)
    assert result.exit_code == 1
    assert sentence in said(result)
    assert "Traceback" not in result.output


# Content, dice, machine


def default_content() -> str:
    import companion.games

    return (Path(companion.games.__file__).parent / "riff_in_time" / "content.toml").read_text()


def test_a_content_file_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(default_content())
    result = companion("content", "check", file)
    assert result.exit_code == 0
    assert "Riff in Time can be played with this. Some of it is still marked as a stand-in." in said(result)


def test_what_is_doubtful_in_a_content_file_is_said_where_it_is_checked_and_where_a_game_begins(
        shelf: Shelf) -> None:
    board = Path(__file__).parents[1] / "games" / "betrayal_tour" / "boards" / "short.toml"
    checked = companion("content", "check", board)
    assert checked.exit_code == 0
    assert "Look at this again: bunkers.0: no bad day lies 3 steps before it" in said(checked)
    begun = companion("new", "betrayal_tour", "--seats", "ana bob", "--content", board)
    assert "The content file may be wrong: bunkers.0: no bad day lies 3 steps before it" in said(begun)
    assert len(shelf.games()) == 1


@pytest.mark.parametrize(("old", "new", "sentence"), [
    ('game = "riff_in_time"', "game =", "this is no TOML text"),
    ('game = "riff_in_time"', 'game = "chess"', "There is no game “chess”"),
    ("count = 3\ncolour", "count = 0\ncolour", "mine.toml: dice.wyld"),
    ("[10, 1],", "[10, 11],", "11 is no place"),
])
def test_a_malformed_content_file_is_told_by_file_and_key(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    file, text = tmp_path / "mine.toml", default_content()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    result = companion("content", "check", file)
    assert result.exit_code == 1
    assert sentence in said(result)


def test_the_stand_in_key_tells_each_pip() -> None:
    result = companion("standin", "riff_in_time")
    assert result.output.splitlines()[:3] == ["Wyld (yellow)", "  1  Move", "  2  Move"]


def test_pictures_are_read_one_line_each(tmp_path: Path) -> None:
    pictures = [tmp_path / "empty.png", tmp_path / "again.png"]
    for picture in pictures:
        cv2.imwrite(str(picture), np.full((240, 320, 3), 120, np.uint8))
    result = companion("read", *pictures, "--dice", "d6", "--expect", "d6=2", "--json")
    assert result.exit_code == 0
    readings = [json.loads(line) for line in result.stdout.splitlines()]
    assert [reading["image"] for reading in readings] == [str(picture) for picture in pictures]
    assert {key for reading in readings for key in reading} == {"image", "ms", "problems", "dice"}
    assert readings[0]["dice"] == []


@pytest.mark.parametrize(("words", "sentence"), [
    (("none.jpg", "--dice", "d6"), "There is no file “none.jpg”."),
    (("broken.jpg", "--dice", "d6"), "“broken.jpg” is not a picture"),
    (("broken.jpg", "--dice", "d66"), "d66"),
    (("broken.jpg", "--dice", "d6", "--expect", "d6=two"), "say it like d6=2"),
    (("broken.jpg", "--dice", "d6", "--expect", ""), "“” names no kind of dice; say it like d6=2."),
])
def test_what_cannot_be_read_is_a_sentence_and_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.jpg").write_bytes(b"no picture")
    result = companion("read", *words)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stdout == ""


def test_a_reading_speaks_the_language_of_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f'language = "fr"\ndata = "{tmp_path}"\n')
    cv2.imwrite(str(tmp_path / "dark.png"), np.zeros((240, 320, 3), np.uint8))
    (tmp_path / "dice" / "d6").mkdir(parents=True)
    for words, sentence in (
        ((tmp_path / "dark.png",), "Il fait trop sombre pour lire les dés."),
        ((tmp_path / "none.png",), "Il n’y a pas de fichier « none.png »."),
        ((tmp_path / "dark.png", "--profile", tmp_path), "Il n’y a pas de profil dans"),
        ((tmp_path / "dark.png", "--expect", "d6=deux"), "« d6=deux » n’indique pas de nombre de dés"),
    ):
        result = companion("--settings", file, "read", *words, "--dice", "d6")
        assert sentence in said(result)


def test_a_reading_says_colours_in_the_language_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f'language = "fr"\ndata = "{tmp_path}"\n')
    cv2.imwrite(str(tmp_path / "tray.png"), np.full((240, 320, 3), 120, np.uint8))
    seen = Reading((), (problems.cocked("white"),), 1.0)
    monkeypatch.setattr("companion.reading.read", lambda *given: seen)
    result = companion("--settings", file, "read", tmp_path / "tray.png", "--dice", "d6")
    assert "Le dé (blanc) n’est pas à plat." in said(result)


def test_the_doctor_looks_at_this_machine() -> None:
    result = companion("doctor")
    assert f"Settings: {settings.usual_file()}" in result.output
    assert "✓ Python 3." in result.output
    assert "Traceback" not in result.output
