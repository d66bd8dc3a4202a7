"""The state of a game of Professor Evil: mansion, clock, treasures, people."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.questions import Told
from companion.games.professor_evil.content import COLOURS, OUTSIDE

FACE = ("XII", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI")
STEPS_A_LAP = len(FACE)
MINUTES_A_STEP = 5
DESCRIBED = "described_"
"""A tile that is not on the list has this and a number as its name."""
BONUS = "_bonus"
"""What is learned of a character's bonus is kept under the character's id with this at its end."""


@dataclass
class Trap:
    """The trap of a room."""

    type: str
    on: bool


@dataclass
class Treasure:
    """A treasure in play: its tile, its room, and the clock step at which it is lost."""

    tile: str
    room: str
    due: int


@dataclass
class Player:
    """One player: character, pawn, power tile and cards. A card that nobody read out is `unknown`."""

    character: str = ""
    place: str = OUTSIDE
    power: bool = False
    pile: int = 6
    discard: list[str] = field(default_factory=list)


@dataclass
class State:
    """The whole table, and how far the current player's turn has come."""

    seats: list[str]
    options: dict[str, str]
    players: dict[str, Player]
    doors: dict[str, bool]
    """Whether each door is locked."""
    professor: str
    traps: dict[str, Trap] = field(default_factory=dict)
    steps: int = 0
    """The time marker, in steps of five minutes since the beginning."""
    treasures: dict[str, Treasure | None] = field(default_factory=lambda: dict.fromkeys(COLOURS))
    saved: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    rooms_used: list[str] = field(default_factory=list)
    """The location cards drawn for treasures; none comes back."""
    tiles_used: list[str] = field(default_factory=list)
    described: dict[str, str] = field(default_factory=dict)
    """Tiles that were not on the list: minutes and types as text."""
    learned: dict[str, list[str]] = field(default_factory=dict)
    """What cards and powers do that were carried out by hand and are to be remembered."""
    current: str = ""
    turn: int = 0
    phase: str = "setup"
    """setup, draw, actions, roll, professor, clock, over"""
    revealed: list[str] = field(default_factory=list)
    card_played: str = ""
    actions_left: int = 0
    power_uses: int = 0
    roll: dict[str, str] = field(default_factory=dict)
    """The three dice as they count this turn: professor, colour, clock."""
    result: str = ""
    log: list[Told] = field(default_factory=list)

    def left(self, colour: str) -> int:
        """The steps left for a treasure; 0 for an empty slot."""
        treasure = self.treasures[colour]
        return treasure.due - self.steps if treasure else 0

    def at(self, room: str) -> list[str]:
        """The players whose pawns are in a room (or outside)."""
        return [seat for seat, player in self.players.items() if player.place == room]

    def after(self, seat: str) -> str:
        """The seat to the left."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]


def face(steps: int) -> str:
    """A position of the clock as it is printed."""
    return FACE[steps % STEPS_A_LAP]
