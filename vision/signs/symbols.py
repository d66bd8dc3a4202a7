"""Reading faces that carry symbols or numerals, once it is known where they lie.

What makes one certain: `vision/signs/certainty.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from vision.asked import Asked
from vision.colours import colourfulness
from vision.crops import Place, is_cut_off
from vision.dice_sets import DiceSet, Kind
from vision.finding.top_finder import Top
from vision.kinds import NOT, PERHAPS, SURELY, BodySeen, fits_by_colour, is_told, light_of
from vision.reading import Picture
from vision.signs import numerals
from vision.signs.among_others import believed_together
from vision.signs.bare import may_carry, without_lamp
from vision.signs.certainty import NEAR_ENOUGH, is_certain, lightest_marked, share_of
from vision.signs.edges import edge_colour
from vision.signs.face_read import FaceRead
from vision.signs.foreign import may_be_foreign
from vision.signs.frames import STICKER
from vision.signs.known import Guess, Named, Near, is_told_apart, named, nearness
from vision.signs.marks import FACE, Mark, MarkReader, face_crop, shipped
from vision.signs.numerals import NUMERAL_SURELY, is_sure_numeral
from vision.signs.teeth import teeth_of

AHEAD = 0.2  # lead over the face of the same name on another kind
# Another kind's face that is nearer by this much than any of the die's own: its colour was misjudged.
MISJUDGED = 0.08
# Where it is ahead by so much a face that but one kind has tells the kind, whatever the colour says: a black
# die that shines is as bright as a white one in the shade. From this likeness on it is certain, should light
# make that colour of the kind's, or a white sticker hide it; and so is what has a colour that no light makes
# of any kind's.
# Tokens are of one make: flowers with the colours of a cloth came to 0.92.
FAR_NEARER, WHATEVER_COLOUR = 0.3, {"cube": 0.8, "d8": 0.8, "token": 0.95}
LEAST_SHARE = 0.02  # of the finder's, from which on a face may be of a set's shapes
# A mark of which the net says so surely that nothing is there is left out, should the finder not be so sure.
NOT_THERE, SURELY_THERE = 0.9, 0.5


def read_faces(
    picture: Picture,
    tops: Sequence[Top],
    asked: Asked,
    before: Sequence[FaceRead] = (),
    reader: MarkReader | None = None,
) -> list[FaceRead]:
    """What lies at each of the `tops` in `picture` (BGR).

    Tops of a form that no kind of the set has are left out. Where some were read `before` at the same
    places they are not looked at again.
    """
    shapes = {kind.shape for kind in asked.dice.kinds}
    there = [top for top in tops if share_of(top, shapes) > LEAST_SHARE]
    marks = {_place(face.top): face.mark for face in before}
    new = [top for top in there if _place(top) not in marks]
    seen = _marks(picture, new, asked, reader or shipped())
    marks |= {_place(top): mark for top, mark in zip(new, seen, strict=True)}
    marked = [
        (top, marks[_place(top)])
        for top in there
        if marks[_place(top)].share("nothing") < NOT_THERE or top.confidence > SURELY_THERE
    ]
    near = [nearness(mark, asked.faces) for _, mark in marked]
    fits = _fits(picture, marked, near, asked)
    seen_on = lightest_marked(marked)
    read = []
    for (top, mark), those_near, fit in zip(marked, near, fits, strict=True):
        face = _face(top, mark, those_near, asked, fit, seen_on)
        if face is not None:
            certain = face.certain and not is_cut_off(picture, (top.x, top.y, top.r))
            if certain and face.kind.shape == "d8":
                certain = not may_be_foreign(picture, top, mark, face.chances[face.face])
            likeness = _likeness(those_near)
            likely = _is_a_die(top, mark, face.kind.shape, likeness)
            read.append(replace(face, certain=certain, likely=likely, likeness=likeness))
    return believed_together(read, asked)


def _place(top: Top) -> Place:
    return top.x, top.y, top.r


def _marks(picture: Picture, tops: Sequence[Top], asked: Asked, reader: MarkReader) -> list[Mark]:
    """What lies at each of the tops; a bare face without a lamp that it mirrors. Of dice with numerals also
    which it is, of tokens their teeth.
    """
    dice = asked.dice
    crops = [face_crop(picture, (top.x, top.y, top.r)) for top in tops]
    seen = reader.marks_of(crops)
    if dice.has_numerals:
        reads = numerals.shipped().chances
        seen = [replace(mark, numerals=reads(crop)) for mark, crop in zip(seen, crops, strict=True)]
    carried = {kind.shape: may_carry(dice, kind.shape, asked.faces) for kind in dice.kinds}
    shapes = [_shape(top, dice) for top in tops]
    seen = [
        without_lamp(mark, crop, carried[shape], reader)
        for mark, crop, shape in zip(seen, crops, shapes, strict=True)
    ]
    return [
        replace(mark, teeth=teeth_of(crop, FACE)) if shape == "token" else mark
        for mark, crop, shape in zip(seen, crops, shapes, strict=True)
    ]


def _shape(top: Top, dice: DiceSet) -> str:
    """The likeliest of the shapes that the set has."""
    return max({kind.shape for kind in dice.kinds}, key=lambda shape: share_of(top, {shape}))


def _face(
    top: Top,
    mark: Mark,
    near: Sequence[Near],
    asked: Asked,
    fits: Mapping[str, float],
    seen_on: float,
) -> FaceRead | None:
    """What one face is, which is `near` to known ones; `fits` are those of the kinds by its body's
    colour, none where it tells nothing, and `seen_on` the lightest token on which a mark is seen.
    """
    shape = _shape(top, asked.dice)
    kinds = [kind for kind in asked.dice.kinds if kind.shape == shape]
    thrown = [kind for kind in kinds if asked.was_thrown(kind)]
    if len(thrown) == 1 and len(thrown) < len(kinds):
        # They may be of any colour, but what shows a face that they hardly carry is another kind's.
        kinds, fits = thrown, {}
        near = [one for one in near if not one.known.lent]
    likely = [kind for kind in kinds if fits.get(kind.name, SURELY) >= PERHAPS] or kinds
    found, told = named(near, [kind.name for kind in likely]), False
    if found is not None and len(likely) < len(kinds):
        anywhere = named(near, [kind.name for kind in kinds])
        told = anywhere is not None and _tells_the_kind(anywhere, found, likely)
        if told:
            likely, found = kinds, anywhere
    if kinds[0].shape == "d8":
        found = _numeral(mark, kinds[0], found)
    if found is None:
        return None
    kind = _kind_of(found, likely, fits, thrown)
    sure_kind = _is_sure(kind, found, kinds, fits) or _drawn_alone(kind, found, kinds, near, asked.dice)
    chances: dict[str, float] = {}
    for guess in found.guesses:
        if kind.has(guess.face):
            chances[guess.face] = chances.get(guess.face, 0.0) + guess.chance
    certain = (
        sure_kind
        and _may_be_of_it(kind, mark, found, asked.dice, fits, told=told)
        and is_certain(top, mark, shape, found, asked.faces, seen_on)
        and not _is_misjudged(found, near, [kind.name for kind in asked.dice.kinds], likely)
        and (shape == "d8" or is_told_apart(near, [kind.name for kind in likely]))
    )
    return FaceRead(top, mark, kind, sure_kind, chances, certain, printed=found.printed)


def _may_be_of_it(
    kind: Kind, mark: Mark, found: Named, dice: DiceSet, fits: Mapping[str, float], *, told: bool
) -> bool:
    """May what is seen of its body be a die's of that kind, which its face may have `told`?"""
    of_no_kind = max(fits.values(), default=SURELY) == NOT
    if of_no_kind and found.is_bare:
        # Plain things are of any colour: one of which no light makes any kind's is none of the dice.
        return False
    if (told or of_no_kind) and found.likeness <= WHATEVER_COLOUR[kind.shape]:
        return False
    return not told or _may_be_seen_so(kind, mark, dice, fits)


