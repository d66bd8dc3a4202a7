"""The bytes sent to a display's controller, decoded, are the drawn picture exactly."""

from __future__ import annotations

import pytest
from PIL import Image

from hardware.display import CHIPS, Display, DisplaySettings, open_device
from hardware.low_screens import low_picture
from hardware.screens import Screen, Text, picture
from tests.hardware.clock import Clock
from tests.hardware.controller import Controller
from tests.hardware.test_screens import SCREENS


def a_display(controller: Controller, clock: Clock, rotate: int = 0) -> Display:
    settings = DisplaySettings(controller.chip, rotate=rotate)
    return Display(lambda: open_device(settings, controller), clock=clock,
                   lost=lambda reason: None, back=lambda: None)


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("chip", CHIPS)
def test_the_glass_shows_what_was_drawn(chip: str, name: str) -> None:
    controller = Controller(chip)
    a_display(controller, Clock()).show(SCREENS[name])
    assert controller.is_on
    assert controller.glass().tobytes() == picture(SCREENS[name]).tobytes()


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("chip", CHIPS)
def test_a_low_glass_shows_the_reduced_form(chip: str, name: str) -> None:
    controller = Controller(chip, height=32)
    settings = DisplaySettings(chip, height=32)
    display = Display(lambda: open_device(settings, controller), clock=Clock(), draw=low_picture,
                      size=(128, 32), lost=lambda reason: None, back=lambda: None)
    display.show(SCREENS[name])
    assert controller.glass().tobytes() == low_picture(SCREENS[name]).tobytes()
    # So many rows are driven, less one; luma drives one more on an SH1106.
    assert controller.settings[0xA8] == [32 if chip == "sh1106" else 31]


@pytest.mark.parametrize("chip", CHIPS)
def test_a_display_mounted_upside_down_shows_it_upright(chip: str) -> None:
    controller = Controller(chip)
    a_display(controller, Clock(), rotate=2).show(SCREENS["status_en"])
    turned = controller.glass().transpose(Image.Transpose.ROTATE_180)
    assert turned.tobytes() == picture(SCREENS["status_en"]).tobytes()


@pytest.mark.parametrize("chip", CHIPS)
def test_a_display_plugged_in_again_is_set_up_anew_and_shows_the_latest_screen(chip: str) -> None:
    controller, clock = Controller(chip), Clock()
    display = a_display(controller, clock)
    display.show(Text("", "before"))
    controller.unplugged = True
    clock.sleep(1)
    latest: Screen = Text("", "while it was gone")
    display.show(latest)
    fresh = Controller(chip)
    controller.__dict__.update(fresh.__dict__)
    clock.sleep(2)
    display.show(latest)
    assert controller.glass().tobytes() == picture(latest).tobytes()


@pytest.mark.parametrize("chip", CHIPS)
def test_an_idle_display_is_dimmed_and_then_dark(chip: str) -> None:
    controller, clock = Controller(chip), Clock()
    display = a_display(controller, clock)
    display.show(SCREENS["status_en"])
    bright = controller.contrast
    clock.sleep(150)
    display.tick()
    assert controller.contrast < bright / 10
    assert controller.glass().getbbox() is not None
    clock.sleep(900)
    display.tick()
    assert controller.glass().getbbox() is None
