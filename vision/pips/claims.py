"""What both nets claim of places where a die with pips may lie, and where its pips are counted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from vision.finding.top_finder import Top
from vision.finding.top_finder import shipped as top_finder
from vision.forms import PIPS
from vision.odds import NO_SURER, log_odds
from vision.pips import net
from vision.pips.by_hue import counted_by_hue
from vision.pips.counting import Counted, count_faces, counted_at, top_faces
from vision.pips.net import Claim
from vision.reading import Picture

# What both nets together take for a top face less surely than this is not worth the counting of its pips.
WORTH_COUNTING = 0.2
# What both together take for one less surely than this is not worth two more looks by each: of 513 places
# like that in 179 pictures none was asked about in the end.
WORTH_LOOKING_AROUND = 0.7
# What one net takes this surely for a top (a logit) and for one of its faces is clear: if that is what was
# counted beyond doubt, the other net, which takes its time, is not asked. It never said otherwise then. What
# both do is neither card nor print: of path-traced cards one came to 4.5, of lines of print one to 4.9.
CLEARLY_TOP, CLEARLY_FACE = 5.0, 0.99


def claims_on(picture: Picture, tops: Sequence[Top]) -> tuple[list[Claim], list[Counted]]:
    """What both nets say of top faces, and where pips were counted.

    What is not both, clear at a glance and counted beyond doubt, is looked at from three sides by each net,
    where it is likely enough.
    """
    look = partial(_by_pips, picture)
    clear = [is_clear(top) for top in tops]
    seen = [by_one_net(top) if at_once else look(top) for top, at_once in zip(tops, clear, strict=True)]
    both = [top.confidence + one.confidence for top, one in zip(tops, seen, strict=True)]
    likely = [(one.x, one.y, one.r) for one, sure in zip(seen, both, strict=True) if sure > WORTH_COUNTING]
    height, width = picture.shape[:2]
    counted = top_faces(count_faces(picture, likely), (width, height)) if likely else []
    claims = []
    for top, one, at_once, sure in zip(tops, seen, clear, both, strict=True):
        if at_once and is_counted(top, counted):
            claims.append((top, one))
            continue
        # Where the counting is of another mind the net that was not asked is, after all.
        by_pips = look(top) if at_once else one
        worth_it = sure > WORTH_LOOKING_AROUND
        claims.append(_looked_around(picture, top, by_pips) if worth_it else (top, by_pips))
    return claims, [*counted, *counted_by_hue(picture, claims, counted)]


def is_clear(top: Top) -> bool:
    """Does the net for all forms take it for a top face with so many pips, and for nothing else?"""
    clearly_one = max(top.things[pip] for pip in PIPS) > CLEARLY_FACE
    return clearly_one and log_odds(top.confidence, NO_SURER) > CLEARLY_TOP


def is_counted(top: Top, counted: Sequence[Counted]) -> bool:
    """Were the pips counted, and beyond doubt, that the net for all forms sees there?"""
    there = counted_at(top, counted)
    return there is not None and not there.doubts() and top.things[str(there.face.value)] > CLEARLY_FACE


def by_one_net(top: Top) -> net.Candidate:
    """What is clear, as if the net for pips had said just the same."""
    pips = [top.things[pip] / top.forms["pips"] for pip in PIPS]
    return net.Candidate(top.x, top.y, top.r, top.confidence, tuple(pips))


def _looked_around(picture: Picture, top: Top, by_pips: net.Candidate) -> Claim:
    return top_finder().look_around(picture, top), net.shipped().look_around(picture, by_pips)


def _by_pips(picture: Picture, top: Top) -> net.Candidate:
    (seen,) = net.shipped().look_at(picture, [(top.x, top.y, top.r)])
    return seen
