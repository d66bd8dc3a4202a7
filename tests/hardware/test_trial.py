"""The devices tried live: buttons, light and test picture, on the libraries' own stand-ins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from gpiozero.pins.mock import MockFactory
from PIL import Image

from hardware.buttons import BUTTONS, ButtonSettings, Press
from hardware.camera import CameraSettings, Picture
from hardware.display import DisplaySettings, open_device
from hardware.trial import Trial, trial_picture
from tests.hardware.clock import Clock
from tests.hardware.controller import Controller
from vision.light import check_light

REFERENCE = Path(__file__).parent / "reference"


def grey(value: int) -> Picture:
    return np.full((480, 640, 3), value, np.uint8)


def advice(picture: Picture) -> str:
    return str(check_light(picture).advice or "")


def test_light_that_is_even_and_neither_dim_nor_glaring_needs_no_advice() -> None:
    assert advice(grey(110)) == ""


def test_each_fault_of_the_light_has_its_advice() -> None:
    assert "More light" in advice(grey(20))
    assert "Less light" in advice(grey(240))
    glare = grey(90)
    cv2.circle(glare, (320, 240), 70, (255, 255, 255), -1)
    assert "reflected" in advice(glare)
    shadow = grey(150)
    shadow[:, 330:] = 40
    assert "shadow" in advice(shadow)


def test_dice_in_the_tray_are_no_fault_of_the_light() -> None:
    tray = grey(90)
    for x in (100, 300, 500):
        cv2.rectangle(tray, (x, 200), (x + 60, 260), (220, 220, 220), -1)
    assert advice(tray) == ""


def test_a_picture_in_focus_is_sharper_than_one_that_is_not() -> None:
    tray = grey(90)
    cv2.rectangle(tray, (100, 100), (400, 300), (220, 220, 220), -1)
    blurred: Any = cv2.GaussianBlur(tray, (0, 0), 5)
    assert check_light(tray).sharpness > 3 * check_light(blurred).sharpness


def test_the_test_picture_looks_as_its_reference(regenerate: bool) -> None:
    for height in (64, 32):
        drawn = trial_picture(("back",), (128, height))
        path = REFERENCE / f"trial_{height}.png"
        if regenerate:
            drawn.save(path)
        with Image.open(path) as reference:
            assert drawn.tobytes() == reference.convert("1").tobytes()


def test_buttons_light_and_test_picture_are_seen_live(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "tray.png"), grey(20))
    controller, pins, clock = Controller("ssd1306"), MockFactory(), Clock()
    trial = Trial(display=DisplaySettings("ssd1306"), buttons=ButtonSettings(),
                  camera=CameraSettings(str(tmp_path)), pin_factory=pins, clock=clock,
                  open_display=lambda settings: open_on(controller, settings))
    looked = trial.look()
    assert looked.down == ()
    assert looked.light is not None
    assert "More light" in str(looked.light.advice)
    for button in BUTTONS:
        pins.pin(ButtonSettings().pins[button]).drive_low()
        clock.sleep(0.3)
        assert trial.look().down == (button,)
        assert controller.glass().tobytes() == trial_picture((button,), (128, 64)).tobytes()
        pins.pin(ButtonSettings().pins[button]).drive_high()
        clock.sleep(0.3)
        assert trial.look().presses == (Press(button),)
    trial.close()


def test_what_cannot_be_used_is_said_once_and_its_return_too(tmp_path: Path) -> None:
    controller, clock = Controller("ssd1306"), Clock()
    controller.unplugged = True
    trial = Trial(display=DisplaySettings("ssd1306"), buttons=ButtonSettings({"ok": 17}),
                  camera=CameraSettings(str(tmp_path / "none")), pin_factory=MockFactory(), clock=clock,
                  open_display=lambda settings: open_on(controller, settings))
    said: list[str] = []
    for _ in range(30):
        said += [str(message) for message in trial.look().said]
        clock.sleep(1)
    assert [sentence.split(" ")[:2] for sentence in said] == [
        ["The", "buttons"], ["The", "display"], ["There", "is"]]
    controller.unplugged = False
    (tmp_path / "none").mkdir()
    cv2.imwrite(str(tmp_path / "none" / "tray.png"), grey(100))
    for _ in range(60):
        clock.sleep(1)
        said += [str(message) for message in trial.look().said]
    assert sorted(said[3:]) == ["The camera answers.", "The display answers."]
    trial.close()


def open_on(controller: Controller, settings: DisplaySettings) -> Any:
    """luma's device with a controller in the place of the bus."""
    return open_device(settings, controller)