def _fits(
    picture: Picture, marked: Sequence[tuple[Top, Mark]], near: Sequence[Sequence[Near]], asked: Asked
) -> list[dict[str, float]]:
    """How well each body's colour fits each kind of its shape; nothing where there is but one, of which no
    body was shown.
    """
    shapes = [_shape(top, asked.dice) for top, _ in marked]
    bodies = [_body(*one, shape, those) for one, shape, those in zip(marked, shapes, near, strict=True)]
    light = light_of(picture, [mark.body for _, mark in marked])
    fits: list[dict[str, float]] = [{} for _ in marked]
    for shape in set(shapes):
        kinds = [kind for kind in asked.dice.kinds if kind.shape == shape]
        shown = any(face.kind == kinds[0].name and face.body is not None for face in asked.faces)
        if len(kinds) > 1 or shown:
            of_shape = [number for number, one in enumerate(shapes) if one == shape]
            fit_of = partial(
                fits_by_colour,
                kinds=kinds,
                faces=asked.faces,
                light=light,
                thrown={kind.name: (asked.thrown or {}).get(kind.name, 0) for kind in kinds},
            )
            lying = [(_place(marked[number][0]), bodies[number]) for number in of_shape]
            for number, fit in zip(of_shape, _by_edges(picture, lying, fit_of), strict=True):
                fits[number] = fit
    return fits


