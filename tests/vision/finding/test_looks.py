"""Further looks at top faces that were found: where they lie, and how sure that makes."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.finding.made_up import scenes_of
from vision.crops import Place
from vision.finding.hourglass import Found, Hourglass
from vision.finding.spots import Places
from vision.finding.top_finder import LOOK, THINGS, WEIGHTS, Top, TopFinder
from vision.finding.tops import (
    _Look,
    _placed_better,
    _seen_better,
    _seen_or_placed_better,
    _times_wider,
    find_tops,
    look_again,
    seen_surely,
    shipped,
)
from vision.forms import FORMS
from vision.odds import log_odds
from vision.rendering.scene import Image


def test_who_looks_around_says_what_three_looks_turned_by_thirds_say_on_the_mean() -> None:
    turned = [Hourglass(WEIGHTS, (LOOK[0] + turn, LOOK[1])) for turn in (0.0, 120.0, 240.0)]
    for picture, labels in scenes_of("d6", 6):
        label = max(labels, key=lambda one: one.visible)
        (first,) = shipped().look_at(picture, [(label.x, label.y, label.r)])
        looks = [net.look_at(picture, [(first.x, first.y, first.r)])[0] for net in turned[1:]]
        odds = [log_odds(look.confidence) for look in (first, *looks)]
        around = shipped().look_around(picture, first)
        assert log_odds(around.confidence) == pytest.approx(sum(odds) / 3, abs=0.01)
        assert sum(around.things.values()) == pytest.approx(1)
        assert (around.x, around.y, around.r) == (first.x, first.y, first.r)


def test_who_looks_from_all_sides_says_what_and_where_six_looks_see_on_the_mean() -> None:
    turned = [Hourglass(WEIGHTS, (LOOK[0] + turn, LOOK[1])) for turn in range(0, 360, 60)]
    for picture, labels in scenes_of("token", 3):
        label = max(labels, key=lambda one: one.visible)
        (first,) = shipped().look_at(picture, [(label.x + 0.2 * label.r, label.y, label.r)])
        looks = [net.look_at(picture, [(first.x, first.y, first.r)])[0] for net in turned]
        seen = shipped().look_from_all_sides(picture, first)
        odds = [log_odds(look.confidence) for look in looks]
        assert log_odds(seen.confidence) == pytest.approx(sum(odds) / 6, abs=0.01)
        places = np.mean([(look.x, look.y, look.r) for look in looks], axis=0)
        assert (seen.x, seen.y, seen.r) == pytest.approx(places, abs=0.01)


@pytest.mark.parametrize(
    ("form", "at_first", "then"), [("token", 0.97, 0.97), ("token", 0.95, 0.7), ("d8", 0.97, 0.7)]
)
def test_looks_from_all_sides_say_where_a_top_lies_and_how_sure_it_is_unless_that_is_beyond_doubt(
    form: str, at_first: float, then: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FromAllSides:
        def look_from_all_sides(self, frame: Image, seen: Top) -> Top:
            return replace(seen, x=53, y=48, r=22, confidence=0.7)

    monkeypatch.setattr("vision.finding.tops.shipped", FromAllSides)
    things = dict.fromkeys(THINGS, 0.0) | {form: 1.0}
    seen = seen_surely(np.zeros((100, 120, 3), np.uint8), Top(50, 50, 20, at_first, things))
    assert (seen.x, seen.y, seen.r, seen.confidence) == (53, 48, 22, then)


def test_where_looks_from_all_sides_see_a_disc_on_a_token_it_stays_where_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Disc:
        def look_from_all_sides(self, frame: Image, seen: Top) -> Top:
            return Top(53, 48, 12, 0.7, dict.fromkeys(THINGS, 0.0) | {"1": 1.0})

    monkeypatch.setattr("vision.finding.tops.shipped", Disc)
    token = Top(50, 50, 20, 0.9, dict.fromkeys(THINGS, 0.0) | {"token": 1.0})
    assert seen_surely(np.zeros((100, 120, 3), np.uint8), token) == replace(token, confidence=0.7)


def test_who_looks_from_all_sides_leaves_out_looks_at_another_face_when_it_says_where(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there, beside = Found(51, 50, 20, 0.9, (1.0,)), Found(59, 50, 20, 0.9, (1.0,))
    net = Hourglass(WEIGHTS, LOOK)
    for looks, x in (([there, there, beside], 51), ([beside, beside], 50)):
        monkeypatch.setattr(net, "_turned", lambda *_, looks=looks: looks)
        seen = net.look_from_all_sides(np.zeros((100, 100, 3), np.uint8), Found(50, 50, 20, 0.5, (1.0,)))
        assert (seen.x, seen.y, seen.r) == (x, 50, 20)


def test_a_d8_that_was_shown_badly_is_placed_better_and_no_surer(monkeypatch: pytest.MonkeyPatch) -> None:
    off, off_at_first = [], []
    for picture, labels in scenes_of("d8", 12):
        label = max(labels, key=lambda one: one.visible)
        place = (label.x + 0.3 * label.r, label.y, 0.8 * label.r)
        (first,) = shipped().look_at(picture, [place])
        monkeypatch.setattr("vision.finding.tops.find_places", lambda *_, place=place: Places([place], []))
        for top in find_tops(picture, {"d8"}):
            if first.confidence > 0.5 and top.confidence == first.confidence:
                assert top.things == first.things
                off.append(math.hypot(top.x - label.x, top.y - label.y) / label.r)
                off_at_first.append(math.hypot(first.x - label.x, first.y - label.y) / label.r)
    assert len(off) > 6
    assert sum(off) < 0.8 * sum(off_at_first)


def test_a_d8_is_not_placed_where_another_face_is_seen_nor_where_it_was_shown_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def look(x: float, missed: float) -> _Look:
        return _Look(x, 50, 20, Top(x, 50, 20, 0.9, {"d8": 1.0}), 0.9, missed, 20)

    def placed(first: _Look, again: float) -> float:
        monkeypatch.setattr("vision.finding.tops._look", lambda *_: look(again, 0.02))
        return _placed_better(np.zeros((100, 120, 3), np.uint8), first).top.x

    assert placed(look(60, 0.2), again=65) == 65
    assert placed(look(60, 0.2), again=75) == 60
    assert placed(look(60, 0.1), again=65) == 60


@pytest.mark.parametrize(
    ("forms", "at_first", "seen"),
    [
        (("d8",), 0.8, ("d8", 0.8)),
        (("d8",), 0.95, ("d8", 0.9)),
        (("d8",), 0.4, ("pips", 0.4)),
        (("token",), 0.8, ("pips", 0.8)),
        (("pips", "sign"), 0.8, ("pips", 0.8)),
        (("pips", "d8"), 0.8, ("pips", 0.8)),
    ],
)
def test_what_looks_like_no_die_that_is_played_with_is_looked_at_from_all_around(
    forms: tuple[str, ...], at_first: float, seen: tuple[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(frame: Image, place: Place, forms: tuple[str, ...] = FORMS) -> _Look:
        x, y, r = place
        thing, confidence = ("d8", 0.9) if x > 50 and y > 50 else ("3", at_first)
        top = Top(x, y, r, confidence, dict.fromkeys(THINGS, 0.0) | {thing: 1.0})
        return _Look(x, y, r, top, confidence * sum(top.forms[form] for form in forms), 0.0, r)

    monkeypatch.setattr("vision.finding.tops._look", look)
    frame = np.zeros((100, 120, 3), np.uint8)
    found = _seen_or_placed_better(frame, look(frame, (50.0, 50.0, 20.0), forms), forms).top
    assert (found.form, found.confidence) == seen


@pytest.mark.parametrize(
    ("thing", "forms", "times"),
    [
        ("sign", ("token",), 0),
        ("sign", ("sign",), 1 + 8),
        ("token", ("pips", "sign"), 8),
        ("3", ("token",), 0),
    ],
)
def test_where_tokens_are_played_with_nothing_but_one_is_looked_at_again(
    thing: str, forms: tuple[str, ...], times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Place] = []

    def look(frame: Image, place: Place, forms: tuple[str, ...] = FORMS) -> _Look:
        looked.append(place)
        top = Top(*place, 0.8, dict.fromkeys(THINGS, 0.0) | {thing: 1.0}, middle=0.4)
        return _Look(*place, top, 0.1, 0.5, place[2])

    monkeypatch.setattr("vision.finding.tops._look", look)
    frame = np.zeros((100, 120, 3), np.uint8)
    _seen_or_placed_better(frame, look(frame, (50.0, 50.0, 20.0), forms), forms)
    assert len(looked) - 1 == times


@pytest.mark.parametrize(
    ("confidence", "times"), [(0.0029, ()), (0.0031, (1.5,)), (0.96, (1.5,)), (0.98, ())]
)
def test_around_what_is_nothing_like_a_top_or_surely_one_no_larger_one_is_looked_for(
    confidence: float, times: tuple[float, ...]
) -> None:
    sign = Top(50.0, 50.0, 20.0, confidence, dict.fromkeys(THINGS, 0.0) | {"sign": 1.0})
    assert _times_wider(sign, ("sign",)) == times


@pytest.mark.parametrize(
    ("at_first", "again", "in_the_end"),
    [(0.1, 0.9, 0.7), (0.1, 0.4, 0.1), (0.98, 0.99, 0.98), (0.9, 0.6, 0.7)],
)
def test_what_was_hardly_seen_from_beside_looks_from_all_sides_judge_if_it_is_likely_where_it_lies(
    at_first: float, again: float, in_the_end: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FromAllSides:
        def look_from_all_sides(self, frame: Image, seen: Top) -> Top:
            return replace(seen, confidence=0.7)

    def look(confidence: float, missed: float, worth: float) -> _Look:
        return _Look(60, 50, 20, Top(60, 50, 20, confidence, {"sign": 1.0}), worth, missed, 20)

    monkeypatch.setattr("vision.finding.tops.shipped", FromAllSides)
    monkeypatch.setattr("vision.finding.tops._look", lambda *_: look(again, 0.02, 1.0))
    frame = np.zeros((100, 120, 3), np.uint8)
    assert _seen_better(frame, look(at_first, 0.3, 0.5), FORMS).top.confidence == in_the_end


@pytest.mark.parametrize("kind", ["d8", "token"])
def test_what_is_looked_at_again_is_seen_nearer_to_where_it_lies_and_is_no_surer(kind: str) -> None:
    off, off_again = [], []
    for picture, labels in scenes_of(kind, 12):
        label = max(labels, key=lambda one: one.visible)
        place = (label.x + 0.2 * label.r, label.y, 0.85 * label.r)
        (first,) = shipped().look_at(picture, [place])
        again = look_again(picture, first)
        assert again.confidence <= first.confidence
        if first.confidence > 0.5:
            off.append(math.hypot(first.x - label.x, first.y - label.y) / label.r)
            off_again.append(math.hypot(again.x - label.x, again.y - label.y) / label.r)
    assert len(off) > 6
    assert sum(off_again) < 0.8 * sum(off)


def test_what_lies_beside_where_it_was_shown_is_looked_at_until_it_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    off: dict[int, list[float]] = {1: [], 3: []}
    for picture, labels in scenes_of("token", 12):
        label = max(labels, key=lambda one: one.visible)
        (first,) = shipped().look_at(picture, [(label.x + 0.45 * label.r, label.y, 0.8 * label.r)])
        for times, seen in off.items():
            monkeypatch.setattr("vision.finding.tops.TIMES", times)
            again = look_again(picture, first)
            seen.append(math.hypot(again.x - label.x, again.y - label.y) / label.r)
            assert math.hypot(again.x - first.x, again.y - first.y) <= 0.4 * first.r
    assert sum(off[3]) < 0.9 * sum(off[1])


def test_a_sign_is_found_from_far_beside_its_middle_and_is_surer_by_looks_from_all_sides_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strayed, seen, judged = 0, 0, []
    from_all_sides = TopFinder.look_from_all_sides

    def judging(finder: TopFinder, picture: Image, top: Top) -> Top:
        found = from_all_sides(finder, picture, top)
        judged.append(found.confidence)
        return found

    monkeypatch.setattr(TopFinder, "look_from_all_sides", judging)
    for picture, labels in scenes_of("other", 25):
        label = max(labels, key=lambda one: one.visible)
        place = (label.x + 0.7 * label.r, label.y, label.r)
        (first,) = shipped().look_at(picture, [place])
        if first.middle > 0.5 or first.confidence < 0.3 or first.form != "sign":
            continue
        strayed += 1
        monkeypatch.setattr("vision.finding.tops.find_places", lambda *_, place=place: Places([place], []))
        for top in find_tops(picture):
            seen += math.hypot(top.x - label.x, top.y - label.y) < 0.2 * label.r
            assert top.confidence <= first.confidence or top.confidence in judged
    assert strayed >= 5
    assert seen >= 0.7 * strayed
