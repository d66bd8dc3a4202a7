"""Teaching: somebody shows each face of their dice to the camera a few times and names it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from pathlib import Path

import cv2
import numpy as np

from vision import problems, profiles
from vision.confusions import confusions
from vision.crops import is_cut_off
from vision.dice_sets import DiceSet
from vision.finding.top_finder import Top
from vision.finding.tops import BEYOND_DOUBT, find_tops, seen_surely
from vision.highlights import is_burnt_out
from vision.profiles import ENOUGH, Example, Profile
from vision.reading import Message, Picture, Unusable
from vision.sharpness import blur_of
from vision.signs.certainty import SHADOW, TOP_SURELY
from vision.signs.marks import BARE, CROP, FACE, face_crop, shipped

# A face of this many pixels, half its width, shows its symbol well enough to learn it by.
SMALLEST = 12.0
# Change from pixel to pixel, in the sharpest hundredth of a face, under which its symbol cannot be learned.
SOFT = 6.0
DARK = 45.0  # the brightest grey of a face, nearly, under which it is too dark
SURELY = 0.5  # from this confidence on, a top face is one
# Beside one that is beyond doubt: all but four of 1,020 cubes with signs came to more, and flowers of a cloth
# and shadows to less.
BESIDE_ANOTHER = 0.75
# Dice that are shown are of one size: what is narrower than this part of the largest that is beyond doubt is
# a flower or a dot of a cloth, or the edge of a tray. Of 164 path-traced pictures with several dice one
# passes for one die, whose others are not found among the flowers of its cloth; of 37 with one die on such a
# cloth three are refused, and nine by half as wide.
AS_WIDE = 0.7
PERHAPS = 0.2  # and from this one on, what the picture's border cuts may be one
# Looks at one face that are less alike than this are rather looks at two.
ONE_FACE = 0.6

Finder = Callable[[Picture, DiceSet], Sequence[Top]]


class BadExample(Unusable):
    """A picture that no face can be learned from."""


def find_surely(picture: Picture, dice: DiceSet) -> list[Top]:
    """What may be top faces of these dice in `picture` (BGR), looked at from all sides."""
    return [seen_surely(picture, top) for top in find_tops(picture, dice.forms, with_signs=dice.has_signs)]


def example_crop(picture: Picture, dice: DiceSet, find: Finder = find_surely) -> Picture:
    """The one face of these dice that lies on top in `picture` (BGR), as a crop. Raises BadExample."""
    found = [top for top in find(picture, dice) if top.confidence > PERHAPS]
    tops = _dice_among(found, dice)
    if len(tops) > 1 and max(top.confidence for top in tops) > BEYOND_DOUBT:
        tops = [top for top in tops if not _is_shadow(picture, top)]
    if _is_cut(picture, tops or found):
        raise BadExample(
            "The picture’s border cuts the die. Show the whole die, in the middle, and nothing beside it."
        )
    places = [(top.x, top.y, top.r) for top in tops if top.r >= SMALLEST]
    wrong = problems.of_picture(picture, blur_of(picture, places), places)
    if wrong == [problems.blurred()] and not tops:
        raise BadExample(
            "No whole die was found, and the picture may be blurred. Put one die in its middle, and hold the "
            "camera still or set its focus."
        )
    if wrong:
        raise BadExample.because(wrong[0])
    if not tops:
        raise BadExample("No die was found on this picture. Show one die, that face up, on a plain ground.")
    if len(tops) > 1:
        raise BadExample(
            "{count} dice were found on this picture. Show one alone, on a plain ground, with nothing beside "
            "it.",
            count=len(tops),
        )
    (top,) = tops
    if top.r < SMALLEST:
        raise BadExample(
            "The die is too small on this picture: its face is {pixels} pixels wide. Bring it nearer.",
            pixels=round(2 * top.r),
        )
    crop = face_crop(picture, (top.x, top.y, top.r))
    _check_light(crop)
    return crop


def _dice_among(found: Sequence[Top], dice: DiceSet) -> list[Top]:
    """The dice among what may be top faces: of the set's own forms if there are such, for flowers of a cloth
    look like toothed wheels, and some a little like signs.
    """
    return _surely(found, partial(_of_forms, dice.forms)) or _surely(found, attrgetter("confidence"))


def _is_shadow(picture: Picture, top: Top) -> bool:
    """Is it but a shadow of the die beside it: dark, bare, and no top as surely as a bare cube must be?"""
    (mark,) = shipped().marks_of([face_crop(picture, (top.x, top.y, top.r))])
    is_dark = mark.unevenness < BARE and mark.body[0] < SHADOW
    return bool(is_dark and top.confidence < TOP_SURELY["cube"])


def _of_forms(forms: Sequence[str], top: Top) -> float:
    """How likely it is a top face of one of these forms."""
    return top.confidence * sum(top.forms[form] for form in forms)


def _surely(found: Sequence[Top], how_likely: Callable[[Top], float]) -> list[Top]:
    """Those of what may be top faces that are likely enough."""
    likely = [top for top in found if how_likely(top) > SURELY]
    if not likely:
        return []
    certain = [top for top in likely if top.confidence > BEYOND_DOUBT]
    die = max(certain, key=lambda top: top.r) if certain else max(likely, key=how_likely)
    least = BESIDE_ANOTHER if certain else SURELY
    return [top for top in likely if how_likely(top) > least and top.r > AS_WIDE * die.r]


def _is_cut(picture: Picture, tops: Sequence[Top]) -> bool:
    """Is there but one, and does the border hide some of what it carries?"""
    return len(tops) == 1 and is_cut_off(picture, (tops[0].x, tops[0].y, tops[0].r))


def _check_light(crop: Picture) -> None:
    reach = round(FACE)
    middle = slice(CROP // 2 - reach, CROP // 2 + reach)
    face = cv2.cvtColor(crop[middle, middle], cv2.COLOR_BGR2GRAY)
    if np.percentile(face, 98) < DARK and np.percentile(face, 98) - np.percentile(face, 2) < DARK / 2:
        raise BadExample.because(problems.too_dark())
    if is_burnt_out(crop, (CROP / 2, CROP / 2, FACE)):
        raise BadExample("The face is lost in light. Turn the die a little, or move the lamp.")
    around = cv2.convertScaleAbs(cv2.Laplacian(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), cv2.CV_16S))
    if np.percentile(around, 99) < SOFT:
        raise BadExample.because(problems.blurred())


def advice(profile: Profile) -> list[Message]:
    """What is still to be done before the profile can be used well; nothing when all is fine."""
    missing = [_wanted(*wanted) for wanted in profile.missing()]
    return missing + [pair.message for pair in confusions(profile)]


def _wanted(kind: str, face: str, count: int) -> Message:
    if count == 1:
        return Message("{kind} {face}: show it once more.", {"kind": kind, "face": face})
    return Message("{kind} {face}: show it {count} times more.", {"kind": kind, "face": face, "count": count})


def losses(profile: Profile) -> list[Message]:
    """Of which faces examples are lost; it is known until the profile is written anew, without them."""
    return [
        Message(
            "{kind} {face}: examples are lost, for their pictures are missing or broken. Show it again.",
            {"kind": kind, "face": face},
        )
        for kind, face in profile.lost
    ]


@dataclass(frozen=True)
class Taken:
    """How many examples that were taught elsewhere were taken, known already, and had no room."""

    taken: int
    known: int
    no_room: int


class Lesson:
    """A live lesson: show a face, turn the die a little, show it again, name it, next.

    `find` finds top faces, so that a test can do without a net. Not for several threads at once.
    """

    def __init__(self, dice: DiceSet, folder: Path, find: Finder = find_surely) -> None:
        self._find = find
        self._folder = folder
        self.shown: list[Picture] = []
        self.profile = self._of(dice)

    def _of(self, dice: DiceSet) -> Profile:
        """What is known by now; which faces these dice carry no profile says."""
        return replace(profiles.load_or_begin(self._folder, dice), dice=dice)

    @property
    def looks(self) -> str:
        """What tells the looks that are shown now from any others."""
        return hashlib.sha256(b"".join(crop.tobytes() for crop in self.shown)).hexdigest()[:16]

    def show(self, picture: Picture) -> None:
        """Look at the face once more. Raises BadExample; what was shown before stays."""
        crop = example_crop(picture, self.profile.dice, self._find)
        reader = shipped()
        earlier = reader.marks_of(self.shown[-1:])
        (now,) = reader.marks_of([crop])
        if earlier and float(earlier[0].direction @ now.direction) < ONE_FACE:
            raise BadExample("This does not look like the face that was shown before. Show one at a time.")
        self.shown.append(crop)

    def forget(self) -> None:
        """Show another face: what was shown and not named is dropped."""
        self.shown.clear()

    def name(self, kind: str, face: str) -> Message:
        """Keep what was shown as this face, on disk, and say how many examples of it there are now. Raises
        BadProfile, after which it is still shown and not kept, and BadExample where nothing was shown.
        """
        if not self.shown:
            raise BadExample("Nothing was shown yet. Put the die under the camera, that face up.")
        self.keep([Example(kind, face, crop) for crop in self.shown])
        self.forget()
        return self.count(kind, face)

    def unlearn(self, kind: str, face: str) -> None:
        """Drop all examples of a face that was misnamed, from disk too. Raises BadProfile."""
        self._change(lambda profile: profile.without(kind, face))

    def keep(self, examples: Sequence[Example]) -> None:
        """Add examples as they are to all that is known, on disk. Raises BadProfile, after which none is."""

        def kept(profile: Profile) -> Profile:
            # What is known already makes no room for itself.
            for example in [one for one in examples if not profile.holds(one)]:
                profile = profile.with_example(example)
            return profile

        self._change(kept)

    def take(self, examples: Sequence[Example]) -> Taken:
        """Add what was taught elsewhere, on disk, as far as there is room beside what is known. Raises
        BadProfile, after which none of it is taken.
        """
        known = taken = 0

        def kept(profile: Profile) -> Profile:
            nonlocal known, taken
            for example in examples:
                if profile.holds(example):
                    known += 1
                elif profile.has_room_for(example):
                    profile, taken = profile.with_example(example), taken + 1
            return profile

        self._change(kept)
        return Taken(taken, known, len(examples) - known - taken)

    def _change(self, change: Callable[[Profile], Profile]) -> None:
        """Change what is known by now, on disk: somebody else may teach the same dice."""
        with profiles.alone_with(self._folder):
            profile = change(self._of(self.profile.dice))
            profiles.save(profile, self._folder)
        # What was told to be lost is gone now; what was found lost just now is told next.
        told = self.profile.lost
        self.profile = replace(profile, lost=tuple(one for one in profile.lost if one not in told))

    def count(self, kind: str, face: str) -> Message:
        """How many examples of a face there are. Raises BadProfile for one that there is not."""
        count = self.profile.count(kind, face)
        name = profiles.face_name(self.profile.dice, kind, face)
        args: dict[str, str | int] = {"kind": kind, "face": name, "count": count}
        if count < ENOUGH:
            return Message("{kind} {face}: {count} of {enough} examples.", {**args, "enough": ENOUGH})
        return Message("{kind} {face}: {count} examples.", args)
