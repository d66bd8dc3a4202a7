"""What the box of Riff in Time contains: board, personages, dice, cards, characters.

The rules know no card and no face by heart; everything comes from a content file of this form, so that
an owner can put in what his box really holds. `Box.faults` checks the facts that the rulebook gives.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from companion.engine.questions import Die, Words

SAN_DIMAS = "san_dimas"
POSITIONS = range(1, 11)
KINDS = ("wyld", "character", "triumphant", "bogus")
SYMBOLS = ("move", "interact", "reroll", "excellent", "bogus")
ACTIONS = ("move", "interact", "reroll", "excellent")
BLANK = "blank"
OPS = (
    "move_self", "move_all", "eject_all", "raise", "raise_sd", "lower_sd", "raise_numbered",
    "raise_each_player", "lower_here", "unfix", "draw", "discard_top", "look3",
)
TASKS = {
    "lower_with": "personage", "clean_rounds": "count", "pair": "personage", "lower_unique": "count",
    "lower_with_other": "", "route": "locations personage", "sd_with_two": "",
    "visit": "location personage", "pass": "personage", "by_hand": "",
}
"""The kinds of task (RIT-118 to RIT-126) with what each needs; `by_hand` is judged by its owner."""
ABILITIES = ("extra_step", "change_die", "by_hand", "none")
STRICT = {"extra": "forbid"}


@dataclass(frozen=True)
class Location:
    """One Historic Location: a disc."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    id: str
    name: str
    stand_in: bool = False


@dataclass(frozen=True)
class PersonageCard:
    """One Personage of Historical Significance: where it belongs, and what it brings its carrier."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    id: str
    name: str
    home: str
    dice: dict[str, int] = field(default_factory=dict)
    actions: tuple[str, ...] = ()
    stand_in: bool = False


@dataclass(frozen=True)
class DiceKind:
    """A kind of die: how many are in the box, and the symbols on each of its faces."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    count: int
    colour: str
    faces: tuple[tuple[str, ...], ...]
    stand_in: bool = False

    @cached_property
    def face_words(self) -> Words:
        """Each face as one word, in the file's order: `move`, `move+interact`, `blank`."""
        return tuple("+".join(symbols) or BLANK for symbols in self.faces)


@dataclass(frozen=True)
class Effect:
    """One thing a Riff card does: an op of `OPS` `times` over, or a choice between lists of effects."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    op: str = ""
    args: tuple[str | int, ...] = ()
    times: int = 1
    per_fixed: bool = False
    choose: tuple[tuple[Effect, ...], ...] = ()

    @property
    def word(self) -> str:
        """What the effect is called in answers: `raise_sd`, `discard_topx5`, `move_all:rome`."""
        word = ":".join([self.op or "or", *map(str, self.args)])
        if self.per_fixed:
            return f"{word}_per_fixed"
        return f"{word}x{self.times}" if self.times > 1 else word


@dataclass(frozen=True)
class RiffCard:
    """A Riff card: its Main section and, for its subject's rift, up to two more (RIT-34)."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    id: str
    count: int = 1
    name: str = ""
    subject: str | tuple[int, ...] = ""
    main: tuple[Effect, ...] = ()
    red: tuple[Effect, ...] = ()
    green: tuple[Effect, ...] = ()
    fixed: tuple[Effect, ...] = ()
    stand_in: bool = False


@dataclass(frozen=True)
class Task:
    """What an Objective asks for: a kind of `TASKS` and what it needs."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    type: str
    personage: str = ""
    locations: tuple[str, ...] = ()
    count: int = 3
    text: str = ""


@dataclass(frozen=True)
class Objective:
    """An Objective card: its task, how often it lowers San Dimas once, and its Action icon."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    id: str
    name: str
    task: Task
    sd_icons: int
    action: str
    stand_in: bool = False


@dataclass(frozen=True)
class Character:
    """A Character card and its ability; `text` tells an ability that is carried out by hand."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    id: str
    name: str
    ability: str = "none"
    text: str = ""
    stand_in: bool = False


@dataclass(frozen=True)
class Bands:
    """The green and the red levels of a rift."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    green: tuple[int, ...] = ()
    red: tuple[int, ...] = ()


@dataclass(frozen=True)
class SanDimas:
    """The San Dimas dial."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    max: int
    stand_in: bool = False


@dataclass(frozen=True)
class Seats:
    """How many may play."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    min: int
    max: int


@dataclass(frozen=True)
class Box:
    """Everything in the box of Riff in Time that the rules need to know."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    game: str
    players: Seats
    san_dimas: SanDimas
    bands: dict[str, Bands]
    circuits: tuple[tuple[str | int, str | int], ...]
    locations: tuple[Location, ...]
    personages: tuple[PersonageCard, ...]
    dice: dict[str, DiceKind]
    riff_cards: tuple[RiffCard, ...]
    objectives: tuple[Objective, ...]
    characters: tuple[Character, ...]
    stand_in: bool = False
    """Whether any of it is invented and waits for the owner's box."""

    @cached_property
    def location(self) -> dict[str, Location]:
        """The Historic Locations by id."""
        return {location.id: location for location in self.locations}

    @cached_property
    def personage(self) -> dict[str, PersonageCard]:
        """The Personages by id."""
        return {personage.id: personage for personage in self.personages}

    @cached_property
    def at_home(self) -> dict[str, str]:
        """Which Personage belongs to each location."""
        return {personage.home: personage.id for personage in self.personages}

    @cached_property
    def card(self) -> dict[str, RiffCard]:
        """The Riff cards by id."""
        return {card.id: card for card in self.riff_cards}

    @cached_property
    def objective(self) -> dict[str, Objective]:
        """The Objective cards by id."""
        return {objective.id: objective for objective in self.objectives}

    @cached_property
    def character(self) -> dict[str, Character]:
        """The Character cards by id."""
        return {character.id: character for character in self.characters}

    @cached_property
    def links(self) -> dict[str | int, tuple[str | int, ...]]:
        """Where the circuits lead from each position (1 to 10) and from San Dimas."""
        links: dict[str | int, set[str | int]] = {}
        for one, other in self.circuits:
            links.setdefault(one, set()).add(other)
            links.setdefault(other, set()).add(one)
        return {place: tuple(sorted(others, key=str)) for place, others in links.items()}

    @cached_property
    def all_dice(self) -> dict[str, Die]:
        """Every die of the box by its name in answers: w1, w2, w3, c1, ..."""
        return {
            f"{kind[0]}{number}": Die(f"{kind[0]}{number}", kind, self.dice[kind].face_words)
            for kind in KINDS for number in range(1, self.dice[kind].count + 1)
        }

    def colour(self, place: str, level: int) -> str:
        """The colour of a rift's level: `green`, `red` or none (RIT-36 to RIT-39)."""
        bands = self.bands.get(place)
        if bands is None and place != SAN_DIMAS:
            bands = self.bands.get("default")
        if bands is None:
            return ""
        return "red" if level in bands.red else "green" if level in bands.green else ""

    def faults(self) -> list[str]:
        """Everything that the rulebook's facts forbid, as sentences that begin with the key at fault."""
        from companion.games.riff_in_time.box_faults import faults  # which needs Box itself

        return list(faults(self))

    def doubts(self) -> list[str]:
        """What differs from the facts known of other copies of the box, as sentences; not forbidden."""
        return [f"bands.{place}: 6 is red or 7 is not, unlike New Mexico's rift; look at your board again."
                for place, bands in self.bands.items()
                if place != SAN_DIMAS and (6 in bands.red or 7 not in bands.red)]
