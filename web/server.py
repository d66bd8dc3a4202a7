"""Serves the page with waitress, with limits that keep one phone from costing the others their evening."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import Any

from waitress import wasyncore
from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.server import create_server

THREADS = 48
"""One for each open stream and some to spare: a stream holds its thread for as long as it lives."""
WRITE_DEADLINE = 15.0
"""Seconds that a phone may leave what it was sent unread before its connection is closed."""
IDLE = 15
"""Seconds after which a connection is closed on which nobody asks for anything."""
LOOK = 5
"""Seconds between two looks for such connections."""
MOST_UNSENT = 256 * 1024
"""Bytes that may wait for one phone before nothing more is written to it."""
SEND_BUFFER = 64 * 1024
LARGEST_BODY = 12 * 1024 * 1024 + 64 * 1024


class PatientChannel(HTTPChannel):
    """A connection that is closed when its phone has stopped reading, instead of filling memory and disk."""

    def __init__(self, server: Any, sock: socket.socket, *args: Any, **kwargs: Any) -> None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # What the system still holds for a phone counts too: one that vanished says no goodbye.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(WRITE_DEADLINE * 1000))
        super().__init__(server, sock, *args, **kwargs)

    def write_soon(self, data: Any) -> int:
        """Queue `data` for the phone, unless what it was sent before has waited for too long."""
        waiting = self.total_outbufs_len
        if waiting and (waiting > MOST_UNSENT or time.time() - self.last_activity > WRITE_DEADLINE):
            self.will_close = True
            self.server.pull_trigger()
            raise ClientDisconnected
        return int(super().write_soon(data))


def make_server(app: Any, host: str, port: int, listening: socket.socket | None = None) -> Any:
    """A server at `listening`, or listening at `host` and `port` (0: any free one, then in `effective_port`).

    OSError when the port is taken. `serve_until` serves; the server's `close()` is for when that has ended.
    """
    where: dict[str, Any] = {"sockets": [listening]} if listening else {"host": host, "port": port}
    server: Any = create_server(
        app, **where, threads=THREADS, connection_limit=300, channel_timeout=IDLE,
        cleanup_interval=LOOK, max_request_body_size=LARGEST_BODY, max_request_header_size=16 * 1024,
        inbuf_overflow=1024 * 1024, outbuf_overflow=2 * 1024 * 1024,
        # waitress keeps what a stream has sent until it has sent so much; then it takes a new buffer.
        outbuf_high_watermark=MOST_UNSENT,
        channel_request_lookahead=1, ident="table", clear_untrusted_proxy_headers=True,
    )
    server.channel_class = PatientChannel
    return server


def stop_accepting(server: Any) -> None:
    """Leave new connections to who serves at the same socket next; those that are open are served on."""
    server.accepting = False
    server.pull_trigger()


def serve_until(server: Any, is_told: Callable[[], bool]) -> None:
    """Serve until `is_told()`; who tells wakes the server with its `pull_trigger()`, from wherever it may be.

    A signal comes between any two steps: what its handler raises would break off the server's own work, and
    a lock that is taken then is never given back to the thread of a stream that waits for it. So the handler
    may only tell, and the server looks between two of its turns.
    """
    while not is_told():
        wasyncore.loop(server.adj.asyncore_loop_timeout, server.adj.asyncore_use_poll, server._map, count=1)
