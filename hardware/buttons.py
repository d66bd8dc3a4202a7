"""Four buttons on the Pi's pins: OK, BACK, UP, DOWN. Bouncing contacts in, presses out.

The contacts are debounced here, on a clock that is handed in: what a driver does against bounce differs from
one to the next, and the mock pins do nothing. gpiozero's callbacks run on threads of their own, so that all
they do is to put an edge on a queue; `presses` reads the queue on the caller's thread.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

from gpiozero import DigitalInputDevice
from gpiozero.exc import BadPinFactory, GPIOZeroError

from hardware.messages import Trouble

BUTTONS = ("ok", "back", "up", "down")
STEADY = 0.020
"""A level counts once it has stood for this many seconds; cheap buttons bounce for up to 15 ms."""
HOLD = 0.8
"""A button that is down for this many seconds is held."""
REPEAT = 0.25
"""UP and DOWN, held, go on every so many seconds."""


class NoButtons(Trouble):
    """The buttons cannot be used."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed and let go (`held` False), or has been held (UP and DOWN: again and again)."""

    button: str
    held: bool = False


@dataclass(frozen=True)
class ButtonSettings:
    """The pins (BCM numbers), and whether a pressed button pulls its pin low (to ground) or high."""

    pins: dict[str, int] = field(default_factory=lambda: {"ok": 17, "back": 27, "up": 22, "down": 23})
    active_low: bool = True


class Contact:
    """One contact: takes raw edges with their times in order, and says which presses they amount to.

    A press counts when the button is let go, so that holding can mean something else.
    """

    def __init__(self, button: str, *, repeats: bool) -> None:
        self._button = button
        self._repeats = repeats
        self._raw = False
        self._raw_since = 0.0
        self._down_since: float | None = None
        self._next_hold = 0.0
        self._was_held = False

    def edge(self, down: bool, at: float) -> list[Press]:
        """The contact closed (`down`) or opened at `at` seconds. Returns what was due before."""
        presses = self.due(at)
        if down != self._raw:
            self._raw, self._raw_since = down, at
        return presses

    def due(self, now: float) -> list[Press]:
        """What is certain by `now`, at most once told."""
        presses: list[Press] = []
        is_down = self._down_since is not None
        settled = self._raw_since + STEADY
        changes = self._raw != is_down and settled <= now
        presses += self._holds(settled - STEADY if changes else now)
        if changes and self._raw:
            self._down_since, self._next_hold, self._was_held = self._raw_since, self._raw_since + HOLD, False
            presses += self._holds(now)
        elif changes:
            self._down_since = None
            if not self._was_held:
                presses.append(Press(self._button))
        return presses

    def _holds(self, until: float) -> list[Press]:
        """A held press, and for UP and DOWN one for each time that it repeats, up to `until`."""
        presses: list[Press] = []
        while self._down_since is not None and self._next_hold <= until:
            if self._was_held and not self._repeats:
                break
            presses.append(Press(self._button, held=True))
            self._was_held = True
            self._next_hold += REPEAT
        return presses


@dataclass(frozen=True, slots=True)
class _Edge:
    button: str
    down: bool
    at: float


