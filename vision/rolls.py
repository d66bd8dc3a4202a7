"""The life of a roll: from the asking, over hands and rolling dice, to a reading or a question.

A watcher is fed with every frame and the time at which it was taken, on any clock that only goes forward;
it looks at no clock itself. It reads dice only while a throw is asked for, once something moved and
everything lies still.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np

from vision import problems
from vision.dice_sets import DiceSet
from vision.motion import Grey, share_changed, small_grey
from vision.reader import read
from vision.reading import DieSeen, Picture, Problem, Reading


class RollState(Enum):
    """Where a roll is in its life."""

    WAITING = "waiting"
    HANDLING = "handling"
    ROLLING = "rolling"
    SETTLING = "settling"
    READ = "read"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True)
class Patience:
    """How long to wait for what, in seconds."""

    still: float = 0.3  # without movement before the dice are read
    between: float = 0.08  # from one reading to the next
    unsure: float = 2.0  # of stillness before unsure dice are asked about
    miscounted: float = 4.0  # the same where dice are missing or too many: some may still be in a hand
    restless: float = 10.0  # of movement before somebody is told


# Shares of the picture that change from frame to frame.
MOVING = 0.0012
HAND = 0.06
# Readings that name the same face for certain before a die counts as sure.
AGREEING = 2
EVIDENCE = 30_000  # bytes that the picture of a roll may take


@dataclass(frozen=True)
class DiceSeen:
    """A roll that came to rest: what was read, the frame it was read from (JPEG), and whether to ask about
    it.
    """

    reading: Reading
    picture: bytes
    doubtful: bool
    at: float


@dataclass
class _Lying:
    """One die over several readings: how often each face was read for certain, and its latest reading."""

    seen: DieSeen
    votes: dict[tuple[str, str], int]

    @property
    def sure(self) -> bool:
        """Two readings agree for certain and none says otherwise."""
        return len(self.votes) == 1 and max(self.votes.values()) >= AGREEING


class RollWatcher:
    """Watches one tray. `ask` for a throw, `feed` it every frame; it answers with `DiceSeen` once a throw."""

    def __init__(
        self,
        dice_set: str | DiceSet,
        patience: Patience | None = None,
        reader: Callable[[Picture, str | DiceSet, Mapping[str, int] | None], Reading] = read,
    ) -> None:
        self.state = RollState.WAITING
        self._dice_set = dice_set
        self._patience = patience or Patience()
        self._reader = reader
        self._asked = False
        self._expected: Mapping[str, int] | None = None
        self._before: Grey | None = None
        self._at_asking: Grey | None = None
        self._moved = False
        self._moving_since: float | None = None
        self._still_since: float | None = None
        self._last_read = float("-inf")
        self._dice: list[_Lying] = []
        self._now = 0.0

    def ask(self, expected: Mapping[str, int] | None = None, lying: bool = False) -> None:
        """A throw is asked for. With `lying` the dice are read as they lie; else only after something
        moved.
        """
        self._asked, self._expected, self._moved = True, expected, lying
        self._at_asking = None
        self._moving_since = self._still_since = None
        self._forget()
        self.state = RollState.SETTLING if lying else RollState.WAITING

    def idle(self) -> None:
        """Nothing is asked for: whatever happens in the tray is nobody's roll."""
        self._asked = False
        self._forget()
        self.state = RollState.WAITING

    @property
    def problem(self) -> Problem | None:
        """What keeps a throw from being read, once that has lasted long enough to be said."""
        if not self._asked or self._moving_since is None:
            return None
        lasted = self._now - self._moving_since
        return problems.hand_in_tray() if lasted > self._patience.restless else None

    def feed(self, frame: Picture, now: float) -> DiceSeen | None:
        """Look at a frame taken at `now` seconds. Gives the roll when it has been read or must be asked
        about.
        """
        self._now = now
        grey = small_grey(frame)
        changed = 0.0 if self._before is None else share_changed(self._before, grey)
        self._before = grey
        if not self._asked or self.state in (RollState.READ, RollState.DOUBTFUL):
            return None
        if self._at_asking is None:
            self._at_asking = grey
        if changed > MOVING:
            self._on_movement(changed, now)
            return None
        return self._on_stillness(frame, grey, now)

    def _on_movement(self, changed: float, now: float) -> None:
        self._moved = True
        self._still_since = None
        if self._moving_since is None:
            self._moving_since = now
        self.state = RollState.HANDLING if changed > HAND else RollState.ROLLING
        self._forget()

    def _on_stillness(self, frame: Picture, grey: Grey, now: float) -> DiceSeen | None:
        if not self._moved:
            return None
        if self._still_since is None:
            self._still_since = now
        self.state = RollState.SETTLING
        still = now - self._still_since
        if still < self._patience.still or now - self._last_read < self._patience.between:
            return None
        if (
            self._at_asking is not None
            and self._moving_since is not None
            and share_changed(self._at_asking, grey) <= MOVING
        ):
            # A hand or a bump came and went, and all lies as it lay when the throw was asked for.
            self._moved, self._moving_since = False, None
            self.state = RollState.WAITING
            return None
        self._last_read = now
        reading = self._reader(frame, self._dice_set, self._expected)
        if not reading.dice:
            # The dice have been taken up and are still in a hand.
            self._forget()
            return None
        self._merge(reading)
        return self._conclude(reading, frame, still, now)

    def _conclude(self, reading: Reading, frame: Picture, still: float, now: float) -> DiceSeen | None:
        if not reading.problems and all(die.sure for die in self._dice):
            return self._finish(RollState.READ, reading, frame, now)
        miscounted = any(p.id in ("too_few", "too_many") for p in reading.problems)
        if still > (self._patience.miscounted if miscounted else self._patience.unsure):
            return self._finish(RollState.DOUBTFUL, reading, frame, now)
        return None

    def _finish(self, state: RollState, reading: Reading, frame: Picture, now: float) -> DiceSeen:
        spoilt = any(problem.id in problems.SPOILING for problem in reading.problems)
        dice = tuple(replace(die.seen, certain=die.sure and not spoilt) for die in self._dice)
        self.state = state
        self._asked = False
        self._moving_since = None
        return DiceSeen(replace(reading, dice=dice), evidence(frame), state is RollState.DOUBTFUL, now)

    def _merge(self, reading: Reading) -> None:
        """Take a reading into account: a die that lies where one lay before goes on with its votes."""
        before, self._dice = self._dice, []
        for die in reading.dice:
            index = _nearest(die, before)
            lying = _Lying(die, {}) if index is None else before.pop(index)
            if die.certain:
                word = (die.kind, die.face)
                lying.votes[word] = lying.votes.get(word, 0) + 1
            if die.certain or not lying.votes:
                lying.seen = die
            self._dice.append(lying)

    def _forget(self) -> None:
        self._dice = []
        self._last_read = float("-inf")


def _nearest(die: DieSeen, lying: list[_Lying]) -> int | None:
    """The place in `lying` of the die that lies there, if any does."""
    if not lying:
        return None
    gaps = [float(np.hypot(die.x - other.seen.x, die.y - other.seen.y)) for other in lying]
    best = int(np.argmin(gaps))
    return best if gaps[best] < max(4.0, 0.5 * die.r) else None


def evidence(frame: Picture) -> bytes:
    """The frame as a JPEG of at most 30 KB, to be shown and kept with the roll."""
    scale = min(1.0, 640 / max(frame.shape[:2]))
    small = (
        frame if scale == 1.0 else cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    )
    packed = b""
    for quality in (80, 65, 50, 35, 20):
        packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(packed) <= EVIDENCE:
            break
    return packed
