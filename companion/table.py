"""The running table: one thread, one queue. It owns the game and its journal; snapshots come out.

Whoever wants something puts it on the queue and has the reply when it is carried out and on disk. Whoever
wants to know how the game stands takes the latest snapshot, which never changes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NoReply
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from threading import Condition, Lock, Thread
from typing import Any, TypeVar

from companion.chance import Chance
from companion.engine.folding import JournalRow, Kept
from companion.engine.game import Game
from companion.engine.journal import Journal, Unwritten, take_up
from companion.engine.questions import Fact, Message, Outcome, Words
from companion.engine.referee import Refused
from companion.engine.views import View, view_of
from companion.evidence import EarlierThrow
from companion.playing import Late, NeedsConfirmation, Playing
from companion.proposing import Change, Proposal
from companion.seating import Seating
from companion.throws import UNDER_WAY, DiceSeen, Throw, ThrownDie

__all__ = ["DiceSeen", "Late", "NeedsConfirmation", "SeatNow", "Snapshot", "Table", "Throw", "ThrownDie"]

VERSIONS_EACH_TIME = 10_000_000
"""Room for snapshots between two restarts, so that versions only ever grow."""
LONGEST_WAIT = 30.0
"""Seconds within which the table replies, however slow the disk is."""
ENDED = "ended"
"""Under this name the journal keeps whether the players ended the game before its end."""

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A seat, whether a phone holds it, and whether that is the host's."""

    seat: str
    taken: bool
    host: bool


@dataclass(frozen=True)
class Snapshot:
    """How the table stands at one moment."""

    version: int
    """Grows with every change, over restarts too."""
    game: Game[Any]
    seats: tuple[SeatNow, ...]
    views: Mapping[str | None, View]
    """What each seat, and nobody in particular (None), may see."""
    throw: Throw
    """The throw that is asked for; else the last one."""
    last_throw: Throw
    """The last finished throw; what was read on it can be amended while its turn is open."""
    notes: tuple[Message, ...]
    can_undo: Message | None
    """What an undo would take back."""
    proposal: Proposal | None = None
    """A change that waits for the table's yes or no."""

    @property
    def awaits_camera(self) -> bool:
        """Whether a throw is open that the camera may see."""
        asked, throw = self.views[None].asked, self.throw
        return asked is not None and throw.number == asked.number and throw.way in ("camera", "tray")


