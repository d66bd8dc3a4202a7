"""When a face that carries a symbol or a numeral, or nothing, may be believed.

What the finder says (a top face of some form lies here) and what the net for single faces says (this form,
this symbol) must agree before a die is certain.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

from vision.arrays import Floats
from vision.colours import colourfulness
from vision.drawings import UNMARKED
from vision.finding.top_finder import Top
from vision.forms import SHAPE_OF
from vision.odds import NO_SURER, log_odds
from vision.reading import LEAST_R, SMALL_R
from vision.signs.known import KnownFace, Named
from vision.signs.marks import BARE, SHAPES, Mark
from vision.signs.numerals import NUMERAL_BEYOND_DOUBT, NUMERAL_SURELY
from vision.signs.teeth import Teeth

# What a certain face keeps: but for SIGN_SURE chosen on pictures that are not those of the published figures.
# The chance that it is this face: a lamp that is mirrored in a sign may make another one of it, so that
# signs need more.
SURE, SIGN_SURE = 0.95, 0.98
NEAR_ENOUGH = 0.6  # likeness to the face it is taken for
# What is so faint (steps of lightness), washed out by a lamp perhaps, must be more like it: of 608 certain
# signs all but two came to more than 24; a crown under a lamp, taken for an arrow, to 16, and that to 0.76.
FAINT, FAINTLY_LIKE = 20.0, 0.9
# The finder's confidence, of a cube that is bare: the shadow of a die came to 0.936 for a black one, of 31
# path-traced bare cubes none to less than 0.97. Of 340 tokens the least came to 0.96.
TOP_SURELY = {"cube": 0.95, "d8": 0.35, "token": 0.95}
# A bare cube that is lighter than the first, as no shadow is, needs no more than the second beside others
# that are as large. In 60 throws of dice with signs what was none, but of a kind for sure, came to 0.66.
SHADOW, BARE_BESIDE_OTHERS = 80.0, 0.75
# A cube with a sign needs less beside others that are as large. Alone a cube must surely be one, for cards
# and tiles carry such figures, too, and blocks are bare: by the finder, or by it and the small net together.
# That is the odds that a top face lies there times those that it is a cube's, in logarithms, of which none
# counts for more than NO_SURER. In 500 pictures of other things three came to 0.981 and 8.5 at the most, and
# to other nets a tile came to 0.992, a block to 0.985 and 8.3; of 530 path-traced cubes with signs 63 do not
# come to the first, 23 to neither.
BESIDE_OTHERS, ALONE, ALONE_TOGETHER = 0.7, 0.993, 9.5
# A bare face has nothing on it that tells: alone the finder must be surer of it, too. Of 9 roofs, screens,
# windows and boxes in 500 photographs and drawings of all sorts the most came to 0.958;
# 31 path-traced bare cubes came to 0.97 at the least, and so do cubes of wood, which look just like them.
BARE_ALONE = 0.97
BARE_SURELY = 0.99  # how surely a bare face is something, by the finder and the small net together
# A bare face may be as uneven as it was where it was shown, and a little more: brass mirrors what lies around
# it, wood has a grain.
AS_UNEVEN = 1.3
# The small net's share; of d8s the odds below say enough.
SHAPE_SURELY = {"cube": 0.7, "d8": 0.0, "token": 0.7}
# A d10 or a d20 is nearest to a d8, and has the same numerals: the odds that a top face lies there, by the
# finder, times those that it is a d8, by the small net; in logarithms. On 308 path-traced pictures without a
# d8, of foreign dice and of other things, they came to 5.6 at the most, on 46 others and 48 photographs of
# foreign dice to 2.8. Dice beside it say nothing: sets of d4s to d20s are of one make and much of one size.
# Of tokens, too: a cut gem came to 5.4, of 642 tokens none to less than 6.8.
NO_CUBE_SURELY = 6.0
# Of a d8 on which a numeral is beyond doubt this is enough: in 600 other pictures, in 110 of them 550
# foreign dice, what shows one came to 1.6 at the most, but for a d20 half under a pen, which both let pass;
# three d10s in 90 more to 3.6 and 5.7. Of 511 d8s none is asked about by this limit.
WITH_NUMERAL_SURELY = 4.0
# A top and a side with pips, seen at a slant, are a d8 with a 6 to all of these now and then: what shows the
# finder more of pips than this is none. Of 1,960 looks at certain d8s in photographs, path-traced and drawn
# pictures, three came to more, of two such dice the less to 0.2.
NO_PIPS = 0.12
# The same of a bare token where nobody has shown what they look like, for caps of bottles have teeth, too: of
# these four came to 7.0 to 12.6, of 38 bare tokens none to less than 10.5.
UNSHOWN_BARE_SURELY = 9.5
# But where its teeth are so deep, in its half widths, and others move its edge by no more than this part of
# what these do, it is a wheel's: of 256 looks at other things between the two limits, in 150 pictures without
# tokens and 79 with some, none saw such teeth, of twelve at bare tokens eight.
DEEP, HARDLY_OTHERS = 0.015, 0.7
# Where the finder takes it rather for another form: the small net's share, or what both say together.
SHAPE_ALONE, SHAPE_TOGETHER = 0.97, 0.6
# A token that shows the finder pips, too, may be a coin with a hole: then it must surely see a top face.
HOLED, HOLED_SURELY = 0.2, 0.98
# Tokens with a ring around what they carry are hardly tokens to the nets, and yet more like than the first to
# what somebody has shown. In 190 pictures without tokens no mark came to more than 0.83, whatever the finder
# said of it, and nothing bare that the small net took for a token by the third to more than 0.8: then the
# finder need say no more than the second of a mark, and than the last of a bare one.
AS_SHOWN, MARKED_AS_SHOWN, SHAPE_AS_SHOWN, BARE_AS_SHOWN = 0.9, 0.1, 0.9, 0.85
# A sign on what the small net surely takes for a cube is of no tile, nor of a card, where it looks so much
# like what somebody has shown: then it need but rather be a top than none. In 355 pictures, read with 14 sets
# that were shown, no sign that lay on no die came to more than 0.86.
SIGN_AS_SHOWN = 0.5
# A mark on what both together surely take for a token needs no more of the finder than the second, where it
# is more like than the first to what was shown. In 300 other pictures one mark came to such a chance at all,
# and that to 0.69.
LIKE_SHOWN, MARKED_LIKE_SHOWN = 0.75, 0.8
# What the finder surely takes for a token is one with a mark that is more like than this to what was shown,
# whatever the small net takes it for: thin lines, as a spider's legs, are none to that. In 445 pictures
# without tokens, read with six sets that were shown, no other mark came to more than 0.73, but for flowers
# with petals.
LIKE_SHOWN_ON_TOKEN = 0.8
# So many times as far as ten to twenty teeth others must move an edge, those of a flower or a bottle cap: of
# 335 tokens with twelve teeth three came to more, of 207 flowers all but three, of nine caps seven. Where no
# token was shown wheels may have seven teeth and more: then five or six petals must move it so much farther
# than these. Of 102 flowers and the like that were our tokens by all else, 79 do, of 134 tokens one.
OTHER_TEETH = 2.0
# The same of petals where no token was shown, beside many flowers: all of five that were our tokens by all
# else, half hidden by others, come to more, of 193 such tokens on other grounds 22.
AMONG_FLOWERS = 0.25
# Lightness from which on a body is burnt out, if no more colour than that (steps of a and b) is left of it: a
# channel of a coloured one still shows what lies on it. Where it was shown, by how much it is brighter if it
# mirrors a lamp; but where a table is dark cameras make all that lies on it lighter, and then it is by the
# last number more so than a token on which a mark is seen. Where nothing is seen on such a body something may
# lie all the same.
BURNT_OUT, COLOURED, MIRRORS, UNEVENLY = 245.0, 30.0, 110.0, 40.0
# A face as even as that, and no lighter, carries nothing, whatever it looks like to the net: of 713 faces
# with signs, in light and in dark ink of all colours, all but four burnt out ones came to 23.9 at the least.
# Then this chance is enough to call it bare.
EVEN, LIGHT, EVEN_SURE = 12.0, 235.0, 0.93
FORM_SURELY = 0.5  # the share of the finder's from which on a face surely is of a shape
# A small cube or d8 must be so surely one by the finder and the small net together, as odds above: of 86 in
# path-traced pictures made smaller two came to less; so did the face of a d20.
SMALL_SURELY = 7.0


def is_certain(
    top: Top, mark: Mark, shape: str, found: Named, faces: Sequence[KnownFace], seen_on: float
) -> bool:
    """Is a mark of that shape surely the one of the `faces` to which it was `found` to be nearest?
    `seen_on` is the lightness of the lightest token on which a mark is seen.
    """
    if not _is_large_enough(top, mark, shape) or (shape == "token" and has_other_teeth(mark, faces)):
        return False
    as_shown = shape != "d8" and _is_as_shown(found, faces)
    if shape == "token" and not found.is_bare and _is_surely_as_shown(top, found, faces):
        return True
    least = _least_sure(mark, shape, found.is_bare, as_shown and mark.share(shape) > SHAPE_AS_SHOWN)
    if shape == "token" and not found.is_bare and _is_as_shown(found, faces, LIKE_SHOWN):
        least = MARKED_LIKE_SHOWN
    if top.confidence < least:
        return False
    together = _together(top, mark, shape)
    if together < FORM_SURELY or mark.share(shape) < SHAPE_SURELY[shape]:
        return False
    odds = math.inf if shape == "cube" or as_shown else odds_of(top, mark, shape)
    if odds < _least_odds(mark, shape, found, faces):
        return False
    if shape == "token" and top.forms["pips"] > HOLED and top.confidence < HOLED_SURELY:
        return False
    if shape == "d8" and top.forms["pips"] > NO_PIPS:
        return False
    if share_of(top, {shape}) < FORM_SURELY and mark.share(shape) < SHAPE_ALONE and together < SHAPE_TOGETHER:
        return False
    # Tokens are of cardboard or wood, which mirror no lamp: light that hides a mark hides others, too.
    lit = seen_on if shape == "token" else 0.0
    if mark.unevenness < BARE and _is_too_bright(mark.body, found.best.kind, faces, lit):
        return False
    if found.is_bare and not _is_surely_bare(top, mark, shape, _unevenness_shown(mark, found, faces)):
        return False
    if found.is_bare and mark.unevenness < EVEN and mark.body[0] < LIGHT:
        return found.best.chance >= EVEN_SURE
    sure = NUMERAL_SURELY if shape == "d8" else SURE if found.is_bare else SIGN_SURE
    faint = not found.is_bare and mark.unevenness < FAINT
    return found.best.chance >= sure and found.likeness >= (FAINTLY_LIKE if faint else NEAR_ENOUGH)


def stands_alone(top: Top, mark: Mark) -> bool:
    """Is something so surely a cube that no others need lie beside it?"""
    return top.confidence >= ALONE or odds_of(top, mark, "cube", NO_SURER) > ALONE_TOGETHER


def share_of(top: Top, shapes: Collection[str]) -> float:
    """How surely a top face is of one of the shapes."""
    return sum(share for form, share in top.forms.items() if SHAPE_OF[form] in shapes)


def lightest_marked(marked: Iterable[tuple[Top, Mark]]) -> float:
    """The lightness of the lightest token on which a mark is seen; 0 where there is none."""
    return max(
        (
            float(mark.body[0])
            for top, mark in marked
            if mark.unevenness >= BARE
            and top.confidence > TOP_SURELY["token"]
            and mark.share("token") > SHAPE_SURELY["token"]
        ),
        default=0.0,
    )


def _is_large_enough(top: Top, mark: Mark, shape: str) -> bool:
    """Is it as large as something of that shape must be? Tokens are larger than dice, and of small ones no
    teeth are seen.
    """
    if top.r >= LEAST_R:
        return True
    return shape != "token" and top.r >= SMALL_R and odds_of(top, mark, shape, NO_SURER) > SMALL_SURELY


def _least_sure(mark: Mark, shape: str, is_bare: bool, as_shown: bool) -> float:
    """How sure the finder must be at the least of a top of that shape that is bare or not, and surely
    `as_shown`.
    """
    if shape != "cube":
        return BARE_AS_SHOWN if as_shown else TOP_SURELY[shape]
    if not is_bare:
        return SIGN_AS_SHOWN if as_shown else BESIDE_OTHERS
    return BARE_BESIDE_OTHERS if mark.body[0] > SHADOW else TOP_SURELY["cube"]


def _least_odds(mark: Mark, shape: str, found: Named, faces: Sequence[KnownFace]) -> float:
    """The least odds, by the finder and the small net, of a d8 or a token that shows what was `found`."""
    if shape == "d8":
        return least_odds_of_d8(found.best.chance)
    unshown = found.is_bare and UNMARKED not in _shown(faces)
    return UNSHOWN_BARE_SURELY if unshown and not _is_wheel(mark.teeth) else NO_CUBE_SURELY


def _is_wheel(teeth: Teeth) -> bool:
    """Are they a wheel's, clearly?"""
    return teeth.deep > DEEP and max(teeth.few, teeth.many) < HARDLY_OTHERS


