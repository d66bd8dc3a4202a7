"""Trying the devices live: which buttons are down, how the tray is lit, a test picture on the display."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw

from hardware.buttons import BUTTONS, Buttons, ButtonSettings, Press
from hardware.camera import Camera, CameraSettings, FrameSource, open_source
from hardware.display import Display, DisplaySettings, open_device
from hardware.lettering import DARK, LIT, width, write
from hardware.messages import Message, Trouble
from vision.light import LightCheck, check_light

LIGHT_EVERY = 1.0
"""Seconds between two looks at the light."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What one look brought: the buttons that are down, the presses and what was said since the last look,
    and the light on the tray (None: not looked at this time, or no camera)."""

    down: tuple[str, ...]
    presses: tuple[Press, ...]
    light: LightCheck | None
    said: tuple[Message, ...]


class Trial:
    """The devices that are set up, each tried; what one of them cannot do is said, once."""

    def __init__(self, *, display: DisplaySettings | None, buttons: ButtonSettings | None,
                 camera: CameraSettings | None, pin_factory: Any = None,
                 open_display: Callable[[DisplaySettings], Any] = open_device,
                 open_camera: Callable[[CameraSettings], FrameSource] = open_source,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._said: list[Message] = []
        self._light_at = float("-inf")
        self._buttons: Buttons | None = None
        self._display: Display | None = None
        self._camera: Camera | None = None
        if buttons is not None:
            self._buttons = self._pins(buttons, pin_factory)
        if display is not None:
            size = (128, display.height)
            self._display = Display(
                lambda: open_display(display), clock=clock, size=size, lost=self._said.append,
                draw=lambda down: trial_picture(down, size),
                back=lambda: self._said.append(Message("The display answers.")))
        if camera is not None:
            self._camera = Camera(
                lambda: self._opened(open_camera(camera)), clock=clock, lost=self._said.append,
                back=lambda: self._said.append(Message("The camera answers.")))

    def look(self) -> Looked:
        """Look at each device once. To be called at least every 0.1 s."""
        presses = tuple(self._buttons.presses()) if self._buttons else ()
        down = self._buttons.down() if self._buttons else ()
        if self._display is not None:
            if presses:
                self._display.wake()
            self._display.show(down)
        light = self._look_at_light()
        said, self._said[:] = tuple(self._said), []
        return Looked(down, presses, light, said)

    def close(self) -> None:
        """Let go of every device."""
        for device in (self._buttons, self._display, self._camera):
            if device is not None:
                device.close()

    def _pins(self, settings: ButtonSettings, pin_factory: Any) -> Buttons | None:
        try:
            return Buttons(settings, pin_factory=pin_factory, clock=self._clock)
        except Trouble as trouble:
            self._said.append(trouble.message)
            return None

    def _opened(self, source: FrameSource) -> FrameSource:
        if source.doubt:
            self._said.append(source.doubt)
        return source

    def _look_at_light(self) -> LightCheck | None:
        if self._camera is None or self._clock() - self._light_at < LIGHT_EVERY:
            return None
        self._light_at = self._clock()
        frame = self._camera.next()
        return check_light(frame.picture) if frame else None


def trial_picture(down: tuple[str, ...], size: tuple[int, int]) -> Image.Image:
    """A frame at the very edge, an arrow upwards, accents, and the four buttons, lit while they are down.

    An edge that is missing means another chip than the settings say, an arrow that points elsewhere another
    `rotate`.
    """
    wide, high = size
    image = Image.new("1", size, DARK)
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    draw.rectangle((0, 0, wide - 1, high - 1), outline=LIT)
    draw.polygon(((8, 3), (3, 9), (13, 9)), fill=LIT)
    draw.rectangle((7, 9, 9, 13), fill=LIT)
    write(draw, 20, 13, f"{wide} × {high}  àéîôùç", bold=True)
    left = 3
    for button in BUTTONS:
        right = left + width(button.upper()) + 4
        fill, ink = (LIT, DARK) if button in down else (DARK, LIT)
        draw.rectangle((left, high - 15, right, high - 3), outline=LIT, fill=fill)
        write(draw, left + 3, high - 5, button.upper(), ink=ink)
        left = right + 3
    return image
