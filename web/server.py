"""Serves the page with waitress, with limits that keep one phone from costing the others their evening."""

from __future__ import annotations

import socket
import time
from typing import Any

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.server import create_server

THREADS = 48
"""One for each open stream and some to spare: a stream holds its thread for as long as it lives."""
WRITE_DEADLINE = 15.0
"""Seconds that a phone may leave what it was sent unread before its connection is closed."""
MOST_UNSENT = 512 * 1024
"""Bytes that may wait for one phone before nothing more is written to it."""
SEND_BUFFER = 128 * 1024
LARGEST_BODY = 12 * 1024 * 1024 + 64 * 1024


class PatientChannel(HTTPChannel):
    """A connection that is closed when its phone has stopped reading, instead of filling memory and disk."""

    def __init__(self, server: Any, sock: socket.socket, *args: Any, **kwargs: Any) -> None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        super().__init__(server, sock, *args, **kwargs)

    def write_soon(self, data: Any) -> int:
        """Queue `data` for the phone, unless what it was sent before has waited for too long."""
        waiting = self.total_outbufs_len
        if waiting and (waiting > MOST_UNSENT or time.time() - self.last_activity > WRITE_DEADLINE):
            self.will_close = True
            self.server.pull_trigger()
            raise ClientDisconnected
        return int(super().write_soon(data))


def make_server(app: Any, host: str, port: int) -> Any:
    """A server listening at `host` and `port` (0: any free one, then in `effective_port`).

    Its `run()` serves until `close()` is called from another thread. OSError when the port is taken.
    """
    server: Any = create_server(
        app, host=host, port=port, threads=THREADS, connection_limit=300, channel_timeout=30,
        max_request_body_size=LARGEST_BODY, max_request_header_size=16 * 1024, inbuf_overflow=1024 * 1024,
        outbuf_overflow=2 * 1024 * 1024, channel_request_lookahead=1, ident="table",
        clear_untrusted_proxy_headers=True,
    )
    server.channel_class = PatientChannel
    return server
