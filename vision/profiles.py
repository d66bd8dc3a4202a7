"""A profile: what somebody's own dice look like, as they were shown to the camera. One folder.

`profile.json` names the format, the dice set and the examples; each example is a small picture beside it.
What the net says of them is worked out on loading, so that a profile outlives the net's weights.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.bare import bare_under_lamp
from vision.dice_sets import DiceSet, Kind, UnknownDiceSet, dice_set
from vision.drawings import UNMARKED
from vision.known import KnownFace, tint_over
from vision.marks import CROP, Mark, MarkReader, Numbers, shipped
from vision.prints import Prints
from vision.reading import Message, Picture

FORMAT = 1
CONTENTS = "profile.json"
MOST_EXAMPLES = 24  # of one face: more make it no better
LARGEST_FILE = 8 * 1024 * 1024  # of an exported profile, and of all that is in it
ENOUGH = 3


class BadProfile(ValueError):
    """A folder or file that holds no usable profile; `message` says so to people."""

    def __init__(self, text: str, **args: str | int) -> None:
        self.message = Message(text, args)
        super().__init__(str(self.message))


@dataclass(frozen=True)
class Example:
    """One look at a face: the crop that `marks.near` cuts (CROP, CROP, 3; BGR)."""

    kind: str
    face: str
    crop: Picture


@dataclass(frozen=True)
class Profile:
    """The examples of one dice set, in the order in which they were shown."""

    dice: DiceSet
    examples: tuple[Example, ...] = ()

    def with_example(self, example: Example) -> Profile:
        """The same and one example more; of a face that has very many the oldest goes. Raises BadProfile for
        a face that the kind does not have.
        """
        check_face(self.dice, example.kind, example.face)
        alike = [e for e in self.examples if (e.kind, e.face) == (example.kind, example.face)]
        gone = alike[0] if len(alike) >= MOST_EXAMPLES else None
        return Profile(self.dice, (*(e for e in self.examples if e is not gone), example))

    def count(self, kind: str, face: str) -> int:
        """How many examples there are of a face."""
        return sum((example.kind, example.face) == (kind, face) for example in self.examples)

    def missing(self) -> list[tuple[str, str, int]]:
        """The faces that want more examples: kind, face and how many."""
        return [
            (kind.name, face, ENOUGH - self.count(kind.name, face))
            for kind in self.dice.kinds
            for face in kind.faces
            if self.count(kind.name, face) < ENOUGH
        ]


def check_face(dice: DiceSet, kind: str, face: str) -> Kind:
    """The kind of that name, which has that face; BadProfile names the ones there are.

    A face may carry several symbols: `move+interact`.
    """
    kinds = {known.name: known for known in dice.kinds}
    if kind not in kinds:
        raise BadProfile(
            "{dice} has no kind of dice called “{kind}”. The kinds are {kinds}.",
            dice=dice.name,
            kind=kind,
            kinds=", ".join(kinds),
        )
    if not set(face.split("+")) <= set(kinds[kind].faces):
        raise BadProfile(
            "The kind {kind} has no face called “{face}”. Its faces are {faces}.",
            kind=kind,
            face=face,
            faces=", ".join(kinds[kind].faces),
        )
    return kinds[kind]


def load(folder: Path) -> Profile:
    """The profile in a folder. Raises BadProfile where there is none, or one that cannot be used."""
    try:
        text = (folder / CONTENTS).read_bytes()
    except OSError:
        raise BadProfile(
            "There is no profile in “{folder}”: it has no file {name}.", folder=str(folder), name=CONTENTS
        ) from None
    return _read(text, lambda name: (folder / name).read_bytes(), str(folder))


def _read(text: bytes, picture: Callable[[str], bytes], where: str) -> Profile:
    try:
        plain = json.loads(text)
        if plain["format"] != FORMAT:
            raise BadProfile(
                "The profile in “{folder}” has format {format}; this version reads {known}.",
                folder=where,
                format=str(plain["format"]),
                known=FORMAT,
            )
        profile = Profile(dice_set(plain["dice"]))
        for row in plain["examples"]:
            name = str(row["picture"])
            if Path(name).name != name:
                raise ValueError(f"the picture “{name}” lies elsewhere")
            profile = profile.with_example(Example(row["kind"], row["face"], _crop(picture(name), name)))
    except (ValueError, KeyError, TypeError, OSError, UnknownDiceSet) as error:
        if isinstance(error, BadProfile):
            raise
        raise BadProfile(
            "The profile in “{folder}” is damaged: {error}.", folder=where, error=str(error)
        ) from error
    return profile


def _crop(data: bytes, name: str) -> Picture:
    crop = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if crop is None or crop.shape != (CROP, CROP, 3):
        raise ValueError(f"“{name}” is no example's picture")
    return np.asarray(crop, np.uint8)


def _files(profile: Profile) -> Iterable[tuple[str, bytes]]:
    """Every file of a profile by its name; the one that names the others comes last."""
    rows = []
    for number, example in enumerate(profile.examples, 1):
        name = f"{number:03}-{example.kind}-{example.face.replace('+', '_')}.png"
        rows.append({"kind": example.kind, "face": example.face, "picture": name})
        yield name, cv2.imencode(".png", example.crop)[1].tobytes()
    plain = {"format": FORMAT, "dice": profile.dice.name, "examples": rows}
    yield CONTENTS, json.dumps(plain, indent=1).encode()


def save(profile: Profile, folder: Path) -> None:
    """Write the profile to a folder; what is there of an earlier one and no longer belongs to it goes."""
    folder.mkdir(parents=True, exist_ok=True)
    written = set()
    for name, data in _files(profile):
        new = folder / f"{name}.new"
        new.write_bytes(data)
        new.replace(folder / name)
        written.add(name)
    for path in folder.glob("[0-9][0-9][0-9]-*.png"):
        if path.name not in written:
            path.unlink()


def export(profile: Profile, file: Path) -> None:
    """Write the profile to one file, for another table. FileExistsError where there is one already."""
    with zipfile.ZipFile(file, "x", zipfile.ZIP_STORED) as archive:
        for name, data in _files(profile):
            archive.writestr(name, data)


def read_export(file: Path) -> Profile:
    """The profile that was exported to a file. Raises BadProfile."""
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise BadProfile("“{file}” is larger than {limit} MB.", file=file.name, limit=LARGEST_FILE >> 20)
        with zipfile.ZipFile(io.BytesIO(file.read_bytes())) as archive:
            if sum(info.file_size for info in archive.infolist()) > LARGEST_FILE:
                raise BadProfile(
                    "“{file}” holds more than {limit} MB.", file=file.name, limit=LARGEST_FILE >> 20
                )
            return _read(archive.read(CONTENTS), archive.read, file.name)
    # zipfile says RuntimeError of a locked archive, NotImplementedError of a packing that it does not know.
    except (OSError, KeyError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise BadProfile("“{file}” is no exported profile.", file=file.name) from error


def known_faces(profile: Profile, reader: MarkReader | None = None) -> tuple[KnownFace, ...]:
    """What the net says of every face of the profile."""
    reader = reader or shipped()
    marks = reader.marks_of([example.crop for example in profile.examples])
    by_face: dict[tuple[str, str], list[Mark]] = {}
    for example, mark in zip(profile.examples, marks, strict=True):
        # Whatever is bright on a face that is said to be bare is a lamp.
        bare = bare_under_lamp(mark, example.crop, (), reader) if example.face == UNMARKED else None
        by_face.setdefault((example.kind, example.face), []).append(bare or mark)
    return tuple(
        KnownFace(
            kind,
            face,
            np.stack([mark.direction for mark in seen]),
            tint_over(seen),
            _body(face, seen),
            Prints([one for mark in seen for one in mark.prints]),
        )
        for (kind, face), seen in by_face.items()
    )


def _body(face: str, marks: Iterable[Mark]) -> Numbers:
    return np.asarray(np.median([mark.body_of(face) for mark in marks], axis=0), np.float32)


def taught(folder: Path, dice: DiceSet) -> DiceSet:
    """The dice set with the faces that the profile in a folder teaches. Raises BadProfile."""
    profile = load(folder)
    if profile.dice.name != dice.name:
        raise BadProfile(
            "The profile in “{folder}” is of {dice}, not of {asked}.",
            folder=str(folder),
            dice=profile.dice.name,
            asked=dice.name,
        )
    return dice.taught(known_faces(profile))
