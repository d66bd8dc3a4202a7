"""Waiting for what another thread does."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(holds: Callable[[], bool]) -> None:
    """Wait, for 30 seconds at most, until something holds."""
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end, "It does not come to hold."
        time.sleep(0.01)
