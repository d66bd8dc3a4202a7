"""Content files: what a box contains, read from TOML and checked before anybody plays with it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

PLAINLY = {
    "missing": "is missing", "unexpected_keyword_argument": "is no key of a content file",
    "int_type": "must be a whole number", "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number", "string_type": "must be text",
    "bool_type": "must be true or false", "bool_parsing": "must be true or false",
    "tuple_type": "must be a list", "too_long": "is too long a list", "dict_type": "must be a table of keys",
    "dataclass_type": "must be a table of keys",
}
"""What pydantic finds, in words for people; `{key}: ` goes before."""


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
        raise ContentError(source, _sentences(plain, error.errors())) from error
    faults = box.faults()
    if faults:
        raise ContentError(source, faults)
    return box


def _sentences(plain: Any, found: Sequence[Any]) -> list[str]:
    """What pydantic found as sentences, one a key: the key, what is wrong, what came."""
    wrong: dict[str, list[str]] = {}
    came: dict[str, str] = {}
    for fault in found:
        key = _key(plain, fault["loc"])
        wrong.setdefault(key, []).append(PLAINLY.get(fault["type"], fault["msg"]))
        came[key] = ("" if fault["type"] in ("missing", "unexpected_keyword_argument")
                     else f" (it is {fault['input']!r})")
    return [f"{key}: {' or '.join(dict.fromkeys(faults))}{came[key]}." for key, faults in wrong.items()]


def _key(plain: Any, steps: Sequence[int | str]) -> str:
    """The key that pydantic's steps lead to: things by their id, other members of a list by their number."""
    keys = []
    for step in steps:
        if isinstance(step, int):
            plain = plain[step] if isinstance(plain, list) and step < len(plain) else None
            keys.append(str(plain.get("id", step + 1)) if isinstance(plain, Mapping) else str(step + 1))
        elif isinstance(plain, Mapping):
            plain = plain.get(str(step))
            keys.append(str(step))
        # Any other step is pydantic's name for one of several types that may stand here.
    return ".".join(keys)
