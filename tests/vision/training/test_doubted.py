"""The dice that the rules doubt, as their weights are fitted to them."""

from __future__ import annotations

from vision.pips.weighing import WEIGHTS
from vision.training.doubted import doubted_rendered


def test_rendered_pictures_hold_dice_that_are_doubted_and_right_and_such_that_are_none() -> None:
    found = [one for seed in (16, 18, 19) for one in doubted_rendered(seed)]
    assert {right for _, right in found} == {False, True}
    assert all(set(numbers) == set(WEIGHTS) for numbers, _ in found)
