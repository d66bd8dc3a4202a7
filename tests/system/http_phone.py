"""A phone that speaks plain HTTP to a table in another process, as the page's scripts do."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Mapping
from http.cookies import SimpleCookie
from random import Random
from typing import Any
from urllib.parse import urlencode


class HttpPhone:
    """One phone on one kept-open connection. OSError or HTTPException when the table does not answer."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._cookies: dict[str, str] = {}
        self._token = ""
        self._connection: http.client.HTTPConnection | None = None

    def join(self, code: str) -> None:
        """Give the code."""
        self.state()
        status, said = self.post("/api/join", {"code": code})
        assert status == 200, said
        self.state()

    def state(self) -> dict[str, Any]:
        """The state as this phone sees it."""
        status, state = self._ask("GET", "/api/state")
        assert status == 200, state
        self._token = state["you"]["token"]
        return state

    def post(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Send a change; the status and what was said."""
        return self._ask("POST", path, json.dumps(body))

    def send(self, path: str, form: Mapping[str, str | list[str]]) -> None:
        """Send a form of one of the pages."""
        self._fetch("POST", path, urlencode({**form, "token": self._token}, doseq=True),
                    "application/x-www-form-urlencoded")

    def get(self, path: str) -> bytes:
        """A page or a file, as the browser on this phone loads it."""
        return self._fetch("GET", path)[1]

    def open_stream(self, receive_buffer: int | None = None) -> socket.socket:
        """Ask for the page's live stream on a connection of its own; reading it is the caller's."""
        stream = socket.socket()
        if receive_buffer:
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        stream.connect(("127.0.0.1", self._port))
        stream.sendall(f"GET /play/news HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
                       f"Cookie: {self._cookie}\r\n\r\n".encode())
        return stream

    def hang_up(self) -> None:
        """Close the connection; the next request opens a new one."""
        if self._connection:
            self._connection.close()
            self._connection = None

    @property
    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, dict[str, Any]]:
        status, said = self._fetch(method, path, body)
        told: dict[str, Any] = json.loads(said)
        return status, told

    def _fetch(self, method: str, path: str, body: str | None = None, kind: str = "application/json"
               ) -> tuple[int, bytes]:
        """A kept connection that the table has closed meanwhile is opened anew, as browsers do."""
        if self._connection is not None:
            try:
                return self._once(method, path, body, kind)
            except (http.client.RemoteDisconnected, ConnectionError):
                pass
        return self._once(method, path, body, kind)

    def _once(self, method: str, path: str, body: str | None, kind: str) -> tuple[int, bytes]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=10)
        headers = {"Cookie": self._cookie, "Content-Type": kind, "X-Table-Token": self._token}
        try:
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
            said = answer.read()
        except (OSError, http.client.HTTPException):
            self.hang_up()
            raise
        for cookie in answer.headers.get_all("Set-Cookie", ()):
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(cookie).items()}
        return answer.status, said


def some_answer(rng: Random, question: dict[str, Any]) -> dict[str, Any]:
    """A legal answer to the open question, by its words alone."""
    seat = rng.choice(question["waiting"])
    ask = question["asks"][seat]
    if ask["kind"] == "roll":
        words = [f"{die['die']}={rng.choice(die['faces'])['word']}" for die in ask["dice"]]
    else:
        must = ask["must"]
        free = [word["word"] for word in ask["words"] if word["word"] not in must]
        count = rng.randint(max(ask["least"], len(must)), min(ask["most"], len(must) + len(free)))
        words = [*must, *rng.sample(free, count - len(must))]
    return {"seat": seat, "number": question["number"], "key": question["key"], "words": words}
