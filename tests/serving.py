"""A page served by a thread of the tests, as it is served to phones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

from waitress import wasyncore

from web.server import make_server, serve_until


@contextmanager
def serving(app: Any) -> Iterator[int]:
    """A running server for `app`; gives its port."""
    server, told = make_server(app, "127.0.0.1", 0), Event()
    thread = Thread(target=serve_until, args=[server, told.is_set])
    thread.start()
    try:
        yield int(server.effective_port)
    finally:
        told.set()
        server.pull_trigger()
        thread.join(5)
        # Those that still tell somebody something end after that.
        server.task_dispatcher.set_thread_count(0)
        wasyncore.close_all(server._map)
