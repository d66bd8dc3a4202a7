"""Answering one question with four buttons: a list, ticks, an order, dice face by face.

A picker keeps what has been chosen so far and nothing else. `press` takes a press and says what came of it:
an answer, a wish to throw, stepping out, or nothing yet. It raises `Refused` where a choice cannot be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias

from companion.crops import crop
from companion.engine.questions import Ask, Choose, Confirm, Die, Draw, Message, Roll, Words
from companion.engine.referee import Refused
from hardware.buttons import Press
from hardware.screens import Choices, Row

LEAP, LEAPS = 4, 10
"""A held UP or DOWN moves by so many rows, or by as many as take so many leaps from one end to the other."""
THROW = "throw"


class Speech(Protocol):
    """Makes sentences in the display's language."""

    def say(self, message: Message) -> str:
        """The sentence."""

    def label(self, key: str, word: str) -> str:
        """What an answer's word means, under the question `key`."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The question is answered with these words."""

    words: Words


@dataclass(frozen=True, slots=True)
class ThrowNow:
    """The virtual dice (or the tray's) are to be thrown."""


@dataclass(frozen=True, slots=True)
class Out:
    """BACK was pressed where nothing was left to take back."""


Outcome: TypeAlias = Answer | ThrowNow | Out | None


class Picker(Protocol):
    """One way of answering."""

    def screen(self, title: str) -> Choices:
        """What to show, under a title of the caller's."""

    def press(self, press: Press) -> Outcome:
        """What came of a press."""


