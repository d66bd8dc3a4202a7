"""The demo: a table with nothing but a page. Tray, camera, display and buttons are simulated.

Thrown dice are drawn as a camera would see them (or shown on real photographs), and read from these pictures
by the very same pipeline; whoever reads them knows nothing of what was thrown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from random import Random
from socket import socket
from threading import Lock
from typing import Any, Protocol

import cv2
import numpy as np
from gpiozero.pins.mock import MockFactory
from PIL import Image

from companion.attaching import Attachment, at_work, panel_of
from companion.beginning import begin
from companion.box import Box
from companion.chance import Chance
from companion.changing import Change
from companion.engine.game import Game
from companion.engine.journal import Journal
from companion.games import load
from companion.hosting import Hosting
from companion.menu import Menu
from companion.running import open_table, serve
from companion.settings import Power, Settings
from companion.shelf import NoSuchGame, Shelf
from companion.standin import PIPS, key
from companion.table import Throw, standing
from companion.tray import FILE
from companion.watching import dice_set_of
from hardware.buttons import Buttons, ButtonSettings, press
from hardware.display import DisplaySettings, open_device, png
from hardware.lettering import HEIGHT, WIDTH
from vision.dice_sets import SETS
from vision.files import BadPicture, read_picture
from vision.reader import read
from vision.reading import Picture
from vision.simulated import SimulatedTray
from vision.simulated_dice import Body
from web import Door

GAME = "riff_in_time"
"""The game of a demo for which none is named."""
FRAME = 0.05
"""Seconds from one frame of the simulated camera to the next."""
WAYS = ("tray", "virtual", "hand")
"""Where the dice of a demo may come from."""
PHOTOGRAPHS = (".jpg", ".jpeg", ".png")
BEFORE = 5
"""So many frames show the tray at rest before dice are thrown: what moves already is no throw."""
TRIES = 30
"""So many photographs are looked at for one with as many dice as are to be thrown."""


def run_demo(settings: Settings, *, host: str, port: int | None, photos: Path | None, seats: Sequence[str],
             anew: bool, seed: int | None, game: str | None = None) -> socket | None:
    """Play the demo of `game` (none: that of the last demo) until somebody stops the program.

    The socket it was served at, for `run_anew`, when another game is to be played now; else None.
    """
    shelf = Shelf(settings.folder / "demo")
    path = game_for(shelf, game, seats, anew)
    rng = Random(seed)
    tray: Tray = PhotoTray(photos, rng) if photos else DrawnTray(rng, _game_at(path))
    eye = TrayEye(tray)
    table = open_table(settings, path, chance=Chance(seed), tray=eye.throw,
                       one_kind_a_throw=photos is not None)
    dice_set = dice_set_of(table.game, "one_kind_a_throw" if photos else "colours")
    device = Simulated(eye)
    # A demo's button is on the page itself: it must not switch off the machine of whoever tries it.
    harmless = settings.model_copy(update={"power": Power(off="", restart="")})
    hosting = Hosting(harmless, table, shelf, Change(), WAYS)

    def attach(door: Door, address: Callable[[], str]) -> Attachment:
        panel = panel_of(settings, table, door, address, commands=tuple(Menu(hosting, table).commands()))
        box = Box(table, panel, open_display=device.open_display,
                  open_buttons=lambda: Buttons(ButtonSettings(), pin_factory=device.pins))
        hosting.ask_at_box = box.put_up
        device.box = box
        return at_work(table, box, eye, dice_set, settings.folder, shelf.folder / FILE)

    return serve(settings, path, table, attach, host=host,
                 port=settings.web.port if port is None else port, hosting=hosting, demo=device)


def game_for(shelf: Shelf, game: str | None, seats: Sequence[str], anew: bool) -> Path:
    """The demo's last game (one of `game`, if that is given) unless it is over or ended, else a new one."""
    try:
        path = shelf.on_table()
    except NoSuchGame:
        anew = True
    if not anew:
        journal = Journal.open(path)
        try:
            header = journal.header()
            is_wanted = game in (None, header.game)
            if is_wanted and standing(journal, load(header.game, header.content)).outcome is None:
                return path
        finally:
            journal.close()
    return begin(shelf, game or GAME, seats, {}, None, dice="tray", decks="virtual")


def _game_at(path: Path) -> Game[Any]:
    journal = Journal.open(path)
    try:
        header = journal.header()
        return load(header.game, header.content)
    finally:
        journal.close()


class Simulated:
    """The simulated device, for the demo's page."""

    def __init__(self, eye: TrayEye) -> None:
        self.pins = MockFactory()
        self.box: Box | None = None
        self._eye = eye

    def open_display(self) -> Any:
        """A display that only keeps its picture."""
        return open_device(DisplaySettings())

    def display_png(self) -> bytes:
        """What the display shows, secrets too: the demo is played alone."""
        return self.box.png(secrets=True) if self.box else png(Image.new("1", (WIDTH, HEIGHT)))

    def press(self, button: str, held: bool = False) -> None:
        """Press a button on the mock pins, as long as a finger would."""
        press(self.pins, ButtonSettings(), button, held=held)

    def tray_jpeg(self) -> bytes:
        """What the camera saw last."""
        return self._eye.jpeg()


