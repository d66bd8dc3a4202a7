"""Reading a picture of dice: finding them, reading each top face, deciding what is certain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from time import perf_counter

import numpy as np

from vision import problems
from vision.colours import name_of, white_of
from vision.crops import Place, resized
from vision.dice_sets import DiceSet, dice_set
from vision.finding.spots import ALIKE, apart
from vision.finding.top_finder import Top
from vision.finding.tops import BEYOND_DOUBT, LIKELY, find_tops, look_again, seen_surely
from vision.pips.body_colours import body_colour
from vision.pips.claims import claims_on
from vision.pips.dominoes import is_half_of_domino
from vision.pips.naming import StandIn, face_of, stand_ins
from vision.pips.votes import Vote
from vision.pips.voting import vote
from vision.reading import LONGEST_SIDE, DieSeen, Picture, Problem, Reading
from vision.sharpness import SHARP, blur_of
from vision.signs.face_read import FaceRead
from vision.signs.known import KnownFace, known_faces
from vision.signs.symbols import read_faces
from vision.strays import Seen, told_from_marks, without_marks_beside, without_odd_sizes, without_too_many

# From this confidence on a top face is worth asking about.
WORTH_A_WORD = 0.3
# Where fewer are seen than were thrown, so is what is hardly one, should all else of it be so much like a
# die: black bare cubes are hardly tops to the finder now and then. Of 264 such marks in 140 pictures one came
# to more, a die; what lay on none to 0.88 at the most.
HARDLY_A_TOP, LIKE_A_DIE = 0.1, 0.92
# Where symbols are looked for as well, from this share on a die may be one with pips.
MAY_BE_PIPS = 0.3


def read(frame: Picture, dice: str | DiceSet, expected: Mapping[str, int] | None = None) -> Reading:
    """Read the dice in `frame` (BGR, height x width x 3, 8 bit), as it stands upright.

    `expected` says how many dice of each kind were thrown. It is used to notice what is missing or too
    many, tells which of two kinds a die is that looks like either, and that several bare cubes are dice and
    no building blocks; it never makes an unsure face sure. Raises UnknownDiceSet for a set there is not, and
    ValueError for a frame of another form or without pixels.
    """
    started = perf_counter()
    asked_set = dice_set(dice)
    if frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != np.uint8 or not frame.size:
        form = f"{frame.shape}, {frame.dtype}"
        raise ValueError(f"A frame is height x width x 3 of 8 bits (BGR), not empty; this one is {form}.")
    found: list[DieSeen] = []
    marks: list[DieSeen] = []
    faces = known_faces(asked_set)
    if asked_set.has_key or faces or asked_set.has_numerals:
        found, marks, trouble = _read(frame, asked_set, faces, expected)
    else:
        trouble = [problems.not_readable(asked_set.name)]
    seen = tuple(sorted(found, key=lambda d: (d.y, d.x)))
    return Reading(seen, tuple(trouble), (perf_counter() - started) * 1000, tuple(marks))


def _read(
    frame: Picture, asked_set: DiceSet, faces: Sequence[KnownFace], expected: Mapping[str, int] | None
) -> tuple[list[DieSeen], list[DieSeen], list[Problem]]:
    """The dice, what is rather a mark than a die, and what is wrong."""
    small, scale = as_read(frame)
    tops = find_tops(small, asked_set.forms, asked_set.has_signs)
    places = [(top.x, top.y, top.r) for top in tops if top.confidence > LIKELY]
    blur = blur_of(small, places)
    trouble = problems.of_picture(small, blur, places)
    with_symbols = bool(faces) or asked_set.has_numerals
    # Where symbols are looked for as well as pips, each die carries the one or the other.
    may_be_pips = [top for top in tops if top.forms["pips"] > MAY_BE_PIPS or not with_symbols]
    with_pips = may_be_pips if asked_set.has_key else []
    claims, counted = claims_on(small, with_pips)
    asked = 0 if with_symbols or expected is None else sum(expected.values())
    votes = vote(small, claims, counted, soft=blur > SHARP, with_signs=with_symbols, asked=asked)
    # What may carry something else is read so where the readers of pips are not certain of it.
    certain = [one.top for one in votes if one.certain]
    seen = [top for top, _ in claims] + [top for top in tops if top not in with_pips]
    others = [top for top in seen if top not in certain and top.confidence > WORTH_A_WORD]
    signs = _signs(small, others, asked_set, faces, expected) if with_symbols else []
    signs = [_asked_on_domino(small, sign) for sign in signs if _is_sign(sign, votes)]
    as_signs = [sign.top for sign in signs]
    votes = [vote for vote in votes if vote.top not in as_signs]
    if with_symbols and expected is not None and len(votes) + len(signs) < sum(expected.values()):
        hardly = [top for top in seen if HARDLY_A_TOP < top.confidence <= WORTH_A_WORD]
        signs += _signs_on_hardly_tops(small, hardly, asked_set, faces, expected, signs)
    votes, signs = without_odd_sizes(votes, signs)
    as_dice: Seen = votes, signs
    as_marks: Seen = [], []
    if expected is None:
        as_dice, as_marks = told_from_marks(votes, signs)
    else:
        as_dice = without_too_many(votes, signs, sum(expected.values()))
    named = _named(*as_dice, asked_set, expected, small, _Frame(frame, scale))
    marks = [one.die for one in _named(*as_marks, asked_set, expected, small, _Frame(frame, scale))]
    found = [one.die for one in named]
    if expected is not None:
        found = without_marks_beside(found, sum(expected.values()))
    trouble += _doubts([one for one in named if any(one.die is die for die in found)])
    if expected is not None:
        trouble += problems.against_expectation(found, expected)
    if any(problem.id in problems.SPOILING for problem in trouble):
        found = [replace(die, certain=False) for die in found]
    return found, marks, trouble


def as_read(frame: Picture) -> tuple[Picture, float]:
    """The frame as large as it is read, and how many times as large as it is that is."""
    scale = min(1.0, LONGEST_SIDE / max(frame.shape[:2]))
    return (resized(frame, scale) if scale < 1.0 else frame), scale


@dataclass(frozen=True)
class _Named:
    """A die with its names, and what may be in doubt of it beside its face."""

    die: DieSeen
    kind_is_sure: bool
    leans: bool = False


def _named(
    votes: Sequence[Vote],
    signs: Sequence[FaceRead],
    asked_set: DiceSet,
    expected: Mapping[str, int] | None,
    small: Picture,
    frame: _Frame,
) -> list[_Named]:
    """What was read in the ``small`` picture, with its names and its places in the frame."""
    if not votes and not signs:
        return []
    white = white_of(small)
    found = [
        _Named(_die_with_pips(one, stand_in, small, frame, white), stand_in.is_sure, one.leans)
        for one, stand_in in zip(votes, stand_ins(small, votes, asked_set, expected), strict=True)
    ]
    return found + [_Named(_die_with_sign(one, frame, white), one.kind_is_sure) for one in signs]


def _doubts(dice: Sequence[_Named]) -> list[Problem]:
    """Which dice lean, and of which it is not known of what kind they are."""
    leaning = [problems.cocked(one.die.colour) for one in dice if one.leans]
    unknown = {one.die.colour for one in dice if not one.kind_is_sure and one.die.confidence > 0.5}
    return leaning + [problems.unknown_colour(colour) for colour in sorted(unknown)]


def _signs(
    picture: Picture,
    tops: Sequence[Top],
    asked_set: DiceSet,
    faces: Sequence[KnownFace],
    expected: Mapping[str, int] | None,
) -> list[FaceRead]:
    """The signs and numerals on top faces. What is not certain, of a kind that is, was perhaps shown a little
    beside its middle: then that holds which is seen when it is shown as it was seen. Its top stays the one of
    ``tops``.
    """
    read = read_faces(picture, tops, asked_set, faces, expected)
    better = {id(sign.top): _shown_again(picture, sign) for sign in read if _is_in_doubt(sign)}
    if not better:
        return read
    shown = [better.get(id(top), top) for top in tops]
    found_as = {id(one): top for one, top in zip(shown, tops, strict=True)}
    again = read_faces(picture, shown, asked_set, faces, expected, read)
    # What was found beside a die's middle is seen where that die was found as well: these are one.
    once = apart([sign.top for sign in again], attrgetter("confidence"), ALIKE)
    return [replace(sign, top=found_as[id(sign.top)]) for sign in again if sign.top in once]


def _signs_on_hardly_tops(
    picture: Picture,
    hardly: Sequence[Top],
    asked_set: DiceSet,
    faces: Sequence[KnownFace],
    expected: Mapping[str, int],
    before: Sequence[FaceRead],
) -> list[FaceRead]:
    """What is like a die that was shown, beside what was read ``before``, in all but how surely it is a top:
    it is never certain. A d8's sides are as like one as its top is.
    """
    tops = [*(sign.top for sign in before), *hardly]
    read = read_faces(picture, tops, asked_set, faces, expected, before) if hardly else []
    return [
        replace(sign, certain=False)
        for sign in read
        if sign.top in hardly and sign.kind.shape != "d8" and sign.likely > LIKE_A_DIE * sign.top.confidence
    ]


def _asked_on_domino(picture: Picture, sign: FaceRead) -> FaceRead:
    """The same; in doubt where it is bare, but for a pip perhaps taken for a lamp, and half a domino."""
    may_be = sign.certain and sign.is_bare and sign.kind.shape == "cube"
    if may_be and is_half_of_domino(picture, (sign.top.x, sign.top.y, sign.top.r)):
        return replace(sign, certain=False)
    return sign


def _is_in_doubt(sign: FaceRead) -> bool:
    """Is another look worth it, of one kind?"""
    return sign.kind_is_sure and not (sign.certain and sign.top.confidence > BEYOND_DOUBT)


def _shown_again(picture: Picture, sign: FaceRead) -> Top:
    """What is seen when it is shown as it was seen, and how surely, by looks from all sides, it is a top."""
    shown = sign.top if sign.certain else look_again(picture, sign.top)
    return seen_surely(picture, shown)


def _is_sign(sign: FaceRead, votes: Sequence[Vote]) -> bool:
    """Is what may be either, pips or a sign, rather the sign?"""
    by_pips = next((vote for vote in votes if vote.top is sign.top), None)
    if by_pips is None or sign.certain or sign.top.forms["sign"] > sign.top.forms["pips"]:
        return True
    return sign.likely > by_pips.sureness


@dataclass(frozen=True)
class _Frame:
    """The picture as it came, and how many times as large as that it was read."""

    picture: Picture
    scale: float

    def die(
        self, at: Place, kind: str, face: str, chances: Mapping[str, float], *, certain: bool, colour: str
    ) -> DieSeen:
        """A die that was read at a place, as it lies in the picture that came."""
        x, y = (at[0] + 0.5) / self.scale - 0.5, (at[1] + 0.5) / self.scale - 0.5
        r = at[2] / self.scale
        others = sorted(((f, round(c, 3)) for f, c in chances.items() if f != face), key=lambda o: -o[1])
        return DieSeen(
            kind,
            face,
            round(chances[face], 3),
            certain,
            round(x, 1),
            round(y, 1),
            round(r, 1),
            tuple(others),
            colour,
            _crop(self.picture, x, y, r),
        )


def _die_with_pips(found: Vote, stand_in: StandIn, small: Picture, frame: _Frame, white: float) -> DieSeen:
    kind = stand_in.kind
    colour = kind.colours[0] if stand_in.by_colour else name_of(body_colour(small, found), white)
    faces: dict[str, float] = {}
    for value, chance in found.chances.items():
        faces[face_of(value, kind)] = faces.get(face_of(value, kind), 0.0) + chance
    at, face, certain = (found.x, found.y, found.r), face_of(found.face, kind), found.certain
    return frame.die(at, kind.name, face, faces, certain=certain and stand_in.is_sure, colour=colour)


def _die_with_sign(sign: FaceRead, frame: _Frame, white: float) -> DieSeen:
    at, face = (sign.top.x, sign.top.y, sign.top.r), sign.face
    colour = name_of(np.asarray(sign.mark.body_of(sign.is_bare), np.float64), white)
    return frame.die(at, sign.kind.name, face, sign.chances, certain=sign.certain, colour=colour)


def _crop(frame: Picture, x: float, y: float, r: float) -> Picture:
    """The die with a little of what is around it; narrower at the picture's edge."""
    reach = max(1.6 * r, 12.0)
    top, bottom = max(0, round(y - reach)), max(1, round(y + reach))
    left, right = max(0, round(x - reach)), max(1, round(x + reach))
    return frame[top:bottom, left:right].copy()
