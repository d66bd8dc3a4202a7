"""What a machine has at the table: each device may be missing, and that is said, once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.attaching import Attachment, CameraEye, attach_devices
from companion.chance import Chance
from companion.changing import Change
from companion.engine.journal import Header, Journal
from companion.engine.referee import Refused
from companion.games import load
from companion.hosting import Hosting
from companion.running import Devices, address_of
from companion.settings import Buttons, Camera, Settings
from companion.shelf import Shelf
from companion.table import Table
from hardware.camera import Folder
from hardware.webcam import KEEPS_EXPOSURE
from vision import profiles
from vision.dice_sets import SETS
from vision.profiles import Example, Profile
from web import Door

DOOR = Door("123456", "ABCD2345", "secret")
ADDRESS = "http://10.0.0.1:8080"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table whose dice are under a camera."""
    game = load("riff_in_time")
    header = Header(game.id, ("ana",), {}, game.rules_version, game.content, "camera", "virtual")
    made = Table(game, Journal.create(tmp_path / "game.journal", header), chance=Chance(1))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def attach(table: Table, tmp_path: Path) -> Iterator[Callable[..., Attachment]]:
    """Attaches what the settings say, and lets it go after the test."""
    made: list[Attachment] = []

    def attach(**settings: Any) -> Attachment:
        chosen = Settings(**settings)
        hosting = Hosting(chosen, table, Shelf(tmp_path), Change())
        made.append(attach_devices(chosen, table, DOOR, lambda: ADDRESS, hosting=hosting))
        return made[-1]

    yield attach
    for attachment in made:
        attachment.stop()


def gone(table: Table, what: str) -> bool:
    """Whether no note says so any more, now or within half a minute."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if not any(what in note.id for note in table.snapshot.notes):
            return True
        time.sleep(0.01)
    return False


def noted(table: Table, what: str) -> bool:
    """Whether a note says so, now or within half a minute."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if any(what in note.id for note in table.snapshot.notes):
            return True
        time.sleep(0.02)
    return False


def test_without_devices_the_display_is_a_picture_on_the_page(
    table: Table, attach: Callable[..., Attachment]
) -> None:
    assert attach().display_png().startswith(b"\x89PNG")
    assert noted(table, "No camera is set up: photograph the dice with a phone")


def test_buttons_that_cannot_be_used_are_a_note(table: Table, attach: Callable[..., Attachment],
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    attach(buttons=Buttons(wired=True))
    assert noted(table, "The buttons cannot be used")


def test_a_camera_that_does_not_answer_is_a_note_once_dice_are_asked_for(
    table: Table, attach: Callable[..., Attachment], tmp_path: Path
) -> None:
    while (asked := table.snapshot.views[None].asked) and asked.key != "roll":
        seat = asked.waiting[0]
        table.answer(seat, None, asked.key, asked.asks[seat].example(), "phone")
    attach(camera=Camera(source=f"{tmp_path}/no_such_folder"))
    assert noted(table, "The camera is gone")
    assert not any("No camera is set up" in note.id for note in table.snapshot.notes)


def test_what_a_camera_refuses_is_in_the_log(table: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture,
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    cv2.imwrite(str(tmp_path / "tray.png"), np.zeros((48, 64, 3), np.uint8))
    monkeypatch.setattr(Folder, "doubt", KEEPS_EXPOSURE)
    eye = CameraEye(Settings(camera=Camera(source=str(tmp_path))), table)
    assert eye.next() is not None
    assert "does not let its exposure be locked" in caplog.text


def test_devices_that_cannot_be_attached_at_all_leave_the_phones_playing(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> Attachment:
        raise ImportError("no such driver")

    devices = Devices(table, broken)
    devices.start()
    assert noted(table, "Display, buttons and camera cannot be used")
    assert "no such driver" in caplog.text
    devices.stop()


@pytest.mark.parametrize(("text", "sentence"), [("", "is damaged"), ('{"format": 2}', "this version reads")])
def test_a_profile_that_cannot_be_used_is_a_note_and_all_devices_work(
    table: Table, attach: Callable[..., Attachment], tmp_path: Path, text: str, sentence: str
) -> None:
    data, pictures = tmp_path / "data", tmp_path / "pictures"
    profile = data / "dice" / "riff_in_time" / "profile.json"
    profile.parent.mkdir(parents=True)
    profile.write_text(text)
    pictures.mkdir()
    cv2.imwrite(str(pictures / "tray.png"), np.full((240, 320, 3), 120, np.uint8))
    attached = attach(data=str(data), camera=Camera(source=str(pictures)))
    assert noted(table, sentence)
    assert attached.display_png().startswith(b"\x89PNG")
    assert attached.tray is not None
    assert attached.lessons is not None
    with pytest.raises(Refused, match=sentence):
        attached.lessons.unlearn("wyld", "move")
    assert profile.read_text() == text
    profile.unlink()
    attached.lessons.unlearn("wyld", "move")
    assert gone(table, sentence)


def test_examples_that_are_lost_are_a_note(
    table: Table, attach: Callable[..., Attachment], tmp_path: Path
) -> None:
    dice, folder = SETS["riff_in_time"], tmp_path / "dice" / "riff_in_time"
    crops = [np.full((72, 72, 3), shade, np.uint8) for shade in (90, 110)]
    profiles.save(Profile(dice, tuple(Example("wyld", "move", crop) for crop in crops)), folder)
    next(folder.glob("*.png")).unlink()
    attach(data=str(tmp_path))
    assert noted(table, "Some of what the camera was taught is lost.")


@pytest.mark.parametrize(("host", "port", "address"), [
    ("192.168.4.1", 80, "http://192.168.4.1"), ("192.168.4.1", 8080, "http://192.168.4.1:8080"),
])
def test_the_address_is_as_short_as_it_can_be(host: str, port: int, address: str) -> None:
    assert address_of(host, port) == address


def test_everybodys_address_is_this_machines_number() -> None:
    number = address_of("0.0.0.0", 80).removeprefix("http://")
    assert len(number.split(".")) == 4
    assert number != "0.0.0.0"
