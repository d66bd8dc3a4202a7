"""Many throws with all that happens around them: only what was asked for is counted, and once.

`tests/benchmarks/rolls.py` plays the same by the thousand, with the real reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import cv2
import numpy as np
import pytest

from tests.benchmarks.rolls import Outcome, Player
from vision import DiceSet, DieSeen, Reading
from vision.problems import against_expectation
from vision.reading import Picture


def bodies(frame: Picture, dice: str | DiceSet, expected: Mapping[str, int] | None) -> Reading:
    """A quick reader for plain felt: whatever differs from it and is as large as a die shows a one."""
    small = cv2.GaussianBlur(frame, (0, 0), 1.5).astype(np.float32)
    differs = np.abs(small - np.median(small, axis=(0, 1))).max(axis=2) > 35
    _, _, blobs, middles = cv2.connectedComponentsWithStats(differs.astype(np.uint8))
    found = [
        DieSeen(
            "d6", "1", 1.0, True, float(x), float(y), 0.45 * float(max(wide, high)), (), "white", frame[:2]
        )
        for (_, _, wide, high, size), (x, y) in zip(blobs[1:], middles[1:], strict=True)
        if 100 < size < 1500
    ]
    return Reading(tuple(found), tuple(against_expectation(found, expected)) if expected else ())


@pytest.mark.parametrize("seed", [1, 2])
def test_only_what_was_asked_for_is_counted_and_once(seed: int) -> None:
    outcome = Outcome()
    player = Player(Random(seed), outcome, reader=bodies, slower=0, width=320, colours=("white", "yellow"))
    for _ in range(6):
        player.play()
    assert outcome.unasked == []
    assert outcome.twice == []
    assert outcome.never == 0
    assert outcome.read >= 4
    assert sorted(outcome.seconds)[2] < 0.5
