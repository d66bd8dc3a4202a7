"""A table in a process of its own: what it prints, who may ask it, and how it ends."""

from __future__ import annotations

import http.client
import json
import signal
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.system.http_phone import HttpPhone
from tests.system.running import Running


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path)
    yield running
    running.process.kill()
    running.process.communicate()


def test_a_table_says_who_plays_and_where_phones_find_it(table: Running) -> None:
    assert table.said[0] == "Riff in Time: ana, bob"
    assert any("█" in line for line in table.said), "the QR code"
    assert table.said[-1] == f"Open http://127.0.0.1:{table.port} on your phones; the code is {table.code}."
    assert len(table.code) == 6
    assert table.code.isdigit()


def test_commands_ask_the_running_table_and_others_get_nothing(table: Running, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    exported = table.companion("journal", "export", file)
    assert exported.returncode == 0, exported.stderr
    assert json.loads(file.read_text())["rows"][0]["kind"] == "begun"
    assert f"127.0.0.1, port {table.port}" in table.companion("doctor").stdout
    again = table.companion("run")
    assert again.returncode == 1
    assert "is in use: a table is running this game" in " ".join(again.stderr.split())
    for headers in ({}, {"Authorization": "Bearer guess"}):
        asked = http.client.HTTPConnection("127.0.0.1", table.port, timeout=10)
        asked.request("GET", "/api/journal", headers=headers)
        assert asked.getresponse().status == 403
        asked.close()
    assert (table.data / "running.json").stat().st_mode & 0o077 == 0, "its owner alone may read the key"


def test_a_table_ends_at_once_and_goes_on_where_it_stopped(table: Running) -> None:
    phone = HttpPhone(table.port)
    phone.join(table.code)
    before = phone.state()
    with closing(http.client.HTTPConnection("127.0.0.1", table.port, timeout=10)) as stream:
        stream.request("GET", "/api/events")
        stream.getresponse()
        seconds, code, complaints = table.stop()
    phone.hang_up()
    assert (code, complaints) == (0, "")
    assert seconds < 4
    assert not (table.data / "running.json").exists()
    old_code = table.code
    table.start()
    assert table.code == old_code
    phone = HttpPhone(table.port)
    phone.join(table.code)
    after = phone.state()
    phone.hang_up()
    assert after["question"] == before["question"]
    assert after["notes"] == ["The game goes on where it stopped."]


def begin_another_game(table: Running) -> None:
    """The host's phone begins a game in the place of the one on the table."""
    phone = HttpPhone(table.port)
    phone.join(table.code)
    phone.post("/api/seats", {"take": ["ana"]})
    phone.send("/games/new/riff_in_time", {"seat": ["ana", "bob"], "dice": "virtual", "decks": "virtual",
                                           "along": "yes"})
    phone.hang_up()


def test_a_table_that_is_told_to_stop_while_it_changes_does_not_begin_anew(table: Running) -> None:
    begin_another_game(table)
    _, code, complaints = table.stop()
    assert (code, complaints) in ((0, ""), (-signal.SIGTERM, "")), "the second before it listens to signals"


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(20)
        yield listening


@pytest.fixture
def served(systemd: socket.socket, tmp_path: Path) -> Iterator[Running]:
    """A table that systemd has started."""
    running = Running(tmp_path, environment={"NOTIFY_SOCKET": str(tmp_path / "notify"),
                                             "WATCHDOG_USEC": "400000"})
    yield running
    running.process.kill()
    running.process.communicate()


def heard(systemd: socket.socket) -> str:
    """The next line that the table tells systemd."""
    while True:
        line = systemd.recv(100).decode()
        # busctl, which the program calls, has something to say too; systemd listens to the program alone.
        if not line.startswith("ERRNO="):
            return line


def test_systemd_is_told_that_the_page_is_served_and_then_that_it_lives(
        served: Running, systemd: socket.socket) -> None:
    assert [heard(systemd) for _ in range(3)] == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]
    served.stop()
    lines = iter(lambda: heard(systemd), "STOPPING=1")
    assert set(lines) <= {"WATCHDOG=1"}


def test_for_systemd_a_table_that_changes_its_game_goes_on(served: Running, systemd: socket.socket) -> None:
    """Told that it stops, systemd kills it some seconds later, whatever the next game says."""
    assert heard(systemd) == "READY=1"
    begin_another_game(served)
    assert set(iter(lambda: heard(systemd), "READY=1")) <= {"WATCHDOG=1"}
    assert heard(systemd) == "WATCHDOG=1"
