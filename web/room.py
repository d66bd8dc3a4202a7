"""What the page is about: one running table, its door, and the phones around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from flask import current_app, request

from companion.doors import Door
from companion.engine.questions import Message
from companion.table import DiceSeen, Table
from web.state import Tellings
from web.stream import Streams
from web.trust import Guesses

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from companion.hosting import Hosting
    from companion.live_tray import Look

ReadPhoto: TypeAlias = "Callable[[NDArray[np.uint8], bytes], DiceSeen]"
"""Reads the dice of the open throw on a photograph: its pixels (BGR, upright) and the same as JPEG."""

class Demo(Protocol):
    """The simulated device beside the page: its display, its buttons, and what its camera sees."""

    def display_png(self) -> bytes:
        """What the display shows now, as PNG."""

    def press(self, button: str, held: bool = False) -> None:
        """Press `ok`, `back`, `up` or `down`, and let it go."""

    def tray_jpeg(self) -> bytes:
        """What the camera sees now, as JPEG."""


class Teaching(Protocol):
    """Lessons about the game's own dice: look at a die, name the face. All may raise `Refused`."""

    def look(self) -> None:
        """Have the camera look at the die that lies there alone."""

    def end(self) -> None:
        """Be done with teaching: what is thrown counts again."""

    def forget(self) -> None:
        """Drop what was shown and not named."""

    def name(self, kind: str, face: str, looks: str | None = None) -> None:
        """Keep what was shown as that face, if those `looks` (any, where they are not given) are shown."""

    def unlearn(self, kind: str, face: str) -> None:
        """Drop all that is known of a face that was misnamed."""

    def shown(self) -> list[bytes]:
        """What the camera saw of the face that has no name yet, as PNG."""

    def looks(self) -> str:
        """What tells the looks that are shown now from any others."""

    def faces(self) -> list[tuple[str, str, int]]:
        """Every face: its kind, its name, and how many examples of it there are."""

    def missing(self) -> set[tuple[str, str]]:
        """Which of these, by kind and name, want to be shown more."""

    def lost(self) -> tuple[Message, ...]:
        """Of which faces examples are lost."""

    def alike(self) -> tuple[Message, ...]:
        """Which faces would be confused, and what would do."""


class Tray(Protocol):
    """The tray in the camera's picture."""

    def look(self) -> Look | None:
        """What the camera sees now; None when it gives no picture."""

    def learn(self) -> tuple[Message, ...]:
        """Learn where the tray is; what was found, in sentences. May raise `Refused`."""

    def forget(self) -> tuple[Message, ...]:
        """Look at the whole picture again; what that means, in sentences. May raise `Refused`."""


@dataclass
class Room:
    """Everything the views need; one for each application."""

    table: Table
    door: Door
    names: tuple[str, ...] = ()
    display: Callable[[], bytes] | None = None
    demo: Demo | None = None
    read_photo: ReadPhoto | None = None
    hosting: Hosting | None = None
    address: Callable[[], str] | None = None
    lessons: Callable[[], Teaching | None] = lambda: None
    tray: Callable[[], Tray | None] = lambda: None
    streams: Streams = field(default_factory=Streams)
    guesses: Guesses = field(default_factory=Guesses)
    tellings: Tellings = field(init=False)
    told: dict[tuple[Any, ...], str] = field(default_factory=dict)
    """The parts of the page as they were last made, by who may see them so."""
    telling: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self.tellings = Tellings(reads_photos=self.read_photo is not None)

    @property
    def here(self) -> str:
        """The address at which other phones find this table; else the one that this phone asked for."""
        return self.address() if self.address else request.host_url.rstrip("/")

    @property
    def shows_code(self) -> bool:
        """Whether a small display shows the code; else joined phones do, and the screen it was started on."""
        return (self.demo is not None or self.hosting is None
                or self.hosting.settings.display.chip != "none")

    @property
    def is_leaving(self) -> bool:
        """Whether another program is about to serve at this place."""
        return self.hosting is not None and self.hosting.change.is_made


def room() -> Room:
    """The room of the application that serves this request."""
    here: Room = current_app.extensions["room"]
    return here
