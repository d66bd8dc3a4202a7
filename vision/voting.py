"""Two readers vote: one counts pips (`deciding.py`), the other is a net (`net.py`). A third settles doubts.

They err in different ways: the counting takes sides for tops and misses pips that shine, the net takes one
face for another that looks like it on the whole. So a die is certain only where both name the same face.
What only one of them sees is asked about. The third (`tops.py`) is a net that knows all sorts of dice and has
seen no photograph: where it names the same face again, some doubts of the first two are settled.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision import net, tops
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
# Doubts that a third reader can take away: a mark or a body goes on beside the die, or it lies at the
# picture's border. Where the second is surer than PROBABLE and the third finds a top face (confidence) that
# shows the same (probability), the die is certain: so 76 dice were, on photographs that the third had never
# seen, and all were right.
SETTLED_BY_THREE = frozenset({"border", "continued"})
PROBABLE, THIRD_FINDS, THIRD_NAMES = 0.8, 0.3, 0.7
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
    """`votes` on `picture` (BGR), some made certain by a third reader who looks at these dice alone."""
    doubted = [found for found in votes if _can_be_settled(found)]
    third = tops.look_at(picture, [(found.x, found.y, found.r) for found in doubted])
    settled = {
        id(found)
        for found, top in zip(doubted, third, strict=True)
        if top.confidence > THIRD_FINDS and top.things[str(found.face)] > THIRD_NAMES
    }
    return [replace(found, certain=found.certain or id(found) in settled) for found in votes]


def _can_be_settled(found: Vote) -> bool:
    if found.certain or found.counted is None or found.seen is None:
        return False
    standing = STANDING.intersection(found.counted.doubts())
    same = found.counted.face.value == found.seen.face
    return same and found.seen.sureness > PROBABLE and standing <= SETTLED_BY_THREE


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
