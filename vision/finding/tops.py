"""Where the top faces of dice of every form lie in a picture: cubes with pips or signs, d8s, tokens."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.crops import Place, resized
from vision.finding.spots import FINER, WIDEST, Places, apart, find_places
from vision.finding.top_finder import THINGS, Top, shipped
from vision.forms import FORMS
from vision.odds import log_odds
from vision.quantiles import median
from vision.reading import Picture

LEAST = 0.05  # confidence: what is less likely a top face is none
# What is less surely one at a glance than the first looks from all sides should tell; what is less likely one
# than the second is likelier none, and not worth that.
BEYOND_DOUBT, LIKELY = 0.96, 0.5
# A look that is worth more than this saw the die well, shown a fifth too large at the most: places this near
# to its middle (in r) need no other.
WELL, INSIDE = 0.95, 0.8
# Where something that is a top with this confidence is smaller than so many pixels of r (in a picture as wide
# as WIDEST), or nothing is, the picture is looked through more finely.
PERHAPS, SMALL = 0.1, 9.6
# Of a picture this wide so many pixels lie on edges that rise by so many grey levels (both slopes of Sobel's
# sums): small dice are told from a busy ground only when it is looked through finely. Its threads and letters
# are smaller than this r, in pixels of a picture as wide as WIDEST.
WIDE, EDGE, BUSY, THREADS = 280, 40, 0.33, 5.5
# A round tray with three dice in it looks like a large three. What is larger than the first, of the picture's
# longer side, carries dice if something within it, narrower than the second times as wide, is so surely a
# top: on 30 large dice in photographs a pip came to 0.966 at the most, a part of a sign once to 0.995, of 11
# heaps and trays of dice that looked like one die all but two had one in them that came to 0.997. Where the
# large one is less surely a top than something beyond doubt in it, that is a die as well: of 570 large dice
# in photographs and path-traced pictures none was. So is what is LIKELY one on what is larger than HUGE, if
# looks from all sides are less sure of that than UNSURE: a board of hexagons with two dice on it came to
# 0.90. A cube with two small marks may be as unsure, but none of 400 large dice was that huge.
LARGE, CARRIED, SURELY_CARRIED, HUGE = 0.12, 0.25, 0.997, 0.2
# A ground with so many doubtful places, as veined stone, hides dice: so many of them are looked at, as large
# as what surely is a top, and count where one is as surely, or likely where a die is missing: it is asked
# about, and the others of its throw need not be. Where it was looked through finely, as a checked cloth is,
# so many of those doubtful there are looked at, too: of 33 dice found so on 232 pictures seven were among the
# first 32, the others among the first 62 of those. Of places nearer to each other than that part of its r one
# is looked at.
VEINED, MOST_DOUBTFUL, MOST_FINELY, APART = 20, 40, 64, 0.5
MISSIZED = 0.25  # how little it counts that a place was shown too large or too small: only between equals
# A look to which a middle is less likely than this saw a face from beside: it is worth less. If what it saw
# is a top with this confidence, the likeliest of places so far out (in r) all around is then taken.
SEEN, WORTH_FINDING, AROUND, ASTRAY = 0.5, 0.3, 0.5, 0.9
# Of r, in place or size: a sign or a token that was shown so badly is looked at once more; and what is in
# doubt is looked at until it was shown so well, unless that leads so far away that it is another face.
MISSED, SETTLED, STRAYED = 0.12, 0.06, 0.6
TIMES = 4  # looks at the most
# A sign that is less surely on a top than the first is looked at blurred, too: of 18 dice with signs that two
# looks left in such a doubt ten came to more than the second so, of 1,612 places without dice nine.
DOUBTED, BLURRED_SURELY = 0.9, 0.98
# A d8 less sure than the first, with its middle here less likely than the second, shows a side perhaps: so
# much surer, in logarithms, with a middle there, a look around it must be to have seen the top. Of 401 d8s
# five had such a look, all at tops, one of them another die's; a side came to 3.7.
SIDE, BESIDE, SURER_TOP = 0.87, 0.6, 5.0
SIGNS = ("sign", "token")  # forms of what carries one
ON_IT = 1.6  # times as large is what a die may lie on
# A sign, or what may be a d8 or a token with this share, that is no surer a top than this, may be but what
# one of these carries, a numeral, a square or a ring perhaps: one so many times as large is looked for around
# it; around a disc with a dot, which may leave but the teeth of a token free, one hardly larger, too. A dial
# on a cube looks like one of these itself: then the cube is looked for. Not around what is less of a top than
# the last: of 33 dice that such a look alone found the least was 0.006, and an eighth of 20,300 places are
# less than this.
MAY_BE_WIDER, UNSURE, WIDER, HARDLY_WIDER, LIKE_NONE = 0.04, 0.97, 1.5, 1.3, 0.003
CARRIERS = ("d8", "token")


class _Look(NamedTuple):
    """A look at a place: what was seen, how much that is worth, by how much of its r it was missed, and the r
    at which it was shown.
    """

    x: float
    y: float
    r: float
    top: Top
    worth: float
    missed: float
    shown: float


def find_tops(
    frame: Picture, forms: Collection[str] = FORMS, *, with_signs: bool = False, thoroughly: bool = False
) -> list[Top]:
    """What may be top faces in `frame` (BGR, 8 bit), each die once; `with_signs` where cubes may carry
    something other than pips, `thoroughly` where a die is missing: as finely as on a busy ground, whatever
    it is.

    Of two looks at one die that one counts that was shown it nearer to its size: it saw better where it lies;
    and that which saw one of the `forms` with which is played: where there are but tokens,
    a sign is what a token carries, however much it looks like the top of a cube, and where there are but
    cubes a dial or a toothed wheel is what one of these carries.
    """
    likely, doubtful = find_places(frame)
    looks = _looks(frame, likely, forms)
    unit = max(frame.shape[:2]) / WIDEST
    least = min((look.r for look in looks if look.top.confidence > PERHAPS), default=0.0)
    has_small = least < SMALL * unit
    look_finely = thoroughly or has_small or _is_busy(frame)
    finely = find_places(frame, (FINER,)) if look_finely else Places([], [])
    finer = [place for place in finely.likely if has_small or place[2] > THREADS * unit]
    looks += _looks(frame, finer, forms, looks)
    if thoroughly or len(doubtful) >= VEINED:
        small = _as_large_as_dice(finely.doubtful, looks, MOST_FINELY)
        hiding = [place for place in small if place[2] > THREADS * unit]
        hidden = _looks(frame, [*hiding, *_as_large_as_dice(doubtful, looks, MOST_DOUBTFUL)], forms, looks)
        enough = LIKELY if thoroughly else BEYOND_DOUBT
        looks += [look for look in hidden if look.top.confidence > enough]
    looks = [look for look in looks if not _is_tray(frame, look, looks)]
    if with_signs:
        looks = _without_parts(looks)
        second = [_second_look(frame, look, forms) for look in looks]
        looks += [look for look in second if look is not None]
    kept = apart(looks, _worth)
    kept += _lying_on(kept, looks)
    if "d8" in forms:
        kept = [_on_top(frame, look, kept, forms) if look.top.form == "d8" else look for look in kept]
    seen = [_seen_or_placed_better(frame, look, forms) for look in kept]
    return [look.top for look in apart(seen, _worth)]


def _is_busy(frame: Picture) -> bool:
    """Is it full of edges, more than dice bring with them: print, rings, stripes, tiles?"""
    grey = cv2.cvtColor(resized(frame, WIDE / max(frame.shape[:2])), cv2.COLOR_BGR2GRAY)
    across, down = (np.abs(cv2.Sobel(grey, cv2.CV_16S, x, 1 - x)) for x in (1, 0))
    return bool((across + down > EDGE).mean() > BUSY)


def _lying_on(kept: Sequence[_Look], looks: Sequence[_Look]) -> list[_Look]:
    """The looks at signs and tokens that were shown badly and lie on what is much larger: on a tile or a card
    perhaps that looks like a large die, as a part of which they were left out.
    """
    left_out = []
    for look in looks:
        if look.missed > MISSED and look.top.confidence > PERHAPS and look.top.form in SIGNS:
            around = [one.r for one in kept if _lies_on((look.x, look.y, look.r), one)]
            if around and min(around) > ON_IT * look.r:
                left_out.append(look)
    return left_out


def look_again(frame: Picture, top: Top) -> Top:
    """What `top` shows when it is shown as it was seen, until it is seen where it was shown. That makes it no
    surer that one lies there. What only a blurred look saw stays as it is.
    """
    if top.blurred:
        return top
    look = _Look(top.x, top.y, top.r, top, top.confidence, 0.0, top.r)
    for _ in range(TIMES):
        again = _no_surer(_look(frame, (look.x, look.y, look.r)), look)
        if math.hypot(again.x - top.x, again.y - top.y) > STRAYED * top.r:
            break
        look = again
        if look.missed < SETTLED:
            break
    return look.top


def seen_surely(frame: Picture, top: Top) -> Top:
    """The `top` where looks from all sides see it, unless what they see is of another form, as a disc on a
    token; and as sure as these are. What is beyond doubt stays as sure as it is, but not a d8, which d10s and
    d20s look like.
    """
    seen = shipped().look_from_all_sides(frame, top)
    if seen.form != top.form:
        seen = replace(top, confidence=seen.confidence)
    stays = top.confidence > BEYOND_DOUBT and top.form != "d8"
    return replace(seen, confidence=top.confidence) if stays else seen


def _looks(
    frame: Picture, places: Sequence[Place], forms: Collection[str], before: Sequence[_Look] = ()
) -> list[_Look]:
    """What may be tops at the places, and what carries these. None is looked at whose middle lies on a face
    that was well seen at another of them, or `before`, unless that may be a tray with dice in it.
    """
    well = [look for look in before if look.worth > WELL]
    looks, large = [], LARGE * max(frame.shape[:2])
    for place in places:
        if not any(_lies_on(place, look) and not _may_carry(look, place[2], large) for look in well):
            seen = _looks_at(frame, place, forms)
            looks += seen
            well += [look for look in seen if look.worth > WELL]
    return [look for look in looks if look.top.confidence > LEAST]


def _looks_at(frame: Picture, place: Place, forms: Collection[str]) -> list[_Look]:
    """A look at the place; and where that may be but what a die or a token carries, looks around it.

    What was a sign at once as well had its chance: the second is as sure as looks from all sides are.
    """
    looks = [_look(frame, place, forms)]
    first = looks[0]
    for times in _times_wider(first.top, forms):
        wider = _look(frame, (first.x, first.y, times * first.r), forms)
        if wider.top.form in forms and wider.top.form != "pips":
            both_signs = first.top.form == wider.top.form == "sign"
            looks.append(_seen_again(frame, wider, first) if both_signs else wider)
    return looks


def _without_parts(looks: Sequence[_Look]) -> list[_Look]:
    """The looks but for those at parts of a sign: at what is much narrower than the cube that surely carries
    it, and not so surely a top that it may be a die that lies there.
    """
    signs = [look for look in looks if look.top.form == "sign" and look.top.confidence > BEYOND_DOUBT]
    return [
        look
        for look in looks
        if look.top.confidence > SURELY_CARRIED
        or not any(_lies_on((look.x, look.y, look.r), one) and look.r < CARRIED * one.r for one in signs)
    ]


def _second_look(frame: Picture, first: _Look, forms: Collection[str]) -> _Look | None:
    """A look at what the first doubts, shown where that saw it; or where a doubt is left a blurred one, if
    that surely sees a cube: many small marks hide what they lie on. None where neither helps.
    """
    top = first.top
    if top.form == "pips" or top.confidence > BEYOND_DOUBT:
        return None
    if first.missed > MISSED:
        again = _look(frame, (first.x, first.y, first.r), forms)
        if again.top.confidence > DOUBTED:
            return _seen_again(frame, again, first)
    if top.confidence > DOUBTED:
        return None
    for _ in range(TIMES):
        shown, top = top, shipped().look_blurred(frame, (top.x, top.y, top.r))
        strayed = math.hypot(top.x - first.x, top.y - first.y) > STRAYED * first.r
        if strayed or top.confidence < LIKELY:
            return None
        if _missed(top, (shown.x, shown.y, shown.r)) < SETTLED:
            break
    cube = top.forms["sign"] + top.forms["pips"]
    if top.confidence < BLURRED_SURELY or cube < DOUBTED:
        return None
    things = dict.fromkeys(THINGS, 0.0) | {form: top.things[form] for form in CARRIERS} | {"sign": cube}
    top = replace(top, things=things, blurred=True)
    return _Look(top.x, top.y, top.r, top, top.confidence * cube, 0.0, shown.r)


def _times_wider(top: Top, forms: Collection[str]) -> Sequence[float]:
    """How many times as wide as the `top` that may be which carries it; nothing if it surely is one, or
    surely none.
    """
    if top.confidence < LIKE_NONE or (top.form in forms and top.confidence >= UNSURE):
        return ()
    if top.thing == "1" and "pips" not in forms:
        return HARDLY_WIDER, WIDER
    may_be = top.form == "sign" or sum(top.things[form] for form in CARRIERS) > MAY_BE_WIDER
    return (WIDER,) if may_be else ()


def _as_large_as_dice(places: Sequence[Place], looks: Sequence[_Look], most: int) -> list[Place]:
    """The `most` likeliest of the places, as large as what surely is a top; none where nothing is."""
    sizes = [look.r for look in looks if look.top.confidence > BEYOND_DOUBT]
    if not sizes:
        return []
    r = median(sizes)
    kept: list[Place] = []
    for x, y, _ in places:
        if all(math.hypot(x - one[0], y - one[1]) >= APART * r for one in kept):
            kept.append((x, y, r))
    return kept[:most]


def _is_tray(frame: Picture, look: _Look, looks: Sequence[_Look]) -> bool:
    """Is that a large one of the `looks` in which dice lie: in which something is surely a top, or likely
    one where that is huge, and looks from all sides doubt it?
    """
    large = LARGE * max(frame.shape[:2])
    if look.r <= large:
        return False
    lying = [one for one in looks if _lies_on((one.x, one.y, one.r), look)]
    surest = max((one.top.confidence for one in lying if _may_carry(look, one.r, large)), default=0.0)
    if surest > BEYOND_DOUBT and surest > min(SURELY_CARRIED, look.top.confidence):
        return True
    if surest < LIKELY or look.r <= HUGE * max(frame.shape[:2]):
        return False
    return shipped().look_from_all_sides(frame, look.top).confidence < UNSURE


def _may_carry(look: _Look, r: float, large: float) -> bool:
    """May what was seen, if it is of more than a `large` r, be a tray in which a die of that `r` lies?"""
    return look.r > large and r < CARRIED * look.r


def _lies_on(place: Place, look: _Look) -> bool:
    """Does the middle of a place lie well inside the face that was seen? The next die's lies 2 r away."""
    return math.hypot(place[0] - look.x, place[1] - look.y) < INSIDE * look.r


