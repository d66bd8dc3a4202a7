"""The network between a phone and the table, which the tests can cut.

A browser that is told to be offline keeps the streams it has, and news still come: here they break off.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from urllib.parse import urlsplit


class Network:
    """Passes every byte on to the table's page at `table`; `address` is where the phone finds it."""

    def __init__(self, table: str) -> None:
        parts = urlsplit(table)
        self._table = ("127.0.0.1", parts.port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://{parts.hostname}:{self._listener.getsockname()[1]}"
        self._whole = True
        self._lock = threading.Lock()
        self._lines: set[socket.socket] = set()
        self._thread = threading.Thread(target=self._listen)

    def __enter__(self) -> Network:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.cut()
        # Closing alone would not wake the thread that waits for a connection.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def cut(self) -> None:
        """Break every connection; a new one is closed at once."""
        with self._lock:
            self._whole = False
            for line in self._lines:
                _hang_up(line)

    def mend(self) -> None:
        """Connections hold again."""
        with self._lock:
            self._whole = True

    def _listen(self) -> None:
        while True:
            try:
                phone, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                if not self._whole:
                    phone.close()
                    continue
                table = socket.create_connection(self._table)
                self._lines |= {phone, table}
            for one, other in ((phone, table), (table, phone)):
                threading.Thread(target=self._pass_on, args=[one, other]).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        try:
            while sent := one.recv(65536):
                other.sendall(sent)
        except OSError:
            pass  # the other direction has ended, or the network was cut
        with self._lock:
            _hang_up(one)
            _hang_up(other)
            # Each of the two directions closes what it reads from.
            self._lines.discard(one)
            one.close()


def _hang_up(line: socket.socket) -> None:
    with suppress(OSError):  # it may have hung up already
        line.shutdown(socket.SHUT_RDWR)
