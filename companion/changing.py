"""Changing to another game, or to other settings: the program ends itself, and another takes its place."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Timer

from companion.listening import hand_on

LAST_WORDS = 0.4
"""Seconds in which the phone that asked for the change still gets its reply."""


class Change:
    """A change that is asked for once; `first` is done at once, then the program is told to end."""

    def __init__(self) -> None:
        self.first: Callable[[], None] = lambda: None
        self._made = Event()

    @property
    def is_made(self) -> bool:
        """Whether the program ends to be begun anew."""
        return self._made.is_set()

    def make(self) -> None:
        """End the program in a moment; who started it then begins it anew."""
        if not self._made.is_set():
            self._made.set()
            self.first()
            Timer(LAST_WORDS, lambda: os.kill(os.getpid(), signal.SIGTERM)).start()


def run_anew(listening: socket.socket, *words: str | Path) -> None:
    """Run `companion` with these words in the place of this program: nothing is left of it but the socket."""
    sys.stdout.flush()
    hand_on(listening)
    os.execv(sys.executable, [sys.executable, "-m", "companion", *map(str, words)])
