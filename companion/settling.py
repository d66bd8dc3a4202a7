"""What a new game is played with, settled on the display: how many play, where dice and cards come from, and
the options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from companion.beginning import further_seats
from companion.engine.game import Game
from companion.engine.questions import Message, Option, Words
from companion.engine.seats import numbers_of
from companion.i18n import Sentences
from companion.pages import Deed, Listing, Page
from companion.settings import Settings

DICE = Option("dice", Message("The dice"), ("virtual", "camera", "hand"), means={
    "virtual": Message("thrown by the companion"), "camera": Message("real, read by camera"),
    "hand": Message("real, entered by hand"), "tray": Message("thrown into the demo's tray")})
DECKS = Option("decks", Message("The cards"), ("virtual", "physical"), means={
    "virtual": Message("drawn by the companion"), "physical": Message("from the box")})

Begin: TypeAlias = Callable[[Game[Any], Words, Mapping[str, str], str, str], Message | None]
"""Begins a game for these seats with the options chosen, and with dice and cards from there; returns why it
could not."""


def usual_dice(settings: Settings, ways: Words) -> str:
    """Where a new game's dice come from unless somebody says otherwise; `ways` are those there are."""
    return settings.game.dice if settings.game.dice in ways else ways[0]


class Settling:
    """The pages that lead to a new game of `game` for `seats`, or as many of them as can play it. What is not
    settled here is as usual.

    `ways` are those in which its dice may be thrown here.
    """

    def __init__(self, game: Game[Any], seats: Sequence[str], settings: Settings, begin: Begin,
                 ways: Words = DICE.words) -> None:
        self._game = game
        self._names = (*seats, *further_seats(seats, game.most_seats, settings.language))
        self._say = Sentences(settings.language, game, self._names).say
        self._begin = begin
        numbers = numbers_of(game)
        self._players = Option("players", Message("Who plays"), tuple(map(str, numbers)), means={
            str(number): Message("{seats}", {"seats": self._names[:number]}) for number in numbers})
        usual = min(numbers, key=lambda number: abs(number - len(seats)))
        self._ways: dict[str, str] = {self._players.id: str(usual), DICE.id: usual_dice(settings, ways),
                                      DECKS.id: settings.game.decks}
        self._dice = replace(DICE, words=ways)
        self._chosen: dict[str, str] = {}

    @property
    def _seats(self) -> Words:
        return self._names[:int(self._ways[self._players.id])]

    def ask(self) -> Page:
        """Whether to begin, and with what."""
        return Listing(self._say(Message("A new game for {seats}? This one is kept.",
                                         {"seats": self._seats})), [
            (self._say(Message("No, leave it")), lambda: None),
            (self._say(Message("Yes, begin")), self._do_begin),
            (self._say(Message("Players, dice, options")), self._settle),
        ])

    def _do_begin(self) -> Message | None:
        return self._begin(self._game, self._seats, self._chosen, self._ways[DICE.id], self._ways[DECKS.id])

    def _settle(self, last: str = "") -> Page:
        """Everything that can be settled, with what holds; `last` is what was settled just now."""
        rows: list[tuple[str, Deed]] = [(self._say(Message("Begin like this")), self._do_begin)]
        at = 0
        for option, words in self._open():
            if option.id == last:
                at = len(rows)
            value = option.label(self._value(option, words))
            rows.append((self._say(Message("{option}: {value}", {"option": option.text, "value": value})),
                         partial(self._ask_which, option, words)))
        return Listing(self._game.name, rows, at=at)

    def _ask_which(self, option: Option, words: Words) -> Page:
        return Listing(self._say(option.text), [
            (self._say(option.label(word)), partial(self._take, option, word)) for word in words
        ], at=words.index(self._value(option, words)))

    def _take(self, option: Option, word: str) -> Page:
        (self._ways if option.id in self._ways else self._chosen)[option.id] = word
        # What was chosen may not be for other players.
        self._chosen = {option.id: self._chosen[option.id] for option in self._game.options
                        if option.id in self._chosen and self._fits(option, self._chosen[option.id])}
        return self._settle(option.id)

    def _open(self) -> Iterator[tuple[Option, Words]]:
        """What leaves these players a choice, with the words that they may choose."""
        for option in (self._players, self._dice, DECKS, *self._game.options):
            words = option.words if option.id in self._ways else tuple(filter(
                partial(self._fits, option), option.words))
            if len(words) > 1:
                yield option, words

    def _fits(self, option: Option, word: str) -> bool:
        try:
            self._game.new(self._seats, self._chosen | {option.id: word})
        except ValueError:
            return False
        return True

    def _value(self, option: Option, words: Words) -> str:
        return (self._ways | self._chosen).get(option.id) or option.default or words[0]