def _look(frame: Picture, place: Place, forms: Collection[str] = FORMS) -> _Look:
    shown, (top,) = place[2], shipped().look_at(frame, [place])
    size, missed = min(top.r / shown, shown / top.r), _missed(top, place)
    worth = top.confidence * size**MISSIZED * (1.0 if top.middle > SEEN else ASTRAY)
    worth *= sum(top.forms[form] for form in forms)
    return _Look(top.x, top.y, top.r, top, worth, missed, shown)


def _missed(top: Top, place: Place) -> float:
    """By how much of its r a top was missed that was shown at a place."""
    x, y, shown = place
    return max(1 - min(top.r / shown, shown / top.r), math.hypot(top.x - x, top.y - y) / top.r)


def _seen_or_placed_better(frame: Picture, look: _Look, forms: Collection[str]) -> _Look:
    """A sign or a token is seen better, a d8 but placed better: its sides look much like tops, and would get
    another chance. Dice with pips, of which that is true, too, are placed well enough to be counted. What
    looks like none of the dice with which is played may be one that was shown beside its middle; but no token
    was, and boards are full of what looks like a sign.
    """
    may_be_beside = look.top.form not in forms and look.top.confidence > LIKELY
    if may_be_beside and set(forms) != {"token"}:
        look = _as_is_played_with(frame, look, forms)
    if look.top.form in SIGNS and look.top.form in forms:
        return _seen_better(frame, look, forms)
    return _placed_better(frame, look) if look.top.form == "d8" else look


