"""What systemd is told: that the page is served, that the program lives, and nothing while a part hangs."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.attaching import Attachment
from companion.box import Box
from companion.games import load
from companion.panel import Panel
from companion.watchdog import STALL, Watchdog, page_answers, patience, tell
from companion.watching import dice_set_of
from hardware.display import DisplaySettings, open_device
from tests.companion.button_player import PlainSpeech, a_table


class Listener:
    """systemd's end of the line."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        """What has come since the last call."""
        lines = []
        try:
            while True:
                lines.append(self._socket.recv(200).decode())
        except BlockingIOError:
            return lines

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    address = str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    listener = Listener(address)
    yield listener
    listener.close()


def test_systemd_hears_when_the_page_is_served_and_when_it_ends(systemd: Listener) -> None:
    watchdog = Watchdog(lambda: ())
    watchdog.start()
    assert systemd.heard() == ["READY=1"]
    watchdog.stop()
    assert systemd.heard() == ["STOPPING=1"]


def test_a_program_in_whose_place_another_goes_on_does_not_end_for_systemd(systemd: Listener) -> None:
    watchdog = Watchdog(lambda: ())
    watchdog.start()
    watchdog.stop(ends=False)
    assert systemd.heard() == ["READY=1"]


def test_there_is_no_sign_of_life_while_a_part_hangs_and_the_log_names_it_once(
        systemd: Listener, caplog: pytest.LogCaptureFixture) -> None:
    hanging: tuple[str, ...] = ()
    watchdog = Watchdog(lambda: hanging)
    watchdog.look()
    assert systemd.heard() == ["WATCHDOG=1"]
    hanging = ("camera",)
    watchdog.look()
    watchdog.look()
    assert systemd.heard() == []
    assert [record.message for record in caplog.records] == [
        "This hangs: camera. If that lasts, systemd starts the companion again."]
    hanging = ()
    watchdog.look()
    assert systemd.heard() == ["WATCHDOG=1"]


def test_without_systemd_nothing_is_told_and_nothing_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"):
        monkeypatch.delenv(name, raising=False)
    tell("READY=1")
    assert patience() == 0


def test_an_abstract_address_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"table-companion-test-{os.getpid()}"
    listener = Listener(f"\0{name}")
    monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
    tell("READY=1")
    assert listener.heard() == ["READY=1"]
    listener.close()


def test_a_systemd_that_is_gone_does_no_harm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
                                             caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    tell("WATCHDOG=1")
    assert "could not be told WATCHDOG=1" in caplog.text


def test_signs_of_life_are_for_the_process_that_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "60000000")
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    assert patience() == 60
    monkeypatch.setenv("WATCHDOG_PID", "1")
    assert patience() == 0


def test_a_page_that_nobody_serves_does_not_answer() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        assert not page_answers("0.0.0.0", taken.getsockname()[1])


def test_a_device_whose_thread_does_not_come_round_hangs(tmp_path: Path) -> None:
    game = load("riff_in_time")
    table = a_table(game, ("ana", "bob"), tmp_path)
    box = Box(table, Panel(table, PlainSpeech(game), display=game.display),
              open_display=lambda: open_device(DisplaySettings()))
    attached = Attachment(table, box, dice_set_of(game, "colours"), None)
    assert attached.hanging() == ()
    box.turned_at = time.monotonic() - STALL - 1
    assert attached.hanging() == ("display and buttons",)
    table.stop()
