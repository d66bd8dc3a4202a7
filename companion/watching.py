"""The eye on the tray: a thread that watches frames while a throw is asked for, and tells the table.

Dice are read here, off the table's thread. Frames of an earlier throw count for nothing: the watcher waits
until something has moved.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, Protocol, TypeVar

from companion.engine.game import Game
from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.own_dice import own_dice
from companion.reading import in_words
from companion.standin import colours, key
from companion.table import DiceSeen, Table, Throw
from companion.throws import Evidence, SeenDie
from vision import DiceSet, Kind, Problem, Reading
from vision.dice_sets import SETS
from vision.evidence import crops, photograph, photograph_scale
from vision.problems import MISCOUNTED
from vision.reader import read
from vision.reading import Picture
from vision.rolls import RollState, RollWatcher

Got = TypeVar("Got")

IDLE = 0.1
"""Seconds between two looks at the table while no throw is asked for, or no frame comes."""

GLANCE = 2.0
"""Seconds between two looks at the tray while no throw is asked for, but something is said to be wrong."""

LESSON = 45.0
"""Seconds after a look at a die that is taught within which what lies in the tray is no throw."""

WAIT = 15.0
"""Seconds within which the watch does what it is asked to do with a picture."""

log = logging.getLogger(__name__)


class Eye(Protocol):
    """Where frames come from; used by one thread."""

    def next(self) -> tuple[Picture, float] | None:
        """The next frame (BGR) and its time in seconds, waiting for it; None when there is none to be had."""

    def picture(self) -> Picture | None:
        """The same as large as there is; None when there is none to be had."""

    def close(self) -> None:
        """Let go of the device."""


def dice_set_of(game: Game[Any], standin: str) -> DiceSet:
    """The dice in the tray: the game's own (`standin` is `none`, or there can be none), or ordinary dice in
    their place.

    `colours` knows kinds by their colours; `one_kind_a_throw` takes any ordinary dice.
    """
    if standin == "none" or not key(game):
        return own_dice(game)
    if standin == "one_kind_a_throw":
        return SETS["d6"]
    bodies = colours(game)
    return DiceSet(game.id, tuple(Kind(kind, tuple(dict.fromkeys(faces)), (bodies[kind],), faces)
                                  for kind, faces in key(game).items()))


def expected_of(throw: Throw, dice_set: DiceSet) -> Mapping[str, int]:
    """How many dice of each kind are to be seen."""
    if [kind.name for kind in dice_set.kinds] == ["d6"]:
        return {"d6": sum(count for _, count in throw.asked)}
    return dict(throw.asked)


def dice_seen(throw: Throw, state: str, reading: Reading, photo: bytes, kept: bytes,
              scale: float = 1.0) -> DiceSeen:
    """A reading in the table's terms; `scale` is how much smaller the photograph is than what was read.

    `photo` is shown, and `kept` with the accepted roll; both are JPEG.
    """
    seen = sorted(reading.dice, key=lambda die: die.x)
    dice = tuple(
        SeenDie(die.kind, die.face, die.confidence, die.certain, die.x * scale, die.y * scale, die.r * scale,
                tuple(face for face, _ in die.alternatives), die.colour)
        for die in seen)
    return DiceSeen(throw.number, throw.part, state, dice, _said(reading.problems), photo,
                    Evidence(kept, crops(seen)),
                    is_miscounted=any(problem.id in MISCOUNTED for problem in reading.problems))


def read_photo(table: Table, dice_set: DiceSet, pixels: Picture, jpeg: bytes) -> DiceSeen:
    """A photograph that a phone sent, read for the throw that is asked for now."""
    throw = table.snapshot.throw
    reading = read(pixels, dice_set, expected_of(throw, dice_set))
    return dice_seen(throw, "read" if reading.certain else "doubtful", reading, jpeg, photograph(pixels))


class Watch:
    """Watches the tray for `table` from `start` to `stop`.

    `tray` says where the eye's last frame shows the tray (255); None: everywhere.
    """

    def __init__(self, table: Table, eye: Eye, dice_set: DiceSet,
                 tray: Callable[[], Picture | None] = lambda: None) -> None:
        self._table = table
        self._eye = eye
        self._tray = tray
        self._dice_set = dice_set
        self._watcher = RollWatcher(dice_set, reader=self._read)
        self._asked: tuple[int, int, str] | None = None
        self._told: tuple[RollState, Problem | None] = RollState.WAITING, None
        self._doubtful: DiceSeen | None = None
        self._wanted: SimpleQueue[tuple[Callable[[Picture | None], Any], Future[Any]]] = SimpleQueue()
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="watch", daemon=True)
        self._glanced = float("-inf")
        self._lesson_ends: float | None = None
        self._lesson = Lock()
        """Phones begin and end a lesson while the watch looks whether it is over."""
        self.turned_at = time.monotonic()
        """When its thread last began a beat."""

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Stop watching and let go of the camera."""
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join()
        self._eye.close()

    def read_as(self, dice_set: DiceSet) -> None:
        """Read these dice from the next throw on: the same set, better known."""
        self._dice_set = dice_set
        self.begin_anew()

    def begin_anew(self) -> None:
        """Forget what was seen of the tray: another part of the picture may be looked at from now on."""
        self._watcher = RollWatcher(self._dice_set, reader=self._read)
        self._asked = None

    def hold(self) -> None:
        """Take nothing for a throw for as long as a LESSON goes on: somebody puts dice down to teach them."""
        with self._lesson:
            self._lesson_ends = time.monotonic() + LESSON
            self._table.note("lesson", Message(
                "The camera is being taught: what lies in the tray is no throw until the lesson is over, "
                "{seconds} s after the last look at the latest.", {"seconds": round(LESSON)}))

    def go_on(self) -> None:
        """Take for a throw again what is thrown from now on."""
        with self._lesson:
            self._end_lesson()

    def _end_lesson(self) -> None:
        self._lesson_ends = None
        self._table.note("lesson", None)

    def with_picture(self, use: Callable[[Picture | None], Got]) -> Got:
        """Do something with a full picture on the watch's own thread, to which eye and nets belong.

        The picture is None where there is none to be had. Raises what `use` raises, and `Refused` when the
        camera hangs.
        """
        try:
            return self.ask(use).result(WAIT)
        except TimeoutError:
            raise Refused(Message("The camera does not answer. Unplug it and plug it in again.")) from None

    def ask(self, use: Callable[[Picture | None], Got]) -> Future[Got]:
        """The same for who does not wait: what comes of it will be in the future."""
        wanted: Future[Got] = Future()
        self._wanted.put((use, wanted))
        return wanted

    def _serve(self) -> None:
        while not self._wanted.empty():
            use, wanted = self._wanted.get()
            try:
                frame = self._eye.next()
                full = self._eye.picture()
                wanted.set_result(use(full if full is not None or frame is None else frame[0]))
            except Exception as error:
                wanted.set_exception(error)

    def beat(self) -> bool:
        """Look once; whether there was a frame to look at."""
        snapshot = self._table.snapshot
        throw = snapshot.throw
        is_held = self._is_held()
        if not snapshot.awaits_camera:
            self._asked = None
            if snapshot.notes:
                self._glance()
            return False
        if is_held:
            self._asked = None
            return False
        if self._asked is None and throw.state == "read":
            # It waits for somebody's word; whatever was done to the camera meanwhile, it was read.
            return False
        if self._asked != (throw.number, throw.part, throw.seat):
            self._asked = (throw.number, throw.part, throw.seat)
            self._watcher.ask(expected_of(throw, self._dice_set))
            self._told = RollState.WAITING, None
        elif self._watcher.state is RollState.READ:
            if throw.state != "doubtful":
                # It waits for somebody's word; what becomes of the dice now changes nothing.
                return False
            # The reader was sure of each die, but they do not answer the question.
            self._watcher.again()
        frame = self._eye.next()
        if frame is None:
            return False
        self._look(throw, *frame)
        return True

    def _is_held(self) -> bool:
        with self._lesson:
            if self._lesson_ends is None:
                return False
            if time.monotonic() < self._lesson_ends:
                return True
            self._end_lesson()
            return False

    def _glance(self) -> None:
        """Look whether what is said to be wrong still is: a camera comes back, a tray is put back."""
        if time.monotonic() - self._glanced >= GLANCE:
            self._glanced = time.monotonic()
            self._eye.next()

    def _look(self, throw: Throw, picture: Picture, at: float) -> None:
        """Have the watcher look at a frame, and tell the table what is new."""
        seen = self._watcher.feed(picture, at, self._tray())
        now = self._watcher.state, self._watcher.problem
        if seen is not None:
            state = "doubtful" if seen.doubtful else "read"
            scale = photograph_scale(picture)
            told = dice_seen(throw, state, seen.reading, seen.picture, seen.picture, scale)
            if seen.doubtful:
                self._doubtful = told
                self._watcher.again()
            self._table.see(told)
        elif now != self._told:
            state, problem = now[0].value, now[1]
            if now[0] is RollState.DOUBTFUL and self._doubtful:
                # All lies again as it was asked about.
                self._table.see(self._doubtful)
            else:
                self._table.see(DiceSeen(throw.number, throw.part, state,
                                         problems=_said((problem,) if problem else ())))
        self._told = now

    def _read(self, frame: Picture, dice: str | DiceSet, expected: Mapping[str, int] | None) -> Reading:
        """Read the full picture; places in the frame's pixels."""
        full = self._eye.picture()
        if full is None or full.shape == frame.shape:
            return read(frame if full is None else full, dice, expected)
        return _scaled(read(full, dice, expected), frame.shape[1] / full.shape[1])

    def _run(self) -> None:
        was_fine = True
        while not self._stopped.is_set():
            self.turned_at = time.monotonic()
            self._serve()
            try:
                looked = self.beat()
                if not was_fine:
                    self._table.note("watch", None)
                was_fine = True
            except Exception as error:
                looked = False
                if was_fine:
                    log.exception("The tray could not be watched")
                    self._table.note("watch", Message("The tray cannot be watched ({reason}); say by hand "
                                                      "what the dice show.", {"reason": repr(error)}))
                was_fine = False
            if not looked:
                self._stopped.wait(IDLE)


def _said(problems: tuple[Problem, ...]) -> tuple[Message, ...]:
    return tuple(in_words(problem.message) for problem in problems)


def _scaled(reading: Reading, by: float) -> Reading:
    return replace(reading, dice=tuple(replace(die, x=die.x * by, y=die.y * by, r=die.r * by)
                                       for die in reading.dice))
