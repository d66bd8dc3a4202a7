"""A table with a shelf beside it, for tests of what the host may do; changes are only noted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.beginning import begin
from companion.changing import Change
from companion.hosting import Hosting
from companion.running import open_table
from companion.settings import Settings
from companion.shelf import Shelf
from companion.table import Table


class NotedChange(Change):
    """A change that is only noted: the program of the tests goes on."""

    def make(self) -> None:
        self._made.set()


class Hosted:
    """Ana and Bob at Riff in Time; on the shelf Cleo and Dan's earlier game of The Quick and the Undead."""

    def __init__(self, folder: Path, dice: str = "hand", **settings: Any) -> None:
        self.settings = Settings(data=str(folder), **settings)
        self.shelf = Shelf(folder)
        begin(self.shelf, "quick_and_undead", ("cleo", "dan"), {}, None, dice="hand", decks="virtual")
        path = begin(self.shelf, "riff_in_time", ("ana", "bob"), {}, None, dice=dice, decks="virtual")
        self.open(path)

    def open(self, path: Path) -> None:
        """Play the game at `path`, with everything that the host may do beside it."""
        self.table: Table = open_table(self.settings, path)
        self.table.start()
        self.change = NotedChange()
        self.hosting = Hosting(self.settings, self.table, self.shelf, self.change)

    def open_anew(self) -> None:
        """What the program does after a change: another table, with the game that is on it now."""
        self.table.stop()
        self.open(self.shelf.on_table())
