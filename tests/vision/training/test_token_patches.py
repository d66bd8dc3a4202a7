"""Patches of tokens, as the net for single faces learns them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.training.marks.looks import TOKEN, Look, Shot
from vision.training.marks.patches import patch_of
from vision.training.marks.symbols import empty


def test_a_ring_is_printed_within_the_teeth_of_a_token() -> None:
    dark, light = (30.0, 30.0, 30.0), (230.0, 230.0, 230.0)
    plain = Look(dark, light, gloss=0.0, ring=None)
    shot = Shot(turn=0.0, tilt=0.0, heading=0.0, r=60.0)
    bare, ringed = (
        patch_of(TOKEN, look, [empty()], shot).astype(float).mean(axis=2)
        for look in (plain, replace(plain, ring=(0.7, 0.1)))
    )
    ys, xs = np.mgrid[:72, :72] - 35.5
    away = np.hypot(xs, ys) / 20.0
    brighter = ringed - bare
    assert brighter[(away > 0.63) & (away < 0.67)].mean() > 60
    assert abs(brighter[away < 0.45]).mean() < 10
