"""A status light and a buzzer on the Pi's pins. Both are optional; nothing is told by them alone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, time
from time import monotonic
from typing import Any

from gpiozero import LED, RGBLED, Buzzer
from gpiozero.exc import GPIOZeroError

from hardware.buttons import faults_of_pins, pins_of_this_machine
from hardware.messages import Trouble

BLINKS = {"waiting": (1.0, 1.0), "doubtful": (0.2, 0.2), "wrong": (0.08, 0.08)}
"""Seconds on and off: a slow blink asks for a throw, a quick one for help with a die, a flutter warns."""
COLOURS = {"waiting": (0, 0, 1), "doubtful": (1, 1, 0), "wrong": (1, 0, 0)}
"""Red, green and blue of a light that has them: who cannot tell colours tells the blinking."""
SAVED = (0, 1, 0)
"""The colour while nothing is wanted: all that was answered is written down."""
BEEPS = {"read": (0.06, 0.0, 1), "doubtful": (0.06, 0.1, 2), "wrong": (0.4, 0.0, 1)}
"""Seconds on and off and how often: one short beep when a throw was read, two when a die is in doubt."""
NO_BEEP = (0.0, 0.0, 0)

Hours = tuple[time, time]
"""From when to when, over midnight too."""


class NoLights(Trouble):
    """The lights cannot be used."""


@dataclass(frozen=True)
class LightSettings:
    """The pins (BCM numbers) of a light of one colour, of one of three (red, green, blue), of a buzzer; None
    where there is none. The buzzer is silent when `quiet`, and within `quiet_hours`."""

    led: int | None = None
    buzzer: int | None = None
    quiet: bool = False
    rgb: tuple[int, int, int] | None = None
    common_anode: bool = False
    quiet_hours: Hours | None = None


class Lights:
    """The status light shows a cue (`BLINKS`; anything else: steady), the buzzer sounds it once (`BEEPS`).

    Whoever shows the cue also keeps the time: there is no thread behind a blinking, and a fault of the pins
    comes to the caller.
    """

    def __init__(self, settings: LightSettings, *, pin_factory: Any = None,
                 clock: Callable[[], float] = monotonic,
                 time_of_day: Callable[[], time] = lambda: datetime.now().time()) -> None:
        self._settings = settings
        self._clock = clock
        self._time_of_day = time_of_day
        self._cue = ""
        self._since = 0.0
        self._beeps = NO_BEEP
        self._shown: tuple[bool, bool] | None = None
        self._led: LED | None = None
        self._rgb: RGBLED | None = None
        self._buzzer: Buzzer | None = None
        if settings.led is None and settings.rgb is None and settings.buzzer is None:
            return
        factory = pin_factory or pins_of_this_machine()
        try:
            if settings.led is not None:
                self._led = LED(settings.led, pin_factory=factory)
            if settings.rgb is not None:
                # Full colours only: mixing them takes a thread that switches the pins all the time.
                self._rgb = RGBLED(*settings.rgb, active_high=not settings.common_anode, pwm=False,
                                   pin_factory=factory)
            if settings.buzzer is not None and not settings.quiet:
                self._buzzer = Buzzer(settings.buzzer, pin_factory=factory)
        except (GPIOZeroError, OSError) as error:
            self.close()
            raise NoLights("The light or the buzzer cannot be used: {reason}. Check their pins in the "
                           "settings.", reason=str(error)) from error

    def show(self, cue: str) -> None:
        """Show `cue`. To be called at least every 0.1 s; raises `Trouble` when the pins no longer answer."""
        now = self._clock()
        if cue != self._cue:
            self._cue, self._since, self._shown = cue, now, None
            hours = self._settings.quiet_hours
            is_silent = hours is not None and is_within(hours, self._time_of_day())
            self._beeps = NO_BEEP if is_silent else BEEPS.get(cue, NO_BEEP)
        lit, sounds = _is_lit(cue, now - self._since), _sounds(self._beeps, now - self._since)
        if (lit, sounds) != self._shown:
            with faults_of_pins():
                self._switch(cue, lit, sounds)
            self._shown = (lit, sounds)

    def close(self) -> None:
        """Darken and silence everything."""
        for device in (self._led, self._rgb, self._buzzer):
            if device is not None:
                # A pin that is gone cannot be switched off, but must be free for when it is back.
                with suppress(Trouble), faults_of_pins():
                    device.off()
                with suppress(Trouble), faults_of_pins():
                    device.close()
        self._led = self._rgb = self._buzzer = None

    def _switch(self, cue: str, lit: bool, sounds: bool) -> None:
        if self._led is not None:
            self._led.value = lit
        if self._rgb is not None:
            self._rgb.color = COLOURS.get(cue, SAVED) if lit else (0, 0, 0)
        if self._buzzer is not None:
            self._buzzer.value = sounds


def _is_lit(cue: str, elapsed: float) -> bool:
    if cue not in BLINKS:
        return True
    on, off = BLINKS[cue]
    return elapsed % (on + off) < on


def _sounds(beeps: tuple[float, float, int], elapsed: float) -> bool:
    on, off, times = beeps
    return times > 0 and elapsed < times * (on + off) and elapsed % (on + off) < on


def is_within(hours: Hours, now: time) -> bool:
    """Whether `now` lies within `hours`, which may go over midnight."""
    start, end = hours
    return start <= now < end if start <= end else now >= start or now < end


def hours_of(text: str) -> Hours | None:
    """The hours that `22:00-07:00` means; None for an empty text."""
    start, _, end = text.partition("-")
    return (time.fromisoformat(start), time.fromisoformat(end)) if end else None
