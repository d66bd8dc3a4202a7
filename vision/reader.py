"""Reading a picture of dice: finding them, reading each top face, deciding what is certain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from time import perf_counter

from vision import dice_sets, problems
from vision.asked import Asked
from vision.dice_sets import DiceSet
from vision.finding.spots import ALIKE, apart
from vision.finding.top_finder import Top
from vision.finding.tops import BEYOND_DOUBT, LIKELY, find_tops, look_again, seen_surely
from vision.naming import Frame, doubts, named_dice
from vision.pips.claims import claims_on
from vision.pips.dominoes import is_half_of_domino
from vision.pips.votes import Vote
from vision.pips.voting import vote
from vision.reading import DieSeen, Picture, Problem, Reading, check_picture
from vision.sharpness import SHARP, blur_of
from vision.signs.face_read import FaceRead
from vision.signs.known import known_faces
from vision.signs.symbols import read_faces
from vision.strays import Seen, told_from_marks, without_marks_beside, without_odd_sizes, without_too_many

# From this confidence on a top face is worth asking about.
WORTH_A_WORD = 0.3
# Where fewer are seen than were thrown, so is what is hardly one, should all else of it be so much like a
# die: black bare cubes are hardly tops to the finder now and then. Of 264 such marks in 140 pictures one came
# to more, a die; what lay on none to 0.88 at the most.
FAINTLY_A_TOP, LIKE_A_DIE = 0.1, 0.92
# Where symbols are looked for as well, from this share on a die may be one with pips.
MAY_BE_PIPS = 0.3


def read(frame: Picture, dice_set: str | DiceSet, expected: Mapping[str, int] | None = None) -> Reading:
    """Read the dice in `frame` (BGR, height x width x 3, 8 bit), as it stands upright.

    `expected` says how many dice of each kind were thrown. It is used to notice what is missing or too
    many, tells which of two kinds a die is that looks like either, and that several bare cubes are dice and
    no building blocks; it never makes an unsure face sure. Raises UnknownDiceSet for a set there is not, and
    ValueError for a frame of another form or without pixels, and where kinds are expected that the set does
    not have, or less than none of one.
    """
    started = perf_counter()
    played_with = dice_sets.dice_set(dice_set)
    check_picture(frame)
    played_with.check_thrown(expected or {})
    asked = Asked(played_with, known_faces(played_with), expected)
    found: list[DieSeen] = []
    marks: list[DieSeen] = []
    if asked.is_readable:
        found, marks, trouble = _read(Frame(frame), asked)
    else:
        trouble = [problems.not_readable(played_with.name)]
    seen = tuple(sorted(found, key=lambda d: (d.y, d.x)))
    return Reading(seen, tuple(trouble), (perf_counter() - started) * 1000, tuple(marks))


def _read(frame: Frame, asked: Asked) -> tuple[list[DieSeen], list[DieSeen], list[Problem]]:
    """The dice, what is rather a mark than a die, and what is wrong."""
    seen, trouble = _seen(frame.small, asked)
    as_dice: Seen = without_odd_sizes(*seen)
    as_marks: Seen = [], []
    if asked.count is None:
        as_dice, as_marks = told_from_marks(*as_dice)
    else:
        as_dice = without_too_many(*as_dice, asked.count)
    dice = named_dice(*as_dice, frame, asked)
    marks = [one.die for one in named_dice(*as_marks, frame, asked)]
    if asked.thrown is not None:
        dice = without_marks_beside(dice, asked.thrown)
    found = [one.die for one in dice]
    trouble += doubts(dice)
    if asked.thrown is not None:
        trouble += problems.against_expectation(found, asked.thrown)
    if any(problem.id in problems.SPOILING for problem in trouble):
        found = [replace(die, certain=False) for die in found]
    return found, marks, trouble


def _seen(picture: Picture, asked: Asked) -> tuple[Seen, list[Problem]]:
    """What may be dice with pips and with signs in the picture, and what is wrong with that."""
    tops = _tops(picture, asked)
    places = [(top.x, top.y, top.r) for top in tops if top.confidence > LIKELY]
    blur = blur_of(picture, places)
    signed = asked.has_more_than_pips
    # Where symbols are looked for as well as pips, each die carries the one or the other.
    may_be_pips = [top for top in tops if top.forms["pips"] > MAY_BE_PIPS or not signed]
    with_pips = may_be_pips if asked.dice.has_key else []
    claims, counted = claims_on(picture, with_pips)
    count = 0 if signed else asked.count or 0
    votes = vote(picture, claims, counted, soft=blur > SHARP, with_signs=signed, count=count)
    # What may carry something else is read so where the readers of pips are not certain of it.
    certain = [one.top for one in votes if one.certain]
    seen = [top for top, _ in claims] + [top for top in tops if top not in with_pips]
    others = [top for top in seen if top not in certain and top.confidence > WORTH_A_WORD]
    signs = _signs(picture, others, asked) if signed else []
    signs = [_asked_on_domino(picture, sign) for sign in signs if _is_sign(sign, votes)]
    as_signs = [sign.top for sign in signs]
    votes = [vote for vote in votes if vote.top not in as_signs]
    if signed and len(votes) + len(signs) < (asked.count or 0):
        hardly = [top for top in seen if FAINTLY_A_TOP < top.confidence <= WORTH_A_WORD]
        signs += _signs_on_hardly_tops(picture, hardly, asked, signs)
    return (votes, signs), problems.of_picture(picture, blur, places)


def _tops(picture: Picture, asked: Asked) -> list[Top]:
    """What may be tops in the picture, looked for once more where fewer than were thrown are likely some."""
    tops = find_tops(picture, asked.dice.forms, with_signs=asked.dice.has_signs)
    if sum(top.confidence > WORTH_A_WORD for top in tops) >= (asked.count or 0):
        return tops
    return find_tops(picture, asked.dice.forms, with_signs=asked.dice.has_signs, thoroughly=True)


def _signs(picture: Picture, tops: Sequence[Top], asked: Asked) -> list[FaceRead]:
    """The signs and numerals on top faces. What is not certain, of a kind that is, was perhaps shown a little
    beside its middle: then that holds which is seen when it is shown as it was seen. Its top stays the one of
    `tops`.
    """
    read = read_faces(picture, tops, asked)
    better = {id(sign.top): _shown_again(picture, sign) for sign in read if _is_in_doubt(sign)}
    if not better:
        return read
    shown = [better.get(id(top), top) for top in tops]
    found_as = {id(one): top for one, top in zip(shown, tops, strict=True)}
    again = read_faces(picture, shown, asked, read)
    # What was found beside a die's middle is seen where that die was found as well: these are one.
    once = apart([sign.top for sign in again], attrgetter("confidence"), ALIKE)
    return [replace(sign, top=found_as[id(sign.top)]) for sign in again if sign.top in once]


def _signs_on_hardly_tops(
    picture: Picture, hardly: Sequence[Top], asked: Asked, before: Sequence[FaceRead]
) -> list[FaceRead]:
    """What is like a die that was shown, beside what was read `before`, in all but how surely it is a top:
    it is never certain. A d8's sides are as like one as its top is.
    """
    tops = [*(sign.top for sign in before), *hardly]
    read = read_faces(picture, tops, asked, before) if hardly else []
    return [
        replace(sign, certain=False)
        for sign in read
        if sign.top in hardly and sign.kind.shape != "d8" and sign.likely > LIKE_A_DIE * sign.top.confidence
    ]


def _asked_on_domino(picture: Picture, sign: FaceRead) -> FaceRead:
    """The same; in doubt where it is half a domino: bare, but for a pip perhaps taken for a lamp, or with a
    sign that is rather pips to the finder.
    """
    if not sign.certain or sign.kind.shape != "cube":
        return sign
    top = sign.top
    may_be = sign.is_bare or top.forms["pips"] > top.forms["sign"]
    return replace(sign, certain=not (may_be and is_half_of_domino(picture, (top.x, top.y, top.r))))


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
