"""`companion read`: photographs of dice, one line for each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.teaching import taught_set
from vision.dice_sets import UnknownDiceSet, dice_set
from vision.files import BadPicture
from vision.profiles import BadProfile
from vision.read_command import BadExpectation, expectation, read_file

if TYPE_CHECKING:
    from companion.cli import Given

BAD_FILE = 2


def run_reading(given: Given, images: Sequence[str], dice: str, profile: Path | None, expect: str | None, *,
                as_json: bool) -> int:
    """Read each image and print it; 2 when one is missing or broken, else 0."""
    try:
        known = taught_set(dice_set(dice), profile, lambda: given.settings.folder)
        expected = expectation(expect, known) if expect else None
    except (UnknownDiceSet, BadExpectation, BadProfile) as error:
        click.echo(str(error), err=True)
        return BAD_FILE
    code = 0
    for image in images:
        try:
            seen = read_file(Path(image), known, expected)
        except BadPicture as error:
            click.echo(f"{image}: {error}", err=True)
            code = BAD_FILE
            continue
        click.echo(json.dumps(seen, ensure_ascii=False) if as_json else _text(seen))
    return code


def _text(seen: dict[str, Any]) -> str:
    """A reading for people: the dice, and what is wrong."""
    dice = [f"{die['face']}{'' if die['certain'] else '?'}" if die["kind"] == "d6" else
            f"{die['kind']} {die['face']}{'' if die['certain'] else '?'}" for die in seen["dice"]]
    lines = [f"{seen['image']}: {', '.join(dice) or 'no dice'} ({seen['ms']:.0f} ms)"]
    return "\n".join(lines + [f"  {problem}" for problem in seen["problems"]])
