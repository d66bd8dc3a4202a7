"""`companion read`: photographs of dice, one line for each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.engine.questions import Message
from companion.teaching import taught_set
from vision.dice_sets import dice_set
from vision.files import BadPicture, open_picture
from vision.read_command import as_dict, expectation
from vision.reader import read
from vision.reading import Message as Sentence
from vision.reading import Unusable

if TYPE_CHECKING:
    from companion.cli import Given

BAD_FILE = 2
COLOURS = (Message("grey"), Message("orange"), Message("purple"))
"""What a die may be called beside the colours of the games' own dice."""


def run_reading(given: Given, images: Sequence[str], dice: str, profile: Path | None, expect: str | None, *,
                as_json: bool) -> int:
    """Read each image and print it; 2 when one is missing or broken, else 0."""
    try:
        known, lost = taught_set(dice_set(dice), profile, lambda: given.settings.folder)
        expected = None if expect is None else expectation(expect, known)
    except Unusable as bad:
        click.echo(_said(given, bad.message), err=True)
        return BAD_FILE
    except OSError as error:
        click.echo(given.explain(error), err=True)
        return BAD_FILE
    for loss in lost:
        click.echo(_said(given, loss), err=True)
    code = 0
    for image in images:
        path = Path(image)
        try:
            opened = open_picture(path)
        except BadPicture as bad:
            click.echo(f"{image}: {_said(given, bad.message)}", err=True)
            code = BAD_FILE
            continue
        reading = read(opened.picture, known, expected)
        seen = as_dict(str(path), reading, opened.times_smaller)
        if as_json:
            click.echo(json.dumps(seen, ensure_ascii=False))
        else:
            click.echo(_text(given, seen, [_said(given, problem.message) for problem in reading.problems]))
    return code


def _text(given: Given, seen: dict[str, Any], problems: Sequence[str]) -> str:
    """A reading for people: the dice, and what is wrong."""
    dice = [f"{die['face']}{'' if die['certain'] else '?'}" if die["kind"] == "d6" else
            f"{die['kind']} {die['face']}{'' if die['certain'] else '?'}" for die in seen["dice"]]
    found = ", ".join(dice) or given.say(Message("no dice"))
    return "\n".join([f"{seen['image']}: {found} ({seen['ms']:.0f} ms)", *(f"  {one}" for one in problems)])


def _said(given: Given, sentence: Sentence) -> str:
    return given.say(in_words(sentence))


def in_words(sentence: Sentence) -> Message:
    """A sentence of the reader's as people are told it; the word for a colour is translated, too."""
    args = {hole: Message(str(value)) if hole == "colour" else value for hole, value in sentence.args.items()}
    return Message(sentence.text, args)
