"""The doctor at the command line: as JSON, and live."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from gpiozero.pins.mock import MockFactory

from companion import doctor
from companion.carrying import Running
from companion.cli import main
from companion.i18n import Sentences
from companion.settings import Settings
from hardware.buttons import ButtonSettings
from hardware.camera import CameraSettings
from hardware.trial import Trial
from tests.hardware.clock import Clock


def settings_file(folder: Path, text: str = "") -> Path:
    file = folder / "settings.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_json_names_the_settings_and_each_part_with_its_text_and_advice(tmp_path: Path) -> None:
    file = settings_file(tmp_path, 'language = "fr"\n[camera]\nsource = "usb:63"\n')
    result = CliRunner().invoke(main, ["--settings", str(file), "doctor", "--json"])
    said = json.loads(result.stdout)
    assert said["settings"] == str(file)
    parts = {part["part"]: part for part in said["parts"]}
    assert parts["python"]["state"] == "good"
    assert parts["camera"]["state"] == "fault"
    assert parts["camera"]["advice"]
    assert result.exit_code == 1


def test_the_settings_that_were_given_are_the_ones_named(tmp_path: Path) -> None:
    file = settings_file(tmp_path)
    assert str(file) in CliRunner().invoke(main, ["--settings", str(file), "doctor"]).stdout


def test_a_running_table_is_named_since_it_has_the_devices(tmp_path: Path) -> None:
    file = settings_file(tmp_path, f'data = "{tmp_path}"\n')
    running = Running(tmp_path)
    running.write("riff_in_time-1", "10.0.0.7", 8091)
    told = CliRunner().invoke(main, ["--settings", str(file), "doctor"]).stdout
    running.remove()
    assert "A table is running" in told
    assert "10.0.0.7, port 8091" in told, "not where the settings would have it"


def test_without_devices_there_is_nothing_to_try_live(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["--settings", str(settings_file(tmp_path)), "doctor", "--watch"])
    assert "No display, buttons or camera are set up" in result.stdout
    assert result.exit_code == 0


def test_live_a_change_is_told_once_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "tray.png"), np.full((120, 160, 3), 100, np.uint8))
    pins, clock, told = MockFactory(), Clock(), list[str]()
    trial = Trial(display=None, buttons=ButtonSettings(), camera=CameraSettings(str(tmp_path)),
                  pin_factory=pins, clock=clock)
    beats = 0

    def sleep(seconds: float) -> None:
        nonlocal beats
        beats += 1
        clock.sleep(0.1)
        if beats == 10:
            pins.pin(17).drive_low()
        if beats == 13:
            pins.pin(17).drive_high()
        if beats == 50:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        doctor.watch(trial, Sentences("en"), told.append, sleep)
    assert told[0].startswith("Brightness 100 of 255")
    assert told[1:] == ["Dice can be read in this light.", "Down: OK", "OK pressed."]


def test_ctrl_c_lets_go_of_the_devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    closed: list[bool] = []
    monkeypatch.setattr(doctor, "watch", interrupted)
    monkeypatch.setattr(Trial, "close", lambda trial: closed.append(True))
    doctor.run_watch(Settings.model_validate({"data": str(tmp_path), "camera": {"source": str(tmp_path)}}))
    assert closed == [True]
