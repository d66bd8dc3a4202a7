"""Beginning a game: who plays, what with, and a journal for it on the shelf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.engine.folding import JournalRow
from companion.engine.journal import Header, Journal
from companion.engine.questions import Message
from companion.engine.seats import check_seats
from companion.games import GAMES, load
from companion.i18n import Sentences
from companion.settings import Settings
from companion.shelf import Shelf


def begin_first(shelf: Shelf, settings: Settings) -> Path:
    """A game for two on an empty shelf, so that a table starts: its host begins the right one."""
    say = Sentences(settings.language).say
    seats = [say(Message("Player {number}", {"number": number})).replace(" ", "_") for number in (1, 2)]
    return begin(shelf, GAMES[0], seats, {}, None, dice=settings.game.dice, decks=settings.game.decks)


def begin(shelf: Shelf, name: str, seats: Sequence[str], options: Mapping[str, str | int],
          content: Path | Mapping[str, Any] | None, *, dice: str, decks: str,
          rows: Sequence[JournalRow] = ()) -> Path:
    """A new game's journal, put on the table. ValueError, with a sentence, when the game cannot be so.

    `rows` are written down with its beginning, such as the phones that come along from another table.
    """
    game = load(name, content)
    check_seats(game, seats)
    game.new(seats, options)
    path = shelf.new_path(game.id)
    journal = Journal.create(path, Header(game.id, tuple(seats), options, game.rules_version, game.content,
                                          dice, decks))
    try:
        journal.record(rows)
    finally:
        journal.close()
    shelf.put_on_table(path)
    return path
