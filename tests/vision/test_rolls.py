"""A roll's life, on a clock that the test turns: when it is read, and when it is asked about."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.roll_table import EMPTY, FRAME, Table, cloth_with, die, faces, reading
from vision import Reading, UnknownDiceSet
from vision.problems import miscount
from vision.rolls import MISCOUNTED_FOR, UNSURE, RollState, RollWatcher
from vision.simulated import SimulatedTray
from vision.simulated_dice import Body


def test_a_throw_is_read_once_it_lies_still() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask({"d6": 1})
    table.throw()
    rested = table.now
    seen = table.rest()
    assert faces(seen) == ["4"]
    assert seen is not None
    assert seen.at - rested < 0.4
    assert table.watcher.state is RollState.READ


def test_the_states_follow_one_another() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask()
    states = [table.watcher.state]
    hand = EMPTY.copy()
    hand[:, :200] = 200
    frames = [*[EMPTY] * 4, hand, EMPTY, cloth_with(70), cloth_with(150), *[cloth_with(200)] * 12]
    for number, frame in enumerate(frames):
        table.thrown = number > 4
        table.see(frame)
        if table.watcher.state is not states[-1]:
            states.append(table.watcher.state)
    assert [state.value for state in states] == ["waiting", "handling", "rolling", "settling", "read"]


@pytest.mark.parametrize(("wide", "state"), [(70, RollState.ROLLING), (84, RollState.HANDLING)])
def test_what_changes_more_of_the_picture_than_dice_do_is_a_hand(wide: int, state: RollState) -> None:
    table = Table()
    table.watcher.ask()
    table.see(EMPTY, 0.5)
    frame = EMPTY.copy()
    frame[90:150, 100 : 100 + wide] = 200
    table.see(frame)
    assert table.watcher.state is state


def test_one_lucky_reading_is_not_enough() -> None:
    table = Table(reading(die("4")), reading(die("4", certain=False)))
    table.watcher.ask()
    table.throw()
    seen = table.rest()
    assert faces(seen) == ["4?"]
    assert seen is not None
    assert seen.doubtful


def test_two_readings_that_disagree_make_the_roll_doubtful() -> None:
    table = Table(reading(die("4")), reading(die("5")), reading(die("5")))
    table.watcher.ask()
    table.throw()
    seen = table.rest()
    assert seen is not None
    assert seen.doubtful


def test_a_doubtful_roll_says_which_dice_are_sure() -> None:
    table = Table(reading(die("4", x=40), die("2", certain=False)))
    table.watcher.ask()
    table.throw(40, 200)
    rested = table.now
    seen = table.rest(40, 200)
    assert faces(seen) == ["4", "2?"]
    assert seen is not None
    assert seen.at - rested == pytest.approx(UNSURE, abs=0.2)
    assert table.watcher.state is RollState.DOUBTFUL


def test_a_missing_die_is_waited_for_longer() -> None:
    table = Table(Reading((die("4", certain=False),), (miscount(2, 1),)))
    table.watcher.ask({"d6": 2})
    table.throw()
    rested = table.now
    seen = table.rest()
    assert seen is not None
    assert seen.doubtful
    assert seen.at - rested == pytest.approx(MISCOUNTED_FOR, abs=0.2)
    assert [problem.id for problem in seen.reading.problems] == ["too_few"]


def test_frames_that_are_long_in_coming_make_no_throw_doubtful() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask({"d6": 1})
    table.throw()
    table.now += 3
    assert faces(table.rest()) == ["4"]


def test_a_bump_starts_the_reading_afresh() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask()
    table.throw()
    assert table.rest(seconds=0.13) is None
    assert table.see(cloth_with(210)) is None
    assert table.see(cloth_with(210), 0.13) is None
    assert table.see(cloth_with(210), 1) is not None


def test_a_doubtful_roll_is_read_again_once_a_die_was_put_right() -> None:
    table = Table(reading(die("4", x=40), die("2", certain=False)))
    table.watcher.ask({"d6": 2})
    table.throw(40, 200)
    assert faces(table.rest(40, 200)) == ["4", "2?"]
    table.watcher.again()
    table.readings = [reading(die("4", x=40), die("5", x=206))]
    assert faces(table.rest(40, 206)) == ["4", "5"]


def test_a_hand_over_a_doubtful_roll_leaves_it_doubtful() -> None:
    table = Table(reading(die("2", certain=False)))
    table.watcher.ask({"d6": 1})
    table.throw()
    assert faces(table.rest()) == ["2?"]
    table.watcher.again()
    hand = cloth_with(200)
    hand[:, :120] = 200
    table.see(hand)
    assert table.watcher.state is RollState.HANDLING
    assert table.rest() is None
    assert table.watcher.state is RollState.DOUBTFUL


def test_who_keeps_moving_is_told() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask()
    for step in range(30 * 15):
        table.see(cloth_with(20 + 100 * (step % 2)))
        if step == 75:
            assert table.told is None
    assert table.told == "hand_in_tray"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_simulated_throw_is_read_through_the_whole_pipeline(seed: int) -> None:
    tray, watcher, now = SimulatedTray(seed), RollWatcher("d6"), 0.0
    bodies = [Body("white", "5"), Body("yellow", "2"), Body("blue", "6")]
    watcher.ask({"d6": 3})
    for _ in range(4):
        now += FRAME
        watcher.feed(tray.frame(), now)
    tray.throw(bodies)
    seen = None
    while seen is None and now < 10:
        now += FRAME
        seen = watcher.feed(tray.frame(), now)
    assert seen is not None
    certain = {(d.colour, d.face) for d in seen.reading.dice if d.certain}
    assert certain <= {(body.colour, body.face) for body in bodies}
    assert len(certain) >= 2


def test_unknown_dice_and_frames_without_colours_are_refused_at_once() -> None:
    with pytest.raises(UnknownDiceSet, match="no dice set called “d7”"):
        RollWatcher("d7")
    with pytest.raises(ValueError, match="height x width x 3"):
        RollWatcher("d6").feed(np.zeros((40, 40), np.uint8), 0.0)
