"""Beginning a game: who plays, what with, and a journal for it on the shelf."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.engine.game import Game
from companion.engine.journal import Header, Journal
from companion.games import load
from companion.shelf import Shelf

SEAT = re.compile(r"[^\W_][\w-]{0,19}")
"""A seat is one word: letters, digits, hyphens, underscores (shown as spaces)."""


def begin(shelf: Shelf, name: str, seats: Sequence[str], options: Mapping[str, str | int],
          content: Path | None, *, dice: str, decks: str) -> Path:
    """A new game's journal, put on the table. ValueError, with a sentence, when the game cannot be so."""
    game = load(name, content)
    check_seats(game, seats)
    game.new(seats, options)
    path = shelf.new_path(game.id)
    Journal.create(path, Header(game.id, tuple(seats), options, game.rules_version, game.content, dice,
                                decks)).close()
    shelf.put_on_table(path)
    return path


def check_seats(game: Game[Any], seats: Sequence[str]) -> None:
    """ValueError, with a sentence, when seats cannot be called so."""
    for place, seat in enumerate(seats):
        if not SEAT.fullmatch(seat):
            raise ValueError(f"“{seat}” cannot be a seat's name: one word of up to 20 letters and digits, "
                             "with _ in the place of spaces.")
        if seat in seats[:place]:
            raise ValueError(f"Two seats are called “{seat}”; give each its own name.")
        if game.name_of(seat) is not None:
            raise ValueError(f"“{seat}” is a thing's name in {game.name}; choose another one for the seat.")
