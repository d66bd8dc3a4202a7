"""A clock for tests."""

from __future__ import annotations


class Clock:
    """Stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let `seconds` pass at once."""
        self.now += seconds
