"""What the box of Riff in Time contains: board, personages, dice, cards, characters.

The rules know no card and no face by heart; everything comes from a content file of this form, so that
an owner can put in what his box really holds. `Box.faults` checks the facts that the rulebook gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
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
        links: dict[str | int, list[str | int]] = {}
        for one, other in self.circuits:
            links.setdefault(one, []).append(other)
            links.setdefault(other, []).append(one)
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
        return [*_counts(self), *_board(self), *_dice(self), *_people(self), *_cards(self), *_tasks(self)]

    def doubts(self) -> list[str]:
        """What differs from the facts known of other copies of the box, as sentences; not forbidden."""
        return [f"bands.{place}: 6 is red or 7 is not, unlike New Mexico's rift; look at your board again."
                for place, bands in self.bands.items()
                if place not in ("new_mexico", SAN_DIMAS) and (6 in bands.red or 7 not in bands.red)]


def _counts(box: Box) -> Iterator[str]:
    for key, things, count in (
        ("locations", box.locations, 10), ("personages", box.personages, 10),
        ("objectives", box.objectives, 16), ("characters", box.characters, 4),
    ):
        if len(things) != count:
            yield f"{key}: the box has {count}, the file has {len(things)}."
        for id_, times in Counter(thing.id for thing in things).items():
            if times > 1:
                yield f"{key}: “{id_}” is there {times} times; each id may come once."
    cards = sum(card.count for card in box.riff_cards)
    if cards != 60:
        yield f"riff_cards: the counts add up to {cards}; the box has 60 cards."
    if not 1 <= box.players.min <= box.players.max <= 4:
        yield "players: there are 1 to 4 players."
    if box.san_dimas.max <= 4:
        yield f"san_dimas.max: {box.san_dimas.max} is too low; the dial starts at up to 4 and must go on."


def _board(box: Box) -> Iterator[str]:
    places: set[str | int] = {SAN_DIMAS, *POSITIONS}
    for number, link in enumerate(box.circuits, 1):
        for place in link:
            if place not in places:
                yield f"circuits, link {number}: {place!r} is no place; use \"san_dimas\" or 1 to 10."
    for place in sorted(places, key=str):
        if len(set(box.links.get(place, ()))) < 2:
            yield f"circuits: {place} needs two links or more."
    reached: list[str | int] = [SAN_DIMAS]
    for place in reached:
        reached += [other for other in box.links.get(place, ()) if other not in reached]
    unreached = sorted(places.difference(reached), key=str)
    if unreached:
        missing = ", ".join(str(place) for place in unreached)
        yield f"circuits: no way leads from San Dimas to {missing}."
    if "default" not in box.bands:
        yield "bands.default: is missing; say which levels are green and which red."
    for name, bands in box.bands.items():
        if name not in ("default", SAN_DIMAS, *box.location):
            yield f"bands.{name}: no location has this id."
        for level in sorted({*bands.green} & {*bands.red}):
            yield f"bands.{name}: {level} is green and red; a level has one colour."
    shown = (box.colour("new_mexico", 6) != "red", box.colour("new_mexico", 7) == "red")
    if "default" in box.bands and shown != (True, True):
        yield "bands.new_mexico: the rulebook shows 7 in its red part and 6 outside it."


def _dice(box: Box) -> Iterator[str]:
    for kind in KINDS:
        if kind not in box.dice:
            yield f"dice.{kind}: is missing."
    for kind, dice in box.dice.items():
        if kind not in KINDS:
            yield f"dice.{kind}: there is no such kind; the kinds are {', '.join(KINDS)}."
        if dice.count < 1 or not dice.faces:
            yield f"dice.{kind}: needs a count of 1 or more and its faces."
        for number, symbols in enumerate(dice.faces, 1):
            for symbol in symbols:
                if symbol not in SYMBOLS:
                    yield f"dice.{kind}.faces, face {number}: {symbol!r} is none of {', '.join(SYMBOLS)}."


def _people(box: Box) -> Iterator[str]:
    homes = Counter(personage.home for personage in box.personages)
    for location in box.locations:
        if homes[location.id] != 1:
            yield f"personages: {homes[location.id]} belong to “{location.id}”; each location has one."
    for personage in box.personages:
        if personage.home not in box.location:
            yield f"personages.{personage.id}.home: no location has the id “{personage.home}”."
        for kind in personage.dice:
            if kind not in KINDS:
                yield f"personages.{personage.id}.dice: {kind!r} is none of {', '.join(KINDS)}."
        for action in personage.actions:
            if action not in ACTIONS:
                yield f"personages.{personage.id}.actions: {action!r} is none of {', '.join(ACTIONS)}."
    for character in box.characters:
        if character.ability not in ABILITIES:
            yield (f"characters.{character.id}.ability: {character.ability!r} is none of "
                   f"{', '.join(ABILITIES)}.")


def _cards(box: Box) -> Iterator[str]:
    for id_, times in Counter(card.id for card in box.riff_cards).items():
        if times > 1:
            yield f"riff_cards: “{id_}” is there {times} times; give its number as count."
    for card in box.riff_cards:
        key = f"riff_cards.{card.id}"
        if card.count < 1:
            yield f"{key}.count: must be 1 or more."
        if not card.main:
            yield f"{key}.main: is missing; every card has a Main section."
        if card.red and card.green:
            yield f"{key}: has a red and a green section; a card has one of them at most."
        if (card.red or card.green or card.fixed) and not card.subject:
            yield f"{key}.subject: is missing; a coloured or Fixed section needs the rift in question."
        if isinstance(card.subject, tuple) and (card.red or card.green):
            yield f"{key}: a numbered card has no coloured section, only a Fixed one."
        if isinstance(card.subject, str) and card.subject not in ("", SAN_DIMAS, *box.location):
            yield f"{key}.subject: no location has the id “{card.subject}”."
        for section in ("main", "red", "green", "fixed"):
            for effect in getattr(card, section):
                yield from (f"{key}.{section}: {fault}" for fault in _effect(box, effect))


def _effect(box: Box, effect: Effect) -> Iterator[str]:
    if bool(effect.op) == bool(effect.choose):
        yield "an effect has either an op or a choose."
    for option in effect.choose:
        for part in option:
            yield from _effect(box, part)
    if effect.op and effect.op not in OPS:
        yield f"{effect.op!r} is none of {', '.join(OPS)}."
    if effect.times < 1:
        yield f"times is {effect.times}; it must be 1 or more."
    if effect.op in ("raise", "move_self", "move_all"):
        places = [*box.location] if effect.op == "raise" else [SAN_DIMAS, *box.location]
        if len(effect.args) != 1 or effect.args[0] not in places:
            yield f"{effect.op} needs one of {', '.join(places)}."
    if effect.op == "raise_numbered" and any(number not in POSITIONS for number in effect.args):
        yield "raise_numbered takes board numbers from 1 to 10."


def _tasks(box: Box) -> Iterator[str]:
    for objective in box.objectives:
        key, task = f"objectives.{objective.id}", objective.task
        if objective.sd_icons not in (1, 2):
            yield f"{key}.sd_icons: is {objective.sd_icons}; a card shows San Dimas once or twice."
        if objective.action not in ACTIONS:
            yield f"{key}.action: {objective.action!r} is none of {', '.join(ACTIONS)}."
        if task.type not in TASKS:
            yield f"{key}.task.type: {task.type!r} is none of {', '.join(TASKS)}."
            continue
        needs = TASKS[task.type]
        if "personage" in needs and task.personage not in box.personage:
            yield f"{key}.task.personage: no Personage has the id “{task.personage}”."
        if "location" in needs and not task.locations:
            yield f"{key}.task.locations: is missing."
        for place in task.locations:
            if place not in box.location:
                yield f"{key}.task.locations: no location has the id “{place}”."
        if task.count < 1:
            yield f"{key}.task.count: must be 1 or more."
