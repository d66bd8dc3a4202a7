"""The devices of this machine at the table, as the settings say. Each may be missing: that is said once."""

from __future__ import annotations

import time
from typing import Any

from companion.box import Box
from companion.engine.questions import Message
from companion.i18n import Sentences
from companion.panel import Panel
from companion.running import Attached
from companion.settings import Settings
from companion.table import Table
from companion.watching import Watch, dice_set_of, read_photo
from hardware.buttons import Buttons, ButtonSettings
from hardware.camera import Camera, CameraSettings, open_source
from hardware.display import DisplaySettings, open_device
from hardware.lights import Lights, LightSettings
from hardware.messages import Trouble
from hardware.screens import Join
from vision.reading import Picture
from web import Door


def attach_devices(settings: Settings, table: Table, door: Door, address: str) -> Attached:
    """Display, buttons, lights and camera."""
    buttons, lights = _buttons(settings, table), _lights(settings, table)
    box = Box(table, panel_of(settings, table, door, address), buttons=buttons, lights=lights,
              open_display=lambda: open_device(_display(settings)))
    dice_set = dice_set_of(table.game, settings.game.standin)
    watch = Watch(table, CameraEye(settings, table), dice_set) if settings.camera.source != "none" else None

    def start() -> None:
        box.start()
        if watch:
            watch.start()

    def stop() -> None:
        if watch:
            watch.stop()
        box.stop()

    return Attached(start, stop, box.png, lambda pixels, jpeg: read_photo(table, dice_set, pixels, jpeg))


def panel_of(settings: Settings, table: Table, door: Door, address: str) -> Panel:
    """What the display shows, in the language of the settings."""
    seats = [seat.seat for seat in table.snapshot.seats]
    game: Any = table.game
    join = Join(f"{address}/j/{door.token}", address.removeprefix("http://"), door.code)
    return Panel(table, Sentences(settings.language, game, seats), display=game.display, join=lambda: join)


class CameraEye:
    """The camera of this machine as the watch sees it; a note says when it is gone."""

    def __init__(self, settings: Settings, table: Table) -> None:
        chosen = settings.camera
        camera = CameraSettings(chosen.source, chosen.width, chosen.height, chosen.frames_a_second,
                                chosen.turned)
        self._camera = Camera(
            lambda: open_source(camera, time.monotonic),
            lost=lambda reason: table.note("camera", Message(
                "The camera is gone; say by hand what the dice show. It is tried again.")),
            back=lambda: table.note("camera", None))

    def next(self) -> tuple[Picture, float] | None:
        """The next small frame and its time."""
        frame = self._camera.next()
        return (frame.picture, frame.at) if frame else None

    def picture(self) -> Picture | None:
        """A full picture."""
        return self._camera.picture()

    def close(self) -> None:
        """Give the camera back."""
        self._camera.close()


def _display(settings: Settings) -> DisplaySettings:
    chosen = settings.display.model_dump()
    return DisplaySettings(**{**chosen, "chip": "dummy" if chosen["chip"] == "none" else chosen["chip"]})


def _buttons(settings: Settings, table: Table) -> Buttons | None:
    chosen = settings.buttons
    if not chosen.wired:
        return None
    pins = {"ok": chosen.ok, "back": chosen.back, "up": chosen.up, "down": chosen.down}
    try:
        return Buttons(ButtonSettings(pins, chosen.active_low))
    except Trouble as trouble:
        table.note("buttons", Message(trouble.message.text, trouble.message.args))
        return None


def _lights(settings: Settings, table: Table) -> Lights | None:
    chosen = settings.lights
    if not chosen.led and not chosen.buzzer:
        return None
    try:
        return Lights(LightSettings(chosen.led or None, chosen.buzzer or None, chosen.quiet))
    except Trouble as trouble:
        table.note("lights", Message(trouble.message.text, trouble.message.args))
        return None
