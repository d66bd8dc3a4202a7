"""A webcam's picture is locked where its automatic came to rest; what a webcam refuses is said in words."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera import CameraLost, CameraSettings, Picture
from hardware.webcam import KEEPS_COLOURS, KEEPS_EXPOSURE, Webcam
from tests.hardware.clock import Clock

COLOURS = np.array([90.0, 110.0, 120.0])


class Capture:
    """Stands in for cv2.VideoCapture before a webcam over a grey tray.

    Its automatic keeps the tray at the same brightness, whatever the `light`. Switched off, it goes on with
    the exposure that it was told last, or with that of the factory. `refuses` are properties that it has not.
    """

    def __init__(self, *, refuses: tuple[int, ...] = (), factory: int = 30, obeys: bool = True) -> None:
        self.refuses = refuses
        self.obeys = obeys
        self.values: dict[int, float] = {cv2.CAP_PROP_AUTO_EXPOSURE: 3, cv2.CAP_PROP_AUTO_WB: 1,
                                         cv2.CAP_PROP_EXPOSURE: factory}
        self.light = 1.0
        self.warmth = np.ones(3)
        self.is_open = True
        self.stalls = False

    def isOpened(self) -> bool:  # noqa: N802 (OpenCV's name)
        return self.is_open

    def set(self, what: int, value: float) -> bool:
        if what in self.refuses:
            return False
        if what != cv2.CAP_PROP_EXPOSURE or self.obeys:
            self.values[what] = value
        return True

    def get(self, what: int) -> float:
        return self.values.get(what, -1.0)

    def grab(self) -> bool:
        return True

    def read(self) -> tuple[bool, Picture | None]:
        if self.stalls:
            return False, None
        by_hand = self.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
        # A picture's values grow with about the square root of the light.
        brightness = self.light * (self.values[cv2.CAP_PROP_EXPOSURE] / 120) ** 0.5 if by_hand else 1.0
        warmth = self.warmth if self.values[cv2.CAP_PROP_AUTO_WB] == 0 else np.ones(3)
        return True, np.clip(np.full((48, 64, 3), COLOURS * brightness * warmth), 0, 255).astype(np.uint8)

    def release(self) -> None:
        self.is_open = False


def a_webcam(capture: Capture) -> Webcam:
    return Webcam(CameraSettings("usb:0"), Clock(), open_capture=lambda number: capture)


def brightness(webcam: Webcam) -> float:
    return float(webcam.next().picture.mean())


@pytest.mark.parametrize("factory", [10, 120, 900])
def test_the_picture_stays_as_bright_as_the_automatic_had_it_and_is_locked(factory: int) -> None:
    capture = Capture(factory=factory)
    webcam = a_webcam(capture)
    assert webcam.doubt is None
    assert brightness(webcam) == pytest.approx(COLOURS.mean(), rel=0.1)
    before = brightness(webcam)
    capture.light = 0.5
    assert brightness(webcam) < 0.6 * before, "a hand's shadow is no reason to expose longer"
    assert capture.values[cv2.CAP_PROP_AUTOFOCUS] == 0


@pytest.mark.parametrize("capture", [
    Capture(refuses=(cv2.CAP_PROP_AUTO_EXPOSURE,)), Capture(refuses=(cv2.CAP_PROP_EXPOSURE,)),
    Capture(obeys=False)], ids=["refuses to be set", "has no exposure", "does not do as it is told"])
def test_a_webcam_whose_exposure_cannot_be_locked_stays_automatic_and_says_so(
        capture: Capture) -> None:
    webcam = a_webcam(capture)
    assert webcam.doubt == KEEPS_EXPOSURE
    assert "does not let its exposure be locked" in str(webcam.doubt)
    assert capture.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
    assert brightness(webcam) == pytest.approx(COLOURS.mean(), abs=1)


def test_colours_that_change_when_they_are_locked_are_left_to_the_automatic() -> None:
    capture = Capture()
    capture.warmth = np.array([0.6, 1.0, 1.3])
    assert a_webcam(capture).doubt == KEEPS_COLOURS
    assert capture.values[cv2.CAP_PROP_AUTO_WB] == 1
    assert a_webcam(Capture(refuses=(cv2.CAP_PROP_AUTO_WB,))).doubt == KEEPS_COLOURS


def test_a_webcam_that_is_pulled_out_while_it_is_locked_is_lost_and_given_back() -> None:
    capture = Capture()
    capture.stalls = True
    with pytest.raises(CameraLost, match="no more pictures"):
        a_webcam(capture)
    assert not capture.is_open


def test_a_webcam_that_does_not_open_is_refused_with_a_sentence() -> None:
    capture: Any = Capture()
    capture.is_open = False
    with pytest.raises(CameraLost, match="does not open"):
        a_webcam(capture)
