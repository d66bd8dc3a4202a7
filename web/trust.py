"""Whom the page trusts: only browsers of this network that came for this table.

What is checked before anything else, on every request: that the page was asked for by an address of this
network (a foreign name that points here is how other sites reach into a network), and that a change comes
from our own page. No forwarded header is believed.
"""

from __future__ import annotations

import ipaddress
import math
import secrets
import socket
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from flask import Request, Response, request

TOKEN_HEADER = "X-Table-Token"
"""The header in which a page sends back the token it was given; other sites can neither read nor send it."""

POLICY = ("default-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'; "
          "frame-ancestors {ancestors}")


def known_host(host: str, names: Sequence[str] = ()) -> bool:
    """Whether `host` (a Host header) means this machine: a name of ours or a number of a private network.

    It is asked at every request since addresses change. A number needs no list: a page opened by number
    belongs to that number, so no foreign site can stand behind it.
    """
    name = urlsplit(f"//{host}").hostname or ""
    own = socket.gethostname().lower()
    if name in {"localhost", own, f"{own}.local", *(known.lower() for known in names)}:
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_private or address.is_loopback or address.is_link_local


def from_elsewhere(asked: Request) -> bool:
    """Whether a browser says that another site's page sent this request."""
    if asked.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = asked.headers.get("Origin")
    return origin is not None and urlsplit(origin).netloc.lower() != asked.host.lower()


def with_headers(answer: Response, may_be_framed: bool) -> Response:
    """The answer with the headers that keep a browser from doing more with it than we mean."""
    ancestors = "'self'" if may_be_framed else "'none'"
    answer.headers.setdefault("Content-Security-Policy", POLICY.format(ancestors=ancestors))
    answer.headers.setdefault("X-Frame-Options", "SAMEORIGIN" if may_be_framed else "DENY")
    answer.headers.setdefault("X-Content-Type-Options", "nosniff")
    answer.headers.setdefault("Referrer-Policy", "same-origin")
    answer.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    if "Cache-Control" not in answer.headers:
        answer.headers["Cache-Control"] = "no-cache" if request.endpoint == "static" else "no-store"
    return answer


class Guesses:
    """Slows down the guessing of the code, for one address and for all together; it never shuts anybody out.

    An address may miss `at_once` times, then once every `seconds`. All addresses together may miss twelve
    times as often, so that many guessers are not much faster than one.
    """

    MOST_ADDRESSES = 500
    ALL = ""

    def __init__(self, at_once: int = 5, seconds: float = 10.0,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self._at_once, self._seconds, self._clock = at_once, seconds, clock
        self._free_again: OrderedDict[str, float] = OrderedDict()
        """Of each address, when its misses so far will be forgotten."""

    def wait(self, address: str) -> int:
        """How many seconds `address` has to wait before its next guess; 0: it may guess now."""
        return max(self._wait(address, 1), self._wait(self.ALL, 12))

    def missed(self, address: str) -> None:
        """Note a wrong guess."""
        now = self._clock()
        for who, share in ((address, 1), (self.ALL, 12)):
            self._free_again[who] = max(now, self._free_again.get(who, now)) + self._seconds / share
            self._free_again.move_to_end(who)
        while len(self._free_again) > self.MOST_ADDRESSES:
            self._free_again.popitem(last=False)

    def _wait(self, who: str, share: int) -> int:
        each = self._seconds / share
        owed = self._free_again.get(who, 0.0) - self._clock()
        return max(0, math.ceil(owed - (self._at_once * share - 1) * each))


def same(given: str, right: str) -> bool:
    """Whether two secrets are the same, compared in a time that tells nothing."""
    return secrets.compare_digest(given.encode(), right.encode())
