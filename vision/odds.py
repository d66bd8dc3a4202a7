"""Chances, their odds in logarithms, and what a net says of several things as shares of 1."""

from __future__ import annotations

import math

import numpy as np

from vision.arrays import Floats

NO_SURER = 6.9  # logarithms of odds beyond this say no more


def chance(logit: float) -> float:
    """What is so likely by the logarithm of its odds."""
    return 1 / (1 + math.exp(-float(logit)))


def log_odds(share: float, most: float = math.inf) -> float:
    """The logarithm of the odds of something that is so likely (0 to 1); within 21 of 0, or `most`."""
    return max(-most, min(most, math.log(max(share, 1e-9) / max(1 - share, 1e-9))))


def shares_of(logits: Floats) -> tuple[float, ...]:
    """What a net says of each of several things, as shares of 1."""
    shares = np.exp(logits - logits.max())
    return tuple((shares / shares.sum()).tolist())
