"""What the display's menu can do beside the open question: other games, the camera, switching off."""

from __future__ import annotations

import logging
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from companion.beginning import begin
from companion.engine.game import Game
from companion.engine.journal import Journal, JournalFault
from companion.engine.questions import Message
from companion.games import GAMES, load
from companion.i18n import Sentences
from companion.pages import Command, Deed, Holding, Listing, Page
from companion.settings import Settings
from companion.settling import Settling
from companion.shelf import Shelf
from companion.table import Table

MOST_GAMES = 12
"""So many earlier games are offered, the latest first."""
CAN_POWER_OFF = ("busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
                 "org.freedesktop.login1.Manager", "CanPowerOff")

log = logging.getLogger(__name__)


class Menu:
    """The further lines of the menu. `change_game` starts the program anew, with what is then on the table;
    `adjust_camera` has the camera find its exposure again, None without a camera."""

    def __init__(self, settings: Settings, table: Table, *, change_game: Callable[[], None],
                 adjust_camera: Callable[[], None] | None = None) -> None:
        self._settings = settings
        self._shelf = Shelf(settings.folder)
        self._table = table
        self._seats = [now.seat for now in table.snapshot.seats]
        self._say = Sentences(settings.language, table.game, self._seats).say
        self._change_game = change_game
        self._adjust_camera = adjust_camera

    def commands(self) -> Iterator[Command]:
        """Each line with what it does; switching off only where this account may."""
        yield Message("Go on with another game"), self._earlier_games
        yield Message("New game"), self._new_games
        if self._adjust_camera:
            yield Message("Adjust the camera"), self._adjust
        if may_switch_off(self._settings.power.off):
            yield Message("Switch off"), self._ask_to_switch_off

    def _earlier_games(self) -> Page | Message:
        rows: list[tuple[str, Deed]] = []
        for name in reversed(self._shelf.games()):
            players = self._players(name)
            if players and len(rows) < MOST_GAMES:
                rows.append((players, partial(self._resume, name)))
        if not rows:
            return Message("There is no other game.")
        return Listing(self._say(Message("Which game?")), rows)

    def _players(self, name: str) -> str:
        """Which game that is and who plays it; empty for the one on the table and for one that is broken."""
        try:
            journal = Journal.open(self._shelf.path(name))
        except JournalFault as fault:
            # The game on the table is in use, and that is no fault.
            log.info("%s is not offered: %s", name, fault)
            return ""
        try:
            header = journal.header()
            return self._say(Message("{game}: {seats}", {"game": load(header.game, header.content).name,
                                                         "seats": tuple(header.seats)}))
        except JournalFault as fault:
            log.warning("%s is not offered: %s", name, fault)
            return ""
        finally:
            journal.close()

    def _resume(self, name: str) -> None:
        self._shelf.put_on_table(self._shelf.path(name))
        self._change_game()

    def _new_games(self) -> Page:
        rows: list[tuple[str, Deed]] = []
        for name in GAMES:
            # Who plays the same game again plays it with the same box.
            game = self._table.game if name == self._table.game.id else load(name)
            if game.least_seats <= len(self._seats) <= game.most_seats:
                settling = Settling(game, self._seats, self._settings, self._begin)
                rows.append((game.name, settling.ask))
        return Listing(self._say(Message("Which game?")), rows)

    def _begin(self, game: Game[Any], chosen: Mapping[str, str], dice: str, decks: str) -> Message | None:
        content = game.content if game is self._table.game else None
        try:
            begin(self._shelf, game.id, self._seats, chosen, content, dice=dice, decks=decks)
        except (ValueError, OSError) as error:
            return Message("The game cannot be begun: {reason}", {"reason": str(error)})
        self._change_game()
        return None

    def _adjust(self) -> Message:
        assert self._adjust_camera is not None
        self._adjust_camera()
        return Message("The camera looks at the light anew; keep your hands off the tray for a moment.")

    def _ask_to_switch_off(self) -> Page:
        return Holding(self._say(Message("Switch off?")),
                       self._say(Message("Hold OK to switch off. BACK: leave it on")), self._switch_off)

    def _switch_off(self) -> Message:
        command = shlex.split(self._settings.power.off)
        try:
            subprocess.run(command, check=True, capture_output=True, text=True, timeout=20)
        except (OSError, subprocess.SubprocessError) as error:
            reason = getattr(error, "stderr", None) or str(error)
            return Message("The machine cannot be switched off ({reason}).", {"reason": reason.strip()})
        return Message("Switching off. Pull the plug when the Pi's green light no longer blinks.")


def may_switch_off(command: str) -> bool:
    """Whether `command` is there, and, where it asks systemd, whether systemd lets this account."""
    words = shlex.split(command)
    if not words or not shutil.which(words[0]):
        return False
    if words[0] != "systemctl":
        return True
    try:
        asked = subprocess.run(CAN_POWER_OFF, capture_output=True, text=True, timeout=5)
    except (OSError, subprocess.SubprocessError) as error:
        log.info("systemd cannot be asked whether this account may switch off: %s", error)
        return False
    return asked.stdout.strip() == 's "yes"'
