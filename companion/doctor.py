"""`companion doctor`: what this machine has, what it lacks, and what to do about it."""

from __future__ import annotations

import click

from companion.attaching import camera_settings, display_settings
from companion.engine.questions import Message
from companion.i18n import Sentences
from companion.settings import Settings, usual_file
from hardware.doctor import examine
from hardware.messages import Message as Said

MARKS = {"good": "✓", "absent": "·", "fault": "✗"}


def run_doctor(settings: Settings) -> int:
    """Print what is found, part by part; 1 when something that is needed is at fault, else 0."""
    say = Sentences(settings.language)
    click.echo(say.text("Settings: {file}", file=str(usual_file())))
    faults = 0
    for finding in examine(settings.folder, settings.web.port, camera=camera_settings(settings),
                           display=display_settings(settings), buttons=settings.buttons.wired):
        faults += finding.state == "fault"
        click.echo(f"{MARKS[finding.state]} {_said(say, finding.found)}")
        if finding.next_step:
            click.echo(f"    {_said(say, finding.next_step)}")
    return 1 if faults else 0


def _said(say: Sentences, message: Said) -> str:
    return say.say(Message(message.text, message.args))
