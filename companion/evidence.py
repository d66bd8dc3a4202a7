"""The pictures of accepted rolls, kept beside the journal: `GAME.rolls/NUMBER.jpg`, and `NUMBER-dice.jpg`
with each die by itself. NUMBER is that of the answer's row.

The rows of a journal stay for ever; of the pictures of all games the oldest go when they become too many.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.engine.questions import Message
from companion.throws import Evidence

ENDING = ".rolls"
MOST = 100 * 1024 * 1024
"""Bytes that the pictures of all games on a shelf may take: about four thousand rolls."""
NAME = re.compile(r"(\d{6,})(?:-(\d+))?(-dice)?\.jpg")
"""Of a picture: the number of the answer's row, the part of the throw, and whether it shows the dice alone.
What is called otherwise is somebody's own."""


@dataclass(frozen=True, slots=True)
class EarlierThrow:
    """A roll that counts and of which a photograph is kept: the number of its question, who threw what."""

    number: int
    said: Message


class Pictures:
    """The pictures of one game's rolls; `journal` is the path of its journal.

    Kept by one thread, and read by any; meanwhile the host may delete another game with all its pictures.
    """

    def __init__(self, journal: Path, most: int = MOST) -> None:
        self._folder = journal.with_suffix(ENDING)
        self._shelf = journal.parent
        self._most = most
        self._taken: int | None = None

    def keep(self, number: int, parts: Mapping[int, Evidence]) -> None:
        """Keep the pictures of the roll that answered question `number`, part by part. May raise OSError."""
        if not parts:
            return
        # As the journals, nobody else's business.
        self._folder.mkdir(mode=0o700, exist_ok=True)
        written = 0
        for part, evidence in parts.items():
            photo, dice = self._paths(number, part)
            for path, data in ((photo, evidence.photo), (dice, evidence.crops)):
                if data:
                    written += len(data) - (path.stat().st_size if path.exists() else 0)
                    _write_whole(path, data)
        self._make_room(written)

    def keep_again(self, number: int, seen: Mapping[int, Evidence]) -> None:
        """Keep what was seen of a die of that roll which was thrown again: the photograph in place of the
        last, and the die beside the others as they lay. May raise OSError.
        """
        # Late, so that the page is there sooner: numpy and OpenCV take longer to load than all the rest.
        from vision.evidence import beside

        last = max((part for of, part, _ in self._photos() if of == number), default=1) - 1
        _, dice = self._paths(number, last)
        for evidence in seen.values():
            lay = dice.read_bytes() if dice.exists() else b""
            self.keep(number, {last: Evidence(evidence.photo, beside(lay, evidence.crops))})

    def photo(self, number: int) -> bytes | None:
        """The photograph that was kept of the roll, of its last part; None where there is none (any more)."""
        photos = sorted((part, path) for of, part, path in self._photos() if of == number)
        try:
            return photos[-1][1].read_bytes() if photos else None
        except FileNotFoundError:
            # Room was made just now.
            return None

    def numbers(self) -> set[int]:
        """The rolls of which a photograph is kept."""
        return {number for number, _, _ in self._photos()}

    def _paths(self, number: int, part: int) -> tuple[Path, Path]:
        """Where the photograph of a part of the roll is kept, and where its dice are."""
        name = f"{number:06}" + (f"-{part + 1}" if part else "")
        return self._folder / f"{name}.jpg", self._folder / f"{name}-dice.jpg"

    def _photos(self) -> Iterator[tuple[int, int, Path]]:
        """The photographs that are kept, each with its roll and part."""
        for size, _, path in _pictures(self._folder):
            named = NAME.fullmatch(path.name)
            # A power cut may leave an empty one: no answer waits until a picture is on disk.
            if named and not named[3] and size:
                yield int(named[1]), int(named[2] or 1), path

    def _make_room(self, written: int) -> None:
        """Delete the oldest pictures of the shelf, where all together take too much."""
        if self._taken is not None:
            self._taken += written
            if self._taken <= self._most:
                return
        # Counted anew: games were deleted since, perhaps.
        every = [picture for folder in self._shelf.glob(f"*{ENDING}") for picture in _pictures(folder)]
        self._taken = sum(size for size, _, _ in every)
        if self._taken <= self._most:
            return
        for size, _, path in sorted(every, key=lambda picture: picture[1]):
            # A tenth at once, so that this is not done at each roll.
            if self._taken <= 0.9 * self._most:
                break
            path.unlink(missing_ok=True)
            self._taken -= size


def _pictures(folder: Path) -> Iterator[tuple[int, float, Path]]:
    """The pictures in a folder, each with its size and its time, without those that are deleted meanwhile."""
    with suppress(FileNotFoundError, NotADirectoryError):
        for path in folder.iterdir():
            if NAME.fullmatch(path.name):
                with suppress(FileNotFoundError):
                    known = path.stat()
                    yield known.st_size, known.st_mtime, path


def _write_whole(path: Path, data: bytes) -> None:
    """Write a file, or none where the disk is full: half a picture would be taken for the roll's."""
    new = path.with_suffix(".new")
    try:
        new.write_bytes(data)
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise
