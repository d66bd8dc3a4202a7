"""What contests a die with pips: each rule knows one thing that looks like one and is none.

All readers take sides for tops where a camera looks at a slant: where that may be, their word is not enough.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from vision.crops import WHOLE, is_cut_off
from vision.highlights import has_highlight, is_burnt_out
from vision.pips.balls import is_ball
from vision.pips.body_colours import has_light_pips
from vision.pips.buttons import is_button
from vision.pips.claims import CLEARLY_TOP
from vision.pips.faces import NEXT_DIE
from vision.pips.lamps import FEW, SMALLER, UNEQUAL, light_dot
from vision.pips.paints import is_gaudy
from vision.pips.shining import is_of_two_colours, may_shine_through
from vision.pips.suits import are_letters, are_suits
from vision.pips.votes import SURELY_A_TOP_TO_BOTH, Rule, Vote
from vision.pips.weighing import View
from vision.reading import Picture

# How upright most dice are seen (1 from right above): a camera looks down from the first on, and from the
# second on at so little a slant that a die without another face beside it shows its top.
FROM_ABOVE, HARDLY_SLANTED = 0.92, 0.83
# In a soft picture what is more like a top than this (a logit) is no side: of 1,800 sides under cameras that
# are tilted by up to 15 degrees, sharp and soft, none came to more.
NO_SOFT_SIDE = 3.5
# So near to each other, in r, two faces may be the top and a side of one die: where the camera looks down,
# where it hardly does not, unless both nets find it surely a top, and where it looks at a slant. What lies by
# so much above in the picture may be the top of what it lies above.
BESIDE_FROM_ABOVE, BESIDE, BESIDE_SLANTED = 1.45, 2.0, 2.3
ABOVE = 0.7
# Two faces of one die are at most this much unlike in size: a pip beside a die is no rival.
ALIKE = 1.6
# A face beside a die speaks against what the nets alone see where it is likelier than that by so much (in
# logits), and where a camera does not look down from this likeliness on, unless it is less likely by so much;
# against what was counted as well, where it is likelier than that by so much. Where it may be the top of the
# same die, at a slant or above it where a camera does not look down, it need not be likelier, only not less
# likely by so much.
RIVAL_OF_NETS, LIKELY, FAR_LESS_LIKELY, RIVAL, RIVAL_SLANTED = -2.0, -3.0, -5.0, 1.0, -0.5
# What the counting says of sides; it tells dice that lean by their flatness, which no net can. Where both
# nets find a face surely a top it need not say that it is no side, and the border of the picture may come as
# near to its middle as this, in r: dice that were cut in half, a four taken for a two, a six for a three,
# they found less likely.
SIDE_DOUBTS, NEARLY_WHOLE = frozenset({"flatness", "shared_edge", "rival"}), 0.5
# A light one that is more like a top than this (a logit) may be burnt out, or lie beside its body's middle:
# candies with one lamp came to 4.4 and one to 4.7, white pips that are burnt out to 4.8 at the least.
LAMPLESS = 4.5
# Pips that were counted on one face stand out from it alike, by this part of the strongest at the least: of
# 1,800 faces of other dice two came to less.
SHINING = 0.45


def rules_against(
    picture: Picture, one: Vote, votes: Sequence[Vote], view: View, pips: float
) -> Iterator[Rule]:
    """The names of the rules that contest it. Light pips of other dice are `pips` large."""
    if view.soft and _may_be_a_soft_side(one, votes):
        yield "soft side"
    if _may_be_lamps(picture, one, pips):
        yield "lamps"
    if _may_be_a_ball(picture, one):
        yield "ball"
    if _may_be_a_card(picture, one):
        yield "card"
    if _may_be_a_button(one):
        yield "button"
    if _may_be_covered(picture, one):
        yield "covered"
    if _may_be_seen_through(picture, one):
        yield "shines through"
    if (one.doubts or not one.agreed) and _may_hide_pips(picture, one):
        yield "cut off"
    if _is_contested(one, votes, view):
        yield "beside"


def _is_contested(one: Vote, votes: Sequence[Vote], view: View) -> bool:
    """May it be the side of a die, or a die that leans?"""
    upright, slanted = view.upright, view.slanted
    rivals = [
        other for other in _beside(one, votes, upright) if not (_is_upright(one) and _is_upright(other))
    ]
    from_above = upright is None or upright > FROM_ABOVE
    if one.agreed and not one.doubts:
        may_be_tops = [other for other in rivals if slanted or (not from_above and _is_above(other, one))]
        if any(other.likely > one.likely + RIVAL_SLANTED for other in may_be_tops):
            return True
        return any(other.likely > one.likely + RIVAL for other in rivals)
    rival = max((other.likely for other in rivals), default=-math.inf)
    if rival > (one.likely + RIVAL_OF_NETS if from_above else max(LIKELY, one.likely + FAR_LESS_LIKELY)):
        return True
    if one.counted is not None and not one.doubts:
        # The counting is sure of another face.
        return True
    # What was counted may lean; what was not may be a side where all are slanted, unless it is surely a top.
    if ("flatness" in one.doubts) if one.agreed else slanted and one.likely < SURELY_A_TOP_TO_BOTH:
        return True
    # Towards the picture's corners a camera that looks down sees sides, too.
    slanted_here = one.counted is not None and one.counted.upright < FROM_ABOVE
    may_be_side = bool(one.doubts & SIDE_DOUBTS) and (slanted_here or not from_above)
    return may_be_side and one.likely < SURELY_A_TOP_TO_BOTH


def _may_be_a_soft_side(one: Vote, votes: Sequence[Vote]) -> bool:
    """May it be a side, or a top and a side, of a die that is not seen quite sharply?

    Blur makes pips rounder than a slant leaves them, and hides the edge between a top and a side.
    """
    if one.likely > NO_SOFT_SIDE:
        return False
    rival = max((other.likely for other in _beside(one, votes, 0.0)), default=-math.inf)
    return rival > one.likely + RIVAL_SLANTED or (one.face < 4 and "company" in one.doubts)


def _may_be_lamps(picture: Picture, one: Vote, pips: float) -> bool:
    """May its pips be lamps that something smooth mirrors, smaller than the `pips` of other dice?

    A lamp seldom lies in the middle of what mirrors it, and is burnt out. Where pips were not counted they
    may be lamps unless it is surely a top. What both nets find clearly a top mirrors none.
    """
    if one.dark or one.of_a_make or one.face > 3 or one.likely > CLEARLY_TOP:
        return False
    if one.face == 1:
        dot = light_dot(picture, (one.x, one.y, one.r))
        doubted = one.likely < LAMPLESS
        beside = doubted and "lopsided" in one.doubts
        return dot is not None and (beside or dot.may_be_a_lamp(pips, doubted=doubted))
    if one.counted is None or not one.agreed:
        return one.likely < SURELY_A_TOP_TO_BOTH and has_light_pips(picture, one) is True
    unequal = one.face == 2 and one.counted.weakest < UNEQUAL
    return unequal or one.counted.radius < min(FEW, SMALLER * pips) * one.r


def _may_be_a_ball(picture: Picture, one: Vote) -> bool:
    """May it be the head of a pawn, or another ball, that mirrors a lamp, or up to three?"""
    if one.dark or one.face > 3 or (one.face > 1 and not one.agreed):
        return False
    return is_ball(picture, (one.x, one.y, one.r), doubted=one.likely < SURELY_A_TOP_TO_BOTH)


def _may_be_a_card(picture: Picture, one: Vote) -> bool:
    """May it be a picture, with more colours than a die, letters or suits? What was counted has pips of one
    colour, and is no letters.
    """
    if one.likely > CLEARLY_TOP:
        return False
    place = (one.x, one.y, one.r)
    if not one.agreed and is_gaudy(picture, place):
        return True
    if not one.agreed and one.face > 2 and are_letters(picture, place):
        return True
    return are_suits(picture, place, one.face)


def _may_be_a_button(one: Vote) -> bool:
    """May it be a button? Its holes are dark."""
    return one.face == 4 and one.dark and one.counted is not None and is_button(one.counted.outline)


def _may_be_covered(picture: Picture, one: Vote) -> bool:
    """May too much light hide pips of this face, or a mirrored lamp? Beside a lamp what was counted has them
    in their places, and five and six have none to hide.
    """
    place = (one.x, one.y, one.r)
    return one.face < 5 and (
        is_burnt_out(picture, place) or (not one.agreed and has_highlight(picture, place))
    )


def _may_be_seen_through(picture: Picture, one: Vote) -> bool:
    """May some of its pips be those of its underside, which shine through a clear body? Those of its top are
    strong: where none were counted at all they are not, but for some that look like a five with them.
    """
    place = (one.x, one.y, one.r)
    if one.counted is None:
        return one.face == 5 and may_shine_through(picture, place, one.face, counted=False)
    if one.agreed:
        return one.counted.weakest < SHINING or (one.face == 5 and is_of_two_colours(picture, one.counted))
    return one.face > 2 and may_shine_through(picture, place, one.face)


def _may_hide_pips(picture: Picture, one: Vote) -> bool:
    """May the border of `picture` hide pips of this face? Four and more that were counted leave no room for
    any, nor do five and six that the nets see.
    """
    if one.agreed and one.face > 3:
        return False
    nearly = one.face > 4 or one.likely > SURELY_A_TOP_TO_BOTH
    return is_cut_off(picture, (one.x, one.y, one.r), NEARLY_WHOLE if nearly else WHOLE)


def _beside(one: Vote, votes: Sequence[Vote], upright: float | None) -> list[Vote]:
    """What is seen as near as a side is to its top."""
    if upright is None or HARDLY_SLANTED <= upright < FROM_ABOVE:
        reach = BESIDE if one.likely < SURELY_A_TOP_TO_BOTH else NEXT_DIE
    else:
        reach = BESIDE_FROM_ABOVE if upright >= FROM_ABOVE else BESIDE_SLANTED
    return [
        other
        for other in votes
        if other is not one
        and math.hypot(one.x - other.x, one.y - other.y) < reach * max(one.r, other.r)
        and max(one.r, other.r) < ALIKE * min(one.r, other.r)
    ]


def _is_upright(one: Vote) -> bool:
    """Is it seen from right above, as far as its pips tell? A top and a side of one die never both are."""
    return one.counted is not None and one.agreed and one.counted.upright > FROM_ABOVE


def _is_above(other: Vote, one: Vote) -> bool:
    """Does it lie above the one in the picture, as a top lies above its sides at a slant?"""
    return other.y < one.y - ABOVE * one.r
