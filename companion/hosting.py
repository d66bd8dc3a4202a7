"""What the host may do beside the open game, by page or menu: other games, settings, switching off."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from companion import settings as settings_
from companion.beginning import begin
from companion.changing import Change
from companion.doors import Door, rows_of
from companion.engine.folding import JournalRow, Kept
from companion.engine.game import Game
from companion.engine.journal import Header, Journal, JournalFault, JournalLocked
from companion.engine.questions import Message, Words
from companion.engine.referee import Refused
from companion.engine.views import View
from companion.games import load
from companion.i18n import Sentences
from companion.pages import Page
from companion.power import DEEDS, Power
from companion.settings import BadSettings, Settings
from companion.settling import DICE
from companion.shelf import NoSuchGame, Shelf
from companion.table import ENDED, Table, standing

if TYPE_CHECKING:
    from hardware.doctor import Finding

ASKED = 60.0
"""Seconds for which the box asks for the held button."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ShelvedGame:
    """A game on the shelf, and how it stands for everybody to see."""

    name: str
    game: Game[Any]
    header: Header
    view: View
    played: float
    """When it was last played, in seconds since 1970, as this machine's clock had it."""
    is_on_table: bool

    @property
    def is_over(self) -> bool:
        """Whether it has come to an end."""
        return self.view.outcome is not None


@dataclass(frozen=True)
class Plan:
    """A game to be begun."""

    game: str
    seats: Words
    options: Mapping[str, str]
    dice: str
    decks: str


