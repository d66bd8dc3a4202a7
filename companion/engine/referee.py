"""The referee: puts the questions of one game, takes answers, takes them back, sets things right.

A game is a list of pages. A page is the state as one turn began and the answers given since; the running
turn's generator is kept alive. To undo, amend, correct or restore, one page is read again, never the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.game import Game, text_of
from companion.engine.questions import Answers, Fact, Message, Outcome, Question, Roll, Told, Turn, Words
from companion.engine.rows import (
    Amended,
    Answered,
    Corrected,
    Record,
    Row,
    TurnBegun,
    Undone,
    of_question,
    still_to_come,
)

SILENT_TURNS = 100
"""So many turns in a row may pass without a question; more is a fault of the rules."""


class Refused(ValueError):
    """What was asked of the referee cannot be; `message` says why and what would do."""

    def __init__(self, message: Message) -> None:
        super().__init__(_plain(message))
        self.message = message


def _plain(arg: object) -> object:
    if isinstance(arg, Message):
        return arg.id.format(**{name: _plain(value) for name, value in arg.args.items()})
    return ", ".join(str(part) for part in arg) if isinstance(arg, (tuple, list)) else arg


@dataclass
class Page:
    """One turn: the state as it began (JSON text), the answers that stand, and what it told once over."""

    start: str
    answers: list[Answered] = field(default_factory=list)
    log: list[Told] = field(default_factory=list)
    corrected: bool = False
    """Whether its beginning was set right by hand."""


@dataclass(frozen=True)
class Dropped:
    """An answer that no longer fits after something before it was changed, and why."""

    answer: Answered
    why: Message


class Referee:
    """Keeps one game by its rules.

    `record`, when given, is called with the rows of each change and must have them on disk when it returns;
    when it raises, the change is taken back and the error goes on to the caller.
    """

    def __init__(self, game: Game[Any], state: Any, *, record: Record | None = None) -> None:
        self._set_up(game, [Page(text_of(game).write(state))], 1, record)
        begun = self._take_begun()
        if record:
            record([TurnBegun(self.pages[0].start, ()), *begun])

    @classmethod
    def restore(
        cls, game: Game[Any], pages: list[Page], number: int, *, record: Record | None = None,
        taken_back: Sequence[Answered] = (),
    ) -> Referee:
        """A referee for a game that was written down: reads the last page again, as far as it is valid.

        What no longer fits (the rules may have changed since) is in `dropped`, and dropped on paper too.
        `taken_back` are answers undone before, the latest first to come last: chance offers them again.
        """
        referee = cls.__new__(cls)
        place = len(pages) - 1
        referee._set_up(game, pages, number, record)
        referee._taken_back = list(taken_back)
        if referee.dropped or referee._begun:
            referee._write(Undone(number, place, len(pages[place].answers)))
            referee.number += 1
        return referee

    def _set_up(self, game: Game[Any], pages: list[Page], number: int, record: Record | None) -> None:
        self.game = game
        self.pages = pages
        self.number = number
        """The running number of the open question; an answer to another number is late."""
        self.state: Any = None
        self.question: Question | None = None
        self.sealed: dict[str, Words] = {}
        """Answers to the open question, kept closed until every seat has answered."""
        self.secret_keys: set[str] = set()
        """The keys of the questions of the open turn whose answers are secrets: nobody is told the words."""
        self._text = text_of(game)
        self._record = record
        self._turn: Turn | None = None
        self._taken_back: list[Answered] = []
        self._begun: list[TurnBegun] = []
        self.dropped: list[Dropped] = self._reread()
        """What did not fit when the last page was read again."""

    def trial(self) -> Referee:
        """The same game once more, off the record: to see what a change would lead to."""
        pages = [Page(page.start, list(page.answers), list(page.log), page.corrected) for page in self.pages]
        return Referee.restore(self.game, pages, self.number)

    # What is so

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        outcome: Outcome | None = self.game.outcome(self.state)
        return outcome

    @property
    def log(self) -> list[Told]:
        """Everything told since the game began."""
        return [told for page in self.pages[:-1] for told in page.log] + list(self.state.log)

    @property
    def problems(self) -> list[Message]:
        """Everything about the state that cannot be so on a real table."""
        return self.game.problems(self.state)

    @property
    def waiting(self) -> Words:
        """The seats whose answer is still missing."""
        if self.question is None:
            return ()
        return tuple(seat for seat in self.question.asks if seat not in self.sealed)

    @property
    def offered(self) -> Words:
        """The words that were taken back by an undo and that chance must not throw anew; else nothing."""
        if not self._taken_back:
            return ()
        return self.offered_to(self._taken_back[-1].seat)

    def offered_to(self, seat: str) -> Words:
        """What is `offered` to one of those who are asked."""
        question = self.question
        if question is None or not question.reveals or question.key in self.secret_keys:
            return ()
        mine = next((back for back in reversed(of_question(self._taken_back, question.key))
                     if back.seat == seat), None)
        return mine.words if mine and question.refusal(seat, mine.words) is None else ()

    # What people do

    def answer(self, seat: str, key: str, words: Sequence[str] | str, by: str = "script") -> None:
        """Take `seat`'s answer to the open question. Raises `Refused` with the reason, changing nothing."""
        said = tuple(words.split()) if isinstance(words, str) else tuple(words)
        given = Answered(self.number, seat, key, said, by)
        refusal = self._refusal(given)
        if refusal:
            raise Refused(refusal)
        before = (len(self.pages) - 1, len(self.pages[-1].answers), self.number)
        taken_back = list(self._taken_back)
        try:
            self._take(given)
            if not self.sealed:
                self.number += 1
            self._write(given)
        except BaseException:
            self._taken_back = taken_back
            self._go_back(*before)
            raise
        self._taken_back = still_to_come(taken_back, given)

    def last(self) -> Answered | None:
        """The answer that `undo` would take back."""
        for page in reversed(self.pages):
            if page.answers:
                return page.answers[-1]
        return None

    def last_reveals(self) -> Words:
        """What the answer that `undo` would take back has brought to light."""
        if self.last() is None:
            return ()
        page, count = self._place_of_last()
        return self._question_at(page, count).reveals

    def undo_loses_correction(self) -> bool:
        """Whether `undo` would go back over the beginning of a turn that was set right by hand."""
        if self.last() is None:
            return False
        page, _ = self._place_of_last()
        return any(later.corrected for later in self.pages[page + 1:])

    def undo(self) -> Answered:
        """Take back the last answer, even past a turn's end, and return it. Raises `Refused` if none is."""
        last = self.last()
        if last is None:
            raise Refused(Message("There is nothing to take back: the game has just begun."))
        page, count = self._place_of_last()
        self._write(Undone(self.number, page, count))
        self._taken_back.append(last)
        self._go_back(page, count, self.number + 1)
        return last

    def amend(self, key: str, words: Sequence[str] | str, seat: str | None = None,
              by: str = "script") -> list[Dropped]:
        """Replace the latest answer to `key` in the open turn (a misread die) and read the turn again.

        Returns the later answers that no longer fit and were dropped. Raises `Refused` and changes nothing
        when the open turn has no such answer or the new words do not fit.
        """
        said = tuple(words.split()) if isinstance(words, str) else tuple(words)
        answers = self.pages[-1].answers
        places = [place for place, answer in enumerate(answers)
                  if answer.key == key and seat in (None, answer.seat)]
        if not places:
            raise Refused(Message("“{key}” was not answered in this turn; take back first what came after.",
                                  {"key": key}))
        place = places[-1]
        refusal = self._question_at(len(self.pages) - 1, place).refusal(answers[place].seat, said)
        if refusal:
            raise Refused(refusal)
        amended = Answered(answers[place].number, answers[place].seat, key, said, by)
        page = Page(self.pages[-1].start, [*answers[:place], amended, *answers[place + 1:]],
                    corrected=self.pages[-1].corrected)
        return self._rewrite(page, lambda kept: Amended(self.number, place, said, by, kept))

    def correct(self, facts: Mapping[str, Any], by: str = "script") -> list[Dropped]:
        """Set the state right by hand: each path of `facts` (`rifts.rome.level`) is to hold its value now.

        The turn is read again from a beginning that leads there. Where what was answered in this turn stands
        in the way, the latest answers are dropped until the facts hold; they are returned. Raises `Refused`
        and changes nothing when a path or a value is none, or the facts cannot hold.
        """
        page = self.pages[-1]
        for kept in range(len(page.answers), -1, -1):
            start = self._beginning_for(facts, page, kept)
            if start is not None:
                break
        else:
            raise Refused(Message("That cannot be set at this point of the turn: what the turn itself does "
                                  "stands against it. Take back the last answers first."))
        dropped = [Dropped(answer, Message("It stands against what was set right by hand."))
                   for answer in page.answers[kept:]]
        noted = {path: str(value) for path, value in facts.items()}
        return self._rewrite(Page(start, page.answers[:kept], corrected=True),
                             lambda kept: Corrected(self.number, noted, start, by, kept)) + dropped

    # How a page is read

    def _refusal(self, given: Answered) -> Message | None:
        if self.question is None:
            return Message("The game is over; only taking back or a new game are left.")
        if given.key != self.question.key:
            return Message("“{given}” is not asked now; “{open}” is.",
                           {"given": given.key, "open": self.question.key})
        return self.question.refusal(given.seat, given.words)

    def _take(self, given: Answered) -> None:
        """Hand a legal answer to the rules (or seal it until the others have answered) and note it."""
        assert self.question is not None
        self.sealed[given.seat] = given.words
        self.pages[-1].answers.append(given)
        if not self.waiting:
            answers: Answers = self.sealed
            self.sealed = {}
            self._advance(answers)

    def _advance(self, answers: Answers | None) -> None:
        """Let the rules go on to their next question, over the ends of turns, or to the end of the game."""
        for _ in range(SILENT_TURNS):
            if self._turn is None:
                self._turn = self.game.turn(self.state)
                answers = None
            try:
                self.question = next(self._turn) if answers is None else self._turn.send(answers)
                self._note_secret(self.question)
                return
            except StopIteration:
                self._turn, self.question = None, None
            if self.game.outcome(self.state) is not None:
                return
            self._turn_the_page()
        raise RuntimeError(f"{self.game.id}: {SILENT_TURNS} turns passed without a question.")

    def _note_secret(self, question: Question) -> None:
        if "secret" in question.reveals:
            self.secret_keys.add(question.key)

    def _turn_the_page(self) -> None:
        told = self.state.log
        self.state.log = []
        self.pages[-1].log = told
        page = Page(self._text.write(self.state))
        self.pages.append(page)
        self._begun.append(TurnBegun(page.start, tuple(told)))

    def _reread(self) -> list[Dropped]:
        """Read the last page from its beginning; returns the answers that no longer fit, dropped."""
        page = self.pages[-1]
        answers, page.answers = page.answers, []
        self.state = self._text.read(page.start)
        self.sealed, self._turn, self.question, self._begun = {}, None, None, []
        if self.game.outcome(self.state) is None:
            self._advance(None)
        for place, given in enumerate(answers):
            refusal = (Message("The turn had ended before it.") if self.pages[-1] is not page
                       else self._refusal(given))
            if refusal:
                return [Dropped(answer, refusal) for answer in answers[place:]]
            self._take(given)
        return []

    def _go_back(self, page: int, count: int, number: int) -> None:
        """To where `page` had its first `count` answers."""
        del self.pages[page + 1:]
        del self.pages[page].answers[count:]
        self.number = number
        self._reread()

    def _rewrite(self, page: Page, row: Callable[[int], Row]) -> list[Dropped]:
        """Put `page` in the place of the open one, on paper and in memory."""
        place, old, number, given = len(self.pages) - 1, self.pages[-1], self.number, len(page.answers)
        try:
            self.pages[place] = page
            dropped = self._reread()
            written = row(given - len(dropped))
            self.number += 1
            self._write(written)
        except BaseException:
            del self.pages[place:]
            self.pages.append(old)
            self.number = number
            self._reread()
            raise
        self._taken_back = []
        return dropped

    def _write(self, row: Row) -> None:
        begun = self._take_begun()
        if self._record:
            self._record([row, *begun])

    def _take_begun(self) -> list[TurnBegun]:
        begun, self._begun = self._begun, []
        return begun

    def _place_of_last(self) -> tuple[int, int]:
        """The page and the number of answers on it once the last answer is taken back."""
        page = max(place for place, page in enumerate(self.pages) if page.answers)
        return page, len(self.pages[page].answers) - 1

    def _question_at(self, page: int, count: int) -> Question:
        """The question that was open on `page` after its first `count` answers."""
        begun = Page(self.pages[page].start, self.pages[page].answers[:count])
        reader = Referee.restore(self.game, [begun], 1)
        assert reader.question is not None
        return reader.question

    def _beginning_for(self, facts: Mapping[str, Any], page: Page, kept: int) -> str | None:
        """A beginning of the open turn from which its first `kept` answers lead to `facts`, or None.

        A number is shifted by as much as it is wrong now, since the turn may have changed it by then;
        anything else is set.
        """
        now = Referee.restore(self.game, [Page(page.start, page.answers[:kept])], 1)
        if len(now.pages) > 1:
            return None
        start, own = self._text.read(page.start), _own(self.game.facts(now.state), facts)
        if len(own) < len(_own(self.game.facts(self.state), facts)):
            return None
        for fact, word in own:
            assert fact.set
            fact.set(now.state, word)
            fact.set(start, word)
        plain = {path: value for path, value in facts.items() if path not in {fact.path for fact, _ in own}}
        plain_now, begun = self._text.plain(now.state), self._text.plain(start)
        shifted, outright = self._text.plain(start), begun
        for path, value in plain.items():
            is_now, was = _at(plain_now, path), _at(begun, path)
            wanted = _like(is_now, value, path)
            is_number = isinstance(wanted, int) and not isinstance(wanted, bool) and isinstance(was, int)
            _set(shifted, path, was + wanted - is_now if is_number else wanted)
        for path, value in plain.items():
            _set(outright, path, _like(_at(plain_now, path), value, path))
        wanted_own = {fact.path: word for fact, word in own}
        for candidate in (shifted, outright):
            text = self._leads_to(plain, wanted_own, candidate, page.answers[:kept])
            if text is not None:
                return text
        return None

    def _leads_to(
        self, facts: Mapping[str, Any], own: Mapping[str, str], plain: dict[str, Any], answers: list[Answered]
    ) -> str | None:
        """The beginning `plain` as text, when `answers` fit it and lead to `facts` and the game's `own`."""
        try:
            start = self._text.write(self._text.from_plain(plain))
        except ValueError as error:
            raise Refused(Message("The correction does not fit the game: {reason}",
                                  {"reason": str(error)})) from error
        then = Referee.restore(self.game, [Page(start, list(answers))], 1)
        reached = self._text.plain(then.state)
        if own and {fact.path: fact.now for fact in self.game.facts(then.state) if fact.path in own} != own:
            return None
        if then.dropped or any(_at(reached, path) != _like(_at(reached, path), value, path)
                               for path, value in facts.items()):
            return None
        return start


