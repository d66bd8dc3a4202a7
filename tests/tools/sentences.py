"""Collects the sentences that people see, for the catalogues of other languages (make locale).

In Python these are the English texts of messages; in content files the names and texts of things.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

Found = tuple[int, str, str, list[str]]
PLACES = {
    "Message": 0, "text": 0, "_translated": 0, "BadPicture": 0, "Trouble": 0, "NoButtons": 0, "NoLights": 0,
    "CameraLost": 0, "Told": 1, "tell": 1, "is_lost": 2,
}
"""Calls that are given a sentence, each with its place among the arguments."""


def of_python(file: IO[bytes], keywords: Any, comment_tags: Collection[str],
              options: Mapping[str, Any]) -> Iterator[Found]:
    """Babel's way to ask: the sentences of a Python file, each with its line.

    With the option `tables` the values of tables such as `MEANINGS = {"yes": "Yes"}` are sentences too.
    """
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call):
            sentence = _sentence(node)
            if sentence:
                yield node.lineno, "gettext", sentence, []
        elif "tables" in options and isinstance(node, ast.Assign) and _is_constant(node):
            yield from ((value.lineno, "gettext", value.value, []) for value in _values(node.value))


def of_content(file: IO[bytes], keywords: Any, comment_tags: Collection[str],
               options: Mapping[str, Any]) -> Iterator[Found]:
    """Babel's way to ask: the names and texts in a content file."""
    yield from ((1, "gettext", name, []) for name in _names(tomllib.load(file)))


def _sentence(call: ast.Call) -> str:
    """The sentence that a call is given as its own text; nothing where it has none."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    place = PLACES.get(name)
    if place is None or len(call.args) <= place:
        return ""
    text = call.args[place]
    return text.value if isinstance(text, ast.Constant) and isinstance(text.value, str) else ""


def _is_constant(node: ast.Assign) -> bool:
    """Whether a table is given its name here, in capitals."""
    (target, *more) = node.targets
    return (not more and isinstance(target, ast.Name) and target.id.isupper()
            and isinstance(node.value, ast.Dict))


def _values(table: ast.expr) -> Iterator[Any]:
    """The texts in such a table."""
    assert isinstance(table, ast.Dict)
    for value in table.values:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value


def _names(plain: Any) -> Iterator[str]:
    if isinstance(plain, dict):
        for key, value in plain.items():
            if key in ("name", "text") and isinstance(value, str) and value:
                yield value
            else:
                yield from _names(value)
    elif isinstance(plain, list):
        for value in plain:
            yield from _names(value)
