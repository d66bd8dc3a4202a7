"""Beginning a game: who plays, what with, and a journal for it on the shelf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count, islice
from pathlib import Path
from typing import Any

from companion.engine.folding import JournalRow
from companion.engine.journal import Header, Journal
from companion.engine.questions import Message, Words
from companion.engine.seats import check_seats
from companion.games import GAMES, load
from companion.i18n import Sentences
from companion.settings import Settings
from companion.shelf import Shelf


def begin_first(shelf: Shelf, settings: Settings) -> Path:
    """A game for two on an empty shelf, so that a table starts: its host begins the right one."""
    seats = further_seats((), 2, settings.language)
    return begin(shelf, GAMES[0], seats, {}, None, dice=settings.game.dice, decks=settings.game.decks)


def further_seats(seats: Sequence[str], most: int, language: str) -> Words:
    """Names for those who play besides `seats` until they are `most`: Player 3 and so on."""
    say = Sentences(language).say
    named = (say(Message("Player {number}", {"number": number})).replace(" ", "_") for number in count(1))
    return tuple(islice((name for name in named if name not in seats), max(0, most - len(seats))))


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
