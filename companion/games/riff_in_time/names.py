"""The names of things and the meaning of answers' words, in English; catalogues have the other languages."""

from __future__ import annotations

from companion.engine.questions import Message
from companion.games.riff_in_time.content import BLANK, SAN_DIMAS, Box
from companion.games.riff_in_time.describing import DESCRIBE, OR, PER_FIXED

THINGS = {
    SAN_DIMAS: "San Dimas", "move": "Move", "interact": "Interact", "reroll": "Reroll",
    "excellent": "Excellent", "bogus": "Bogus", BLANK: "blank", "green": "green", "red": "red",
    "wyld": "Wyld", "character": "Character", "triumphant": "Triumphant",
    "main": "Main", "fixed": "Fixed",
}
MEANINGS = {
    "yes": "Yes", "no": "No", "end": "End the turn", "stop": "Stay here", "fix": "Fix: lower the rift here",
    "change": "Use the ability: change a die", "met": "Done", "not_yet": "Not yet", "done": "Done",
    "none": "None", "numbers": "The numbered places", DESCRIBE: "A card that is not on the list",
    OR: "or", PER_FIXED: "Lower San Dimas for each fixed one", "raise_sd": "Raise San Dimas",
    "lower_sd": "Lower San Dimas", "draw": "Draw another Riff card",
    "discard_top": "Discard a Riff card unread",
    "look3": "Look at the top three Riff cards", "eject_all": "All leave the booths",
    "unfix": "A fixed place opens again", "raise_each_player": "Raise where each player is",
    "lower_here": "Lower where you are",
}
WITH_THING = {
    "drop": Message("Drop off {thing}"), "return": Message("Return {thing}, who stands here"),
    "pick": Message("Pick up {thing}"), "take": Message("Take the Bogus of {thing}"),
    "raise": Message("Raise {thing}"), "raise_numbered": Message("Raise number {thing}"),
    "move_self": Message("Go straight to {thing}"), "move_all": Message("All go straight to {thing}"),
    "move": Message("Move, with {thing}"), "interact": Message("Interact, with {thing}"),
    "reroll": Message("Reroll, with {thing}"), "excellent": Message("Excellent, with {thing}"),
}
DICE = {"w": "yellow die {number}", "c": "blue die {number}", "t": "pink die {number}",
        "b": "black die {number}"}
CARDS = {"bonus": "the bonus card", "reward": "the Objective card"}


def name_of(box: Box, word: str) -> str | None:
    """The name of a place, a Personage, a card, a character, a symbol; None for any other word."""
    if word in THINGS:
        return THINGS[word]
    for things in (box.location, box.personage, box.character, box.objective):
        if word in things:
            return str(things[word].name)
    return _card_name(box, word)


def _card_name(box: Box, word: str) -> str | None:
    card = box.card.get(word)
    if card is None:
        return None
    if card.name:
        return card.name
    if isinstance(card.subject, str) and card.subject in box.location:
        return f"{box.location[card.subject].name} {word.rpartition('_')[2]}"
    return word.replace("_", " ")


def label(box: Box, key: str, word: str) -> Message:
    """What a word means as an answer to the question `key`."""
    if key in ("change", "roll", "booth_roll", "reroll") and "=" in word:
        die, _, face = word.partition("=")
        return Message("{die}: {face}", {"die": thing(box, die), "face": face_name(word=face)})
    if key == "or":
        parts = [_effect_label(box, part) for part in word.split(",")]
        return parts[0] if len(parts) == 1 else Message("{parts}", {"parts": parts})
    if word in MEANINGS and key != "excellent":
        return Message(MEANINGS[word])
    head, colon, rest = word.partition(":")
    if head == "pair":
        action, _, sources = rest.partition(":")
        one, _, other = sources.partition("+")
        return Message("Two {action} as an Excellent, with {one} and {other}",
                       {"action": action, "one": thing(box, one), "other": thing(box, other)})
    if head == "pass":
        personage, _, seat = rest.partition(":")
        return Message("Pass {personage} to {seat}", {"personage": personage, "seat": seat})
    if colon and head in WITH_THING:
        return Message(WITH_THING[head].id, {"thing": thing(box, rest)})
    return thing(box, word)


def thing(box: Box, word: str) -> Message:
    """A thing by its name: a die by its colour and number, a card's Action by its card."""
    if word in box.all_dice:
        return Message(DICE[word[0]], {"number": int(word[1:])})
    if word in CARDS:
        return Message(CARDS[word])
    copy, _, number = word.partition("#")
    if number:
        return Message("{card} ({number})", {"card": copy, "number": int(number)})
    return Message(name_of(box, word) or word.replace("_", " "))


def face_name(word: str) -> Message:
    """A face of a die: its symbols' names."""
    symbols = word.split("+")
    if len(symbols) == 1:
        return Message(THINGS.get(word, word))
    return Message("{symbols}", {"symbols": [Message(THINGS[symbol]) for symbol in symbols]})


def _effect_label(box: Box, word: str) -> Message:
    bare, times, count = word.rpartition("x")
    if times and count.isdigit():
        return Message("{effect} {count} times", {"effect": _effect_label(box, bare), "count": int(count)})
    head, colon, rest = word.partition(":")
    if colon and head in WITH_THING:
        return Message(WITH_THING[head].id, {"thing": thing(box, rest)})
    return Message(MEANINGS.get(word, word))
