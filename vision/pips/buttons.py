"""Buttons: four holes lie as the pips of a four do, but in a disc, and nearer to its middle."""

from __future__ import annotations

from vision.pips.bodies import RAYS, Outline
from vision.quantiles import median

# Of the directions in which an outline is followed, those along the face's axes and towards its corners.
EIGHTH = RAYS // 8
AXES, CORNERS = range(0, RAYS, 2 * EIGHTH), range(EIGHTH, RAYS, 2 * EIGHTH)
# How much farther a body reaches at its corners, and half its width in halves of the pips' square: of 120
# fours in photographs and rendered pictures, all that are wider than the first of these reach farther than
# the second, and one is wider than the last. Eight buttons all keep to one of both.
WIDE, A_DISC, WIDER, NEARLY_A_DISC = 2.65, 1.03, 2.85, 1.1
NO_BODY = 4.5  # what ends no nearer is what the body lies on, or has no end


def is_button(outline: Outline) -> bool:
    """Is the body around what may be a four a disc with holes rather than a die?"""
    width, corners = outline.width, _farther_at_corners(outline)
    if width > NO_BODY:
        return False
    return (width > WIDE and corners < A_DISC) or (width > WIDER and corners < NEARLY_A_DISC)


def _farther_at_corners(outline: Outline) -> float:
    """How much farther from its middle the outline lies at its corners: 1.41 times for a sharp square, 1 for
    a circle. The middle of each direction and its neighbours: a shadow may hide some.
    """
    at_corners, along_axes = (
        median([float(outline.edge[(ray + beside) % RAYS]) for ray in rays for beside in (-1, 0, 1)])
        for rays in (CORNERS, AXES)
    )
    return at_corners / along_axes
