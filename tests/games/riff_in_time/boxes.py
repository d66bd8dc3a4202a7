"""Boxes with something wrong in them."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from companion.engine.content_file import ContentError
from companion.games import load
from tests.games.riff_in_time.tables import game

GONE = object()
"""In the place of a value: the key is taken out."""


def content() -> dict[str, Any]:
    """The default content, to be changed."""
    return deepcopy(dict(game().content))


def changed(path: str, value: Any) -> dict[str, Any]:
    """The default content with another value at a path such as `riff_cards.kassel_1.count`."""
    box = content()
    *steps, last = path.split(".")
    found: Any = box
    for step in steps:
        found = found[step] if isinstance(found, dict) else next(
            thing for number, thing in enumerate(found, 1) if step in (thing.get("id"), str(number)))
    if value is GONE:
        del found[last]
    elif isinstance(found, list):
        found[int(last) - 1] = value
    else:
        found[last] = value
    return box


def faults(box: dict[str, Any]) -> list[str]:
    """Why a content cannot be played with; empty when it can."""
    try:
        load("riff_in_time", box)
    except ContentError as error:
        return str(error).removeprefix("the content: ").split("\nthe content: ")
    return []
