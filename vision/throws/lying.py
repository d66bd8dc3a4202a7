"""What lies in a tray before a throw, and which dice of a later look have been thrown since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags
from vision.reading import DieSeen, Picture
from vision.throws.motion import CHANGE, MOVING, Grey, changes, middle, share_changed
from vision.throws.slipping import STILL, Slip, alike, keep_apart, slip_of

# A die has been thrown when it lies at least so far from where one with its face lay, in half faces: a knock
# against the table moves dice less.
THROWN = 0.65
# A die with the face of one that lay so near (in half faces) and is seen there no more may have been pushed.
PUSHED = 4.0
# An arm covers so much of the picture, beside the dice and what lies so near to them (in half faces).
ARM, BESIDE_DICE = 0.03, 2.2
# Where an arm has gone the ground is so much nearer to what lies around it than the arm was.
GONE = 0.25
# A picture so many times as bright as another, each a little brightened, shows what the other did not: a lamp
# was lit. A camera that sets its exposure anew makes its pictures brighter by less.
LIT, DARKEST = 3.0, 5.0
# The picture of a die that was not touched differs by its noise, and by so much of its own contrast.
NOISE, OF_CONTRAST = 3.0, 0.25
EDGES = 1.25  # times the width of a face, a die with its edges
LIKENESS = 0.75  # correlation of two pictures of one die, moved a little


@dataclass(frozen=True)
class Since:
    """What lies there now: dice that were `thrown`, dice that lie a little beside a place where one with
    their face lay (`shifted`) or that may have been `pushed` from one that is not far, and how many lie as
    they lay.
    """

    thrown: tuple[DieSeen, ...]
    shifted: tuple[DieSeen, ...]
    pushed: tuple[DieSeen, ...]
    lying: int
    missing: tuple[DieSeen, ...]
    """Dice that lay there before and are seen no more: taken up, or not made out."""

    @property
    def others(self) -> bool:
        """Whether more lies there than was thrown."""
        return bool(self.shifted or self.pushed or self.lying)


@dataclass(frozen=True)
class Lay:
    """A tray at rest: its picture, whole and small, and the dice that were read on it, as far as it has been
    read.
    """

    frame: Picture
    grey: Grey
    dice: tuple[DieSeen, ...] = ()

    def is_as(self, grey: Grey) -> bool:
        """Whether a later picture shows nothing else."""
        return share_changed(self.grey, grey) <= MOVING

    def was_dark_beside(self, grey: Grey) -> bool:
        """Whether a later picture is so much brighter that it shows dice which lay here unseen."""
        return middle(grey) + DARKEST > LIT * (middle(self.grey) + DARKEST)

    def is_reached_into(self, grey: Grey, dice: Sequence[DieSeen]) -> bool:
        """Whether something large is there now that comes in over the tray's border: an arm. `dice` are seen
        now.
        """
        changed = (np.abs(changes(self.grey, grey)) > CHANGE).astype(np.uint8)
        # Dice may lie on the hand: they must not part it from its arm.
        pieces, beside = cv2.connectedComponents(changed)[1], changed.copy()
        for die in (*self.dice, *dice):
            cv2.ellipse(beside, *self._ellipse(die), 0, 0, 360, (0,), -1)
        tray = np.isfinite(grey).astype(np.uint8)
        within = cv2.erode(tray, np.ones((3, 3)), borderType=cv2.BORDER_CONSTANT, borderValue=(0,))
        border = np.unique(pieces[tray > within])
        arms = [(pieces == piece) & (beside == 1) for piece in border if piece]
        large = [arm for arm in arms if np.count_nonzero(arm) > ARM * np.count_nonzero(tray)]
        return bool(large) and not all(self._have_gone(large, changed, grey))

    def _have_gone(self, arms: Sequence[Flags], changed: Picture, grey: Grey) -> list[bool]:
        """Of each of these places, whether what lay over it here is gone in a later picture: the ground
        beside it goes on there.
        """
        unknown = cv2.dilate(changed, np.ones((3, 3))) | np.isnan(grey)
        ground = cv2.inpaint(np.nan_to_num(grey).astype(np.uint8), unknown, 3, cv2.INPAINT_TELEA)
        now, then = np.abs(grey - ground), np.abs(self.grey + middle(grey - self.grey) - ground)
        return [bool(now[arm].mean() < GONE * then[arm].mean()) for arm in arms]

    def without(self, gone: Sequence[DieSeen], frame: Picture, grey: Grey) -> Lay:
        """The same where these dice are seen no more: their places look as they do in a later frame."""
        places, small = np.zeros(frame.shape[:2], np.uint8), np.zeros(grey.shape, np.uint8)
        for die in gone:
            cv2.circle(places, (round(die.x), round(die.y)), round(BESIDE_DICE * die.r), (1,), -1)
            cv2.ellipse(small, *self._ellipse(die), 0, 0, 360, (1,), -1)
        left = tuple(die for die in self.dice if die not in gone)
        picture = np.where(places[:, :, None] == 1, frame, self.frame)
        return Lay(picture, np.where(small == 1, grey, self.grey), left)

    def _ellipse(self, die: DieSeen) -> tuple[tuple[int, int], tuple[int, int]]:
        """Middle and axes, on the small grey picture, of a die with what lies beside it."""
        (high, wide), (down, across) = self.frame.shape[:2], self.grey.shape
        across, down = across / wide, down / high
        reach = BESIDE_DICE * die.r
        return (round(die.x * across), round(die.y * down)), (round(reach * across), round(reach * down))

    def compare(
        self, dice: Sequence[DieSeen], frame: Picture, grey: Grey, earlier: Lay | None = None
    ) -> Since:
        """What has become of the dice, as far as `dice` on a later frame (also given small and grey) tell.

        What looks as it looked `earlier` was not thrown either: something covered it here.
        """
        slip = slip_of(dice, self.dice)
        untouched = self._untouched_of(dice, frame, grey, earlier)
        left = list(self.dice)
        thrown: list[DieSeen] = []
        shifted: list[DieSeen] = []
        for die in dice:
            lain = next((other for other in left if _same(die, other, slip)), None)
            if lain is not None:
                left.remove(lain)
            if die in untouched:
                continue
            lay_near = lain is not None or self._lay_unread(die, frame)
            (shifted if lay_near else thrown).append(die)
        pushed = []
        are_carried = keep_apart(dice, self.dice)
        for die in thrown:
            lain = next((other for other in left if _may_be_pushed(die, other, are_carried)), None)
            if lain is not None:
                left.remove(lain)
                pushed.append(die)
        away = tuple(die for die in thrown if die not in pushed)
        lying = len(dice) - len(thrown) - len(shifted)
        return Since(away, tuple(shifted), tuple(pushed), lying, tuple(left))

    def new_of(
        self, marks: Sequence[DieSeen], frame: Picture, grey: Grey, earlier: Lay | None
    ) -> list[DieSeen]:
        """Those of the marks on a later frame that were not there, nor may have lain under a die."""
        untouched = self._untouched_of(marks, frame, grey, earlier)
        bare = [mark for mark in marks if mark not in untouched and not self._is_where_one_lay(mark)]
        return [mark for mark in bare if not self._lay_unread(mark, frame)]

    def _untouched_of(
        self, dice: Sequence[DieSeen], frame: Picture, grey: Grey, earlier: Lay | None
    ) -> list[DieSeen]:
        """Those that look as they looked here, or earlier."""
        pictures = [(lay, middle(grey - lay.grey)) for lay in (self, earlier) if lay is not None]
        return [die for die in dice if any(lay._untouched(die, frame, lit) for lay, lit in pictures)]

    def _is_where_one_lay(self, die: DieSeen) -> bool:
        return any(np.hypot(die.x - lain.x, die.y - lain.y) < 2 * lain.r for lain in self.dice)

    def _untouched(self, die: DieSeen, frame: Picture, brighter: float) -> bool:
        """Whether the die's place looks as it looked, even where no die had been read."""
        before, after = _patch(self.frame, die), _patch(frame, die)
        if before.shape != after.shape or not before.size:
            return False
        change = float(np.abs(after - before - brighter).mean())
        return change < NOISE + OF_CONTRAST * (float(before.std()) - NOISE)

    def _lay_unread(self, die: DieSeen, frame: Picture) -> bool:
        """Whether something that looks like the die lay near, where no die had been read."""
        if self._is_where_one_lay(die):
            return False
        # With some of what is around it: a die is known by its edges.
        around, now = _patch(self.frame, die, EDGES + THROWN), _patch(frame, die, EDGES)
        fits = now.shape[0] <= around.shape[0] and now.shape[1] <= around.shape[1]
        if not now.size or not fits or min(float(around.std()), float(now.std())) < 2 * NOISE:
            return False
        return float(cv2.matchTemplate(around, now, cv2.TM_CCOEFF_NORMED).max()) > LIKENESS


def _same(die: DieSeen, lain: DieSeen, slip: Slip) -> bool:
    """Whether they are one die that has not been thrown, only moved like that, if at all."""
    near = min(STILL.apart(die, lain), slip.apart(die, lain)) < THROWN * max(die.r, lain.r)
    return near and alike(die, lain)


def _may_be_pushed(die: DieSeen, lain: DieSeen, is_carried: bool) -> bool:
    """Whether a die may be one that lay not far away, or anywhere in a tray that may have been moved."""
    near = is_carried or STILL.apart(die, lain) < PUSHED * max(die.r, lain.r)
    return near and die.certain and lain.certain and alike(die, lain)


def _patch(frame: Picture, die: DieSeen, times: float = 1.0) -> Grey:
    """The die's place in a frame, so many times as wide as its face; grey, its noise blurred away."""
    reach = max(3.0, times * die.r)
    top, bottom = max(0, round(die.y - reach)), max(0, round(die.y + reach))
    left, right = max(0, round(die.x - reach)), max(0, round(die.x + reach))
    patch = frame[top:bottom, left:right]
    if not patch.size:
        return np.zeros((0, 0), np.float32)
    return np.asarray(cv2.blur(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), (3, 3)), np.float32)
