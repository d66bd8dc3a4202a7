"""Playthroughs told as stories: after each answer what was told, the state in a line, the next question."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.engine.game import Game
from companion.engine.playthrough import play, read
from companion.engine.questions import Message, Question
from companion.games import load


def loaded(game: str, content: Path | None) -> Game[Any]:
    """The game of a playthrough, with its content."""
    return load(game, content)


def said(message: Message) -> str:
    """A sentence with the plain words in its holes."""
    return message.id.format(**{name: plain(arg) for name, arg in message.args.items()})


def plain(arg: object) -> object:
    """What fills a hole, in plain words."""
    if isinstance(arg, Message):
        return said(arg)
    return " ".join(str(plain(part)) for part in arg) if isinstance(arg, list | tuple) else arg


def asked(question: Question | None) -> str:
    """The open question with its key, whom it asks, what it brings to light, and its rules."""
    if question is None:
        return "nothing more"
    brings = f" [{' '.join(question.reveals)}]" if question.reveals else ""
    return (f"{question.key} of {' '.join(question.asks)}: {said(question.text)}{brings} "
            f"({' '.join(question.rules)})")


def story(path: Path) -> Iterator[str]:
    """The lines of a playthrough's story."""
    last = ""
    for step in play(read(path), loaded):
        yield f"{step.line or 'begin'}"
        for told in step.told:
            yield f"    {told.rule} {said(told.message)}"
        line = step.referee.game.line(step.referee.state)
        if line != last:
            yield f"    = {line}"
        last = line
        yield f"    ? {asked(step.referee.question)}"
