"""What this machine has for a table: each part looked at, with what was found and the next step in words.

A probe changes nothing, and takes a second at most. A part that is missing but not needed is no fault.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import shutil
import socket
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hardware.camera import CameraLost, CameraSettings, open_source
from hardware.display import DisplaySettings
from hardware.messages import Message
from vision.light import check_light

DEV = Path("/dev")
MODEL = Path("/proc/device-tree/model")
LIBRARIES = ("flask", "waitress", "pydantic", "opencv-python-headless", "numpy", "pillow", "gpiozero",
             "luma.oled", "segno", "babel")
LEAST_ROOM = 200 * 2**20
"""A game takes a few megabytes; a card that is full loses more than a game."""
DISPLAY_ADDRESSES = (0x3C, 0x3D)


@dataclass(frozen=True)
class Finding:
    """One part of the machine. `state` is `good`, `absent` (and not needed), or `fault`."""

    part: str
    state: str
    found: Message
    next_step: Message | None = None

    def plain(self) -> dict[str, Any]:
        """As plain JSON values."""
        return asdict(self) | {"text": str(self.found), "advice": str(self.next_step or "")}


def examine(folder: Path, host: str, port: int, *, camera: CameraSettings | None,
            display: DisplaySettings | None, pins_needed: bool) -> Iterator[Finding]:
    """Look at everything, part by part; None where a device is not set up."""
    yield python()
    yield libraries()
    yield sqlite()
    yield data_folder(folder)
    yield network(host, port)
    yield board()
    yield camera_found(camera)
    yield pins(needed=pins_needed)
    yield i2c(display)


def python() -> Finding:
    """The version of Python; one that is too old does not come as far as this."""
    version = ".".join(str(number) for number in sys.version_info[:3])
    return Finding("python", "good", Message("Python {version}.", {"version": version}))


def libraries() -> Finding:
    """The libraries that are needed everywhere, with their versions."""
    found, missing = [], []
    for name in LIBRARIES:
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        return Finding("libraries", "fault", Message("Missing: {missing}.", {"missing": ", ".join(missing)}),
                       Message("Install the companion again; `make demo` does."))
    return Finding("libraries", "good", Message("{libraries}.", {"libraries": ", ".join(found)}))


def sqlite(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> Finding:
    """The version of SQLite, and whether its WAL-reset bug matters (https://sqlite.org/wal.html)."""
    text = ".".join(str(number) for number in version)
    if version >= (3, 51, 3) or (3, 50, 7) <= version < (3, 51) or (3, 44, 6) <= version < (3, 45):
        return Finding("sqlite", "good", Message("SQLite {version}.", {"version": text}))
    return Finding("sqlite", "good", Message(
        "SQLite {version}. Versions before 3.51.3 (3.50.7, 3.44.6) can lose a change when two connections "
        "write at once; the companion has only one, so that this does no harm.", {"version": text}))


def data_folder(folder: Path) -> Finding:
    """Whether games can be written down, and how much room there is."""
    args: dict[str, str | int] = {"folder": str(folder)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder) as file:
            file.write(b"can this be written?")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return Finding("data", "fault", Message("The folder {folder} cannot be written ({reason}).",
                                                args | {"reason": error.strerror or str(error)}),
                       Message("Give your user the folder, or name another one as `data` in the settings."))
    free = shutil.disk_usage(folder).free
    args["free"] = free // 2**20
    if free < LEAST_ROOM:
        return Finding("data", "fault", Message("Only {free} MB are free in {folder}.", args),
                       Message("Make room: a full disk stops the game."))
    return Finding("data", "good", Message("Games are kept in {folder}; {free} MB are free.", args))


def network(host: str, port: int) -> Finding:
    """The address at which phones find the table; 0.0.0.0 as `host` is any of this machine's."""
    if host == "localhost" or host.startswith("127."):
        return Finding("network", "absent", Message(
            "The table is served at {address}, port {port}: this machine alone reaches it, no phone does.",
            {"address": host, "port": port}), Message("For phones to join, leave the host as 0.0.0.0."))
    address = lan_address() if host in ("", "0.0.0.0") else host
    if address is None:
        return Finding("network", "fault", Message("This machine is in no network; no phone can join."),
                       Message("Join a Wi-Fi or plug in a cable. The display and the buttons work without."))
    return Finding("network", "good", Message("Phones find the table at {address}, port {port}.",
                                              {"address": address, "port": port}))


def lan_address() -> str | None:
    """This machine's address in the local network; None without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            # Any address beyond the own network does: the system says from which it would be reached.
            way_out.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = way_out.getsockname()[0]
    return None if address.startswith("127.") else address


def board(model: Path = MODEL) -> Finding:
    """Which Raspberry Pi this is, if it is one."""
    try:
        name = model.read_text(encoding="utf-8").rstrip("\0\n")
    except OSError:
        return Finding("board", "absent", Message("This is no Raspberry Pi; games are played by phone, and "
                                                  "`companion demo` shows the rest."))
    return Finding("board", "good", Message("{name}.", {"name": name}))


def camera_found(settings: CameraSettings | None, dev: Path = DEV) -> Finding:
    """Takes one picture with the camera that is set up, or says which cameras there seem to be."""
    if settings is None:
        seen = sorted(path.name for path in dev.glob("video*"))[:4]
        if not seen:
            return Finding("camera", "absent", Message("No camera is set up, and none is seen."))
        return Finding("camera", "absent", Message("No camera is set up; seen: {seen}.",
                                                   {"seen": ", ".join(seen)}),
                       Message("To use one, set `source` under [camera]: auto, picamera2, or usb:0."))
    try:
        source = open_source(settings)
    except CameraLost as lost:
        return Finding("camera", "fault", lost.message, Message("Or play without: dice can be entered."))
    try:
        picture = source.picture()
    except CameraLost as lost:
        return Finding("camera", "fault", lost.message, Message("Or play without: dice can be entered."))
    finally:
        source.close()
    light = check_light(picture)
    found = Message("The camera gives pictures of {width} × {height}, brightness {light} of 255.",
                    {"width": picture.shape[1], "height": picture.shape[0], "light": round(light.mean)})
    advice = light.advice
    return Finding("camera", "fault" if advice else "good", found,
                   Message(advice.text, advice.args) if advice else source.doubt)


def pins(*, needed: bool, dev: Path = DEV) -> Finding:
    """Whether the GPIO pins can be used, for buttons and lights."""
    chips = sorted(dev.glob("gpiochip*"))
    state = "fault" if needed else "absent"
    if not chips:
        return Finding("pins", state, Message("This machine has no GPIO pins, for buttons and lights."))
    args: dict[str, str | int] = {"chips": ", ".join(chip.name for chip in chips)}
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return Finding("pins", state, Message("The GPIO pins ({chips}) may not be used by this user.", args),
                       Message("sudo usermod -aG gpio $USER, then log in again."))
    # Looked for, not imported: that would write a pipe into the working directory.
    if importlib.util.find_spec("lgpio") is None:
        return Finding("pins", state, Message("The GPIO pins are there ({chips}), but Python's lgpio is "
                                              "missing.", args),
                       Message("sudo apt install python3-lgpio, or: pip install 'table-companion[pi]'"))
    return Finding("pins", "good", Message("GPIO pins: {chips}, by lgpio.", args))


def i2c(display: DisplaySettings | None, dev: Path = DEV, bus: Any = None) -> Finding:
    """Which addresses answer on the I²C bus, and whether the display is among them."""
    if display is not None and display.bus == "spi":
        return _spi(display, dev)
    port = display.i2c_port if display else 1
    device = dev / f"i2c-{port}"
    state = "fault" if display else "absent"
    args: dict[str, str | int] = {"port": port}
    if not device.exists():
        return Finding("display", state, Message("There is no I²C bus {port}.", args),
                       Message("On a Pi: sudo raspi-config nonint do_i2c 0, then restart.")
                       if display else None)
    if not os.access(device, os.R_OK | os.W_OK):
        return Finding("display", state, Message("I²C bus {port} may not be used by this user.", args),
                       Message("sudo usermod -aG i2c $USER, then log in again."))
    answering = answering_addresses(port) if bus is None else answering_addresses(port, bus)
    args["answering"] = ", ".join(f"0x{address:02x}" for address in answering)
    if display is None:
        if set(answering) & set(DISPLAY_ADDRESSES):
            return Finding("display", "absent", Message("No display is set up, but one seems to answer "
                                                        "({answering}).", args),
                           Message("To use it, set `chip` under [display]: ssd1306, sh1106 or ssd1309."))
        return Finding("display", "absent", Message("No display is set up, and none answers."))
    args["address"] = f"0x{display.i2c_address:02x}"
    if display.i2c_address in answering:
        return Finding("display", "good", Message("The display answers at {address}.", args))
    if answering:
        return Finding("display", "fault", Message("No display answers at {address}; on bus {port} there "
                                                   "answer: {answering}.", args),
                       Message("Set `i2c_address` to the one that answers, or look at the wiring."))
    return Finding("display", "fault", Message("Nothing answers on I²C bus {port}.", args),
                   Message("Look at the four wires: 3.3 V, ground, SDA (GPIO 2), SCL (GPIO 3)."))


def _spi(display: DisplaySettings, dev: Path) -> Finding:
    device = dev / f"spidev{display.spi_port}.{display.spi_device}"
    args: dict[str, str | int] = {"device": str(device)}
    if not device.exists():
        return Finding("display", "fault", Message("There is no {device}.", args),
                       Message("On a Pi: sudo raspi-config nonint do_spi 0, then restart."))
    if not os.access(device, os.R_OK | os.W_OK):
        return Finding("display", "fault", Message("{device} may not be used by this user.", args),
                       Message("sudo usermod -aG spi $USER, then log in again."))
    if importlib.util.find_spec("spidev") is None:
        return Finding("display", "fault",
                       Message("{device} is there, but Python's spidev is missing.", args),
                       Message("Install it: sudo apt install python3-spidev"))
    return Finding("display", "good", Message("{device} is there. SPI cannot ask whether a display answers: "
                                              "look at the glass.", args))


def answering_addresses(port: int, open_bus: Any = None) -> list[int]:
    """The addresses at which a display may be and something answers on I²C bus `port`."""
    if open_bus is None:
        from smbus2 import SMBus
        open_bus = SMBus
    answering = []
    with open_bus(port) as bus:
        for address in DISPLAY_ADDRESSES:
            try:
                bus.read_byte(address)
            except OSError:
                continue
            answering.append(address)
    return answering
