"""Tables for tests: begun on a toy game, taken up again after a restart, asked what is open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.chance import Chance
from companion.engine.folding import Kept
from companion.engine.game import Game
from companion.engine.journal import Header, Journal
from companion.table import ENDED, Snapshot, Table


class Tables:
    """Makes tables on journals in one folder, and takes them up again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: list[Table] = []

    def new(self, game: Game[Any], *, dice: str = "virtual", decks: str = "virtual", seed: int = 1,
            **settings: Any) -> Table:
        """A table of Ana and Bob with a new game."""
        path = self.folder / f"{len(self.made)}.journal"
        header = Header(game.id, ("ana", "bob"), {}, game.rules_version, game.content, dice, decks)
        return self._started(Table(game, Journal.create(path, header), chance=Chance(seed), **settings))

    def again(self, table: Table, seed: int = 2, **settings: Any) -> Table:
        """The same game after a restart of the program."""
        table.stop()
        path = table._journal.path
        return self._started(Table(table.game, Journal.open(path), chance=Chance(seed), **settings))

    def _started(self, table: Table) -> Table:
        table.start()
        self.made.append(table)
        return table


def end_early(path: Path) -> None:
    """Have the players end the game in this journal before its end."""
    journal = Journal.open(path)
    journal.record([Kept(ENDED, "yes")])
    journal.close()


def question(table: Table) -> tuple[int, str]:
    """The number and the key of the open question."""
    asked = table.snapshot.views[None].asked
    assert asked is not None
    return asked.number, asked.key


def board(table: Table) -> Any:
    return table.snapshot.views[None].board


def notes(snapshot: Snapshot) -> list[str]:
    return [note.id for note in snapshot.notes]


def throw_a(pips: str, table: Table) -> Snapshot:
    """Enter a face by hand."""
    asked = table.snapshot.views[None].asked
    assert asked is not None
    return table.answer(asked.waiting[0], asked.number, "roll", (f"d1={pips}",), "phone")
