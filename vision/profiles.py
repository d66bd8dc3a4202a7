"""A profile: what somebody's own dice look like, as they were shown to the camera. One folder.

`profile.json` names the format, the dice set and the examples; each example is a small picture beside it,
called by what it shows, so that no picture is ever written over another one. What is kept in a folder changes
the moment its `profile.json` is replaced; pictures that it does not name mean nothing.

What the net says of them is worked out on loading (`taught_faces.py`), so that a profile outlives the net's
weights.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from vision import durable
from vision.dice_sets import DiceSet, Kind, dice_set
from vision.drawings import UNMARKED
from vision.reading import Picture, Unusable
from vision.signs.marks import CROP

FORMAT = 1
CONTENTS = "profile.json"
MOST_EXAMPLES = 24  # of one face: more make it no better
MOST_SYMBOLS = 6  # on one face
LARGEST_FILE = 8 * 1024 * 1024  # of an exported profile, and of all that is in it
ENOUGH = 3


class BadProfile(Unusable):
    """A folder or file that holds no usable profile."""


@dataclass(frozen=True)
class Example:
    """One look at a face: the crop that `marks.face_crop` cuts (CROP, CROP, 3; BGR)."""

    kind: str
    face: str
    crop: Picture


@dataclass(frozen=True)
class Profile:
    """The examples of one dice set, in the order in which they were shown. `lost` are the faces (kind and
    face) of which some are gone: their pictures are missing or cannot be used.
    """

    dice: DiceSet
    examples: tuple[Example, ...] = ()
    lost: tuple[tuple[str, str], ...] = ()

    def with_example(self, example: Example) -> Profile:
        """The same and one example more, unless it has that very crop; of a face that has very many the
        oldest goes. Raises BadProfile for a face that the kind does not have.
        """
        if self.holds(example):
            return self
        alike = self.of_face(example.kind, example.face)
        gone = alike[0] if len(alike) >= MOST_EXAMPLES else None
        named = replace(example, face=face_name(self.dice, example.kind, example.face))
        return replace(self, examples=(*(e for e in self.examples if e is not gone), named))

    def has_room_for(self, example: Example) -> bool:
        """Can it be added without making an older one go?"""
        return self.count(example.kind, example.face) < MOST_EXAMPLES

    def without(self, kind: str, face: str) -> Profile:
        """The same without any example of a face. Raises BadProfile for one that the kind does not have."""
        name = face_name(self.dice, kind, face)
        kept = tuple(e for e in self.examples if (e.kind, e.face) != (kind, name))
        return replace(self, examples=kept)

    def of_face(self, kind: str, face: str) -> list[Example]:
        """The examples of a face, the oldest first. Raises BadProfile for one that the kind does not have."""
        name = face_name(self.dice, kind, face)
        return [example for example in self.examples if (example.kind, example.face) == (kind, name)]

    def holds(self, example: Example) -> bool:
        """Is the very same crop an example of that face already?"""
        return any(np.array_equal(e.crop, example.crop) for e in self.of_face(example.kind, example.face))

    def by_face(self) -> list[tuple[Kind, list[Example]]]:
        """The examples face by face, and the kind that each face is of, in the order in which they were first
        shown.
        """
        kinds = {kind.name: kind for kind in self.dice.kinds}
        found: dict[tuple[str, str], list[Example]] = {}
        for example in self.examples:
            found.setdefault((example.kind, example.face), []).append(example)
        return [(kinds[kind], shown) for (kind, _), shown in found.items()]

    def faces(self, kind: Kind) -> tuple[str, ...]:
        """The faces that a kind may have, and those with several symbols that its dice carry or that were
        shown.
        """
        shown = [example.face for example in self.examples if example.kind == kind.name]
        return tuple(dict.fromkeys([*kind.faces, *kind.carried, *shown]))

    def listed(self) -> list[tuple[str, str, int]]:
        """The faces that the dice carry or that were shown: kind, face and how many examples there are."""
        return [
            (kind.name, face, count)
            for kind in self.dice.kinds
            for face in self.faces(kind)
            if (count := self.count(kind.name, face)) or face in kind.carried
        ]

    def count(self, kind: str, face: str) -> int:
        """How many examples there are of a face."""
        return len(self.of_face(kind, face))

    def missing(self) -> list[tuple[str, str, int]]:
        """The faces that want more examples: kind, face and how many."""
        return [
            (kind.name, face, wanted)
            for kind in self.dice.kinds
            if kind.has_symbols
            for face in kind.carried
            if (wanted := self.wanted(kind.name, face))
        ]

    def wanted(self, kind: str, face: str) -> int:
        """How many more examples of a face are wanted. Raises BadProfile for one that its kind lacks."""
        return max(0, ENOUGH - self._known_by(kind, face))

    def _known_by(self, kind: str, face: str) -> int:
        """By how many examples a face is known: its own; or, where it has none and other faces of its kind
        were shown, those of the same face on another kind (`signs/known.py`).
        """
        own = self.count(kind, face)
        if own or all(example.kind != kind for example in self.examples):
            return own
        return max(self.count(other.name, face) for other in self.dice.kinds if other.has(face))


def check_face(dice: DiceSet, kind: str, face: str) -> Kind:
    """The kind of that name, which has that face; BadProfile names the ones there are.

    A face may carry several symbols, and one of them twice: `move+interact`, `bogus+bogus`.
    """
    kinds = {known.name: known for known in dice.kinds}
    if kind not in kinds:
        raise BadProfile(
            "{dice} has no kind of dice called “{kind}”. The kinds are {kinds}.",
            dice=dice.name,
            kind=kind,
            kinds=", ".join(kinds),
        )
    signs = face.split("+")
    if not set(signs) <= set(kinds[kind].faces):
        raise BadProfile(
            "The kind {kind} has no face called “{face}”. Its faces are {faces}.",
            kind=kind,
            face=face,
            faces=", ".join(kinds[kind].faces),
        )
    if len(signs) > MOST_SYMBOLS:
        raise BadProfile(
            "{count} symbols are named; a face has {most} at most.", count=len(signs), most=MOST_SYMBOLS
        )
    if len(signs) > 1 and UNMARKED in signs:
        raise BadProfile("“{face}” is no face: what is {blank} carries no symbol.", face=face, blank=UNMARKED)
    return kinds[kind]


def face_name(dice: DiceSet, kind: str, face: str) -> str:
    """What a face is called whose symbols may be named in any order: they stand in the kind's own. Raises
    BadProfile for one that the kind does not have.
    """
    return check_face(dice, kind, face).name_of(face)


def load(folder: Path) -> Profile:
    """The profile in a folder, without what is lost of it. Raises BadProfile where there is none, or one that
    cannot be used.
    """
    text = _contents(folder)
    if text is None:
        raise BadProfile(
            "There is no profile in “{folder}”: it has no file {name}.", folder=str(folder), name=CONTENTS
        )
    try:
        profile = _read(text, lambda name: (folder / name).read_bytes(), str(folder))
    except _Damaged as damaged:
        raise BadProfile(
            "The profile in “{folder}” is damaged: its file {name} is missing or cannot be used. Move that "
            "folder away, then teach the dice anew or import them again.",
            folder=str(folder),
            name=str(damaged),
        ) from damaged
    except OSError as error:
        raise _cannot_be_read(folder, error) from error
    if profile.lost and _contents(folder) != text:
        return load(folder)  # somebody has changed it since, and deleted what it no longer names
    return profile


def load_or_begin(folder: Path, dice: DiceSet) -> Profile:
    """The profile of these dice in a folder, one without examples where there is none. Raises BadProfile."""
    return Profile(dice) if _contents(folder) is None else load_of(folder, dice)


def load_of(folder: Path, dice: DiceSet) -> Profile:
    """The profile of these dice in a folder. Raises BadProfile, also where it is of others."""
    profile = load(folder)
    if profile.dice.name != dice.name:
        raise BadProfile(
            "The profile in “{folder}” is of {dice}, not of {asked}.",
            folder=str(folder),
            dice=profile.dice.name,
            asked=dice.name,
        )
    return profile


def _contents(folder: Path) -> bytes | None:
    """What is in the file that names the others; None where there is none."""
    try:
        return (folder / CONTENTS).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise _cannot_be_read(folder, error) from error


def _cannot_be_read(folder: Path, error: OSError) -> BadProfile:
    if isinstance(error, PermissionError):
        return BadProfile("The profile in “{folder}” may not be read by this user.", folder=str(folder))
    return BadProfile(
        "The profile in “{folder}” cannot be read ({reason}).", folder=str(folder), reason=_reason(error)
    )


class _Damaged(Exception):
    """A file of a profile, by its name, that is missing or cannot be used."""


def _read(text: bytes, picture: Callable[[str], bytes], where: str, *, whole: bool = False) -> Profile:
    """The profile without what is lost of it; one that must be `whole` is damaged then. Raises _Damaged,
    BadProfile and, where a disc fails, OSError: what cannot be read for now is not lost.
    """
    # What was written by hand may be anything, and raise errors of any kind.
    try:
        plain = json.loads(text)
        written = int(str(plain["format"]))
    except Exception as error:
        raise _Damaged(CONTENTS) from error
    if written < FORMAT:
        raise _Damaged(CONTENTS)  # no version wrote that
    if written > FORMAT:
        raise BadProfile(
            "The profile in “{folder}” has format {format}; this version reads format {known}. Update the "
            "companion to the version that wrote it, or remove it and teach the dice anew.",
            folder=where,
            format=written,
            known=FORMAT,
        )
    named, lost = "", []
    try:
        named = str(plain["dice"])
        profile = Profile(dice_set(plain["dice"]))
        for row in plain["examples"]:
            name = str(row["picture"])
            if Path(name).name != name:
                raise ValueError(f"the picture “{name}” lies elsewhere")
            named = f"{row['kind']} {row['face']}"
            face = face_name(profile.dice, row["kind"], row["face"])
            try:
                profile = profile.with_example(Example(row["kind"], face, _crop(picture, name)))
            except _Damaged:
                if whole:
                    raise
                lost.append((str(row["kind"]), face))
    except (_Damaged, OSError):
        raise
    except Unusable as unknown:
        raise BadProfile(
            "The profile in “{folder}” is of “{name}”, which this version does not know. Update the "
            "companion to the version that wrote it.",
            folder=where,
            name=named,
        ) from unknown
    except Exception as error:
        raise _Damaged(CONTENTS) from error
    return replace(profile, lost=tuple(dict.fromkeys(lost)))


def _crop(picture: Callable[[str], bytes], name: str) -> Picture:
    try:
        data = picture(name)
    except FileNotFoundError as error:
        raise _Damaged(name) from error
    except OSError:
        raise
    except Exception as error:
        # Broken archives raise errors of any kind.
        raise _Damaged(name) from error
    try:
        # What claims to be larger is not unpacked.
        with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
            if image.size != (CROP, CROP):
                raise ValueError(f"“{name}” is {image.size} large")
        crop = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        if crop is None:
            raise ValueError(f"“{name}” cannot be decoded")
    except Exception as error:
        # And so do broken pictures.
        raise _Damaged(name) from error
    return np.asarray(crop, np.uint8)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def _pictures(profile: Profile) -> dict[str, Example]:
    """The examples by the names of their files, which tell what is in them."""
    return {
        f"{hashlib.sha256(example.crop.tobytes()).hexdigest()[:16]}-{example.kind}-"
        f"{example.face.replace('+', '_')}.png": example
        for example in profile.examples
    }


def _files(profile: Profile) -> dict[str, bytes]:
    """Every file of a profile by its name; the one that names the others comes last."""
    pictures = _pictures(profile)
    rows = [{"kind": one.kind, "face": one.face, "picture": name} for name, one in pictures.items()]
    plain = {"format": FORMAT, "dice": profile.dice.name, "examples": rows}
    files = {name: cv2.imencode(".png", one.crop)[1].tobytes() for name, one in pictures.items()}
    return files | {CONTENTS: json.dumps(plain, indent=1).encode()}


@contextlib.contextmanager
def alone_with(folder: Path) -> Iterator[None]:
    """Keep others from changing the profile in a folder between loading and saving it: they wait, as this
    does for them. Raises BadProfile.
    """
    with contextlib.ExitStack() as held:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            held.enter_context(durable.alone_in(folder))
        except OSError as error:
            raise _cannot_be_written(folder, error) from error
        yield


def save(profile: Profile, folder: Path) -> None:
    """Write the profile to a folder; what is there of an earlier one and no longer belongs to it goes. Raises
    BadProfile where that fails, on a full disc perhaps; what was there then stays.

    Who loads, changes and saves one that others may change too does it within `alone_with`.
    """
    files = _files(profile)
    contents = files.pop(CONTENTS)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            if not _holds(folder / name, data):
                durable.write(folder / name, data)
        durable.sync(folder)
        durable.write(folder / CONTENTS, contents)
        durable.sync(folder)
    except OSError as error:
        raise _cannot_be_written(folder, error) from error
    finally:
        # Whichever of the two it names now. What cannot be deleted, or understood, stays.
        with contextlib.suppress(BadProfile, OSError, ValueError, LookupError, TypeError):
            _clear(profile.dice, folder)


def _cannot_be_written(folder: Path, error: OSError) -> BadProfile:
    return BadProfile(
        "The profile in “{folder}” cannot be written ({reason}).", folder=str(folder), reason=_reason(error)
    )


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.read_bytes() == data
    except OSError:
        return False


def _clear(dice: DiceSet, folder: Path) -> None:
    """Delete examples that the profile in the folder does not name, whole ones and those half written."""
    text = _contents(folder)
    named = {row["picture"] for row in json.loads(text)["examples"]} if text else set()
    kinds = "|".join(kind.name for kind in dice.kinds)
    example = re.compile(rf"[0-9a-f]{{16}}-({kinds})-\w+\.png(\.new)?")
    for path in folder.iterdir():
        if example.fullmatch(path.name) and path.name not in named:
            path.unlink()


def export(profile: Profile, file: Path) -> None:
    """Write the profile to one file, for another table. Raises BadProfile where there is one already, or it
    cannot be written; no half of it stays then.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, data in _files(profile).items():
            archive.writestr(name, data)
    try:
        with file.open("xb") as out:
            out.write(packed.getbuffer())
    except FileExistsError:
        raise BadProfile("There is a file “{file}” already; name another one.", file=str(file)) from None
    except OSError as error:
        with contextlib.suppress(OSError):
            file.unlink()
        raise BadProfile(
            "“{file}” cannot be written ({reason}).", file=str(file), reason=_reason(error)
        ) from error


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
            return _read(archive.read(CONTENTS), archive.read, file.name, whole=True)
    except BadProfile:
        raise
    except _Damaged as damaged:
        raise BadProfile(
            "“{file}” is damaged: {name} in it is missing or cannot be used. Export it anew where it was "
            "taught.",
            file=file.name,
            name=str(damaged),
        ) from damaged
    except FileNotFoundError:
        raise BadProfile("There is no file “{name}”.", name=file.name) from None
    except PermissionError:
        raise BadProfile("“{name}” may not be read by this user.", name=file.name) from None
    except Exception as error:
        # Broken archives raise errors of any kind.
        raise BadProfile("“{file}” is no exported profile.", file=file.name) from error