class Hosting:
    """The other games, the settings and the machine around one running table.

    `ways` are those in which a new game's dice may be thrown here. `ask_at_box` has the box put a question
    up; None where no buttons could answer it.
    """

    def __init__(self, settings: Settings, table: Table, shelf: Shelf, change: Change,
                 ways: Words = DICE.words) -> None:
        self.settings = settings
        self.change = change
        self.ways = ways
        self.ask_at_box: Callable[[Page], None] | None = None
        self.host, self.port = settings.web.host, settings.web.port
        self._shelf = shelf
        self._table = table
        self._lock = Lock()
        """Journals of other games are opened by one phone at a time: each is locked while it is open."""
        self._seen: dict[tuple[str, int], ShelvedGame] = {}
        seats = [now.seat for now in table.snapshot.seats]
        self.power = Power(settings.power, Sentences(settings.language, table.game, seats).say)

    # Games

    def games(self) -> Iterator[ShelvedGame]:
        """All games that can be read, the one that was begun last first."""
        for name in reversed(self._shelf.games()):
            try:
                yield self.game(name)
            except (Refused, JournalFault) as fault:
                log.warning("%s is not offered: %s", name, fault)

    def game(self, name: str) -> ShelvedGame:
        """The game called `name`. `Refused` when there is none, `JournalFault` when it cannot be read."""
        path = self._path(name)
        if path == self._table.path:
            return self._on_table(path)
        with self._alone_with(name) as path:
            key = (name, path.stat().st_mtime_ns)
            if key not in self._seen:
                self._seen[key] = _looked_at(path)
            return self._seen[key]

    def unpacked(self, name: str) -> Game[Any]:
        """The game to be begun under this name: who plays the same again plays it with the same box."""
        return self._table.game if name == self._table.game.id else load(name)

    def begin(self, plan: Plan, *, along: bool) -> Door:
        """Begin a game and put it in the place of the one on the table, which is kept; its door.

        The phones come `along`: they stay joined, and have the seats there that are called like their own.
        `Refused`, with a sentence, when the game cannot be so.
        """
        door = self._next_door(Door.new(), along)
        with self._lock:
            self._refuse_second_change()
            try:
                begin(self._shelf, plan.game, plan.seats, plan.options, self.unpacked(plan.game).content,
                      dice=plan.dice, decks=plan.decks,
                      rows=self._rows(door, plan.seats, along))
            except (ValueError, OSError, JournalFault) as error:
                raise _cannot_begin(error) from error
            self.change.make()
        return door

    def resume(self, name: str, *, along: bool) -> Door | None:
        """Go on with an earlier game in the place of the one on the table; its door.

        None for the one on the table, if it was ended: it goes on where it lies.
        """
        path = self._path(name)
        if path == self._table.path:
            self._table.end(False)
            return None
        with self._alone_with(name) as path:
            self._refuse_second_change()
            try:
                journal = Journal.open(path)
            except JournalFault as fault:
                raise Refused(fault.message) from fault
            try:
                header = journal.header()
                # What the next table could not go on with is not put before it.
                load(header.game, header.content)
                kept = journal.written().kept
                parts = {part: kept[f"door.{part}"] for part in ("code", "token", "secret")
                         if f"door.{part}" in kept}
                door = self._next_door(replace(Door.new(), **parts), along)
                journal.record([*self._rows(door, header.seats, along), Kept(ENDED, "")])
            except ValueError as error:
                raise _cannot_begin(error) from error
            finally:
                journal.close()
            try:
                self._shelf.put_on_table(path)
            except OSError as error:
                raise _cannot_begin(error) from error
            self.change.make()
        return door

    def delete(self, name: str) -> None:
        """Delete a game for good. `Refused` for the one on the table, and for one that is being played."""
        path = self._path(name)
        if path == self._table.path:
            raise Refused(Message("This game lies on the table. Begin or go on with another one first."))
        with self._alone_with(name) as path:
            try:
                Journal.open(path).close()
            except JournalLocked as locked:
                raise Refused(locked.message) from locked
            except JournalFault as fault:
                # Damaged, it was set aside with its files: nothing of it is left on the shelf.
                log.warning("%s", fault)
            self._shelf.delete(name)

    def export(self, name: str) -> dict[str, Any]:
        """A game's whole journal, once the game is over: till then it would tell the players' secrets."""
        if not self.game(name).is_over:
            raise Refused(Message("The file holds everything, the players' secrets too: it can be had once "
                                  "the game is over, or was ended."))
        path = self._path(name)
        if path == self._table.path:
            return self._table.export()
        with self._alone_with(name) as path:
            journal = Journal.open(path)
            try:
                return journal.export()
            finally:
                journal.close()

    # Settings and the machine

    def choose(self, chosen: Mapping[str, Mapping[str, Any] | str]) -> None:
        """Keep settings that were chosen on the page, and begin anew with them. `Refused` with each fault."""
        with self._lock:
            self._refuse_second_change()
            try:
                settings_.choose(self.settings, chosen)
            except (BadSettings, OSError) as fault:
                raise Refused(Message("The settings cannot be so: {reason}",
                                      {"reason": getattr(fault, "strerror", str(fault))})) from fault
            self.change.make()

    def powers(self) -> tuple[str, ...]:
        """What of `companion.power.DEEDS` can be asked for: nothing without buttons to confirm it."""
        return tuple(self.power.offered()) if self.ask_at_box else ()

    def ask_for(self, what: str) -> Message:
        """Have the box ask for the held button that does it."""
        if what not in DEEDS or what not in self.powers() or self.ask_at_box is None:
            raise Refused(Message("That cannot be done from here."))
        self.ask_at_box(self.power.page(what, time.monotonic() + ASKED))
        return DEEDS[what].hold

    def _on_table(self, path: Path) -> ShelvedGame:
        table = self._table
        begun = Header(table.game.id, tuple(now.seat for now in table.snapshot.seats), table.options,
                       table.game.rules_version, table.game.content, table.dice, table.decks)
        return ShelvedGame(path.stem, table.game, begun, table.snapshot.views[None], time.time(), True)

    def findings(self) -> list[Finding]:
        """What `companion doctor` finds that nobody uses now: devices at the table speak for themselves."""
        from hardware import doctor

        return [doctor.python(), doctor.libraries(), doctor.sqlite(),
                doctor.data_folder(self.settings.folder), doctor.network(self.host, self.port),
                doctor.board(), doctor.pins(needed=self.settings.buttons.wired)]

    def _path(self, name: str) -> Path:
        try:
            return self._shelf.path(name)
        except NoSuchGame as error:
            raise Refused(Message("There is no game called {name}.", {"name": name})) from error

    @contextmanager
    def _alone_with(self, name: str) -> Iterator[Path]:
        """The journal of a game that no other phone opens or deletes meanwhile. `Refused` where one has."""
        with self._lock:
            yield self._path(name)

    def _next_door(self, door: Door, along: bool) -> Door:
        """The door of the game that comes: with this table's cookies where its phones come along."""
        secret = self._table.kept("door.secret")
        return replace(door, secret=secret) if along and secret else door

    def _rows(self, door: Door, seats: Sequence[str], along: bool) -> list[JournalRow]:
        return [*rows_of(door), *(self._table.phones_for(seats) if along else ())]

    def _refuse_second_change(self) -> None:
        if self.change.is_made:
            raise Refused(Message("The table is being changed already; look again in a moment."))


def _cannot_begin(error: Exception) -> Refused:
    """Why a game is not the one on the table now, in a sentence."""
    said: Message | None = getattr(error, "message", None)
    return Refused(said or Message("The game cannot be begun: {reason}", {"reason": str(error)}))


def _looked_at(path: Path) -> ShelvedGame:
    """A game that nobody plays. `Refused`, with a sentence, when this version cannot play it."""
    journal = Journal.open(path)
    try:
        header = journal.header()
        game = load(header.game, header.content)
        view = standing(journal, game)
    except ValueError as error:
        raise _cannot_begin(error) from error
    finally:
        journal.close()
    return ShelvedGame(path.stem, game, header, view, path.stat().st_mtime, False)
