"""Teaching: somebody shows each face of their dice to the camera a few times and names it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np

from vision import problems, profiles
from vision.dice_sets import DiceSet, Kind
from vision.finding.tops import BEYOND_DOUBT, Top, find_tops
from vision.finding.tops import shipped as top_finder
from vision.highlights import is_burnt_out
from vision.profiles import ENOUGH, Example, Profile
from vision.reading import Message, Picture, Unusable
from vision.sharpness import blur_of
from vision.signs.known import TOO_ALIKE, KnownFace
from vision.signs.marks import CROP, FACE, MarkReader, near, shipped

# A face of this many pixels, half its width, shows its symbol well enough to learn it by.
SMALLEST = 12.0
# Change from pixel to pixel, in the sharpest hundredth of a face, under which its symbol cannot be learned.
SOFT = 6.0
DARK = 45.0  # the brightest grey of a face, nearly, under which it is too dark
SURELY = 0.5  # from this confidence on, a top face is one
# Looks at one face that are less alike than this are rather looks at two.
ONE_FACE = 0.6

Finder = Callable[[Picture, DiceSet], Sequence[Top]]


class BadExample(Unusable):
    """A picture that no face can be learned from."""


def find_surely(picture: Picture, dice: DiceSet) -> list[Top]:
    """What may be top faces of these dice in ``picture`` (BGR), those in doubt looked at from all sides."""
    return [
        top if top.confidence > BEYOND_DOUBT else top_finder().look_from_all_sides(picture, top)
        for top in find_tops(picture, dice.forms)
    ]


def example_crop(picture: Picture, dice: DiceSet, find: Finder = find_surely) -> Picture:
    """The one face of these dice that lies on top in ``picture`` (BGR), as a crop. Raises BadExample."""
    tops = [top for top in find(picture, dice) if top.confidence > SURELY]
    places = [(top.x, top.y, top.r) for top in tops if top.r >= SMALLEST]
    wrong = problems.of_picture(picture, blur_of(picture, places), places)
    if wrong:
        raise BadExample.because(wrong[0])
    if not tops:
        raise BadExample("No die was found on this picture. Show one die, that face up, on a plain ground.")
    if len(tops) > 1:
        raise BadExample(
            "{count} dice were found on this picture. Show one alone, and nothing beside it.", count=len(tops)
        )
    (top,) = tops
    if top.r < SMALLEST:
        raise BadExample(
            "The die is too small on this picture: its face is {pixels} pixels wide. Bring it nearer.",
            pixels=round(2 * top.r),
        )
    crop = near(picture, (top.x, top.y, top.r))
    _check_light(crop)
    return crop


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


@dataclass(frozen=True)
class Confusion:
    """Two faces that are alike: 1 would be the same."""

    kind: str
    face: str
    other_kind: str
    other: str
    likeness: float

    @property
    def message(self) -> Message:
        """What to do about it."""
        if self.kind != self.other_kind:
            return Message(
                "{kind} {face} and {other_kind} {other} look alike and may be confused. Show both a few "
                "times more; if that does not help, mark one of them with a dot.",
                {"kind": self.kind, "face": self.face, "other_kind": self.other_kind, "other": self.other},
            )
        return Message(
            "{kind}: {face} and {other} look alike and may be confused. Show both a few times more; if that "
            "does not help, mark one of them with a dot.",
            {"kind": self.kind, "face": self.face, "other": self.other},
        )


def confusions(profile: Profile, reader: MarkReader | None = None) -> list[Confusion]:
    """The pairs of faces that the reader would confuse, should they lie on one table; the worst first."""
    faces = profiles.known_faces(profile, reader)
    found = [
        Confusion(one.kind, one.face, other.kind, other.face, alike)
        for one, other in combinations(faces, 2)
        if one.face != other.face and _same_body(one, other) and (alike := one.alike(other)) > TOO_ALIKE
    ]
    return sorted(found, key=lambda pair: -pair.likeness)


def _same_body(one: KnownFace, other: KnownFace) -> bool:
    """Can the two only be told apart by what they show?"""
    if one.kind == other.kind or one.body is None or other.body is None:
        return True
    return float(np.linalg.norm(one.body - other.body)) < 40


def advice(profile: Profile, reader: MarkReader | None = None) -> list[Message]:
    """What is still to be done before the profile can be used well; nothing when all is fine."""
    missing = [
        Message("{kind} {face}: show it {count} times more.", {"kind": kind, "face": face, "count": count})
        for kind, face, count in profile.missing()
    ]
    return missing + [pair.message for pair in confusions(profile, reader)]


class Lesson:
    """A live lesson: show a face, turn the die a little, show it again, name it, next.

    `find` finds top faces, so that a test can do without a net. Not for several threads at once.
    """

    def __init__(
        self, dice: DiceSet, folder: Path, find: Finder = find_surely, reader: MarkReader | None = None
    ) -> None:
        self._find, self._reader = find, reader
        self._folder = folder
        self.shown: list[Picture] = []
        self._added: list[Example] = []
        self.profile = profiles.load_or_begin(folder, dice)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """What there is to be named."""
        return self.profile.dice.kinds

    def show(self, picture: Picture) -> None:
        """Look at the face once more. Raises BadExample; what was shown before stays."""
        crop = example_crop(picture, self.profile.dice, self._find)
        reader = self._reader or shipped()
        earlier = reader.marks_of(self.shown[-1:])
        (now,) = reader.marks_of([crop])
        if earlier and float(earlier[0].direction @ now.direction) < ONE_FACE:
            raise BadExample("This does not look like the face that was shown before. Name that one first.")
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
        for crop in self.shown:
            self.add(Example(kind, face, crop))
        self.save()
        self.forget()
        return self.count(kind, face)

    def unlearn(self, kind: str, face: str) -> None:
        """Drop all examples of a face that was misnamed, from disk too. Raises BadProfile."""
        self._keep(self._on_disk().without(kind, face))

    def add(self, example: Example) -> None:
        """Take an example as it is; `save` keeps it. Raises BadProfile for a face that there is not."""
        profiles.check_face(self.profile.dice, example.kind, example.face)
        self._added.append(example)

    def save(self) -> None:
        """Add what was taken to all that is known, on disk. Raises BadProfile, after which none of it is
        taken any more.
        """
        added, self._added = self._added, []
        profile = self._on_disk()
        # What is known already makes no room for itself.
        for example in [one for one in added if not profile.holds(one)]:
            profile = profile.with_example(example)
        self._keep(profile)

    def _on_disk(self) -> Profile:
        """What is known by now: somebody else may teach the same dice."""
        return profiles.load_or_begin(self._folder, self.profile.dice)

    def _keep(self, profile: Profile) -> None:
        profiles.save(profile, self._folder)
        self.profile = profile

    def count(self, kind: str, face: str) -> Message:
        """How many examples of a face there are. Raises BadProfile for one that there is not."""
        count = self.profile.count(kind, face)
        name = profiles.face_name(self.profile.dice, kind, face)
        args: dict[str, str | int] = {"kind": kind, "face": name, "count": count}
        if count < ENOUGH:
            return Message("{kind} {face}: {count} of 3 examples.", args)
        return Message("{kind} {face}: {count} examples.", args)