def _by_edges(
    picture: Picture,
    lying: Sequence[tuple[Place, BodySeen]],
    fit_of: Callable[[Sequence[BodySeen]], list[dict[str, float]]],
) -> list[dict[str, float]]:
    """How well what is `lying` at places, bodies of some colour, fits each kind. Where no kind is sure the
    edge of a face tells, whose colour is stronger where that mirrors light: if it is surely that of a kind
    which the body may be of as well.
    """
    bodies = [body for _, body in lying]
    fits = fit_of(bodies)
    for number, (place, body) in enumerate(lying):
        unsure = SURELY not in fits[number].values()
        edge = edge_colour(face_crop(picture, place), body.colour) if unsure else None
        if edge is not None:
            edged = replace(body, colour=edge)
            by_edge = fit_of([*bodies[:number], edged, *bodies[number + 1 :]])[number]
            if any(how == SURELY and fits[number][kind] >= PERHAPS for kind, how in by_edge.items()):
                fits[number] = by_edge
    return fits


def _body(top: Top, mark: Mark, shape: str, near: Sequence[Near]) -> BodySeen:
    """The body of what is of that shape, with a mark that is like the faces `near` to it."""
    colour = mark.body_of(not near or near[0].known.is_bare)
    return BodySeen(colour, mark.has_light_ink, _is_a_die(top, mark, shape, _likeness(near)))


def _is_a_die(top: Top, mark: Mark, shape: str, likeness: float) -> float:
    """How likely it is a die at all, by both nets and by how like its face is to a known one, which the small
    net may take for something else.
    """
    if shape == "d8":
        return top.confidence * mark.share(shape)
    return top.confidence * max(likeness, 0.0) * max(mark.share(shape), likeness)


def _likeness(near: Sequence[Near]) -> float:
    """How like it is to the nearest face; 0 where there is none."""
    return max((one.likeness for one in near), default=0.0)


def _kind_of(found: Named, likely: Sequence[Kind], fits: Mapping[str, float], thrown: Sequence[Kind]) -> Kind:
    """Of the kinds that have this face: one that was thrown, and whose colour fits best."""
    having = [kind for kind in likely if kind.has(found.best.face)] or list(likely)
    return max(
        having,
        key=lambda kind: (fits.get(kind.name, SURELY), kind in thrown, kind.name == found.best.kind),
    )


