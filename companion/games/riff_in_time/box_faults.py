"""What the rulebook's facts forbid in a content file, as sentences that begin with the key at fault."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from companion.games.riff_in_time.content import (
    ABILITIES,
    ACTIONS,
    KINDS,
    OPS,
    POSITIONS,
    SAN_DIMAS,
    SYMBOLS,
    TASKS,
    Box,
    Effect,
    RiffCard,
)

AN_ID = re.compile(r"[a-z][a-z0-9_]*")
DICE_IN_THE_BOX = {"wyld": 3, "character": 4, "triumphant": 4, "bogus": 3}
WITH_A_PLACE = ("raise", "move_self", "move_all")


def faults(box: Box) -> Iterator[str]:
    """Everything that is wrong with the content."""
    yield from _ids(box)
    yield from _counts(box)
    yield from _circuits(box)
    yield from _bands(box)
    yield from _dice(box)
    yield from _personages(box)
    yield from _characters(box)
    for card in box.riff_cards:
        yield from (f"riff_cards.{card.id}{fault}" for fault in _card(box, card))
    yield from _tasks(box)


def _ids(box: Box) -> Iterator[str]:
    named = [(key, thing.id) for key, things in (
        ("locations", box.locations), ("personages", box.personages), ("objectives", box.objectives),
        ("characters", box.characters), ("riff_cards", box.riff_cards)) for thing in things]
    for key, id_ in dict.fromkeys(named):
        if not AN_ID.fullmatch(id_) or id_ == SAN_DIMAS:
            yield f"{key}: “{id_}” is no id; use small letters, digits and _, as in “new_york”."
    for id_, times in Counter(id_ for _, id_ in named).items():
        if times > 1:
            keys = " and ".join(dict.fromkeys(key for key, same in named if same == id_))
            yield f"{keys}: “{id_}” is there {times} times; each id may come once (cards alike have a count)."


def _counts(box: Box) -> Iterator[str]:
    things: tuple[tuple[str, Sequence[object], int], ...] = (
        ("locations", box.locations, 10), ("personages", box.personages, 10),
        ("objectives", box.objectives, 16), ("characters", box.characters, 4))
    for key, there, count in things:
        if len(there) != count:
            yield f"{key}: the box has {count}, the file has {len(there)}."
    cards = sum(card.count for card in box.riff_cards)
    if cards != 60:
        yield f"riff_cards: the counts add up to {cards}; the box has 60 cards."
    if not 1 <= box.players.min <= box.players.max <= 4:
        yield "players: there are 1 to 4 players."
    if box.san_dimas.max <= 4:
        yield f"san_dimas.max: {box.san_dimas.max} is too low; the dial starts at up to 4 and must go on."


def _circuits(box: Box) -> Iterator[str]:
    places: set[str | int] = {SAN_DIMAS, *POSITIONS}
    for number, (one, other) in enumerate(box.circuits, 1):
        for place in sorted({one, other} - places, key=str):
            yield f"circuits.{number}: {place!r} is no place; use \"san_dimas\" or 1 to 10."
        if one == other:
            yield f"circuits.{number}: leads from {one} to itself."
    for place in sorted(places, key=str):
        if len(box.links.get(place, ())) < 2:
            yield f"circuits: {place} needs two links or more."
    reached: list[str | int] = [SAN_DIMAS]
    for place in reached:
        reached += [other for other in box.links.get(place, ()) if other not in reached]
    unreached = [str(position) for position in POSITIONS if position not in reached]
    if unreached:
        yield f"circuits: no way leads from San Dimas to {', '.join(unreached)}."


def _bands(box: Box) -> Iterator[str]:
    for name, bands in box.bands.items():
        if name not in ("default", SAN_DIMAS, *box.location):
            yield f"bands.{name}: no location has this id."
        most = box.san_dimas.max if name == SAN_DIMAS else 10
        for level in sorted({*bands.green, *bands.red} - {*range(most + 1)}):
            yield f"bands.{name}: {level} is not on the dial, which goes from 0 to {most}."
        for level in sorted({*bands.green} & {*bands.red}):
            yield f"bands.{name}: {level} is green and red; a level has one colour."
    if "default" not in box.bands:
        yield "bands.default: is missing; say which levels are green and which red."
    elif box.colour("new_mexico", 6) == "red" or box.colour("new_mexico", 7) != "red":
        yield "bands.new_mexico: the rulebook shows 7 in its red part and 6 outside it."


def _dice(box: Box) -> Iterator[str]:
    for kind, count in DICE_IN_THE_BOX.items():
        if kind not in box.dice:
            yield f"dice.{kind}: is missing."
        elif box.dice[kind].count != count:
            yield f"dice.{kind}.count: the box has {count}, the file has {box.dice[kind].count}."
    for kind, dice in box.dice.items():
        if kind not in KINDS:
            yield f"dice.{kind}: there is no such kind; the kinds are {', '.join(KINDS)}."
        if not dice.faces:
            yield f"dice.{kind}.faces: there are none."
        for number, symbols in enumerate(dice.faces, 1):
            for symbol in symbols:
                if symbol not in SYMBOLS:
                    yield f"dice.{kind}.faces.{number}: {symbol!r} is none of {', '.join(SYMBOLS)}."


def _personages(box: Box) -> Iterator[str]:
    homes = Counter(personage.home for personage in box.personages)
    for location in box.locations:
        if homes[location.id] != 1:
            yield f"personages: {homes[location.id]} belong to “{location.id}”; each location has one."
    for personage in box.personages:
        key = f"personages.{personage.id}"
        if personage.home not in box.location:
            yield f"{key}.home: no location has the id “{personage.home}”."
        for kind, count in personage.dice.items():
            if kind not in KINDS or count < 0:
                yield f"{key}.dice: {kind} = {count} is no number of dice; the kinds are {', '.join(KINDS)}."
        for action in personage.actions:
            if action not in ACTIONS:
                yield f"{key}.actions: {action!r} is none of {', '.join(ACTIONS)}."
    charlemagne = box.personage.get("charlemagne")
    if charlemagne and (charlemagne.home, charlemagne.dice, charlemagne.actions) != (
            "rome", {"character": 1, "bogus": 1}, ("reroll",)):
        yield ("personages.charlemagne: the rulebook shows him at home in Rome, with one Character die, one "
               "Bogus die and a Reroll.")
    billy = box.personage.get("billy_the_kid")
    if billy and (billy.home != "new_mexico" or not billy.dice.get("bogus")):
        yield "personages.billy_the_kid: the rulebook shows him at home in New Mexico, with a Bogus die."


def _characters(box: Box) -> Iterator[str]:
    for character in box.characters:
        if character.ability not in ABILITIES:
            yield (f"characters.{character.id}.ability: {character.ability!r} is none of "
                   f"{', '.join(ABILITIES)}.")


def _card(box: Box, card: RiffCard) -> Iterator[str]:
    if card.count < 1:
        yield ".count: must be 1 or more."
    if not card.main:
        yield ".main: is missing; every card has a Main section."
    if card.red and card.green:
        yield ": has a red and a green section; a card has one of them at most."
    if (card.red or card.green or card.fixed) and not card.subject:
        yield ".subject: is missing; a coloured or Fixed section needs the rift in question."
    if isinstance(card.subject, str):
        if card.subject not in ("", SAN_DIMAS, *box.location):
            yield f".subject: no location has the id “{card.subject}”."
    elif not {*card.subject} <= {*POSITIONS}:
        yield ".subject: takes board numbers from 1 to 10."
    elif card.red or card.green:
        yield ": a numbered card has no coloured section, only a Fixed one."
    for section in ("main", "red", "green", "fixed"):
        for effect in getattr(card, section):
            yield from (f".{section}: {fault}" for fault in _effect(box, effect, section))


def _effect(box: Box, effect: Effect, section: str) -> Iterator[str]:
    if bool(effect.op) == bool(effect.choose):
        yield "an effect has either an op or a choose."
    elif effect.op and effect.op not in OPS:
        yield f"{effect.op!r} is none of {', '.join(OPS)}."
    if effect.times < 1:
        yield f"times is {effect.times}; it must be 1 or more."
    if effect.per_fixed and section != "fixed":
        yield "per_fixed belongs into the Fixed section."
    if effect.choose:
        words = [",".join(part.word for part in option) for option in effect.choose]
        if len(words) < 2 or "" in words or len({*words}) < len(words):
            yield "a choose needs two options or more, none of them empty or like another."
    for part in (part for option in effect.choose for part in option):
        yield from _effect(box, part, section)
    yield from _args(box, effect)


def _args(box: Box, effect: Effect) -> Iterator[str]:
    if effect.op in WITH_A_PLACE:
        places = [*box.location] if effect.op == "raise" else [SAN_DIMAS, *box.location]
        if len(effect.args) != 1 or effect.args[0] not in places:
            yield f"{effect.op} needs one of {', '.join(places)} as its args."
    elif effect.op == "raise_numbered":
        if any(number not in POSITIONS for number in effect.args):
            yield "raise_numbered takes board numbers from 1 to 10 as its args."
    elif effect.args:
        yield f"{effect.op or 'choose'} takes no args."


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
