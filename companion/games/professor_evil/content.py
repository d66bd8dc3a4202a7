"""What the box of Professor Evil contains: the mansion, treasures, traps, cards, powers and dice.

The text of the rulebook gives only a part of it; everything comes from a content file of this form, so
that owners can put in what their box really holds. `Box.faults` checks the facts the rulebook gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from companion.engine.questions import Die, Words

COLOURS = ("red", "green", "blue")
TRAPS = {"padlock": 4, "saw": 3, "camera": 2, "laser": 2, "console": 1}
"""The trap tiles of the box: how many of each type (EVIL-05)."""
OUTSIDE = "outside"
RESERVED = frozenset({OUTSIDE, "nobody", "unknown", "describe", *COLOURS, *TRAPS})
ROOMS, DOORS, DOORS_A_ROOM = 12, 18, 3
CARDS_A_DECK = 6
TILES, CHARACTERS, WINDOW_ROOMS = 18, 5, 3
DICE = {
    "professor": ("chevron_1", "chevron_2", "chevron_3", "secret_passage", "time_5", "time_10"),
    "colour": COLOURS,
    "clock": ("clock_1", "clock_2"),
}
DOINGS = (
    "extra_actions", "unlock", "lock", "disarm", "arm", "free_moves", "move_pawn", "move_professor",
    "move_adjacent_to_professor", "shift_treasure", "shift_treasure_back", "shift_time", "shift_time_back",
    "draw", "activate_power", "reroll", "set_die",
)
"""What a card or a power can do to the table."""
OPS = (*DOINGS, "note", "manual")
"""`note` does nothing on the table; `manual` is followed by hand, and told as doings."""
WINDOWS = ("phase2", "after_roll")
"""When a card or a power can be used: with the actions, or when the dice lie there."""
SCHEMES = ("per_side", "single")
STRICT = {"extra": "forbid"}


@dataclass(frozen=True)
class Room:
    """A room of the mansion."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    id: str
    name: str


@dataclass(frozen=True)
class Door:
    """A threshold between two rooms, with the rug's colour on either side (and one for the simple scheme)."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    id: str
    a: str
    b: str
    rug_a: str
    rug_b: str
    single: str = ""

    def beyond(self, room: str) -> str:
        """The room on the other side."""
        return self.b if room == self.a else self.a

    def rug(self, room: str, scheme: str) -> str:
        """The colour that the professor sees from `room`."""
        if scheme == "single":
            return self.single
        return self.rug_a if room == self.a else self.rug_b


@dataclass(frozen=True)
class Tile:
    """A treasure tile: its minutes, and the trap types that guard it."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    id: str
    name: str
    minutes: int
    types: tuple[str, ...]
    stand_in: bool = False


@dataclass(frozen=True)
class Effect:
    """One thing a card or a power does: an op of `OPS`, so many times or steps."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    op: str
    count: int = 1


@dataclass(frozen=True)
class Card:
    """An Action card of a character's deck, and when it may be played."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    id: str
    character: str
    name: str
    effects: tuple[Effect, ...] = (Effect("manual"),)
    window: str = "phase2"
    stand_in: bool = False


@dataclass(frozen=True)
class Character:
    """A character with a special power: a permanent part and a bonus, good while the tile is face up.

    The permanent part can be used `per_turn_limit` times a turn; `costs_action` says that each use is one of
    the turn's actions. `window` holds for both parts.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    id: str
    name: str
    permanent: tuple[Effect, ...] = (Effect("manual"),)
    bonus: tuple[Effect, ...] = (Effect("manual"),)
    per_turn_limit: int = 1
    costs_action: bool = False
    window: str = "phase2"
    stand_in: bool = False


@dataclass(frozen=True)
class Face:
    """A face of a die, and on how many of its sides it is."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    symbol: str
    count: int


@dataclass(frozen=True)
class DiceKind:
    """One of the three dice."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    body: str
    faces: tuple[Face, ...]
    stand_in: bool = False

    @cached_property
    def face_words(self) -> Words:
        """Each side's symbol."""
        return tuple(face.symbol for face in self.faces for _ in range(face.count))


