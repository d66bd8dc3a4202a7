"""What speaks against a face that was counted."""

from __future__ import annotations

import numpy as np
import pytest

from vision.crops import Place
from vision.pips.deciding import find_candidates
from vision.rendering import Camera, Die, Ground, Scene, render


def company(apart: float, places: list[Place]) -> list[float]:
    """The marks without a face beside each of two ones whose middles lie so many widths apart."""
    dice = [Die(face="1", x=x, y=200, size=60) for x in (300.0, 300.0 + 60 * apart)]
    scene = Scene(tuple(dice), Ground(kind="felt"), camera=Camera(width=640, height=480))
    picture = render(scene, np.random.default_rng(1))[0]
    return [one.face.notes["company"] for one in find_candidates(picture, places) if one.presence > 0.25]


@pytest.mark.parametrize("apart", [1.02, 1.5])
def test_the_dot_of_the_next_die_is_no_company_for_a_one(apart: float) -> None:
    beside = 300.0 + 60 * apart
    assert company(apart, [(300.0, 200.0, 30.0), (beside, 200.0, 30.0)]) == [0.0, 0.0]


def test_a_dot_where_no_other_die_lies_is_company_for_a_one() -> None:
    assert 1.0 in company(1.02, [(300.0, 200.0, 30.0), (330.0, 200.0, 30.0)])
