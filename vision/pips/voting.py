"""Which votes on dice with pips stand.

The readers err in different ways: the counting misses pips that shine, the nets take one face for another
that looks like it on the whole, and the one that knows all forms of dice tells best what is no die at all.
Where that one and the counting leave no doubt its word counts for both nets.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice

from vision.finding.top_finder import Top
from vision.pips import net
from vision.pips.clear_bodies import without_what_shines
from vision.pips.counting import Counted, counted_at
from vision.pips.dominoes import is_half_of_domino
from vision.pips.grounds import is_ground
from vision.pips.large_ones import is_large_one
from vision.pips.makes import is_of_make
from vision.pips.net import Claim
from vision.pips.rules import BESIDE_FROM_ABOVE, FROM_ABOVE, HARDLY_SLANTED, SIDE_DOUBTS, rules_against
from vision.pips.votes import WORTH_ASKING, Vote
from vision.pips.weighing import View, is_side_of, may_be_weighed, weigh
from vision.quantiles import median
from vision.reading import Picture

# Pips less round than this, or than so much of what their square is, are smeared, however upright the dice:
# then what was not counted is asked about.
SMEARED, NARROWER = 0.78, 0.85
# Where a die is missing it may be what the net for all forms takes for a top with more than this confidence,
# if it is as large as the others are, within this factor. Of eight on 80 pictures by other hands five came to
# that; on 14 of these, on boards and flowered cloths, so did a mark.
HARDLY_LIKELY, AS_LARGE = 0.6, 1.25
# So many doubtful ones, as large within that factor, are dots of a rug's tiles.
DOTS, DOTS_ALIKE = 3, 1.4
# The halves of a domino lie so far apart, in their r, and are no more unlike in size.
OTHER_HALF, HALVES_ALIKE = (1.75, 2.25), 1.2


def vote(
    picture: Picture,
    claims: Sequence[Claim],
    counted: Sequence[Counted],
    *,
    soft: bool = False,
    with_signs: bool = False,
    count: int = 0,
) -> list[Vote]:
    """The dice worth asking about in `picture`, by what the nets say of places and by what was counted.

    `soft` says that it is not quite sharp, `with_signs` that cubes with signs are played with as well.
    Where fewer are seen than `count`, as were thrown, what is hardly one is worth it, too, never certain.
    """
    judged = weigh(*judge(picture, claims, counted, soft=soft, with_signs=with_signs))
    worth = [one for one in judged if one.sureness > WORTH_ASKING]
    tops = [one for one in worth if one.certain]
    left = [one for one in worth if one.certain or not any(is_side_of(one, top) for top in tops)]
    if len(left) < count:
        hardly = [one for one in judged if one.sureness <= WORTH_ASKING and _is_hardly_one(one, left)]
        hardly.sort(key=lambda one: one.top.confidence, reverse=True)
        left += [one.in_doubt("hardly") for one in hardly[: count - len(left)]]
    dots = [one for one in left if one.face == 1 and not one.certain]
    left = [one.in_doubt("ground") if _is_among_dots(one, dots) else one for one in left]
    left = [_looked_at_last(picture, one) if one.certain else one for one in left]
    halves = [one for one in left if "domino" in one.against]
    return [
        one.in_doubt("domino") if any(_is_other_half(one, half) for half in halves) else one for one in left
    ]


def _is_among_dots(one: Vote, dots: Sequence[Vote]) -> bool:
    """Is it a one by its weight alone, beside so many doubtful ones as large that these are dots of a rug?"""
    if one.face > 1 or not one.weighed:
        return False
    return sum(one.r / DOTS_ALIKE < dot.r < one.r * DOTS_ALIKE for dot in dots) >= DOTS


def _is_other_half(one: Vote, half: Vote) -> bool:
    """May it be the other half of a domino of which the first is told, its line perhaps is not?"""
    usual = (one.r + half.r) / 2
    away = math.hypot(one.x - half.x, one.y - half.y)
    alike = max(one.r, half.r) < HALVES_ALIKE * min(one.r, half.r)
    return alike and OTHER_HALF[0] * usual < away < OTHER_HALF[1] * usual


def _is_hardly_one(one: Vote, dice: Sequence[Vote]) -> bool:
    """May it be a die although it is hardly one, as large as the others and beside them?"""
    if not dice or one.top.confidence <= HARDLY_LIKELY:
        return False
    usual = median([die.r for die in dice])
    beside = all(math.hypot(one.x - die.x, one.y - die.y) > BESIDE_FROM_ABOVE * usual for die in dice)
    return beside and usual / AS_LARGE < one.r < usual * AS_LARGE


def _looked_at_last(picture: Picture, one: Vote) -> Vote:
    """The same; in doubt where it is half a domino or a dot on a board. To all readers and rules these are
    a die's face: what they leave certain is asked last, and nothing that is known of it outweighs the answer.
    """
    place = (one.x, one.y, one.r)
    if is_half_of_domino(picture, place):
        return one.in_doubt("domino")
    return one.in_doubt("ground") if one.face == 1 and is_ground(picture, place) else one


def judge(
    picture: Picture,
    claims: Sequence[Claim],
    counted: Sequence[Counted],
    *,
    soft: bool = False,
    with_signs: bool = False,
) -> tuple[list[Vote], View]:
    """All that the nets claim, with what the rules have against it; and how the dice are seen."""
    votes = [
        _vote(picture, top, seen, counted_at(top, counted), with_signs=with_signs) for top, seen in claims
    ]
    view, pips = _view(votes, soft), _light_pips(votes)
    # What is not worth asking about needs no rule against it.
    judged = [
        _judged(picture, one, votes, view, pips) if one.sureness > WORTH_ASKING else one.in_doubt("hardly")
        for one in votes
    ]
    on_top = [one if one.certain else without_what_shines(picture, one) for one in judged]
    again = [
        one if one is before else _judged(picture, one, on_top, view, pips)
        for one, before in zip(on_top, judged, strict=True)
    ]
    tops = [one for one in again if one.certain]
    known = [
        replace(one, of_a_make=True) if not one.certain and is_of_make(picture, one, tops) else one
        for one in again
    ]
    return [_judged(picture, one, known, view, pips) if one.of_a_make else one for one in known], view


def _view(votes: Sequence[Vote], soft: bool) -> View:
    """How the dice are seen. Pips are narrow where a camera looks at a slant, and where they are smeared."""
    upright = _upright(votes)
    roundness = _usual(votes, lambda counted: counted.roundness)
    smeared = roundness is not None and roundness < max(SMEARED, NARROWER * (upright or 0.0))
    return View(upright, smeared or (upright or 1.0) < HARDLY_SLANTED, smeared, soft)


def _judged(picture: Picture, one: Vote, votes: Sequence[Vote], view: View, pips: float) -> Vote:
    """The same with what the rules have against it: all of that where it may be weighed, else the first."""
    rules = rules_against(picture, one, votes, view, pips)
    first = frozenset(islice(rules, 1))
    return replace(one, against=first.union(rules) if first and may_be_weighed(one) else first)


def _vote(
    picture: Picture, top: Top, seen: net.Candidate, counted: Counted | None, *, with_signs: bool
) -> Vote:
    doubts = frozenset(counted.doubts() if counted is not None else ())
    one = Vote(top, seen, counted, doubts, with_signs=with_signs)
    large = replace(one, large_one=True)
    # What is certain, or not even worth asking about if it is one, is not looked at for that.
    if one.face > 1 or one.agreed or one.certain or large.sureness <= WORTH_ASKING:
        return one
    return large if is_large_one(picture, (one.x, one.y, one.r)) else one


def _upright(votes: Sequence[Vote]) -> float | None:
    """How upright dice are seen; None where that cannot be told."""
    usual = _usual(votes, lambda counted: counted.upright)
    if usual is not None:
        return usual
    # All lie edge to edge with others. Of a top and a side one at least is seen at a slant: on photographs of
    # such pairs the more slanted came to 0.90 at most.
    least = min((one.counted.upright for one in votes if one.counted is not None and one.agreed), default=0.0)
    return least if least > FROM_ABOVE else None


def _usual(votes: Sequence[Vote], how: Callable[[Counted], float]) -> float | None:
    """How most dice are seen; None where none were counted beyond doubt of being on top."""
    seen = [
        how(one.counted)
        for one in votes
        if one.counted is not None and one.agreed and not SIDE_DOUBTS & one.doubts
    ]
    return median(seen) if seen else None


def _light_pips(votes: Sequence[Vote]) -> float:
    """How large light pips are, in r, by the fours to sixes; infinite where there are none."""
    seen = [
        one.counted.radius / one.r
        for one in votes
        if one.counted is not None and one.agreed and one.face > 3 and not one.dark
    ]
    return median(seen) if seen else math.inf
