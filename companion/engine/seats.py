"""What seats may be called: in every new game, however it is begun."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from companion.engine.game import Game
from companion.engine.questions import TABLE, Message, Unplayable

SEAT = re.compile(r"[^\W_][\w'’-]{0,19}")
"""A seat is one word: letters, digits, hyphens, apostrophes, underscores (shown as spaces).

No full stop: it separates the steps of the paths by which things are set right, as in `scores.ana`.
"""


def numbers_of(game: Game[Any]) -> tuple[int, ...]:
    """How many may play, as the game itself takes them: a race in teams may leave numbers out."""
    return tuple(number for number in range(game.least_seats, game.most_seats + 1) if _takes(game, number))


def _takes(game: Game[Any], number: int) -> bool:
    try:
        game.new([f"seat {place}" for place in range(number)], {})
    except ValueError:
        return False
    return True


def check_seats(game: Game[Any], seats: Sequence[str]) -> None:
    """`Unplayable`, with a sentence, when one is no word, comes twice, or is the name of a thing.

    “zoé” and “Zoé” are one: the page writes both with a capital; and so are both apostrophes.
    """
    for place, seat in enumerate(seats):
        if seat == TABLE:
            raise Unplayable(Message("“-” cannot be a seat's name: it stands for the whole table."))
        if not SEAT.fullmatch(seat):
            raise Unplayable(Message(
                "“{seat}” cannot be a seat's name: it takes up to 20 letters and digits, with spaces (in a "
                "command: _), hyphens or apostrophes between them.", {"seat": seat.replace("_", " ")}))
        if _heard(seat) in map(_heard, seats[:place]):
            raise Unplayable(Message("Two seats are called “{seat}”; give each its own name.",
                                     {"seat": seat}))
        if game.name_of(seat) is not None:
            raise Unplayable(Message("“{seat}” is a thing's name in {game}; choose another one for the seat.",
                                     {"seat": seat, "game": game.name}))


def _heard(seat: str) -> str:
    """A name as it sounds, however it is written."""
    return seat.casefold().replace("’", "'")
