"""A table with everything attached to it: the phone page, the box with its buttons, the camera."""

from __future__ import annotations

import logging
import signal
import socket
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any, Protocol

import click
import segno

from companion.carrying import Running
from companion.chance import Chance
from companion.changing import Change
from companion.doors import door_of
from companion.engine.journal import Journal
from companion.engine.questions import Message
from companion.games import load
from companion.hosting import Hosting
from companion.i18n import Sentences
from companion.listening import listen
from companion.settings import Settings
from companion.shelf import Shelf
from companion.table import DiceSeen, Table, Throw
from companion.watchdog import Watchdog, page_answers
from web import Demo, Door, Teaching, Tray, create_app
from web.server import make_server, serve_until, stop_accepting

WAIT = 20.0
"""Seconds within which the devices' drivers have been loaded."""
TOLD_TO_STOP = (signal.SIGTERM, signal.SIGINT)
"""The signals by which systemd, and who sits at the keyboard, tell the program to end."""

log = logging.getLogger(__name__)


class Attached(Protocol):
    """The devices at a table, at work from when they are made until `stop`."""

    def stop(self) -> None:
        """Let go of every device."""

    def hanging(self) -> tuple[str, ...]:
        """The devices whose thread hangs."""

    def display_png(self) -> bytes:
        """What the display shows, nobody's secrets, as PNG."""

    def read_photo(self, pixels: Any, jpeg: bytes) -> DiceSeen:
        """The dice on a photograph, for the throw that is asked for now."""

    @property
    def lessons(self) -> Teaching | None:
        """Where the camera can be taught the dice; None without a camera."""

    @property
    def tray(self) -> Tray | None:
        """The tray in the camera's picture; None without a camera."""


class Ending:
    """Whether the program has been told to end, by a signal. To be made where signals are received."""

    def __init__(self) -> None:
        self.is_told = False
        self.wake: Callable[[], None] = lambda: None
        """Tells who waits for something else."""
        for told_to_stop in TOLD_TO_STOP:
            signal.signal(told_to_stop, self._tell)

    def _tell(self, number: int, frame: FrameType | None) -> None:
        if self.is_told:
            # Somebody insists: what the program is still waiting for does not come.
            raise SystemExit(0)
        self.is_told = True
        self.wake()

    def let_go(self) -> None:
        """Have signals end the program at once; before it takes its own place, none may go unheard."""
        for told_to_stop in TOLD_TO_STOP:
            signal.signal(told_to_stop, signal.SIG_DFL)


class Devices:
    """Attaches devices on a thread of its own: the page is there at once, before their drivers are."""

    def __init__(self, table: Table, attach: Callable[[], Attached]) -> None:
        self._table = table
        self._attach = attach
        self._attached: Future[Attached] = Future()
        self._thread = Thread(target=self._run, name="devices", daemon=True)

    def start(self) -> None:
        """Begin to attach."""
        self._thread.start()

    def stop(self) -> None:
        """Let go of what was attached."""
        self._thread.join()
        if self._attached.exception() is None:
            self._attached.result().stop()

    def hanging(self) -> tuple[str, ...]:
        """The devices whose thread hangs; none before they are attached."""
        attached = self._if_attached()
        return attached.hanging() if attached else ()

    def display_png(self) -> bytes:
        """What the display shows, once it does."""
        return self._attached.result(WAIT).display_png()

    def read_photo(self, pixels: Any, jpeg: bytes) -> DiceSeen:
        """The dice on a photograph, once the reader is there."""
        return self._attached.result(WAIT).read_photo(pixels, jpeg)

    def lessons(self) -> Teaching | None:
        """Where the camera can be taught the dice; None without a camera, and before it is there."""
        attached = self._if_attached()
        return attached.lessons if attached else None

    def tray(self) -> Tray | None:
        """The tray in the camera's picture; None without a camera, and before it is there."""
        attached = self._if_attached()
        return attached.tray if attached else None

    def _if_attached(self) -> Attached | None:
        is_attached = self._attached.done() and self._attached.exception() is None
        return self._attached.result() if is_attached else None

    def _run(self) -> None:
        try:
            self._attached.set_result(self._attach())
        except Exception as error:
            log.exception("The devices could not be attached")
            self._attached.set_exception(error)
            self._table.note("devices", Message("Display, buttons and camera cannot be used ({reason}); the "
                                                "phones go on.", {"reason": repr(error)}))


