"""Carrying a game from one machine to another: its journal as one JSON file.

The journal of a game that is being played belongs to the table that plays it: that table is asked.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import secrets
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, jsonify, request

from companion.engine.journal import Journal, JournalLocked
from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.engine.rescue import rescue
from companion.games import load
from companion.settings import Settings
from companion.shelf import Shelf
from companion.table import Table, standing
from companion.watchdog import reached_at

RUNNING = "running.json"
"""In the data folder, readable by its owner alone: how commands reach the table that runs. That table holds
a lock on it, which goes with the process, however that ends."""

log = logging.getLogger(__name__)


def is_running(folder: Path) -> bool:
    """Whether a table runs that keeps its games in this folder. One that was killed leaves its note, too."""
    try:
        with (folder / RUNNING).open("rb") as note:
            fcntl.flock(note, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except (BlockingIOError, PermissionError):
        # What another user's table has left cannot be looked at.
        return True
    return False


def served_at(folder: Path) -> tuple[str, int] | None:
    """The host and the port at which the table that runs here serves; None where that is not known."""
    note = _note_in(folder)
    return (str(note["host"]), int(note["port"])) if "host" in note else None


def _note_in(folder: Path) -> dict[str, Any]:
    """What the note of the table that runs here says; nothing where there is none, or no room for it."""
    try:
        note = json.loads((folder / RUNNING).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


class Running:
    """The note that a running table leaves for commands on the same machine."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / RUNNING
        self._note: int | None = None
        self.token = secrets.token_urlsafe(24)

    def write(self, game: str, host: str, port: int) -> None:
        """Leave the note, in the place of one that a table which was killed has left.

        On a full disk it is left empty: the table is played all the same, but commands cannot ask it.
        """
        self._path.unlink(missing_ok=True)
        # It stays open, as its lock lasts no longer.
        self._note = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        fcntl.flock(self._note, fcntl.LOCK_EX)
        try:
            os.write(self._note, json.dumps({
                "game": game, "host": host, "port": port, "token": self.token}).encode())
        except OSError as error:
            log.warning("%s cannot be written: %s", self._path, error.strerror)

    def remove(self) -> None:
        """Take the note away again."""
        self._path.unlink(missing_ok=True)
        if self._note is not None:
            os.close(self._note)
            self._note = None

    def add_route(self, app: Flask, table: Table) -> None:
        """Let whoever can read the note have the whole journal."""
        def journal() -> Response:
            given = request.headers.get("Authorization", "")
            if not secrets.compare_digest(given.encode(), f"Bearer {self.token}".encode()):
                abort(403)
            return jsonify(table.export())
        app.add_url_rule("/api/journal", view_func=journal)


def export_game(settings: Settings, path: Path) -> tuple[dict[str, Any], bool]:
    """A game's whole journal, and whether the game is over. Asks the table where one plays this game."""
    try:
        journal = Journal.open(path)
    except JournalLocked:
        return _ask_table(settings.folder, path), False
    try:
        exported = journal.export()
        header = journal.header()
        over = standing(journal, load(header.game, header.content)).outcome is not None
    finally:
        journal.close()
    return exported, over


def rescue_game(shelf: Shelf, file: Path) -> tuple[Path, int]:
    """Put what a damaged journal still tells on the shelf and on the table; and the number of answers."""
    exported = rescue(file)
    answers = sum(row["kind"] == "answered" for row in exported["rows"])
    return _put_on_table(shelf, exported), answers


def import_game(shelf: Shelf, file: Path) -> Path:
    """Put an exported game on the shelf and on the table. `Refused`, with a sentence, when it is none."""
    try:
        exported = json.loads(file.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise Refused(Message("{file}: this is no JSON file.", {"file": str(file)})) from error
    rows = exported.get("rows") if isinstance(exported, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Refused(Message("{file}: this is no exported journal.", {"file": str(file)}))
    return _put_on_table(shelf, exported)


def _put_on_table(shelf: Shelf, exported: dict[str, Any]) -> Path:
    path = shelf.new_path(_game_of(exported))
    journal = Journal.take_in(path, exported)
    header = journal.header()
    journal.close()
    try:
        load(header.game, header.content)
    except ValueError:
        # What no table could go on with is not left there.
        shelf.delete(path.stem)
        raise
    shelf.put_on_table(path)
    return path


def _game_of(exported: dict[str, Any]) -> str:
    """The game that an exported journal begins. ValueError, with a sentence, where it begins none that is."""
    for row in exported["rows"]:
        match row:
            case {"kind": "begun", "data": {"game": str(game)}}:
                return load(game).id
    raise ValueError("The exported journal is not whole: the beginning of the game is missing.")


def _ask_table(folder: Path, path: Path) -> dict[str, Any]:
    note = _note_in(folder)
    if note.get("game") != path.stem:
        raise Refused(Message("The game {game} is in use by another program; stop that first.",
                              {"game": path.stem}))
    address = f"{reached_at(note['host'])}:{note['port']}"
    asked = urllib.request.Request(f"http://{address}/api/journal",
                                   headers={"Authorization": f"Bearer {note['token']}"})
    try:
        with urllib.request.urlopen(asked, timeout=20) as answer:
            exported: dict[str, Any] = json.load(answer)
    except urllib.error.URLError as error:
        raise Refused(Message("The table that plays {game} does not answer.", {"game": path.stem})) from error
    return exported
