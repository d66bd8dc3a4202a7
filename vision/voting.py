"""Four readers vote: one counts pips (`deciding.py`), three are nets (`net.py`, `tops.py`, `marks.py`).

They err in different ways: the counting takes sides for tops and misses pips that shine, the nets take one
face for another that looks like it on the whole; the last two have seen no photograph of pips. The first two
look at every die: it is certain where both name the same face and nothing speaks against it. What is doubtful
then the other two look at as well. All nets take sides for tops where a camera looks at a slant, so their
word alone counts only where the pips that were counted show that it looks down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision import marks, net, tops
from vision.deciding import Candidate
from vision.pips import Floats, Picture

# How well all checks of the counting must be kept together, if no single one speaks against the face.
SOUND = 0.3
# How sure the net must be of the face that was counted: where the counting has no doubt, and where it has.
# Chosen on photographs of folders that the net had not seen.
AGREED, DOUBTED = 0.6, 0.95
# Doubts that the net cannot take away: it too takes sides for tops, sees one die at a time, and nothing
# beyond the picture's border.
STANDING = frozenset(
    {
        "cut",
        "border",
        "flatness",
        "shared_edge",
        "rival",
        "company",
        "continued",
        "strangers",
        "size",
        "contrast",
    }
)
# From where on each of the nets counts as naming a face: the first by its sureness; the second by its
# confidence that a top lies here, and by that face's probability; the third by the probability alone, should
# it be a face with pips at all, which it is too strict to say of dice that are seen at a slant.
NAMES, FINDS, NAMED = 0.5, 0.3, 0.5
# Doubts of the counting that one of the last two takes away where it and the first name the same face.
SETTLED_BY_ONE = frozenset({"border", "continued", "roundness", "contrast", "closed"})
# Where the camera looks down (the median roundness of the faces that were counted, 1 being right from above),
# three nets that agree settle every doubt but that of a die that is cut off or leans, and need no counting;
# unless something else is seen as near as a side is to its top, in r.
FROM_ABOVE, ALONE = 0.92, 1.9
NEVER_SETTLED = frozenset({"cut", "flatness"})
SIDE_DOUBTS = frozenset({"flatness", "shared_edge", "rival"})
# What each of the nets' words is worth beside the first's, and the counting's; and what they leave to others.
WORTH, COUNTED_WORTH, LEFT, COUNTED_LEFT = 0.6, 0.8, 0.02, 0.02
# What the net alone sees is asked about from this sureness on.
WORTH_ASKING = 0.5
# What was counted alone is left out where the net is surer than this that no top face lies there.
NO_TOP = 0.3

Chances = dict[int, float]
Tops = Sequence[tuple[Candidate, list[Candidate]]]


@dataclass(frozen=True)
class Vote:
    """A die, with what both readers say of it; at least one of them found it.

    `x`, `y` are its middle and `r` half its width, in pixels of the picture that was read. `chances` are
    those of the faces 1 to 6, together 1.
    """

    x: float
    y: float
    r: float
    chances: Chances
    certain: bool
    counted: Candidate | None
    seen: net.Candidate | None

    @property
    def face(self) -> int:
        """The likeliest face."""
        return max(self.chances, key=lambda value: self.chances[value])

    @property
    def leans(self) -> bool:
        """Does it lie more slanted than the dice around it?"""
        top = self.counted
        return top is not None and "flatness" in top.doubts() and top.presence > 0.8


def vote(tops: Tops, seen: Sequence[net.Candidate]) -> list[Vote]:
    """The dice of a picture, each once.

    `tops` were counted, each with the other faces of the same die; `seen` is what the net says, of the places
    of all the tops at least.
    """
    votes: list[Vote] = []
    left = list(tops)
    for candidate in sorted(seen, key=lambda found: -found.sureness):
        nearest = min(left, key=lambda pair: _gap(pair[0], candidate), default=None)
        if nearest is not None and _gap(nearest[0], candidate) < 1.0:
            left.remove(nearest)
            votes += _both(*nearest, candidate)
        elif candidate.sureness > WORTH_ASKING:
            votes.append(_seen_alone(candidate))
    votes += [_counted_alone(top, sides) for top, sides in left if is_sound(top)]
    return _apart(votes)


def settle(picture: Picture, votes: Sequence[Vote]) -> list[Vote]:
    """`votes` on `picture` (BGR), the doubtful ones with what two more readers say of these dice."""
    settled = list(votes)
    from_above = _is_from_above(votes)
    doubtful = []
    for number, found in enumerate(votes):
        alone = from_above and _is_alone(found, votes)
        if found.seen and not found.certain and (alone or _is_little_doubted(found)):
            doubtful.append((number, found.seen, alone))
    third = tops.look_at(picture, [(seen.x, seen.y, seen.r) for _, seen, _ in doubtful])
    places = [
        (seen.x, seen.y, r)
        for (_, seen, _), top in zip(doubtful, third, strict=True)
        for r in (seen.r, top.r)
    ]
    fourth = [_as_pips(mark) for mark in marks.shipped().marks(picture, places)]
    for place, ((number, seen, alone), top) in enumerate(zip(doubtful, third, strict=True)):
        looks = fourth[2 * place : 2 * place + 2]
        chances = _together(votes[number].counted, seen, top, looks)
        certain = _is_settled(votes[number], _that_name(chances, seen, top, looks), alone, chances)
        settled[number] = replace(votes[number], chances=chances, certain=certain)
    return settled


def _is_from_above(votes: Sequence[Vote]) -> bool:
    """Does the camera look down at the dice? Not known where none was counted."""
    round_ = [v.counted.roundness for v in votes if v.counted and not SIDE_DOUBTS & set(v.counted.doubts())]
    return bool(round_) and float(np.median(round_)) > FROM_ABOVE


def _is_alone(found: Vote, votes: Sequence[Vote]) -> bool:
    """Is it whole and flat, and nothing else so near that one of them may be a side of the other?"""
    if found.counted is not None and NEVER_SETTLED.intersection(found.counted.doubts()):
        return False
    return all(
        other is found or math.hypot(found.x - other.x, found.y - other.y) > ALONE * max(found.r, other.r)
        for other in votes
    )


def _is_little_doubted(found: Vote) -> bool:
    return found.counted is not None and SETTLED_BY_ONE.issuperset(found.counted.doubts())


def _as_pips(mark: marks.Mark) -> Chances:
    """The chances of the faces 1 to 6, should it be one of them."""
    total = sum(mark.pips[1:]) or 1.0
    return {value: chance / total for value, chance in enumerate(mark.pips[1:], 1)}


def _together(
    counted: Candidate | None, seen: net.Candidate, top: tops.Top, looks: Sequence[Chances]
) -> Chances:
    """The chances of the faces by the words of all four; `looks` are those of the last one, at two sizes."""
    weights: Chances = {}
    for value, chance in enumerate(seen.probabilities, 1):
        near = sum(look[value] for look in looks) / len(looks)
        weights[value] = (chance + LEFT / 2) * ((top.things[str(value)] + LEFT) * (near + LEFT)) ** WORTH
        if counted is not None and counted.face.value != value:
            weights[value] *= COUNTED_LEFT**COUNTED_WORTH
    total = sum(weights.values())
    return {value: weight / total for value, weight in weights.items()}


def _that_name(
    chances: Chances, seen: net.Candidate, top: tops.Top, looks: Sequence[Chances]
) -> tuple[bool, bool, bool]:
    """Which of the three nets name the likeliest face."""
    face = max(chances, key=lambda value: chances[value])
    return (
        seen.face == face and seen.sureness > NAMES,
        top.confidence > FINDS and top.things[str(face)] > NAMED,
        min(look[face] for look in looks) > NAMED,
    )


def _is_settled(found: Vote, nets: tuple[bool, bool, bool], alone: bool, chances: Chances) -> bool:
    counted = found.counted.face.value if found.counted is not None else None
    face = max(chances, key=lambda value: chances[value])
    first, third, fourth = nets
    if _is_little_doubted(found) and counted == face and first and (third or fourth):
        return True
    return alone and all(nets) and counted in (None, face)


def _gap(top: Candidate, candidate: net.Candidate) -> float:
    """From middle to middle, 1 being as far as two readings of one face may differ."""
    away = math.hypot(top.face.x - candidate.x, top.face.y - candidate.y)
    return away / (0.8 * max(top.r, candidate.r))


def is_sound(top: Candidate) -> bool:
    """Has the counting no doubt of this face?"""
    return not top.doubts() and top.soundness >= SOUND


def _both(top: Candidate, sides: list[Candidate], candidate: net.Candidate) -> list[Vote]:
    if candidate.confidence < NO_TOP and not is_sound(top):
        return []
    agree = candidate.face == top.face.value
    sure = candidate.sureness > (AGREED if is_sound(top) else DOUBTED)
    certain = agree and sure and not STANDING.intersection(top.doubts())
    counted, seen = chances_counted(top, sides), chances_seen(candidate)
    together = {value: counted[value] * seen[value] for value in counted}
    total = sum(together.values())
    chances = {value: chance / total for value, chance in together.items()}
    return [Vote(top.face.x, top.face.y, top.r, chances, certain, top, candidate)]


def _seen_alone(candidate: net.Candidate) -> Vote:
    return Vote(candidate.x, candidate.y, candidate.r, chances_seen(candidate), False, None, candidate)


def _counted_alone(top: Candidate, sides: list[Candidate]) -> Vote:
    return Vote(top.face.x, top.face.y, top.r, chances_counted(top, sides), False, top, None)


def _apart(votes: list[Vote]) -> list[Vote]:
    """Of votes whose middles lie on one die the best: certain ones first, then the likeliest."""
    kept: list[Vote] = []
    for found in sorted(votes, key=lambda v: (not v.certain, -v.chances[v.face])):
        if all(math.hypot(found.x - o.x, found.y - o.y) > 0.9 * max(found.r, o.r) for o in kept):
            kept.append(found)
    return kept


def chances_seen(candidate: net.Candidate) -> Chances:
    """The net's sureness goes to its face; the rest is shared out as it would choose among the others."""
    others = {v: p + 0.01 for v, p in enumerate(candidate.probabilities, 1) if v != candidate.face}
    return _with_rest(candidate.face, min(candidate.sureness, 0.999), others)


