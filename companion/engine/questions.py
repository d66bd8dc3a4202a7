"""What the rules may ask of the table, and what they may tell it.

This module is all that a game imports from the engine. A turn is a generator: it yields a `Question`,
receives the answers (`Answers`: who said which words) and changes the state. What is merely told is
appended to the state's log as a `Told`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

TABLE = "-"
"""The seat that stands for the whole table: set-up, decks, anything that is nobody's own."""

Words: TypeAlias = tuple[str, ...]
Answers: TypeAlias = Mapping[str, Words]
Arg: TypeAlias = "str | int | Message | Sequence[str | Message]"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence in its English form, `{named}` holes and all, and what fills the holes.

    The sentence is its own id in the catalogues. A hole's value that is the id of a thing (a place, a
    card, a seat) is given its name when the sentence is made, in the reader's language.
    """

    id: str
    args: Mapping[str, Arg] = field(default_factory=dict)


@dataclass(slots=True)
class Told:
    """A line of the log: what happened, the rule that says so, and who may hear it (`to`; empty: all)."""

    rule: str
    text: str
    args: dict[str, str | int | list[str]] = field(default_factory=dict)
    to: list[str] = field(default_factory=list)

    @property
    def message(self) -> Message:
        return Message(self.text, self.args)


@dataclass(frozen=True, slots=True)
class Die:
    """One die to be thrown: its name in answers (`w1`), its kind, and the faces it can show.

    Among dice of one kind it does not matter which is which, unless `whose` says whose own a die is. Such a
    die is told from the others by the colour of its body, or by where its owner sits: `bearing` is in
    degrees, clockwise from the lower edge of the picture. Without either it is thrown by itself.
    """

    id: str
    kind: str
    faces: Words
    whose: str = ""
    colour: str = ""
    bearing: int | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw these dice. The answer is one word a die: `w1=move w2=interact`.

    Dice that are `set_by_hand` are not thrown but turned to a face in secret and uncovered together: chance
    never answers for them.
    """

    dice: tuple[Die, ...]
    set_by_hand: bool = False

    def refusal(self, words: Words) -> Message | None:
        """Why `words` are no legal answer; None when they are."""
        seen: dict[str, str] = {}
        for word in words:
            die, equals, face = word.partition("=")
            if not equals or die in seen:
                return Message("“{word}” is not one face for one die, such as {example}.",
                               {"word": word, "example": self.example()[0]})
            seen[die] = face
        for thrown in self.dice:
            face = seen.pop(thrown.id, "")
            if not face:
                return Message("The face of {die} is missing.", {"die": thrown.id})
            if face not in thrown.faces:
                return Message("{die} has no face “{face}”; it has {faces}.",
                               {"die": thrown.id, "face": face, "faces": tuple(dict.fromkeys(thrown.faces))})
        if seen:
            return Message("{dice} was not thrown here.", {"dice": tuple(seen)})
        return None

    def example(self) -> Words:
        """One legal answer."""
        return tuple(f"{die.id}={die.faces[0]}" for die in self.dice)


@dataclass(frozen=True, slots=True)
class Barred:
    """A word that people may look for among the answers, and why a rule forbids it just now."""

    word: str
    why: Message
    rule: str


Offer: TypeAlias = "str | Barred"
"""A word that may be answered, or one that a rule forbids just now."""


@dataclass(frozen=True, slots=True)
class Choose:
    """Pick between `least` and `most` of `words`, those in `must` among them.

    `ordered` says that the order of the words matters, `repeat` that a word may come more than once; `barred`
    are words that would be there but for a rule.
    """

    words: Words
    least: int = 1
    most: int = 1
    must: Words = ()
    ordered: bool = False
    repeat: bool = False
    barred: tuple[Barred, ...] = ()

    @classmethod
    def among(cls, offers: Iterable[Offer], least: int = 1, most: int = 1) -> Choose:
        """A choice among what is offered, barred words and all."""
        offers = tuple(offers)
        barred = {offer.word: offer for offer in offers if isinstance(offer, Barred)}
        return cls(tuple(open_words(offers)), least, most, barred=tuple(barred.values()))

    def refusal(self, words: Words) -> Message | None:
        """Why `words` are no legal answer; None when they are."""
        return _refusal(self, words) or _missing(self.must, words)

    def example(self) -> Words:
        """One legal answer."""
        others = [word for word in self.words if word not in self.must]
        return (*self.must, *others[: max(0, self.least - len(self.must))])


@dataclass(frozen=True, slots=True)
class Draw:
    """Say which cards (discs, tokens) came up from `deck`, in the order in which they came.

    `copies` tells how many of each word may still be in the deck: chance that is drawn for a table
    without the real deck is weighed by it, and a word comes at most that often. `other`, where there is
    one, says that something came up that is not on the list; chance never draws it.
    """

    deck: str
    words: Words
    least: int = 1
    most: int = 1
    copies: tuple[int, ...] = ()
    other: str = ""

    def refusal(self, words: Words) -> Message | None:
        """Why `words` are no legal answer; None when they are."""
        if self.other and words == (self.other,):
            return None
        refused = _refusal(self, words)
        if refused:
            return refused
        left = self.left()
        for word in words:
            left[word] -= 1
            if left[word] < 0:
                return Message("{word} cannot come up that often.", {"word": word})
        return None

    def left(self) -> dict[str, int]:
        """How many of each word may still come up."""
        return dict(zip(self.words, self.copies or (1,) * len(self.words), strict=True))

    def example(self) -> Words:
        """One legal answer."""
        return tuple(word for word, count in self.left().items() for _ in range(count))[: self.least]


