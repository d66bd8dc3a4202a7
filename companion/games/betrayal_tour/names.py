"""The names of things and the meaning of answers' words, in English; catalogues have the other languages."""

from __future__ import annotations

from companion.engine.questions import Message
from companion.games.betrayal_tour.content import Box
from companion.games.betrayal_tour.state import IN_BUNKER

THINGS = {
    "tool_box": "Tool box", "container": "Hydrogen container", "tyres": "Tyres", "plasma": "Plasma pouch",
    "oxygen": "Oxygen refill", "ultronic": "Ultronic", "azure": "Azure", "purple": "Purple",
    "terrorpods": "Terrorpods", "pga": "PGA", "marked": "marked", "blank": "blank", "token": "token",
    "lot": "Draw lots", "plain": "plain", "station": "station", "bad_day": "bad day", "entity": "entity",
    "checkpoint": "checkpoint", "bunker": "bunker", "home": "home",
}
MEANINGS = {
    "yes": "Yes", "no": "No", "throw": "Throw again", "use": "Use it", "spend": "Spend an Ultronic",
    "jam": "Drive three turns backwards", "hand_over": "Hand it over", "move": "Move",
    "none": "Nothing", "done": "Done",
}
BY_KEY = {
    "again": {"stay": "Stay here"}, "decline": {"stay": "Stay put"}, "helmet": {"keep": "Keep it"},
    "safe_conduct": {"keep": "Keep it"}, "stop": {"home": "Home!"},
}
FACED = ("start", "move", "blocked", "bonus", "bad_day", "attack", "weld")


def name_of(word: str) -> str | None:
    """The name of a resource, a side, an entity; None for any other word."""
    return THINGS.get(word)


def label(box: Box, key: str, word: str) -> Message:
    """What a word means as an answer to the question `key`, on the board of `box`."""
    if key in FACED and "=" in word:
        token, _, face = word.partition("=")
        return Message("token {number}: {face}", {"number": int(token[1:]), "face": face})
    if word in BY_KEY.get(key, {}):
        return Message(BY_KEY[key][word])
    if key == "stop" and word.isdigit():
        return Message("Square {square}: {kind}", {"square": word, "kind": box.squares[int(word)]})
    if key.endswith(".square") and word == str(IN_BUNKER):
        return Message("bunker")
    if key == "bunker":
        return Message("Bunker {number}", {"number": int(word)})
    what, colon, kind = word.partition(":")
    if colon:
        return Message("Give {resource}" if what == "give" else "Take {resource}", {"resource": kind})
    if word in THINGS:
        return Message(THINGS[word])
    return Message(MEANINGS[word]) if word in MEANINGS else Message("{word}", {"word": word})
