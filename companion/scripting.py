"""`companion script`: a playthrough, told answer by answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from companion.engine import playthrough
from companion.engine.content_file import ContentError
from companion.engine.game import text_of
from companion.engine.playthrough import Misfit, Step, Unreadable, in_words
from companion.engine.questions import Ask, Choose, Draw, Question, Roll
from companion.engine.referee import Referee
from companion.games import load
from companion.i18n import Sentences


def run_script(file: Path, *, as_json: bool, show_options: bool) -> int:
    """Play `file` and print what happens; the exit code: 0, or 1 with a sentence on standard error."""
    step: Step | None = None
    try:
        for step in playthrough.play(playthrough.read(file), load):
            if step.line is not None:
                click.echo(json.dumps(snapshot(step), ensure_ascii=False) if as_json else _text(step))
    except Misfit as misfit:
        _explain(file, misfit)
        return 1
    except (Unreadable, ContentError) as error:
        click.echo(f"{file}: {error}" if isinstance(error, Unreadable) else str(error), err=True)
        return 1
    except (ValueError, OSError) as error:
        click.echo(f"{file}: {error}", err=True)
        return 1
    assert step is not None
    if step.line is None:
        click.echo(json.dumps(snapshot(step), ensure_ascii=False) if as_json else _text(step))
    if show_options:
        click.echo("\n".join(_options(step.referee)), err=as_json)
    return 0


def snapshot(step: Step) -> dict[str, Any]:
    """The game after one answer as plain JSON values: the state, what everybody sees of it, what is asked."""
    referee, outcome = step.referee, step.referee.outcome
    say = _sentences(referee)
    return {
        "line": step.line.number if step.line else 0,
        "answer": str(step.line) if step.line else None,
        "version": step.number,
        "game": referee.game.id,
        "seats": list(referee.state.seats),
        "text": referee.game.line(referee.state),
        "state": text_of(referee.game).plain(referee.state),
        "view": referee.game.view(referee.state, None),
        "question": _question(referee, say) if referee.question else None,
        "log": [{"rule": told.rule, "text": say.say(told.message), "id": told.text, "args": told.args}
                for told in step.told],
        "problems": [say.say(problem) for problem in referee.problems],
        "outcome": None if outcome is None else {
            "reason": outcome.reason, "text": say.say(outcome.text), "winners": list(outcome.winners)},
    }


def _sentences(referee: Referee) -> Sentences:
    return Sentences("en", referee.game, referee.state.seats)


def _question(referee: Referee, say: Sentences) -> dict[str, Any]:
    question = referee.question
    assert question is not None
    return {
        "number": referee.number, "key": question.key, "text": say.say(question.text),
        "rules": list(question.rules), "reveals": list(question.reveals),
        "seats": list(question.asks), "waiting": list(referee.waiting), "offered": list(referee.offered),
        "asks": {seat: _ask(ask) for seat, ask in question.asks.items()},
    }


def _ask(ask: Ask) -> dict[str, Any]:
    match ask:
        case Roll():
            return {"kind": "roll", "dice": [{"die": die.id, "kind": die.kind, "faces": list(die.faces)}
                                             for die in ask.dice]}
        case Choose():
            return {"kind": "choose", "words": list(ask.words), "least": ask.least, "most": ask.most,
                    "must": list(ask.must), "ordered": ask.ordered, "repeat": ask.repeat}
        case Draw():
            return {"kind": "draw", "deck": ask.deck, "words": list(ask.words), "least": ask.least,
                    "most": ask.most, "copies": list(ask.left().values()), "other": ask.other}
        case _:
            return {"kind": "confirm", "words": list(ask.words)}


def _text(step: Step) -> str:
    """The answer, what it made be told, and the state in one line."""
    say = _sentences(step.referee)
    lines = [f"> {step.line}"] if step.line else []
    lines += [f"  {told.rule}: {say.say(told.message)}" for told in step.told]
    lines.append(step.referee.game.line(step.referee.state))
    outcome = step.referee.outcome
    return "\n".join([*lines, say.say(outcome.text)] if outcome else lines)


def _options(referee: Referee) -> list[str]:
    if referee.question is None:
        return ["The game is over; nothing is asked."]
    return [_sentences(referee).say(referee.question.text), *in_words(referee.question)]


def _explain(file: Path, misfit: Misfit) -> None:
    """Where the playthrough stopped, why, and what would fit."""
    click.echo(f"{file}, line {misfit.line.number}: “{misfit.line}” does not fit: {misfit}", err=True)
    question: Question | None = misfit.question
    if question is not None:
        click.echo("What is asked there, with the words that fit:", err=True)
        click.echo("\n".join(in_words(question)), err=True)
