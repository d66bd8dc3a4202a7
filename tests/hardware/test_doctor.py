"""What the doctor says of machines that have, lack or refuse something."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware import doctor
from hardware.camera import CameraSettings
from hardware.display import DisplaySettings


class Bus:
    """An I²C bus at which some addresses answer."""

    def __init__(self, *addresses: int) -> None:
        self.addresses = addresses

    def __call__(self, port: int) -> Bus:
        return self

    def __enter__(self) -> Bus:
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing to close."""

    def read_byte(self, address: int) -> int:
        if address not in self.addresses:
            raise OSError(121, "Remote I/O error")
        return 0


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    for name in ("i2c-1", "gpiochip0", "spidev0.0"):
        (tmp_path / name).touch()
    return tmp_path


def test_this_machine_is_examined_part_by_part_and_written_as_json(tmp_path: Path) -> None:
    findings = list(doctor.examine(tmp_path, "0.0.0.0", 8080, camera=None, display=None, pins_needed=False))
    assert [finding.part for finding in findings] == [
        "python", "libraries", "sqlite", "data", "network", "board", "camera", "pins", "display"]
    assert all(finding.state in ("good", "absent", "fault") for finding in findings)
    plain = json.loads(json.dumps([finding.plain() for finding in findings]))
    assert plain[0]["text"].startswith("Python 3.")
    assert {finding.part: finding.state for finding in findings}["libraries"] == "good"


@pytest.mark.parametrize(("version", "is_mentioned"), [
    ((3, 40, 1), True), ((3, 44, 5), True), ((3, 44, 6), False), ((3, 45, 0), True), ((3, 46, 1), True),
    ((3, 50, 6), True), ((3, 50, 7), False), ((3, 51, 2), True), ((3, 51, 3), False), ((3, 52, 0), False)])
def test_the_bug_of_old_sqlite_is_named_and_why_it_does_no_harm(
        version: tuple[int, ...], is_mentioned: bool) -> None:
    finding = doctor.sqlite(version)
    assert finding.state == "good"
    assert ("does no harm" in str(finding.found)) is is_mentioned


def test_a_folder_that_can_be_written_tells_its_room(tmp_path: Path) -> None:
    finding = doctor.data_folder(tmp_path / "games")
    assert finding.state == "good"
    assert "MB are free" in str(finding.found)


def test_a_folder_that_cannot_be_written_is_a_fault_with_a_next_step(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file, no folder")
    finding = doctor.data_folder(tmp_path / "games")
    assert finding.state == "fault"
    assert "settings" in str(finding.next_step)


def test_a_disk_without_room_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Usage:
        free = 3 * 2**20

    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda folder: Usage)
    assert str(doctor.data_folder(tmp_path).found).startswith("Only 3 MB are free")


def test_a_machine_without_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "lan_address", lambda: None)
    assert doctor.network("0.0.0.0", 8080).state == "fault"
    monkeypatch.setattr(doctor, "lan_address", lambda: "192.168.1.7")
    assert "192.168.1.7, port 8080" in str(doctor.network("0.0.0.0", 8080).found)


def test_where_the_table_is_served_elsewhere_the_doctor_says_where() -> None:
    assert "10.0.0.7, port 8091" in str(doctor.network("10.0.0.7", 8091).found)
    alone = doctor.network("127.0.0.1", 8091)
    assert alone.state == "absent"
    assert "127.0.0.1, port 8091: this machine alone" in str(alone.found)


def test_the_model_of_a_pi_is_told(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert str(doctor.board(tmp_path / "model").found) == "Raspberry Pi 5 Model B Rev 1.0."
    assert doctor.board(tmp_path / "none").state == "absent"


def test_a_camera_is_tried_with_one_picture(tmp_path: Path) -> None:
    for name, light in (("good", 120), ("dark", 10), ("bright", 250)):
        (tmp_path / name).mkdir()
        cv2.imwrite(str(tmp_path / name / "1.png"), np.full((480, 640, 3), light, np.uint8))
    findings = {name: doctor.camera_found(CameraSettings(str(tmp_path / name)))
                for name in ("good", "dark", "bright")}
    assert findings["good"].state == "good"
    assert "640 × 480" in str(findings["good"].found)
    assert "More light" in str(findings["dark"].next_step)
    assert "Less light" in str(findings["bright"].next_step)


def test_a_camera_that_is_set_up_and_missing_is_a_fault_but_not_one_that_nobody_asked_for(
        tmp_path: Path) -> None:
    assert doctor.camera_found(CameraSettings("usb:63")).state == "fault"
    assert doctor.camera_found(None, tmp_path).state == "absent"
    (tmp_path / "video0").touch()
    assert "video0" in str(doctor.camera_found(None, tmp_path).found)


def test_pins_are_a_fault_only_where_buttons_are_wired(tmp_path: Path, dev: Path) -> None:
    assert doctor.pins(needed=False, dev=tmp_path / "none").state == "absent"
    assert doctor.pins(needed=True, dev=tmp_path / "none").state == "fault"


@pytest.mark.parametrize(("has_lgpio", "state"), [(True, "good"), (False, "fault")])
def test_pins_without_lgpio_name_the_package(dev: Path, monkeypatch: pytest.MonkeyPatch, has_lgpio: bool,
                                             state: str) -> None:
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: has_lgpio or None)
    finding = doctor.pins(needed=True, dev=dev)
    assert finding.state == state
    assert has_lgpio or "python3-lgpio" in str(finding.next_step)


def test_an_spi_display_without_spidev_names_the_package(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = DisplaySettings("ssd1306", bus="spi")
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: None)
    assert "python3-spidev" in str(doctor.i2c(settings, dev).next_step)
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: True)
    assert "look at the glass" in str(doctor.i2c(settings, dev).found)


def test_a_device_that_the_user_may_not_use_names_the_group(
        dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "gpio" in str(doctor.pins(needed=True, dev=dev).next_step)
    assert "aG i2c" in str(doctor.i2c(DisplaySettings("ssd1306"), dev).next_step)
    assert "aG spi" in str(doctor.i2c(DisplaySettings("ssd1306", bus="spi"), dev).next_step)


@pytest.mark.parametrize(("bus", "state", "words"), [
    (Bus(0x3C), "good", "answers at 0x3c"),
    (Bus(0x3D), "fault", "there answer: 0x3d"),
    (Bus(), "fault", "Nothing answers"),
])
def test_the_display_is_looked_for_on_its_bus(dev: Path, bus: Any, state: str, words: str) -> None:
    finding = doctor.i2c(DisplaySettings("ssd1306"), dev, bus)
    assert finding.state == state
    assert words in str(finding.found)


def test_a_display_that_nobody_set_up_but_that_answers_is_offered(dev: Path) -> None:
    assert "one seems to answer" in str(doctor.i2c(None, dev, Bus(0x3C)).found)
    assert "none answers" in str(doctor.i2c(None, dev, Bus()).found)


def test_a_bus_that_is_switched_off_names_the_switch(tmp_path: Path) -> None:
    assert "do_i2c" in str(doctor.i2c(DisplaySettings("ssd1306"), tmp_path).next_step)
    assert "do_spi" in str(doctor.i2c(DisplaySettings("ssd1306", bus="spi"), tmp_path).next_step)
    assert doctor.i2c(None, tmp_path).state == "absent"
