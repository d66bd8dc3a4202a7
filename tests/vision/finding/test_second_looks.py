"""Second looks where a first one leaves a doubt: at signs of many small marks, and at sides of d8s."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest

from vision import reader
from vision.crops import Place
from vision.dice_sets import SETS
from vision.finding.spots import Places
from vision.finding.top_finder import THINGS, Top, TopFinder
from vision.finding.tops import _Look, _on_top, _second_look, _without_parts, find_tops, look_again, shipped
from vision.forms import FORMS
from vision.reading import Picture
from vision.rendering import Label, render
from vision.rendering.scene import Camera, Colour, Die, Image, Scene

SIGNS = ("pips", "sign")
NOTHING = np.zeros((200, 200, 3), np.uint8)
YELLOW, BLUE, INK = (60.0, 200.0, 240.0), (150.0, 60.0, 30.0), (20, 20, 20)


def paws(ink: tuple[int, int, int]) -> Image:
    """Two prints of a paw, five dots each, in opposite corners of a face."""
    face = np.zeros((96, 96, 4), np.uint8)
    face[:, :, :3] = ink
    for x, y in ((30, 34), (64, 60)):
        cv2.ellipse(face, (x, y + 5), (7, 5), 0, 0, 360, (*ink, 255), -1, cv2.LINE_AA)
        for right, down in ((-9, -2), (-4, -8), (4, -8), (9, -2)):
            cv2.circle(face, (x + right, y + down), 3, (*ink, 255), -1, cv2.LINE_AA)
    return face


def die_with_paws(body: Colour, size: float, angle: float) -> tuple[Picture, Label]:
    faces = {str(number): paws(INK) for number in range(1, 7)}
    die = Die("other", "1", body, x=160, y=120, size=size, angle=angle, faces=faces)
    frame, (label,) = render(Scene((die,), camera=Camera(320, 240)), np.random.default_rng(1))
    return frame, label


@pytest.mark.parametrize(
    ("body", "size", "angle"),
    [(YELLOW, 80, 15), (YELLOW, 80, 40), (YELLOW, 100, 15), (YELLOW, 100, 40), (BLUE, 100, 15)],
)
def test_two_small_marks_do_not_hide_the_cube_that_carries_them(
    body: Colour, size: float, angle: float
) -> None:
    frame, die = die_with_paws(body, size, angle)
    (top,) = find_tops(frame, SIGNS, with_signs=True)
    assert (top.form, top.confidence > 0.85) == ("sign", True)
    assert math.hypot(top.x - die.x, top.y - die.y) < 0.25 * die.r


def test_where_dice_have_but_pips_nothing_is_looked_at_blurred(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(TopFinder, "look_blurred")
    assert len(find_tops(die_with_paws(YELLOW, 100, 15)[0], SIGNS)) == 2, "a paw each"


def test_games_whose_cubes_carry_signs_are_known() -> None:
    assert [name for name in SETS if SETS[name].has_signs] == ["riff_in_time", "professor_evil"]


def look(
    x: float,
    r: float,
    confidence: float,
    form: str = "sign",
    missed: float = 0.0,
    middle: float = 1.0,
) -> _Look:
    thing = "5" if form == "pips" else form
    top = Top(x, 100.0, r, confidence, dict.fromkeys(THINGS, 0.0) | {thing: 1.0}, middle)
    return _Look(x, 100.0, r, top, confidence, missed, r)


class Looks:
    """A finder that sees a `plain` top wherever it looks, a `blurred` one where it looks blurred, and
    counts.
    """

    def __init__(self, plain: float, blurred: float, sign: float = 1.0, step: float = 0.0) -> None:
        self.plain, self.blurred, self.sign, self.step, self.count = plain, blurred, sign, step, 0

    def look_at(self, frame: Picture, places: Sequence[Place]) -> list[Top]:
        return [look(x, r, self.plain).top for x, _, r in places]

    def look_blurred(self, frame: Picture, place: Place) -> Top:
        self.count += 1
        things = dict.fromkeys(THINGS, 0.0) | {"2": self.sign, "d8": 1 - self.sign}
        return Top(place[0] + self.step, 100.0, place[2], self.blurred, things)

    def look_from_all_sides(self, frame: Picture, seen: Top) -> Top:
        return seen


@pytest.fixture
def finder(monkeypatch: pytest.MonkeyPatch) -> Callable[[Looks], Looks]:
    def sees(looks: Looks) -> Looks:
        monkeypatch.setattr("vision.finding.tops.shipped", lambda: looks)
        return looks

    return sees


@pytest.mark.parametrize(
    ("first", "blurred", "sign", "seen"),
    [
        (0.1, 0.99, 1.0, True),
        (0.89, 0.99, 1.0, True),
        (0.91, 0.99, 1.0, False),
        (0.1, 0.97, 1.0, False),
        (0.1, 0.99, 0.91, True),
        (0.1, 0.99, 0.89, False),
    ],
)
def test_what_a_look_doubts_is_a_cube_with_a_sign_where_a_blurred_look_is_sure_of_a_cube(
    first: float, blurred: float, sign: float, seen: bool, finder: Callable[[Looks], Looks]
) -> None:
    finder(Looks(first, blurred, sign))
    second = _second_look(NOTHING, look(50, 20, first), SIGNS)
    assert (second is not None) == seen
    if second is not None:
        assert (second.top.form, second.top.blurred, second.top.confidence) == ("sign", True, blurred)


def test_pips_are_not_looked_at_blurred_for_they_would_flow_together(
    finder: Callable[[Looks], Looks],
) -> None:
    looks = finder(Looks(0.1, 0.99))
    assert _second_look(NOTHING, look(50, 20, 0.1, "pips"), SIGNS) is None
    assert looks.count == 0


@pytest.mark.parametrize(("again", "blurred"), [(0.91, False), (0.89, True)])
def test_what_was_shown_badly_is_looked_at_blurred_where_a_better_look_leaves_a_doubt_too(
    again: float, blurred: bool, finder: Callable[[Looks], Looks]
) -> None:
    finder(Looks(again, 0.99))
    second = _second_look(NOTHING, look(50, 20, 0.8, missed=0.13), SIGNS)
    assert second is not None
    assert second.top.blurred == blurred


@pytest.mark.parametrize(("step", "count", "seen"), [(1.0, 1, True), (2.0, 4, True), (5.0, 3, False)])
def test_blurred_looks_go_on_until_they_see_it_where_it_was_shown_unless_they_stray(
    step: float, count: int, seen: bool, finder: Callable[[Looks], Looks]
) -> None:
    looks = finder(Looks(0.1, 0.99, step=step))
    assert (_second_look(NOTHING, look(50, 20, 0.1), SIGNS) is not None, looks.count) == (seen, count)


def test_what_is_likelier_no_top_where_it_is_blurred_is_not_looked_at_further(
    finder: Callable[[Looks], Looks],
) -> None:
    looks = finder(Looks(0.1, 0.49, step=2.0))
    assert (_second_look(NOTHING, look(50, 20, 0.1), SIGNS), looks.count) == (None, 1)


def test_what_only_a_blurred_look_saw_is_not_looked_at_again(finder: Callable[[Looks], Looks]) -> None:
    finder(Looks(0.1, 0.99))
    second = _second_look(NOTHING, look(50, 20, 0.1), SIGNS)
    assert second is not None
    assert look_again(NOTHING, second.top) == second.top


@pytest.mark.parametrize(
    ("r", "sure", "die", "kept"),
    [
        (9, 0.99, 0.97, False),
        (11, 0.99, 0.97, True),
        (9, 0.998, 0.97, True),
        (9, 0.99, 0.95, True),
    ],
)
def test_what_is_much_narrower_than_the_cube_it_lies_on_is_a_part_of_its_sign_unless_it_surely_is_a_die(
    r: float, sure: float, die: float, kept: bool
) -> None:
    cube, part, beside = look(100, 40, die), look(110, r, sure), look(140, r, sure)
    assert _without_parts([cube, part, beside]) == [cube, *([part] if kept else []), beside]


def test_a_part_of_a_sign_does_not_take_the_place_of_a_cube_that_was_shown_too_small(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cube, part = look(100, 40, 0.97), look(110, 9, 0.965)

    def sees(finder: TopFinder, frame: Picture, places: Sequence[Place]) -> list[Top]:
        return [part.top if r < 20 else cube.top for _, _, r in places]

    monkeypatch.setattr(TopFinder, "look_at", sees)
    places = Places([(100.0, 100.0, 30.0), (110.0, 100.0, 9.0)], [])
    monkeypatch.setattr("vision.finding.tops.find_places", lambda *_: places)
    assert [top.r for top in find_tops(NOTHING, SIGNS, with_signs=True)] == [40]
    assert [top.r for top in find_tops(NOTHING, SIGNS)] == [9]


@pytest.mark.parametrize(("dice", "signs"), [("riff_in_time", True), ("d6", False)])
def test_who_reads_dice_says_whether_they_carry_signs(
    dice: str, signs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    monkeypatch.setattr(reader, "find_tops", lambda _, forms, with_signs: said.append(with_signs) or [])
    reader.read(NOTHING, dice)
    assert said == [signs]


def test_a_side_of_a_d8_is_left_for_the_top_that_is_seen_much_surer_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def on_top(first: _Look, there: _Look, others: Sequence[_Look] = ()) -> bool:
        monkeypatch.setattr("vision.finding.tops._around", lambda *_: [there])
        monkeypatch.setattr(TopFinder, "look_from_all_sides", lambda _, frame, seen: seen)
        seen = _on_top(NOTHING, first, [first, *others], FORMS)
        assert seen in (first, there)
        return seen == there

    side = look(50, 20, 0.8, "d8", middle=0.4)
    top = look(62, 20, 0.995, "d8", middle=0.9)
    assert on_top(side, top)
    assert not on_top(look(50, 20, 0.88, "d8", middle=0.1), top), "it was sure enough"
    assert not on_top(look(50, 20, 0.3, "d8", middle=0.61), top), "it saw a middle"
    assert not on_top(side, look(62, 20, 0.96, "d8", middle=0.8)), "not so much surer"
    assert not on_top(side, look(62, 20, 0.995, "sign", middle=0.9)), "that is no d8"
    assert not on_top(side, top, [look(77, 20, 0.99, "d8")]), "there lies another die"
    assert on_top(side, top, [look(79, 20, 0.99, "d8")])


def test_a_top_beside_the_place_that_was_found_is_the_one_that_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    side, there = look(50, 20, 0.8, "d8", middle=0.4), look(62, 20, 0.995, "d8", middle=0.9)

    def sees(finder: TopFinder, frame: Picture, places: Sequence[Place]) -> list[Top]:
        return [there.top if x > 55 else side.top for x, _, _ in places]

    monkeypatch.setattr(TopFinder, "look_at", sees)
    monkeypatch.setattr(TopFinder, "look_from_all_sides", lambda _, frame, seen: seen)
    monkeypatch.setattr("vision.finding.tops.find_places", lambda *_: Places([(50.0, 100.0, 20.0)], []))
    (top,) = find_tops(NOTHING, {"d8"})
    assert (top.x, top.confidence) == (62, 0.995)
    (top,) = find_tops(NOTHING, {"token"})
    assert top.confidence == 0.8, "no game with tokens has d8s"


def test_a_blurred_look_sees_less_of_what_is_fine() -> None:
    frame, die = die_with_paws(YELLOW, 100, 15)
    (plain,) = shipped().look_at(frame, [(die.x, die.y, die.r)])
    blurred = shipped().look_blurred(frame, (die.x, die.y, die.r))
    assert plain.confidence < 0.8 < 0.99 < blurred.confidence
