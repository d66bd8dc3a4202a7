"""When to try a lost device again: soon at first, then less and less often; its loss is said once."""

from __future__ import annotations

from collections.abc import Callable

from hardware.messages import Message

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0


class Retry:
    """Keeps whether a device answers. `lost` is called once with the reason, `back` once on its return."""

    def __init__(self, clock: Callable[[], float], *, lost: Callable[[Message], None],
                 back: Callable[[], None]) -> None:
        self._clock = clock
        self._say_lost = lost
        self._say_back = back
        self._pause = FIRST_PAUSE
        self._again = 0.0
        self.is_lost = False

    def is_due(self) -> bool:
        """Whether the device may be tried now."""
        return not self.is_lost or self._clock() >= self._again

    def failed(self, reason: Message) -> None:
        """The device did not answer."""
        self._pause = min(LONGEST_PAUSE, 2 * self._pause) if self.is_lost else FIRST_PAUSE
        self._again = self._clock() + self._pause
        if not self.is_lost:
            self.is_lost = True
            self._say_lost(reason)

    def answered(self) -> None:
        """The device answered."""
        if self.is_lost:
            self.is_lost = False
            self._say_back()
