"""Saving what can still be read of a damaged journal. The damaged file itself is left as it is."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from companion.engine.folding import Entry, fold, to_plain
from companion.engine.journal import FORMAT, read_rows

UNREADABLE = (sqlite3.Error, ValueError, KeyError, TypeError, IndexError)


def rescue(path: Path) -> dict[str, Any]:
    """A damaged journal up to the first row that cannot be read, in the form of `Journal.export`.

    ValueError, with a sentence, when not even the beginning of the game can be read; FileNotFoundError when
    there is no such file.
    """
    if not path.is_file():
        raise FileNotFoundError(f"There is no file {path}.")
    with tempfile.TemporaryDirectory() as folder:
        for file in path.parent.glob(f"{path.name}*"):
            shutil.copy(file, folder)
        with closing(sqlite3.connect(Path(folder) / path.name)) as connection:
            entries, contents = list(_as_far_as_whole(connection)), list(_contents(connection))
    try:
        fold(entries)
    except ValueError as error:
        raise ValueError(f"{path}: nothing of this game can be read any more.") from error
    return {"companion_journal": FORMAT, "contents": contents, "rows": [to_plain(entry) for entry in entries]}


def _as_far_as_whole(connection: sqlite3.Connection) -> Iterator[Entry]:
    """The rows before the first that cannot be read."""
    with suppress(*UNREADABLE):
        yield from read_rows(connection)


def _contents(connection: sqlite3.Connection) -> Iterator[Any]:
    with suppress(*UNREADABLE):
        for (text,) in connection.execute("SELECT data FROM contents ORDER BY rowid"):
            yield json.loads(text)
