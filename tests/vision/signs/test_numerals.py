"""The net that reads numerals, with the weights that come along, and what becomes of what it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
import pytest

from vision.arrays import Floats
from vision.odds import shares_of
from vision.reading import Picture
from vision.rendering import Camera, Die, Scene, render
from vision.rendering.signs import figures
from vision.signs.marks import CROP, face_crop, unrolled
from vision.signs.numerals import (
    LOOKS,
    NUMERAL_BEYOND_DOUBT,
    NUMERAL_SURELY,
    NumeralReader,
    ink_alone,
    is_sure_numeral,
    shipped,
)


@pytest.mark.parametrize(("body", "vein", "figure"), [(200, 150, 20), (60, 100, 240)])
def test_ink_is_seen_without_the_pattern_of_its_body(body: int, vein: int, figure: int) -> None:
    crop = np.full((CROP, CROP, 3), body, np.uint8)
    crop[:, ::6] = vein
    crop[30:42, 33:39] = figure
    ink = ink_alone(crop)[:, :, 0]
    assert ink[31:41, 34:38].min() > 200
    assert np.ptp(ink[10:28, 26:46]) < 25
    assert ink[10:28, 26:46].max() < 70


def test_a_face_of_one_shade_has_no_ink() -> None:
    assert np.ptp(ink_alone(np.full((CROP, CROP, 3), 90, np.uint8))) == 0


def d8_showing_three() -> Picture:
    """The crop of such a die."""
    faces = figures(np.random.default_rng(4), (240.0, 240.0, 240.0), 8)
    lying = Die("d8", "3", (120.0, 30.0, 30.0), x=120, y=110, size=80, faces=faces, form="d8")
    picture, (label,) = render(
        Scene((lying,), camera=Camera(width=240, height=220)), np.random.default_rng(1)
    )
    return face_crop(picture, (label.x, label.y, label.r))


def on_the_mean(crop: Picture, *zooms: float) -> tuple[float, ...]:
    """The chances of numerals that looks from these distances say on the mean."""
    looks = [shipped().say([unrolled(crop, zoom=zoom)])[0] for zoom in zooms]
    return shares_of(np.asarray(np.mean(looks, axis=0), np.float32))


class SaysInTurn(NumeralReader):
    """Says that of what it is shown, one after the other."""

    def __init__(self, *looks: Iterable[float]) -> None:
        self.looks, self.seen = iter(np.array(look, np.float32) for look in looks), 0

    def say(self, unrolled_crops: Sequence[Picture]) -> Floats:
        self.seen += len(unrolled_crops)
        return next(self.looks)


def named(chances: tuple[float, ...]) -> int:
    return chances.index(max(chances)) + 1


def test_one_look_is_enough_where_it_leaves_no_doubt() -> None:
    crop = d8_showing_three()
    assert max(on_the_mean(crop, LOOKS[0])) > NUMERAL_BEYOND_DOUBT
    chances = shipped().chances(crop)
    assert chances == pytest.approx(on_the_mean(crop, LOOKS[0]), abs=1e-3)
    assert named(chances) == 3


@pytest.mark.parametrize(("strength", "looks"), [(8.0, 1), (6.0, 2), (3.0, 5)])
def test_a_numeral_in_doubt_is_looked_at_from_nearer(strength: float, looks: int) -> None:
    reader = SaysInTurn(*[only(3, strength)] * 3, only(3, strength) * 2)
    assert named(reader.chances(d8_showing_three())) == 3
    assert reader.seen == looks


def test_what_all_looks_say_counts_on_the_mean() -> None:
    crop = np.asarray(cv2.GaussianBlur(d8_showing_three(), (0, 0), 5), np.uint8)
    assert max(on_the_mean(crop, *LOOKS[:2])) < NUMERAL_SURELY
    assert shipped().chances(crop) == pytest.approx(on_the_mean(crop, *LOOKS), abs=1e-3)


def only(numeral: int, how_much: float) -> list[list[float]]:
    """What one look says that is for that numeral alone."""
    return [[how_much * (one == numeral) for one in range(1, 9)]]


@pytest.mark.parametrize(("by_ink", "looks_say", "told"), [(3, 4.5, True), (8, 4.5, False), (3, 3.5, False)])
def test_of_a_numeral_in_little_doubt_its_ink_alone_tells_where_that_is_no_other(
    by_ink: int, looks_say: float, told: bool
) -> None:
    doubted, inked = only(3, looks_say), only(by_ink, 9)
    chances = SaysInTurn(doubted, doubted, doubted, inked * 2).chances(d8_showing_three())
    assert named(chances) == 3
    assert (max(chances) > NUMERAL_SURELY) is told


def test_ink_alone_does_not_tell_where_the_looks_name_two_numerals() -> None:
    reader = SaysInTurn(only(4, 1), only(4, 1), only(1, 3), only(1, 9) * 2)
    assert max(reader.chances(d8_showing_three())) < NUMERAL_SURELY


def test_one_and_seven_must_be_surer_than_others_of_each_other() -> None:
    def chances(best: int, second: int) -> list[float]:
        return [0.98 if one == best else 0.02 if one == second else 0.0 for one in range(1, 9)]

    assert not is_sure_numeral(chances(1, 7))
    assert not is_sure_numeral(chances(7, 1))
    assert is_sure_numeral(chances(1, 4))
    assert is_sure_numeral(chances(8, 3))
