"""Telling systemd that the table is served and lives, so that a program that hangs is started again.

The few lines of sd_notify(3) that are needed; where nobody has asked (NOTIFY_SOCKET), nothing is sent.
"""

from __future__ import annotations

import http.client
import logging
import os
import socket
from collections.abc import Callable
from threading import Event, Thread

SIGNS = 4
"""So many signs of life are given in the time within which systemd wants one."""
STALL = 60.0
"""Seconds without a turn of its loop after which a device's thread hangs: one may wait for the table or for
a camera's driver for half of that."""
PAGE_PATIENCE = 10.0
"""Seconds within which the page, and behind it the table, replies on the busiest Pi."""

log = logging.getLogger(__name__)


def tell(line: str) -> None:
    """Send a line such as `READY=1` to systemd, if it wants to know."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.sendto(line.encode(), address)
    except OSError as error:
        log.warning("systemd could not be told %s: %s", line, error)


def patience() -> float:
    """Seconds within which systemd wants a sign of life from this very process; 0 when it wants none."""
    if os.environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return 0.0
    return int(os.environ.get("WATCHDOG_USEC", "0")) / 1e6


def reached_at(host: str) -> str:
    """Where this machine itself reaches what is served at `host`."""
    return "127.0.0.1" if host in ("0.0.0.0", "") else host


def page_answers(host: str, port: int) -> bool:
    """Whether the page says, in time, that the table is well."""
    asked = http.client.HTTPConnection(reached_at(host), port, timeout=PAGE_PATIENCE)
    try:
        asked.request("GET", "/healthz")
        return asked.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asked.close()


class Watchdog:
    """Gives signs of life for as long as `hanging` names no part that hangs; `start` also says that the
    program is ready."""

    def __init__(self, hanging: Callable[[], tuple[str, ...]]) -> None:
        self._hanging = hanging
        self._said: tuple[str, ...] = ()
        self._stopped = Event()
        self._pause = patience() / SIGNS
        self._thread = Thread(target=self._run, name="watchdog", daemon=True)

    def start(self) -> None:
        """Say that the page is served; from now on give signs of life, if they are wanted."""
        tell("READY=1")
        if self._pause:
            self._thread.start()

    def stop(self, *, ends: bool = True) -> None:
        """Give no more signs of life, and say that the program is about to end, if it `ends`.

        Not if another one takes its place: systemd then takes both for the same, which has not ended within
        TimeoutStopSec, and kills it.
        """
        self._stopped.set()
        if ends:
            tell("STOPPING=1")

    def look(self) -> None:
        """Look once at every part, and give a sign of life unless one hangs."""
        hanging = self._hanging()
        if not hanging:
            tell("WATCHDOG=1")
        elif hanging != self._said:
            log.error("This hangs: %s. If that lasts, systemd starts the companion again.",
                      ", ".join(hanging))
        self._said = hanging

    def _run(self) -> None:
        while not self._stopped.wait(self._pause):
            self.look()
