"""How surely a doubted die shows its face, by all that is known of it.

The rules (`votes.py`, `rules.py`) each know one thing that looks like a die and is none. Most dice that one
of them doubts are dice all the same, and show what the nets say. What tells these from the others is weighed
here: how sure both nets are, whether it is as large as the certain dice beside it, how the camera sees them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from vision.odds import NO_SURER, chance, log_odds
from vision.pips.votes import ONE_LIKE_A_TOP, Rule, Vote
from vision.quantiles import median

# What hardly looks like a top face to the net that doubts more (a logit) is not worth it.
WORTH_WEIGHING = 0.0
# Asked about, whatever the nets say: pips that may be those of an underside, a side in a soft picture, what
# is hardly worth it, and a lone dot that may be a candy's lamp, a ball's or a button's.
NEVER: frozenset[Rule] = frozenset({"shines through", "soft side", "hardly"})
NEVER_A_ONE: frozenset[Rule] = frozenset({"lamps", "ball", "button"})
# Nearer to a certain top, in its r, no other top lies, but sides do, where a camera looks at a slant: of some
# 1,900 dice beside certain ones, in photographs and path-traced pictures, the nearest came to 1.72.
NO_OTHER_TOP = 1.6
# What it all weighs, and an offset: fitted by `vision/training/weighing.py`.
WEIGHTS = {
    "top": 0.38,
    "seen": 0.54,
    "less sure": 0.15,
    "surer": 0.24,
    "pips": -0.24,
    "unlike": -2.11,
    "alone": -2.44,
    "cut off": 2.17,
    "upright": -3.85,
    "slanted": -0.77,
    "smeared": 0.44,
}
OFFSET = 1.19
# How upright dice are seen where that cannot be told.
USUAL = 0.97


@dataclass(frozen=True)
class View:
    """How the dice of a picture are seen: how upright (None where that cannot be told), at a slant, with
    `smeared` pips, in a `soft` picture.
    """

    upright: float | None
    slanted: bool
    smeared: bool
    soft: bool


def weigh(judged: Sequence[Vote], view: View) -> list[Vote]:
    """The same; what the rules doubt is certain where all that is known of it weighs enough.

    Beside a certain top no other lies: what weighs most is taken first.
    """
    tops = [one for one in judged if one.certain]
    sizes = [one.r for one in tops]
    doubted = [one for one in judged if not one.certain and may_be_weighed(one)]
    weighed = [replace(one, weighed=chance_of(one, view, sizes)) for one in doubted]
    for one in sorted(weighed, key=lambda one: -one.weighed):
        if one.certain and not any(is_side_of(one, top) for top in tops):
            tops.append(one)
    certain = {id(one.top): one for one in tops}
    return [certain.get(id(one.top), one) for one in judged]


def is_side_of(one: Vote, top: Vote) -> bool:
    """Does it lie so near to a certain top that it can only be a side of that die?"""
    return math.hypot(one.x - top.x, one.y - top.y) < NO_OTHER_TOP * top.r


def may_be_weighed(one: Vote) -> bool:
    """May a die that the rules doubt be certain all the same?"""
    if one.likely < WORTH_WEIGHING or one.leans or not (one.is_large_enough and one.is_of_pips):
        return False
    if one.face == 1 and (one.likely < ONE_LIKE_A_TOP or one.against & NEVER_A_ONE):
        return False
    return not one.against & NEVER


def evidence(one: Vote, view: View, sizes: Sequence[float]) -> Mapping[str, float]:
    """What speaks for and against it, in numbers; `sizes` are those (r) of the certain dice beside it."""
    by_nets = sorted(log_odds(share, NO_SURER) for share in one.shares)
    unlike = abs(math.log(one.r / median(sizes))) if sizes else 0.0
    return {
        "top": log_odds(one.top.confidence, NO_SURER),
        "seen": log_odds(one.seen.confidence, NO_SURER),
        "less sure": by_nets[0],
        "surer": by_nets[1],
        "pips": log_odds(one.top.forms["pips"], NO_SURER),
        "unlike": min(unlike, 1.0),
        "alone": float(not sizes),
        "cut off": float("cut off" in one.against),
        "upright": view.upright if view.upright is not None else USUAL,
        "slanted": float(view.slanted),
        "smeared": float(view.smeared),
    }


def chance_of(one: Vote, view: View, sizes: Sequence[float]) -> float:
    """How surely it is a top face that shows what the nets say, 0 to 1."""
    said = evidence(one, view, sizes)
    return chance(sum(WEIGHTS[name] * number for name, number in said.items()) + OFFSET)
