"""A status light and a buzzer on the Pi's pins. Both are optional; nothing is told by them alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gpiozero import LED, Buzzer
from gpiozero.exc import GPIOZeroError

from hardware.buttons import pins_of_this_machine
from hardware.messages import Trouble

BLINKS = {"waiting": (1.0, 1.0), "doubtful": (0.2, 0.2), "wrong": (0.08, 0.08)}
"""Seconds on and off: a slow blink asks for a throw, a quick one for help with a die, a flutter warns."""
BEEPS = {"read": (0.06, 0.0, 1), "doubtful": (0.06, 0.1, 2), "wrong": (0.4, 0.0, 1)}
"""Seconds on and off and how often: one short beep when a throw was read, two when a die is in doubt."""


class NoLights(Trouble):
    """The lights cannot be used."""


@dataclass(frozen=True)
class LightSettings:
    """The pins (BCM numbers) of the status light and of the buzzer; None where there is none."""

    led: int | None = None
    buzzer: int | None = None
    quiet: bool = False


class Lights:
    """The status light shows a cue (`BLINKS`; anything else: steady), the buzzer sounds it once (`BEEPS`)."""

    def __init__(self, settings: LightSettings, *, pin_factory: Any = None) -> None:
        self._cue = ""
        self._led: LED | None = None
        self._buzzer: Buzzer | None = None
        if settings.led is None and settings.buzzer is None:
            return
        factory = pin_factory or pins_of_this_machine()
        try:
            if settings.led is not None:
                self._led = LED(settings.led, pin_factory=factory)
            if settings.buzzer is not None and not settings.quiet:
                self._buzzer = Buzzer(settings.buzzer, pin_factory=factory)
        except (GPIOZeroError, OSError) as error:
            self.close()
            raise NoLights("The light or the buzzer cannot be used: {reason}. Check their pins in the "
                           "settings.", reason=str(error)) from error

    def show(self, cue: str) -> None:
        """Show `cue` from now on; nothing happens when it is shown already."""
        if cue == self._cue:
            return
        self._cue = cue
        if self._led is not None:
            if cue in BLINKS:
                on, off = BLINKS[cue]
                self._led.blink(on_time=on, off_time=off)
            else:
                self._led.on()
        if self._buzzer is not None and cue in BEEPS:
            on, off, times = BEEPS[cue]
            self._buzzer.beep(on_time=on, off_time=off, n=times)

    def close(self) -> None:
        """Darken and silence both."""
        for device in (self._led, self._buzzer):
            if device is not None:
                device.off()
                device.close()
        self._led = self._buzzer = None
