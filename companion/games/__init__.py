"""The games. `load` unpacks one, with the content of its box read from a file and checked."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.engine.content_file import checked_box, read_toml
from companion.engine.game import Game
from companion.engine.questions import Message, Unplayable

GAMES = ("riff_in_time", "betrayal_tour", "professor_evil", "quick_and_undead")
"""Every game there is, by the name of its folder."""


def load(name: str, content: str | Path | Mapping[str, Any] | None = None) -> Game[Any]:
    """The game called `name`, with the default content, a content file, or content as a mapping.

    Raises Unplayable when there is no such game, and ContentError, naming the file and each key at fault,
    when the content cannot be played with.
    """
    if name not in GAMES:
        raise Unplayable(Message("There is no game “{name}”; the games are {games}.",
                                 {"name": name, "games": ", ".join(GAMES)}))
    kind = importlib.import_module(f"companion.games.{name}").GAME
    if content is None or content == "default":
        content = Path(__file__).parent / name / "content.toml"
    source = "the content" if isinstance(content, Mapping) else str(content)
    plain = content if isinstance(content, Mapping) else read_toml(Path(content))
    game: Game[Any] = kind(checked_box(kind.box_type, plain, source, name), plain)
    return game
