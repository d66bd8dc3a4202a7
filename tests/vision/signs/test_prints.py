"""Laying what is drawn on a face over what was shown of it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import drawings
from vision.arrays import Floats
from vision.signs.prints import ANGLES, DISTANCES, Prints, overlaps, print_of_drawing, prints_of

SIDE, FACE = 72, 20.0
DARK, LIGHT = 30, 220


def drawn(name: str) -> Floats:
    """Our drawing as ink, three fifths as wide as a face."""
    return np.asarray(
        drawings.picture(name, (0.0, 0.0, 0.0), SIDE, 1.2 * FACE / SIDE)[:, :, 3] / 255, np.float32
    )


def face(name: str, body: int = LIGHT, ink: int = DARK, angle: float = 0.0) -> np.ndarray:
    """A face from right above, our drawing on it three fifths as wide as the face."""
    mask = drawn(name)
    about = cv2.getRotationMatrix2D(((SIDE - 1) / 2, (SIDE - 1) / 2), angle, 1.0)
    mask = cv2.warpAffine(mask, about, (SIDE, SIDE))
    return np.repeat((body + (ink - body) * mask)[:, :, None], 3, axis=2).astype(np.uint8)


def overlap(one: np.ndarray, other: np.ndarray) -> float:
    return overlapping(Prints(prints_of(one, FACE)), other)


def overlapping(shown: Prints, seen: np.ndarray) -> float:
    (same,) = overlaps(prints_of(seen, FACE), [shown]).values()
    return same


@pytest.mark.parametrize("angle", [0, 33, 90, 147, 260])
def test_a_face_overlaps_itself_however_it_is_turned(angle: float) -> None:
    assert overlap(face("move"), face("move", angle=angle)) > 0.93


def test_light_ink_on_a_dark_body_and_dark_ink_on_a_light_one_make_the_same_print() -> None:
    assert overlap(face("move"), face("move", body=DARK, ink=LIGHT)) > 0.93


def test_another_symbol_overlaps_less() -> None:
    shown = Prints(prints_of(face("move"), FACE))
    others = [overlapping(shown, face(name)) for name in ("interact", "reroll", "bogus", "clock_1")]
    assert max(others) < overlapping(shown, face("move", angle=20)) - 0.08


def test_two_bare_faces_overlap_and_a_bare_one_and_a_symbol_hardly_do() -> None:
    bare = face("blank")
    assert overlap(bare, face("blank", body=90)) > 0.9
    assert overlap(bare, face("move")) < 0.2


def test_the_print_of_a_drawing_is_that_of_a_face_which_carries_it() -> None:
    assert overlapping(Prints([print_of_drawing(drawn("move"), FACE)]), face("move", angle=70)) > 0.9


def test_the_most_alike_of_several_prints_counts() -> None:
    several = Prints([prints_of(face(name), FACE)[0] for name in ("interact", "move")])
    assert overlapping(several, face("move", angle=20)) > 0.93


def test_each_face_has_its_own_overlap_and_those_that_share_prints_the_same() -> None:
    move, bogus = (Prints(prints_of(face(name), FACE)) for name in ("move", "bogus"))
    seen = overlaps(prints_of(face("bogus", angle=50), FACE), [move, bogus, move])
    assert list(seen) == [move, bogus]
    assert seen[bogus] > 0.93 > seen[move]
    assert overlaps(prints_of(face("bogus"), FACE), []) == {}


def half_hidden(turn: int = 0) -> Floats:
    """What is hidden where half of a face is, turned by so many of ANGLES."""
    hidden = np.zeros((ANGLES, DISTANCES), np.float32)
    hidden[: ANGLES // 2] = 1
    return np.roll(hidden, turn, axis=0)


def test_of_ink_in_one_half_of_a_face_nothing_may_be_seen_and_of_a_ring_half_is() -> None:
    square, ring = np.zeros((SIDE, SIDE), np.float32), np.zeros((SIDE, SIDE), np.float32)
    cv2.rectangle(square, (42, 30), (46, 42), (1,), -1)
    cv2.circle(ring, (36, 36), 10, (1,), 3)
    for turn in (0, 17, 60):
        assert Prints([print_of_drawing(square, FACE)]).least_seen(half_hidden(turn)) < 0.1
        assert Prints([print_of_drawing(ring, FACE)]).least_seen(half_hidden(turn)) == pytest.approx(
            0.5, abs=0.05
        )


def test_the_print_that_is_hidden_most_counts() -> None:
    shown = [print_of_drawing(drawn(name), FACE) for name in ("move", "interact")]
    alone = [Prints([one]).least_seen(half_hidden()) for one in shown]
    assert Prints(shown).least_seen(half_hidden()) == pytest.approx(min(alone), abs=0.01)


def test_of_a_print_without_ink_nothing_is_seen() -> None:
    assert Prints([np.zeros((ANGLES, DISTANCES), np.float32)]).least_seen(half_hidden()) == 0


def test_where_a_square_reaches_where_bodies_are_looked_at_its_face_has_a_print_by_each_colour() -> None:
    def square(half: int) -> np.ndarray:
        crop = np.full((SIDE, SIDE, 3), LIGHT, np.uint8)
        return cv2.rectangle(crop, (36 - half, 36 - half), (35 + half, 35 + half), (DARK,) * 3, -1)

    assert [len(prints_of(square(half), FACE)) for half in (8, 13)] == [1, 2]
    assert overlap(square(13), square(11)) > 0.75
    assert overlap(square(13), face("blank")) < 0.3
