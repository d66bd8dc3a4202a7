"""What the documents say is so: their examples run, their commands exist, their links lead somewhere."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from companion.cli import main
from companion.games import GAMES, load
from tests.web.phone import DOOR, Phone, table_of
from web import create_app

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"""\]\(([^)\s]+)\)|<img src="([^"]+)\"""")


def parametrize_documents(name: str = "document") -> pytest.MarkDecorator:
    return pytest.mark.parametrize(name, DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


def blocks(text: str, *languages: str) -> Iterator[str]:
    """The fenced blocks in one of the languages."""
    return (body for language, body in FENCED.findall(text) if language in languages)


def shown_commands(text: str) -> list[list[str]]:
    """Each command of ours that a document shows, in a block or in a sentence, as its words."""
    lines = [line.strip().removeprefix("$ ") for body in blocks(text, "", "sh", "console")
             for line in body.replace("\\\n", " ").splitlines()]
    lines += INLINE.findall(FENCED.sub("", text))
    commands = [re.split(r"\s+(?:#|&&|\||>)", line)[0].removeprefix(".venv/bin/") for line in lines]
    return [shlex.split(line) for line in commands if re.match(r"(?:companion|make)(?:\s|$)", line)]


def fault_of_companion(words: list[str]) -> str:
    """Why a `companion` command as shown does not exist; nothing when it does."""
    command: click.Command = main
    context = click.Context(main)
    given = list(words[1:])
    while given and isinstance(command, click.Group) and not given[0].startswith("-"):
        found = command.get_command(context, given[0])
        if found is None:
            return f"{' '.join(words)}: there is no command {given[0]}"
        command = found
        given.pop(0)
    known = {option for part in command.get_params(context) for option in part.opts + part.secondary_opts}
    unknown = [word for word in given if word.startswith("--") and word.partition("=")[0] not in known]
    return f"{' '.join(words)}: there is no option {', '.join(unknown)}" if unknown else ""


def fault_of_make(words: list[str]) -> str:
    """Why a `make` command as shown does not exist; nothing when it does."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = [word for word in words[1:] if "=" not in word and not word.startswith("-")][:1]
    return "" if set(named) <= targets else f"{' '.join(words)}: there is no target {named[0]}"


def fault_of(words: list[str]) -> str:
    return fault_of_make(words) if words[0] == "make" else fault_of_companion(words)


def anchors(text: str) -> set[str]:
    """The names by which a document's headings are linked to."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@parametrize_documents()
def test_every_command_shown_exists(document: Path) -> None:
    commands = shown_commands(document.read_text(encoding="utf-8"))
    assert [fault for fault in map(fault_of, commands) if fault] == []


@parametrize_documents()
def test_every_link_leads_somewhere(document: Path) -> None:
    broken = []
    for link in map("".join, LINK.findall(document.read_text(encoding="utf-8"))):
        if re.match(r"\w+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = document.parent / name if name else document
        if not target.exists() or (anchor and anchor not in anchors(target.read_text(encoding="utf-8"))):
            broken.append(link)
    assert broken == []


@parametrize_documents()
def test_every_python_example_runs_as_shown(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    examples = "\n".join(blocks(document.read_text(encoding="utf-8"), "python"))
    name = document.name
    test = doctest.DocTestParser().get_doctest(examples, {"__name__": "example"}, name, name, 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert "".join(said) == ""
    assert len(re.findall(r"^>>> ", examples, re.MULTILINE)) == len(test.examples)


def is_part_of(shown: Any, sent: Any) -> bool:
    """Whether all that is shown is sent: of objects some keys, of lists the first few."""
    if isinstance(shown, dict):
        return isinstance(sent, dict) and all(
            key in sent and is_part_of(value, sent[key]) for key, value in shown.items())
    if isinstance(shown, list):
        return isinstance(sent, list) and len(shown) <= len(sent) and all(
            is_part_of(one, other) for one, other in zip(shown, sent, strict=False))
    return bool(shown == sent)


def test_the_questions_and_answers_that_the_api_page_shows_are_those_of_a_table(tmp_path: Path) -> None:
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    (question,) = map(json.loads, blocks(text, "json"))
    (answer,) = re.findall(r"/api/answers --json \\\n  '(.+)'", text)
    table = table_of(tmp_path)
    table.start()
    phone = Phone(create_app(table, door=DOOR)).join()
    phone.post("/api/seats", take=["ana", "bob"])
    sent = phone.state()["question"]
    assert is_part_of(question, sent)
    labelled = {word["word"] for word in question["asks"]["ana"]["words"]}
    assert "Here an answer is `[\"bill\"]`" in text
    assert "bill" in labelled
    assert phone.answer("bill").status_code == 200
    rolling = phone.play_until("roll")["question"]
    taken = phone.post("/api/answers", **{**json.loads(answer), "number": rolling["number"]})
    assert (taken.status_code, json.loads(answer)["key"]) == (200, rolling["key"])
    table.stop()


def test_the_readme_leads_with_the_two_commands() -> None:
    shown = shown_commands((ROOT / "README.md").read_text(encoding="utf-8"))
    assert shown[:2] == [["make", "demo"], ["make", "test"]]


def test_the_readme_holds_an_example_of_the_python_api() -> None:
    (example,) = blocks((ROOT / "README.md").read_text(encoding="utf-8"), "python")
    assert {"load(", "Referee(", ".answer(", ".undo("} <= set(re.findall(r"\.?\w+\(", example))


def test_the_readme_names_every_game() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [game for game in GAMES if f"[{load(game).name}](docs/rules/{game}.md)" not in text] == []


def test_the_readme_shows_the_program() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"!\[[^\]]+\]\((docs/screens/[^)]+\.png)\)", text)


@pytest.mark.parametrize("command", ["companion fly", "companion run --wings", "make coffee"])
def test_a_command_that_is_not_there_is_seen(command: str) -> None:
    assert "there is no" in fault_of(shlex.split(command))


def test_commands_are_found_in_blocks_and_in_sentences() -> None:
    text = ("Say `make demo` or `ls`.\n\n"
            "```sh\ncompanion simulate riff_in_time \\\n  --games 5  # so many\ncd x\n```\n")
    assert shown_commands(text) == [
        ["companion", "simulate", "riff_in_time", "--games", "5"], ["make", "demo"]]
