"""The game as the table plays it: the referee, its journal, virtual decks, and the throw that is asked for.

No threads here: the table's thread alone calls this.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from companion.chance import Chance
from companion.engine.folding import Acknowledged, JournalRow, Opened
from companion.engine.game import Game
from companion.engine.journal import Journal, Unwritten, take_up
from companion.engine.questions import TABLE, Die, Draw, Fact, Message, Question, Roll, Words
from companion.engine.referee import Dropped, Refused, is_roll
from companion.engine.rows import Answered, Row
from companion.evidence import EarlierThrow, Pictures
from companion.proposing import Change, Proposal, carried_out, differences, undone
from companion.throws import UNDER_WAY, DiceSeen, OpenThrow, Throw, entered

T = TypeVar("T")
log = logging.getLogger(__name__)
PHOTOS_KEPT = 12
"""So many of the last photographs are at hand, those of throws that were not accepted too."""
THINGS_NAMED = 2
"""A heading names so many things that are set right; more are counted."""


class Late(Refused):
    """The answer was to another question than the one that is open now."""


class NeedsConfirmation(Refused):
    """What is to be taken back has shown dice, a card or a secret: the table must say that it wants to."""


class Playing:
    """One game going on from its journal.

    `one_kind_a_throw` and `confirm_every_throw` are as in `OpenThrow`. `said` are the sentences about what
    happened last; they go when the next answer comes.
    """

    def __init__(self, game: Game[Any], journal: Journal, chance: Chance, *, one_kind_a_throw: bool = False,
                 confirm_every_throw: bool = False) -> None:
        header, written = journal.header(), journal.written()
        self.game = game
        self.dice, self.decks = header.dice, header.decks
        self.said: list[Message] = []
        self.trouble: Message | None = None
        self.open_throw: OpenThrow | None = None
        self._again: OpenThrow | None = None
        self.last_throw = Throw()
        self._photos: Mapping[int, bytes] = {}
        self._pictures = Pictures(journal.path)
        self._is_kept = True
        self._journal = journal
        self._chance = chance
        self._one_kind_a_throw = one_kind_a_throw
        self._confirm_every_throw = confirm_every_throw
        self._proposal: Proposal | None = None
        self._proposed_at = (0, 0)
        self._proposals = 0
        self._acknowledged = written.acknowledged
        self._along: list[JournalRow] = []
        self._held_back: list[Row] | None = None
        self.referee = take_up(journal, game, self._record)
        # A new game has the page that it begins with; nothing was answered on it.
        self._note_opened(resumed=any(page.answers for page in written.pages))
        self.settle()

    @property
    def throw(self) -> Throw:
        """The throw that is asked for, else the last one."""
        return self.open_throw.throw if self.open_throw else self.last_throw

    # Messages and their ids

    def was_done(self, id_: str) -> bool:
        """Whether the message with this id was carried out, also before a restart."""
        return id_ in self._acknowledged

    def comes_with(self, id_: str | None) -> None:
        """The next rows are brought by the message with this id: it is written down with them."""
        self._along = [Acknowledged(id_)] if id_ is not None else []

    def _record(self, rows: Sequence[Row]) -> None:
        if self._held_back is not None:
            self._held_back += rows
            return
        self._journal.record([*rows, *self._along])
        self._acknowledged |= {row.id for row in self._along if isinstance(row, Acknowledged)}
        self._along = []

    def go_back_to_journal(self) -> None:
        """Forget what is in memory and take the game up again from what is on disk."""
        self._held_back, self._along, self.open_throw = None, [], None
        self.referee = take_up(self._journal, self.game, self._record)

    def _note_opened(self, resumed: bool) -> None:
        try:
            self._journal.record([Opened()])
        except Unwritten as refused:
            self.trouble = refused.message
        if resumed:
            self.said = [Message("The game goes on where it stopped.")]
        self._say_dropped(self.referee.dropped)

    # Answers, and setting things right

    def check_number(self, number: int | None) -> None:
        """`Late` when another question than `number` is open; None is any."""
        if number is not None and number != self.referee.number:
            raise Late(Message("That question is no longer open; look at what is asked now."))

    def answer(self, seat: str, key: str, words: Words, by: str) -> None:
        """Take an answer. `Refused` with the reason, changing nothing."""
        question, throw = self.referee.question, self.open_throw
        self.referee.answer(seat, key, words, by)
        self.said = []
        ask = question.asks.get(seat) if question else None
        if question and isinstance(ask, Roll) and throw:
            mine = throw if throw.seat == seat else self._throw_of(throw.number, seat, ask, question)
            self.last_throw = mine.throw if by == "camera" else entered(mine.throw, ask.dice, words)
            if mine is throw:
                self.open_throw = None
                self._keep(throw.number, throw)

    def photo(self, number: int) -> bytes | None:
        """The photograph (JPEG) of the throw with this number, if it is still there."""
        return self._photos.get(number) or self._pictures.photo(number)

    def earlier_throws(self) -> tuple[EarlierThrow, ...]:
        """Those that count and of which a photograph is kept, the latest first."""
        kept = self._pictures.numbers()
        answers = [answer for page in self.referee.pages for answer in page.answers]
        return tuple(EarlierThrow(answer.number, self.in_words(answer)) for answer in reversed(answers)
                     if answer.number in kept)

    def _keep(self, number: int, throw: OpenThrow) -> None:
        """Keep what was seen of an accepted roll, or of a die of it that was thrown again; that this fails is
        said once and stops nothing.
        """
        keep = self._pictures.keep_again if throw.die else self._pictures.keep
        try:
            keep(number, throw.evidence)
            self._is_kept = True
        except OSError as error:
            log.warning("The pictures of a roll could not be kept: %s", error)
            if self._is_kept:
                self.said.append(Message(
                    "The pictures of the rolls cannot be kept ({reason}); the rolls are.",
                    {"reason": error.strerror or str(error)}))
            self._is_kept = False

    def undo(self, confirmed: bool) -> None:
        """Take back the last answer that a person gave, and the cards that virtual decks gave after it.

        `NeedsConfirmation` when that has shown something and is not `confirmed`.
        """
        drawn, answer = self.last_of_people()
        if answer is None:
            raise Refused(Message("There is nothing to take back."))
        shown = self._shown_by(drawn, answer)
        if shown and not confirmed:
            raise NeedsConfirmation(shown)
        self._held_back = []
        try:
            for _ in range(drawn + 1):
                self.referee.undo()
            rows, self._held_back = self._held_back, None
            self._record(rows)
        except BaseException:
            self.go_back_to_journal()
            raise
        self.said, self.open_throw = [], None
        self._forget_throw([answer])

    def _shown_by(self, drawn: int, answer: Answered) -> Message | None:
        """What an undo of `answer` takes back that the table must agree to; None for one's own choices."""
        if self.referee.undo_loses_correction():
            return Message("This also takes back what was set right by hand after it ({what}). If you all "
                           "agree, it is done.", {"what": self.in_words(answer)})
        if self._is_under_seal(answer):
            return None
        if answer.key in self.referee.secret_keys:
            led_on = Message("This takes back what everybody has seen since {seat}'s sealed answer. If you "
                             "all agree, it is done.", {"seat": answer.seat})
            closed = Message("This takes back {seat}'s sealed answer, which nobody has seen. If you all "
                             "agree, it is done.", {"seat": answer.seat})
            return led_on if drawn or self._has_led_on() else closed
        if drawn or self.referee.last_reveals():
            return Message("This takes back what everybody has seen ({what}). If you all agree, it is done; "
                           "the same dice and cards will come again.", {"what": self.in_words(answer)})
        return None

    def _has_led_on(self) -> bool:
        """Whether anything was told to all when the last answer was in."""
        trial = self.referee.trial()
        trial.undo()
        return bool(undone(self.referee, trial))

    def amend(self, key: str, words: Words, seat: str | None, by: str) -> None:
        """Replace the latest answer to `key` in the open turn."""
        dropped = self.referee.amend(key, words, seat, by)
        self.said, self.open_throw = [], None
        if key == self.last_throw.key and seat in (None, self.last_throw.seat):
            before, self.last_throw = self.last_throw, self.last_throw.amended(words)
            again, now = self._again, self.last_throw
            if again and again.throw.photo and before.word_of(again.die) != now.word_of(again.die):
                # The camera was not sure of it: what it shows was said.
                self._take_up(again)
        self._say_dropped(dropped)

    def correct(self, facts: Mapping[str, Any], by: str) -> None:
        """Set the state right by hand."""
        dropped = self.referee.correct(facts, by)
        self.said, self.open_throw = [], None
        self._say_dropped(dropped)

    def propose(self, change: Change) -> None:
        """Have the table see what a change would change, and wait for its yes or no.

        A misread die that costs no other answer is set right at once. `Refused` when it cannot be done.
        """
        proposal = self._tried(change)
        if change.kind == "amend" and not proposal.lost:
            self.carry_out(change)
            return
        self._proposal, self._proposed_at = proposal, self._moment()

    def settle_proposal(self, number: int, agreed: bool) -> None:
        """Do what was proposed under this number, or leave it. `Late` when it is no longer there."""
        proposal = self.proposal
        if proposal is None or proposal.number != number:
            raise Late(Message("That is no longer proposed; look at how the table stands now."))
        self._proposal = None
        if agreed:
            self.carry_out(proposal.change)

    def carry_out(self, change: Change) -> None:
        """Do it: the table has agreed, or nothing speaks against it."""
        if change.kind == "amend":
            self.amend(change.key, change.words, change.seat, "phone")
        elif change.kind == "correct":
            self.correct(change.facts, "phone")
        else:
            self.undo(confirmed=True)

    @property
    def proposal(self) -> Proposal | None:
        """The change that waits for the table; gone as soon as the game has gone on without it."""
        return self._proposal if self._moment() == self._proposed_at else None

    def _note_passed_over(self) -> None:
        """Say of a proposal that the game has gone on without: who waits for it is to look again."""
        if self._proposal and self.proposal is None:
            self.said.append(Message("“{what}” is no longer proposed: the table has moved on meanwhile. Look "
                                     "how it stands now.", {"what": self._proposal.text}))
            self._proposal = None

    def _moment(self) -> tuple[int, int]:
        return self.referee.number, len(self.referee.pages[-1].answers)

    def _tried(self, change: Change) -> Proposal:
        trial, (drawn, answer) = self.referee.trial(), self.last_of_people()
        if change.kind == "undo" and answer is None:
            raise Refused(Message("There is nothing to take back."))
        self._proposals += 1
        dropped = carried_out(change, trial, drawn + 1)
        is_undo = change.kind == "undo" and answer is not None
        back = undone(self.referee, trial) if is_undo or dropped else []
        return Proposal(
            number=self._proposals, change=change, text=self._in_short(change, answer, trial.question),
            shown=self._shown_by(drawn, answer) if is_undo and answer else None,
            lost=tuple(Message("{what} ({why})", {"what": self.in_words(one.answer),
                                                  "why": self._why(one)}) for one in dropped),
            changes=tuple(differences(self.game, self.referee, trial)),
            undone=tuple(told.message for told in back),
            asked=trial.question.text if trial.question else None)

    def _in_short(self, change: Change, last: Answered | None, then: Question | None) -> Message:
        """The change in a sentence that is no longer than a heading: what it comes to is told below."""
        if change.kind == "undo" and last:
            if not is_roll(then):
                return Message("Take back: {what}", {"what": self.in_words(last)})
            return (Message("Take back: the throw") if last.seat == TABLE
                    else Message("Take back: {seat}'s throw", {"seat": last.seat}))
        if change.kind == "correct":
            if len(change.facts) > THINGS_NAMED:
                return Message("Set right by hand: {count} things", {"count": len(change.facts)})
            texts = {fact.path: fact.text for fact in self.facts()}
            return Message("Set right by hand: {things}", {"things": [
                texts.get(path, Message("{path}", {"path": path})) for path in change.facts]})
        said = next(answer for answer in reversed(self.referee.pages[-1].answers)
                    if answer.key == change.key and change.seat in (None, answer.seat))
        return Message("Set right: {then}, not {now}", {
            "now": [self.game.label(said.key, word) for word in said.words if word not in change.words],
            "then": [self.game.label(said.key, word) for word in change.words if word not in said.words]})

    def facts(self) -> list[Fact]:
        """What people may set right by hand, as it stands now."""
        return self.game.facts(self.referee.state)

    def last_of_people(self) -> tuple[int, Answered | None]:
        """How many cards virtual decks gave since a person's last answer, and that answer."""
        drawn = 0
        for page in reversed(self.referee.pages):
            for answer in reversed(page.answers):
                if not _was_drawn(answer):
                    return drawn, answer
                drawn += 1
        return drawn, None

    def in_words(self, answer: Answered) -> Message:
        """Who answered what; not what, while that is under seal, nor ever what was chosen in secret."""
        if self._is_under_seal(answer) or answer.key in self.referee.secret_keys:
            return Message("{seat}: a sealed answer", {"seat": answer.seat})
        labels = [self.game.label(answer.key, word) for word in answer.words]
        if answer.seat == TABLE:
            return Message("{words}", {"words": labels})
        return Message("{seat}: {words}", {"seat": answer.seat, "words": labels})

    def _is_under_seal(self, answer: Answered) -> bool:
        """Whether an answer is to the open question, and closed until the others have answered."""
        question = self.referee.question
        is_open = answer.seat in self.referee.sealed and answer is self.referee.last()
        return is_open and question is not None and question.is_sealed

    def _forget_throw(self, gone: Sequence[Answered]) -> None:
        """Where the last throw's answer is gone, nothing can be put right on it any more."""
        if any((answer.seat, answer.key) == (self.last_throw.seat, self.last_throw.key) for answer in gone):
            self.last_throw = Throw()

    def _say_dropped(self, dropped: list[Dropped]) -> None:
        self._forget_throw([one.answer for one in dropped])
        self.said += [Message("No longer fits and was dropped: {what} ({why})", {
            "what": self.in_words(gone.answer), "why": self._why(gone)}) for gone in dropped]

    def _why(self, dropped: Dropped) -> Message:
        """Why an answer no longer fits, in the words that people use for it; of a secret one no word."""
        key, args = dropped.answer.key, dict(dropped.why.args)
        word, words = args.get("word"), args.get("words")
        if not isinstance(word, str) or not isinstance(words, tuple):
            return dropped.why
        if key in self.referee.secret_keys:
            return Message("It does not fit any more.")
        args["word"] = self.game.label(key, word)
        args["words"] = [self.game.label(key, str(other)) for other in words]
        return Message(dropped.why.id, args)

    # Dice and decks

    def throw_again(self, die: str) -> None:
        """Have one die of the last throw thrown once more, alone: it had fallen off, or lay askew.

        What the camera then sees of it amends the throw. An empty `die` leaves it at that.
        """
        self._again = None
        if not die:
            return
        last, faces = self.last_throw, dict(self.last_throw.faces)
        thrown = next((one for one in last.dice if one.die == die), None)
        if thrown is None or not last.key:
            raise Refused(Message("That die does not lie there any more."))
        if last.way not in ("camera", "tray"):
            raise Refused(Message("Nobody sees the dice here: throw it, then tap what it shows."))
        if self._asked(Roll):
            raise Refused(Message("Throw first what is asked for now."))
        roll = Roll((Die(die, thrown.kind, faces[die]),))
        self._again = OpenThrow(self.referee.number, last.seat, roll, last.way, key=last.key, again=thrown,
                                one_kind_a_throw=self._one_kind_a_throw)
        self.open_throw = self._again

    def _amend_with(self, again: OpenThrow, words: Words) -> None:
        """What a die shows that was thrown again takes the place of what it showed."""
        new = dict(word.partition("=")[::2] for word in words)
        self._again = None
        said = tuple(f"{die.die}={new.get(die.die, die.word)}" for die in self.last_throw.dice if die.die)
        self.amend(again.key, said, again.seat, "camera")
        self._take_up(again)

    def _take_up(self, again: OpenThrow) -> None:
        """Show and keep the picture of a die that was thrown again with the throw that it is a part of."""
        self._again, number = None, self.last_throw.number
        self.last_throw = self.last_throw.thrown_again(again.throw)
        if self.last_throw.photo:
            self._show(number, self.last_throw.photo)
        self._keep(number, again)

    def settle(self) -> None:
        """Draw what virtual decks are asked for, and open the throw that is asked for now.

        Where several are to throw, that of the first stays open until it is made, or another is `turn_to`.
        """
        self._note_passed_over()
        try:
            while self.decks == "virtual" and (asked := self._asked(Draw)):
                seat, draw, question = asked
                cards = self._chance.draw(draw, self.referee.offered)
                self.referee.answer(seat, question.key, cards, "virtual")
            self.trouble = None
        except Unwritten as refused:
            self.trouble = refused.message
        except Exception as error:
            log.exception("A virtual deck could not be drawn from")
            self.trouble = Message("The table could not draw a card ({reason}). Say which one it is, or take "
                                     "the last answer back.", {"reason": repr(error)})
        wanted = self._asked(Roll)
        if self._again and (self._again.number != self.referee.number or wanted):
            self._again = None
        if wanted is None:
            self.open_throw = self._again
            return
        old = self.open_throw
        if old is None or old.number != self.referee.number or old.seat not in self.referee.waiting:
            self.open_throw = self._throw_of(self.referee.number, *wanted)

    def turn_to(self, seat: str) -> None:
        """Where several are to throw: the next dice that are seen are those of `seat`, if it is one of them.

        Dice that are under way stay whose they are.
        """
        wanted, open_now = self._asked(Roll, seat), self.open_throw
        if wanted and open_now and open_now.seat != seat and open_now.throw.state not in UNDER_WAY:
            self.open_throw = self._throw_of(self.referee.number, *wanted)

    def throw_by_chance(self, seat: str | None = None) -> bool:
        """Throw the virtual dice of `seat` (None: of the first that is asked), or dice that were taken back,
        as they fell; False if real ones must be thrown.

        `Refused` when no dice are asked for.
        """
        if self._again:
            return False
        asked = self._asked(Roll, seat)
        if asked is None or self.open_throw is None:
            raise Refused(Message("No dice are asked for now."))
        thrower, roll, question = asked
        offered = self.referee.offered_to(thrower)
        if (self.dice != "virtual" or roll.set_by_hand) and not offered:
            return False
        self.answer(thrower, question.key, self._chance.throw(roll, offered), "virtual")
        return True

    def see(self, seen: DiceSeen, id_: str | None = None) -> bool:
        """Take in a look at the dice, for the throw that is asked for now; whether it told anything new."""
        throw = self.open_throw
        if throw is None or seen.number != throw.number:
            return False
        before = throw.throw
        words = throw.see(seen)
        if seen.photo and throw.throw != before:
            self._show(seen.number, seen.photo)
        if words is not None and throw is self._again:
            self._amend_with(throw, words)
        elif words is not None:
            self.answer(throw.seat, throw.key, words, "camera")
        if id_ is not None:
            # A part of a throw is written down with the rest of it: until then this is known here alone.
            self._acknowledged.add(id_)
        return throw.throw != before

    def _show(self, number: int, photo: bytes) -> None:
        """Have a photograph at hand for the throw with this number."""
        others = [(other, kept) for other, kept in self._photos.items() if other != number]
        self._photos = dict([*others, (number, photo)][-PHOTOS_KEPT:])

    def _throw_of(self, number: int, seat: str, roll: Roll, question: Question) -> OpenThrow:
        way = "hand" if roll.set_by_hand and self.dice != "camera" else self.dice
        return OpenThrow(number, seat, roll, way, key=question.key, confirm=self._confirm_every_throw,
                         one_kind_a_throw=self._one_kind_a_throw)

    def _asked(self, kind: type[T], of: str | None = None) -> tuple[str, T, Question] | None:
        """The first seat (or `of`) that is still to answer an ask of this kind, the ask, and its question."""
        question = self.referee.question
        for seat in self.referee.waiting:
            ask = question.asks[seat] if question else None
            if question and isinstance(ask, kind) and of in (None, seat):
                return seat, ask, question
        return None


def _was_drawn(answer: Answered) -> bool:
    """Whether a virtual deck gave this answer (a virtual die's words have an equals sign)."""
    return answer.by == "virtual" and not any("=" in word for word in answer.words)
