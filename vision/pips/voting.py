"""Which votes on dice with pips stand; what contests them: other faces, a slant, lamps, the border.

The readers err in different ways: the counting misses pips that shine, the nets take one face for another
that looks like it on the whole, and the one that knows all forms of dice tells best what is no die at all.
Where that one and the counting leave no doubt its word counts for both nets. All of them take sides for tops
where a camera looks at a slant: where that may be, their word is not enough.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import cv2
import numpy as np

from vision.arrays import Doubles
from vision.crops import WHOLE, cut, disc, is_cut_off
from vision.finding.top_finder import Top
from vision.forms import PIPS
from vision.highlights import BURNT, ROUND_EDGE, has_highlight, is_burnt_out
from vision.pips import net
from vision.pips.balls import is_ball
from vision.pips.buttons import is_button
from vision.pips.deciding import Counted
from vision.pips.dominoes import is_half_of_domino
from vision.pips.faces import NEXT_DIE
from vision.pips.grounds import is_ground
from vision.pips.lamps import FEW, SMALLER, UNEQUAL, light_dot
from vision.pips.large_ones import is_large_one
from vision.pips.paints import is_gaudy
from vision.pips.shining import is_of_two_colours, may_shine_through
from vision.pips.suits import are_letters, are_suits
from vision.pips.votes import SURELY_TOP, WORTH_ASKING, Vote, logit
from vision.pips.weighing import View, is_side_of, may_be_weighed, weigh
from vision.quantiles import median
from vision.reading import Picture

# What one net takes this surely for a top (a logit) and for one of its faces is clear: if that is what was
# counted beyond doubt, the other net, which takes its time, is not asked. It never said otherwise then. What
# both do is neither card nor print: of path-traced cards one came to 4.5, of lines of print one to 4.9.
CLEARLY_TOP, CLEARLY_FACE = 5.0, 0.99
# How upright most dice are seen (1 from right above): a camera looks down from the first on, and from the
# second on at so little a slant that a die without another face beside it shows its top.
FROM_ABOVE, HARDLY_SLANTED = 0.92, 0.83
# Pips less round than this, or than so much of what their square is, are smeared, however upright the dice:
# then what was not counted is asked about.
SMEARED, NARROWER = 0.78, 0.85
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
# Where a die is missing it may be what the net for all forms takes for a top with more than this confidence,
# if it is as large as the others are, within this factor. Of eight on 80 pictures by other hands five came to
# that; on 14 of these, on boards and flowered cloths, so did a mark.
HARDLY_LIKELY, AS_LARGE = 0.6, 1.25
# Pips that were counted on one face stand out from it alike, by this part of the strongest at the least: of
# 1,800 faces of other dice two came to less.
SHINING = 0.45
# Of most of a face at least so much is pips; and so many times as far from the body's lightness they are as
# what is on the other side of it.
PIPPED, MUCH_MORE = 0.03, 2.0

Claim = tuple[Top, net.Candidate]  # what the net for all forms and the one for pips say of a place


def is_clear(top: Top) -> bool:
    """Does the net for all forms take it for a top face with so many pips, and for nothing else?"""
    return logit(top.confidence) > CLEARLY_TOP and max(top.things[pip] for pip in PIPS) > CLEARLY_FACE


def is_counted(top: Top, counted: Sequence[Counted]) -> bool:
    """Were the pips counted, and beyond doubt, that the net for all forms sees there?"""
    there = counted_at(top, counted)
    return there is not None and not there.doubts() and top.things[str(there.face.value)] > CLEARLY_FACE


def by_one_net(top: Top) -> net.Candidate:
    """What is clear, as if the net for pips had said just the same."""
    pips = [top.things[pip] / top.forms["pips"] for pip in PIPS]
    return net.Candidate(top.x, top.y, top.r, top.confidence, tuple(pips))


def vote(
    picture: Picture,
    claims: Sequence[Claim],
    counted: Sequence[Counted],
    *,
    soft: bool = False,
    with_signs: bool = False,
    asked: int = 0,
) -> list[Vote]:
    """The dice worth asking about in ``picture``, by what the nets say of places and by what was counted.

    ``soft`` says that it is not quite sharp, ``with_signs`` that cubes with signs are played with as well.
    Where there are fewer than the ``asked`` number, what is hardly one is worth it, too, never certain.
    """
    judged = weigh(*judge(picture, claims, counted, soft=soft, with_signs=with_signs))
    worth = [one for one in judged if one.sureness > WORTH_ASKING]
    tops = [one for one in worth if one.certain]
    left = [one for one in worth if one.certain or not any(is_side_of(one, top) for top in tops)]
    if len(left) < asked:
        hardly = [one for one in judged if one.sureness <= WORTH_ASKING and _is_hardly_one(one, left)]
        hardly.sort(key=lambda one: one.top.confidence, reverse=True)
        left += [one.in_doubt("hardly") for one in hardly[: asked - len(left)]]
    return [_looked_at_last(picture, one) if one.certain else one for one in left]


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
    return [_judged(picture, one, votes, view, pips) for one in votes], view


def _view(votes: Sequence[Vote], soft: bool) -> View:
    """How the dice are seen. Pips are narrow where a camera looks at a slant, and where they are smeared."""
    upright = _upright(votes)
    roundness = _usual(votes, lambda counted: counted.roundness)
    smeared = roundness is not None and roundness < max(SMEARED, NARROWER * (upright or 0.0))
    return View(upright, smeared or (upright or 1.0) < HARDLY_SLANTED, smeared, soft)


def _judged(picture: Picture, one: Vote, votes: Sequence[Vote], view: View, pips: float) -> Vote:
    """The same with what the rules have against it: all of that where it may be weighed, else the first."""
    rules = _against(picture, one, votes, view, pips)
    first = frozenset(islice(rules, 1))
    return replace(one, against=first.union(rules) if first and may_be_weighed(one) else first)


def _against(picture: Picture, one: Vote, votes: Sequence[Vote], view: View, pips: float) -> Iterator[str]:
    """The names of the rules that contest it. Light pips of other dice are ``pips`` large."""
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


def _vote(
    picture: Picture, top: Top, seen: net.Candidate, counted: Counted | None, *, with_signs: bool
) -> Vote:
    doubts = frozenset(counted.doubts() if counted is not None else ())
    one = Vote(top, seen, counted, doubts, with_signs=with_signs)
    if one.face > 1 or one.agreed or one.certain:
        return one
    return replace(one, large_one=is_large_one(picture, (one.x, one.y, one.r)))


def counted_at(top: Top, counted: Sequence[Counted]) -> Counted | None:
    """What was counted on the face that a net sees, if anything was."""
    nearest = min(counted, key=lambda face: _apart(face, top), default=None)
    if nearest is None or _apart(nearest, top) > 0.6 * max(top.r, 0.8 * nearest.r):
        return None
    return nearest


def _apart(face: Counted, top: Top) -> float:
    return math.hypot(face.face.x - top.x, face.face.y - top.y)


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
    if ("flatness" in one.doubts) if one.agreed else slanted and one.likely < SURELY_TOP:
        return True
    # Towards the picture's corners a camera that looks down sees sides, too.
    slanted_here = one.counted is not None and one.counted.upright < FROM_ABOVE
    may_be_side = bool(one.doubts & SIDE_DOUBTS) and (slanted_here or not from_above)
    return may_be_side and one.likely < SURELY_TOP


def _may_be_a_soft_side(one: Vote, votes: Sequence[Vote]) -> bool:
    """May it be a side, or a top and a side, of a die that is not seen quite sharply?

    Blur makes pips rounder than a slant leaves them, and hides the edge between a top and a side.
    """
    if one.likely > NO_SOFT_SIDE:
        return False
    rival = max((other.likely for other in _beside(one, votes, 0.0)), default=-math.inf)
    return rival > one.likely + RIVAL_SLANTED or (one.face < 4 and "company" in one.doubts)


def _may_be_lamps(picture: Picture, one: Vote, pips: float) -> bool:
    """May its pips be lamps that something smooth mirrors, smaller than the ``pips`` of other dice?

    A lamp seldom lies in the middle of what mirrors it, and is burnt out. Where pips were not counted they
    may be lamps unless it is surely a top. What both nets find clearly a top mirrors none.
    """
    if one.dark or one.face > 3 or one.likely > CLEARLY_TOP:
        return False
    if one.face == 1:
        dot = light_dot(picture, (one.x, one.y, one.r))
        doubted = one.likely < LAMPLESS
        beside = doubted and "lopsided" in one.doubts
        return dot is not None and (beside or dot.may_be_a_lamp(pips, doubted=doubted))
    if one.counted is None or not one.agreed:
        return one.likely < SURELY_TOP and has_light_pips(picture, one) is True
    unequal = one.face == 2 and one.counted.weakest < UNEQUAL
    return unequal or one.counted.radius < min(FEW, SMALLER * pips) * one.r


def _light_pips(votes: Sequence[Vote]) -> float:
    """How large light pips are, in r, by the fours to sixes; infinite where there are none."""
    seen = [
        one.counted.radius / one.r
        for one in votes
        if one.counted is not None and one.agreed and one.face > 3 and not one.dark
    ]
    return median(seen) if seen else math.inf


def _may_be_a_ball(picture: Picture, one: Vote) -> bool:
    """May it be the head of a pawn, or another ball, that mirrors a lamp, or up to three?"""
    if one.dark or one.face > 3 or (one.face > 1 and not one.agreed):
        return False
    return is_ball(picture, (one.x, one.y, one.r), doubted=one.likely < SURELY_TOP)


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
    """May the border of ``picture`` hide pips of this face? Four and more that were counted leave no room for
    any, nor do five and six that the nets see.
    """
    if one.agreed and one.face > 3:
        return False
    nearly = one.face > 4 or one.likely > SURELY_TOP
    return is_cut_off(picture, (one.x, one.y, one.r), NEARLY_WHOLE if nearly else WHOLE)


def _beside(one: Vote, votes: Sequence[Vote], upright: float | None) -> list[Vote]:
    """What is seen as near as a side is to its top."""
    if upright is None or HARDLY_SLANTED <= upright < FROM_ABOVE:
        reach = BESIDE if one.likely < SURELY_TOP else NEXT_DIE
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


def body_colour(picture: Picture, found: Vote) -> Doubles:
    """The Lab colour of the die's body in `picture` (BGR): beside its pips, or that of most of its face."""
    if found.counted is not None:
        return np.asarray(np.mean([pip.body for pip in found.counted.pips], axis=0))
    return np.asarray(np.median(_face(picture, found), axis=0), np.float64)


def has_light_pips(picture: Picture, found: Vote) -> bool | None:
    """Are the die's pips lighter than its body? None where that is not told."""
    if found.counted is not None:
        return not found.counted.pips[0].dark
    light = np.asarray(_face(picture, found)[:, 0], np.float64)
    darkest, body, lightest = np.quantile(light, (PIPPED, 0.5, 1 - PIPPED)).tolist()
    lighter, darker = lightest - body, body - darkest
    if body > BURNT or max(lighter, darker) < MUCH_MORE * min(lighter, darker):
        return None
    return bool(lighter > darker)


def _face(picture: Picture, found: Vote) -> Picture:
    """The Lab colours (n, 3) of the face, but for its corners."""
    reach = max(1, round(ROUND_EDGE * found.r))
    face = cut(picture, (found.x, found.y, found.r), ROUND_EDGE * found.r, 2 * reach)
    lab = cv2.cvtColor(face, cv2.COLOR_BGR2LAB)
    return np.asarray(lab[disc(2 * reach, reach)], np.uint8)
