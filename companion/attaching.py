"""The devices of this machine at the table, as the settings say. Each may be missing: that is said once."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from companion.box import Box
from companion.engine.questions import Message
from companion.hosting import Hosting
from companion.i18n import Sentences
from companion.lessons import Lessons
from companion.live_tray import LiveTray
from companion.menu import Menu
from companion.own_dice import own_dice
from companion.pages import Command
from companion.panel import Panel
from companion.settings import Settings
from companion.table import DiceSeen, Table
from companion.teaching import taught_set
from companion.tray import FILE, TrayAlone
from companion.watchdog import STALL
from companion.watching import Eye, Watch, dice_set_of, read_photo
from hardware.buttons import Buttons, ButtonSettings
from hardware.camera import Camera, CameraSettings, FrameSource, open_source
from hardware.display import DisplaySettings, open_device
from hardware.forms import form_for
from hardware.lights import Lights, LightSettings, hours_of
from hardware.screens import Join
from vision import DiceSet
from vision.dice_sets import SETS
from vision.profiles import BadProfile
from vision.reading import Picture
from vision.signs.known import known_faces
from web import Door

log = logging.getLogger(__name__)


@dataclass
class Attachment:
    """Devices at work."""

    table: Table
    box: Box
    dice_set: DiceSet
    watch: Watch | None
    lessons: Lessons | None = None
    """Where somebody may teach the camera the game's own dice; none without a camera."""
    tray: LiveTray | None = None
    """What the camera sees now, and where the tray is in it; none without a camera."""

    def stop(self) -> None:
        """Let go of every device."""
        if self.watch:
            self.watch.stop()
        self.box.stop()

    def hanging(self) -> tuple[str, ...]:
        """The devices whose thread has not come round for too long: a driver does not return."""
        threads = {"display and buttons": self.box, "camera": self.watch}
        now = time.monotonic()
        return tuple(name for name, thread in threads.items() if thread and now - thread.turned_at > STALL)

    def read_as(self, dice_set: DiceSet) -> None:
        """Read the dice as they are known from now on."""
        self.dice_set = dice_set
        if self.watch:
            self.watch.read_as(dice_set)

    def display_png(self) -> bytes:
        """What the display shows, nobody's secrets, as PNG."""
        return self.box.png()

    def read_photo(self, pixels: Any, jpeg: bytes) -> DiceSeen:
        """The dice on a photograph, for the throw that is asked for now."""
        return read_photo(self.table, self.dice_set, pixels, jpeg)


def attach_devices(settings: Settings, table: Table, door: Door, address: Callable[[], str], *,
                   hosting: Hosting) -> Attachment:
    """Display, buttons, lights and camera, as far as the settings say that there are any.

    The display's menu leads to the other games of `hosting`, which may ask for a held button in turn.
    """
    eye = CameraEye(settings, table) if camera_settings(settings) else None
    menu = Menu(hosting, table, adjust_camera=eye.look_anew if eye else None)
    panel = panel_of(settings, table, door, address, commands=tuple(menu.commands()))
    buttons, lights = button_settings(settings), light_settings(settings)
    box = Box(table, panel, form=form_for(settings.display.height),
              open_buttons=partial(Buttons, buttons) if buttons else None,
              open_lights=partial(Lights, lights) if lights else None,
              open_display=lambda: open_device(display_settings(settings) or DisplaySettings()))
    if buttons:
        hosting.ask_at_box = box.put_up
    if eye is None and table.dice == "camera":
        table.note("camera", Message("No camera is set up: photograph the dice with a phone, or say what "
                                     "they show."))
    return at_work(table, box, eye, dice_set_of(table.game, settings.game.standin), settings.folder,
                   settings.folder / FILE)


def at_work(table: Table, box: Box, eye: Eye | None, dice_set: DiceSet, games: Path, tray: Path
            ) -> Attachment:
    """Start the box, and the watch over the tray if there is an eye on it.

    `games` is where games are kept, and with them what the camera was taught; `tray` is the file that says
    where the tray is in the camera's picture.
    """
    try:
        dice_set, lost = taught_set(dice_set, None, lambda: games)
        if lost:
            table.note("profile", Message("Some of what the camera was taught is lost. Open “Teach the "
                                          "camera” in the settings: it says what to show again."))
    except BadProfile as bad:
        table.note("profile", Message(bad.message.text, bad.message.args))
    seen = TrayAlone(eye, tray, table.note) if eye else None
    watch = Watch(table, seen, dice_set, lambda: seen.tray) if seen else None
    box.start()
    attachment = Attachment(table, box, dice_set, watch)
    if watch and seen:
        watch.start()
        attachment.tray = LiveTray(watch, seen)
        if dice_set.name in SETS and known_faces(dice_set):
            def learned(known: DiceSet) -> None:
                attachment.read_as(attachment.dice_set.taught(known.shown))
                table.note("profile", None)

            attachment.lessons = Lessons(own_dice(table.game), games, watch, learned)
    return attachment


def panel_of(settings: Settings, table: Table, door: Door, address: Callable[[], str], *,
             commands: Sequence[Command] = ()) -> Panel:
    """What the display shows, in the language of the settings; `address` says where phones find it now."""
    def join() -> Join:
        here = address()
        return Join(f"{here}/j/{door.token}", here.removeprefix("http://"), door.code)

    seats = [seat.seat for seat in table.snapshot.seats]
    return Panel(table, Sentences(settings.language, table.game, seats), display=table.game.display,
                 join=join, commands=commands, form=form_for(settings.display.height))


def _opened(camera: CameraSettings) -> FrameSource:
    """The camera; the log says what it refused, which nobody at the table can help."""
    source = open_source(camera, time.monotonic)
    if source.doubt:
        log.warning("%s", source.doubt)
    return source


class CameraEye:
    """The camera of this machine as the watch sees it; a note says when it is gone."""

    def __init__(self, settings: Settings, table: Table) -> None:
        camera = camera_settings(settings) or CameraSettings()
        self._camera = Camera(
            lambda: _opened(camera),
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

    def look_anew(self) -> None:
        """Have the camera find its exposure again."""
        self._camera.look_anew()

    def close(self) -> None:
        """Give the camera back."""
        self._camera.close()


def camera_settings(settings: Settings) -> CameraSettings | None:
    """The camera that is set up; None without one."""
    chosen = settings.camera
    return None if chosen.source == "none" else CameraSettings(**chosen.model_dump())


def display_settings(settings: Settings) -> DisplaySettings | None:
    """The display that is set up; None without one."""
    chosen = settings.display
    return None if chosen.chip == "none" else DisplaySettings(**chosen.model_dump())


def button_settings(settings: Settings) -> ButtonSettings | None:
    """The buttons that are wired; None without any."""
    chosen = settings.buttons
    if not chosen.wired:
        return None
    pins = {"ok": chosen.ok, "back": chosen.back, "up": chosen.up, "down": chosen.down}
    return ButtonSettings(pins, chosen.active_low)


def light_settings(settings: Settings) -> LightSettings | None:
    """The light and the buzzer that are wired; None without any."""
    chosen = settings.lights
    rgb = (chosen.red, chosen.green, chosen.blue)
    if not chosen.led and not chosen.buzzer and not all(rgb):
        return None
    return LightSettings(chosen.led or None, chosen.buzzer or None, chosen.quiet, rgb if all(rgb) else None,
                         chosen.common_anode, hours_of(chosen.quiet_hours))
