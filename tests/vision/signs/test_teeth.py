"""The teeth of tokens: flowers of a cloth have fewer, caps of bottles more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.signs.made_up import CARDBOARD, SHOWN, TOKEN, TOKENS, SaysAlways, face, token
from vision.asked import Asked
from vision.dice_sets import dice_set
from vision.profiles import Example, Profile
from vision.reading import Picture
from vision.signs.certainty import is_certain
from vision.signs.known import named, nearness
from vision.signs.marks import CROP, FACE, Mark
from vision.signs.symbols import read_faces
from vision.signs.teeth import NO_TEETH, Teeth, teeth_of
from vision.taught_faces import faces_of

FINER = 8


def wheel(
    teeth: int, deep: float, beside: bool = False, uneven: float = 0.0, *, square: bool = False
) -> Picture:
    """A round thing with so many teeth, perhaps `square` ones, `deep` in its half widths, perhaps touched
    by another, its edge `uneven` by so much, five times around.
    """
    drawn = np.full((CROP * FINER, CROP * FINER, 3), (90, 110, 130), np.uint8)
    turns = np.linspace(0, 2 * np.pi, 720)
    edge = np.cos(teeth * turns)
    edge = np.sign(edge) if square else edge
    away = FACE * FINER * (1.05 + deep / 2 * edge + uneven * np.cos(5 * turns))
    edge = np.stack([np.cos(turns), np.sin(turns)], axis=1) * away[:, None]
    for middle in (CROP / 2, CROP / 2 + 2.1 * FACE)[: 1 + beside]:
        at = (edge + np.array([middle, CROP / 2]) * FINER).round().astype(np.int32)
        cv2.fillPoly(drawn, [at], (60, 160, 190))
    return np.asarray(cv2.resize(drawn, (CROP, CROP), interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("beside", [False, True], ids=["alone", "beside another"])
@pytest.mark.parametrize(
    ("teeth", "deep", "told"),
    [
        (12, 0.15, "wheel"),
        (20, 0.1, "wheel"),
        (6, 0.2, "few"),
        (8, 0.2, "few"),
        (21, 0.08, "many"),
        (24, 0.08, "many"),
    ],
    ids=["wheel", "finer wheel", "flower", "flower with more petals", "bottle cap", "old bottle cap"],
)
def test_wheels_are_told_by_the_number_of_their_teeth(
    teeth: int, deep: float, told: str, beside: bool
) -> None:
    seen = teeth_of(wheel(teeth, deep, beside), FACE)
    assert told == ("wheel" if max(seen.few, seen.many) < 2 else "few" if seen.few > seen.many else "many")


@pytest.mark.parametrize(("drawn", "deep"), [(0.15, 0.075), (0.06, 0.03), (0.0, 0.0)])
def test_how_deep_its_teeth_are_is_half_of_how_far_they_stand_out(drawn: float, deep: float) -> None:
    assert teeth_of(wheel(12, drawn), FACE).deep == pytest.approx(deep, abs=0.008)


@pytest.mark.parametrize("teeth", [7, 8, 9])
def test_the_echo_of_a_few_square_teeth_is_no_bottle_cap_s(teeth: int) -> None:
    assert teeth_of(wheel(teeth, 0.15, square=True), FACE).many < 1
    assert teeth_of(wheel(3 * teeth, 0.08), FACE).many > 2


@pytest.mark.parametrize(
    ("lobes", "petals"), [(5, True), (6, True), (7, False), (12, False), (16, False), (20, False)]
)
def test_five_and_six_lobes_are_petals_seven_may_be_teeth(lobes: int, petals: bool) -> None:
    assert (teeth_of(wheel(lobes, 0.2), FACE).petals > 2) is petals


@pytest.mark.parametrize("teeth", [12, 16, 19, 20])
def test_the_teeth_of_any_wheel_tell_more_than_an_edge_that_is_a_little_uneven(teeth: int) -> None:
    assert teeth_of(wheel(teeth, 0.1, uneven=0.01), FACE).petals < 1


def test_what_is_hardly_unlike_the_ground_has_no_teeth() -> None:
    assert teeth_of(np.full((CROP, CROP, 3), 120, np.uint8), FACE) == NO_TEETH


WHEEL, CAP, FLOWER = Teeth(0.1, 0.1, 0.1), Teeth(0.1, 3, 0.1), Teeth(3, 0.1, 2.1)
OF_SEVEN = Teeth(4, 0.1, 0.5)


@pytest.mark.parametrize(
    ("seen", "shown", "certain"),
    [
        (WHEEL, WHEEL, True),
        (FLOWER, WHEEL, False),
        (FLOWER, OF_SEVEN, True),
        (OF_SEVEN, WHEEL, False),
        (OF_SEVEN, None, True),
        (FLOWER, None, False),
        (WHEEL, None, True),
        (CAP, WHEEL, False),
        (CAP, None, False),
        (CAP, CAP, True),
    ],
)
def test_a_token_has_about_as_many_teeth_as_were_shown_else_no_petals(
    seen: Teeth, shown: Teeth | None, certain: bool
) -> None:
    faces = [replace(one, teeth=shown) for one in SHOWN]
    mark = replace(token(1, body=CARDBOARD), teeth=seen)
    found = named(nearness(mark, faces), ["token"])
    assert found is not None
    assert is_certain(TOKEN, mark, "token", found, faces, 0.0) is certain


class SaysInTurn(SaysAlways):
    """Says of one example after the other that it is as uneven as these."""

    def marks_of(self, crops: Sequence[Picture]) -> list[Mark]:
        first, *rest = self.seen
        self.seen = tuple(rest)
        return [first] * len(crops)


@pytest.mark.parametrize(
    ("dice", "kind", "uneven"), [("betrayal_tour", "token", 11.0), ("riff_in_time", "wyld", 4.0)]
)
def test_a_bare_token_is_as_uneven_as_any_that_was_shown_and_a_die_which_may_mirror_a_lamp_as_the_least(
    dice: str, kind: str, uneven: float
) -> None:
    seen = [replace(token(1, body=CARDBOARD), unevenness=one) for one in (4.0, 11.0, 9.0)]
    crops = [wheel(12, 0.15), wheel(12, 0.14), wheel(12, 0.13)]
    profile = Profile(dice_set(dice), tuple(Example(kind, "blank", crop) for crop in crops))
    (bare,) = faces_of(profile, SaysInTurn(*seen))
    assert bare.unevenness == uneven


@pytest.mark.parametrize(("teeth", "deep", "certain"), [(12, 0.15, True), (6, 0.2, False)])
def test_a_printed_flower_is_no_token(teeth: int, deep: float, certain: bool) -> None:
    shown = Profile(dice_set("betrayal_tour"), (Example("token", "marked", wheel(12, 0.15)),))
    (marked,) = faces_of(shown, SaysAlways(token(1, body=CARDBOARD)))
    top = replace(TOKEN, x=CROP / 2, y=CROP / 2, r=FACE)
    seen = SaysAlways(token(1, body=CARDBOARD))
    (found,) = read_faces(wheel(teeth, deep), [top], Asked(TOKENS, (marked, SHOWN[1])), reader=seen)
    assert found.certain is certain


@pytest.mark.parametrize(
    ("turned", "confidence", "form", "certain"),
    [(0.5, 0.97, 1.0, True), (0.8, 0.97, 1.0, False), (0.5, 0.9, 1.0, False), (0.5, 0.97, 0.9, False)],
)
def test_what_the_finder_surely_takes_for_a_token_and_carries_what_was_shown_needs_no_small_net(
    turned: float, confidence: float, form: float, certain: bool
) -> None:
    faces = [replace(face("token", "marked", 1), body=CARDBOARD), SHOWN[1]]
    spider = replace(token(1, 0, turned, body=CARDBOARD), shapes=(0.4, 0.1, 0.2, 0.3))
    top = replace(TOKEN, confidence=confidence, things=TOKEN.things | {"token": form, "sign": 1 - form})
    found = named(nearness(spider, faces), ["token"])
    assert found is not None
    assert is_certain(top, spider, "token", found, faces, 0.0) is certain
