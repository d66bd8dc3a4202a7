"""Content files: what a box contains, read from TOML and checked before anybody plays with it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError


class ContentError(ValueError):
    """A content file cannot be used; the text names the file and, a line each, every key at fault."""

    def __init__(self, source: str, faults: list[str]) -> None:
        super().__init__("\n".join(f"{source}: {fault}" for fault in faults))
        self.faults = faults


def read_toml(path: Path) -> dict[str, Any]:
    """The values of a TOML file. Raises ContentError when it cannot be read as one."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ContentError(str(path), [f"the file cannot be read ({error.strerror})."]) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContentError(str(path), [f"this is no TOML text: {error}."]) from error


def checked_box(box_type: type[Any], plain: Mapping[str, Any], source: str, game: str) -> Any:
    """The content as a `box_type`, its form and its facts checked. Raises ContentError with every fault."""
    if plain.get("game") != game:
        raise ContentError(source, [f"game: is {plain.get('game')!r}; for this game it must be {game!r}."])
    try:
        box = TypeAdapter(box_type).validate_python(dict(plain))
    except ValidationError as error:
        raise ContentError(source, [_sentence(plain, fault) for fault in error.errors()]) from error
    faults = box.faults()
    if faults:
        raise ContentError(source, faults)
    return box


def _sentence(plain: Any, fault: Any) -> str:
    """One of pydantic's findings as a sentence: the key, what is wrong, what came."""
    steps = []
    for step in fault["loc"]:
        if isinstance(step, int) and isinstance(plain, list) and step < len(plain):
            plain = plain[step]
            steps.append(str(plain.get("id", step + 1)) if isinstance(plain, Mapping) else str(step + 1))
        else:
            plain = plain.get(step) if isinstance(plain, Mapping) else None
            steps.append(str(step))
    plainly = {"missing": "is missing", "unexpected_keyword_argument": "is no key of a content file"}
    wrong = plainly.get(fault["type"], f"{fault['msg']} (it is {fault['input']!r})")
    return f"{'.'.join(steps)}: {wrong}."
