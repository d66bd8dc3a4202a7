"""The Pi camera's adapter against a stand-in whose methods take exactly what the real picamera2's take."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import hardware.pi_camera
from hardware.camera import CameraLost, CameraSettings
from hardware.pi_camera import BUFFERS, PiCamera
from tests.hardware.clock import Clock
from tests.hardware.picamera2_signatures import signature

AUTOMATIC = {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8), "Lux": 400.0}


class Sensor:
    """Stands in for Picamera2: automatic exposure drifts until it is locked; frames can stop coming.

    A lens that moves finds its focus after some frames, or fails (`focus` says which).
    """

    def __init__(self, *, cameras: int = 1, stalls: bool = False, focus: str = "") -> None:
        self.cameras = cameras
        self.stalls = stalls
        self.focus = focus
        self.camera_controls = {"AfMode": (0, 2, 0)} if focus else {}
        self.configured: dict[str, Any] = {}
        self.locked: dict[str, Any] = {}
        self.lens: dict[str, Any] = {}
        self.searched = 0
        self.out = 0
        self.frames = 0
        self.is_open = False
        self.module = SimpleNamespace(Picamera2=self._open)
        self._open.__func__.global_camera_info = lambda: [{"Num": n} for n in range(self.cameras)]

    def _open(self, number: int) -> Sensor:
        signature("Picamera2.__init__").bind(number)
        self.is_open = True
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)

        def call(*given: Any, **named: Any) -> Any:
            bound = signature(f"Picamera2.{name}").bind(*given, **named)
            return getattr(self, f"_{name}", lambda **_: None)(**bound.arguments)
        return call

    def _create_video_configuration(self, **settings: Any) -> dict[str, Any]:
        return settings

    def _configure(self, camera_config: dict[str, Any]) -> None:
        self.configured = camera_config

    def _set_controls(self, controls: dict[str, Any]) -> None:
        if "AfMode" in controls:
            self.lens = controls
        else:
            self.locked = controls

    def _close(self) -> None:
        self.is_open = False

    def _capture_request(self, wait: float, flush: bool | None = None) -> Request:
        assert wait, "a camera that hangs must not hang the companion"
        if self.stalls:
            raise TimeoutError
        self.frames += 1
        self.out += 1
        assert self.out <= BUFFERS, "a request was not given back"
        return Request(self)


class Request:
    """One completed request of the sensor."""

    def __init__(self, sensor: Sensor) -> None:
        self._sensor = sensor

    def make_array(self, name: str) -> Any:
        signature("CompletedRequest.make_array").bind(name)
        width, height = self._sensor.configured[name]["size"]
        if name == "main":
            picture = np.zeros((height, width, 3), np.uint8)
            picture[0, 0] = (255, 0, 0)
            return picture
        padded = -(-width // 64) * 64
        planes = np.full((height * 3 // 2, padded), 128, np.uint8)
        planes[:height] = 200
        return planes

    def get_metadata(self) -> dict[str, Any]:
        drift = 1 + 1 / self._sensor.frames
        automatic = {**AUTOMATIC, "ExposureTime": AUTOMATIC["ExposureTime"] * drift}
        return {**automatic, **self._sensor.locked, **self._lens()}

    def _lens(self) -> dict[str, Any]:
        """The state of the search: idle, scanning for ten frames, then focused (2) or failed (3)."""
        if self._sensor.lens.get("AfTrigger") != 0:
            return {"AfState": 0} if self._sensor.focus else {}
        self._sensor.searched += 1
        ended = {"found": 2, "fails": 3, "never ends": 1}[self._sensor.focus]
        return {"AfState": ended if self._sensor.searched > 10 else 1}

    def release(self) -> None:
        self._sensor.out -= 1


def a_camera(sensor: Sensor, **settings: Any) -> PiCamera:
    return PiCamera(CameraSettings("picamera2", **settings), Clock(), picamera2=sensor.module)


def test_one_configuration_with_a_small_stream_for_watching_and_a_full_one_for_reading() -> None:
    sensor = Sensor()
    camera = a_camera(sensor)
    assert sensor.configured["main"] == {"size": (1640, 1232), "format": "RGB888"}
    assert sensor.configured["lores"]["size"][0] == 640
    assert camera.next().picture.shape == (480, 640, 3)
    assert camera.picture().shape == (1232, 1640, 3)
    assert sensor.out == 0, "every request is given back"


def test_exposure_gain_and_white_balance_are_locked_where_the_automatic_came_to_rest() -> None:
    sensor = Sensor()
    a_camera(sensor)
    assert set(sensor.locked) == {"ExposureTime", "AnalogueGain", "ColourGains"}
    assert sensor.locked["ExposureTime"] == pytest.approx(9000, rel=0.06)
    assert "AeEnable" not in sensor.locked


def test_a_lens_that_moves_is_focused_once_and_left_there() -> None:
    sensor = Sensor(focus="found")
    camera = a_camera(sensor)
    assert sensor.lens == {"AfMode": 1, "AfTrigger": 0}
    assert camera.doubt is None
    assert set(sensor.locked) == {"ExposureTime", "AnalogueGain", "ColourGains"}
    frames = sensor.searched
    camera.next()
    assert sensor.lens == {"AfMode": 1, "AfTrigger": 0}, "no further search"
    assert frames < 20


@pytest.mark.parametrize("focus", ["fails", "never ends"])
def test_a_lens_that_finds_no_focus_is_set_for_the_stands_height_and_that_is_said(focus: str) -> None:
    sensor = Sensor(focus=focus)
    camera = a_camera(sensor)
    assert sensor.lens == {"AfMode": 0, "LensPosition": pytest.approx(1 / 0.33, abs=0.1)}
    assert "nothing to focus on" in str(camera.doubt)


def test_a_lens_that_does_not_move_is_left_alone() -> None:
    sensor = Sensor()
    assert a_camera(sensor).doubt is None
    assert sensor.lens == {}


def test_a_camera_that_hangs_upside_down_is_turned() -> None:
    assert a_camera(Sensor(), turned=True).picture()[-1, -1].tolist() == [255, 0, 0]


def test_a_pi_without_a_camera_says_what_to_look_at() -> None:
    with pytest.raises(CameraLost, match="sees 0 cameras"):
        a_camera(Sensor(cameras=0))


def test_a_camera_that_stops_bringing_frames_is_lost_and_given_back() -> None:
    sensor = Sensor()
    camera = a_camera(sensor)
    sensor.stalls = True
    with pytest.raises(CameraLost, match="no picture for 5 seconds"):
        camera.next()
    sensor = Sensor(stalls=True)
    with pytest.raises(CameraLost):
        a_camera(sensor)
    assert not sensor.is_open


def test_without_picamera2_the_sentence_names_the_package() -> None:
    with pytest.raises(CameraLost, match="apt install python3-picamera2"):
        PiCamera(CameraSettings("picamera2"), Clock())


def test_every_call_of_the_adapter_fits_the_real_packages_signatures() -> None:
    """Of the source itself, so that a branch that no test reaches is checked as well."""
    tree = ast.parse(Path(inspect.getfile(hardware.pi_camera)).read_text())
    owners = {"self._camera": "Picamera2", "request": "CompletedRequest", "picamera2.Picamera2": "Picamera2"}
    checked = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = owners.get(ast.unparse(node.func.value))
            if owner:
                named = {keyword.arg: None for keyword in node.keywords if keyword.arg}
                signature(f"{owner}.{node.func.attr}").bind(*(None for _ in node.args), **named)
                checked += 1
    assert checked >= 10
