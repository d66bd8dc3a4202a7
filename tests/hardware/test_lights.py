"""The status light and the buzzer, on gpiozero's mock pins."""

from __future__ import annotations

import time

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.lights import Lights, LightSettings, NoLights


def changes(pin: MockPin) -> int:
    """How often a pin has changed its state."""
    return len(pin.states) - 1


def test_the_light_is_steady_unless_something_is_wanted() -> None:
    pins = MockFactory()
    lights = Lights(LightSettings(led=5), pin_factory=pins)
    lights.show("quiet")
    assert pins.pin(5).state
    lights.close()
    assert not pins.pin(5).state


def test_a_doubtful_die_makes_the_light_blink_and_the_buzzer_sound_twice() -> None:
    pins = MockFactory()
    lights = Lights(LightSettings(led=5, buzzer=6), pin_factory=pins)
    lights.show("doubtful")
    lights.show("doubtful")
    time.sleep(0.5)
    assert changes(pins.pin(5)) >= 2
    assert [state.state for state in pins.pin(6).states].count(True) == 2
    lights.close()


def test_a_quiet_table_has_no_sound() -> None:
    pins = MockFactory()
    lights = Lights(LightSettings(buzzer=6, quiet=True), pin_factory=pins)
    lights.show("wrong")
    assert not pins.pin(6).state
    lights.close()


def test_without_pins_nothing_is_opened() -> None:
    lights = Lights(LightSettings())
    lights.show("doubtful")
    lights.close()


def test_a_pin_that_is_taken_is_refused_with_a_sentence() -> None:
    with pytest.raises(NoLights, match="Check their pins"):
        Lights(LightSettings(led=5, buzzer=5), pin_factory=MockFactory())
