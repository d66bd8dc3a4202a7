"""`companion calibrate`: where the tray is in the camera's picture, how large dice are, how it is lit."""

from __future__ import annotations

from pathlib import Path

import click
import cv2

from companion import durable
from companion.attaching import camera_settings
from companion.carrying import is_running
from companion.i18n import Sentences
from companion.settings import Settings
from companion.tray import FILE, SHEET, light_of, outlined, report
from hardware.camera import CameraLost, CameraSettings, open_source
from vision.calibration import calibrate
from vision.files import read_picture
from vision.marker_sheet import marker_sheet
from vision.reading import Picture, Unusable

SHOWN = "tray.jpg"
"""Beside the calibration: what was made out, to be looked at."""
FRAMES = 20
"""So many frames a camera is given to find its exposure."""


def run_calibration(settings: Settings, *, picture: Path | None, across: float | None) -> None:
    """Calibrate the tray, by a picture or the camera. `click.ClickException` says why it cannot be."""
    say = Sentences(settings.language)
    try:
        pixels = read_picture(picture) if picture else _take(settings, say)
        found = calibrate(pixels, across)
    except (Unusable, CameraLost) as fault:
        raise click.ClickException(say.text(fault.message.text, **fault.message.args)) from fault
    file = settings.folder / FILE
    try:
        found.calibration.save(file)
    except OSError as error:
        raise click.ClickException(say.text("“{file}” cannot be written ({reason}).", file=str(file),
                                            reason=error.strerror or str(error))) from error
    is_shown = _show(outlined(pixels, found.calibration), settings.folder / SHOWN)
    for line in report(found, pixels.shape[1]):
        click.echo(say.say(line))
    if found.calibration.die is None:
        click.echo(say.text("Or say how long the tray is inside, from corner to corner: --across."))
    click.echo(say.text(found.light.said.text, **found.light.said.args))
    click.echo(say.say(light_of(found.light)))
    if is_shown:
        click.echo(say.text("Kept in {file}; {shown} shows the tray that was made out. A table takes it up "
                            "when it is started next.", file=str(file), shown=SHOWN))
    else:
        click.echo(say.text("Kept in {file}; {shown}, which would show the tray that was made out, cannot be "
                            "written. A table takes it up when it is started next.",
                            file=str(file), shown=SHOWN))


def write_sheet(settings: Settings, file: Path) -> None:
    """The page with the markers, in the language of the settings. OSError where there is a file already."""
    say = Sentences(settings.language)
    durable.write_new(file, marker_sheet([say.say(line) for line in SHEET]))
    click.echo(say.text("Written to {file}.", file=str(file)))


def forget(settings: Settings) -> None:
    """Do without a calibration again."""
    (settings.folder / FILE).unlink(missing_ok=True)
    (settings.folder / SHOWN).unlink(missing_ok=True)
    click.echo(Sentences(settings.language).text("The whole picture is watched again."))


def _show(picture: Picture, file: Path) -> bool:
    """Write what was made out; whether that could be done."""
    try:
        file.write_bytes(cv2.imencode(".jpg", picture)[1].tobytes())
    except OSError:
        return False
    return True


def _take(settings: Settings, say: Sentences) -> Picture:
    """A full picture, once the camera has found its exposure."""
    camera = camera_settings(settings)
    if camera is None:
        raise click.ClickException(say.text(
            "No camera is set up: say `source` under [camera] in the settings, or give a photograph with "
            "--picture."))
    if is_running(settings.folder):
        raise click.ClickException(say.text(
            "A table is running and uses the camera: open “Tray and light” in the settings of its page, or "
            "stop it first."))
    return _settled(camera)


def _settled(camera: CameraSettings) -> Picture:
    source = open_source(camera)
    try:
        for _ in range(FRAMES):
            source.next()
        return source.picture()
    finally:
        source.close()
