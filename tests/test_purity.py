"""Each folder keeps its rule: pure rules of games, and no import that goes the wrong way."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.tools.purity import Fault, import_faults, purity_faults

ROOT = Path(__file__).parents[1]
RULES = sorted((ROOT / "companion" / "games").glob("*/**/*.py"))
GAMES = sorted(folder.name for folder in (ROOT / "companion" / "games").iterdir()
               if folder.is_dir() and folder.name != "__pycache__")
NAMED_GAMES = tuple(f"companion.games.{game}" for game in GAMES)
WRONG_WAYS = {
    "vision": ("companion", "hardware", "web"),
    "hardware": ("web", "companion.games"),
    "companion/engine": (*NAMED_GAMES, "companion.table", "web", "hardware", "vision", "flask"),
    "web": NAMED_GAMES,
}


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def told(path: Path, faults: list[Fault]) -> list[str]:
    return [f"{path.relative_to(ROOT)}:{fault.line} {fault.what}" for fault in faults]


def test_there_are_games_to_look_at() -> None:
    assert "riff_in_time" in GAMES
    assert len(RULES) > 5


@pytest.mark.parametrize("path", RULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_rules_of_a_game_are_pure(path: Path) -> None:
    assert told(path, purity_faults(parsed(path))) == []


@pytest.mark.parametrize("folder", WRONG_WAYS)
def test_imports_go_one_way(folder: str) -> None:
    modules = sorted((ROOT / folder).rglob("*.py"))
    assert modules
    assert [line for path in modules
            for line in told(path, import_faults(parsed(path), WRONG_WAYS[folder]))] == []


@pytest.mark.parametrize("folder", ["companion/engine", "hardware", "web"])
def test_no_game_is_known_by_its_name(folder: str) -> None:
    named = [f"{path.relative_to(ROOT)}: {game}" for path in sorted((ROOT / folder).rglob("*.py"))
             for node in ast.walk(parsed(path)) for game in GAMES
             if isinstance(node, ast.Constant) and node.value == game]
    assert named == []


PLANTED = {
    "a clock": "import time",
    "a random source": "from random import choice",
    "a file": "text = open('box.toml').read()",
    "a path": "from pathlib import Path",
    "the referee": "from companion.engine.referee import Referee",
    "the table": "from companion import table",
    "a neighbour by its relative name": "from . import state",
    "a sentence on the screen": "print('Rome goes up')",
    "code made of text": "eval('1 + 1')",
    "an object's address": "key = id(rift)",
    "a loop over a set": "for place in {'rome', 'kassel'}: raise_rift(place)",
    "a loop over a made set": "for place in set(places): raise_rift(place)",
    "a list of a set's words": "words = [word for word in {*carried} - {*done}]",
    "a tuple of a set": "words = tuple({*carried})",
    "a list unpacked from a set": "words = [*{*carried}]",
    "a question inside a with": "def turn():\n    with lock:\n        yield question",
    "a question before a finally": "def turn():\n    try:\n        yield ask\n    finally:\n        tidy()",
    "every exception caught": "try:\n    turn()\nexcept Exception:\n    again()",
    "every exception caught, unnamed": "try:\n    turn()\nexcept:\n    again()",
}
HARMLESS = {
    "the questions": "from companion.engine.questions import Message, choose",
    "a part of the same game": "from companion.games.riff_in_time.state import State",
    "plain tools": "from dataclasses import dataclass\nfrom collections.abc import Iterator",
    "a sorted set": "for place in sorted({*places}): raise_rift(place)",
    "a set asked whether all fit": "fine = all(place in places for place in {*carried})",
    "a set of a set": "homes = {home(word) for word in {*carried}}",
    "a set unpacked into a set": "places = {*{*carried}, 'rome'}",
    "a field called id": "class Die:\n    id: str",
    "a list": "for place in [*places]: raise_rift(place)",
    "a question inside a loop": "def turn():\n    while True:\n        yield question",
    "one exception caught": "try:\n    turn()\nexcept TimeIsUp:\n    lose()",
}


@pytest.mark.parametrize("source", PLANTED.values(), ids=PLANTED.keys())
def test_a_planted_fault_is_seen(source: str) -> None:
    assert len(purity_faults(ast.parse(source))) == 1


@pytest.mark.parametrize("source", HARMLESS.values(), ids=HARMLESS.keys())
def test_what_is_harmless_passes(source: str) -> None:
    assert purity_faults(ast.parse(source)) == []


def test_an_import_the_wrong_way_is_seen() -> None:
    tree = ast.parse("import numpy\nfrom web import app\nimport companionship\nfrom companion import table")
    assert [fault.line for fault in import_faults(tree, ("companion", "web"))] == [2, 2, 4, 4]
