"""The box on the table: what its display shows of the game, and how its four buttons answer every question.

`Panel` is fed with snapshots and presses and told the time; it keeps no game, only where its reader is. It
runs on a thread of its own, since answering waits for the table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.engine.questions import TABLE, Ask, Message, Roll, Words
from companion.engine.referee import Refused
from companion.engine.views import Asked
from companion.games import drawing
from companion.pages import FOREVER, Command, Deed, Following, Holding, Listing, Page, Reading, Showing
from companion.picking import Answer, Known, Out, Picker, Speech, ThrowNow, picker_for
from companion.table import NeedsConfirmation, Snapshot, Table
from companion.table import Throw as ThrowSeen
from hardware.buttons import Press
from hardware.forms import FULL, Form
from hardware.screens import DieRead, HandOver, Join, Screen, Text, Throw
from hardware.status import Bar, Clock, Status, Track

BY = "buttons"
NOTE, THROW = 8.0, 4.0
"""Seconds for which a note, and the throw just read, stay when nobody presses a button."""
IN_USE = 60.0
"""Seconds after a press for which the box shows each question, even to seats that have a phone."""
SECRET = 45.0
"""Seconds without a press after which a secret choice is covered again."""
IN_THE_TRAY = {
    "handling": Message("A hand is in the tray."),
    "rolling": Message("The dice are rolling."),
    "settling": Message("The dice are being read."),
}
WAYS = {"virtual": "chance", "tray": "chance", "camera": "camera"}


class Panel:
    """The display and the buttons of one table.

    `display` is the game's drawing of what everybody may see; `join` says how phones join; `commands` are
    further lines of the menu, such as shutting down.
    """

    def __init__(self, table: Table, speech: Speech, *,
                 display: Callable[[Mapping[str, Any]], drawing.Screen],
                 join: Callable[[], Join] | None = None, commands: Sequence[Command] = (),
                 form: Form = FULL, clock: Callable[[], float] = time.monotonic) -> None:
        self._table = table
        self._speech = speech
        self._display = display
        self._join = join
        self._commands = commands
        self._form = form
        self._clock = clock
        self._snapshot = table.snapshot
        last = self._snapshot.last_throw
        self._notes: tuple[Message, ...] = ()
        self._roll_key = ""
        self._thrown: tuple[object, ...] = (last.number, last.state, last.dice)
        self._pages: list[Page] = []
        self._place = "status"
        self._picker: Picker | None = None
        self._picking: tuple[object, ...] = ()
        self._seat = TABLE
        self._pressed_at = float("-inf")
        self.see(self._snapshot)
        if join and not any(now.taken for now in self._snapshot.seats):
            # Nobody has joined yet: that comes first. The first answer or press puts it away.
            self._pages.append(Following(join, of_question=True))

    # What is shown

    def screen(self) -> Screen:
        """What to show now."""
        if self._pages:
            return self._pages[-1].screen()
        return self._base()

    @property
    def is_private(self) -> bool:
        """Whether the screen is for one player's eyes; others are to see `cover`."""
        asked = self._asked
        return asked is not None and asked.sealed and self._place == "question"

    def cover(self) -> Screen:
        """What others see in place of a screen that is for one player's eyes."""
        choosing = Message("{seat} is choosing.", {"seat": self._seat})
        return HandOver(self._name(self._seat), self._say(choosing))

    def _base(self) -> Screen:
        asked = self._asked
        if asked is None or self._place == "status":
            return self._status()
        if self._place == "hand over":
            return HandOver(self._name(self._seat), self._say(Message(
                "{seat} takes the box, the others look away. OK: show", {"seat": self._seat})))
        assert self._picker is not None
        title = self._throw_goes_on() or self._asked_of(asked, (self._seat,))
        return self._picker.screen(self._form.short_title(title))

    def _throw_goes_on(self) -> str:
        """What happens in the tray at this moment, or what is wrong there; empty while nothing does."""
        throw, asked = self._snapshot.throw, self._asked
        if asked is None or throw.number != asked.number:
            return ""
        if throw.state in IN_THE_TRAY:
            return self._say(IN_THE_TRAY[throw.state])
        if throw.state == "waiting" and throw.problems:
            return self._say(throw.problems[0])
        if throw.state == "waiting" and throw.way == "camera" and throw.seat == self._seat:
            kinds = tuple(Message("{count} {kind}", {"count": count, "kind": kind})
                          for kind, count in throw.asked)
            return self._say(Message("{text} {dice}", {
                "text": Message(self._asked_of(asked, (self._seat,))), "dice": kinds}))
        return ""

    def _status(self) -> Status:
        view = self._snapshot.views[None]
        drawn = self._display(view.board)
        title = self._say(drawn.title)
        if view.outcome is not None:
            return Status(title, (self._say(view.outcome.text),))
        lines = [self._say(line) for line in drawn.lines]
        if view.asked is not None:
            lines.insert(0, "> " + self._asked_of(view.asked, view.asked.waiting))
        if drawn.clock:
            asked = self._asked_of(view.asked, view.asked.waiting) if view.asked else title
            marks = tuple((self._written(letter), hour) for letter, hour in drawn.clock.marks)
            return Status(asked, tuple(self._say(line) for line in drawn.lines),
                          clock=Clock(drawn.clock.hand, marks))
        if drawn.tracks:
            tracks = tuple(Track(track.label, track.at, track.length, track.parts, track.most, track.tone)
                           for track in drawn.tracks)
            return Status(title, tuple(lines[-1:]), tracks=tracks)
        bars = tuple(Bar(self._written(gauge.label), gauge.value, gauge.most, gauge.tone)
                     for gauge in drawn.gauges)
        return Status(title, tuple(lines[:1] if bars else lines), bars)

    def _written(self, text: drawing.Written) -> str:
        return self._say(text) if isinstance(text, Message) else text

    def _asked_of(self, asked: Asked, seats: Words) -> str:
        """The question, with the names of those it is put to unless it names them itself."""
        text = asked.text
        if set(seats) <= {TABLE, *(arg for arg in text.args.values() if isinstance(arg, str))}:
            return self._say(text)
        for name, arg in text.args.items():
            if isinstance(arg, tuple) and set(seats) <= set(arg):
                return self._say(Message(text.id, {**text.args, name: seats}))
        return self._say(Message("{seats}: {text}", {"seats": seats, "text": text}))

    # What happens

    def see(self, snapshot: Snapshot) -> None:
        """The table has moved on to `snapshot`."""
        self._snapshot = snapshot
        asked = self._asked
        self._hear(snapshot.notes)
        self._look_at(snapshot)
        known = self._known(asked)
        if asked and known:
            self._roll_key = asked.key
        picking = (asked.number, asked.key, known) if asked else ()
        if picking == self._picking and (not asked or len(asked.asks) == 1 or self._seat in asked.waiting):
            return
        self._picking = picking
        self._pages = [page for page in self._pages if not page.of_question]
        self._picker = None
        self._arrive(asked)

    def put_up(self, page: Page) -> None:
        """Lay a page over what is shown."""
        self._pages.append(page)

    def tick(self) -> None:
        """Time has passed: close what was only to be glanced at, cover a secret that was left lying."""
        now = self._clock()
        self._pages = [page for page in self._pages if page.until > now]
        if self.is_private and now - self._pressed_at > SECRET:
            self._place = "hand over"

    def press(self, press: Press) -> None:
        """A button was pressed."""
        self.tick()
        self._pressed_at = self._clock()
        if press == Press("back", held=True):
            self._take_back(confirmed=False)
        elif press.held and press.button == "ok" and not (self._pages
                                                          and isinstance(self._pages[-1], Holding)):
            return
        elif self._pages:
            self._press_page(press)
        elif self._place == "question":
            self._press_question(press)
        elif press.button == "back":
            self._open_menu()
        elif press.button == "ok":
            self._press_ok()
        else:
            self._read(Text(self._say(Message("The game so far")), self._story()))

    def _press_page(self, press: Press) -> None:
        page = self._pages[-1]
        if page.press(press):
            return
        if page in self._pages:
            self._pages.remove(page)
        if isinstance(page, (Listing, Holding)) and page.chosen:
            self._do(page.chosen)

    def _do(self, deed: Deed) -> None:
        """Do it, and show what comes of it."""
        outcome = deed()
        if isinstance(outcome, Message):
            self._note(outcome)
        elif outcome is not None:
            self._pages.append(outcome)

    def _press_ok(self) -> None:
        asked = self._asked
        if asked is None:
            self._open_menu()
        elif self._place == "hand over":
            self._open(asked, self._seat)
        elif asked.sealed:
            self._seat = self._next_seat(asked)
            self._place = "hand over"
        else:
            self._open(asked, self._next_seat(asked))

    def _press_question(self, press: Press) -> None:
        assert self._picker is not None
        asked = self._asked
        assert asked is not None
        try:
            match self._picker.press(press):
                case Answer(words):
                    self.see(self._table.answer(self._seat, asked.number, asked.key, words, BY))
                case ThrowNow():
                    self._table.throw(BY, self._seat)
                case Out():
                    self._place = "hand over" if asked.sealed else "status"
        except Refused as refused:
            self._note(refused.message)
            self.see(self._table.snapshot)

    # Arriving at a question

    @property
    def _asked(self) -> Asked | None:
        return self._snapshot.views[None].asked

    def _arrive(self, asked: Asked | None) -> None:
        """Go where the open question is answered here, or to the status when a phone is to answer it."""
        self._place = "status"
        if asked is None or not asked.waiting:
            return
        seat = self._next_seat(asked)
        if self._has_phone(seat) and self._clock() - self._pressed_at > IN_USE:
            return
        if asked.sealed:
            self._seat = seat
            self._place = "hand over"
        else:
            self._open(asked, seat)

    def _open(self, asked: Asked, seat: str) -> None:
        """Let `seat` answer: its own part of the question, from its own view where it is secret."""
        kept = self._picker if seat == self._seat else None
        self._seat = seat
        self._place = "question"
        own = self._snapshot.views[seat].asked if asked.sealed else asked
        assert own is not None
        ask: Ask = own.asks[seat]
        self._picker = kept or picker_for(ask, own.key, self._speech, own.offered, self._known(own))
        title = self._asked_of(asked, (seat,))
        if not kept and not self._form.fits_as_title(title):
            self._pages.insert(0, Reading(Text("", title), of_question=True, last_top=self._form.last_top))

    def _next_seat(self, asked: Asked) -> str:
        """Whose turn it is to answer here: of the seats still waited for, one without a phone first."""
        return min(asked.waiting, key=lambda seat: (self._has_phone(seat), asked.waiting.index(seat)))

    def _has_phone(self, seat: str) -> bool:
        return any(now.seat == seat and now.taken for now in self._snapshot.seats)

    def _known(self, asked: Asked | None) -> Known | None:
        """What the camera knows of the throw that is asked for; None when no dice are asked for."""
        if asked is None or not any(isinstance(ask, Roll) for ask in asked.asks.values()):
            return None
        throw = self._snapshot.throw
        # A hand in the tray does not disturb who is saying what a doubtful die shows.
        is_seen = throw.state in ("read", "doubtful") or any(not die.certain for die in throw.dice)
        if throw.number != asked.number or not is_seen:
            return Known(WAYS.get(throw.way, "hand"))
        certain = {die.die: die.word for die in throw.dice if die.die and die.certain}
        likely: dict[str, Words] = {die.die: (die.word, *die.alternatives)
                                    for die in throw.dice if die.die and not die.certain}
        places = {die.die: (die.x, die.y, die.r) for die in throw.dice}
        return Known("doubtful", certain, likely, places, throw.photo)

    # Pages over it

    def _look_at(self, snapshot: Snapshot) -> None:
        """Show a throw once it has been read: the one that needs help, or the one just finished."""
        throw = snapshot.throw if snapshot.throw.state == "doubtful" else snapshot.last_throw
        seen = (throw.number, throw.state, throw.dice)
        if seen == self._thrown:
            return
        self._thrown = seen
        if throw.dice:
            self._show_throw(throw)

    def _show_throw(self, throw: ThrowSeen) -> None:
        dice = tuple(DieRead(self._speech.label(self._roll_key, die.word) if die.word else "?",
                             self._say(Message("{kind}", {"kind": die.kind})), die.certain)
                     for die in throw.dice)
        title = Message("Thrown") if throw.state == "read" else Message("Which face is it?")
        problem = self._say(throw.problems[0]) if throw.problems else ""
        self._pages = [page for page in self._pages
                       if not (isinstance(page, Showing) and isinstance(page.shown, Throw))]
        self._pages.append(Showing(Throw(self._say(title), dice, problem), self._clock() + THROW))

    def _hear(self, notes: tuple[Message, ...]) -> None:
        for note in notes:
            if note not in self._notes:
                self._note(note)
        self._notes = notes

    def _note(self, message: Message) -> None:
        self._read(Text("", self._say(message)), self._clock() + NOTE)

    def _read(self, text: Text, until: float = FOREVER) -> None:
        self._pages.append(Reading(text, until, last_top=self._form.last_top))

    def _open_menu(self) -> None:
        rows: list[tuple[str, Deed]] = []
        if self._join:
            join = self._join
            rows.append((self._say(Message("Join by phone")), lambda: self._pages.append(Following(join))))
        rows.append((self._say(Message("Take back")), lambda: self._take_back(confirmed=False)))
        rows += [(self._say(message), command) for message, command in self._commands]
        self._pages.append(Listing(self._say(Message("Menu")), rows))

    def _take_back(self, *, confirmed: bool) -> None:
        try:
            self.see(self._table.undo(BY, confirmed=confirmed))
        except NeedsConfirmation as asked:
            self._pages.append(Listing(self._say(asked.message), [
                (self._say(Message("No, leave it")), lambda: None),
                (self._say(Message("Yes, take it back")), lambda: self._take_back(confirmed=True)),
            ], of_question=True))
        except Refused as refused:
            self._note(refused.message)

    def _story(self) -> str:
        """How the game stands, line by line, and what was told last, the newest first."""
        view = self._snapshot.views[None]
        drawn = self._display(view.board)
        lines = [self._say(problem) for problem in view.problems]
        lines += [self._say(line) for line in drawn.lines]
        lines += [self._say(told.message) for _, told in reversed(view.log)]
        return "\n".join(lines)

    def _name(self, seat: str) -> str:
        return self._say(Message("The table") if seat == TABLE else Message("{seat}", {"seat": seat}))

    def _say(self, message: Message) -> str:
        return self._speech.say(message)


def cue(snapshot: Snapshot) -> str:
    """What the status light is to say of a snapshot (a name of `hardware.lights`)."""
    view, throw = snapshot.views[None], snapshot.throw
    if view.problems or (throw.problems and throw.state == "waiting"):
        return "wrong"
    return throw.state if throw.state in ("waiting", "doubtful", "read") else "quiet"
