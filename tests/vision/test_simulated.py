"""The simulated tray: what it shows, and that it moves as a throw does."""

from __future__ import annotations

import numpy as np
import pytest

from vision import read
from vision.dice_sets import SETS
from vision.reading import Picture
from vision.simulated import HAND_FRAMES, ROLL_FRAMES, SimulatedTray
from vision.simulated_dice import BODIES, MAKES, Body
from vision.throws.motion import MOVING, share_changed, small_grey


def at_rest(tray: SimulatedTray) -> Picture:
    while tray.moving:
        tray.frame()
    return tray.frame()


def test_an_empty_tray_shows_no_dice() -> None:
    tray = SimulatedTray(3)
    frame = tray.frame()
    assert frame.shape == (480, 640, 3)
    assert frame.dtype == np.uint8
    assert read(frame, "d6").dice == ()


def test_the_same_seed_throws_the_same() -> None:
    frames = []
    for _ in range(2):
        tray = SimulatedTray(5)
        tray.throw([Body("white", "3")])
        frames.append(at_rest(tray))
    assert np.array_equal(frames[0], frames[1])


def test_a_second_throw_lands_elsewhere() -> None:
    tray = SimulatedTray(5)
    places = []
    for _ in range(2):
        tray.throw([Body("white", "3")])
        (die,) = read(at_rest(tray), "d6").dice
        places.append((die.x, die.y))
    (x1, y1), (x2, y2) = places
    assert np.hypot(x2 - x1, y2 - y1) > 10


def test_a_tray_without_room_for_all_dice_says_so() -> None:
    with pytest.raises(ValueError, match=r"The tray has no room for 90 dice beside the 0 in it\."):
        SimulatedTray(5).throw([Body("white", "3")] * 90)


def movements(tray: SimulatedTray, frames: int) -> list[bool]:
    """Whether each of the next frames differs from the one before."""
    before, moved = small_grey(tray.frame()), []
    for _ in range(frames):
        now = small_grey(tray.frame())
        moved.append(share_changed(before, now) > MOVING)
        before = now
    return moved


def test_a_tray_smaller_than_dice_says_so() -> None:
    with pytest.raises(ValueError, match="The tray has no room for 1 dice"):
        SimulatedTray(1, 64, 48).throw([Body.of("d6", "1")])


def test_a_throw_moves_and_then_lies_still() -> None:
    tray = SimulatedTray(7)
    tray.throw([Body("red", "4"), Body("black", "1")])
    moved = movements(tray, HAND_FRAMES + ROLL_FRAMES + 4)
    assert sum(moved[: HAND_FRAMES + ROLL_FRAMES]) > 10
    assert not any(moved[-3:])
    assert not tray.moving


def faces(tray: SimulatedTray) -> list[tuple[str, str]]:
    return sorted((die.colour, die.face) for die in read(at_rest(tray), "d6").dice)


def places(tray: SimulatedTray) -> dict[str, tuple[float, float]]:
    return {die.colour: (die.x, die.y) for die in read(at_rest(tray), "d6").dice}


def test_dice_that_are_not_thrown_again_lie_as_they_lay() -> None:
    tray = SimulatedTray(3)
    tray.throw([Body("white", "5"), Body("yellow", "2"), Body("blue", "6")])
    before = places(tray)
    tray.throw_again([1], [Body("red", "3")])
    assert faces(tray) == [("blue", "6"), ("red", "3"), ("white", "5")]
    after = places(tray)
    for colour in ("white", "blue"):
        assert np.hypot(*np.subtract(before[colour], after[colour])) < 1


def test_the_die_at_a_place_is_found_and_where_none_lies_none() -> None:
    tray = SimulatedTray(3)
    tray.throw([Body("white", "5"), Body("yellow", "2"), Body("blue", "6")])
    lay = places(tray)
    assert [tray.lying_at(*lay[colour]) for colour in ("white", "yellow", "blue")] == [[0], [1], [2]]
    assert tray.lying_at(0, 0) == []
    tray.throw_again(tray.lying_at(*lay["yellow"]), [Body("red", "3")])
    assert list(tray.thrown_last) == tray.lying_at(*places(tray)["red"]) == [2]


def test_a_hand_that_only_reaches_in_leaves_all_as_it_was() -> None:
    tray = SimulatedTray(6)
    tray.throw([Body("white", "5")])
    before = at_rest(tray)
    tray.reach()
    assert any(movements(tray, HAND_FRAMES))
    assert share_changed(small_grey(before), small_grey(at_rest(tray))) <= MOVING


def test_a_bump_moves_every_die_a_little_and_turns_none_over() -> None:
    tray = SimulatedTray(9)
    tray.throw([Body("white", "5"), Body("yellow", "2")])
    before = places(tray)
    tray.bump()
    after = places(tray)
    assert faces(tray) == [("white", "5"), ("yellow", "2")]
    assert all(1 < np.hypot(*np.subtract(before[colour], after[colour])) < 26 for colour in before)


def test_dice_are_taken_out() -> None:
    tray = SimulatedTray(9)
    tray.throw([Body("white", "5"), Body("yellow", "2")])
    tray.take([0])
    assert faces(tray) == [("yellow", "2")]


@pytest.mark.parametrize("colour", sorted(BODIES))
def test_a_body_is_seen_in_its_colour(colour: str) -> None:
    tray = SimulatedTray(2)
    tray.throw([Body(colour, "5")])
    (die,) = read(at_rest(tray), "d6").dice
    assert (die.colour, die.face) == (colour, "5")


def test_dice_do_not_land_in_one_another_in_a_full_tray() -> None:
    tray = SimulatedTray(4)
    tray.throw([Body("white", "5")] * 8)
    assert len(read(at_rest(tray), "d6").dice) == 8


def test_a_die_that_does_not_lie_there_is_neither_taken_nor_thrown_again() -> None:
    tray = SimulatedTray(1)
    tray.throw([Body("white", "1"), Body("white", "2")])
    with pytest.raises(ValueError, match=r"There is no die number 2: 2 lie in the tray\."):
        tray.take([2])
    with pytest.raises(ValueError, match="There is no die number -1"):
        tray.throw_again([0, -1], [Body("white", "1")])


def test_a_kind_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no kind of die is 'rune'; there are d6, wyld,"):
        Body.of("rune", "1")


def test_a_colour_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no die is 'mauve'; there are white, black"):
        Body("mauve", "2")


@pytest.mark.parametrize(("kind", "face"), [("wyld", "8"), ("d8", "9"), ("token", "1"), ("d6", "7")])
def test_a_face_that_a_kind_has_not_is_refused(kind: str, face: str) -> None:
    with pytest.raises(ValueError, match=f"a {kind} has no face"):
        Body.of(kind, face)


def test_the_kinds_are_those_of_the_dice_sets() -> None:
    for dice_set in SETS.values():
        for kind in dice_set.kinds:
            assert set(MAKES[kind.name].faces) <= set(kind.faces)


@pytest.mark.parametrize("kind", sorted(set(MAKES) - {"d6"}))
def test_the_dice_of_every_set_are_thrown_and_their_faces_differ(kind: str) -> None:
    """In the same place, under the same light, only the face on top may make a difference."""
    pictures = []
    for face in dict.fromkeys(MAKES[kind].faces):
        tray = SimulatedTray(3, 320, 180, die_size=60.0)
        tray.throw([Body.of(kind, face)])
        pictures.append(at_rest(tray).astype(int))
    for one in range(len(pictures)):
        for other in range(one):
            assert np.abs(pictures[one] - pictures[other]).max() > 60
