"""A roll's life, on a clock that the test turns: which dice count as thrown, and which only lay there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.roll_table import EMPTY, FRAME, Table, cloth_with, die, faces, reading
from vision import Reading, problems
from vision.reading import Picture
from vision.rolls import RollState
from vision.throws.lying import Lay
from vision.throws.motion import small_grey

# What counts as a throw


def test_nothing_is_read_while_no_throw_is_asked_for() -> None:
    table = Table(reading(die("4")))
    table.throw()
    assert table.rest() is None
    assert table.reads == 0
    assert table.watcher.state is RollState.WAITING


def test_dice_that_lay_there_before_are_not_the_throw() -> None:
    table = Table(reading(die("4")), lain=reading(die("4")))
    table.watcher.ask({"d6": 1})
    assert table.rest() is None
    assert table.watcher.state is RollState.WAITING


def test_dice_that_rolled_already_when_they_were_asked_for_are_not_the_throw() -> None:
    table = Table(reading(die("4")), lain=reading(die("4")))
    table.see(cloth_with(90))
    table.watcher.ask({"d6": 1})
    for x in (120, 150, 170, 190):
        table.see(cloth_with(x))
    assert table.rest() is None
    assert table.watcher.state is RollState.WAITING
    table.throw(60)
    table.readings = [reading(die("2", x=60))]
    assert faces(table.rest(60)) == ["2"]


@pytest.mark.parametrize("unseen", [1, 3, 7])
def test_dice_that_come_into_view_when_the_hand_has_gone_were_thrown_when_it_moved(unseen: int) -> None:
    table = Table(reading(die("4")))
    for x in (20, 40):
        table.see(cloth_with(x))
    table.watcher.ask({"d6": 1})
    table.see(cloth_with(), unseen * FRAME)
    table.thrown = True
    for x in (120, 170, 190):
        table.see(cloth_with(x))
    assert table.rest() is None
    assert table.watcher.state is RollState.WAITING


def test_a_throw_may_begin_at_once_where_nothing_has_moved_since_the_last_frames() -> None:
    table = Table(reading(die("4")))
    table.see(cloth_with(), 1)
    table.watcher.ask({"d6": 1})
    table.see(cloth_with(), 2 * FRAME)
    table.thrown = True
    for x in (120, 170, 190):
        table.see(cloth_with(x))
    assert faces(table.rest()) == ["4"]


@pytest.mark.parametrize(("seconds", "read"), [(0.45, None), (0.55, ["4"]), (5, ["4"])])
def test_what_changed_while_no_frames_came_did_not_move_since_a_throw_was_asked_for(
    seconds: float, read: list[str] | None
) -> None:
    table = Table(reading(die("4")), lain=reading(die("6", x=60)))
    table.see(cloth_with(60, 300), 0.2)
    table.watcher.ask({"d6": 1})
    table.now += seconds - FRAME
    table.see(cloth_with(60), 3 * FRAME)
    table.thrown = True
    for x in (120, 170, 190):
        table.see(cloth_with(60, x))
    seen = table.rest(60, 200)
    assert (seen and faces(seen)) == read


def test_a_camera_that_gives_a_frame_a_second_sees_a_throw_too() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask({"d6": 1})
    seen = None
    for x in (None, None, None, 120, 200, 200, 200, 200):
        table.now += 1
        table.thrown = x is not None
        seen = seen or table.watcher.feed(cloth_with() if x is None else cloth_with(x), table.now)
    assert faces(seen) == ["4"]


def test_a_hand_that_comes_and_goes_is_no_throw() -> None:
    table = Table(reading(die("4", x=100)), lain=reading(die("4")))
    table.watcher.ask()
    table.rest(seconds=0.5)
    hand = cloth_with(200)
    hand[:, :120] = 200
    table.see(hand, 0.5)
    assert table.rest() is None
    assert table.watcher.state is RollState.WAITING
    table.throw(100)
    assert faces(table.rest(100)) == ["4"]


def test_a_bump_that_turns_no_die_over_is_no_throw() -> None:
    table = Table(reading(die("4", x=40), die("6", x=208)), lain=reading(die("4", x=30), die("6")))
    table.ask(2, 30, 200)
    assert table.rest(40, 208) is None
    assert table.watcher.state is RollState.WAITING


LAIN = reading(die("4", x=30), die("6", x=130), die("2", x=230))


def test_a_hard_bump_moves_all_dice_alike_and_is_no_throw_of_the_one_that_slid_farthest() -> None:
    table = Table(reading(die("4", x=40), die("6", x=140), die("2", x=244)), lain=LAIN)
    table.ask(1, 30, 130, 230)
    assert table.rest(40, 140, 244) is None
    assert table.watcher.state is RollState.WAITING


def test_dice_that_all_went_the_same_way_slipped_with_the_tray_however_far() -> None:
    table = Table(reading(die("4", x=70), die("6", x=170), die("2", x=270)), lain=LAIN)
    table.ask(3, 30, 130, 230)
    assert table.rest(70, 170, 270) is None
    assert table.watcher.state is RollState.WAITING


def test_dice_shoved_aside_with_their_old_faces_are_asked_about() -> None:
    table = Table(reading(die("4", x=90), die("6", x=240)), lain=reading(die("4", x=30), die("6")))
    table.ask(2, 30, 200)
    assert faces(table.rest(90, 240)) == ["4?", "6?"]


def test_a_die_thrown_to_just_beside_where_it_lay_was_thrown_where_the_others_lie_still() -> None:
    table = Table(reading(die("4", x=30), die("6", x=130), die("2", x=244)), lain=LAIN)
    table.ask(1, 30, 130, 230)
    assert faces(table.rest(30, 130, 244)) == ["2"]


def test_two_bumps_are_no_throw_either_where_one_of_the_dice_is_not_made_out_any_more() -> None:
    table = Table(lain=reading(die("4", x=30), die("6", x=200)))
    table.ask(1, 30, 200)
    table.readings = [reading(die("6", x=211))]
    table.rest(41, 211, seconds=0.8)
    table.readings = [reading(die("6", x=222))]
    assert faces(table.rest(52, 222)) == ["6?"]


def test_a_bump_is_no_throw_even_of_dice_that_had_not_been_read() -> None:
    table = Table(reading(die("6", x=208)), lain=reading())
    table.ask(1)
    assert table.rest(208) is None
    assert table.watcher.state is RollState.WAITING


def test_dice_in_a_still_hand_are_waited_for_and_looked_for_ever_more_seldom() -> None:
    table = Table(reading(), lain=reading(die("4")))
    table.watcher.ask({"d6": 1})
    table.rest(seconds=0.3)
    table.thrown = True
    assert table.see(EMPTY, 20) is None
    assert table.watcher.state is RollState.HANDLING
    assert table.reads < 30


def with_arm(*xs: int) -> Picture:
    """The cloth with light squares on it, and an arm that reaches in from above."""
    frame = cloth_with(*xs)
    frame[:90, 180:260] = (120, 150, 200)
    return frame


def test_dice_on_a_still_hand_are_waited_for() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask({"d6": 1})
    table.see(cloth_with(), 0.3)
    table.thrown = True
    assert table.see(with_arm(200), 1.2) is None
    table.readings = [reading(die("2", x=100))]
    table.throw(100)
    assert faces(table.rest(100)) == ["2"]


def test_while_an_arm_lies_still_dice_are_looked_for_ever_more_seldom() -> None:
    table = Table(reading())
    table.watcher.ask({"d6": 1})
    table.see(cloth_with(), 0.3)
    table.thrown = True
    assert table.see(with_arm(), 20) is None
    assert 15 < table.reads < 20


def test_a_die_parts_no_hand_from_its_arm() -> None:
    table = Table(reading(die("4", x=60)))
    table.watcher.ask({"d6": 1})
    table.see(cloth_with(), 0.3)
    table.thrown = True
    hand = EMPTY.copy()
    hand[105:135, :230] = (120, 150, 200)
    hand[100:140, 60:100] = 230
    assert table.see(hand, 1.2) is None


def test_an_arm_comes_in_over_the_border_of_a_tray_that_reaches_no_border_of_the_picture() -> None:
    tray = np.asarray(cv2.circle(np.zeros(EMPTY.shape[:2], np.uint8), (160, 120), 110, (255,), -1), np.uint8)
    with_hand = with_arm()
    with_hand[tray == 0] = EMPTY[tray == 0]
    lay = Lay(EMPTY, small_grey(EMPTY, tray))
    assert lay.is_reached_into(small_grey(with_hand, tray), ())
    with_hand[:60], with_hand[:, 230:] = 90, 90
    assert not lay.is_reached_into(small_grey(with_hand, tray), ())


def test_an_arm_that_stays_keeps_no_throw_from_being_read() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask({"d6": 1})
    table.throw()
    assert faces(table.see(with_arm(200), 3)) == ["4"]


def test_a_die_that_is_not_seen_because_it_is_dark_has_not_been_taken_up() -> None:
    lies = reading(die("4"))
    table = Table(Reading((), (problems.too_dark(),)), lain=lies)
    table.watcher.ask({"d6": 1})
    table.rest(seconds=1)
    table.thrown = True
    table.see(np.asarray(cloth_with(200) // 2, np.uint8), 1)
    table.see(np.asarray(cloth_with(60) // 2, np.uint8), 1)
    table.readings = [lies]
    assert table.rest() is None


def test_an_arm_that_lay_there_when_the_throw_was_asked_for_and_has_gone_is_not_waited_for() -> None:
    table = Table(reading(die("4", x=40)))
    table.see(with_arm(), 0.5)
    table.watcher.ask({"d6": 1})
    table.see(with_arm(), 0.7)
    table.throw(40)
    assert faces(table.see(cloth_with(40), 0.4)) == ["4"]


@pytest.mark.parametrize(("left", "is_there"), [(0, False), (22, False), (28, True)])
def test_an_arm_has_gone_where_little_is_left_of_what_it_differed_by_from_the_cloth(
    left: int, is_there: bool
) -> None:
    before, now = EMPTY.copy(), EMPTY.copy()
    before[:90, 180:260] += 100
    now[:90, 180:260] += np.uint8(left)
    assert Lay(before, small_grey(before)).is_reached_into(small_grey(now), ()) == is_there


def test_dice_that_an_arm_covered_when_the_throw_was_asked_for_were_not_thrown() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask({"d6": 1})
    table.throw()
    assert faces(table.rest()) == ["4"]
    covered = cloth_with()
    covered[:, 150:] = (120, 150, 200)
    table.see(covered, 1)
    table.thrown, table.lain = False, Reading(())
    table.watcher.ask({"d6": 1})
    table.see(covered, 1)
    table.thrown = True
    assert table.rest() is None
    table.readings = [reading(die("4"), die("3", x=60))]
    table.throw(60, lying=(200,))
    assert faces(table.rest(60, 200)) == ["3"]


def test_pictures_of_another_size_say_nothing_of_what_lay_there() -> None:
    table = Table(reading(die("4")), lain=reading(die("4")))
    table.watcher.ask({"d6": 1})
    table.rest(seconds=1)
    larger = np.asarray(cv2.resize(cloth_with(200), (480, 360)), np.uint8)
    assert table.see(larger, 6) is None
    assert table.watcher.state is RollState.WAITING


def test_a_throw_is_given_once() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask()
    table.throw()
    assert faces(table.rest()) == ["4"]
    table.throw(120)
    assert table.rest(120) is None


def test_what_becomes_of_dice_after_they_were_read_changes_nothing() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask()
    table.throw()
    table.rest()
    reads = table.reads
    for frame in (cloth_with(206), EMPTY, cloth_with(90)):
        assert table.see(frame, 3) is None
    assert table.watcher.state is RollState.READ
    assert table.reads == reads


# A die thrown again while others lie


def test_a_die_thrown_again_is_read_and_the_others_are_left_as_they_lie() -> None:
    table = Table(reading(die("4", x=30), die("1", x=120)), lain=reading(die("4", x=30), die("6", x=200)))
    table.watcher.ask({"d6": 1})
    table.throw(120, lying=(30,))
    assert faces(table.rest(30, 120)) == ["1"]


def test_a_die_that_was_not_read_before_and_not_touched_is_not_thrown() -> None:
    table = Table(reading(die("4", x=30), die("1", x=120)), lain=reading())
    table.watcher.ask({"d6": 1})
    table.throw(120, lying=(30,))
    assert faces(table.rest(30, 120)) == ["1"]


def test_who_threw_too_few_of_the_dice_is_told_that_the_others_lie_as_they_lay() -> None:
    table = Table(reading(die("4", x=30), die("1", x=120)), lain=reading(die("4", x=30), die("6", x=200)))
    table.watcher.ask({"d6": 2})
    table.throw(120, lying=(30,))
    seen = table.rest(30, 120)
    assert faces(seen) == ["1?"]
    assert seen is not None
    assert [problem.id for problem in seen.reading.problems] == ["not_thrown"]


def test_a_die_that_may_have_fallen_to_where_it_lay_is_asked_about_and_the_others_are_sure() -> None:
    table = Table(reading(die("4", x=38), die("1", x=120)), lain=reading(die("4", x=30), die("6", x=200)))
    table.watcher.ask({"d6": 2})
    table.throw(38, 120, lying=(30, 200))
    seen = table.rest(38, 120)
    assert faces(seen) == ["1", "4?"]
    assert seen is not None
    assert [problem.id for problem in seen.reading.problems] == ["lay_there"]


def test_a_die_that_falls_where_it_lay_was_thrown_if_its_place_was_seen_without_it() -> None:
    table = Table(reading(die("6", x=30)), lain=reading(die("6", x=30), die("4")))
    table.ask(1, 30, 200)
    assert table.rest(30, seconds=2) is None
    assert table.watcher.state is RollState.HANDLING
    table.readings = [reading(die("6", x=30), die("4"))]
    table.throw(200, lying=(30,))
    assert faces(table.rest(30, 200)) == ["4"]


def test_a_die_that_another_pushed_before_it_fell_off_the_tray_is_asked_about() -> None:
    table = Table(reading(die("6", x=30)), lain=reading(die("6", x=30), die("4")))
    table.ask(1, 30, 200)
    table.rest(30, seconds=2)
    table.readings = [reading(die("6", x=70))]
    assert faces(table.rest(70)) == ["6?"]


def test_dice_that_fall_near_where_others_lay_were_thrown_where_most_were_taken_up() -> None:
    lain = reading(*(die("1", x=x) for x in (10, 80, 150, 220, 270)))
    table = Table(reading(die("1", x=45), die("1", x=185)), lain=lain)
    table.ask(2, 10, 80, 150, 220, 270)
    assert faces(table.rest(45, 185)) == ["1", "1"]


def test_a_die_pushed_by_its_width_while_others_were_taken_up_is_asked_about() -> None:
    table = Table(reading(die("4", x=70)), lain=reading(die("4", x=30), die("6")))
    table.ask(1, 30, 200)
    assert faces(table.rest(70)) == ["4?"]


def test_a_die_pushed_aside_while_others_were_taken_up_is_asked_about() -> None:
    table = Table(reading(die("4", x=38)), lain=reading(die("4", x=30), die("6")))
    table.watcher.ask({"d6": 1})
    table.rest(30, 200, seconds=0.3)
    table.thrown = True
    assert faces(table.rest(38)) == ["4?"]


def test_where_a_die_is_seen_no_more_another_that_it_turned_over_is_asked_about() -> None:
    table = Table(reading(die("6", x=95), die("2")), lain=reading(die("1", x=10), die("3", x=80), die("2")))
    table.ask(1, 10, 80, 200)
    seen = table.rest(95, 200)
    assert faces(seen) == ["6?"]
    assert seen is not None
    assert [problem.id for problem in seen.reading.problems] == ["gone"]


def test_an_unsure_die_is_no_stray_mark_where_one_is_missing_that_was_sure() -> None:
    table = Table(
        reading(die("4", certain=False, x=5), die("6", x=95), die("2")),
        lain=reading(die("1", x=30), die("3", x=80), die("2")),
    )
    table.ask(1, 30, 80, 200)
    seen = table.rest(5, 95, 200)
    assert faces(seen) == ["4?", "6?"]
    assert seen is not None
    assert [problem.id for problem in seen.reading.problems] == ["too_many"]


def test_a_die_thrown_again_is_read_though_it_pushed_another_aside() -> None:
    lain = reading(die("1", x=10), die("3", x=80), die("2"))
    table = Table(reading(die("5", x=30), die("3", x=120), die("2")), lain=lain)
    table.ask(1, 10, 80, 200)
    assert faces(table.rest(30, 120, 200)) == ["5"]


def test_a_die_that_was_looked_at_and_put_back_is_no_longer_waited_for() -> None:
    table = Table(reading(die("6", x=30), die("4")))
    table.watcher.ask({"d6": 2})
    table.throw(30, 200)
    assert faces(table.rest(30, 200)) == ["6", "4"]
    table.lain, table.thrown = table.readings[0], False
    table.ask(1, 30, 200)
    table.readings = [reading(die("6", x=30))]
    assert table.rest(30, seconds=2) is None
    assert table.watcher.state is RollState.HANDLING
    table.readings = [reading(die("6", x=30), die("4"))]
    assert table.rest(30, 200, seconds=2) is None
    assert table.watcher.state is RollState.WAITING


def test_what_lay_there_in_the_dark_was_not_thrown_when_a_lamp_is_lit() -> None:
    table = Table(reading(die("4")))
    table.watcher.ask({"d6": 1})
    dark = np.asarray(cloth_with(200) // 16, np.uint8)
    assert table.see(dark, 1) is None
    table.thrown, table.lain = False, reading(die("4"))
    assert table.rest(200, seconds=5) is None
    assert table.told == "thrown_too_soon"


@pytest.mark.parametrize(
    ("before", "now", "was_dark"), [(25, 80, False), (25, 92, True), (0, 9, False), (0, 12, True)]
)
def test_a_lamp_was_lit_where_it_is_three_times_as_bright(before: int, now: int, was_dark: bool) -> None:
    lay = Lay(EMPTY, small_grey(np.full_like(EMPTY, before)))
    assert lay.was_dark_beside(small_grey(np.full_like(EMPTY, now))) == was_dark


def test_after_a_bump_nobody_is_told_that_something_still_moves() -> None:
    table = Table(reading(die("4", x=204)), lain=reading(die("4")))
    table.ask(1, 200)
    assert table.rest(204, seconds=12) is None
    assert table.told is None
