"""The life of a roll: from the asking, over hands and rolling dice, to a reading or a question.

A watcher is fed with every frame and the time at which it was taken, on any clock that only goes forward;
it looks at no clock itself. It reads dice only while a throw is asked for: how they lie before it, and how
they lie once something moved and everything lies still. What lies as it lay has not been thrown, and what
moved already when the throw was asked for is not that throw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

import numpy as np

from vision import dice_sets, problems
from vision.dice_sets import DiceSet
from vision.evidence import photograph
from vision.quantiles import quantile
from vision.reader import read
from vision.reading import DieSeen, Picture, Problem, Reading, check_picture
from vision.throws.lying import Lay, Since
from vision.throws.merging import AGREEING, Merged
from vision.throws.motion import MOVING, Grey, share_changed, small_grey

Reader: TypeAlias = Callable[[Picture, str | DiceSet, Mapping[str, int] | None], Reading]


class RollState(Enum):
    """Where a roll is in its life."""

    WAITING = "waiting"
    HANDLING = "handling"
    ROLLING = "rolling"
    SETTLING = "settling"
    READ = "read"
    DOUBTFUL = "doubtful"


# How long to wait for what, in seconds.
BEFORE = 0.1  # of stillness before a throw may begin
LET_GO = 0.45  # the same where something moved: a die falls a metre in this time
STILL = 0.06  # after the last movement before dice are read: slow readers need the time
SETTLED = 0.2  # after it before a roll is taken for read
BETWEEN = 0.06  # from one reading to the next, at least
UNSURE = 2.0  # of stillness before unsure dice are asked about
MISCOUNTED_FOR = 4.0  # the same where dice are missing or too many: some may still be in a hand
REACHED_INTO = 1.5  # longer than that, while an arm is in the tray: dice may lie on its hand
RESTLESS = 10.0  # of movement, or of stillness with no dice to be seen, before somebody is told
UNTHROWN = 3.0  # of stillness before who threw too soon is told

# Share of the picture that changes from frame to frame while a hand is in it, and not dice alone.
HAND = 0.06
# Frames further apart than so many seconds do not tell whether something moved before a throw was asked for.
APART = 0.5
# Where dice are still in a hand the tray is read ever more seldom: after each so much of the stillness.
SELDOM = 0.25
# Where nothing but a few pixels is as bright as this a lens is covered, or all lamps are out.
BLACK = 25.0
# Dice that are missing or too many may still fall, or be taken away; one of another kind lies there.
MISCOUNTS = problems.MISCOUNTED - {"wrong_kind"}


@dataclass(frozen=True)
class DiceSeen:
    """A roll that came to rest: what was read, the frame it was read from (JPEG), and whether to ask about
    it.
    """

    reading: Reading
    picture: bytes
    doubtful: bool
    at: float


class RollWatcher:
    """Watches one tray. `ask` for a throw, `feed` it every frame; it answers with `DiceSeen` once a throw.

    After a doubtful roll it goes on when `again` is called: the dice may be put right by hand, or all thrown
    once more. UnknownDiceSet for a set there is not.
    """

    def __init__(self, dice_set: str | DiceSet, reader: Reader = read) -> None:
        self.state = RollState.WAITING
        self._dice_set = dice_sets.dice_set(dice_set)
        self._reader = reader
        self._asked = self._just_asked = False
        self._expected: Mapping[str, int] | None = None
        self._now = 0.0
        self._moved_at = float("-inf")  # when something last moved, whether or not a throw is asked for
        self._before: Grey | None = None
        self._shape: tuple[int, ...] = ()
        self._lay: Lay | None = None  # before the throw, once it is known
        self._doubted: Lay | None = None
        self._lain = 0  # dice that lay there before the throw, as far as they were certain
        self._answered: Lay | None = None  # what was seen with the last answer
        self._earlier: Lay | None = None  # the same of the answer before this throw
        self._start()

    def ask(self, expected: Mapping[str, int] | None = None) -> None:
        """A throw is asked for; it counts once something has moved. ValueError where kinds are expected that
        the set does not have, or less than none of one.
        """
        self._dice_set.check_thrown(expected or {})
        self._asked, self._expected = True, expected
        self._just_asked = True
        self._lay = self._doubted = None
        self._earlier = self._answered
        self._start()
        self.state = RollState.WAITING

    def again(self) -> None:
        """The doubtful roll is to be read again once something has moved."""
        self._asked = True
        self._start()

    def _start(self) -> None:
        self._moved = self._taken_up = self._too_soon = False
        self._unreadable: Problem | None = None  # what is wrong with the picture itself
        self._was_black: Problem | None = None  # the same before the throw
        self._moving_since: float | None = None
        self._last_movement = self._now
        self._forget()

    def _forget(self) -> None:
        self._merged = Merged()
        self._others_lie = False  # there too, and were not thrown
        self._last_read = float("-inf")

    @property
    def problem(self) -> Problem | None:
        """What keeps a throw from being read, once that has lasted long enough to be said."""
        if not self._asked:
            return None
        if self._moving_since is None:
            if self._still > RESTLESS and self._unreadable:
                return self._unreadable
            if self.state is RollState.HANDLING:
                return problems.none_fallen() if self._still > RESTLESS else None
            waits = self._too_soon and not self._moved and self._still > UNTHROWN
            return problems.thrown_too_soon() if waits else None
        lasted = self._now - self._moving_since
        return problems.hand_in_tray() if lasted > RESTLESS else None

    def feed(self, frame: Picture, now: float, tray: Picture | None = None) -> DiceSeen | None:
        """Look at a frame taken at `now` seconds. It shows the `tray` where that (of its size) is 255, and
        everywhere without it. Gives the roll when it has been read or must be asked about. Raises ValueError
        for a frame that is no picture in colours.
        """
        check_picture(frame)
        grey = small_grey(frame, tray)
        before, self._before = self._before, grey
        paused, self._now = now - self._now > APART, now
        if frame.shape != self._shape:
            # Places in pictures of another size say nothing.
            self._shape, before = frame.shape, None
            self._lay = self._doubted = self._answered = self._earlier = None
        if before is None or (self._just_asked and paused):
            # Whatever happened since the last frame was not asked for.
            self._just_asked = False
            self._last_movement = now
            return None
        self._just_asked = False
        changed = share_changed(before, grey)
        moves = changed > MOVING
        if moves:
            self._moved_at = now
        if not self._asked:
            return None
        if moves:
            self._on_movement(changed)
        elif self._lay is None:
            self._look_around(frame, grey)
        elif self._moved:
            return self._on_rest(self._lay, frame, grey)
        elif self._unreadable and self._lay.was_dark_beside(grey):
            self._lay = None
        return None

    @property
    def _still(self) -> float:
        """Seconds since the last movement."""
        return round(self._now - self._last_movement, 3)

    def _on_movement(self, changed: float) -> None:
        self._last_movement = self._now
        if self._moving_since is None:
            self._moving_since = self._now
        if self._lay is None:
            return
        self._moved = True
        self.state = RollState.HANDLING if changed > HAND else RollState.ROLLING
        self._forget()

    def _look_around(self, frame: Picture, grey: Grey) -> None:
        """Get to know how all lies before the throw."""
        since = round(self._now - self._moved_at, 3)
        if self._still >= BEFORE and since >= LET_GO:
            reading = self._reader(frame, self._dice_set, None)
            lying = reading.dice
            # A tray that is black may look as dark as that, while it is empty: but not all of it.
            is_black = quantile(grey[np.isfinite(grey)], 0.995) < BLACK
            self._unreadable = self._was_black = _of_picture(reading) if is_black else None
            # Perhaps a throw that began before it was asked for.
            moved = self._moving_since is not None or since < LET_GO + APART
            answered = self._earlier is not None and self._earlier.is_as(grey)
            self._too_soon = moved and len(lying) == self._count and not answered
            self._moving_since = None
            self._lay, self._lain = Lay(frame, grey, lying), _certain(lying)

    def _on_rest(self, lay: Lay, frame: Picture, grey: Grey) -> DiceSeen | None:
        if self._still < STILL:
            return None
        if lay.was_dark_beside(grey):
            # A lamp was lit, or the camera's lid taken off: what is seen now may have lain there before.
            self._lay = None
            self._wait_on()
            return None
        has_settled = self._still >= SETTLED
        if has_settled:
            self._moving_since = None
        if (self._doubted or lay).is_as(grey):
            if has_settled:
                # A hand came and went, and all lies as it lay.
                self._unreadable = self._was_black
                self._wait_on()
            return None
        pause = BETWEEN
        if self.state is RollState.HANDLING:
            pause = max(pause, SELDOM * self._still)
        if self._now - self._last_read < pause:
            return None
        self._last_read = self._now
        reading = self._thrown(lay, frame, grey)
        if reading is None:
            return None
        self.state = RollState.SETTLING
        self._merged.take_in(reading.dice)
        still = self._still
        if lay.is_reached_into(grey, reading.dice):
            still -= REACHED_INTO
        return self._conclude(reading, frame, grey, still)

    def _wait_on(self) -> None:
        self._moved, self._moving_since = False, None
        if self._taken_up:
            self.state = RollState.HANDLING
        else:
            self.state = RollState.WAITING if self._doubted is None else RollState.DOUBTFUL

    def _thrown(self, lay: Lay, frame: Picture, grey: Grey) -> Reading | None:
        """What is read of the dice that were thrown; None where none were, or they are still in a hand."""
        reading, since = self._look(lay, frame, grey)
        if thrown := self._fallen(since):
            return self._without_others(reading, thrown, since) if self._others_lie else reading
        moved = (*since.shifted, *since.pushed)
        if len(moved) == self._count and (since.missing or since.pushed):
            # Thrown to just where they lay, or pushed aside while others were taken up: somebody must say.
            if since.missing:
                self._lay = replace(lay, dice=(*reading.dice, *since.missing))
            doubtful = tuple(replace(die, certain=False) for die in moved)
            return replace(reading, dice=doubtful, problems=(problems.not_thrown(len(doubtful), 0),))
        if reading.dice and not since.missing:
            # Perhaps bumped, but none of them turned over; or something came or went beside them.
            if len(reading.dice) >= self._lain:
                self._taken_up = False
            self._lay = Lay(frame, grey, reading.dice)
            self._wait_on()
            return None
        # Some were taken up, and the others may have been pushed aside. One that was thrown may not have been
        # made out yet: the picture to compare with stays.
        still_there = replace(lay, dice=(*reading.dice, *since.missing))
        self._lay, self.state = still_there, RollState.HANDLING
        has_settled = self._still >= SETTLED
        is_seen = has_settled and not self._unreadable and not lay.is_reached_into(grey, reading.dice)
        if since.missing and is_seen:
            # Their places were seen without them: should they fall just there they were thrown.
            self._lay, self._taken_up = still_there.without(since.missing, frame, grey), True
        return None

    def _look(self, lay: Lay, frame: Picture, grey: Grey) -> tuple[Reading, Since]:
        """What is read, and what has become of the dice since."""
        reading = self._reader(frame, self._dice_set, None if self._others_lie else self._expected)
        self._unreadable = _of_picture(reading)
        since = lay.compare(reading.dice, frame, grey, self._earlier)
        if since.others and not self._others_lie:
            # What was asked for holds for those alone that were thrown.
            self._others_lie = True
            reading = self._reader(frame, self._dice_set, None)
            since = lay.compare(reading.dice, frame, grey, self._earlier)
        return reading, self._with_marks(since, lay, reading, frame, grey)

    def _with_marks(self, since: Since, lay: Lay, reading: Reading, frame: Picture, grey: Grey) -> Since:
        """Where fewer were thrown than were asked for, that may be dice which is rather a mark, but new."""
        seen = len(since.thrown) + len(since.pushed)
        if self._count is None or seen >= self._count:
            return since
        new = lay.new_of(reading.marks, frame, grey, self._earlier)
        likeliest = sorted(new, key=lambda mark: -mark.confidence)[: self._count - seen]
        return replace(since, thrown=(*since.thrown, *likeliest))

    @property
    def _count(self) -> int | None:
        """How many dice are asked for, if that was said."""
        return None if self._expected is None else sum(self._expected.values())

    def _fallen(self, since: Since) -> tuple[DieSeen, ...]:
        """The dice that were thrown. Some may have fallen near to where they lay, with their old faces: those
        without which there are too few, one alone where all others lie, or all where most were taken up.
        """
        both = (*since.thrown, *since.pushed)
        if since.thrown:
            return both if len(both) == self._count else since.thrown
        alone = len(both) == 1 and not since.missing and not self._taken_up
        taken_up = len(since.missing) > len(both) and not (since.lying or since.shifted)
        return both if alone or taken_up else ()

    def _without_others(self, reading: Reading, thrown: tuple[DieSeen, ...], since: Since) -> Reading:
        """The reading of the dice that were thrown alone. Where these and those that were only shifted are
        as many as were asked for the latter are asked about: chance may have laid them where they lay. Where
        one is seen no more that lay there, those that were thrown are: it may be the one, and have knocked
        another over.
        """
        trouble = [problem for problem in reading.problems if problem.id not in MISCOUNTS]
        if self._expected is not None:
            asked = sum(self._expected.values())
            certain = tuple(die for die in thrown if die.certain)
            pushed = [die for die in since.pushed if die not in thrown]
            lost = self._lain - since.lying - len(since.shifted) - len(pushed) - len(certain)
            thrown = certain if len(certain) == asked and lost <= 0 else thrown
            if since.shifted and len(thrown) + len(since.shifted) == asked:
                thrown += tuple(replace(die, certain=False) for die in since.shifted)
                trouble.append(problems.lay_there())
            elif lost > 0 and since.lying and len(thrown) == asked:
                thrown = tuple(replace(die, certain=False) for die in thrown)
                trouble.append(problems.gone())
            if len(thrown) < asked:
                trouble.append(problems.not_thrown(asked, len(thrown)))
            else:
                trouble += problems.against_expectation(thrown, self._expected)
        return replace(reading, dice=thrown, problems=tuple(trouble))

    def _conclude(self, reading: Reading, frame: Picture, grey: Grey, still: float) -> DiceSeen | None:
        has_settled = still >= SETTLED
        if has_settled and not reading.problems and self._merged.sure:
            return self._finish(RollState.READ, reading, frame, grey)
        if self._merged.readings < AGREEING:
            # Frames may have been long in coming.
            return None
        miscounted = any(problem.id in MISCOUNTS for problem in reading.problems)
        if still > (MISCOUNTED_FOR if miscounted else UNSURE):
            return self._finish(RollState.DOUBTFUL, reading, frame, grey)
        return None

    def _finish(self, state: RollState, reading: Reading, frame: Picture, grey: Grey) -> DiceSeen:
        dice = self._merged.dice
        if any(problem.id in problems.SPOILING for problem in reading.problems):
            dice = tuple(replace(die, certain=False) for die in dice)
        self.state = state
        self._asked = False
        self._answered = Lay(frame, grey)
        self._doubted = self._answered if state is RollState.DOUBTFUL else None
        return DiceSeen(
            replace(reading, dice=dice), photograph(frame), state is RollState.DOUBTFUL, self._now
        )


def _of_picture(reading: Reading) -> Problem | None:
    """What is wrong with the picture itself."""
    return next((problem for problem in reading.problems if problem.id in problems.OF_PICTURE), None)


def _certain(dice: Iterable[DieSeen]) -> int:
    """How many of them are certain."""
    return sum(die.certain for die in dice)