def least_odds_of_d8(chance: float) -> float:
    """The least odds, by the finder and the small net, of a d8 whose numeral is likely by `chance`."""
    return WITH_NUMERAL_SURELY if chance > NUMERAL_BEYOND_DOUBT else NO_CUBE_SURELY


def _is_too_bright(body: Floats, kind: str, faces: Sequence[KnownFace], seen_on: float = 0.0) -> bool:
    """May a body of that colour (Lab) hide what a face of that kind carries? Not where a mark is seen on one
    as light, if that is of no kind that mirrors lamps.
    """
    if body[0] <= seen_on:
        return False
    shown = [float(face.body[0]) for face in faces if face.kind == kind and face.body is not None]
    return has_burnt_out_body(body) or bool(shown and body[0] > max(max(shown) + MIRRORS, seen_on + UNEVENLY))


def has_burnt_out_body(body: Floats) -> bool:
    """Is a body (Lab) so bright that nothing tells its colour?"""
    return bool(body[0] > BURNT_OUT and colourfulness(body) < COLOURED)


def _is_as_shown(found: Named, faces: Sequence[KnownFace], likeness: float = AS_SHOWN) -> bool:
    """Does it look like what somebody has shown, and that surely?"""
    return found.best.face in _shown(faces) and found.likeness > likeness and found.best.chance >= SIGN_SURE


