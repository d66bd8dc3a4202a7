"""`companion teach`: somebody's own dice, taught from photographs and kept in a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.carrying import is_running
from companion.engine.questions import Message
from companion.games import load
from companion.own_dice import own_dice
from vision import profiles
from vision.dice_sets import DiceSet, dice_set
from vision.files import BadPicture, read_picture
from vision.profiles import MOST_EXAMPLES, BadProfile, Example
from vision.reading import Message as Sentence
from vision.reading import Unusable
from vision.taught_faces import faces_of
from vision.teaching import BadExample, Lesson, advice, example_crop, losses

if TYPE_CHECKING:
    from companion.cli import Given

FOLDER = "dice"
"""In the folder of the games: the taught dice of this machine, a folder for each set."""


def own_folder(games: Path, dice: DiceSet) -> Path:
    """Where this machine keeps what it was taught about a set."""
    return games / FOLDER / dice.name


def taught_set(dice: DiceSet, profile: Path | None, games: Callable[[], Path]
               ) -> tuple[DiceSet, list[Sentence]]:
    """The set with its taught faces: those in the folder `profile`, else this machine's own if there are any;
    and of which faces examples are lost.

    `BadProfile` when the folder holds none that can be used, or that of another set.
    """
    if profile is not None:
        known = profiles.load_of(profile, dice)
    else:
        known = profiles.load_or_begin(own_folder(games(), dice), dice)
    return dice.taught(faces_of(known)), losses(known)


@contextmanager
def told(given: Given) -> Iterator[None]:
    """Turn what teaching cannot use into the one sentence that says so, and exit code 1."""
    try:
        yield
    except Unusable as fault:
        raise click.ClickException(given.say(_message(fault.message))) from fault


class Teacher:
    """What one call of the command does, each step told in a sentence; `content` says what the box holds."""

    def __init__(self, given: Given, dice: str, folder: Path | None, content: Path | None, *,
                 may_begin: bool) -> None:
        """Says so where there is no such `folder` yet, unless this `may_begin` one."""
        known = dice_set(dice)
        if folder and not (may_begin or folder.exists()):
            given.tell(Message("There is no folder “{folder}” yet.", {"folder": str(folder)}))
        if content:
            known = own_dice(load(known.name, content))
        self._given = given
        self._beside_table = folder is None and is_running(given.settings.folder)
        self._lesson = Lesson(known, folder or own_folder(given.settings.folder, known))
        for sentence in losses(self._lesson.profile):
            self._tell(sentence)

    def teach(self, images: Sequence[str], kind: str, face: str) -> bool:
        """Add each image as an example of that face; whether all of them would do."""
        if kind or face:
            profiles.check_face(self._lesson.profile.dice, kind, face)
        if not images:
            return True
        self._check_table()
        if not any(kind.has_symbols for kind in self._lesson.profile.dice.kinds):
            raise BadProfile("{dice} needs no lessons: pips and numerals are known.",
                             dice=self._lesson.profile.dice.name)
        examples = []
        for image in images:
            try:
                crop = example_crop(read_picture(Path(image)), self._lesson.profile.dice)
            except (BadPicture, BadExample) as error:
                click.echo(f"{image}: {self._given.say(_message(error.message))}", err=True)
                continue
            examples.append(Example(kind, face, crop))
        if examples:
            self._keep(examples)
        self._tell(self._lesson.count(kind, face))
        self._tell_table()
        return len(examples) == len(images)

    def _keep(self, examples: Sequence[Example]) -> None:
        """Add these, all of one face, and say which of them make no difference."""
        kind, face = examples[0].kind, examples[0].face
        before = self._lesson.profile
        new = len({example.crop.tobytes() for example in examples if not before.holds(example)})
        self._lesson.keep(examples)
        if new < len(examples):
            self._tell_known(len(examples) - new)
        gone = before.count(kind, face) + new - self._lesson.profile.count(kind, face)
        if gone > 0:
            self._given.tell(Message("Of each face {most} examples are kept; the oldest went: {count}.",
                                     {"most": MOST_EXAMPLES, "count": gone}))

    def _tell_known(self, count: int) -> None:
        self._given.tell(Message("Known already: {count}.", {"count": count}))

    def forget(self, kind: str, face: str) -> None:
        """Forget all examples of a face."""
        self._check_table()
        if self._lesson.profile.count(kind, face):
            self._lesson.unlearn(kind, face)
        self._tell(self._lesson.count(kind, face))
        self._tell_table()

    def check(self) -> bool:
        """Say what is missing or would be confused; whether nothing is."""
        found = advice(self._lesson.profile)
        for sentence in found:
            self._tell(sentence)
        if not found:
            self._given.tell(Message("Every face of {dice} is known, and no two of them look alike.",
                                     {"dice": self._lesson.profile.dice.name}))
        return not found

    def export_to(self, file: Path) -> None:
        """Write all that is known to one file; `BadProfile` where nothing is."""
        if not self._lesson.profile.examples:
            raise BadProfile("Nothing was taught yet, and so there is nothing to export.")
        profiles.export(self._lesson.profile, file)
        self._given.tell(Message("Written to {file}.", {"file": str(file)}))

    def import_from(self, file: Path) -> None:
        """Add what the file teaches."""
        self._check_table()
        added = profiles.read_export(file)
        if added.dice.name != self._lesson.profile.dice.name:
            raise BadProfile("“{folder}” teaches {dice}, not {asked}.", folder=str(file),
                             dice=added.dice.name, asked=self._lesson.profile.dice.name)
        done = self._lesson.take(added.examples)
        self._given.tell(Message("Examples taken from {file}: {taken} of {count}.", {
            "file": str(file), "taken": done.taken, "count": len(added.examples)}))
        if done.known:
            self._tell_known(done.known)
        if done.no_room:
            self._given.tell(Message(
                "Not taken: {count}. Of each face {most} examples are kept at most, and yours stay.",
                {"count": done.no_room, "most": MOST_EXAMPLES}))
        self._tell_table()

    def tell_what_is_known(self) -> None:
        """List the faces and how often each was shown."""
        for kind, face, _ in self._lesson.profile.listed():
            self._tell(self._lesson.count(kind, face))

    def _check_table(self) -> None:
        """A running table with a camera is taught by its own page; it would not hear of what is kept here."""
        if self._beside_table and self._given.settings.camera.source != "none":
            raise click.ClickException(self._given.say(Message(
                "A table is running and keeps what its camera is taught: open “Teach the camera” on its "
                "page, or stop it first.")))

    def _tell_table(self) -> None:
        if self._beside_table:
            self._given.tell(Message("A table is running: it takes this up when it is started next."))

    def _tell(self, sentence: Sentence) -> None:
        self._given.tell(_message(sentence))


def _message(sentence: Sentence) -> Message:
    return Message(sentence.text, sentence.args)