def _on_top(frame: Picture, look: _Look, others: Sequence[_Look], forms: Collection[str]) -> _Look:
    """Instead of a doubtful look at a d8, from beside its top, one around it that is much surer: the first
    saw a side, or several at once. But not where that sees another die.
    """
    if look.top.confidence > SIDE or look.top.middle > BESIDE:
        return look
    around = [one for one in _around(frame, look, forms) if one.top.form == "d8"]
    if not around:
        return look
    best = max(around, key=_odds_here)
    if _odds_here(best) < _odds_here(look) + SURER_TOP or any(
        one is not look and math.hypot(one.x - best.x, one.y - best.y) < INSIDE * max(one.r, best.r)
        for one in others
    ):
        return look
    return best._replace(top=shipped().look_from_all_sides(frame, best.top))


def _odds_here(look: _Look) -> float:
    return log_odds(look.top.confidence) + log_odds(look.top.middle)


def _placed_better(frame: Picture, look: _Look) -> _Look:
    """What was shown too large or too small, or beside its middle, where it is seen when it is shown as it
    was seen: nothing else of it is another.
    """
    if look.missed <= MISSED:
        return look
    again = _look(frame, (look.x, look.y, look.r))
    if math.hypot(again.x - look.x, again.y - look.y) > STRAYED * look.r:
        return look
    x, y, r = again.x, again.y, again.r
    return look._replace(x=x, y=y, r=r, top=replace(look.top, x=x, y=y, r=r))


