"""What seats may be called: in every new game, however it is begun."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from companion.engine.game import Game

SEAT = re.compile(r"[^\W_][\w-]{0,19}")
"""A seat is one word: letters, digits, hyphens, underscores (shown as spaces)."""


def check_seats(game: Game[Any], seats: Sequence[str]) -> None:
    """ValueError, with a sentence, when one is no word, comes twice, or is the name of a thing."""
    for place, seat in enumerate(seats):
        if not SEAT.fullmatch(seat):
            raise ValueError(f"“{seat}” cannot be a seat's name: one word of up to 20 letters and digits, "
                             "with _ in the place of spaces.")
        if seat in seats[:place]:
            raise ValueError(f"Two seats are called “{seat}”; give each its own name.")
        if game.name_of(seat) is not None:
            raise ValueError(f"“{seat}” is a thing's name in {game.name}; choose another one for the seat.")
