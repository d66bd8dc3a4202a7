"""The net that finds top faces of every form, on pictures our own renderer drew."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from tests.vision.finding.made_up import scenes_of
from vision import read
from vision.crops import Place
from vision.finding.hourglass import Hourglass
from vision.finding.spots import FINER, SCALES, Places
from vision.finding.top_finder import THINGS, Top, TopFinder
from vision.finding.tops import _as_large_as_dice, _is_tray, _Look, _lying_on, find_tops, shipped
from vision.rendering import Camera, Die, Ground, Label, Scene, render
from vision.rendering.scene import Image

FORM_OF = {"d6": "pips", "other": "sign", "d8": "d8", "token": "token"}


def nearest(tops: list[Top], label: Label) -> Top | None:
    near = [top for top in tops if math.hypot(top.x - label.x, top.y - label.y) < 0.5 * label.r]
    return max(near, key=lambda top: top.confidence, default=None)


@pytest.mark.parametrize("kind", FORM_OF)
def test_nine_in_ten_faces_of_each_form_are_found_and_known_for_what_they_are(kind: str) -> None:
    found = whole = named = 0
    for frame, labels in scenes_of(kind, 25):
        tops = find_tops(frame)
        for label in labels:
            if label.visible > 0.97:
                whole += 1
                top = nearest(tops, label)
                found += top is not None
                named += top is not None and top.form == FORM_OF[kind]
    assert whole > 40
    assert found >= 0.9 * whole
    assert named >= 0.8 * whole


def test_an_empty_table_holds_nothing_sure() -> None:
    for kind in ("plain", "felt", "wood"):
        frame, _ = render(Scene((), Ground(kind), camera=Camera(320, 240)), np.random.default_rng(1))
        assert not [top for top in find_tops(frame) if top.confidence > 0.6]


def sizes_off(times: float, monkeypatch: pytest.MonkeyPatch) -> tuple[float, float]:
    """By how much, on the mean and as a logarithm, a token that is shown at so many times its size is seen at
    a wrong one: at the first look, and at last.
    """
    off, off_again = [], []
    for picture, labels in scenes_of("token", 12):
        label = max(labels, key=lambda one: one.visible)
        place = (label.x, label.y, label.r * times)
        monkeypatch.setattr("vision.finding.tops.find_places", lambda *_, place=place: Places([place], []))
        (first,) = shipped().look_at(picture, [place])
        for top in find_tops(picture):
            off.append(abs(math.log(first.r / label.r)))
            off_again.append(abs(math.log(top.r / label.r)))
    assert len(off) > 6
    return fmean(off), fmean(off_again)


@pytest.mark.parametrize(("times", "left"), [(0.55, 0.4), (0.7, 0.8)])
def test_a_token_taken_for_too_small_is_seen_nearer_to_its_size_when_shown_at_that(
    times: float, left: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, again = sizes_off(times, monkeypatch)
    assert again < left * first


def test_a_token_taken_for_too_large_is_seen_as_large_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert max(sizes_off(1.4, monkeypatch)) < 0.08


@pytest.mark.parametrize("kind", ["d8", "token"])
def test_a_d8_or_a_token_is_found_around_what_it_carries(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for picture, labels in scenes_of(kind, 12):
        label = max(labels, key=lambda one: one.visible)
        place = (label.x, label.y, 0.6 * label.r)
        monkeypatch.setattr("vision.finding.tops.find_places", lambda *_, place=place: Places([place], []))
        seen = find_tops(picture)
        found.append(any(top.form == kind and top.confidence > 0.8 for top in seen))
    assert sum(found) >= 9


@pytest.mark.parametrize(
    ("wider", "all_around", "seen"), [(0.98, 0.95, 0.95), (0.98, 0.3, 0.3), (0.4, 0.95, 0.07)]
)
def test_a_cube_whose_sign_was_found_alone_is_as_sure_as_looks_from_all_sides_at_what_is_around_it(
    wider: float, all_around: float, seen: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(finder: TopFinder, frame: Image, places: Sequence[Place]) -> list[Top]:
        things = {**dict.fromkeys(THINGS, 0.0), "sign": 1.0}
        return [Top(x, y, r, wider if r > 25 else 0.07, things) for x, y, r in places]

    def look_from_all_sides(finder: TopFinder, frame: Image, top: Top) -> Top:
        return replace(top, confidence=all_around)

    monkeypatch.setattr(TopFinder, "look_at", look)
    monkeypatch.setattr(TopFinder, "look_from_all_sides", look_from_all_sides)
    monkeypatch.setattr("vision.finding.tops.find_places", lambda *_: Places([(50.0, 50.0, 20.0)], []))
    (top,) = find_tops(one_die(56.0)[0])
    assert (top.r, top.confidence) == (30.0, seen)


def token_with_disc(reach: int) -> tuple[Image, Label]:
    """A brown token with a light disc, as large as that, and a dot in its middle."""
    disc = np.zeros((96, 96, 4), np.uint8)
    cv2.circle(disc, (48, 48), reach, (170, 225, 240, 255), -1, cv2.LINE_AA)
    cv2.circle(disc, (48, 48), 10, (20, 40, 70, 255), -1, cv2.LINE_AA)
    brown, faces = (40.0, 70.0, 120.0), {"marked": disc}
    token = Die("token", "marked", brown, x=160, y=120, size=70, faces=faces, form="token")
    picture, (label,) = render(Scene((token,), camera=Camera(320, 240)), np.random.default_rng(1))
    return picture, label


@pytest.mark.parametrize("reach", [44, 45])
def test_a_token_is_found_around_a_disc_with_a_dot_that_looks_like_a_one(reach: int) -> None:
    picture, label = token_with_disc(reach)
    (seen,) = find_tops(picture)
    assert seen.thing == "1"
    (around,) = find_tops(picture, ["token"])
    assert (around.form, around.confidence > 0.8) == ("token", True)
    assert around.r == pytest.approx(label.r, rel=0.15)


def test_where_only_tokens_are_played_with_a_disc_with_a_dot_is_what_one_carries() -> None:
    picture, label = token_with_disc(44)
    (die,) = read(picture, "betrayal_tour").dice
    assert (die.kind, die.r) == ("token", pytest.approx(label.r, rel=0.15))
    assert [die.kind for die in read(picture, "d6").dice] == ["d6"]


def test_the_one_of_a_cube_is_what_no_token_carries() -> None:
    picture, _ = scenes_of("d6", 7)[-1]
    assert [top.thing for top in find_tops(picture)].count("1") == 2
    assert not [top for top in find_tops(picture, ["token"]) if top.form == "token" and top.confidence > 0.1]


@pytest.mark.parametrize("side", [36, 48])
def test_a_square_on_a_token_is_not_the_top_of_a_cube(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    square = np.zeros((96, 96, 4), np.uint8)
    cv2.rectangle(square, (48 - side // 2,) * 2, (48 + side // 2,) * 2, (250,) * 4, -1)
    faces = {"square": square, "": square}
    token = Die("token", "square", (40.0, 60.0, 75.0), x=160, y=120, size=76, faces=faces, form="token")
    picture, (label,) = render(Scene((token,), camera=Camera(320, 240)), np.random.default_rng(1))
    place = (label.x, label.y, 0.56 * label.r)
    monkeypatch.setattr("vision.finding.tops.find_places", lambda frame, scales=SCALES: Places([place], []))
    assert shipped().look_at(picture, [place])[0].form == "sign"
    (top,) = find_tops(picture)
    assert (top.form, round(top.r / label.r, 1)) == ("token", 1.0)


def looked_at(
    picture: Image, places: list[Place], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, list[float]]:
    """How many looks `find_tops` takes at these places, and at which scales it asks for them."""
    looks, asked = [], []

    def look(finder: TopFinder, frame: Image, few: Sequence[Place]) -> list[Top]:
        looks.extend(few)
        return really(finder, frame, few)

    def find(frame: Image, scales: Sequence[float] = SCALES) -> Places:
        asked.extend(scales)
        return Places(places, [])

    really = TopFinder.look_at
    with monkeypatch.context() as patched:
        patched.setattr(TopFinder, "look_at", look)
        patched.setattr("vision.finding.tops.find_places", find)
        find_tops(picture)
    return len(looks), asked


def one_die(size: float) -> tuple[Image, Label]:
    scene = Scene((Die(face="5", x=320, y=180, size=size),), camera=Camera(640, 360))
    frame, (label,) = render(scene, np.random.default_rng(1))
    return frame, label


def test_a_die_that_was_well_seen_is_looked_at_once_however_often_it_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame, die = one_die(56.0)
    found_twice = [(die.x, die.y, die.r), (die.x + 1, die.y, 1.7 * die.r)]
    assert looked_at(frame, found_twice, monkeypatch)[0] == 1
    too_large = (die.x, die.y, 1.25 * die.r)
    assert looked_at(frame, [too_large, found_twice[1]], monkeypatch)[0] == 1
    assert looked_at(frame, found_twice[::-1], monkeypatch)[0] == 2, "it was shown at a wrong size first"


@pytest.mark.parametrize(("doubtful", "seen"), [(20, 2), (19, 1)])
def test_where_many_places_are_doubtful_dice_are_looked_for_as_large_as_one_that_was_seen(
    doubtful: int, seen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = Die(face="5", x=150, y=180, size=60), Die(face="3", x=450, y=100, size=60)
    frame, (one, other) = render(Scene(dice, camera=Camera(640, 360)), np.random.default_rng(1))
    veins = [(30.0 * step, 330.0, 9.0) for step in range(1, doubtful)]
    places = Places([(one.x, one.y, one.r)], [*veins, (other.x, other.y, 0.2 * other.r)])
    monkeypatch.setattr("vision.finding.tops.find_places", lambda *_: places)
    assert len([top for top in find_tops(frame) if top.confidence > 0.9]) == seen
    none_seen = places._replace(likely=[])
    monkeypatch.setattr("vision.finding.tops.find_places", lambda *_: none_seen)
    assert find_tops(frame) == []


@pytest.mark.parametrize(
    ("busy", "threads", "seen"),
    [(True, 10.0, 2), (False, 10.0, 1), (True, 30.0, 1)],
    ids=["busy", "plain", "threads as large as dice"],
)
def test_on_a_busy_ground_dice_hide_where_it_is_doubtful_when_looked_through_finely(
    busy: bool, threads: float, seen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = Die(face="5", x=150, y=180, size=60), Die(face="3", x=450, y=100, size=60)
    frame, (one, other) = render(Scene(dice, camera=Camera(640, 360)), np.random.default_rng(1))
    veins = [(30.0 * step, 330.0, 9.0) for step in range(20)]

    def find(frame: Image, scales: Sequence[float] = SCALES) -> Places:
        if scales == SCALES:
            return Places([(one.x, one.y, one.r)], veins)
        return Places([], [(other.x, other.y, 0.4 * other.r)])

    monkeypatch.setattr("vision.finding.tops.find_places", find)
    monkeypatch.setattr("vision.finding.tops._is_busy", lambda frame: busy)
    monkeypatch.setattr("vision.finding.tops.THREADS", threads)
    assert len([top for top in find_tops(frame) if top.confidence > 0.9]) == seen


@pytest.mark.parametrize(("thoroughly", "seen"), [(False, 1), (True, 3)])
def test_where_a_die_is_missing_it_is_looked_for_finely_and_at_doubtful_places_on_any_ground(
    thoroughly: bool, seen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    things = {**dict.fromkeys(THINGS, 0.0), "3": 1.0}
    monkeypatch.setattr(
        TopFinder, "look_at", lambda self, frame, places: [Top(*place, 0.99, things) for place in places]
    )

    def find(frame: Image, scales: Sequence[float] = SCALES) -> Places:
        if scales == SCALES:
            return Places([(50.0, 50.0, 30.0)], [(300.0, 300.0, 30.0)])
        return Places([(500.0, 100.0, 30.0)], [])

    monkeypatch.setattr("vision.finding.tops.find_places", find)
    assert len(find_tops(one_die(56.0)[0], thoroughly=thoroughly)) == seen


@pytest.mark.parametrize(
    ("confidence", "thoroughly", "seen"),
    [(0.97, False, 2), (0.95, False, 1), (0.51, True, 2), (0.49, True, 1)],
)
def test_what_is_found_at_a_doubtful_place_counts_where_it_is_a_top_beyond_doubt_or_likely_the_missing_one(
    confidence: float, thoroughly: bool, seen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(finder: TopFinder, frame: Image, places: Sequence[Place]) -> list[Top]:
        things = {**dict.fromkeys(THINGS, 0.0), "3": 1.0}
        return [Top(x, y, r, 0.99 if x < 100 else confidence, things) for x, y, r in places]

    veins = [(600.0, 300.0, 9.0)] * 20
    monkeypatch.setattr(TopFinder, "look_at", look)
    monkeypatch.setattr("vision.finding.tops.find_places", lambda *_: Places([(50.0, 50.0, 30.0)], veins))
    assert len(find_tops(one_die(56.0)[0], thoroughly=thoroughly)) == seen


def test_of_doubtful_places_the_likeliest_are_looked_at_each_once_and_as_large_as_the_dice() -> None:
    def look(r: float, confidence: float) -> _Look:
        top = Top(0.0, 0.0, r, confidence, {**dict.fromkeys(THINGS, 0.0), "3": 1.0})
        return _Look(0.0, 0.0, r, top, confidence, 0.0, r)

    looks = [look(20, 0.97), look(22, 0.99), look(24, 0.97), look(90, 0.95)]
    beside = [(100.0, 0.0, 5.0), (110.9, 0.0, 80.0), (111.1, 0.0, 9.0)]
    assert _as_large_as_dice(beside, looks, 2) == [(100.0, 0.0, 22.0), (111.1, 0.0, 22.0)]
    assert _as_large_as_dice(beside, looks[3:], 2) == []
    assert _as_large_as_dice(beside, looks, 1) == [(100.0, 0.0, 22.0)]


def test_a_round_tray_with_three_dice_is_no_large_three(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = [Die(face="6", x=320 + step, y=180 + step, size=26) for step in (-63, 0, 63)]
    frame, labels = render(Scene(tuple(dice), camera=Camera(640, 360)), np.random.default_rng(1))
    tray = cv2.circle(np.zeros(frame.shape, np.uint8), (320, 180), 150, (255, 255, 255), -1)
    frame = np.where(tray > 0, frame, 60).astype(np.uint8)
    whole = (320.0, 180.0, 140.0)
    (looks_like,) = shipped().look_at(frame, [whole])
    assert (looks_like.thing, looks_like.confidence > 0.99) == ("3", True)
    places = [whole, *((die.x, die.y, die.r) for die in labels)]
    monkeypatch.setattr("vision.finding.tops.find_places", lambda *_: Places(places, []))
    assert [top.thing for top in find_tops(frame)] == ["6", "6", "6"]


def test_what_is_large_is_a_tray_where_something_small_in_it_is_surely_a_die(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def look(x: float, r: float, confidence: float) -> _Look:
        top = Top(x, 100, r, confidence, {**dict.fromkeys(THINGS, 0.0), "3": 1.0})
        return _Look(x, 100, r, top, confidence, 0.0, r)

    large, pip, die, wide, beside = (
        look(100, 80, 0.999),
        look(130, 19, 0.996),
        look(130, 19, 0.998),
        look(130, 21, 0.998),
        look(170, 19, 0.998),
    )
    frame = np.zeros((400, 600, 3), np.uint8)  # 72 pixels are large
    is_die_after_all(monkeypatch, 0.98)
    assert _is_tray(frame, large, [large, die])
    for other in (pip, wide, beside):
        assert not _is_tray(frame, large, [large, other])
    assert not _is_tray(np.zeros((400, 700, 3), np.uint8), large, [large, die])
    assert not _is_tray(frame, die, [large, die])
    # What is in doubt itself carries one that is beyond doubt, and less so than that is.
    tray, doubted, less = look(100, 80, 0.97), look(130, 19, 0.955), look(130, 19, 0.968)
    assert _is_tray(frame, tray, [tray, pip])
    assert not _is_tray(frame, look(100, 80, 0.93), [doubted])
    assert not _is_tray(frame, tray, [tray, less])
    # Where that is huge, and looks from all sides doubt it, what is likely a die is one.
    likely, hardly = look(130, 19, 0.51), look(130, 19, 0.49)
    small = frame[:395, :395]  # 79 pixels are huge
    assert not _is_tray(small, large, [large, likely])
    is_die_after_all(monkeypatch, 0.96)
    assert _is_tray(small, large, [large, likely])
    assert not _is_tray(frame, large, [large, likely])
    assert not _is_tray(small, large, [large, hardly])
    assert not _is_tray(small, large, [large, beside, wide])


def is_die_after_all(monkeypatch: pytest.MonkeyPatch, confidence: float) -> None:
    """Looks from all sides are so sure of all that they see."""
    net = SimpleNamespace(look_from_all_sides=lambda _, top: replace(top, confidence=confidence))
    monkeypatch.setattr("vision.finding.tops.shipped", lambda: net)


def test_a_die_that_touches_one_that_was_well_seen_is_looked_at_though_its_place_was_found_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left, right = Die(face="5", x=290, y=180, size=60), Die(face="3", x=350, y=180, size=60)
    frame, (one, other) = render(Scene((left, right), camera=Camera(640, 360)), np.random.default_rng(1))
    places = [(one.x, one.y, one.r), (other.x, other.y, 1.7 * other.r)]
    assert looked_at(frame, places, monkeypatch)[0] == 2


def test_a_small_die_that_was_well_seen_is_not_looked_at_again_where_the_finer_look_finds_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame, die = one_die(20.0)
    looks, asked = looked_at(frame, [(die.x, die.y, die.r)], monkeypatch)
    assert FINER in asked
    assert looks == 1


def test_a_picture_is_looked_through_more_finely_where_dice_are_small_or_none_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for size, finely in ((56.0, False), (18.0, True)):
        frame, die = one_die(size)
        _, asked = looked_at(frame, [(die.x, die.y, die.r)], monkeypatch)
        assert (FINER in asked) == finely
    assert FINER in looked_at(frame, [], monkeypatch)[1]


def test_a_picture_full_of_edges_is_looked_through_more_finely(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, die = one_die(56.0)
    busy = frame.copy()
    for x, y in np.ndindex(frame.shape[1] // 20, frame.shape[0] // 20):
        cv2.circle(busy, (20 * x, 20 * y), 7, (230, 230, 230), 2)
    _, asked = looked_at(busy, [(die.x, die.y, die.r)], monkeypatch)
    assert FINER in asked


def test_a_speck_that_is_no_face_calls_for_no_finer_look(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, die = one_die(56.0)
    speck = (40.0, 40.0, 8.0)
    _, asked = looked_at(frame, [(die.x, die.y, die.r), speck], monkeypatch)
    assert FINER not in asked


def test_the_form_is_the_likeliest_and_all_pips_count_together() -> None:
    things = dict.fromkeys(THINGS, 0.1) | {"sign": 0.2, "3": 0.15}
    top = Top(0.0, 0.0, 10.0, 0.9, things)
    assert top.form == "pips"
    assert top.forms["pips"] == pytest.approx(0.65)


def test_weights_that_are_missing_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="weights are missing"):
        TopFinder(tmp_path / "tops.onnx")
    with pytest.raises(FileNotFoundError, match="install the package again"):
        Hourglass(tmp_path / "tops.onnx", (0.0, 22.0))


def test_a_die_on_a_tile_that_looks_like_a_large_one_is_looked_at_again() -> None:
    def look(x: float, r: float, missed: float, form: str = "sign") -> _Look:
        return _Look(
            x, 100, r, Top(x, 100, r, 0.3, {**dict.fromkeys(THINGS, 0.0), form: 1.0}), 0.3, missed, r
        )

    tile, on_it, well_seen, beside, pips = (
        look(100, 80, 0.05),
        look(130, 30, 0.2),
        look(130, 30, 0.05),
        look(180, 30, 0.2),
        look(130, 30, 0.2, "4"),
    )
    assert _lying_on([tile], [tile, on_it, well_seen, beside, pips]) == [on_it]
