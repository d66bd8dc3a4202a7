"""What the page is about: one running table, its door, and the phones around it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from flask import current_app

from companion.table import DiceSeen, Table
from web.state import Tellings
from web.stream import Streams
from web.trust import Guesses

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ReadPhoto: TypeAlias = "Callable[[NDArray[np.uint8], bytes], DiceSeen]"
"""Reads the dice of the open throw on a photograph: its pixels (BGR, upright) and the same as JPEG."""

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of the QR code's token: capitals, so that the code stays small, and none that look alike."""


@dataclass(frozen=True)
class Door:
    """Who may come in: the six digits to type, the token in the QR code, and the key that signs cookies.

    Kept with the game, all three survive a restart; a new game with a new door turns all phones away.
    """

    code: str
    token: str
    secret: str

    @classmethod
    def new(cls) -> Door:
        """A door that nobody has come through yet."""
        return cls(code=f"{secrets.randbelow(1_000_000):06}",
                   token="".join(secrets.choice(LETTERS) for _ in range(8)), secret=secrets.token_hex(32))


class Demo(Protocol):
    """The simulated device beside the page: its display, its buttons, and what its camera sees."""

    def display_png(self) -> bytes:
        """What the display shows now, as PNG."""

    def press(self, button: str, held: bool = False) -> None:
        """Press `ok`, `back`, `up` or `down`, and let it go."""

    def tray_jpeg(self) -> bytes:
        """What the camera sees now, as JPEG."""


@dataclass
class Room:
    """Everything the views need; one for each application."""

    table: Table
    door: Door
    names: tuple[str, ...] = ()
    display: Callable[[], bytes] | None = None
    demo: Demo | None = None
    read_photo: ReadPhoto | None = None
    streams: Streams = field(default_factory=Streams)
    guesses: Guesses = field(default_factory=Guesses)
    tellings: Tellings = field(init=False)
    told: dict[tuple[Any, ...], str] = field(default_factory=dict)
    """The parts of the page as they were last made, by who may see them so."""

    def __post_init__(self) -> None:
        self.tellings = Tellings(reads_photos=self.read_photo is not None)


def room() -> Room:
    """The room of the application that serves this request."""
    here: Room = current_app.extensions["room"]
    return here
