"""A phone that speaks plain HTTP to a table in another process, as the page's scripts do."""

from __future__ import annotations

import http.client
import json
from http.cookies import SimpleCookie
from typing import Any


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

    def hang_up(self) -> None:
        """Close the connection; the next request opens a new one."""
        if self._connection:
            self._connection.close()
            self._connection = None

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, dict[str, Any]]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=10)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items()),
                   "Content-Type": "application/json", "X-Table-Token": self._token}
        try:
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
            said: dict[str, Any] = json.loads(answer.read())
        except (OSError, http.client.HTTPException):
            self.hang_up()
            raise
        for cookie in answer.headers.get_all("Set-Cookie", ()):
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(cookie).items()}
        return answer.status, said
