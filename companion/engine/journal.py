"""The journal: one SQLite file a game, to which rows are only added, each on disk before it is acknowledged.

The table's thread alone holds the one connection. The file is locked against every other program for as
long as it is open; the lock goes with the process, however that ends. Do not read the file by other means
while it is open: closing it again would give up the lock.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.engine.folding import (
    Begun,
    Entry,
    JournalRow,
    Written,
    fold,
    from_columns,
    referee_of,
    row_of,
    to_columns,
    to_plain,
)
from companion.engine.game import Game
from companion.engine.questions import Message
from companion.engine.referee import Referee, Refused
from companion.engine.rows import Record, TurnBegun

FORMAT = 1
"""Grows when the shape of the rows changes; older rows are then brought up as they are read."""
OLDEST_SQLITE = (3, 37, 0)
_TABLES = """
CREATE TABLE contents (hash TEXT PRIMARY KEY, data TEXT NOT NULL) STRICT;
CREATE TABLE rows (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, data TEXT NOT NULL,
    rules INTEGER, content TEXT REFERENCES contents, crc INTEGER NOT NULL
) STRICT;
CREATE TRIGGER rows_stay BEFORE UPDATE ON rows BEGIN SELECT RAISE(ABORT, 'rows are only added'); END;
CREATE TRIGGER rows_last BEFORE DELETE ON rows BEGIN SELECT RAISE(ABORT, 'rows are only added'); END;
"""


class JournalFault(Exception):
    """A journal cannot be used; `message` says why and what would do."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.id.format(**message.args))
        self.message = message


class JournalLocked(JournalFault):
    """Another program holds the journal: most likely a table that is running."""


class JournalDamaged(JournalFault):
    """The journal cannot be read whole; it was moved aside, to `aside`, and nothing of it was changed."""

    def __init__(self, message: Message, aside: Path) -> None:
        super().__init__(message)
        self.aside = aside


class Unwritten(Refused):
    """A change could not be written down and so was not made: the disk is full, or fails."""


@dataclass(frozen=True)
class Header:
    """What a game is played with.

    `content` is what the box holds, as the game gives it. `dice` is `virtual`, `camera`, `tray` or `hand`;
    `decks` is `virtual` or `physical`.
    """

    game: str
    seats: tuple[str, ...]
    options: Mapping[str, str | int]
    rules_version: int
    content: Mapping[str, Any]
    dice: str = "virtual"
    decks: str = "virtual"


