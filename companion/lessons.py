"""Teaching at the table: the camera looks at a die, somebody names the face, the table knows it at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock

import cv2

from companion.engine.questions import Message
from companion.engine.referee import Refused
from companion.teaching import own_folder
from companion.watching import Watch
from vision.confusions import confusions
from vision.dice_sets import DiceSet
from vision.profiles import BadProfile
from vision.reading import Picture, Unusable
from vision.taught_faces import faces_of
from vision.teaching import BadExample, Lesson, losses


class Lessons:
    """Lessons about the dice of one game, as they lie in its box, for any number of phones.

    Pictures come from `watch`; `learned` is told the dice as they are known now. While what was taught
    earlier cannot be used, whatever needs it is `Refused` with a sentence that says so.
    """

    def __init__(self, dice: DiceSet, games: Path, watch: Watch, learned: Callable[[DiceSet], None]) -> None:
        self._watch, self._learned = watch, learned
        self._lock = Lock()
        self._dice, self._folder = dice, own_folder(games, dice)
        self._begun: Lesson | None = None
        self._alike: tuple[Message, ...] | None = None

    @property
    def _lesson(self) -> Lesson:
        """The lesson; for what was damaged somebody may have put right by now."""
        if self._begun is None:
            try:
                self._begun = Lesson(self._dice, self._folder)
            except BadProfile as bad:
                raise _refused(bad) from bad
        return self._begun

    def look(self) -> None:
        """Have the camera look at the die that lies there alone. `Refused` with a sentence.

        Until the lesson is over that die is no throw.
        """
        self._watch.hold()
        self._watch.with_picture(self._show)

    def _show(self, picture: Picture | None) -> None:
        if picture is None:
            raise Refused(Message("The camera gives no picture. Is it plugged in?"))
        with self._lock:
            try:
                self._lesson.show(picture)
            except BadExample as bad:
                raise _refused(bad) from bad

    def end(self) -> None:
        """Be done with teaching: what is thrown now counts again."""
        self.forget()
        self._watch.go_on()

    def forget(self) -> None:
        """Drop what was shown and not named."""
        with self._lock:
            if self._begun:
                self._begun.forget()

    def name(self, kind: str, face: str, looks: str | None = None) -> None:
        """Keep what was shown as that face. `Refused` with a sentence, also where other than the given
        `looks` are shown by now: another phone may teach, too.
        """
        def keep() -> None:
            if looks is not None and looks != self._lesson.looks:
                raise Refused(Message("What the camera was shown has changed meanwhile. Look at the pictures "
                                      "again before you say which face it is."))
            self._lesson.name(kind, face)

        self._watch.hold()
        self._change(keep)

    def unlearn(self, kind: str, face: str) -> None:
        """Drop all that is known of a face that was misnamed. `Refused` with a sentence."""
        self._change(lambda: self._lesson.unlearn(kind, face))

    def _change(self, change: Callable[[], object]) -> None:
        with self._lock:
            try:
                change()
            except (BadExample, BadProfile) as bad:
                raise _refused(bad) from bad
            self._alike = None
        # The nets run on the watch's own thread alone.
        self._watch.with_picture(lambda _: self._learn())

    def _learn(self) -> None:
        """Tell what is known by now: another phone may have taught more since this was asked for."""
        with self._lock:
            profile = self._lesson.profile
        self._learned(self._dice.taught(faces_of(profile)))

    def shown(self) -> list[bytes]:
        """What the camera saw of the face that has no name yet, as PNG."""
        with self._lock:
            shown = self._begun.shown if self._begun else []
            return [cv2.imencode(".png", crop)[1].tobytes() for crop in shown]

    def looks(self) -> str:
        """What tells the looks that are shown now from any others. `Refused` with a sentence."""
        with self._lock:
            return self._lesson.looks

    def faces(self) -> list[tuple[str, str, int]]:
        """The faces that its dice carry or that were taught: kind, name, how many examples there are.
        `Refused` with a sentence.
        """
        with self._lock:
            return self._lesson.profile.listed()

    def missing(self) -> set[tuple[str, str]]:
        """Which of these faces, by kind and name, want to be shown more. `Refused` with a sentence."""
        every = self.faces()
        with self._lock:
            return {(kind, face) for kind, face, _ in every if self._lesson.profile.wanted(kind, face)}

    def lost(self) -> tuple[Message, ...]:
        """Of which faces examples are lost, until anything is taught. `Refused` with a sentence."""
        with self._lock:
            found = losses(self._lesson.profile)
        return tuple(Message(one.text, one.args) for one in found)

    def alike(self) -> tuple[Message, ...]:
        """Which faces would be confused, and what would do. `Refused` when the camera hangs."""
        with self._lock:
            alike, profile = self._alike, self._lesson.profile
        if alike is None:
            found = self._watch.with_picture(lambda _: confusions(profile))
            alike = tuple(Message(one.message.text, one.message.args) for one in found)
            with self._lock:
                if self._lesson.profile is profile:
                    self._alike = alike
        return alike


def _refused(bad: Unusable) -> Refused:
    return Refused(Message(bad.message.text, bad.message.args))
