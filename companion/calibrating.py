"""`companion calibrate`: where the tray is in the camera's picture, how large dice are, how it is lit."""

from __future__ import annotations

from pathlib import Path

import click
import cv2
import numpy as np

from companion.attaching import camera_settings
from companion.carrying import is_running
from companion.engine.questions import Message
from companion.i18n import Sentences
from companion.settings import Settings
from companion.tray import FILE
from hardware.camera import CameraLost, CameraSettings, open_source
from vision.calibration import LEAST_DIE, Calibrated, Calibration, CannotCalibrate, calibrate
from vision.files import BadPicture, read_picture
from vision.marker_sheet import marker_sheet
from vision.reading import Picture

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
    except (CannotCalibrate, BadPicture, CameraLost) as fault:
        raise click.ClickException(say.text(fault.message.text, **fault.message.args)) from fault
    file = settings.folder / FILE
    found.calibration.save(file)
    cv2.imwrite(str(settings.folder / SHOWN), _shown(pixels, found.calibration))
    for line in report(found, pixels.shape[1]):
        click.echo(say.say(line))
    click.echo(say.text("Kept in {file}; {shown} shows the tray that was made out. A table takes it up when "
                        "it is started next.", file=str(file), shown=SHOWN))


def report(found: Calibrated, width: int) -> list[Message]:
    """What was found, in sentences."""
    tray = found.calibration
    xs, ys = zip(*tray.corners, strict=True)
    told = [Message("The tray's share of the picture: width {wide} %, height {high} %.",
                    {"wide": round(100 * (max(xs) - min(xs))), "high": round(100 * (max(ys) - min(ys)))})]
    pixels = tray.die_pixels(width)
    if pixels is None:
        told.append(Message("How large dice are there is not known: lay the printed markers into the tray's "
                            "corners, or say --across."))
    elif pixels < LEAST_DIE:
        told.append(Message("A die of 16 mm is {pixels} pixels wide, which is too little ({least} will do): "
                            "bring the camera nearer.", {"pixels": round(pixels), "least": LEAST_DIE}))
    else:
        told.append(Message("A die of 16 mm is {pixels} pixels wide.", {"pixels": round(pixels)}))
    advice = found.light.advice
    told.append(Message(found.light.said.text, found.light.said.args))
    told.append(Message(advice.text, advice.args) if advice else
                Message("Dice can be read in this light."))
    return told


def write_sheet(settings: Settings, file: Path) -> None:
    """The page with the markers, in the language of the settings."""
    say = Sentences(settings.language)
    lines = (
        Message("Print this page in its true size (100 %)."),
        Message("Cut the four squares out along the dashed lines."),
        Message("Lay one into each corner of the dice tray, face up."),
        Message("Then have the camera look at them: companion calibrate"),
        Message("This line is 100 mm long."),
    )
    file.write_text(marker_sheet([say.say(line) for line in lines]), encoding="utf-8")
    click.echo(say.text("Written to {file}.", file=str(file)))


def forget(settings: Settings) -> None:
    """Do without a calibration again."""
    (settings.folder / FILE).unlink(missing_ok=True)
    (settings.folder / SHOWN).unlink(missing_ok=True)
    click.echo(Sentences(settings.language).text("The whole picture is watched again."))


def _take(settings: Settings, say: Sentences) -> Picture:
    """A full picture, once the camera has found its exposure."""
    camera = camera_settings(settings)
    if camera is None:
        raise click.ClickException(say.text(
            "No camera is set up: say `source` under [camera] in the settings, or give a photograph with "
            "--picture."))
    if is_running(settings.folder):
        raise click.ClickException(say.text("A table is running and uses the camera; stop it first."))
    return _settled(camera)


def _settled(camera: CameraSettings) -> Picture:
    source = open_source(camera)
    try:
        for _ in range(FRAMES):
            source.next()
        return source.picture()
    finally:
        source.close()


def _shown(picture: Picture, calibration: Calibration) -> Picture:
    shown = picture.copy()
    outline = np.rint(calibration.window(picture.shape).outline).astype(np.int32)
    cv2.polylines(shown, [outline], True, (0, 0, 255), max(2, picture.shape[1] // 300), cv2.LINE_AA)
    return shown
