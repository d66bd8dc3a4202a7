"""The status light and the buzzer, on gpiozero's mock pins."""

from __future__ import annotations

import time
from datetime import time as clock_time

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.lights import Lights, LightSettings, NoLights, hours_of, is_within


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


RGB = LightSettings(rgb=(5, 6, 13))


def lit(pins: MockFactory) -> tuple[bool, ...]:
    """Which of red, green and blue are driven high."""
    return tuple(bool(pins.pin(number).state) for number in (5, 6, 13))


@pytest.mark.parametrize(("cue", "colour"), [
    ("waiting", (False, False, True)), ("doubtful", (True, True, False)), ("wrong", (True, False, False)),
    ("read", (False, True, False)), ("quiet", (False, True, False))])
def test_a_light_of_three_colours_shows_what_is_wanted(cue: str, colour: tuple[bool, ...]) -> None:
    pins = MockFactory()
    lights = Lights(RGB, pin_factory=pins)
    lights.show(cue)
    end = time.monotonic() + 3
    while lit(pins) != colour and time.monotonic() < end:
        time.sleep(0.005)
    assert lit(pins) == colour
    lights.close()
    assert lit(pins) == (False, False, False)


def test_a_light_with_a_common_plus_is_driven_the_other_way_round() -> None:
    pins = MockFactory()
    lights = Lights(LightSettings(rgb=(5, 6, 13), common_anode=True), pin_factory=pins)
    lights.show("quiet")
    assert lit(pins) == (True, False, True)
    lights.close()


def test_a_blinking_colour_gives_way_to_the_steady_one() -> None:
    pins = MockFactory()
    lights = Lights(RGB, pin_factory=pins)
    lights.show("wrong")
    lights.show("quiet")
    time.sleep(0.3)
    assert lit(pins) == (False, True, False)
    lights.close()


@pytest.mark.parametrize(("now", "sounds"), [("21:59", True), ("22:00", False), ("03:00", False),
                                             ("07:00", True)])
def test_within_the_quiet_hours_the_buzzer_is_silent_and_the_light_is_not(now: str, sounds: bool) -> None:
    pins = MockFactory()
    lights = Lights(LightSettings(led=5, buzzer=6, quiet_hours=hours_of("22:00-07:00")), pin_factory=pins,
                    now=lambda: clock_time.fromisoformat(now))
    lights.show("wrong")
    time.sleep(0.2)
    assert any(state.state for state in pins.pin(6).states) is sounds
    assert changes(pins.pin(5)) >= 1
    lights.close()


def test_quiet_hours_within_a_day_and_none_at_all() -> None:
    noon = clock_time(12)
    siesta = hours_of("11:30-13:00")
    assert siesta is not None
    assert is_within(siesta, noon)
    assert not is_within(siesta, clock_time(14))
    assert hours_of("") is None
