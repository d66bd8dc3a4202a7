"""Our own drawings of what dice show."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from vision.dice_sets import SETS, DiceSet
from vision.drawings import Pen, mask, own_colour, symbols
from vision.training.marks.symbols import SIDE, likeness

SYMBOLIC = [SETS[name] for name in ("riff_in_time", "professor_evil", "betrayal_tour")]


@pytest.mark.parametrize("dice_set", SYMBOLIC, ids=lambda dice_set: dice_set.name)
def test_every_face_of_the_games_with_symbols_has_a_drawing(dice_set: DiceSet) -> None:
    assert {face for kind in dice_set.kinds for face in kind.faces} <= set(symbols())


@pytest.mark.parametrize("dice_set", SYMBOLIC, ids=lambda dice_set: dice_set.name)
def test_no_two_faces_of_a_set_look_alike_however_they_are_turned(dice_set: DiceSet) -> None:
    faces = {face for kind in dice_set.kinds for face in kind.faces}
    drawn = {face: np.array(mask(face, SIDE)) for face in faces if mask(face, SIDE).any()}
    alike = {(a, b): likeness(drawn[a], drawn[b]) for a, b in combinations(sorted(drawn), 2)}
    assert {pair: value for pair, value in alike.items() if value > 0.85} == {}


def test_a_blank_face_carries_no_ink() -> None:
    assert not mask("blank", 64).any()


def test_only_the_faces_that_mean_a_colour_have_one_of_their_own() -> None:
    assert {name for name in symbols() if own_colour(name)} == {"red", "green", "blue"}


def test_a_half_circle_goes_round_the_outside() -> None:
    (line,) = Pen().draw("M0 5a5 5 0 0 1 10 0")
    assert line[:, 1].min() == pytest.approx(0, abs=0.05)
    assert tuple(line[-1]) == pytest.approx((10, 5))


def test_a_command_that_no_drawing_uses_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'Q' is not known"):
        Pen().draw("M0 0Q1 1 2 2")
