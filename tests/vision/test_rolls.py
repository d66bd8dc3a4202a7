"""A roll's life, on a clock that the test turns: what counts as a roll, and when it is read."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from vision import DiceSet, DieSeen, Reading
from vision.problems import miscount
from vision.reading import Picture
from vision.rolls import EVIDENCE, DiceSeen, Patience, RollState, RollWatcher, evidence
from vision.simulated import Body, SimulatedTray

FRAME = 1 / 15
EMPTY = np.full((240, 320, 3), 90, np.uint8)


def die(face: str, certain: bool = True, x: float = 100.0) -> DieSeen:
    return DieSeen("d6", face, 0.9, certain, x, 100.0, 25.0, (), "white", EMPTY[:2, :2])


def cloth_with(x: int, size: int = 40) -> Picture:
    """A cloth with a light square on it: enough of a die to move."""
    frame = EMPTY.copy()
    cv2.rectangle(frame, (x, 100), (x + size, 100 + size), (230, 230, 230), -1)
    return frame


class Table:
    """A watcher, a clock, and a reader that gives the readings it was told to give."""

    def __init__(self, *readings: Reading) -> None:
        self.readings = list(readings)
        self.reads = 0
        self.now = 100.0
        self.watcher = RollWatcher("d6", reader=self.read)

    def read(self, frame: Picture, dice_set: str | DiceSet, expected: Mapping[str, int] | None) -> Reading:
        self.reads += 1
        return self.readings[min(self.reads, len(self.readings)) - 1]

    def see(self, frame: Picture, seconds: float = FRAME) -> DiceSeen | None:
        """Feed the same frame for so long; the first roll that comes of it."""
        for _ in range(max(1, round(seconds / FRAME))):
            self.now += FRAME
            seen = self.watcher.feed(frame, self.now)
            if seen is not None:
                return seen
        return None

    def throw(self, to: int = 200) -> None:
        """Something moves through the picture and comes to rest."""
        for x in (20, 90, 150, to):
            assert self.see(cloth_with(x)) is None


def reading(*dice: DieSeen) -> Reading:
    return Reading(dice)


def test_nothing_is_read_while_no_throw_is_asked_for() -> None:
    table = Table(reading(die("4")))
    table.throw()
    assert table.see(cloth_with(200), 5) is None
    assert table.reads == 0
    assert table.watcher.state is RollState.WAITING


def test_dice_that_lay_there_before_are_not_the_throw() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask({"d6": 1})
    assert table.see(cloth_with(200), 5) is None
    assert table.watcher.state is RollState.WAITING


def test_a_throw_is_read_once_it_lies_still() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask({"d6": 1})
    table.see(EMPTY, 0.5)
    table.throw()
    rested = table.now
    seen = table.see(cloth_with(200), 2)
    assert seen is not None
    assert not seen.doubtful
    assert [(d.face, d.certain) for d in seen.reading.dice] == [("4", True)]
    assert seen.at - rested < 0.6
    assert table.watcher.state is RollState.READ


def test_a_throw_is_given_once() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask()
    table.see(EMPTY)
    table.throw()
    assert table.see(cloth_with(200), 2) is not None
    table.throw(to=120)
    assert table.see(cloth_with(120), 5) is None


def test_the_states_follow_one_another() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask()
    states = [table.watcher.state]
    hand = EMPTY.copy()
    hand[:, :200] = 200
    frames = [EMPTY, EMPTY, hand, EMPTY, cloth_with(20), cloth_with(90), *[cloth_with(150)] * 12]
    for frame in frames:
        table.see(frame)
        if table.watcher.state is not states[-1]:
            states.append(table.watcher.state)
    assert [state.value for state in states] == ["waiting", "handling", "rolling", "settling", "read"]


def test_a_hand_that_comes_and_goes_is_no_throw() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask()
    table.see(cloth_with(200), 0.5)
    hand = cloth_with(200)
    hand[:, :120] = 200
    table.see(hand, 0.5)
    assert table.see(cloth_with(200), 5) is None
    assert table.watcher.state is RollState.WAITING
    table.throw(to=120)
    assert table.see(cloth_with(120), 2) is not None


def test_light_that_changes_all_over_is_no_movement() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask()
    for step in range(20):
        table.see(np.full_like(EMPTY, 90 + 4 * (step % 2)))
    assert table.watcher.state is RollState.WAITING


def test_dice_in_a_still_hand_are_waited_for() -> None:
    table = Table(reading())
    table.watcher.ask({"d6": 1})
    table.see(cloth_with(200), 0.5)
    table.throw(to=20)
    assert table.see(EMPTY, 20) is None


def test_one_lucky_reading_is_not_enough() -> None:
    table = Table(reading(die("4")), reading(die("4", certain=False)))
    table.watcher.ask()
    table.see(EMPTY)
    table.throw()
    seen = table.see(cloth_with(200), 10)
    assert seen is not None
    assert seen.doubtful
    assert not seen.reading.dice[0].certain


def test_two_readings_that_disagree_make_the_roll_doubtful() -> None:
    table = Table(reading(die("4")), reading(die("5")), reading(die("5")))
    table.watcher.ask()
    table.see(EMPTY)
    table.throw()
    seen = table.see(cloth_with(200), 10)
    assert seen is not None
    assert seen.doubtful


def test_a_doubtful_roll_says_which_dice_are_sure() -> None:
    both = reading(die("4", x=40.0), die("2", certain=False, x=220.0))
    table = Table(both)
    table.watcher.ask()
    table.see(EMPTY)
    table.throw()
    rested = table.now
    seen = table.see(cloth_with(200), 10)
    assert seen is not None
    assert [(d.face, d.certain) for d in seen.reading.dice] == [("4", True), ("2", False)]
    assert seen.at - rested == pytest.approx(Patience().unsure, abs=0.2)
    assert table.watcher.state is RollState.DOUBTFUL


def test_a_missing_die_is_waited_for_longer() -> None:
    table = Table(Reading((die("4", certain=False),), (miscount(2, 1),)))
    table.watcher.ask({"d6": 2})
    table.see(EMPTY)
    table.throw()
    rested = table.now
    seen = table.see(cloth_with(200), 10)
    assert seen is not None
    assert seen.doubtful
    assert seen.at - rested == pytest.approx(Patience().miscounted, abs=0.2)
    assert [problem.id for problem in seen.reading.problems] == ["too_few"]


def test_a_bump_starts_the_reading_afresh() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask()
    table.see(EMPTY)
    table.throw()
    assert table.see(cloth_with(200), 0.3) is None
    assert table.see(cloth_with(210)) is None
    assert table.see(cloth_with(210), 0.2) is None
    assert table.see(cloth_with(210), 1) is not None


def test_dice_are_read_as_they_lie_when_asked_for() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask(lying=True)
    assert table.see(cloth_with(200), 2) is not None


def test_who_keeps_moving_is_told() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask()
    for step in range(30 * 15):
        table.see(cloth_with(20 + 100 * (step % 2)))
        if step == 75:
            assert table.watcher.problem is None
    problem = table.watcher.problem
    assert problem is not None
    assert problem.id == "hand_in_tray"


def test_the_picture_of_a_roll_is_a_small_jpeg() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (1080, 1920, 3)).astype(np.uint8)
    packed = evidence(np.asarray(cv2.GaussianBlur(noise, (0, 0), 2), np.uint8))
    assert len(packed) <= EVIDENCE
    picture = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (360, 640, 3)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_simulated_throw_is_read_through_the_whole_pipeline(seed: int) -> None:
    tray, watcher, now = SimulatedTray(seed), RollWatcher("d6"), 0.0
    bodies = [Body("white", "5"), Body("yellow", "2"), Body("blue", "6")]
    watcher.feed(tray.frame(), now)
    watcher.ask({"d6": 3})
    tray.throw(bodies)
    seen = None
    while seen is None and now < 10:
        now += FRAME
        seen = watcher.feed(tray.frame(), now)
    assert seen is not None
    certain = {(d.colour, d.face) for d in seen.reading.dice if d.certain}
    assert certain <= {(body.colour, body.face) for body in bodies}
    assert len(certain) >= 2
