"""A table with everything attached to it: the phone page, the box with its buttons, the camera."""

from __future__ import annotations

import logging
import signal
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import click
import segno

from companion.carrying import Running
from companion.chance import Chance
from companion.engine.journal import Journal
from companion.engine.questions import Message
from companion.games import load
from companion.i18n import Sentences
from companion.settings import Settings
from companion.table import Table, Throw
from web import Demo, Door, create_app
from web.server import make_server

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Attached:
    """The devices at a table: how they start and stop, and what the page shows of them."""

    start: Callable[[], None]
    stop: Callable[[], None]
    display_png: Callable[[], bytes] | None = None
    read_photo: Callable[[Any, bytes], Any] | None = None
    demo: Demo | None = None


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


def run(settings: Settings, path: Path, *, host: str | None, port: int | None) -> None:
    """Play the game at `path` until somebody stops the program."""
    from companion.attaching import attach_devices

    table = open_table(settings, path)
    serve(settings, path, table, lambda door, address: attach_devices(settings, table, door, address),
          host=host or settings.web.host, port=settings.web.port if port is None else port)


def serve(settings: Settings, path: Path, table: Table, attach: Callable[[Door, str], Attached], *,
          host: str, port: int) -> None:
    """Start the table and its page, say where it is, and serve until the program is told to stop."""
    table.start()
    door = door_of(table)
    running = Running(path.parent)
    signal.signal(signal.SIGTERM, _stop)
    try:
        probe = _listening(host, port)
        address = address_of(host, probe)
        attached = attach(door, address)
        app = create_app(table, door=door, names=settings.web.names, display=attached.display_png,
                         demo=attached.demo, read_photo=attached.read_photo)
        running.add_route(app, table)
        server = make_server(app, host, probe)
        running.write(path.stem, server.effective_port)
        attached.start()
        try:
            _say_where(settings, table, door, address, attached.demo is not None)
            server.run()
        finally:
            attached.stop()
            running.remove()
    finally:
        table.stop()


def door_of(table: Table) -> Door:
    """The table's door: the one it had before a restart, else a new one, which the journal keeps."""
    kept = [table.kept(f"door.{part}") for part in ("code", "token", "secret")]
    code, token, secret = kept
    if code and token and secret:
        return Door(code, token, secret)
    door = Door.new()
    for part, value in (("code", door.code), ("token", door.token), ("secret", door.secret)):
        table.keep(f"door.{part}", value)
    return door


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


def _listening(host: str, port: int) -> int:
    """`port`, or a free one for 0. OSError, with a sentence, when it cannot be had."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise OSError(f"The page cannot be served at {host}:{port} ({error.strerror}). Another table may "
                          "be running; stop it, or choose another --port.") from error
        free: int = probe.getsockname()[1]
        return free


def _say_where(settings: Settings, table: Table, door: Door, address: str, is_demo: bool) -> None:
    say = Sentences(settings.language, table.game, [seat.seat for seat in table.snapshot.seats])
    seats = tuple(seat.seat for seat in table.snapshot.seats)
    click.echo(say.say(Message("{game}: {seats}", {"game": table.game.name, "seats": seats})))
    if is_demo:
        click.echo(say.say(Message("Open {address}", {"address": f"{address}/demo"})))
        return
    segno.make(f"{address}/j/{door.token}".upper(), error="l", micro=False).terminal(compact=True)
    click.echo(say.say(Message("Open {address} on your phones; the code is {code}.",
                               {"address": address, "code": door.code})))


def _stop(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)