class Journal:
    """An open journal; `create`, `open` and `take_in` make one. Use it from one thread at a time."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._rules_version = 0
        self._content = ""

    # Making, opening, closing

    @classmethod
    def create(cls, path: Path, header: Header) -> Journal:
        """A new journal at `path` for a game that begins. FileExistsError if there is one already."""
        with _new(path) as journal:
            journal.play_with(header.rules_version, header.content)
            journal.record([Begun(header.game, header.seats, dict(header.options), header.dice,
                                  header.decks)])
        return journal

    @classmethod
    def open(cls, path: Path) -> Journal:
        """The journal at `path`, checked from end to end.

        `JournalLocked` while another program holds it. A damaged one is moved aside with all its files and
        `JournalDamaged` is raised. FileNotFoundError if there is none.
        """
        if not path.is_file():
            raise FileNotFoundError(f"There is no journal {path}.")
        journal = cls(path, _connect(path))
        try:
            journal._check()
            header = journal.header()
            journal.written()
        except (sqlite3.DatabaseError, ValueError, KeyError, TypeError, IndexError) as error:
            journal.close()
            raise _fault(path, error) from error
        except BaseException:
            journal.close()
            raise
        journal.play_with(header.rules_version, header.content)
        return journal

    @classmethod
    def take_in(cls, path: Path, exported: Mapping[str, Any]) -> Journal:
        """A new journal at `path` with all that `exported` (made by `export`) holds.

        ValueError, with a sentence, when it is no exported journal; FileExistsError if `path` is taken.
        """
        contents, entries = _exported(exported)
        with _new(path) as journal:
            with _transaction(journal._connection):
                for text in contents:
                    journal._add_content(text)
                for entry in entries:
                    journal._add(entry)
            header = journal.header()
            journal.play_with(header.rules_version, header.content)
        return journal

    def close(self) -> None:
        """Let the file go; calling it again does nothing."""
        self._connection.close()

    # Writing

    def play_with(self, rules_version: int, content: Mapping[str, Any]) -> None:
        """From the next turn on the game goes by these rules and this content."""
        with self._written_or_refused():
            self._content = self._add_content(_text(content))
        self._rules_version = rules_version

    def record(self, rows: Sequence[JournalRow]) -> None:
        """Add rows, all or none; they are on disk when this returns. `Unwritten` when they cannot be."""
        with self._written_or_refused():
            for row in rows:
                begins = isinstance(row, (Begun, TurnBegun))
                self._add(Entry(row, self._rules_version if begins else None,
                                self._content if begins else None))

    @contextmanager
    def _written_or_refused(self) -> Iterator[None]:
        try:
            with _transaction(self._connection):
                yield
        except sqlite3.Error as error:
            full = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL
            raise Unwritten(
                Message("The disk is full, so nothing was changed. Make room on it and do it again.") if full
                else Message("The journal cannot be written ({reason}), so nothing was changed.",
                             {"reason": str(error)})
            ) from error

    def _add_content(self, text: str) -> str:
        hash_ = _hash(text)
        self._connection.execute("INSERT OR IGNORE INTO contents VALUES (?, ?)", (hash_, text))
        return hash_

    def _add(self, entry: Entry) -> None:
        self._connection.execute(
            "INSERT INTO rows (kind, data, rules, content, crc) VALUES (?, ?, ?, ?, ?)", to_columns(entry))

    # Reading

    def written(self) -> Written:
        """What the rows come to: the game's pages, the open question's number, phones, what is kept."""
        return fold(self._read())

    def header(self) -> Header:
        """What the game is played with; rules' version and content are those of the last turn begun."""
        begun: Begun | None = None
        rules, content = 0, ""
        for entry in self._read():
            begun = entry.row if isinstance(entry.row, Begun) else begun
            rules, content = entry.rules or rules, entry.content or content
        found = self._connection.execute("SELECT data FROM contents WHERE hash = ?", (content,)).fetchone()
        if begun is None or found is None:
            raise ValueError("the beginning of the game is missing")
        return Header(begun.game, begun.seats, begun.options, rules, json.loads(found[0]), begun.dice,
                      begun.decks)

    def export(self) -> dict[str, Any]:
        """Everything in the journal as plain JSON values: all rows and all contents, secrets too."""
        contents = self._connection.execute("SELECT data FROM contents ORDER BY rowid")
        return {
            "companion_journal": FORMAT,
            "contents": [json.loads(text) for (text,) in contents],
            "rows": [to_plain(entry) for entry in self._read()],
        }

    def _read(self) -> Iterator[Entry]:
        return read_rows(self._connection)

    def _check(self) -> None:
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version > FORMAT:
            raise JournalFault(Message("The journal {path} was written by a newer companion; bring this one "
                                       "up to date to go on with it.", {"path": str(self.path)}))
        said = self._connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if said != "ok":
            raise ValueError(said)


def read_rows(connection: sqlite3.Connection) -> Iterator[Entry]:
    """The rows of a journal, one by one. ValueError at the first that is missing or not as it was written."""
    rows = connection.execute("SELECT id, kind, data, rules, content, crc FROM rows ORDER BY id")
    for place, (number, kind, data, rules, content, crc) in enumerate(rows, 1):
        if number != place:
            raise ValueError(f"row {place} is missing")
        yield from_columns((kind, data, rules, content, crc))


def take_up(journal: Journal, game: Game[Any], record: Record | None = None) -> Referee:
    """A referee for the game that a journal tells of, going on with it.

    From now on turns are written with `game`'s rules and content. What no longer fits these rules is in
    the referee's `dropped`. A journal without a turn yet is given the first by the game itself. `record`
    may stand between the referee and `journal.record`. `JournalFault` when these rules cannot read the
    open turn at all.
    """
    written = journal.written()
    journal.play_with(game.rules_version, game.content)
    record = record or journal.record
    if not written.pages:
        state = game.new(written.begun.seats, written.begun.options)
        return Referee(game, state, record=record)
    try:
        return referee_of(written, game, record)
    except ValueError as error:
        raise JournalFault(Message("The open turn in {path} was written by rules of version {old}; these "
                                   "rules (version {new}) cannot read it: {reason}",
                                   {"path": str(journal.path), "old": written.rules_version,
                                    "new": game.rules_version, "reason": str(error)})) from error


