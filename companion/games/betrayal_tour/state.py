"""The state of a race: where each pawn is, what it carries, and what befell it."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.questions import Told
from companion.games.betrayal_tour.content import RESOURCES

IN_BUNKER = -1
HOME = -2


@dataclass
class Racer:
    """One player's pawn. `square` is a number of the track, IN_BUNKER, or HOME once the race is won."""

    team: int
    bunker: int
    alignment: str = ""
    square: int = IN_BUNKER
    welds: dict[str, bool] = field(default_factory=dict)
    """For each checkpoint's square, as text, whether its badge part is welded on."""
    welding: bool = False
    weld_shielded: bool = False
    stock: dict[str, int] = field(default_factory=lambda: dict.fromkeys(RESOURCES, 1))
    blocked_need: str = ""
    """The resource for want of which the pawn is blocked."""
    repair_due: str = ""
    """The resource that a released pawn takes and spends on its next turn."""
    back_turns: int = 0
    blessing: bool = False
    helmets: int = 0
    safe_conducts: int = 0

    @property
    def parts(self) -> list[int]:
        """The checkpoints whose badge part is welded on."""
        return [int(square) for square, is_on in self.welds.items() if is_on]

    @property
    def on_track(self) -> bool:
        """Whether the pawn stands on a square of the track."""
        return self.square >= 0


@dataclass
class State:
    """The whole race, and how far the current player's move has come."""

    seats: list[str]
    """In the order of turns; with teams the first of every team, then the second of every team."""
    options: dict[str, str]
    racers: dict[str, Racer]
    current: str = ""
    turn: int = 0
    phase: str = "setup"
    """setup, race, over"""
    throw: str = ""
    """What is thrown for now: start, move, blocked, bonus, bad_day, attack, weld."""
    actor: str = ""
    """Who must throw or choose now; not always the current player: a displaced pawn's owner, a teammate."""
    arriving: list[str] = field(default_factory=list)
    """Whose pawns were put on a square whose effect on them is still to come."""
    move_value: int = 0
    """The value of this turn's movement throw; 0 before there is one."""
    move_origin: int = IN_BUNKER
    move_end: int = IN_BUNKER
    backwards: bool = False
    """Whether this turn's movement throw goes backwards."""
    stops: list[int] = field(default_factory=list)
    """The squares on which this move may end before its last, while that is still to be chosen."""
    winner: str = ""
    log: list[Told] = field(default_factory=list)

    def opponents(self, seat: str) -> list[str]:
        """The seats of other teams, in turn order from `seat` on."""
        return [other for other in self.after(seat) if self.racers[other].team != self.racers[seat].team]

    def mate(self, seat: str) -> str:
        """The teammate of `seat`; empty for one who plays alone."""
        return next((other for other in self.seats
                     if other != seat and self.racers[other].team == self.racers[seat].team), "")

    def after(self, seat: str) -> list[str]:
        """The other seats in the order of their turns after `seat`'s."""
        place = self.seats.index(seat)
        return self.seats[place + 1:] + self.seats[:place]

    def opponents_on(self, square: int, seat: str) -> list[str]:
        """The opponents of `seat` whose pawns stand on a square."""
        return [other for other in self.opponents(seat) if self.racers[other].square == square]