def _seen_better(frame: Picture, look: _Look, forms: Collection[str]) -> _Look:
    """What was shown too large or too small, or beside its middle, is shown once more, as it was seen.

    So is what was seen from so far away that its middle was not seen. That says better where a face lies and
    what it is. It makes it no surer that one does, for what is none would get another chance: looks from all
    sides tell that, where the first leaves a doubt.
    """
    if look.top.middle < SEEN and look.top.confidence > WORTH_FINDING:
        look = _from_around(frame, look, forms)
    if look.missed > MISSED:
        again = _look(frame, (look.x, look.y, look.r), forms)
        return look if again.worth <= look.worth else _seen_again(frame, again, look)
    return look


def _seen_again(frame: Picture, second: _Look, first: _Look) -> _Look:
    """The second of two looks at one thing, as sure as looks from all sides are where it sees a top and the
    first left a doubt; else no surer than that.
    """
    if first.top.confidence > BEYOND_DOUBT or second.top.confidence < LIKELY:
        return _no_surer(second, first)
    return second._replace(top=shipped().look_from_all_sides(frame, second.top))


def _from_around(frame: Picture, look: _Look, forms: Collection[str]) -> _Look:
    """What was seen from beside its middle, looked at from where this is likeliest."""
    nearest = max(_around(frame, look, forms), key=lambda one: one.top.middle)
    return _no_surer(nearest, look) if nearest.top.middle > SEEN and nearest.worth > look.worth else look


def _as_is_played_with(frame: Picture, look: _Look, forms: Collection[str]) -> _Look:
    """What was seen as none of the `forms`, by that look at it or around it which is worth most."""
    return _no_surer(max([look, *_around(frame, look, forms)], key=_worth), look)


def _around(frame: Picture, look: _Look, forms: Collection[str]) -> list[_Look]:
    """Looks beside what was seen, all around it."""
    angles = np.arange(8) * (np.pi / 4)
    steps = AROUND * look.r * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return [_look(frame, (look.x + x, look.y + y, look.r), forms) for x, y in steps.tolist()]


def _no_surer(second: _Look, first: _Look) -> _Look:
    confidence = min(first.top.confidence, second.top.confidence)
    return second._replace(top=replace(second.top, confidence=confidence))


def _worth(look: _Look) -> float:
    return look.worth
