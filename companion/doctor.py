"""`companion doctor`: what this machine has, what it lacks, and what to do about it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from companion.attaching import button_settings, camera_settings, display_settings, light_settings
from companion.carrying import is_running, served_at
from companion.engine.questions import Message
from companion.i18n import Sentences
from companion.settings import Settings
from hardware import messages
from hardware.doctor import Finding, examine
from hardware.trial import Looked, Trial

MARKS = {"good": "✓", "absent": "·", "fault": "✗"}
BEAT = 0.03
"""Seconds between two looks at the devices."""


def run_doctor(settings: Settings, file: Path, *, as_json: bool) -> int:
    """Print what is found, part by part; 1 when something that is needed is at fault, else 0."""
    say = Sentences(settings.language)
    findings: list[Finding] = []
    if not as_json:
        click.echo(say.text("Settings: {file}", file=str(file)))
    for finding in _findings(settings):
        findings.append(finding)
        if not as_json:
            click.echo(f"{MARKS[finding.state]} {_said(say, finding.found)}")
            if finding.next_step:
                click.echo(f"    {_said(say, finding.next_step)}")
    if as_json:
        parts = [finding.plain() | {
            "text": _said(say, finding.found),
            "advice": _said(say, finding.next_step) if finding.next_step else ""} for finding in findings]
        click.echo(json.dumps({"settings": str(file), "parts": parts}, ensure_ascii=False, indent=1))
    return int(any(finding.state == "fault" for finding in findings))


def run_watch(settings: Settings) -> None:
    """Show the devices live until Ctrl-C: a test picture, the buttons that are down, the tray's light."""
    say = Sentences(settings.language)
    display, buttons, camera = (display_settings(settings), button_settings(settings),
                                camera_settings(settings))
    if is_running(settings.folder):
        click.echo(say.text("A table is running and uses the devices; stop it to try them."))
    if display:
        click.echo(say.text("The display shows a frame at its very edge, an arrow upwards, and the four "
                            "buttons."))
    if not (display or buttons or camera):
        click.echo(say.text("No display, buttons or camera are set up; the settings file says how."))
        return
    click.echo(say.text("Press the buttons, put dice into the tray; Ctrl-C ends it."))
    trial = Trial(display=display, buttons=buttons, camera=camera)
    try:
        watch(trial, say, click.echo)
    except KeyboardInterrupt:
        click.echo()
    finally:
        trial.close()


def watch(trial: Trial, say: Sentences, tell: Callable[[str], None],
          sleep: Callable[[float], None] = time.sleep) -> None:
    """Tell each change that looks at the devices bring, until something ends it from outside."""
    last = Looked((), (), None, ())
    while True:
        looked = trial.look()
        for line in changes(last, looked):
            tell(say.say(line))
        # A look that skipped the light says nothing of it.
        last = looked if looked.light else Looked(looked.down, (), last.light, ())
        sleep(BEAT)


def changes(last: Looked, looked: Looked) -> Iterator[Message]:
    """What a look brought that the last one had not; of the light only what can be seen."""
    yield from (Message(said.text, said.args) for said in looked.said)
    if looked.down != last.down and looked.down:
        yield Message("Down: {buttons}", {"buttons": tuple(button.upper() for button in looked.down)})
    for press in looked.presses:
        yield Message("{button} held." if press.held else "{button} pressed.",
                      {"button": press.button.upper()})
    light, was = looked.light, last.light
    if light and (was is None or light.advice != was.advice or abs(light.mean - was.mean) > 8
                  or abs(light.sharpness - was.sharpness) > 4):
        yield Message(light.said.text, light.said.args)
        advice = light.advice or messages.Message("Dice can be read in this light.")
        yield Message(advice.text, advice.args)


def _findings(settings: Settings) -> Iterator[Finding]:
    host, port = settings.web.host, settings.web.port
    if is_running(settings.folder):
        host, port = served_at(settings.folder) or (host, port)
        yield Finding("table", "good",
                      messages.Message("A table is running; what it uses may not answer here."))
    yield from examine(settings.folder, host, port, camera=camera_settings(settings),
                       display=display_settings(settings),
                       pins_needed=settings.buttons.wired or light_settings(settings) is not None)


def _said(say: Sentences, message: messages.Message) -> str:
    return say.say(Message(message.text, message.args))
