"""Devices that are lost and come back: tried again soon at first, then less often; a loss is said once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from hardware.messages import Message, Trouble

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0


class Closable(Protocol):
    """Something that can be let go of."""

    def close(self) -> None:
        """Let go of it."""


D = TypeVar("D", bound=Closable)
T = TypeVar("T")


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


class Kept(Generic[D]):
    """A device that is opened at its first use, and again after a loss: whatever `Trouble` it raises.

    `lost` is told once with the reason, `back` once. A device that cannot be used costs no waiting.
    """

    def __init__(self, open_: Callable[[], D], *, clock: Callable[[], float], lost: Callable[[Message], None],
                 back: Callable[[], None]) -> None:
        self._open = open_
        self._retry = Retry(clock, lost=lost, back=back)
        self._device: D | None = None

    def use(self, do: Callable[[D], T]) -> T | None:
        """What `do` gives of the device; None while there is none."""
        if not self._retry.is_due():
            return None
        try:
            if self._device is None:
                self._device = self._open()
            done = do(self._device)
        except Trouble as trouble:
            self.close()
            self._retry.failed(trouble.message)
            return None
        self._retry.answered()
        return done

    def close(self) -> None:
        """Let go of the device; the next use opens it again."""
        if self._device is not None:
            device, self._device = self._device, None
            device.close()