class Buttons:
    """The four buttons on their pins. Raises `NoButtons` when the pins cannot be had.

    `pin_factory` is gpiozero's (its mock pins in tests and in the demo); without one, the Pi's own chip.
    """

    def __init__(self, settings: ButtonSettings, *, pin_factory: Any = None,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self.settings = settings
        self._clock = clock
        self._edges: SimpleQueue[_Edge] = SimpleQueue()
        self._contacts = {button: Contact(button, repeats=button in ("up", "down")) for button in BUTTONS}
        self._inputs: list[DigitalInputDevice] = []
        factory = pin_factory or pins_of_this_machine()
        try:
            for button in BUTTONS:
                self._inputs.append(self._input(button, factory))
        except (GPIOZeroError, OSError, KeyError) as error:
            self.close()
            raise NoButtons("The buttons cannot be used: {reason}. Check the pins in the settings and that "
                            "no other program holds them.", reason=str(error)) from error

    def _input(self, button: str, factory: Any) -> DigitalInputDevice:
        pin = DigitalInputDevice(self.settings.pins[button], pull_up=self.settings.active_low,
                                 pin_factory=factory)
        pin.when_activated = lambda: self._edges.put(_Edge(button, True, self._clock()))
        pin.when_deactivated = lambda: self._edges.put(_Edge(button, False, self._clock()))
        return pin

    def presses(self) -> list[Press]:
        """The presses since the last call, oldest first. To be called at least every 0.1 s.

        Raises `Trouble` when the pins can no longer be read.
        """
        presses: list[Press] = []
        now = self._clock()
        while True:
            try:
                edge = self._edges.get_nowait()
            except Empty:
                break
            presses += self._due(edge.at) + self._contacts[edge.button].edge(edge.down, edge.at)
        for button, pin in zip(BUTTONS, self._inputs, strict=True):
            # An edge that the driver lost is made up for by the level, which is what counts in the end.
            presses += self._contacts[button].edge(_is_active(pin), now)
        return presses + self._due(now)

    def _due(self, now: float) -> list[Press]:
        return [press for contact in self._contacts.values() for press in contact.due(now)]

    def down(self) -> tuple[str, ...]:
        """The buttons whose pins are active at this moment, as the wiring test shows them."""
        return tuple(button for button, pin in zip(BUTTONS, self._inputs, strict=True) if _is_active(pin))

    def close(self) -> None:
        """Give the pins back."""
        for pin in self._inputs:
            # A pin that is gone need not be given back.
            with suppress(Trouble), faults_of_pins():
                pin.close()
        self._inputs = []


def _is_active(pin: DigitalInputDevice) -> bool:
    with faults_of_pins():
        return bool(pin.is_active)


@contextmanager
def faults_of_pins() -> Iterator[None]:
    """Raise `Trouble` for whatever pins raise that can no longer be used."""
    try:
        yield
    except Exception as error:
        # lgpio has an exception class of its own, which cannot be named where lgpio is missing.
        if not isinstance(error, (GPIOZeroError, OSError)) and type(error).__module__ != "lgpio":
            raise
        raise Trouble("Buttons or lights no longer answer ({reason}). The game goes on without them; they "
                      "are tried again.", reason=str(error)) from error


def pins_of_this_machine() -> Any:
    """gpiozero's pins by lgpio, which knows every Pi; or what GPIOZERO_PIN_FACTORY names."""
    if "GPIOZERO_PIN_FACTORY" in os.environ:
        return None
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
        return LGPIOFactory()
    except ImportError as error:
        raise NoButtons("The buttons cannot be used: Python's lgpio is missing. "
                        "Install it: sudo apt install python3-lgpio") from error
    except (BadPinFactory, OSError) as error:
        raise NoButtons("The buttons cannot be used: this machine's GPIO chip does not open ({reason}). "
                        "On a Pi, the user must be in the group gpio.", reason=str(error)) from error
    except Exception as error:
        # lgpio has an exception class of its own, which cannot be named where lgpio is missing.
        if type(error).__module__ != "lgpio":
            raise
        raise NoButtons("The buttons cannot be used: this machine has no GPIO chip ({reason}).",
                        reason=str(error)) from error


def press(pin_factory: Any, settings: ButtonSettings, button: str, *, held: bool = False,
          sleep: Callable[[float], None] = time.sleep) -> None:
    """Press a button on gpiozero's mock pins as a finger would, for as long as that takes."""
    pin = pin_factory.pin(settings.pins[button])
    close, open_ = (pin.drive_low, pin.drive_high) if settings.active_low else (pin.drive_high, pin.drive_low)
    close()
    sleep(HOLD + 0.1 if held else 2 * STEADY)
    open_()
    sleep(2 * STEADY)