class Tray(Protocol):
    """A tray with a camera above it."""

    def throw(self, throw: Throw) -> None:
        """Throw the dice that are asked for."""

    def frame(self) -> Picture:
        """The next frame of the camera."""


class TrayEye:
    """The camera above a simulated tray. Throws may be asked for on any thread; the frames are one's own."""

    def __init__(self, tray: Tray) -> None:
        self._tray = tray
        self._throws: SimpleQueue[Throw] = SimpleQueue()
        self._lock = Lock()
        self._last: Picture | None = None
        self._next = 0.0
        self._rests = 0

    def throw(self, throw: Throw) -> None:
        """Have the dice thrown, with the next frame."""
        self._throws.put(throw)

    def next(self) -> tuple[Picture, float] | None:
        """The next frame, at the pace of a camera."""
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + FRAME
        if self._throws.empty():
            self._rests = 0
        elif self._rests < BEFORE:
            self._rests += 1
        else:
            self._rests = 0
            self._tray.throw(self._throws.get())
        return self._take(), self._next

    def picture(self) -> Picture | None:
        """The last frame: this camera has no larger ones."""
        return self._last

    def jpeg(self) -> bytes:
        """The last frame as JPEG."""
        last = self._last
        return cv2.imencode(".jpg", self._take() if last is None else last)[1].tobytes()

    def close(self) -> None:
        """Nothing to let go of."""

    def _take(self) -> Picture:
        with self._lock:
            self._last = self._tray.frame()
            return self._last


class DrawnTray:
    """Dice by chance, drawn as a camera would see them: ordinary dice in the colours of their kinds, or the
    game's own where no ordinary dice can stand for them.
    """

    def __init__(self, rng: Random, game: Game[Any]) -> None:
        self._rng = rng
        self._tray = SimulatedTray(rng.randrange(2**31))
        self._dice, self._stood_for = game.dice, key(game)
        self._last = Throw()

    def throw(self, throw: Throw) -> None:
        """Throw a die for each one asked for; where one is thrown again, alone, the others stay."""
        bodies = [self._body(kind) for kind, count in throw.asked for _ in range(count)]
        last, self._last = self._last, throw
        if not throw.again:
            self._tray.throw(bodies)
        elif (last.number, last.again, last.lay) == (throw.number, throw.again, throw.lay):
            self._tray.throw_again(self._tray.thrown_last, bodies)
        else:
            self._tray.throw_again(self._tray.lying_at(*throw.lay), bodies)

    def _body(self, kind: str) -> Body:
        colour, faces = self._dice[kind]
        if kind in self._stood_for:
            return Body(colour, str(self._rng.randint(1, PIPS)))
        return Body(colour, self._rng.choice(faces), kind)

    def frame(self) -> Picture:
        """The next frame."""
        return self._tray.frame()


class PhotoTray:
    """Throws shown on real photographs: each time one from `folder` on which as many dice are seen.

    Which dice these are, and what they show, nobody tells the reader.
    """

    def __init__(self, folder: Path, rng: Random) -> None:
        self._rng = rng
        self._files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in PHOTOGRAPHS)
        if not self._files:
            raise ValueError(f"There are no photographs (JPEG or PNG) in {folder}.")
        self._lying = self._ground()
        self._to_come: list[Picture] = []

    def _ground(self) -> Picture:
        """What lies there before the first throw: nothing, in the colour of the first photograph's ground. A
        black picture would be a tray in the dark, in which dice may lie unseen.
        """
        for file in self._files:
            try:
                picture = read_picture(file)
            except BadPicture:
                continue
            return np.full_like(picture, np.median(picture, axis=(0, 1)).astype(np.uint8))
        return np.zeros((480, 640, 3), np.uint8)

    def throw(self, throw: Throw) -> None:
        """Put another photograph under the camera, after a moment of commotion."""
        wanted = sum(count for _, count in throw.asked)
        picture = self._lying
        for file in self._rng.sample(self._files, min(TRIES, len(self._files))):
            try:
                picture = read_picture(file)
            except BadPicture:
                continue
            if len(read(picture, SETS["d6"]).dice) == wanted:
                break
        before = np.asarray(cv2.resize(self._lying, (picture.shape[1], picture.shape[0])), np.uint8)
        self._to_come = [np.asarray(cv2.addWeighted(before, 1 - share, picture, share, 0), np.uint8)
                         for share in (0.0, 0.3, 0.6, 0.9)]
        self._lying = picture

    def frame(self) -> Picture:
        """The next frame."""
        return self._to_come.pop(0) if self._to_come else self._lying
