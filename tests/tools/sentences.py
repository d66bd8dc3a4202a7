"""Collects the sentences that people see, for the catalogues of other languages (make locale).

In Python these are the English texts of messages, and the help of commands; in content files the names and
texts of things; in the ledgers the texts of rules. click brings words of its own.
"""

from __future__ import annotations

import ast
import inspect
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import IO, Any

from companion import rulebook
from companion.help import MODULES

Found = tuple[int, str, str, list[str]]
Text = tuple[int, str]
"""A text and its line."""
PLACES = {
    "Message": 0, "text": 0, "_translated": 0, "BadPicture": 0, "BadProfile": 0, "BadExample": 0,
    "BadExpectation": 0, "CannotCalibrate": 0, "UnknownDiceSet": 0, "Trouble": 0, "NoButtons": 0,
    "NoLights": 0, "CameraLost": 0, "Told": 1, "tell": 1, "is_lost": 2,
}
"""Calls that are given a sentence, each with its place among the arguments."""


def of_python(file: IO[bytes], keywords: Any, comment_tags: Collection[str],
              options: Mapping[str, Any]) -> Iterator[Found]:
    """Babel's way to ask: the sentences of a Python file, each with its line.

    With the option `tables` the values of tables such as `MEANINGS = {"yes": "Yes"}` are sentences too; with
    `rules` whatever is handed on that has a space or a hole in it, since rules have ways of their own to ask;
    with `commands` what commands and their options say of themselves.
    """
    looks = [_of_call]
    if "rules" in options:
        looks.append(_of_rules)
    if "tables" in options:
        looks.append(_of_table)
    if "commands" in options:
        looks.append(_of_help)
    nodes = list(ast.walk(ast.parse(file.read())))
    texts = dict.fromkeys(text for look in looks for node in nodes for text in look(node))
    yield from ((line, "gettext", text, []) for line, text in texts)


def of_content(file: IO[bytes], keywords: Any, comment_tags: Collection[str],
               options: Mapping[str, Any]) -> Iterator[Found]:
    """Babel's way to ask: the names and texts in a content file."""
    yield from ((1, "gettext", name, []) for name in _names(tomllib.load(file)))


def of_click(file: IO[bytes], keywords: Any, comment_tags: Collection[str],
             options: Mapping[str, Any]) -> Iterator[Found]:
    """Babel's way to ask: click's own words, whatever file is looked at."""
    # The mark of an option that must be given is the only one that click keeps elsewhere.
    texts = {"required": 1}
    for module in MODULES:
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "ngettext"):
                texts |= {text: line for line, text in _texts(node.args)}
    yield from ((line, "gettext", text, []) for text, line in texts.items())


def of_ledger(file: IO[bytes], keywords: Any, comment_tags: Collection[str],
              options: Mapping[str, Any]) -> Iterator[Found]:
    """Babel's way to ask: the rules' texts in a ledger, each with its rule's id as a comment."""
    texts = rulebook.texts(file.read().decode())
    yield from ((1, "gettext", text, [id_]) for id_, text in texts.items())


def _of_call(node: ast.AST) -> Iterator[Text]:
    """The sentence that a call is given as its own text."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        place = PLACES.get(name)
        if place is not None:
            yield from _texts(node.args[place:place + 1])


def _of_table(node: ast.AST) -> Iterator[Text]:
    """The values of a table that is given its name here, in capitals."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict) and all(
            isinstance(target, ast.Name) and target.id.isupper() for target in node.targets):
        yield from _texts([node.value])


def _of_help(node: ast.AST) -> Iterator[Text]:
    """What a command says of itself, or one of its options."""
    if isinstance(node, ast.keyword) and node.arg == "help":
        yield from _texts([node.value])
    elif isinstance(node, ast.FunctionDef) and any(
            isinstance(call, ast.Call) and getattr(call.func, "attr", "") in ("command", "group")
            for call in node.decorator_list):
        text = ast.get_docstring(node)
        if text:
            yield node.lineno, text


def _of_rules(node: ast.AST) -> Iterator[Text]:
    """Sentences in the rules of a game: what any call or table holds of them."""
    within = node.args if isinstance(node, ast.Call) else [node] if isinstance(node, ast.Dict) else []
    yield from ((line, text) for line, text in _texts(within) if " " in text or "{" in text)


def _texts(nodes: Iterable[ast.AST | None]) -> Iterator[Text]:
    """The texts among `nodes`, also those in tables and those that depend on something."""
    for node in nodes:
        match node:
            case ast.Constant(value=str(text)) if text.strip():
                yield node.lineno, text
            case ast.Dict():
                yield from _texts(node.values)
            case ast.IfExp():
                yield from _texts([node.body, node.orelse])


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
