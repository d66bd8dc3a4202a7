"""The status light and the buzzer, on gpiozero's mock pins."""

from __future__ import annotations

from datetime import time

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.lights import Lights, LightSettings, NoLights, hours_of, is_within
from tests.hardware.clock import Clock

RGB = LightSettings(rgb=(5, 6, 13))


def shown(settings: LightSettings, cue: str, *, seconds: float = 3.0, at: str = "12:00") -> MockFactory:
    """The pins, after a cue was shown for a while as the box shows it."""
    pins, clock = MockFactory(), Clock()
    lights = Lights(settings, pin_factory=pins, clock=clock, time_of_day=lambda: time.fromisoformat(at))
    for _ in range(round(seconds / 0.05)):
        lights.show(cue)
        clock.sleep(0.05)
    return pins


def risings(pin: MockPin) -> int:
    """How often a pin has been switched on."""
    return [state.state for state in pin.states[1:]].count(True)


def lit(pins: MockFactory) -> tuple[bool, ...]:
    """Which of red, green and blue are driven high."""
    return tuple(bool(pins.pin(number).state) for number in (5, 6, 13))


def test_the_light_is_steady_unless_something_is_wanted() -> None:
    pins = MockFactory()
    lights = Lights(LightSettings(led=5), pin_factory=pins)
    lights.show("quiet")
    assert pins.pin(5).state
    lights.close()
    assert not pins.pin(5).state


def test_the_more_is_wrong_the_faster_the_light_blinks() -> None:
    blinks = [risings(shown(LightSettings(led=5), cue).pin(5))
              for cue in ("quiet", "waiting", "doubtful", "wrong")]
    assert blinks[:3] == [1, 2, 8]
    assert blinks[3] > 10


@pytest.mark.parametrize(("cue", "beeps"), [("read", 1), ("doubtful", 2), ("wrong", 1), ("waiting", 0)])
def test_the_buzzer_sounds_a_cue_once(cue: str, beeps: int) -> None:
    assert risings(shown(LightSettings(buzzer=6), cue).pin(6)) == beeps


def test_a_quiet_table_has_no_sound() -> None:
    assert risings(shown(LightSettings(buzzer=6, quiet=True), "wrong").pin(6)) == 0


def test_without_pins_nothing_is_opened() -> None:
    lights = Lights(LightSettings())
    lights.show("doubtful")
    lights.close()


def test_a_pin_that_is_taken_is_refused_with_a_sentence() -> None:
    with pytest.raises(NoLights, match="Check their pins"):
        Lights(LightSettings(led=5, buzzer=5), pin_factory=MockFactory())


@pytest.mark.parametrize(("cue", "colour"), [
    ("waiting", (False, False, True)), ("doubtful", (True, True, False)), ("wrong", (True, False, False)),
    ("read", (False, True, False)), ("quiet", (False, True, False))])
def test_a_light_of_three_colours_shows_what_is_wanted(cue: str, colour: tuple[bool, ...]) -> None:
    pins = MockFactory()
    lights = Lights(RGB, pin_factory=pins)
    lights.show(cue)
    assert lit(pins) == colour
    lights.close()
    assert lit(pins) == (False, False, False)


def test_a_light_with_a_common_plus_is_driven_the_other_way_round() -> None:
    pins = shown(LightSettings(rgb=(5, 6, 13), common_anode=True), "quiet")
    assert lit(pins) == (True, False, True)


def test_a_colour_that_blinks_gives_way_to_another_at_once() -> None:
    pins, clock = MockFactory(), Clock()
    lights = Lights(RGB, pin_factory=pins, clock=clock)
    for cue, colour in (("wrong", (True, False, False)), ("waiting", (False, False, True))):
        lights.show(cue)
        assert lit(pins) == colour
        clock.sleep(0.1)


@pytest.mark.parametrize(("at", "beeps"), [("21:59", 1), ("22:00", 0), ("03:00", 0), ("07:00", 1)])
def test_within_the_quiet_hours_the_buzzer_is_silent_and_the_light_is_not(at: str, beeps: int) -> None:
    pins = shown(LightSettings(led=5, buzzer=6, quiet_hours=hours_of("22:00-07:00")), "wrong", at=at)
    assert risings(pins.pin(6)) == beeps
    assert risings(pins.pin(5)) > 5


def test_quiet_hours_within_a_day_and_none_at_all() -> None:
    siesta = hours_of("11:30-13:00")
    assert siesta is not None
    assert is_within(siesta, time(12))
    assert not is_within(siesta, time(14))
    assert hours_of("") is None
