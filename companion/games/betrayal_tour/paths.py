"""The way of a pawn: step by step, where it must stop, where it may stop, where it bounces."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.betrayal_tour.race import Race
from companion.games.betrayal_tour.state import HOME


@dataclass(frozen=True)
class Path:
    """The squares a move goes over, in order, the last being where it ends (HOME when it is won)."""

    squares: tuple[int, ...]
    stops: tuple[int, ...]
    """Squares before the last on which the player may end the move (BT-16, BT-80)."""

    @property
    def end(self) -> int:
        """Where the move ends when the player drives on."""
        return self.squares[-1]


def path_of(race: Race, seat: str, value: int, backwards: bool) -> Path:
    """The path of a movement throw (BT-13): forwards, or backwards for a jammed pawn (BT-37)."""
    squares = backward_squares(race, seat, value) if backwards else forward_squares(race, seat, value)
    origin, mate = race.racer(seat).square, race.state.mate(seat)
    mate_square = race.racer(mate).square if mate else None
    stops = [square for square in squares[:-1] if square not in (HOME, origin, squares[-1]) and (
        may_rest(race, seat, square, backwards) if square == mate_square
        else race.kind_of(square) == "station" and not backwards)]
    return Path(tuple(squares), tuple(dict.fromkeys(stops)))


def may_rest(race: Race, seat: str, square: int, backwards: bool) -> bool:
    """Whether a pawn can come to rest on a square: backwards it would bounce off an opponent (BT-40)."""
    return (not backwards or race.kind_of(square) == "checkpoint"
            or not race.state.opponents_on(square, seat))


def forward_squares(race: Race, seat: str, value: int) -> list[int]:
    """Clockwise; with four parts into the bunker by exact count, or back out of it (BT-84 to BT-87).

    Without them the bunker is no square (BT-15), and the first missing checkpoint ends the move (BT-57).
    """
    square, length = race.racer(seat).square, race.box.length
    if not race.has_all_parts(seat):
        return up_to_checkpoint(race, seat, [(square + step) % length for step in range(1, value + 1)])
    laps = [race.lap(seat, square) + step for step in range(1, value + 1)]
    laps = [lap if lap <= length else 2 * length - lap for lap in laps]
    return [HOME if lap == length else (race.start_of(seat) + lap) % length for lap in laps]


def backward_squares(race: Race, seat: str, value: int) -> list[int]:
    """Counter-clockwise, past any bunker (BT-39); onto an opponent it bounces on by the same value (BT-40).

    A bounce that comes back to where the move began rests there.
    """
    origin, length = race.racer(seat).square, race.box.length
    squares: list[int] = []
    while True:
        at = squares[-1] if squares else origin
        leg = [(at - step) % length for step in range(1, value + 1)]
        stopped = up_to_checkpoint(race, seat, leg)
        squares += stopped
        end = squares[-1]
        if len(stopped) < len(leg) or end == origin or may_rest(race, seat, end, backwards=True):
            return squares


def up_to_checkpoint(race: Race, seat: str, squares: list[int]) -> list[int]:
    """The squares up to the first checkpoint whose part the pawn lacks (BT-57, BT-38)."""
    for place, square in enumerate(squares):
        if race.lacks(seat, square):
            return squares[: place + 1]
    return squares
