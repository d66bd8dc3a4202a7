"""Changing to another game, or to other settings: the program ends itself, and another takes its place."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Timer

from companion.listening import hand_on

LAST_WORDS = 0.4
"""Seconds in which the phone that asked for the change still gets its reply."""


class Change:
    """A change that is asked for once; `first` is done at once, and `wake` when the program is to end.

    That is no signal: who tells the program to stop meanwhile would not be told from it.
    """

    def __init__(self) -> None:
        self.first: Callable[[], None] = lambda: None
        self.wake: Callable[[], None] = lambda: None
        self._made, self._due = Event(), Event()

    @property
    def is_made(self) -> bool:
        """Whether the program ends to be begun anew."""
        return self._made.is_set()

    @property
    def is_due(self) -> bool:
        """Whether the program is to end for it now."""
        return self._due.is_set()

    def make(self) -> None:
        """End the program in a moment; who started it then begins it anew."""
        if not self._made.is_set():
            self._made.set()
            self.first()
            Timer(LAST_WORDS, self._come_due).start()

    def _come_due(self) -> None:
        self._due.set()
        self.wake()


def run_anew(listening: socket.socket, *words: str | Path) -> None:
    """Run `companion` with these words in the place of this program: nothing is left of it but the socket."""
    sys.stdout.flush()
    hand_on(listening)
    os.execv(sys.executable, [sys.executable, "-m", "companion", *map(str, words)])
