"""What the box of The Quick and the Undead contains: buildings, undead, and the board's slots.

The text of the rulebook gives abilities, counts and a few values; the rest comes from a content file of
this form. `Box.faults` checks the facts that the rulebook gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

SLOTS = (2, 3, 4, 5, 6, 7)
"""The targeting slots of a Targeting card."""
SPOTS = (8, 7, 6, 5, 4, 3, 2)
"""The action spots, in the order in which they resolve (QU-24)."""
ABILITIES = (
    "coin", "notoriety", "bullet", "reset", "magnet", "barter", "prospect", "rearrange", "saloon",
    "safe_coins", "safe_notoriety", "safe_bullets", "double_steal", "always_five", "bounty", "send",
    "buy_peace", "double_income", "fame", "high_ground",
)
BONUSES = ("", "coin", "n1", "bullet")
COINS, N1, N5, BULLET_BONUSES = 48, 30, 11, 3
"""The supply of the box, and how many bullets it has besides the gangs' own."""
FIVE = 5
"""What a Notoriety 5 is worth."""
OUTLAWS = 6
UNDEAD, BUILDINGS, FOUR_PLUS = 18, 20, 5
TOP_VALUE = 6
TOP_UNDEAD = 3
STREET = "street"
STRICT = {"extra": "forbid"}


@dataclass(frozen=True)
class Building:
    """A building card: what it costs, what it is worth, what it does."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    id: str
    name: str
    ability: str
    cost: int
    notoriety: int
    four_plus: bool = False
    stand_in: bool = False


@dataclass(frozen=True)
class UndeadCard:
    """An undead: its Notoriety, and the numbers that kill it."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    id: str
    value: int
    weak: tuple[int, ...]
    stand_in: bool = False


@dataclass(frozen=True)
class BoardSlot:
    """A place for a building, from how many players on it is used, and the bonus printed on it."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    id: str
    min_players: int
    bonus: str = ""


@dataclass(frozen=True)
class Box:
    """Everything in the box that the rules need to know. The slots go clockwise from the graveyard."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    game: str
    colours: tuple[str, ...]
    slots: tuple[BoardSlot, ...]
    buildings: tuple[Building, ...]
    undead: tuple[UndeadCard, ...]
    stand_in: bool = False

    @cached_property
    def building(self) -> dict[str, Building]:
        """The buildings by id."""
        return {building.id: building for building in self.buildings}

    @cached_property
    def card(self) -> dict[str, UndeadCard]:
        """The undead by id."""
        return {card.id: card for card in self.undead}

    def slots_for(self, players: int) -> tuple[BoardSlot, ...]:
        """The board slots in play for a number of players (QU-03)."""
        return tuple(slot for slot in self.slots if slot.min_players <= players)

    def faults(self) -> list[str]:
        """Everything that the rulebook's facts forbid, as sentences that begin with the key at fault."""
        return [*_buildings(self), *_undead(self), *_slots(self)]

    def doubts(self) -> list[str]:
        """What is unlikely of a real box; not forbidden."""
        return []


def _buildings(box: Box) -> Iterator[str]:
    if len(box.building) != BUILDINGS or len(box.buildings) != BUILDINGS:
        yield f"buildings: there are {len(box.building)} different ones; the box has {BUILDINGS}."
    counts = Counter(building.ability for building in box.buildings)
    for ability in ABILITIES:
        if counts[ability] != 1:
            yield f"buildings: {counts[ability]} have the ability {ability}; each is there once."
    for building in box.buildings:
        if building.ability not in ABILITIES:
            yield f"buildings.{building.id}.ability: {building.ability!r} is none of {', '.join(ABILITIES)}."
        if building.cost < 1 or building.notoriety < 0:
            yield f"buildings.{building.id}: cost is 1 or more, notoriety 0 or more."
        if building.ability == "always_five" and building.cost != 5:
            yield f"buildings.{building.id}.cost: is {building.cost}; this building always costs 5."
    marked = sum(building.four_plus for building in box.buildings)
    if marked != FOUR_PLUS:
        yield f"buildings: {marked} are marked four_plus; there are {FOUR_PLUS}."


def _undead(box: Box) -> Iterator[str]:
    if len(box.card) != UNDEAD or len(box.undead) != UNDEAD:
        yield f"undead: there are {len(box.card)} different ones; the box has {UNDEAD}."
    top = sum(card.value == TOP_VALUE for card in box.undead)
    if top != TOP_UNDEAD:
        yield f"undead: {top} have the value {TOP_VALUE}; there are {TOP_UNDEAD}."
    for card in box.undead:
        if not 1 <= card.value <= TOP_VALUE:
            yield f"undead.{card.id}.value: is {card.value}; undead are worth 1 to {TOP_VALUE}."
        if not card.weak or not set(card.weak) <= set(SLOTS) or len(set(card.weak)) < len(card.weak):
            yield f"undead.{card.id}.weak: needs one or more different numbers from 2 to 7."


def _slots(box: Box) -> Iterator[str]:
    if not 6 <= len(box.slots) <= 13:
        yield f"slots: there are {len(box.slots)}; the board has 6 to 13."
    if len({slot.id for slot in box.slots}) != len(box.slots):
        yield "slots: an id is there twice."
    for slot in box.slots:
        if not 2 <= slot.min_players <= 6:
            yield f"slots.{slot.id}.min_players: is {slot.min_players}; it is 2 to 6."
    for players in range(2, 7):
        if len(box.slots_for(players)) < players:
            yield f"slots: {len(box.slots_for(players))} are in play for {players} players; too few."
    if len(box.slots_for(3)) > BUILDINGS - FOUR_PLUS:
        yield "slots: more are in play for 3 players than there are buildings without the 4+ mark."
    for slot in box.slots:
        if slot.bonus not in BONUSES:
            yield f"slots.{slot.id}.bonus: {slot.bonus!r} is none of coin, n1, bullet."
    bullets = sum(slot.bonus == "bullet" for slot in box.slots)
    if bullets > BULLET_BONUSES:
        yield f"slots: {bullets} have a bullet as bonus; the box has {BULLET_BONUSES} to spare."
    if len(box.colours) != 6:
        yield f"colours: there are {len(box.colours)}; the box has 6."
