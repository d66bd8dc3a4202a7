"""Pages that lie over the question on the small display: a text, a list of things to do, a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from companion.engine.questions import Message
from companion.picking import Cursor
from hardware.buttons import Press
from hardware.screens import Choices, Row, Screen, Text, last_top


class Page(Protocol):
    """Something shown until a press closes it, or until a time."""

    until: float
    of_question: bool
    """Whether it goes with the open question, and is of no use when that is answered."""

    def screen(self) -> Screen:
        """What to show."""

    def press(self, press: Press) -> bool:
        """Take a press; returns whether the page stays."""


FOREVER = float("inf")
Deed: TypeAlias = Callable[[], "Page | Message | None"]
"""Something to do; what it returns is shown: a page, or a sentence."""
Command: TypeAlias = tuple[Message, Deed]
"""A line of the menu, and what it does."""


@dataclass
class Showing:
    """A picture; any press closes it."""

    shown: Screen
    until: float = FOREVER
    of_question: bool = False

    def screen(self) -> Screen:
        """The picture."""
        return self.shown

    def press(self, press: Press) -> bool:
        """Closes."""
        return False


@dataclass
class Following:
    """A picture of something that may change meanwhile; any press closes it."""

    draw: Callable[[], Screen]
    of_question: bool = False
    until: float = FOREVER

    def screen(self) -> Screen:
        """The picture as it is now."""
        return self.draw()

    def press(self, press: Press) -> bool:
        """Closes."""
        return False


@dataclass
class Reading:
    """A text; UP and DOWN scroll it, OK and BACK close it. DOWN at its end closes it too."""

    shown: Text
    until: float = FOREVER
    of_question: bool = False
    last_top: Callable[[Text], int] = last_top

    def screen(self) -> Screen:
        """The lines from where one has read to."""
        return self.shown

    def press(self, press: Press) -> bool:
        """Scrolls or closes."""
        if press.button not in ("up", "down"):
            return False
        last = self.last_top(self.shown)
        if press.button == "down" and self.shown.top == last:
            return press.held
        step = -1 if press.button == "up" else 1
        self.shown = replace(self.shown, top=max(0, min(last, self.shown.top + step)))
        return True


class Listing:
    """Things to do: OK does the selected one and closes the list, BACK closes it."""

    until = FOREVER

    def __init__(self, title: str, rows: Sequence[tuple[str, Deed]], *, at: int = 0,
                 of_question: bool = False) -> None:
        self.of_question = of_question
        self._title = title
        self._rows = rows
        self._cursor = Cursor(at)
        self.chosen: Deed | None = None
        """What is to be done, once the page has closed."""

    def screen(self) -> Screen:
        """The list."""
        return Choices(self._title, tuple(Row(text) for text, _ in self._rows), self._cursor.at)

    def press(self, press: Press) -> bool:
        """Moves, chooses or closes."""
        if press.button in ("up", "down"):
            self._cursor.move(press, len(self._rows))
            return True
        if press.button == "ok":
            self.chosen = self._rows[self._cursor.at][1]
        return False


class Holding:
    """Something grave: only OK, held, does it; any other press closes the page, a short OK does nothing."""

    of_question = False

    def __init__(self, title: str, text: str, deed: Deed, until: float = FOREVER) -> None:
        self.until = until
        self._shown = Text(title, text)
        self._deed = deed
        self.chosen: Deed | None = None
        """What is to be done, once the page has closed."""

    def screen(self) -> Screen:
        """What is asked."""
        return self._shown

    def press(self, press: Press) -> bool:
        """Does it or closes."""
        if press.button == "ok" and press.held:
            self.chosen = self._deed
            return False
        return press.button == "ok"
