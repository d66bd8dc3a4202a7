"""The socket of the page: new, or handed on by the program whose place this one took."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from companion.listening import listen

TAKES_ITS_OWN_PLACE = """
import sys
from companion.listening import hand_on, listen
listening = listen("127.0.0.1", {port})
print(listening.getsockname()[1], flush=True)
if "again" not in sys.argv:
    import os
    hand_on(listening)
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:], "again"])
"""


def ports(port: str) -> list[str]:
    """The ports at which a program listens, first itself, then what took its place."""
    done = subprocess.run([sys.executable, "-c", TAKES_ITS_OWN_PLACE.format(port=port)], capture_output=True,
                          text=True, timeout=30, check=True)
    return done.stdout.split()


def test_the_program_that_takes_the_place_listens_at_the_same_socket() -> None:
    first, second = ports("0")
    assert first == second


def test_for_another_port_the_socket_that_was_handed_on_is_given_up() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        other = free.getsockname()[1]
    assert ports(f"{other} if 'again' in sys.argv else 0")[1] == str(other)


def test_a_socket_handed_to_another_program_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", "1")
    with listen("127.0.0.1", 0) as listening:
        assert listening.fileno() != 3 or listening.getsockname()[0] == "127.0.0.1"


def test_a_port_that_is_taken_is_said_in_a_sentence() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(OSError, match=f"cannot be served at 127.0.0.1:{port}"):
            listen("127.0.0.1", port)