@dataclass(frozen=True)
class Players:
    """How many may play, and how many it is suggested for."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    min: int
    max: int
    suggested_min: int
    suggested_max: int


@dataclass(frozen=True)
class Box:
    """Everything in the box of Professor Evil that the rules need to know."""

    __pydantic_config__: ClassVar[dict[str, str]] = STRICT
    game: str
    players: Players
    start_room: str
    windows: tuple[str, ...]
    barred_entry: tuple[str, ...]
    rooms: tuple[Room, ...]
    doors: tuple[Door, ...]
    treasures: tuple[Tile, ...]
    characters: tuple[Character, ...]
    cards: tuple[Card, ...]
    dice: dict[str, DiceKind]
    stand_in: bool = False
    layout: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Where each room is drawn on the plan, in percent from the left and from the top."""

    @cached_property
    def room(self) -> dict[str, Room]:
        """The rooms by id."""
        return {room.id: room for room in self.rooms}

    @cached_property
    def door(self) -> dict[str, Door]:
        """The doors by id."""
        return {door.id: door for door in self.doors}

    @cached_property
    def doors_of(self) -> dict[str, tuple[Door, ...]]:
        """The doors of each room."""
        return {room.id: tuple(door for door in self.doors if room.id in (door.a, door.b))
                for room in self.rooms}

    @cached_property
    def tile(self) -> dict[str, Tile]:
        """The treasure tiles by id."""
        return {tile.id: tile for tile in self.treasures}

    @cached_property
    def character(self) -> dict[str, Character]:
        """The characters by id."""
        return {character.id: character for character in self.characters}

    @cached_property
    def card(self) -> dict[str, Card]:
        """The Action cards by id."""
        return {card.id: card for card in self.cards}

    def deck(self, character: str) -> list[str]:
        """The cards of one character's deck."""
        return [card.id for card in self.cards if card.character == character]

    def adjacent(self, room: str) -> list[str]:
        """The rooms with a door between, locked or open (EVIL-99)."""
        return [door.beyond(room) for door in self.doors_of.get(room, ())]

    def exits(self, room: str, colour: str, scheme: str) -> list[Door]:
        """The doors by which the professor leaves a room on a colour: those with its rug on his side."""
        return [door for door in self.doors_of[room] if door.rug(room, scheme) == colour]

    @cached_property
    def three_dice(self) -> tuple[Die, ...]:
        """The professor, colour and clock dice."""
        return tuple(Die(kind, kind, self.dice[kind].face_words) for kind in DICE)

    def faults(self) -> list[str]:
        """Everything that the rulebook's facts forbid, as sentences that begin with the key at fault."""
        return [*_ids(self), *_mansion(self), *_treasures(self), *_people(self), *_dice(self)]

    def doubts(self) -> list[str]:
        """What is unlikely of a real map, as sentences; not forbidden."""
        doubts = [f"rooms.{room.id}: has {len(self.exits(room.id, colour, 'per_side'))} {colour} rugs at its "
                  "doors; the professor needs one of each colour."
                  for room in self.rooms for colour in COLOURS
                  if len(self.exits(room.id, colour, "per_side")) != 1]
        if all(door.rug_a == door.rug_b for door in self.doors):
            doubts.append("doors: every door has one colour on both sides; walks will go to and fro.")
        pairs = Counter(frozenset((door.a, door.b)) for door in self.doors)
        doubts += [f"doors: {count} doors join {' and '.join(sorted(pair))}."
                   for pair, count in pairs.items() if count > 1]
        return doubts


def _ids(box: Box) -> Iterator[str]:
    """Ids are said in answers: each is one word, of one thing."""
    things = [(kind, thing.id) for kind in ("rooms", "doors", "treasures", "characters", "cards")
              for thing in getattr(box, kind)]
    for kind, id_ in things:
        if not id_.replace("_", "").isalnum() or not id_.isascii():
            yield f"{kind}: “{id_}” is no id; use letters, digits and _, as in “music_room”."
        if id_ in RESERVED:
            yield f"{kind}: “{id_}” is no id for a thing; the rules use this word."
    for id_, times in Counter(id_ for _, id_ in things).items():
        if times > 1:
            kinds = " and ".join(dict.fromkeys(kind for kind, other in things if other == id_))
            yield f"{kinds}: “{id_}” is there {times} times; each id may come once."