@dataclass
class Cursor:
    """The selected row of a list: past the ends it wraps around, except while leaping."""

    at: int = 0

    def move(self, press: Press, rows: int) -> None:
        """UP and DOWN."""
        step = (-1 if press.button == "up" else 1) * (max(LEAP, rows // LEAPS) if press.held else 1)
        self.at = max(0, min(rows - 1, self.at + step)) if press.held else (self.at + step) % rows


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a throw.

    `way` is `chance` (the companion throws when told to), `camera` (it is watched for), `hand` (only entered
    here), or `doubtful` (thrown, and some dice need help). `likely` are faces of a die, likeliest first;
    `places` say where on the photograph (JPEG) a die lies: x, y and half its width in pixels.
    """

    way: str = "hand"
    certain: Mapping[str, str] = field(default_factory=dict)
    likely: Mapping[str, Words] = field(default_factory=dict)
    places: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    photo: bytes | None = None


def picker_for(ask: Ask, key: str, speech: Speech, offered: Words = (), known: Known | None = None) -> Picker:
    """The way to answer `ask`; `offered` is an answer that was taken back and is to be given again."""
    match ask:
        case Roll():
            return RollPicker(ask, key, speech, offered, known or Known())
        case Confirm():
            return OnePicker([(speech.label(key, ask.words[0]), ask.words)])
        case Choose(most=1) | Draw(most=1):
            return OnePicker(_single_rows(ask, key, speech, offered))
        case _:
            return SeveralPicker(ask, key, speech, offered)


def _single_rows(ask: Choose | Draw, key: str, speech: Speech, offered: Words) -> list[tuple[str, Words]]:
    rows: list[tuple[str, Words]] = [(speech.label(key, word), (word,)) for word in ask.words
                                     if not isinstance(ask, Draw) or ask.left()[word] > 0]
    if isinstance(ask, Draw) and ask.other:
        rows.append((speech.label(key, ask.other), (ask.other,)))
    if ask.least == 0:
        rows.append((speech.say(Message("None")), ()))
    return _with_offered(rows, key, speech, offered)


def _with_offered(rows: list[tuple[str, Words]], key: str, speech: Speech,
                  offered: Words) -> list[tuple[str, Words]]:
    if not offered:
        return rows
    labels = tuple(speech.label(key, word) for word in offered)
    return [(speech.say(Message("As before: {words}", {"words": labels})), offered), *rows]


class OnePicker:
    """Pick one row of a list; OK answers with what it stands for."""

    def __init__(self, rows: Sequence[tuple[str, Words]]) -> None:
        self._rows = rows
        self._cursor = Cursor()

    def screen(self, title: str) -> Choices:
        """The list."""
        return Choices(title, tuple(Row(text) for text, _ in self._rows), self._cursor.at)

    def press(self, press: Press) -> Outcome:
        """OK answers, BACK steps out."""
        match press.button:
            case "ok":
                return Answer(self._rows[self._cursor.at][1])
            case "back":
                return Out()
        self._cursor.move(press, len(self._rows))
        return None


class SeveralPicker:
    """Pick several words: OK ticks and unticks (or counts, where a word may come again), BACK takes back the
    last one, the row at the end says that it is done."""

    def __init__(self, ask: Choose | Draw, key: str, speech: Speech, offered: Words) -> None:
        self._ask = ask
        self._speech = speech
        self._labels = [(speech.label(key, word), word) for word in ask.words]
        self._offered = _with_offered([], key, speech, offered)
        self._ordered = isinstance(ask, Draw) or ask.ordered
        self._left = ask.left() if isinstance(ask, Draw) else dict.fromkeys(
            ask.words, ask.most if ask.repeat else 1)
        self._must: Words = () if self._ordered or isinstance(ask, Draw) else ask.must
        other = ask.other if isinstance(ask, Draw) else ""
        self._other = (speech.label(key, other), other) if other else None
        self._chosen = list(self._must)
        self._cursor = Cursor()

    def screen(self, title: str) -> Choices:
        """The list with its ticks, numbers or counts, and the row that ends it."""
        rows = [Row(text) for text, _ in self._offered]
        rows += [Row(label, self._mark(word)) for label, word in self._labels]
        rows += [Row(self._other[0])] if self._other else []
        return Choices(title, (*rows, Row(self._done())), self._cursor.at)

    def press(self, press: Press) -> Outcome:
        """OK chooses a word or puts it back, on the last row it answers; BACK takes back or steps out."""
        rows = len(self._offered) + len(self._labels) + bool(self._other) + 1
        match press.button:
            case "ok":
                return self._ok(self._cursor.at - len(self._offered), rows)
            case "back":
                if len(self._chosen) <= len(self._must):
                    return Out()
                self._chosen.pop()
                return None
        self._cursor.move(press, rows)
        return None

    def _ok(self, place: int, rows: int) -> Outcome:
        if place < 0:
            return Answer(self._offered[0][1])
        if place < len(self._labels):
            self._take(self._labels[place][1])
            if len(self._chosen) == self._ask.most:
                self._cursor.at = rows - 1
            return None
        if self._other and place == len(self._labels):
            return Answer((self._other[1],))
        words = tuple(self._chosen)
        refusal = self._ask.refusal(words)
        if refusal:
            raise Refused(refusal)
        return Answer(words)

    def _take(self, word: str) -> None:
        """Choose a word, or put it back when it cannot be chosen once more."""
        if self._chosen.count(word) == self._left[word] and word in self._chosen:
            if word in self._must:
                raise Refused(Message("{words} must be among them.", {"words": (word,)}))
            self._chosen = [other for other in self._chosen if other != word]
        elif len(self._chosen) == self._ask.most:
            raise Refused(Message("No more than {most} can be chosen; BACK takes the last one back.",
                                  {"most": self._ask.most}))
        elif self._left[word]:
            self._chosen.append(word)
        else:
            raise Refused(Message("{word} cannot come up that often.", {"word": word}))

    def _mark(self, word: str) -> str:
        count = self._chosen.count(word)
        if not self._ordered and self._left[word] <= 1:
            return "ticked" if count else "open"
        if count == 1 and self._ordered:
            return str(self._chosen.index(word) + 1)
        return f"{count}×" if count else " "

    def _done(self) -> str:
        least, most, count = self._ask.least, self._ask.most, len(self._chosen)
        if not count and not least:
            return self._speech.say(Message("None"))
        numbers = str(least) if least == most else f"{least}–{most}"
        return self._speech.say(Message("Done ({count} of {numbers})", {"count": count, "numbers": numbers}))


class RollPicker:
    """Say what was thrown: have it thrown, or go through the dice one by one and look them over."""

    def __init__(self, ask: Roll, key: str, speech: Speech, offered: Words, known: Known) -> None:
        self._ask = ask
        self._key = key
        self._speech = speech
        self._offered = offered
        self._known = known
        self._faces = {die.id: known.certain[die.id] for die in ask.dice if die.id in known.certain}
        self._gone_through: list[Die] = []
        self._stage = "start"
        self._crop = b""
        self._die = ask.dice[0]
        self._list = OnePicker(self._start_rows())
        if known.way == "doubtful" or (known.way == "hand" and not offered):
            self._go_on()

    def screen(self, title: str) -> Choices:
        """The ways to throw, the faces of one die, or all dice to look over."""
        if self._stage == "face":
            title = self._speech.say(Message("{die}, {kind}: which face?",
                                             {"die": self._die.id, "kind": self._die.kind}))
        elif self._stage == "review":
            title = self._speech.say(Message("Is this what lies there?"))
        return replace(self._list.screen(title), beside=self._crop)

    def press(self, press: Press) -> Outcome:
        """OK takes a row and goes on to the next die; BACK goes back by one die, at the first one out."""
        outcome = self._list.press(press)
        if isinstance(outcome, Out):
            return self._back()
        if not isinstance(outcome, Answer):
            return None
        words = outcome.words
        match self._stage:
            case "start":
                return self._begin(words)
            case "face":
                return self._take(words[0])
        if not words:
            return self._answer()
        self._ask_for(next(die for die in self._ask.dice if die.id == words[0]))
        return None

    def _start_rows(self) -> list[tuple[str, Words]]:
        say = self._speech.say
        rows: list[tuple[str, Words]] = [(say(Message("Enter the faces by hand")), ())]
        if self._known.way == "chance":
            rows.insert(0, (say(Message("Throw the dice")), (THROW,)))
        faces = [word.partition("=")[2] for word in self._offered]
        if faces:
            labels = tuple(self._speech.label(self._key, face) for face in faces)
            rows.insert(0, (say(Message("As before: {words}", {"words": labels})), self._offered))
        return rows

    def _begin(self, words: Words) -> Outcome:
        if words == (THROW,):
            return ThrowNow()
        if words:
            return Answer(words)
        self._go_on()
        return None

    def _take(self, face: str) -> Outcome:
        self._faces[self._die.id] = face
        if self._die in self._gone_through:
            self._gone_through.remove(self._die)
        self._gone_through.append(self._die)
        if len(self._ask.dice) == 1:
            return self._answer()
        self._go_on()
        return None

    def _answer(self) -> Answer:
        return Answer(tuple(f"{die.id}={self._faces[die.id]}" for die in self._ask.dice))

    def _back(self) -> Outcome:
        if self._gone_through:
            die = self._gone_through.pop()
            del self._faces[die.id]
            self._ask_for(die)
            return None
        if self._stage == "start" or self._known.way == "hand":
            return Out()
        self._stage, self._crop = "start", b""
        self._list = OnePicker(self._start_rows())
        return None

    def _go_on(self) -> None:
        """To the first die whose face is still missing, or to the list of all."""
        missing = [die for die in self._ask.dice if die.id not in self._faces]
        if missing:
            self._ask_for(missing[0])
            return
        self._stage, self._crop = "review", b""
        rows: list[tuple[str, Words]] = [(self._speech.say(Message("That is right")), ())]
        for die in self._ask.dice:
            face = self._speech.label(self._key, self._faces[die.id])
            line = Message("{die}: {face}", {"die": die.id, "face": face})
            rows.append((self._speech.say(line), (die.id,)))
        self._list = OnePicker(rows)

    def _ask_for(self, die: Die) -> None:
        """Ask for one die's face, the likeliest first."""
        self._stage, self._die = "face", die
        place = self._known.places.get(die.id)
        self._crop = crop(self._known.photo, *place) if place and self._known.photo else b""
        likely = [face for face in self._known.likely.get(die.id, ()) if face in die.faces]
        faces = dict.fromkeys((*likely, *die.faces))
        self._list = OnePicker([(self._speech.label(self._key, face), (face,)) for face in faces])
