"""The state of a game of Riff in Time: what lies on the table, in plain values.

A *place* is the id of a Historic Location or `san_dimas`. Turn numbers count the turns of the whole game
from 1; 0 means before the first.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.questions import Told
from companion.games.riff_in_time.content import BLANK, SAN_DIMAS


@dataclass
class Rift:
    """A Historic Location's disc: its board number, its dial, and its side."""

    position: int = 0
    level: int = 5
    fixed: bool = False
    triumph_holder: str = ""
    """Who has this location's card with the Triumphant end showing (RIT-106)."""
    triumph_turn: int = 0


@dataclass
class Personage:
    """Where a Personage is: standing at a place, in a player's booth, or returned for good."""

    place: str = ""
    booth: str = ""
    returned: bool = False
    gained_turn: int = 0
    """The turn in which its carrier got it; its dice and Actions count from a later one (RIT-102)."""


@dataclass
class Player:
    """One player's miniature and the cards under the Character Card."""

    character: str = ""
    place: str = SAN_DIMAS
    objective: str = ""
    objective_state: str = "open"
    """`open`, `met` (stays so until the check, RIT-115) or `rewarded`."""
    progress: list[str] = field(default_factory=list)
    """The stages done, as the tracking token marks them (RIT-114)."""
    reward_turn: int = 0
    bonus: str = ""
    clean: bool = True
    """Whether this round passed without a Reroll or the Booth so far (RIT-119)."""


@dataclass
class PoolDie:
    """A die of the Active Dice Pool; `spent` are the symbols of its face that are used up."""

    id: str
    kind: str
    face: str = BLANK
    spent: list[str] = field(default_factory=list)

    @property
    def symbols(self) -> list[str]:
        """The symbols of the face that are still unspent."""
        left = [] if self.face == BLANK else self.face.split("+")
        for symbol in self.spent:
            left.remove(symbol)
        return left


@dataclass
class CardAction:
    """An Action icon of a card, good once this turn. `of` is the Personage that brings it, if one does."""

    source: str
    action: str
    of: str = ""
    used: bool = False


@dataclass
class State:
    """The whole table, and how far the active player's turn has come."""

    seats: list[str]
    options: dict[str, str]
    rifts: dict[str, Rift]
    personages: dict[str, Personage]
    players: dict[str, Player]
    san_dimas: int
    starter: str = ""
    active: str = ""
    round: int = 1
    turn: int = 0
    phase: str = "setup"
    """setup, riff, pool, booth, bogus, actions, objectives, over"""
    result: str = ""
    """all_fixed, deck_empty, san_dimas_overflow; empty while the game goes on"""
    riff_left: int = 60
    riff_discard: int = 0
    riff_seen: dict[str, int] = field(default_factory=dict)
    """How many of each card have come up and cannot come up again."""
    riff_known_top: list[str] = field(default_factory=list)
    riff_stack: list[str] = field(default_factory=list)
    described: dict[str, str] = field(default_factory=dict)
    """Cards that were not on the list and were described when they came up: their sections as text."""
    pool: list[PoolDie] = field(default_factory=list)
    card_actions: list[CardAction] = field(default_factory=list)
    booth_used: bool = False
    ability_used: bool = False
    log: list[Told] = field(default_factory=list)

    def others_clockwise(self, seat: str) -> list[str]:
        """The seats from `seat` on, clockwise, `seat` first."""
        place = self.seats.index(seat)
        return self.seats[place:] + self.seats[:place]

    def booth(self, seat: str) -> list[str]:
        """The Personages that `seat` carries."""
        return [id_ for id_, personage in self.personages.items() if personage.booth == seat]

    def standing_at(self, place: str) -> list[str]:
        """The Personages that stand at `place` and are not returned."""
        return [id_ for id_, personage in self.personages.items()
                if personage.place == place and not personage.booth and not personage.returned]

    def location_at(self, position: int | str) -> str:
        """The place that lies at a board number (or San Dimas, which has none)."""
        if position == SAN_DIMAS:
            return SAN_DIMAS
        return next(place for place, rift in self.rifts.items() if rift.position == position)

    def bogus_pending(self) -> list[PoolDie]:
        """The dice that show a Bogus not yet resolved, once for each such symbol."""
        return [die for die in self.pool for symbol in die.symbols if symbol == "bogus"]

    def all_fixed(self) -> bool:
        """Whether all ten Historic Locations show their Fixed side."""
        return all(rift.fixed for rift in self.rifts.values())
