"""An SPI display's bus. luma drives its data and reset pins by RPi.GPIO, which does not work on a Pi 5; here
they are gpiozero's, as all other pins are.
"""

from __future__ import annotations

from typing import Any

from gpiozero import OutputDevice
from luma.core.interface.serial import spi

from hardware.buttons import faults_of_pins, pins_of_this_machine


class Pins:
    """Output pins as luma asks for them, in the manner of RPi.GPIO."""

    OUT, LOW, HIGH = "out", 0, 1

    def __init__(self, pin_factory: Any) -> None:
        self._factory = pin_factory
        self._outputs: dict[int, OutputDevice] = {}

    def setup(self, pin: int, direction: str) -> None:
        """Take the pin."""
        with faults_of_pins():
            self._outputs[pin] = OutputDevice(pin, pin_factory=self._factory)

    def output(self, pin: int, level: int) -> None:
        """Set the pin low or high."""
        with faults_of_pins():
            self._outputs[pin].value = level

    def close(self) -> None:
        """Give the pins back."""
        for output in self._outputs.values():
            output.close()
        self._outputs = {}


class SpiBus(spi):  # type: ignore[misc]
    """luma's SPI bus with gpiozero's pins. Raises `Trouble` where the pins cannot be used."""

    def __init__(self, *, pin_factory: Any = None, **wiring: Any) -> None:
        self._pins = Pins(pin_factory or pins_of_this_machine())
        try:
            super().__init__(gpio=self._pins, **wiring)
        except BaseException:
            self._pins.close()
            raise

    def cleanup(self) -> None:
        """Give the bus and the pins back."""
        self._pins.close()
        super().cleanup()
