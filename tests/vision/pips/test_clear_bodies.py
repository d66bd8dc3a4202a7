"""The top of a clear die, through whose body the pips of its underside shine."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.pips.made_up import says
from vision import read
from vision.crops import Place
from vision.pips import clear_bodies
from vision.pips.clear_bodies import painted_over, without_what_shines
from vision.pips.votes import Vote
from vision.reading import Picture
from vision.rendering import Camera, Die, Scene, render
from vision.rendering.scene import Finish

X, Y, R = 120, 110, 30
BODY, ON_TOP, SHINING, BETWEEN = (90, 40, 30), (245, 245, 245), (175, 105, 100), (205, 170, 165)  # BGR


def picture_of(face: str, translucency: float, size: float = 50.0) -> Picture:
    """A blue die with white pips from right above."""
    die = Die(face=face, colour=(170.0, 70.0, 40.0), pip_colour=ON_TOP, x=X, y=Y, size=size, angle=30.0)
    clear = replace(die, finish=Finish(translucency=translucency))
    return render(Scene((clear,), camera=Camera(width=240, height=220)), np.random.default_rng(1))[0]


@pytest.mark.parametrize("size", [40, 60, 90])
@pytest.mark.parametrize("translucency", [0.6, 0.8, 1.0])
@pytest.mark.parametrize("face", "123456")
def test_a_clear_die_shows_what_is_on_its_top(face: str, translucency: float, size: float) -> None:
    (die,) = read(picture_of(face, translucency, size), "d6").dice
    assert (die.face, die.certain) == (face, True)


def two_marks(shines: tuple[int, int, int]) -> Picture:
    """A mark of a die's top, and one that shines through its body; beside the die another like that."""
    picture = np.full((220, 240, 3), 100, np.uint8)
    cv2.rectangle(picture, (X - R, Y - R), (X + R, Y + R), BODY, -1)
    cv2.circle(picture, (X - 12, Y), 6, ON_TOP, -1)
    cv2.circle(picture, (X + 12, Y), 6, shines, -1)
    cv2.circle(picture, (X + 2 * R, Y), 6, shines, -1)
    return picture


def test_what_shines_through_is_painted_over_and_nothing_else() -> None:
    picture = two_marks(SHINING)
    painted = painted_over(picture, (X, Y, R))
    shone = painted[Y - 3 : Y + 4, X + 9 : X + 16].reshape(-1, 3).astype(int)
    assert np.abs(shone - BODY).max() < 4
    on_top = painted[Y - 3 : Y + 4, X - 15 : X - 8].reshape(-1, 3).astype(int)
    assert np.abs(on_top - ON_TOP).max() < 4
    beside = painted[:, X + round(1.3 * R) :].astype(int)
    assert np.abs(beside - picture[:, X + round(1.3 * R) :]).max() < 4
    assert (picture == two_marks(SHINING)).all()


def test_what_may_be_a_pip_in_the_shade_keeps_some_of_its_colour() -> None:
    painted = painted_over(two_marks(BETWEEN), (X, Y, R))
    assert BODY[2] + 20 < painted[Y, X + 12, 2] < BETWEEN[2] - 10


def test_what_is_strongest_is_looked_for_on_the_face_and_not_beside_it() -> None:
    picture = two_marks(SHINING)
    picture[:, X + R :] = (255, 255, 255)
    picture[picture == 245] = 185
    painted = painted_over(picture, (X, Y, R))
    assert painted[Y, X - 12].tolist() == pytest.approx([185, 185, 185], abs=4)


def seen_as(face: int, there: float = 0.9, x: float = X, r: float = R) -> Vote:
    top, seen = says(face, x, there, y=Y)
    return Vote(replace(top, r=r), replace(seen, r=r), None, frozenset())


def test_fewer_pips_are_believed_and_what_was_counted_is_counted_again() -> None:
    picture = picture_of("2", 0.8, 60)
    on_top = without_what_shines(picture, seen_as(5))
    assert (on_top.face, on_top.agreed, on_top.certain) == (2, True, True)
    assert (on_top.x, on_top.y) == pytest.approx((X, Y), abs=2)


@pytest.mark.parametrize("face", [1, 2])
def test_as_many_pips_as_were_seen_before_say_nothing(face: int) -> None:
    one = seen_as(face)
    assert without_what_shines(picture_of("2", 0.8, 60), one) is one


@pytest.mark.parametrize("face", "3456")
def test_a_solid_die_is_as_it_was(face: str) -> None:
    one = seen_as(int(face))
    assert without_what_shines(picture_of(face, 0.0, 60), one) is one


@pytest.mark.parametrize(
    "one",
    [seen_as(5, there=0.2), seen_as(5, x=R - 5), seen_as(5, r=4)],
    ids=["no top", "cut off", "too small"],
)
def test_what_is_hardly_a_whole_top_is_not_looked_at_again(one: Vote) -> None:
    picture = picture_of("2", 0.8, 60)
    moved = np.roll(picture, round(one.x) - X, axis=1)
    assert without_what_shines(np.asarray(moved, np.uint8), one) is one


class Says:
    """A net that says the same of any place."""

    def __init__(self, said: object) -> None:
        self.said = said

    def look_at(self, picture: Picture, places: list[Place]) -> list[object]:
        return [self.said]


@pytest.mark.parametrize(
    ("there", "sure", "other", "believed"),
    [(0.95, 0.95, 2, True), (0.85, 0.95, 2, False), (0.95, 0.85, 2, False), (0.95, 0.95, 3, False)],
)
def test_both_nets_must_be_sure_of_what_is_left(
    monkeypatch: pytest.MonkeyPatch, there: float, sure: float, other: int, believed: bool
) -> None:
    top, seen = says(2, X, there, sure, other, Y)
    monkeypatch.setattr(clear_bodies, "top_finder", lambda: Says(top))
    monkeypatch.setattr(clear_bodies.net, "shipped", lambda: Says(seen))
    one = seen_as(5)
    on_top = without_what_shines(picture_of("2", 0.8, 60), one)
    assert (on_top.face, on_top is one) == ((2, False) if believed else (5, True))