@contextmanager
def _new(path: Path) -> Iterator[Journal]:
    """A journal that is made in the block; when that fails, no file is left."""
    # Journals hold secrets: nobody else on the machine is to read them.
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        # Made at once or not at all: one that another program makes now would be removed with this one.
        path.open("xb").close()
    except FileExistsError:
        raise FileExistsError(f"There is a journal {path} already.") from None
    connection: sqlite3.Connection | None = None
    try:
        connection = _connect(path)
        connection.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version={FORMAT}; COMMIT;")
        yield Journal(path, connection)
    except BaseException as error:
        if connection is not None:
            connection.close()
        for file in _files(path):
            file.unlink()
        if isinstance(error, sqlite3.Error):
            raise JournalFault(Message("The journal {path} cannot be made: {reason}.",
                                       {"path": str(path), "reason": str(error)})) from error
        raise


def _connect(path: Path) -> sqlite3.Connection:
    """The one connection to a journal, which locks the file. `JournalFault`, with a sentence, if not."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        oldest = ".".join(str(part) for part in OLDEST_SQLITE)
        raise JournalFault(Message("SQLite {version} is too old to keep a journal; {oldest} or newer is "
                                   "needed.", {"version": sqlite3.sqlite_version, "oldest": oldest}))
    connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        with _transaction(connection):
            pass
    except sqlite3.Error as error:
        connection.close()
        raise _fault(path, error) from error
    if mode != "wal":
        connection.close()
        raise JournalFault(Message("{path} lies where SQLite cannot keep its log; choose a data folder on a "
                                   "disk of this machine.", {"path": str(path)}))
    return connection


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written in the block, or, when anything raises, nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _fault(path: Path, error: Exception) -> JournalFault:
    """What is wrong with a journal as a sentence; a damaged one is moved aside."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalLocked(Message("The journal {path} is in use: a table is running this game. Stop that "
                                     "table first, or ask it.", {"path": str(path)}))
    # SQLITE_ERROR is what a file without our tables gives: one that was killed while it was made.
    damages = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
    if code is not None and code & 0xFF not in damages:
        return JournalFault(Message("The journal {path} cannot be used: {reason}.",
                                    {"path": str(path), "reason": str(error)}))
    aside, reason = _move_aside(path), " ".join(str(error).split())
    return JournalDamaged(Message("The journal {path} is damaged ({reason}). It was kept as {aside}, "
                                  "unchanged. What can still be read of it: companion journal rescue {aside}",
                                  {"path": str(path), "reason": reason, "aside": str(aside)}), aside)


def _move_aside(path: Path) -> Path:
    """Rename a journal and the files beside it to the next free `.damaged-N`."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for file in _files(path):
        file.rename(aside.with_name(file.name.replace(path.name, aside.name, 1)))
    return aside


def _files(path: Path) -> list[Path]:
    """The files that a journal consists of, as far as they are there."""
    names = (path.name, f"{path.name}-wal", f"{path.name}-shm")
    return [file for name in names if (file := path.with_name(name)).exists()]


def _exported(exported: Mapping[str, Any]) -> tuple[list[str], list[Entry]]:
    """The contents (as text) and the rows of an exported journal. ValueError, with a sentence, if none."""
    if exported.get("companion_journal") != FORMAT:
        raise ValueError(f"This is no exported journal of form {FORMAT}.")
    try:
        contents = [_text(content) for content in exported["contents"]]
        entries = [Entry(row_of(row["kind"], row["data"]), row["rules"], row["content"])
                   for row in exported["rows"]]
        fold(entries)
        hashes = {_hash(text) for text in contents}
        if any(entry.content not in hashes for entry in entries if entry.content is not None):
            raise ValueError("the content of a turn is missing")
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ValueError(f"The exported journal is not whole: {error}.") from error
    return contents, entries


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _text(content: Mapping[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, sort_keys=True)


