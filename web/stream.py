"""The live stream: the state as server-sent events, one stream a phone, bounded in number and in life."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

HEARTBEAT = 5.0
"""Seconds without news after which a sign of life is sent: only a write notices that a phone has gone."""
LIFE = 600.0
"""Seconds after which a stream ends and the phone opens a new one, so that no dead one stays for long."""
STEP = 1.0
"""Seconds after which a stream looks whether a newer one of the same phone has taken its place."""


class Full(Exception):
    """As many streams as there may be are open."""


class Streams:
    """The open streams of all phones. A new stream of a phone takes the place of its old one."""

    def __init__(self, most: int = 40, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self._clock = most, clock
        self._lock = threading.Lock()
        self._newest: dict[str, int] = {}
        self._open: set[int] = set()
        self._last = 0

    def __len__(self) -> int:
        return len(self._open)

    def open(self, phone: str, most: int | None = None) -> Ticket:
        """A place for a new stream of `phone`. Raises `Full` when all places are taken by other phones."""
        with self._lock:
            replaced = self._newest.get(phone) in self._open
            if len(self._open) - replaced >= (self.most if most is None else most):
                raise Full
            self._last += 1
            self._newest[phone] = self._last
            self._open.add(self._last)
            return Ticket(self, phone, self._last, self._clock() + LIFE, self._clock)

    def is_newest(self, phone: str, number: int) -> bool:
        """Whether no other stream has taken this one's place."""
        return self._newest.get(phone) == number

    def close(self, phone: str, number: int) -> None:
        """Give the place back."""
        with self._lock:
            self._open.discard(number)
            if self._newest.get(phone) == number:
                del self._newest[phone]


class Ticket:
    """The place of one stream; to be closed when the stream ends."""

    def __init__(self, streams: Streams, phone: str, number: int, until: float,
                 clock: Callable[[], float]) -> None:
        self._streams, self._phone, self._number = streams, phone, number
        self._until, self._clock = until, clock

    @property
    def replaced(self) -> bool:
        """Whether the phone has opened a newer stream."""
        return not self._streams.is_newest(self._phone, self._number)

    @property
    def old(self) -> bool:
        """Whether the stream has lived its time."""
        return self._clock() > self._until

    def close(self) -> None:
        """Give the place back; closing twice does no harm."""
        self._streams.close(self._phone, self._number)


def events(ticket: Ticket, wait: Callable[[int, float], int | None], text: Callable[[], tuple[int, str]],
           event: str = "state", clock: Callable[[], float] = time.monotonic) -> Iterator[str]:
    """The stream's text: the state at once, then at every change, and a sign of life when nothing is new.

    `wait(version, seconds)` returns the newest version, at the latest after `seconds`, or None when there
    will be no more; `text()` gives the version and the state as JSON. The sign of life is an event and no
    comment, since a page is never told of comments and could not know a dead network from a quiet table. A
    stream that was replaced says so, so that its page does not come back and throw the newer one out.
    """
    try:
        version, state = text()
        sent = clock()
        yield f"retry: 2000\nevent: {event}\nid: {version}\ndata: {state}\n\n"
        while not ticket.old:
            newest = wait(version, STEP)
            if newest is None:
                return
            if ticket.replaced:
                yield "event: replaced\ndata: {}\n\n"
                return
            if newest > version:
                version, state = text()
                yield f"event: {event}\nid: {version}\ndata: {state}\n\n"
            elif clock() - sent >= HEARTBEAT:
                yield "event: here\ndata: {}\n\n"
            else:
                continue
            sent = clock()
    finally:
        ticket.close()