class Table:
    """One game being played, from `start` to `stop`; the journal is the table's own from the beginning.

    Where dice and cards come from is written in the journal; `one_kind_a_throw` and `confirm_every_throw`
    are as in `OpenThrow`. `tray` throws the demo's simulated dice when somebody asks for a throw.
    """

    def __init__(self, game: Game[Any], journal: Journal, *, chance: Chance | None = None,
                 one_kind_a_throw: bool = False, confirm_every_throw: bool = False,
                 tray: Callable[[Throw], None] | None = None) -> None:
        written = journal.written()
        self.game = game
        self.tray = tray
        self._journal = journal
        self._playing = Playing(game, journal, chance or Chance(), one_kind_a_throw=one_kind_a_throw,
                                confirm_every_throw=confirm_every_throw)
        self.dice, self.decks = self._playing.dice, self._playing.decks
        """Where dice (one of `companion.throws.WAYS`) and cards come from."""
        self.options = journal.header().options
        self._seating = Seating(self._playing.referee.state.seats, written, journal.record)
        self._kept = written.kept
        self._notes: dict[str, Message] = {}
        self._taken_over: dict[str, int] = {}
        """Seats that were taken from another phone, and in which turn."""
        self._is_adrift = False
        if game.doubts:
            self._notes["content"] = Message("The content file may be wrong: {doubts}",
                                             {"doubts": " ".join(game.doubts)})
        self._messages: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._news = Condition()
        self._is_open = True
        self._closing = Lock()
        """What is put on the queue comes before the end of it, or not at all."""
        self._thread = Thread(target=self._run, name="table", daemon=True)
        self._snapshot = self._take_snapshot(written.opened * VERSIONS_EACH_TIME + 1)

    def start(self) -> None:
        """Begin to take messages."""
        self._thread.start()

    def stop(self) -> None:
        """Carry out what is on the queue, then close the journal. Calling it again does nothing."""
        with self._closing:
            was_open, self._is_open = self._is_open, False
            if was_open:
                self._messages.put(None)
        if was_open:
            if self._thread.ident is not None:
                self._thread.join()
            self._journal.close()
            with self._news:
                self._news.notify_all()

    # What anybody may ask, from any thread

    @property
    def snapshot(self) -> Snapshot:
        """How the table stands now."""
        return self._snapshot

    @property
    def is_open(self) -> bool:
        """Whether the table still takes messages."""
        return self._is_open

    @property
    def path(self) -> Path:
        """The journal of the game that is played."""
        return self._journal.path

    def wait(self, version: int, timeout: float) -> Snapshot:
        """The first snapshot newer than `version`, or after `timeout` seconds the latest there is."""
        with self._news:
            self._news.wait_for(lambda: self._snapshot.version > version or not self._is_open, timeout)
            return self._snapshot

    def lives(self, timeout: float) -> bool:
        """Whether the table's thread replies within `timeout` seconds: it neither hangs nor has it ended."""
        try:
            return self._put(lambda: True).result(timeout)
        except (Refused, NoReply):
            return False

    def photo(self, number: int) -> bytes | None:
        """The photograph (JPEG) of the throw with this number, if it is still there."""
        return self._playing.photo(number)

    def earlier_throws(self) -> tuple[EarlierThrow, ...]:
        """The throws that count and of which a photograph is kept, the latest first."""
        return self._wait_for(self._put(self._playing.earlier_throws))

    def seats_of(self, token: str) -> Words:
        """The seats that the phone with this token holds, in the order of the table."""
        return self._seating.seats_of(token)

    def is_host(self, token: str) -> bool:
        """Whether the phone with this token is the host's."""
        return self._seating.is_host(token)

    def kept(self, name: str) -> str | None:
        """What `keep` was last told under this name, also before a restart."""
        return self._kept.get(name)

    # What anybody may put on the queue: each returns when it is done and on disk, or raises Refused

    def answer(self, seat: str, number: int | None, key: str, words: Words, by: str,
               id: str | None = None) -> Snapshot:
        """Give `seat`'s answer to the open question; None as `number` takes whichever is open.

        The same `id` twice is carried out once. `Late` when the question was another one.
        """
        def give() -> None:
            self._playing.check_number(number)
            self._playing.answer(seat, key, tuple(words), by)
        return self._play(give, id)

    def undo(self, by: str, confirmed: bool = False, number: int | None = None,
             id: str | None = None) -> Snapshot:
        """Take back the last answer a person gave, and with it the cards that came after it.

        `NeedsConfirmation` when that has shown something and is not `confirmed`. `Late` when another
        question than `number` is open.
        """
        def take_back() -> None:
            self._playing.check_number(number)
            self._playing.undo(confirmed)
        return self._play(take_back, id)

    def amend(self, key: str, words: Words, seat: str | None = None, by: str = "phone",
              id: str | None = None) -> Snapshot:
        """Replace the latest answer to `key` in the open turn; what then no longer fits is said in notes."""
        return self._play(lambda: self._playing.amend(key, tuple(words), seat, by), id)

    def correct(self, facts: Mapping[str, Any], by: str, id: str | None = None) -> Snapshot:
        """Set the state right by hand; what then no longer fits is said in notes."""
        return self._play(lambda: self._playing.correct(facts, by), id)

    def propose(self, change: Change, id: str | None = None) -> Snapshot:
        """Show the table what a change would change; a misread die that costs nothing else is set right."""
        return self._play(lambda: self._playing.propose(change), id)

    def settle_proposal(self, number: int, agreed: bool, id: str | None = None) -> Snapshot:
        """Do what was proposed under this number, or leave it. `Late` when it is no longer there."""
        return self._play(lambda: self._playing.settle_proposal(number, agreed), id)

    def throw(self, by: str, seat: str | None = None, id: str | None = None) -> Snapshot:
        """Have the virtual dice of `seat` thrown (None: of the first that is asked), or the demo's dice into
        its tray, unless they roll there already."""
        def throw() -> None:
            if self._playing.throw_by_chance(seat):
                return
            if seat is not None:
                self._playing.turn_to(seat)
            if self.tray is None or self._playing.throw.way != "tray":
                raise Refused(Message("This table throws real dice: throw them, or say what they show."))
            if self._playing.throw.state not in UNDER_WAY:
                self.tray(self._playing.throw)
        return self._play(throw, id)

    def has_done(self, id: str) -> bool:
        """Whether the message with this id was carried out, also before a restart."""
        return self._playing.was_done(id)

    def throw_again(self, die: str, id: str | None = None) -> Snapshot:
        """Have one die of the last throw thrown once more, alone; an empty name leaves it at that."""
        return self._play(lambda: self._playing.throw_again(die), id)

    def turn_to(self, seat: str) -> Snapshot:
        """Where several are to throw: take the next dice that are seen for those of `seat`."""
        return self._play(lambda: self._playing.turn_to(seat), None)

    def join(self, seat: str, token: str, was_mine: bool = False) -> Snapshot:
        """Give `seat` to the phone with this token; over another phone only if its people say `was_mine`.

        That another phone lost it by that is said on every screen, till the end of the turn that comes next.
        """
        def take() -> None:
            if self._seating.take(seat, token, was_mine):
                self._taken_over[seat] = self._turn
        return self._ask(take)

    def share(self, seat: str, token: str) -> Snapshot:
        """Let the phone with this token play `seat` too, beside those that hold it."""
        return self._ask(lambda: self._seating.share(seat, token))

    def free(self, seat: str, token: str | None = None) -> Snapshot:
        """Take `seat` from the phone with this token, or from every phone that holds it."""
        return self._ask(lambda: self._seating.free(seat, token))

    def make_host(self, token: str) -> Snapshot:
        """Make the phone with this token the host's."""
        return self._ask(lambda: self._seating.make_host(token))

    def make_host_of(self, seat: str) -> Snapshot:
        """Make the phone that holds `seat` the host's."""
        return self._ask(lambda: self._seating.make_host_of(seat))

    def phones_for(self, seats: Sequence[str]) -> tuple[JournalRow, ...]:
        """What another game's journal is to hold for the phones of this table to have `seats` there."""
        return self._wait_for(self._put(lambda: tuple(self._seating.rows_for(seats))))

    def end(self, ended: bool = True) -> Snapshot:
        """End the game before its end; or (False) go on with one that was ended so."""
        return self.keep(ENDED, "yes" if ended else "")

    def keep(self, name: str, value: str) -> Snapshot:
        """Have the journal remember something for a restart, such as the join code."""
        def remember() -> None:
            self._journal.record([Kept(name, value)])
            self._kept = {**self._kept, name: value}
        return self._ask(remember)

    def note(self, about: str, message: Message | None) -> None:
        """Say something on every screen until it is taken back (None): a device that is missing, say."""
        def write() -> None:
            self._notes.pop(about, None)
            if message is not None:
                self._notes[about] = message
        self._put(lambda: self._change(write, None))

    def see(self, seen: DiceSeen, id: str | None = None) -> Future[Snapshot]:
        """Take in a look at the dice, once for each id; who sends many need not wait for the reply."""
        def see() -> Snapshot:
            is_on = not self._kept.get(ENDED) and not (id is not None and self._playing.was_done(id))
            return self._publish() if is_on and self._playing.see(seen, id) else self._snapshot
        return self._put(see)

    def export(self) -> dict[str, Any]:
        """The whole journal as plain JSON values, secrets too."""
        return self._wait_for(self._put(self._journal.export))

    def facts(self) -> list[Fact]:
        """What people may set right by hand, as it stands now, secrets too."""
        return self._wait_for(self._put(self._playing.facts))

    # The table's thread

    def _run(self) -> None:
        while (message := self._messages.get()) is not None:
            message()

    def _put(self, work: Callable[[], T]) -> Future[T]:
        """Have the table's thread do `work`; its result or its refusal is in the reply."""
        reply: Future[T] = Future()

        def message() -> None:
            try:
                if self._is_adrift:
                    self._go_back()
                reply.set_result(work())
            except Unwritten as unwritten:
                log.warning("%s", unwritten)
                self._publish()
                reply.set_exception(unwritten)
            except Refused as refused:
                reply.set_exception(refused)
            except Exception as error:
                log.exception("The table could not carry out a message")
                reply.set_exception(self._after_fault(error))

        with self._closing:
            is_open = self._is_open
            if is_open:
                self._messages.put(message)
        if not is_open:
            reply.set_exception(Refused(Message("The table is closed.")))
        return reply

    def _play(self, work: Callable[[], None], id_: str | None) -> Snapshot:
        """Carry out what only a game takes that its players have not ended."""
        def play() -> None:
            if self._kept.get(ENDED):
                raise Refused(Message("This game was ended by its players. The host can go on with it."))
            work()
        return self._ask(play, id_)

    def _ask(self, work: Callable[[], None], id_: str | None = None) -> Snapshot:
        return self._wait_for(self._put(lambda: self._change(work, id_)))

    def _wait_for(self, reply: Future[T]) -> T:
        try:
            return reply.result(LONGEST_WAIT)
        except NoReply:
            raise Refused(Message("The table has not replied for {seconds} seconds; look again in a moment.",
                                  {"seconds": int(LONGEST_WAIT)})) from None

    def _change(self, work: Callable[[], None], id_: str | None) -> Snapshot:
        """Carry out a message, once for each id, and publish what has become of the table."""
        if id_ is not None and self._playing.was_done(id_):
            return self._snapshot
        self._playing.comes_with(id_)
        try:
            work()
        finally:
            self._playing.comes_with(None)
        return self._publish()

    def _publish(self) -> Snapshot:
        self._playing.settle()
        with self._news:
            self._snapshot = self._take_snapshot(self._snapshot.version + 1)
            self._news.notify_all()
        return self._snapshot

    def _after_fault(self, error: Exception) -> Refused:
        """Go back to what the journal holds after something that should not have happened."""
        try:
            self._go_back()
        except Exception as why:
            log.exception("The game could not be taken up again from its journal")
            return Refused(Message("The game cannot be taken up again from its journal ({reason}). Every "
                                   "answer that was taken is in it. This is tried again at each touch; if it "
                                   "goes on, start the companion again.", {"reason": repr(why)}))
        return Refused(Message("Something went wrong inside the companion ({reason}). The game stays as it "
                               "was; the log tells more.", {"reason": repr(error)}))

    def _go_back(self) -> None:
        """Until this has worked nothing is carried out: answers to a half changed game could not be kept."""
        self._is_adrift = True
        self._playing.go_back_to_journal()
        self._is_adrift = False
        self._publish()

    def _take_snapshot(self, version: int) -> Snapshot:
        playing = self._playing
        seats = playing.referee.state.seats
        _, last = playing.last_of_people()
        is_on = not self._kept.get(ENDED)
        notes = (*playing.said, *self._lost_seats(), *self._notes.values(),
                 *((playing.trouble,) if playing.trouble else ()))
        return Snapshot(
            version=version, game=self.game,
            seats=tuple(SeatNow(seat, self._seating.is_taken(seat), self._seating.is_hosts(seat))
                        for seat in seats),
            views={seat: self._view(seat) for seat in (None, *seats)},
            throw=playing.throw, last_throw=playing.last_throw, notes=notes,
            can_undo=playing.in_words(last) if last and is_on else None,
            proposal=playing.proposal if is_on else None)

    @property
    def _turn(self) -> int:
        return len(self._playing.referee.pages)

    def _lost_seats(self) -> list[Message]:
        """Whose seats were lately taken from another phone: whoever did it, the whole table is to know."""
        return [Message("The seat of {seat} was taken over by another phone. If that is not right, take it "
                        "back under “Seats”.", {"seat": seat})
                for seat, turn in self._taken_over.items()
                if self._turn <= turn + 1 and self._seating.is_taken(seat)]

    def _view(self, seat: str | None) -> View:
        view = view_of(self._playing.referee, seat)
        return as_ended(view) if self._kept.get(ENDED) else view


def standing(journal: Journal, game: Game[Any]) -> View:
    """How a game that no table plays stands for everybody to see. Only looked at: nothing is written that its
    next table would not write itself.
    """
    view = view_of(take_up(journal, game, record=lambda rows: None), None)
    return as_ended(view) if journal.written().kept.get(ENDED) else view


def as_ended(view: View) -> View:
    """The view of a game that its players ended, unless it had come to its end."""
    if view.outcome:
        return view
    return replace(view, asked=None,
                   outcome=Outcome(ENDED, Message("The players ended the game before its end.")))
