"""Dice with more sides than eight, which look like d8s at one look, and are told by another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.signs.made_up import mark
from vision import read
from vision.crops import Place
from vision.finding.top_finder import Top
from vision.reading import Picture
from vision.rendering import Camera, Ground, Scene, render
from vision.signs.foreign import may_be_foreign
from vision.signs.marks import Mark
from vision.simulated_dice import Body, rendered

D8 = {str(pips): 0.0 for pips in range(1, 7)} | {"sign": 0.0, "d8": 1.0, "token": 0.0}
PICTURE = np.zeros((100, 100, 3), np.uint8)


class Finder:
    """Sees a top, as sure as that, wherever it is shown one."""

    def __init__(self, sure: float) -> None:
        self.sure, self.shown = sure, list[Place]()

    def look_at(self, frame: Picture, places: list[Place]) -> list[Top]:
        self.shown += places
        return [Top(x, y, r, self.sure, D8) for x, y, r in places]


def seen(share: float) -> Mark:
    """What the small net takes for a d8 with that share."""
    return replace(mark(1), shapes=(1 - share, 0.0, share, 0.0))


@pytest.mark.parametrize(
    ("share", "numeral", "smaller", "foreign"),
    [
        (0.8, 0.999, 0.99, False),
        (0.8, 0.999, 0.9, False),
        (0.8, 0.999, 0.8, True),
        (0.95, 0.99, 0.96, False),
        (0.95, 0.99, 0.85, True),
        (0.95, 0.999, 0.85, False),
    ],
)
def test_what_looks_less_like_a_d8_when_it_is_shown_smaller_may_have_more_sides(
    share: float, numeral: float, smaller: float, foreign: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    finder = Finder(smaller)
    monkeypatch.setattr("vision.signs.foreign.shipped", lambda: finder)
    assert may_be_foreign(PICTURE, Top(50, 40, 20, 0.98, D8), seen(share), numeral) is foreign
    assert finder.shown == [(50, 40, 17)]


def test_what_both_nets_have_no_doubt_of_needs_no_other_look(monkeypatch: pytest.MonkeyPatch) -> None:
    finder = Finder(0.01)
    monkeypatch.setattr("vision.signs.foreign.shipped", lambda: finder)
    assert not may_be_foreign(PICTURE, Top(50, 40, 20, 0.9995, D8), seen(0.95), 0.99)
    assert finder.shown == []


def test_a_d8_that_may_have_more_sides_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    die = rendered(Body.of("d8", "4"), 160, 120, 70, 20)
    scene = Scene(dice=(die,), ground=Ground(kind="felt"), camera=Camera(width=320, height=240))
    picture = render(scene, np.random.default_rng(1))[0]
    for foreign in (False, True):
        monkeypatch.setattr("vision.signs.symbols.may_be_foreign", lambda *_, foreign=foreign: foreign)
        told = [(seen.face, seen.certain) for seen in read(picture, "quick_and_undead").dice]
        assert told == [("4", not foreign)]
