"""What is known of a face by the examples of it that were shown."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.vision.made_up import RIFF, plain_crop
from tests.vision.signs.made_up import mark
from vision.dice_sets import dice_set
from vision.profiles import Example, Profile
from vision.reading import Picture
from vision.signs.marks import CROP, FACE, Mark, MarkReader
from vision.taught_faces import faces_of


def test_of_a_profile_without_examples_nothing_is_known_and_no_net_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def loaded() -> None:
        raise AssertionError("the net was loaded")

    monkeypatch.setattr("vision.taught_faces.shipped", loaded)
    assert faces_of(Profile(dice_set("riff_in_time"))) == ()


class SaysHowWide(MarkReader):
    """Says how wide a light disc is that is seen in a crop, and that it is less even than the first."""

    def __init__(self, *contrasts: float) -> None:
        self.contrasts = iter(contrasts)

    def marks_of(self, crops: Sequence[Picture]) -> list[Mark]:
        wide = [np.count_nonzero(crop[CROP // 2, :, 0] > 128) for crop in crops]
        first = mark(wide[0], FACE, contrast=next(self.contrasts))
        return [first, *(mark(width, FACE, contrast=10) for width in wide[1:])]


def disc_crop() -> Picture:
    disc = np.zeros((CROP, CROP, 3), np.uint8)
    return np.asarray(cv2.circle(disc, (CROP // 2, CROP // 2), round(FACE), (255, 255, 255), -1), np.uint8)


def test_an_example_is_known_in_each_size_that_a_finder_may_take_it_for() -> None:
    profile = Profile(RIFF, (Example("wyld", "move", disc_crop()),))
    (face,) = faces_of(profile, SaysHowWide(80))
    widths = (face.directions[:, 0] / face.directions[:, 1] * FACE).tolist()
    assert widths == pytest.approx([2 * FACE, 2 * FACE / 0.87, 2 * FACE / 1.15], abs=2)


def test_a_face_is_known_as_uneven_as_it_was_shown_at_the_least() -> None:
    profile = Profile(RIFF, tuple(Example("wyld", "move", plain_crop(shade)) for shade in (1, 2, 3)))
    (face,) = faces_of(profile, SaysHowWide(80, 60, 90))
    assert face.unevenness == 30


@pytest.mark.parametrize(("times", "once"), [(1, True), (2, False)])
def test_a_face_that_was_shown_but_once_is_known_as_such(times: int, once: bool) -> None:
    profile = Profile(RIFF, tuple(Example("wyld", "move", plain_crop(shade)) for shade in range(times)))
    (face,) = faces_of(profile)
    assert face.once is once


@pytest.mark.parametrize(
    ("dice", "kind", "face", "inverted"),
    [("betrayal_tour", "token", "marked", True), ("riff_in_time", "wyld", "move", False)],
)
def test_ink_may_be_the_body_on_tokens_alone(dice: str, kind: str, face: str, inverted: bool) -> None:
    (known,) = faces_of(Profile(dice_set(dice), (Example(kind, face, plain_crop(1)),)))
    assert known.inverted is inverted
