"""What numbers of pips mean on dice that stand in for a game's own."""

from __future__ import annotations

import pytest

from vision.dice_sets import dice_set
from vision.pips.naming import faces_of


def test_numbers_of_pips_that_mean_the_same_are_likelier_together() -> None:
    wyld = dice_set("riff_in_time").kinds[0]
    faces = faces_of({1: 0.3, 2: 0.3, 3: 0.0, 4: 0.0, 5: 0.4, 6: 0.0}, wyld)
    assert faces == pytest.approx({"move": 0.6, "interact": 0.0, "reroll": 0.4, "bogus": 0.0})
