"""The door of a table in its journal: the code, the link's token, and the key that signs phones' cookies."""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass, replace

from companion.engine.folding import Kept
from companion.table import Table

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


def door_of(table: Table) -> Door:
    """The table's door: what it had before a restart, and new what it lacked; the journal keeps it."""
    kept = {name: table.kept(f"door.{name}") for name in asdict(Door.new())}
    door = replace(Door.new(), **{name: value for name, value in kept.items() if value})
    for row in rows_of(door):
        if kept[row.name.removeprefix("door.")] != row.value:
            table.keep(row.name, row.value)
    return door


def rows_of(door: Door) -> list[Kept]:
    """What a journal keeps of a door."""
    return [Kept(f"door.{name}", value) for name, value in asdict(door).items()]