@dataclass(frozen=True, slots=True)
class Confirm:
    """Something to be done by hand; the answer is `done`."""

    words: Words = ("done",)

    def refusal(self, words: Words) -> Message | None:
        """Why `words` are no legal answer; None when they are."""
        if words == self.words:
            return None
        return Message("Say {word} when it is done.", {"word": self.words[0]})

    def example(self) -> Words:
        """The one legal answer."""
        return self.words


Ask: TypeAlias = Roll | Choose | Draw | Confirm


@dataclass(frozen=True, slots=True)
class Question:
    """One question put to the table.

    `key` names it for good (it is journalled with the answer). `asks` says who is asked what; a question
    to several seats takes sealed answers, which the rules receive together. `reveals` names what an
    answer brings to light (`dice`, `card`, `secret`): past it an undo asks the table first.
    """

    key: str
    asks: Mapping[str, Ask]
    text: Message
    rules: Words = ()
    reveals: Words = ()

    @property
    def is_sealed(self) -> bool:
        """Whether nobody is told an answer before all are in, or, where it is a secret, even then.

        Dice that several throw at once lie open as they fall.
        """
        return "secret" in self.reveals or (len(self.asks) > 1 and "dice" not in self.reveals)

    def refusal(self, seat: str, words: Words) -> Message | None:
        """Why `seat` may not answer `words`; None when it may."""
        ask = self.asks.get(seat)
        if ask is None:
            return Message("This is asked of {seats}, not of {seat}.",
                           {"seats": tuple(self.asks), "seat": seat})
        return ask.refusal(words)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a word for the reason, the sentence, and the seats that won (none: all lost)."""

    reason: str
    text: Message
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """Something a table settles before a game: a harder start, a house rule, a variant.

    `words` are all its values; without `default` it follows from the number of players. `means` says of words
    what they mean to a person, where they do not say it themselves. `kind` is `harder` (how hard the game
    is), `variant` (a game of its own), or `ruling` (what the rules leave open).
    """

    id: str
    text: Message
    words: Words
    default: str = ""
    rules: Words = ()
    means: Mapping[str, Message] = field(default_factory=dict)
    kind: str = "ruling"

    def label(self, word: str) -> Message:
        """What a value means to a person."""
        usual = {"yes": Message("Yes"), "no": Message("No")}
        return self.means.get(word) or usual.get(word) or Message("{word}", {"word": word})


class Unplayable(ValueError):
    """A game cannot be begun so; `message` says why and what would do."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.id.format(**message.args))
        self.message = message


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing of the state that people may set right by hand.

    `path` leads to it (`rifts.rome.level`), `now` is its value, `words` are all values it may be given. Where
    it is no single value of the state, `set` makes it so in a state.
    """

    path: str
    text: Message
    now: str
    words: Words
    set: Callable[[Any, str], None] | None = field(default=None, compare=False)


Turn: TypeAlias = Generator[Question, Answers, None]


def roll(seat: str, key: str, dice: Sequence[Die], text: Message, rules: Words) -> Generator[
    Question, Answers, dict[str, str]
]:
    """Have `seat` throw `dice`; returns the face of each die by its id."""
    answers = yield Question(key, {seat: Roll(tuple(dice))}, text, rules, reveals=("dice",))
    return dict(_face(word) for word in answers[seat])


def open_words(offers: Iterable[Offer]) -> list[str]:
    """Those of the words that may be answered."""
    return [offer for offer in offers if isinstance(offer, str)]


def choose(seat: str, key: str, words: Sequence[Offer], text: Message, rules: Words) -> Generator[
    Question, Answers, str
]:
    """Have `seat` pick one of `words`; returns it."""
    answers = yield Question(key, {seat: Choose.among(words)}, text, rules)
    return answers[seat][0]


def choose_some(seat: str, key: str, ask: Choose, text: Message, rules: Words) -> Generator[
    Question, Answers, Words
]:
    """Have `seat` pick several words as `ask` says; returns them."""
    answers = yield Question(key, {seat: ask}, text, rules)
    return answers[seat]


def draw(seat: str, key: str, ask: Draw, text: Message, rules: Words) -> Generator[Question, Answers, Words]:
    """Have `seat` say what came up from a deck; returns the words in order."""
    answers = yield Question(key, {seat: ask}, text, rules, reveals=("card",))
    return answers[seat]


def confirm(seat: str, key: str, text: Message, rules: Words) -> Generator[Question, Answers, None]:
    """Have `seat` do something by hand."""
    yield Question(key, {seat: Confirm()}, text, rules)


def _face(word: str) -> tuple[str, str]:
    die, _, face = word.partition("=")
    return die, face


def _refusal(ask: Choose | Draw, words: Words) -> Message | None:
    if not ask.least <= len(words) <= ask.most:
        return Message("{count} given; {least} to {most} are asked for.",
                       {"count": len(words), "least": ask.least, "most": ask.most})
    barred = {one.word: one for one in ask.barred} if isinstance(ask, Choose) else {}
    for word in words:
        if word in barred:
            return Message("{why} ({rule})", {"why": barred[word].why, "rule": barred[word].rule})
        if word not in ask.words:
            return Message("“{word}” does not fit here; what fits: {words}.",
                           {"word": word, "words": ask.words})
    if isinstance(ask, Choose) and not ask.repeat and len(set(words)) < len(words):
        return Message("Each may be named only once.")
    return None


def _missing(must: Words, words: Words) -> Message | None:
    missing = tuple(word for word in must if word not in words)
    return Message("{words} must be among them.", {"words": missing}) if missing else None
