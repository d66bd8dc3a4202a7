"""The words that templates need, in the language of the phone that asks."""

from __future__ import annotations

from companion.engine.questions import Message
from web import replies


def say(sentence: str, **holes: str | int) -> str:
    """A template's sentence in the language of the phone that asks; templates call it `_`."""
    return replies.say(Message(sentence, holes))
