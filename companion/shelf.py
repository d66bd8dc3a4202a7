"""The shelf: the folder in which games are kept, and which of them lies on the table."""

from __future__ import annotations

import shutil
from pathlib import Path

from companion import durable, evidence
from companion.engine.questions import Message
from companion.engine.referee import Refused
from vision.durable import sync

ENDING = ".journal"
ON_TABLE = "on_the_table"
"""The file that names the game on the table: the one that `companion run` goes on with."""


class NoSuchGame(Refused):
    """There is no game of that name, or none at all; the message says what would do."""


class Shelf:
    """A folder of journals. A game's name is its file's, without the ending."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def games(self) -> list[str]:
        """The names of all games, oldest first."""
        paths = self.folder.glob(f"*{ENDING}") if self.folder.is_dir() else ()
        return sorted((path.stem for path in paths), key=_age)

    def path(self, name: str) -> Path:
        """The journal of the game called `name`. `NoSuchGame` when there is none."""
        games = self.games()
        if name not in games:
            raise NoSuchGame(Message("There is no game “{name}”; the games are {games}.",
                                     {"name": name, "games": ", ".join(games)}) if games else
                             Message("There is no game “{name}”; there are none yet: companion new.",
                                     {"name": name}))
        return self.folder / f"{name}{ENDING}"

    def new_path(self, game: str) -> Path:
        """A free journal's path for a new game, numbered after all others."""
        number = max((_age(name)[0] for name in self.games()), default=0) + 1
        return self.folder / f"{game}-{number}{ENDING}"

    def on_table(self) -> Path:
        """The journal of the game on the table: the one put there last, else the newest."""
        games = self.games()
        if not games:
            raise NoSuchGame(Message("There is no game yet; begin one: companion new riff_in_time --seats "
                                     "'ana bob'"))
        file = self.folder / ON_TABLE
        name = file.read_text(encoding="utf-8").strip() if file.is_file() else ""
        return self.path(name if name in games else games[-1])

    def put_on_table(self, path: Path) -> None:
        """Make `path`'s game the one that `on_table` gives, also after a power cut."""
        durable.write_text(self.folder / ON_TABLE, path.stem)

    def delete(self, name: str) -> None:
        """Delete the journal of the game called `name` and the pictures of its rolls, for good."""
        for file in self.folder.glob(f"{name}{ENDING}*"):
            if not file.suffix.startswith(".damaged"):
                file.unlink()
        shutil.rmtree(self.folder / f"{name}{evidence.ENDING}", ignore_errors=True)
        sync(self.folder)


def _age(name: str) -> tuple[int, str]:
    number = name.rpartition("-")[2]
    return (int(number) if number.isdecimal() else 0, name)
