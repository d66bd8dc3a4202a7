"""Carrying games from one table to another, and the note by which commands find the one that runs here."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from companion.carrying import RUNNING, Running, is_running
from companion.engine.journal import Journal, take_up
from companion.engine.random_player import random_answer
from companion.games import load
from companion.shelf import Shelf
from tests.companion.commands import begin, companion, said
from tests.companion.tables import end_early

UNTIL_KILLED = """
import sys
from pathlib import Path
from companion.carrying import Running
running = Running(Path(sys.argv[1]))
running.write("riff_in_time-1", "127.0.0.1", 8080)
print("running", flush=True)
sys.stdin.read()
"""


def test_a_table_runs_from_its_note_until_it_is_taken_away(tmp_path: Path) -> None:
    running = Running(tmp_path)
    assert not is_running(tmp_path)
    running.write("riff_in_time-1", "127.0.0.1", 8080)
    assert is_running(tmp_path)
    running.remove()
    assert not is_running(tmp_path)


def test_a_table_that_was_killed_runs_no_longer_and_another_takes_its_place(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", UNTIL_KILLED, str(tmp_path)], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        assert table.stdout.readline() == "running\n"
        assert is_running(tmp_path)
        table.kill()
    assert (tmp_path / RUNNING).exists()
    assert not is_running(tmp_path)
    running = Running(tmp_path)
    running.write("riff_in_time-2", "127.0.0.1", 8081)
    assert is_running(tmp_path)
    running.remove()


ON_A_FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from companion.carrying import Running, is_running
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
running = Running(Path(sys.argv[1]))
running.write("riff_in_time-1", "127.0.0.1", 8080)
print(is_running(Path(sys.argv[1])), (Path(sys.argv[1]) / "running.json").stat().st_size)
running.remove()
print(is_running(Path(sys.argv[1])))
"""


def test_a_table_runs_though_its_disk_has_no_room_for_the_note(tmp_path: Path) -> None:
    ran = subprocess.run([sys.executable, "-c", ON_A_FULL_DISK, str(tmp_path)], capture_output=True,
                         text=True, check=True)
    assert ran.stdout.split() == ["True", "0", "False"]


def test_a_table_whose_note_found_no_room_cannot_be_asked(shelf: Shelf) -> None:
    begin()
    journal = Journal.open(shelf.path("riff_in_time-1"))
    (shelf.folder / RUNNING).touch()
    exported = companion("journal", "export", "game.json")
    journal.close()
    assert exported.exit_code == 1
    assert "in use by another program" in said(exported)