def _own(known: Sequence[Fact], facts: Mapping[str, Any]) -> list[tuple[Fact, str]]:
    """Those of `facts` that the game itself sets, each with the word it is to be; `Refused` for another."""
    own = [(fact, str(facts[fact.path])) for fact in known if fact.set and fact.path in facts]
    for fact, word in own:
        if word not in fact.words:
            raise Refused(Message("{path} may be {words}, not “{value}”.", {
                "path": fact.path, "words": tuple(may or "–" for may in fact.words), "value": word}))
    return own


def _at(plain: Any, path: str) -> Any:
    """The value that `path` leads to in plain JSON values."""
    for step in path.split("."):
        try:
            plain = plain[int(step)] if isinstance(plain, list) else plain[step]
        except (KeyError, IndexError, ValueError, TypeError):
            raise Refused(Message("Nothing is called “{path}” in this game.", {"path": path})) from None
    return plain


def _set(plain: Any, path: str, value: Any) -> None:
    *steps, last = path.split(".")
    for step in steps:
        plain = plain[int(step)] if isinstance(plain, list) else plain[step]
    if isinstance(plain, list):
        plain[int(last)] = value
    else:
        plain[last] = value


def _like(example: Any, value: Any, path: str) -> Any:
    """`value`, which may come as a word, in the type of `example`."""
    if not isinstance(value, str) or isinstance(example, (str, list, dict)) or example is None:
        return value
    if isinstance(example, bool):
        if value not in ("yes", "no"):
            raise Refused(Message("{path} is yes or no, not “{value}”.", {"path": path, "value": value}))
        return value == "yes"
    try:
        return int(value)
    except ValueError:
        raise Refused(Message("{path} is a whole number, not “{value}”.",
                              {"path": path, "value": value})) from None


def is_roll(question: Question | None) -> bool:
    """Whether dice are to be thrown now."""
    return question is not None and any(isinstance(ask, Roll) for ask in question.asks.values())
