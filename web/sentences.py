"""The sentences that the page's scripts say, and the words that templates need."""

from __future__ import annotations

import re

from companion.engine.questions import Message
from web import replies

OF_SCRIPTS = {
    "live": Message("live"),
    "lost": Message("No connection, trying again"),
    "yours": Message("Your move"),
    "open": Message("Open question"),
    "waiting": Message("Waiting for {names}"),
    "watching": Message("You are looking on."),
    "again": Message("As it was before"),
    "find": Message("Find in the list"),
    "take": Message("Take these: {count} of {range}"),
    "none": Message("None of them"),
    "pop": Message("Take away the last"),
    "throw": Message("Throw {count} dice"),
    "rethrow": Message("Throw all {count} dice again"),
    "hand": Message("Enter the faces by hand"),
    "done": Message("That is what lies there"),
    "unsure": Message("not sure"),
    "sure": Message("{count} dice were read for sure"),
    "photograph": Message("Photograph the dice"),
    "photo": Message("Photograph of the throw, with what was read on it"),
    "last_throw": Message("Last throw"),
    "correct": Message("Not {face}? Say what it shows"),
    "correct_how": Message("Misread? Tap the die, then the right face."),
    "players": Message("At the table"),
    "undo": Message("Take back"),
    "take_back": Message("Take it back"),
    "close": Message("Close"),
    "over": Message("The game is over"),
    "state_waiting": Message("Throw the dice into the tray."),
    "state_handling": Message("A hand is in the picture."),
    "state_rolling": Message("The dice are rolling."),
    "state_settling": Message("The dice are coming to rest."),
    "state_read": Message("The dice have been read."),
    "state_doubtful": Message("Not all dice could be read. Throw again what fell off or lies askew, or say "
                              "what the dice show."),
}
"""What the scripts say, by the name they call it; holes are filled by the scripts."""


def of_scripts() -> dict[str, str]:
    """The scripts' sentences in the language of the phone that asks, holes and all."""
    said = {}
    for name, message in OF_SCRIPTS.items():
        holes = {hole: f"{{{hole}}}" for hole in re.findall(r"\{(\w+)\}", message.id)}
        said[name] = replies.say(Message(message.id, holes))
    return said


def say(sentence: str, **holes: str | int) -> str:
    """A template's sentence in the language of the phone that asks; templates call it `_`."""
    return replies.say(Message(sentence, holes))