def has_other_teeth(mark: Mark, faces: Sequence[KnownFace], *, among_flowers: bool = False) -> bool:
    """Has it many more teeth than tokens have, or many fewer than were shown, or, where none was, a flower's
    petals? `among_flowers` less of these is enough.
    """
    shown = [face.teeth for face in faces if face.teeth is not None]
    if mark.teeth.many > OTHER_TEETH and not any(teeth.many > 1 for teeth in shown):
        return True
    if not shown:
        return mark.teeth.petals > (AMONG_FLOWERS if among_flowers else OTHER_TEETH)
    return mark.teeth.few > OTHER_TEETH and all(teeth.few < 1 for teeth in shown)


def _is_surely_as_shown(top: Top, found: Named, faces: Sequence[KnownFace]) -> bool:
    """Does a token carry what was shown, so surely that the small net need not take it for one?"""
    surely = min(top.confidence, share_of(top, {"token"})) > TOP_SURELY["token"]
    if surely and _is_as_shown(found, faces, LIKE_SHOWN_ON_TOKEN):
        return True
    return top.confidence > MARKED_AS_SHOWN and _is_as_shown(found, faces)


def _shown(faces: Sequence[KnownFace]) -> set[str]:
    """The names of the faces that somebody has shown."""
    return {face.face for face in faces if face.body is not None}