def _mansion(box: Box) -> Iterator[str]:
    if len(box.rooms) != ROOMS:
        yield f"rooms: there are {len(box.rooms)}; the mansion has {ROOMS}."
    if len(box.doors) != DOORS:
        yield f"doors: there are {len(box.doors)}; the mansion has {DOORS}."
    for door in box.doors:
        if door.a == door.b:
            yield f"doors.{door.id}: leads from {door.a} to itself."
        for room in (door.a, door.b):
            if room not in box.room:
                yield f"doors.{door.id}: no room has the id “{room}”."
        for rug in (door.rug_a, door.rug_b, door.single or "red"):
            if rug not in COLOURS:
                yield f"doors.{door.id}: the rug “{rug}” is none of {', '.join(COLOURS)}."
    for id_, doors in box.doors_of.items():
        if len(doors) != DOORS_A_ROOM:
            yield f"rooms.{id_}: has {len(doors)} doors; every room has {DOORS_A_ROOM}."
    for key, places in (("start_room", (box.start_room,)), ("windows", box.windows),
                        ("barred_entry", box.barred_entry), ("layout", tuple(box.layout))):
        for place in places:
            if place not in box.room:
                yield f"{key}: no room has the id “{place}”."
    for place in box.windows:
        if place in box.barred_entry:
            yield f"windows: “{place}” cannot be entered from outside (barred_entry)."
    if len(set(box.windows)) != WINDOW_ROOMS or len(box.windows) != WINDOW_ROOMS:
        yield f"windows: there are {len(box.windows)}; three rooms have windows to enter by."
    yield from _connected(box)


def _connected(box: Box) -> Iterator[str]:
    if box.start_room not in box.room:
        return
    reached = [box.start_room]
    for room in reached:
        reached += [other for other in box.adjacent(room) if other not in reached]
    missing = [room for room in box.room if room not in reached]
    if missing:
        yield f"doors: no way leads from {box.start_room} to {', '.join(missing)}."


def _treasures(box: Box) -> Iterator[str]:
    if len(box.treasures) != TILES:
        yield f"treasures: there are {len(box.treasures)}; the box has {TILES}."
    for tile in box.treasures:
        if tile.minutes not in range(5, 56, 5):
            yield f"treasures.{tile.id}.minutes: {tile.minutes} is no multiple of 5 from 5 to 55."
        if not 1 <= len(tile.types) <= 3 or len(set(tile.types)) < len(tile.types):
            yield f"treasures.{tile.id}.types: a tile shows 1 to 3 different traps."
        for type_ in tile.types:
            if type_ not in TRAPS:
                yield f"treasures.{tile.id}.types: “{type_}” is none of {', '.join(TRAPS)}."


def _people(box: Box) -> Iterator[str]:
    if not 1 <= box.players.min <= box.players.max <= len(box.characters):
        yield f"players: there are 1 to {len(box.characters)} players, one for each character."
    if len(box.characters) != CHARACTERS:
        yield f"characters: there are {len(box.characters)}; the box has {CHARACTERS}."
    for character in box.characters:
        count = len(box.deck(character.id))
        if count != CARDS_A_DECK:
            yield f"cards: {character.id} has {count} cards; every character has {CARDS_A_DECK}."
        if character.per_turn_limit < 1:
            yield f"characters.{character.id}.per_turn_limit: must be 1 or more."
        yield from _window(f"characters.{character.id}", character.window)
        for part in (character.permanent, character.bonus):
            yield from _effects(f"characters.{character.id}", part)
    for card in box.cards:
        if card.character not in box.character:
            yield f"cards.{card.id}.character: no character has the id “{card.character}”."
        yield from _window(f"cards.{card.id}", card.window)
        yield from _effects(f"cards.{card.id}", card.effects)


def _window(key: str, window: str) -> Iterator[str]:
    if window not in WINDOWS:
        yield f"{key}.window: “{window}” is none of {', '.join(WINDOWS)}."


def _effects(key: str, effects: tuple[Effect, ...]) -> Iterator[str]:
    if not effects:
        yield f"{key}: says nothing; use manual for what is carried out by hand."
    for effect in effects:
        if effect.op not in OPS:
            yield f"{key}: “{effect.op}” is none of {', '.join(OPS)}."
        if effect.count < 1:
            yield f"{key}: {effect.op} has the count {effect.count}; it must be 1 or more."


def _dice(box: Box) -> Iterator[str]:
    for kind, symbols in DICE.items():
        if kind not in box.dice:
            yield f"dice.{kind}: is missing."
            continue
        if not box.dice[kind].faces:
            yield f"dice.{kind}.faces: there are none."
        for face in box.dice[kind].faces:
            if face.symbol not in symbols:
                yield f"dice.{kind}.faces: “{face.symbol}” is none of {', '.join(symbols)}."
            if face.count < 1:
                yield f"dice.{kind}.faces: {face.symbol} is on {face.count} sides; it must be 1 or more."
    for kind in box.dice:
        if kind not in DICE:
            yield f"dice.{kind}: there is no such die; the dice are {', '.join(DICE)}."