def open_table(settings: Settings, path: Path, *, chance: Chance | None = None,
               tray: Callable[[Throw], None] | None = None, one_kind_a_throw: bool = False) -> Table:
    """The table that goes on with the game at `path`; it is not started yet."""
    journal = Journal.open(path)
    try:
        header = journal.header()
        return Table(load(header.game, header.content), journal, chance=chance, tray=tray,
                     one_kind_a_throw=one_kind_a_throw or settings.game.standin == "one_kind_a_throw",
                     confirm_every_throw=settings.game.confirm_every_throw)
    except BaseException:
        journal.close()
        raise


def run(settings: Settings, path: Path, *, host: str | None, port: int | None) -> socket.socket | None:
    """Play the game at `path` until somebody stops the program.

    The socket it was served at, for `run_anew`, when another game is to be played now; else None.
    """
    def attach(door: Door, address: Callable[[], str]) -> Attached:
        from companion.attaching import attach_devices

        return attach_devices(settings, table, door, address, hosting=hosting)

    table = open_table(settings, path)
    change = Change()
    hosting = Hosting(settings, table, Shelf(path.parent), change)
    return serve(settings, path, table, attach, host=host or settings.web.host,
                 port=settings.web.port if port is None else port, hosting=hosting)


def serve(settings: Settings, path: Path, table: Table,
          attach: Callable[[Door, Callable[[], str]], Attached], *, host: str, port: int,
          hosting: Hosting, demo: Demo | None = None) -> socket.socket | None:
    """Start the table and its page, say where it is, and serve until the program is told to stop.

    The socket, when the program is to be begun anew at the same address; else None: so, too, where it was
    told to stop while it changed.
    """
    table.start()
    listening: socket.socket | None = None
    door = door_of(table)
    running = Running(path.parent)
    ending, change = Ending(), hosting.change
    try:
        listening = listen(host, port)
        port = listening.getsockname()[1]
        address = address_of(host, port)
        # The network may come after the program, and may change: devices ask anew.
        devices = Devices(table, lambda: attach(door, partial(address_of, host, port)))
        app = create_app(table, door=door, names=settings.web.names, display=devices.display_png, demo=demo,
                         read_photo=devices.read_photo, hosting=hosting,
                         address=partial(address_of, host, port), lessons=devices.lessons, tray=devices.tray)
        running.add_route(app, table)
        server = make_server(app, host, port, listening)
        hosting.host, hosting.port = host, port
        ending.wake = server.pull_trigger
        change.first, change.wake = partial(stop_accepting, server), server.pull_trigger
        running.write(path.stem, host, port)
        devices.start()
        watchdog = Watchdog(lambda: (*devices.hanging(), *(() if page_answers(host, port) else ("page",))))
        try:
            _say_where(settings, table, door, address, demo is not None)
            watchdog.start()
            serve_until(server, lambda: ending.is_told or change.is_due)
            # The table first: every stream ends with it, and nobody has to wait for them.
            table.stop()
            server.task_dispatcher.shutdown()
        finally:
            watchdog.stop(ends=ending.is_told or not change.is_due)
            devices.stop()
            running.remove()
    finally:
        table.stop()
    if not change.is_due:
        return None
    ending.let_go()
    return None if ending.is_told else listening


def address_of(host: str, port: int) -> str:
    """The address by which phones reach this machine, with the port where it is needed."""
    name = _own_number() if host in ("0.0.0.0", "") else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"


def _own_number() -> str:
    """This machine's number in the local network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        try:
            out.connect(("10.255.255.255", 9))
            number: str = out.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return number


def _say_where(settings: Settings, table: Table, door: Door, address: str, is_demo: bool) -> None:
    say = Sentences(settings.language, table.game, [seat.seat for seat in table.snapshot.seats])
    seats = tuple(seat.seat for seat in table.snapshot.seats)
    click.echo(say.say(Message("{game}: {seats}", {"game": table.game.name, "seats": seats})))
    for doubt in table.game.doubts:
        click.echo(say.say(Message("The content file may be wrong: {doubts}", {"doubts": doubt})), err=True)
    if is_demo:
        click.echo(say.say(Message("Open {address}", {"address": f"{address}/demo"})))
        return
    segno.make(f"{address}/j/{door.token}".upper(), error="l", micro=False).terminal(compact=True)
    click.echo(say.say(Message("Open {address} on your phones; the code is {code}.",
                               {"address": address, "code": door.code})))
