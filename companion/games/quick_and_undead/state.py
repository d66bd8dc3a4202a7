"""The state of a game: town, gangs and, alone, Dead Ranger.

A gang is named after its seat; where two players have two gangs each, `ana_1` and `ana_2` are Ana's, who
share one purse.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.engine.questions import Told
from companion.games.quick_and_undead.content import COINS, N1, N5, SLOTS

STANDING, LAID = "standing", "laid"
SKULL, BACKFIRE = "skull", "backfire"
DR = "dead_ranger"
"""The automa of the solo game."""


@dataclass
class Purse:
    """Coins and Notoriety tokens, of a player or of the supply."""

    coins: int = 0
    n1: int = 0
    n5: int = 0


@dataclass
class Gang:
    """One colour with its kit. Spots are written as text (`"8"`), as JSON has no other keys."""

    seat: str
    stash: int = 4
    spots: dict[str, str] = field(default_factory=dict)
    """Where its outlaws are on the board: standing or laid."""
    graveyard: int = 0
    outside: int = 2
    slots: dict[str, bool] = field(default_factory=lambda: dict.fromkeys(map(str, SLOTS), False))
    """Its Targeting card: whether each slot shows its bullet."""
    crit: str = SKULL
    kills: list[str] = field(default_factory=list)
    number: int = 0
    """The number set in secret, from the lock to the reveal; 0 for none."""
    hired: bool = False
    """Whether its die lies on Hired Guns this turn."""
    used_today: list[int] = field(default_factory=list)
    colour: str = ""
    """Of its die, where the camera knows it by that."""

    @property
    def loaded(self) -> list[int]:
        """The slots with a bullet."""
        return [int(slot) for slot, is_loaded in self.slots.items() if is_loaded]

    @loaded.setter
    def loaded(self, slots: Iterable[int]) -> None:
        self.slots = {str(slot): slot in slots for slot in SLOTS}

    @property
    def standing(self) -> int:
        """The spot of its standing outlaw; 0 for none."""
        return next((int(spot) for spot, how in self.spots.items() if how == STANDING), 0)

    @property
    def empty(self) -> list[int]:
        """The slots with a shell."""
        return [slot for slot in SLOTS if slot not in self.loaded]


@dataclass
class Place:
    """A building on the board: its card, the bonus still on it, who is in it, and its undead."""

    building: str
    bonus: str = ""
    occupants: list[str] = field(default_factory=list)
    undead: list[str] = field(default_factory=list)


@dataclass
class Ranger:
    """Dead Ranger: outlaws in his graveyard and on spots, and the bullets of his Targeting card."""

    graveyard: int = 6
    spots: dict[str, str] = field(default_factory=dict)
    slots: dict[str, bool] = field(default_factory=lambda: dict.fromkeys(map(str, SLOTS), True))
    crit: str = SKULL
    colour: str = ""

    @property
    def loaded(self) -> list[int]:
        """The slots with a bullet."""
        return [int(slot) for slot, is_loaded in self.slots.items() if is_loaded]


@dataclass
class State:
    """The whole table, and how far the turn has come."""

    seats: list[str]
    options: dict[str, str]
    mode: str
    """standard, two_gang, solo"""
    gangs: dict[str, Gang]
    """Clockwise."""
    purses: dict[str, Purse]
    """By seat: the gangs of one player share it."""
    supply: Purse = field(default_factory=lambda: Purse(COINS, N1, N5))
    places: dict[str, Place] = field(default_factory=dict)
    """By board slot, clockwise from the graveyard."""
    street: list[str] = field(default_factory=list)
    boot_hill: int = 0
    """How many cards of unknown order are left there."""
    boot_hill_under: list[str] = field(default_factory=list)
    """Solo: killed undead that went under it, the next to come first."""
    undead_seen: list[str] = field(default_factory=list)
    in_hand: str = ""
    """An undead that was drawn and is about to be put into town."""
    ranger: Ranger | None = None
    phase: str = "setup"
    day: int = 1
    turn: int = 1
    law: str = ""
    lower_edge: str = ""
    """Who sits at the lower edge of the camera's picture, where dice are known by where they lie."""
    spot: int = 0
    """The spot that resolves now; 0 for none."""
    active: str = ""
    """Whose own turn it is, or whose outlaw acts."""
    high_noon: str = "no"
    """no, armed (the next turn is the last), running, done"""
    target: str = ""
    """What is being shot at: an undead, or a gang."""
    rolled: list[int] = field(default_factory=list)
    """The numbers rolled in the running attempt on an undead."""
    aims: dict[str, str] = field(default_factory=dict)
    """Who aims at whom in the duel that is fought now."""
    fought_over: str = ""
    """The board slot whose building is fought for now."""
    winners: list[str] = field(default_factory=list)
    result: str = ""
    log: list[Told] = field(default_factory=list)

    def clockwise(self, gangs: list[str] | None = None) -> list[str]:
        """The gangs clockwise from the LAW; only those named, when some are (QU-25)."""
        order = list(self.gangs)
        place = order.index(self.law) if self.law else 0
        turned = order[place:] + order[:place]
        return [gang for gang in turned if gangs is None or gang in gangs]

    def standing_on(self, spot: int) -> list[str]:
        """The gangs with an outlaw standing on a spot, clockwise."""
        return self.clockwise([name for name, gang in self.gangs.items() if gang.standing == spot])

    def controlled(self, gang: str) -> list[str]:
        """The board slots whose building a gang controls."""
        return [slot for slot, place in self.places.items() if gang in place.occupants]

    def town_undead(self) -> int:
        """How many undead are in buildings and the street."""
        return len(self.street) + sum(len(place.undead) for place in self.places.values())

    def is_free(self, spot: int) -> bool:
        """Whether no outlaw stands on a spot."""
        return not any(gang.standing == spot for gang in self.gangs.values())
