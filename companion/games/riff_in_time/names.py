"""The names of things and the meaning of answers' words, in English; catalogues have the other languages."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.questions import Arg, Message
from companion.games.riff_in_time.content import BLANK, SAN_DIMAS, Box, Effect, RiffCard
from companion.games.riff_in_time.describing import DESCRIBE, OR, PER_FIXED

THINGS = {
    SAN_DIMAS: Message("San Dimas"), "move": Message("Move"), "interact": Message("Interact"),
    "reroll": Message("Reroll"), "excellent": Message("Excellent"), "bogus": Message("Bogus"),
    BLANK: Message("blank"), "green": Message("green"), "red": Message("red"), "wyld": Message("Wyld"),
    "character": Message("Character"), "triumphant": Message("Triumphant"), "main": Message("Main"),
    "fixed": Message("Fixed"),
}
MEANINGS = {
    "yes": Message("Yes"), "no": Message("No"), "end": Message("End the turn"),
    "stop": Message("Stay here"), "fix": Message("Fix: lower the rift here"),
    "change": Message("Use the ability: change a die"), "met": Message("Done"),
    "not_yet": Message("Not yet"), "none": Message("None"), "numbers": Message("The numbered places"),
    DESCRIBE: Message("A card that is not on the list"),
}
WITH_THING = {
    "drop": Message("Drop off {thing}"), "return": Message("Return {thing}, who stands here"),
    "pick": Message("Pick up {thing}"), "take": Message("Take the Bogus of {thing}"),
    "move": Message("Move, with {thing}"), "interact": Message("Interact, with {thing}"),
    "reroll": Message("Reroll, with {thing}"), "excellent": Message("Excellent, with {thing}"),
}
EFFECTS = {
    OR: Message("or"), PER_FIXED: Message("Lower San Dimas for each fixed one"),
    "raise_sd": Message("Raise San Dimas"), "lower_sd": Message("Lower San Dimas"),
    "draw": Message("Draw another Riff card"), "discard_top": Message("Discard a Riff card unread"),
    "look3": Message("Look at the top three Riff cards"), "eject_all": Message("All leave the booths"),
    "unfix": Message("A fixed place opens again"),
    "raise_each_player": Message("Raise where each player is"), "lower_here": Message("Lower where you are"),
    "raise_numbered": Message("Raise all ten places"),
}
EFFECTS_WITH = {
    "raise": Message("Raise {things}"), "raise_numbered": Message("Raise number {things}"),
    "move_self": Message("Go straight to {things}"), "move_all": Message("All go straight to {things}"),
}
SECTIONS = {
    "main": Message("{effects}"), "red": Message("if red: {effects}"),
    "green": Message("if green: {effects}"), "fixed": Message("if fixed: {effects}"),
}
DICE = {
    "w1": Message("yellow die 1"), "w2": Message("yellow die 2"), "w3": Message("yellow die 3"),
    "c1": Message("blue die 1"), "c2": Message("blue die 2"), "c3": Message("blue die 3"),
    "c4": Message("blue die 4"), "t1": Message("pink die 1"), "t2": Message("pink die 2"),
    "t3": Message("pink die 3"), "t4": Message("pink die 4"), "b1": Message("black die 1"),
    "b2": Message("black die 2"), "b3": Message("black die 3"),
}
CARDS = {"bonus": Message("the bonus card"), "reward": Message("the Objective card")}


def name_of(box: Box, word: str) -> str | None:
    """The name of a place, a Personage, a card, a character, a die, a face; None for any other word."""
    if word in THINGS or word in DICE:
        return (THINGS | DICE)[word].id
    for things in (box.location, box.personage, box.character, box.objective):
        if word in things:
            return str(things[word].name)
    symbols = word.split("+")
    if len(symbols) > 1 and all(symbol in THINGS for symbol in symbols):
        return " + ".join(THINGS[symbol].id for symbol in symbols)
    return _card_name(box, word)


def _card_name(box: Box, word: str) -> str | None:
    stem, _, number = word.rpartition("_")
    if stem == "described" and number.isdigit():
        return f"Riff #{number}"
    card = box.card.get(word)
    if card is None:
        return None
    if card.name:
        return card.name
    if isinstance(card.subject, str) and card.subject in box.location:
        return f"{box.location[card.subject].name} #{number}"
    return word.replace("_", " ")


def label(box: Box, key: str, word: str) -> Message:
    """What a word means as an answer to the question `key`."""
    if "=" in word:
        die, _, face = word.partition("=")
        return Message("{die}: {face}", {"die": die, "face": face})
    if key == "or" or (key.startswith("describe_") and word not in MEANINGS):
        return _effects([_effect(part) for part in word.split(",")])
    if key in ("draw", "look", "put_back") and word != DESCRIBE:
        return _card(box, word)
    if key in ("bonus", "objectives", "objective") and word in box.objective:
        return _objective(box, key, word)
    if word in MEANINGS:
        return MEANINGS[word]
    head, colon, rest = word.partition(":")
    if head == "pair" or (head == "excellent" and key == "bogus"):
        return _excellent(box, key, head, rest)
    if head == "pass":
        personage, _, seat = rest.partition(":")
        return Message("Pass {personage} to {seat}", {"personage": personage, "seat": seat})
    if colon and head in WITH_THING:
        return Message(WITH_THING[head].id, {"thing": _source(box, rest)})
    return Message("{thing}", {"thing": word})


def _source(box: Box, word: str) -> Message:
    """What an Action comes from: a die, a Personage (its second icon is `charlemagne_2`), or a card."""
    if word in CARDS:
        return CARDS[word]
    personage, _, number = word.rpartition("_")
    if word not in box.personage and personage in box.personage:
        return Message("{personage} ({number})", {"personage": personage, "number": number})
    return Message("{thing}", {"thing": word})


def _excellent(box: Box, key: str, head: str, rest: str) -> Message:
    """An Excellent, of one card or die or for two equal Actions; before a Bogus it can only be a Reroll."""
    if head == "excellent":
        return Message("Reroll, with the Excellent of {thing}", {"thing": _source(box, rest)})
    action, _, sources = rest.partition(":")
    one, _, other = sources.partition("+")
    args: dict[str, Arg] = {"action": action, "one": _source(box, one), "other": _source(box, other)}
    if key == "bogus":
        return Message("Reroll, for two {action}: {one} and {other}", args)
    return Message("Excellent, for two {action}: {one} and {other}", args)


def _objective(box: Box, key: str, word: str) -> Message:
    """An Objective by its task and its reward; as a bonus card only its Action counts (RIT-10)."""
    card = box.objective[word]
    if key == "bonus":
        return Message("{action} ({task})", {"action": card.action, "task": word})
    return Message("{task} (San Dimas down by {count}, then {action})",
                   {"task": word, "count": card.sd_icons, "action": card.action})


def _card(box: Box, word: str) -> Message:
    """A Riff card by its name and what it says, so that it is known by its icons; copies are numbered."""
    id_, _, copy = word.partition("#")
    card = box.card.get(id_)
    says = (Message("{card}: {sections}", {"card": id_, "sections": _sections(card)}) if card
            else Message("{card}", {"card": id_}))
    return Message("{card} (copy {number})", {"card": says, "number": copy}) if copy else says


def _sections(card: RiffCard) -> list[Message]:
    return [Message(said.id, {"effects": [_effect(effect.word, effect) for effect in effects]})
            for name, said in SECTIONS.items() if (effects := getattr(card, name))]


def _effects(effects: Sequence[Message]) -> Message:
    return Message("{effects}", {"effects": effects})


def _effect(word: str, effect: Effect | None = None) -> Message:
    """An effect by its word (`raise:rome`, `discard_topx5`); a choice by the options of `effect`."""
    if effect is not None and effect.choose:
        one, *others = (_effects([_effect(part.word, part) for part in option])
                        for option in effect.choose)
        for other in others:
            one = Message("{one} or {other}", {"one": one, "other": other})
        return one
    if word in EFFECTS:
        return EFFECTS[word]
    bare, times, count = word.rpartition("x")
    if times and count.isdigit():
        return Message("{effect} ({count} times)", {"effect": _effect(bare), "count": int(count)})
    head, *things = word.split(":")
    if things and head in EFFECTS_WITH:
        return Message(EFFECTS_WITH[head].id, {"things": things})
    return Message("{thing}", {"thing": word})
