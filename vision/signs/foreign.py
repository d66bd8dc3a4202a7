"""Dice with 10, 12 or 20 sides that look like a d8 at one look: shown a little smaller they hardly do."""

from __future__ import annotations

from vision.finding.top_finder import Top, shipped
from vision.odds import log_odds
from vision.reading import Picture
from vision.signs.certainty import least_odds_of_d8, odds_of
from vision.signs.marks import Mark

# A d8 is looked at once more at such a part of its size; by how much the finder is less sure of a top then
# than this (a logit), both nets together are as well. Of 413 path-traced and photographed d8s that were
# certain one is asked about by it, of seven foreign dice that were five.
SMALLER, SMALLER_LIKE_A_TOP = 0.85, 3.0
# From these odds (in logarithms) on it is a d8 whatever that look says: of foreign dice none came to 9.
NO_FOREIGN = 10.0


def may_be_foreign(picture: Picture, top: Top, mark: Mark, chance: float) -> bool:
    """May what is seen at `top` in `picture` (BGR) as a d8 whose numeral is likely by `chance` be a die
    with more sides?
    """
    odds = odds_of(top, mark, "d8")
    if odds > NO_FOREIGN:
        return False
    (smaller,) = shipped().look_at(picture, [(top.x, top.y, SMALLER * top.r)])
    return odds - max(0.0, SMALLER_LIKE_A_TOP - log_odds(smaller.confidence)) < least_odds_of_d8(chance)
