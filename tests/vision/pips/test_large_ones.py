"""Ones that makers print larger than other pips: discs in the middle of a face, and what is none."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.pips.made_up import only, says
from vision.crops import Place
from vision.pips.large_ones import is_large_one
from vision.pips.voting import vote
from vision.reading import Picture

PLACE = (300.0, 200.0, 28.0)
WHITE, TABLE = (235, 235, 235), (60, 90, 70)


def face(
    radius: float = 0.4, beside: float = 0.0, slant: float = 1.0, drawn: float = 0.0, corners: int = 0
) -> Picture:
    """A white face with a red disc of that radius beside its middle, in r, seen at a slant; that part of its
    area is drawn in white. With `corners` it is a star.
    """
    picture = np.full((1600, 2400, 3), TABLE, np.uint8)
    x, y, r = (4 * number for number in PLACE)
    cv2.rectangle(
        picture, (round(x - 1.3 * r), round(y - 1.3 * r)), (round(x + 1.3 * r), round(y + 1.3 * r)), WHITE, -1
    )
    angles = np.linspace(0, 2 * np.pi, 240)
    out = radius * r * (1 + 0.15 * np.cos(corners * angles) * bool(corners))
    outline = np.stack([x + beside * r + out * np.cos(angles), y + slant * out * np.sin(angles)], axis=1)
    cv2.fillPoly(picture, [np.round(outline).astype(np.int32)], (40, 40, 200))
    inner = round(radius * r * np.sqrt(drawn))
    if inner:
        cv2.circle(picture, (round(x + beside * r), round(y)), inner, WHITE, -1)
    return np.asarray(cv2.resize(picture, (600, 400), interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("seen", [face(), face(0.34), face(0.47), face(beside=0.1), face(slant=0.85)])
def test_a_large_disc_in_the_middle_of_a_face_is_a_one(seen: Picture) -> None:
    assert is_large_one(seen, PLACE)


@pytest.mark.parametrize(
    "seen",
    [face(0.25), face(0.56), face(beside=0.22), face(slant=0.65), face(corners=5), face(drawn=0.2)],
    ids=["a pip that is counted", "a ring's disc", "beside the middle", "an ellipse", "a star", "a sign"],
)
def test_what_is_of_another_size_place_or_form_or_is_drawn_is_none(seen: Picture) -> None:
    assert not is_large_one(seen, PLACE)


def test_a_dark_disc_that_mirrors_a_lamp_is_a_one_all_the_same() -> None:
    assert is_large_one(face(drawn=0.05), PLACE)


def test_a_large_one_is_certain_though_it_be_likelier_a_sign_where_none_are_played_with() -> None:
    top, seen = says(1, there=0.99)
    rather_a_sign = {name: 0.2 * share for name, share in top.things.items()} | {"sign": 0.8}
    claim = (replace(top, things=rather_a_sign), seen)
    assert only(vote(face(), [claim], [])).certain
    assert not only(vote(face(corners=5), [claim], [])).certain
    assert not only(vote(face(), [claim], [], with_signs=True)).certain


@pytest.mark.parametrize(
    ("surer", "less_sure", "corners", "certain"),
    [(0.999, 0.7, 0, True), (0.999, 0.6, 0, False), (0.985, 0.93, 0, False), (0.999, 0.7, 5, False)],
    ids=["a large one", "hardly a top", "to neither net surely one", "a star"],
)
def test_a_large_one_need_but_rather_be_a_top_to_a_net_where_it_surely_is_to_the_other(
    surer: float, less_sure: float, corners: int, certain: bool
) -> None:
    top, seen = says(1, there=0.99)
    for one in (0.1, 0.65, 1.0):
        things = {name: one * share for name, share in top.things.items()} | {"1": one, "sign": 1 - one}
        claim = (replace(top, confidence=surer, things=things), replace(seen, confidence=less_sure))
        assert only(vote(face(corners=corners), [claim], [])).certain is certain


@pytest.mark.parametrize(("there", "sure", "looked"), [(0.9, 0.99, True), (0.3, 0.6, False)])
def test_where_even_a_large_one_were_not_worth_asking_about_none_is_looked_for(
    there: float, sure: float, looked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[Place] = []
    monkeypatch.setattr("vision.pips.voting.is_large_one", lambda picture, place: places.append(place))
    vote(face(), [says(1, there=there, sure=sure)], [])
    assert places == [PLACE] * looked
