"""The server: it serves, and a phone that stops reading is let go before it costs much."""

from __future__ import annotations

import http.client
import socket
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterable
from contextlib import closing
from typing import Any

import pytest
from flask import Flask

from tests.serving import serving
from tests.waiting import until
from web import server


def test_the_page_is_served(app: Flask) -> None:
    with serving(app) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", "/healthz")
        reply = connection.getresponse()
        assert reply.status == 200
        assert b'"ok": true' in reply.read()
        connection.close()


def test_what_has_served_a_page_to_a_test_is_gone_after_it(app: Flask) -> None:
    before = set(threading.enumerate())
    with serving(app):
        assert len(threading.enumerate()) > len(before) + server.THREADS / 2
    until(lambda: set(threading.enumerate()) <= before)


def test_a_stream_is_closed_soon_after_its_phone_has_gone(
        app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.stream.HEARTBEAT", 0.1)
    monkeypatch.setattr("web.stream.STEP", 0.05)
    streams = app.extensions["room"].streams
    with serving(app) as port:
        with socket.create_connection(("127.0.0.1", port)) as phone:
            phone.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert phone.recv(15) == b"HTTP/1.1 200 OK"
            assert len(streams) == 1
        until(lambda: len(streams) == 0)


@pytest.mark.parametrize(("chunk", "pause", "deadline"), [(8_000, 0.02, 0.3), (60_000, 0.002, 60)],
                         ids=["a little at a time", "a lot at once"])
def test_a_phone_that_never_reads_is_let_go(monkeypatch: pytest.MonkeyPatch, chunk: int, pause: float,
                                            deadline: float) -> None:
    monkeypatch.setattr(server, "WRITE_DEADLINE", deadline)
    written, ended = [0], threading.Event()

    def talkative(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain")])
        try:
            while True:
                written[0] += chunk
                yield b"x" * chunk
                time.sleep(pause)
        finally:
            ended.set()

    with serving(talkative) as port, socket.socket() as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        phone.connect(("127.0.0.1", port))
        phone.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert ended.wait(5)
    assert written[0] < 2_000_000


def test_a_large_picture_still_reaches_a_slow_phone() -> None:
    size = 3_000_000

    def picture(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Length", str(size))])
        return [b"x" * size]

    with serving(picture) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", "/")
        reply = connection.getresponse()
        read = 0
        while part := reply.read(100_000):
            read += len(part)
            time.sleep(0.005)
        assert read == size
        connection.close()


def test_what_a_stream_has_sent_is_not_kept() -> None:
    chunk, count, may_write = 25_000, 100, threading.Semaphore(2)

    def stream(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Length", str(chunk * count))])
        for _ in range(count):
            may_write.acquire(timeout=20)
            yield b"x" * chunk

    with serving(stream) as port, closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as phone:
        phone.request("GET", "/")
        reply = phone.getresponse()
        tracemalloc.start()
        try:
            for _ in range(count - 1):
                reply.read(chunk)
                may_write.release()
            held, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert held < 2 * server.MOST_UNSENT < chunk * count / 4


def test_a_client_that_asks_for_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch, app: Flask) -> None:
    monkeypatch.setattr(server, "IDLE", 1)
    monkeypatch.setattr(server, "LOOK", 1)
    with serving(app) as port, socket.create_connection(("127.0.0.1", port), timeout=10) as silent:
        silent.sendall(b"GET /play HTTP/1.1\r\nHost: loc")
        assert silent.recv(1) == b""