def chances_counted(top: Candidate, sides: list[Candidate]) -> Chances:
    """The face that was counted comes first; the rest is shared out by the nine places and the side faces."""
    # Measured on photographs: of the dice that are seen but not certain two in three are right.
    sure = 0.3 + 0.3 * top.presence + 0.39 * top.soundness**0.5
    others = {
        value: float(np.exp(-((distance / 0.25) ** 2))) + 0.02
        for value, distance in top.places.distances.items()
        if value != top.face.value
    }
    for side in sides:
        if side.face.value in others:
            others[side.face.value] += 0.5 * side.presence
    return _with_rest(top.face.value, sure, others)


def _with_rest(face: int, sure: float, others: dict[int, float]) -> Chances:
    total = sum(others.values())
    return {face: sure} | {value: (1 - sure) * weight / total for value, weight in others.items()}


def body_colour(picture: Picture, found: Vote) -> Floats:
    """The Lab colour of the die's body in `picture` (BGR): beside its pips, or that of most of its face."""
    if found.counted is not None:
        return np.asarray(np.mean([pip.body for pip in found.counted.pips], axis=0))
    reach, x, y = max(1, round(0.8 * found.r)), round(found.x), round(found.y)
    face = picture[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    lab = cv2.cvtColor(np.ascontiguousarray(face), cv2.COLOR_BGR2LAB)
    return np.asarray(np.median(lab.reshape(-1, 3), axis=0), np.float64)
