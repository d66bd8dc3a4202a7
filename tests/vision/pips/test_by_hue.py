"""Pips of another hue than their marbled body, which lightness does not tell from its veins."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Floats
from vision.finding.top_finder import THINGS, Top
from vision.pips import claims
from vision.pips.by_hue import counted_by_hue
from vision.pips.counting import Counted, count_faces, top_faces
from vision.pips.net import Candidate, Claim
from vision.reading import Picture

SIDE, MIDDLE, R = 240, 120, 40
PIP, APART = 7, 20
GREEN, GOLD, GREY = (100, 150), (140, 180), (128, 128)  # a and b of Lab
SPOTS = {
    "2": [(-1, -1), (1, 1)],
    "4": [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    "5": [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
}


def marbled(face: str, pips: int = 105) -> Picture:
    """A die of green marble from above (BGR), with gold pips that are so light, as that is on the mean."""
    rng = np.random.default_rng(4)
    veins = cv2.GaussianBlur(rng.normal(0, 1, (SIDE, SIDE)), (0, 0), 4)
    light: Floats = np.full((SIDE, SIDE), 120, np.float32)
    hues = np.full((SIDE, SIDE, 2), GREY, np.float32)
    body = (slice(MIDDLE - R, MIDDLE + R),) * 2
    light[body], hues[body] = 105 + 30 * np.tanh(veins / veins.std())[body], GREEN
    for across, down in SPOTS[face]:
        pip = np.zeros((SIDE, SIDE), np.uint8)
        cv2.circle(pip, (MIDDLE + APART * across, MIDDLE + APART * down), PIP, (1,), -1)
        light[pip > 0], hues[pip > 0] = pips, GOLD
    noise = rng.normal(0, 1.5, (SIDE, SIDE, 3))
    lab = (np.dstack([light, hues]) + noise).clip(0, 255).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR), (0, 0), 0.8), np.uint8)


def claim(by_top: str, by_pips: str, x: float = MIDDLE) -> Claim:
    """What both nets say of the place."""
    things = dict.fromkeys(THINGS, 0.0) | {by_top: 1.0}
    faces = tuple(float(str(pips) == by_pips) for pips in range(1, 7))
    return Top(x, MIDDLE, R, 0.99, things), Candidate(x, MIDDLE, R, 0.99, faces)


def by_lightness(picture: Picture) -> list[Counted]:
    return top_faces(count_faces(picture, [(MIDDLE, MIDDLE, R)]), (SIDE, SIDE))


@pytest.mark.parametrize("face", ["4", "5"])
def test_gold_pips_on_green_marble_are_counted_by_their_hue(face: str) -> None:
    picture = marbled(face)
    assert by_lightness(picture) == []
    (found,) = counted_by_hue(picture, [claim(face, face)], [])
    assert (found.face.value, found.doubts()) == (int(face), ())


@pytest.mark.parametrize(("light", "dark"), [(75, True), (135, False)])
def test_the_body_has_its_own_colour_and_pips_are_light_or_dark_on_it(light: int, dark: bool) -> None:
    (found,) = counted_by_hue(marbled("4", light), [claim("4", "4")], [])
    assert {pip.dark for pip in found.pips} == {dark}
    assert np.linalg.norm(found.pips[0].body - (105, *GREEN)) < 8


@pytest.mark.parametrize(("by_top", "by_pips"), [("4", "5"), ("5", "4"), ("5", "5"), ("sign", "4")])
def test_what_is_counted_by_hue_must_be_what_both_nets_see(by_top: str, by_pips: str) -> None:
    assert counted_by_hue(marbled("4"), [claim(by_top, by_pips)], []) == []


def test_fewer_than_three_marks_of_another_hue_may_lie_on_anything() -> None:
    assert counted_by_hue(marbled("2"), [claim("2", "2")], []) == []


def test_where_pips_were_counted_they_are_not_counted_anew() -> None:
    picture = marbled("4")
    (found,) = counted_by_hue(picture, [claim("4", "4")], [])
    assert counted_by_hue(picture, [claim("4", "4")], [found]) == []


def test_what_is_counted_beside_a_place_is_not_its_face() -> None:
    assert counted_by_hue(marbled("4"), [claim("4", "4", MIDDLE + 0.6 * R)], []) == []


@pytest.mark.parametrize("at", [-R, 0, round(0.8 * R)])
def test_what_the_border_cuts_off_is_not_counted_by_hue(at: int) -> None:
    cut_off = np.ascontiguousarray(marbled("4")[:, MIDDLE - at :])
    assert counted_by_hue(cut_off, [claim("4", "4", at)], []) == []


def test_who_reads_dice_takes_them_beside_what_was_counted_by_lightness(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (four,) = counted_by_hue(marbled("4"), [claim("4", "4")], [])
    monkeypatch.setattr(claims, "counted_by_hue", lambda picture, claims, counted: [four])
    assert claims.claims_on(marbled("4"), []) == ([], [four])