class TableElsewhere(BaseHTTPRequestHandler):
    """What a table that serves at one address alone replies there."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"asked": self.path}).encode())

    def log_message(self, format: str, *args: Any) -> None: ...


def test_a_table_is_asked_where_it_serves(shelf: Shelf, tmp_path: Path) -> None:
    begin()
    journal, running = Journal.open(shelf.path("riff_in_time-1")), Running(shelf.folder)
    with HTTPServer(("127.0.0.2", 0), TableElsewhere) as table:
        Thread(target=table.handle_request, daemon=True).start()
        running.write("riff_in_time-1", "127.0.0.2", table.server_port)
        exported = companion("journal", "export", tmp_path / "game.json")
    running.remove()
    journal.close()
    assert exported.exit_code == 0, exported.output
    assert json.loads((tmp_path / "game.json").read_text()) == {"asked": "/api/journal"}


def test_a_game_is_exported_and_imported_with_all_that_happened(shelf: Shelf, tmp_path: Path) -> None:
    begin()
    file = tmp_path / "game.json"
    exported = companion("journal", "export", file)
    assert exported.exit_code == 0, exported.output
    assert "This game is not over, and the file holds everything" in exported.stderr
    imported = companion("journal", "import", file)
    assert imported.output == "The game riff_in_time-2 is on the table. Go on with it: companion run\n"
    one, other = (Journal.open(shelf.path(name)) for name in ("riff_in_time-1", "riff_in_time-2"))
    assert one.export() == other.export() == json.loads(file.read_text())
    one.close()
    other.close()


def test_a_game_that_was_ended_is_exported_without_a_warning(shelf: Shelf, tmp_path: Path) -> None:
    begin()
    end_early(shelf.on_table())
    exported = companion("journal", "export", tmp_path / "game.json")
    assert exported.exit_code == 0, exported.output
    assert "not over" not in exported.stderr


def test_an_export_never_overwrites_a_file(tmp_path: Path) -> None:
    begin()
    file = tmp_path / "game.json"
    file.write_text("precious")
    assert companion("journal", "export", file).exit_code == 1
    assert file.read_text() == "precious"


@pytest.mark.parametrize("game", ["chess", "../../riff_in_time"])
def test_a_game_that_there_is_not_is_not_put_on_the_table(shelf: Shelf, tmp_path: Path, game: str) -> None:
    begin()
    file = tmp_path / "game.json"
    companion("journal", "export", file)
    file.write_text(file.read_text().replace('"game": "riff_in_time"', f'"game": "{game}"'))
    result = companion("journal", "import", file)
    assert result.exit_code == 1
    assert f"There is no game “{game}”" in said(result)
    assert shelf.games() == ["riff_in_time-1"]


def test_a_game_whose_box_is_not_whole_is_not_put_on_the_table(shelf: Shelf, tmp_path: Path) -> None:
    begin()
    file = tmp_path / "game.json"
    companion("journal", "export", file)
    exported = json.loads(file.read_text())
    [box] = exported["contents"]
    whole = hash_of(box)
    del box["bands"]
    file.write_text(json.dumps(exported).replace(whole, hash_of(box)))
    result = companion("journal", "import", file)
    assert result.exit_code == 1
    assert "bands" in said(result)
    assert shelf.games() == ["riff_in_time-1"]


@pytest.mark.parametrize(("text", "sentence"), [
    ("no json", "this is no JSON file"), ("[1, 2]", "this is no exported journal"),
    ('{"rows": [1]}', "this is no exported journal"),
    ('{"companion_journal": 1, "contents": [], "rows": [{"kind": "party", "data": {}}]}', "not whole"),
])
def test_what_is_no_exported_game_is_refused(shelf: Shelf, tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    result = companion("journal", "import", file)
    assert result.exit_code == 1
    assert sentence in said(result)
    assert shelf.games() == []


def hash_of(box: dict[str, Any]) -> str:
    """By which the rows of an exported journal name the box that they were played with."""
    return hashlib.sha256(json.dumps(box, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


def play_some(path: Path) -> int:
    """Some answers in the journal at `path`, and how many."""
    journal = Journal.open(path)
    referee, rng = take_up(journal, load("riff_in_time")), Random(1)
    for _ in range(40):
        assert referee.question is not None
        seat = referee.waiting[0]
        referee.answer(seat, referee.question.key, random_answer(rng, referee.question.asks[seat]))
    journal.close()
    return 40


def test_what_can_still_be_read_of_a_damaged_game_is_saved(shelf: Shelf) -> None:
    begin()
    path = shelf.on_table()
    answers = play_some(path)
    whole = path.read_bytes()
    place = whole.index(b'"number": 30')
    path.write_bytes(whole[:place] + b'"nimber": 30' + whole[place + 12:])
    assert companion("run", "--port", "0").exit_code == 1
    damaged = path.with_name(f"{path.name}.damaged-1")
    broken = damaged.read_bytes()
    rescued = companion("journal", "rescue", damaged)
    assert rescued.exit_code == 0, rescued.output
    saved, _, rest = rescued.output.partition(" ")
    assert rest.startswith("answers could be saved. The game riff_in_time-1 is on the table.")
    assert 20 < int(saved) < answers
    assert damaged.read_bytes() == broken
    journal = Journal.open(shelf.on_table())
    assert take_up(journal, load("riff_in_time")).question is not None
    journal.close()


def test_where_nothing_can_be_read_rescue_says_so(shelf: Shelf, tmp_path: Path) -> None:
    file = tmp_path / "rubbish.journal"
    file.write_bytes(b"rubbish" * 1000)
    for name, sentence in ((file, "nothing of this game can be read any more"), ("none", "There is no file")):
        result = companion("journal", "rescue", name)
        assert result.exit_code == 1
        assert sentence in said(result)
    assert shelf.games() == []
