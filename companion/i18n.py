"""Sentences in the reader's language, from message ids (the English sentences) and what fills their holes.

The catalogues are gettext's: `locale/<language>/LC_MESSAGES/companion.mo`, made from the `.po` beside it.
A sentence that a catalogue lacks stays English. The rules' texts have catalogues of their own: `rulebook.py`.
"""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from companion.engine.game import Game
from companion.engine.questions import TABLE, Message

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "companion"
Language = Literal["en", "fr"]
LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français"}
"""The languages that people may choose, each as it calls itself."""


DECIMAL = re.compile(r"-?\d+\.\d+")
"""A number with a decimal point, which is a comma in French."""
ELIDED = re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")
"""French words that lose their e before a vowel, right before a hole."""
MUTE_H = re.compile(r"h([eioœy]|u(?![aeiou]))")
"""An h that mostly is not heard, as in Hélène and Hugo; it is in Harry and huit."""


@cache
def catalogue(language: str, domain: str = DOMAIN) -> gettext.NullTranslations:
    """The catalogue of a language, loaded once; for a language that has none, one that leaves all English."""
    return gettext.translation(domain, LOCALE, [language], fallback=True)


class Sentences:
    """Says messages in one language, for one game and those who play it.

    A hole's value that is a seat stays as people wrote it (underscores become spaces); the id of a thing
    of the game is given its name; anything else is left as it is.
    """

    def __init__(self, language: str, game: Game[Any] | None = None, seats: Iterable[str] = ()) -> None:
        self.language = language
        self._catalogue = catalogue(language)
        self._game = game
        self._seats = frozenset(seats)

    def say(self, message: Message) -> str:
        """The whole sentence."""
        sentence = self._translated(message.id)
        if not message.args:
            return sentence
        filled = {hole: self._fill(value) for hole, value in message.args.items()}
        return (_elided(sentence, filled) if self.language == "fr" else sentence).format(**filled)

    def text(self, sentence: str, **holes: str | int) -> str:
        """A sentence of a page, given in English."""
        return self.say(Message(sentence, holes))

    def label(self, key: str, word: str) -> str:
        """What a word means as an answer to the question `key`."""
        return self.say(self._game.label(key, word)) if self._game else word

    def name(self, word: str) -> str:
        """What a seat or a thing is called."""
        if word in self._seats:
            return word.replace("_", " ")
        if word == TABLE:
            return self._translated("the table")
        name = self._game.name_of(word) if self._game else None
        if name is None:
            return word
        # Of several cards that are alike, “Rome #2” is the second called Rome.
        thing, mark, number = name.partition(" #")
        return self._translated(thing) + mark + number

    def _translated(self, sentence: str) -> str:
        return self._catalogue.gettext(sentence) if sentence else ""

    def _fill(self, value: str | int | Message | Sequence[str | Message]) -> str | int:
        if isinstance(value, int):
            return value
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, str):
            has_point = self.language == "fr" and DECIMAL.fullmatch(value)
            return value.replace(".", ",") if has_point else self.name(value)
        return ", ".join(str(self._fill(part)) for part in value)


def _elided(sentence: str, filled: Mapping[str, str | int]) -> str:
    """A French sentence whose words before its holes are as what fills these wants: d’Alice, de Bob."""
    def elide(found: re.Match[str]) -> str:
        word, hole = found.groups()
        return f"{word}’{{{hole}}}" if _begins_with_a_vowel(str(filled.get(hole, ""))) else found.group()
    return ELIDED.sub(elide, sentence)


def _begins_with_a_vowel(word: str) -> bool:
    """As French is spoken: Yves does, Yann does not. Hélène and Hugo do; Ha- is left alone, as Harry is."""
    letters = unicodedata.normalize("NFD", word.casefold())
    if letters[:1] == "h":
        return bool(MUTE_H.match(letters))
    y_as_a_vowel = letters[:1] == "y" and letters[1:2].isalpha() and letters[1:2] not in "aeiouy"
    return letters[:1] in tuple("aeiouœæ") or y_as_a_vowel
