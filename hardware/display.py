"""The small display: SSD1306, SH1106 or SSD1309 of 128×64 or 128×32 pixels, or luma's dummy, which keeps
pictures.

A display that is missing, is unplugged or comes back never disturbs the caller: it is said once and tried
again with growing pauses.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import luma.core.device
from luma.core.device import dummy
from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image, ImageChops

from hardware.lettering import HEIGHT, WIDTH
from hardware.messages import Message, Trouble
from hardware.retry import Retry
from hardware.screens import picture

CHIPS = {"ssd1306": ssd1306, "sh1106": sh1106, "ssd1309": ssd1309}
SHORTEST_PAUSE = 0.2
"""Seconds between two pictures: a frame takes 0.1 s on a slow I²C bus."""
DIM_AFTER, DARK_AFTER, SHIFT_EVERY = 120.0, 900.0, 60.0
"""Seconds after the last wake until the display grows dim, and dark; a dim picture moves once a minute."""
BRIGHT, DIM, DARK = 0xCF, 0x01, -1
"""Contrast; DARK shows nothing at all."""
FAULTS = (OSError, LumaError, ImportError, Trouble)
"""What a display raises that does not answer, or whose bus needs a library or pins that are missing."""

# For each device it makes, luma registers a clean-up at exit that it never takes back: a display that is
# tried again every minute for days would keep each of these devices. `Display.close` darkens the glass.
luma.core.device.atexit = SimpleNamespace(register=lambda clean_up: None)


@dataclass(frozen=True)
class DisplaySettings:
    """Which display, and how it is wired. `chip` is ssd1306, sh1106, ssd1309 or dummy; `bus` i2c or spi.

    `height` is 64 or 32 pixels. `rotate` turns the picture by quarters, for a display that is mounted upside
    down (2).
    """

    chip: str = "dummy"
    height: int = HEIGHT
    bus: str = "i2c"
    i2c_port: int = 1
    i2c_address: int = 0x3C
    spi_port: int = 0
    spi_device: int = 0
    spi_data_pin: int = 24
    spi_reset_pin: int = 25
    rotate: int = 0


def open_device(settings: DisplaySettings, serial: Any = None) -> Any:
    """luma's device as the settings name it. One of `FAULTS` is raised when it does not answer.

    `serial` takes the place of the bus that the settings name.
    """
    if settings.chip == "dummy":
        return dummy(width=WIDTH, height=settings.height, rotate=settings.rotate, mode="1")
    if serial is None and settings.bus == "spi":
        from hardware.spi import SpiBus
        serial = SpiBus(port=settings.spi_port, device=settings.spi_device, gpio_DC=settings.spi_data_pin,
                        gpio_RST=settings.spi_reset_pin)
    elif serial is None:
        serial = i2c(port=settings.i2c_port, address=settings.i2c_address)
    try:
        return CHIPS[settings.chip](serial, width=WIDTH, height=settings.height, rotate=settings.rotate)
    except FAULTS:
        # It is tried again for as long as it is missing: a bus left open each time would use them all up.
        serial.cleanup()
        raise


class Display:
    """Shows screens: only when they change, at most five a second, the latest last. `draw` makes a picture
    of `size` pixels of each.

    A display that nobody needs for a while grows dim and then dark, since what stands on it for days burns
    in; `wake` lights it again. `lost` is called once with the reason when the display does not answer,
    `back` when it does again.
    """

    def __init__(self, open_device: Callable[[], Any], *, clock: Callable[[], float] = time.monotonic,
                 lost: Callable[[Message], None], back: Callable[[], None],
                 draw: Callable[[Any], Image.Image] = picture,
                 size: tuple[int, int] = (WIDTH, HEIGHT)) -> None:
        self._open = open_device
        self._draw = draw
        self._size = size
        self._clock = clock
        self._retry = Retry(clock, lost=lost, back=back)
        self._device: Any = None
        self._wanted = Image.new("1", size)
        self._screen: Any = None
        self._on_glass: bytes | None = None
        self._shown_at = float("-inf")
        self._woken_at = clock()
        self._light = BRIGHT

    def show(self, screen: Any) -> None:
        """Have `screen` on the glass as soon as may be; `tick` brings what had to wait."""
        if screen != self._screen:
            self._wanted = self._draw(screen)
            self._screen = screen
        self.tick()

    def wake(self) -> bool:
        """Somebody needs the display; returns whether it was dark, so that nothing could be read on it."""
        was_dark = self._light == DARK
        self._woken_at = self._clock()
        return was_dark

    def tick(self) -> None:
        """Send a new picture when the last one is old enough. To be called a few times a second."""
        now = self._clock()
        light = self._light_at(now - self._woken_at)
        image = self._image(light, now)
        is_new = light != self._light or image.tobytes() != self._on_glass
        if not is_new or now - self._shown_at < SHORTEST_PAUSE or not self._retry.is_due():
            return
        self._shown_at = now
        try:
            self._send(image, light)
        except FAULTS as error:
            self._let_go()
            self._on_glass = None
            self._retry.failed(_reason(error))
            return
        self._on_glass, self._light = image.tobytes(), light
        self._retry.answered()

    def _send(self, image: Image.Image, light: int) -> None:
        if self._device is None:
            self._device = self._open()
            self._light = BRIGHT
        # Dark means a black picture: some controllers, switched off, keep showing the last one.
        self._device.display(image)
        if light != self._light:
            self._device.contrast(max(light, DIM))

    def _light_at(self, idle: float) -> int:
        # luma's dummy has no glass that could burn in.
        if idle < DIM_AFTER or isinstance(self._device, dummy):
            return BRIGHT
        return DIM if idle < DARK_AFTER else DARK

    def _image(self, light: int, now: float) -> Image.Image:
        """What is to be on the glass: the screen, moved by a pixel now and then when dim."""
        if light == DARK:
            return Image.new("1", self._size)
        if light == DIM:
            return ImageChops.offset(self._wanted, int(now // SHIFT_EVERY) % 2, 0)
        return self._wanted

    def close(self) -> None:
        """Switch the display off: a picture that nobody keeps up to date would tell of a game as it was, and
        burn in."""
        if self._device is not None:
            try:
                self._device.cleanup()
                self._device = None
            except FAULTS as error:
                self._let_go()
                self._retry.failed(_reason(error))

    def _let_go(self) -> None:
        """Give the bus back, and leave the glass, which does not answer, as it is."""
        if self._device is not None:
            self._device.persist = True
            self._device.cleanup()
            self._device = None


def _reason(error: Exception) -> Message:
    # The pins of an SPI display have their own sentence, of which only the reason belongs here.
    reason = error.message.args.get("reason", str(error)) if isinstance(error, Trouble) else str(error)
    return Message("The display does not answer ({reason}). The game goes on without it; it is tried again.",
                   {"reason": reason})


def png(image: Image.Image, scale: int = 1) -> bytes:
    """`image` as a PNG file, each pixel `scale` times as wide and high."""
    out = io.BytesIO()
    image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST).save(out, "PNG")
    return out.getvalue()
