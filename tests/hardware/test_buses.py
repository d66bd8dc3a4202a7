"""The wires behind luma: what goes over I²C and SPI is what the controller gets, and nothing stays open."""

from __future__ import annotations

import atexit
from collections.abc import Iterable
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from luma.core.interface.serial import i2c

from hardware.display import CHIPS, Display, DisplaySettings, open_device
from hardware.messages import Message, Trouble
from hardware.screens import Text, picture
from hardware.spi import SpiBus
from tests.hardware.clock import Clock
from tests.hardware.controller import Controller
from tests.hardware.test_screens import SCREENS

DATA_PIN, RESET_PIN = 24, 25


class I2cWires:
    """What smbus2 would send, as the controller at address 3C takes it."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller

    def write_i2c_block_data(self, address: int, control: int, bytes_: list[int]) -> None:
        assert address == 0x3C
        if control == 0x40:
            self._controller.data(bytes_)
        else:
            self._controller.command(*bytes_)


class SpiWires:
    """What spidev would send; the data pin says what it is."""

    def __init__(self, controller: Controller, pins: MockFactory) -> None:
        self._controller = controller
        self._data = pins.pin(DATA_PIN)
        self.max_speed_hz = 0
        self.is_open = False

    def open(self, port: int, device: int) -> None:
        self.is_open = True

    def writebytes(self, bytes_: Iterable[int]) -> None:
        if self._data.state:
            self._controller.data(bytes_)
        else:
            self._controller.command(*bytes_)

    def close(self) -> None:
        self.is_open = False


def a_display(controller: Controller, serial: Any, clock: Clock | None = None,
              said: list[Message] | None = None) -> Display:
    settings = DisplaySettings(controller.chip)
    return Display(lambda: open_device(settings, serial), clock=clock or Clock(), back=lambda: None,
                   lost=lambda reason: said.append(reason) if said is not None else None)


@pytest.mark.parametrize("chip", CHIPS)
def test_over_i2c_the_glass_shows_what_was_drawn(chip: str) -> None:
    controller = Controller(chip)
    a_display(controller, i2c(bus=I2cWires(controller))).show(SCREENS["status_en"])
    assert controller.glass().tobytes() == picture(SCREENS["status_en"]).tobytes()


@pytest.mark.parametrize("chip", CHIPS)
def test_over_spi_the_glass_shows_what_was_drawn_and_the_pins_are_given_back(chip: str) -> None:
    controller, pins = Controller(chip), MockFactory()
    wires = SpiWires(controller, pins)
    bus = SpiBus(pin_factory=pins, spi=wires, gpio_DC=DATA_PIN, gpio_RST=RESET_PIN)
    assert pins.pin(RESET_PIN).state, "the controller is no longer held in reset"
    display = a_display(controller, bus)
    display.show(SCREENS["status_en"])
    assert controller.glass().tobytes() == picture(SCREENS["status_en"]).tobytes()
    display.close()
    assert not wires.is_open
    SpiBus(pin_factory=pins, spi=wires, gpio_DC=DATA_PIN, gpio_RST=RESET_PIN).cleanup()


def test_an_spi_display_whose_pins_are_taken_says_so_and_keeps_none() -> None:
    controller, pins = Controller("ssd1306"), MockFactory()
    with pytest.raises(Trouble, match="already in use"):
        SpiBus(pin_factory=pins, spi=SpiWires(controller, pins), gpio_DC=DATA_PIN, gpio_RST=DATA_PIN)
    SpiBus(pin_factory=pins, spi=SpiWires(controller, pins), gpio_DC=DATA_PIN, gpio_RST=RESET_PIN).cleanup()


def test_an_spi_display_whose_pins_are_gone_is_a_loss_in_one_sentence() -> None:
    class GonePins(MockFactory):
        def pin(self, name: object) -> object:
            raise OSError(19, "No such device")

    said: list[Message] = []
    display = Display(lambda: SpiBus(pin_factory=GonePins(), spi=None), clock=Clock(), lost=said.append,
                      back=lambda: None)
    display.show(Text("", "hello"))
    assert str(said[0]) == ("The display does not answer ([Errno 19] No such device). The game goes on "
                            "without it; it is tried again.")


@pytest.mark.parametrize("chip", CHIPS)
def test_at_exit_the_display_is_off_and_holds_no_picture(chip: str) -> None:
    controller = Controller(chip)
    display = a_display(controller, controller)
    display.show(SCREENS["status_en"])
    display.close()
    assert not controller.is_on
    assert not controller.memory.any(), "a picture that stays burns in, and tells of a game as it was"


def test_a_display_that_is_tried_again_for_days_leaves_nothing_open() -> None:
    class Bus(Controller):
        open_ones = 0

        def __init__(self) -> None:
            super().__init__("ssd1306")
            self.unplugged = True
            Bus.open_ones += 1

        def cleanup(self) -> None:
            Bus.open_ones -= 1

    clock, said = Clock(), list[Message]()
    display = Display(lambda: open_device(DisplaySettings("ssd1306"), Bus()), clock=clock,
                      lost=said.append, back=lambda: None)
    at_exit = atexit._ncallbacks()  # type: ignore[attr-defined]
    for number in range(100):
        display.show(Text("", str(number)))
        clock.sleep(60)
    assert len(said) == 1
    assert Bus.open_ones == 0
    assert atexit._ncallbacks() == at_exit  # type: ignore[attr-defined]


def test_a_display_that_is_lost_gives_its_bus_back() -> None:
    class Bus(Controller):
        is_closed = False

        def cleanup(self) -> None:
            self.is_closed = True

    bus = Bus("ssd1306")
    display = a_display(bus, bus)
    display.show(Text("", "before"))
    bus.unplugged = True
    display.close()
    assert bus.is_closed