def _is_sure(kind: Kind, found: Named, kinds: Sequence[Kind], fits: Mapping[str, float]) -> bool:
    """Is no other kind possible?"""
    if not fits:
        return True
    # Where there are none the face itself tells, whatever the light makes of the body.
    return all(is_told(fits, kind.name, rival.name) for rival in _rivals(kind, found, kinds))


def _rivals(kind: Kind, found: Named, kinds: Sequence[Kind]) -> list[Kind]:
    """The other kinds that have a face of that name."""
    return [other for other in kinds if other != kind and other.has(found.best.face)]


def _drawn_alone(
    kind: Kind, found: Named, kinds: Sequence[Kind], near: Sequence[Near], dice: DiceSet
) -> bool:
    """Does the face of that name look like this on that kind alone? Of a kind on which it may look in several
    ways, as on others, the nearest counts; one that does not carry it counts if it was shown there. Where
    some kinds were shown nobody knows how it looks on the others: like this as well, most likely.
    """
    face = found.best.face
    rivals = _rivals(kind, found, kinds)
    if dice.shown and not {rival.name for rival in rivals} <= dice.kinds_shown:
        return False
    carry_it = {rival.name for rival in rivals if rival.carries(face)}
    by_kind = {one.kind: one.likeness for one in reversed(near) if one.face == face and not one.known.lent}
    return {kind.name, *carry_it} <= by_kind.keys() and all(
        by_kind[kind.name] > likeness + AHEAD for rival, likeness in by_kind.items() if rival != kind.name
    )


def _tells_the_kind(anywhere: Named, found: Named, likely: Sequence[Kind]) -> bool:
    """Is a face that no likely kind has so much nearer that the colour must have been misjudged?"""
    if any(kind.has(anywhere.best.face) for kind in likely):
        return False
    return anywhere.likeness > max(NEAR_ENOUGH, found.likeness + FAR_NEARER)


def _may_be_seen_so(kind: Kind, mark: Mark, dice: DiceSet, fits: Mapping[str, float]) -> bool:
    """May what is seen of its body be a die's of that kind? Of one that nobody has shown it may as well be a
    white sticker, which hides the body.
    """
    if fits[kind.name] > NOT:
        return True
    return kind.name not in dice.kinds_shown and colourfulness(mark.body) < STICKER


def _is_misjudged(
    found: Named, near: Sequence[Near], all_kinds: Sequence[str], likely: Sequence[Kind]
) -> bool:
    """Is it rather a face of a kind that this colour is not?"""
    if len(likely) == len(all_kinds):
        return False
    anywhere = named(near, all_kinds)
    return (
        anywhere is not None
        and anywhere.best.face != found.best.face
        and anywhere.likeness > found.likeness + MISJUDGED
    )


def _numeral(mark: Mark, kind: Kind, taught: Named | None) -> Named:
    """What a d8 shows, by the numerals that the net knows; faces that were taught must not contradict."""
    guesses = [Guess(kind.name, face, chance) for face, chance in zip(kind.faces, mark.numerals, strict=True)]
    guesses.sort(key=lambda guess: -guess.chance)
    best = guesses[0]
    # Likeness enough to be certain, or none.
    likeness = 1.0 if is_sure_numeral(mark.numerals) else 0.0
    if taught is None:
        return Named(tuple(guesses), likeness)
    if taught.best.face == best.face:
        return Named(tuple(guesses), 1.0 if taught.best.chance >= NUMERAL_SURELY else likeness)
    mixed = {guess.face: guess.chance / 2 for guess in guesses}
    for guess in taught.guesses:
        mixed[guess.face] = mixed.get(guess.face, 0.0) + guess.chance / 2
    order = sorted(mixed.items(), key=lambda one: -one[1])
    return Named(tuple(Guess(kind.name, face, chance) for face, chance in order), 0.0)