def odds_of(top: Top, mark: Mark, shape: str, most: float = math.inf) -> float:
    """The logarithm of the finder's odds of a top times the small net's of that shape; each counts for
    `most` at the most.
    """
    return log_odds(top.confidence, most) + log_odds(mark.share(shape), most)


def _together(top: Top, mark: Mark, shape: str) -> float:
    """How surely it is of that shape, should it be a die, by what the finder and the small net say of it."""
    both = {one: share_of(top, {one}) * mark.share(one) for one in SHAPES[1:]}
    return both[shape] / max(sum(both.values()), 1e-9)


def _unevenness_shown(mark: Mark, found: Named, faces: Sequence[KnownFace]) -> float:
    """How uneven a bare face of its kind that was shown would be in the light that falls on `mark`; 0 where
    none was. Light makes what is dark and what is bright on a body so many times as light.
    """
    kind = found.best.kind
    by_light = (
        one.unevenness / max(float(one.body[0]), 1.0)
        for one in faces
        if one.kind == kind and one.is_bare and one.body is not None
    )
    return float(mark.body[0]) * max(by_light, default=0.0)


def _is_surely_bare(top: Top, mark: Mark, shape: str, shown: float) -> bool:
    there, nothing = top.confidence * mark.share(shape), (1 - top.confidence) * mark.share("nothing")
    return there > BARE_SURELY * (there + nothing) and mark.unevenness < max(BARE, AS_UNEVEN * shown)
