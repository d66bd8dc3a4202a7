"""Exact chances of the next throw, from five fair tokens (each side as likely)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from companion.games.betrayal_tour.paths import path_of
from companion.games.betrayal_tour.race import NONE_MARKED, TOKENS, Race
from companion.games.betrayal_tour.state import HOME, IN_BUNKER

VALUES = {count or NONE_MARKED: Fraction(comb(len(TOKENS), count), 2 ** len(TOKENS))
          for count in (*range(1, len(TOKENS) + 1), 0)}
"""The chance of each value of five tokens, from 1 to 10 (ledger, section 4)."""


def moves(race: Race, seat: str) -> dict[int, int]:
    """Where each value of a movement throw would end, driving on (values by square)."""
    racer = race.racer(seat)
    if not racer.on_track or racer.blocked_need or racer.repair_due:
        return {}
    return {value: path_of(race, seat, value, bool(racer.back_turns)).end for value in VALUES}


def finish(race: Race, seat: str) -> Fraction:
    """The chance that the next movement throw brings the pawn home by exact count (BT-85)."""
    return sum((VALUES[value] for value, end in moves(race, seat).items() if end == HOME), Fraction(0))


def meets(race: Race, seat: str, kind: str) -> Fraction:
    """The chance that the next movement throw ends on a square of a kind, driving on."""
    return sum((VALUES[value] for value, end in moves(race, seat).items()
                if end not in (HOME, IN_BUNKER) and race.kind_of(end) == kind), Fraction(0))
