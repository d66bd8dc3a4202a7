"""Places where tops may lie: how many of them, however many there are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision.finding.spots import FINER, SCALES, Spot, Spotter


@pytest.mark.parametrize(("scales", "most"), [(SCALES, 120), ((FINER,), 60)])
def test_of_the_tiles_of_a_rug_so_many_are_places_the_likeliest(
    scales: Sequence[float], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiles = [
        Spot(100.0 * number, 0.0, 20.0, 0.3 + number / 1000, 0.3 + number / 1000) for number in range(200)
    ]
    monkeypatch.setattr(Spotter, "_spotted", lambda self, scale, *_: tiles if scale == scales[0] else [])
    likely, doubtful = Spotter().places(np.zeros((64, 64, 3), np.uint8), scales)
    assert [x for x, _, _ in likely] == [100.0 * number for number in range(199, 199 - most, -1)]
    assert doubtful == []
