"""What `companion run` costs while nothing happens, and how much memory it takes with everything on.

    python tests/benchmarks/idle.py [--seconds 20] [--phones 4]

A table of its own waits for a throw: a camera of 15 frames a second over a tray (the simulated one's
pictures, as large as a Pi camera's), a display that is drawn, buttons, a light and a buzzer on mock pins,
phones with open streams. First the tray stays empty; in a second run dice are thrown and read. The figures
are this machine's.
"""

from __future__ import annotations

import argparse
import http.client
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2

from companion.beginning import begin
from companion.running import open_table
from companion.settings import Settings
from companion.shelf import Shelf
from companion.standin import colours
from companion.table import Table
from tests.tools import installed
from vision.simulated import SimulatedTray
from vision.simulated_dice import Body

FULL = (1640, 1230)
"""The pixels of a Pi camera's full picture."""
SETTINGS = """data = "{data}"
[web]
host = "127.0.0.1"
port = 0
[camera]
source = "{tray}"
frames_a_second = 15
[buttons]
wired = true
[lights]
led = 5
red = 12
green = 13
blue = 16
buzzer = 6
"""


def main() -> None:
    """Measure twice and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--phones", type=int, default=4)
    given = parser.parse_args()
    print(f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for what, thrown in (("empty tray", False), ("dice thrown and read", True)):
        with tempfile.TemporaryDirectory() as folder:
            _prepare(Path(folder), thrown)
            with _running(Path(folder), given.phones) as process:
                time.sleep(6)  # Drivers and the reader have been loaded, the first dice read.
                spent, at = _cpu_seconds(process), time.monotonic()
                time.sleep(given.seconds)
                share = (_cpu_seconds(process) - spent) / (time.monotonic() - at)
                print(f"{what}: {share:.1%} of one core, {_kilobytes(process, 'VmRSS') // 1024} MB resident, "
                      f"at most {_kilobytes(process, 'VmHWM') // 1024} MB")


def _prepare(folder: Path, thrown: bool) -> None:
    """A game that waits for its first throw, and the camera's pictures."""
    path = begin(Shelf(folder), "riff_in_time", ("ana", "bob"), {}, None, dice="camera", decks="virtual")
    table = open_table(Settings(data=str(folder)), path)
    table.start()
    kinds = _answer_until_a_throw(table)
    bodies = [Body(colours(table.game)[kind], "2") for kind in kinds]
    table.stop()
    tray, frames = SimulatedTray(1), folder / "tray"
    frames.mkdir()
    pictures = [tray.frame() for _ in range(30 if thrown else 1)]
    if thrown:
        tray.throw(bodies)
        pictures += [tray.frame() for _ in range(30)]
    for number, picture in enumerate(pictures):
        full = cv2.resize(picture, FULL, interpolation=cv2.INTER_CUBIC)
        cv2.imwrite(str(frames / f"{number:03}.jpg"), full)
    (folder / "settings.toml").write_text(SETTINGS.format(data=folder, tray=frames), encoding="utf-8")


def _answer_until_a_throw(table: Table) -> list[str]:
    """Answer by examples until dice are asked for; the kinds of these dice."""
    while (asked := table.snapshot.views[None].asked) is not None and asked.key != "roll":
        seat = asked.waiting[0]
        table.answer(seat, None, asked.key, asked.asks[seat].example(), "phone")
    return [kind for kind, count in table.snapshot.throw.asked for _ in range(count)]


@contextmanager
def _running(folder: Path, phones: int) -> Iterator[int]:
    """The table in a process of its own, with so many open streams; its number."""
    command = [sys.executable, "-m", "companion", "--settings", str(folder / "settings.toml"), "run"]
    process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE,
                               env=os.environ | installed.environment() | {"GPIOZERO_PIN_FACTORY": "mock"})
    streams = []
    try:
        assert process.stdout is not None
        said = next(line for line in process.stdout if line.startswith("Open http://"))
        port = int(re.findall(r":(\d+) ", said)[0])
        for _ in range(phones):
            streams.append(http.client.HTTPConnection("127.0.0.1", port, timeout=60))
            streams[-1].request("GET", "/api/events")
            assert streams[-1].getresponse().status == 200
        yield process.pid
    finally:
        for stream in streams:
            stream.close()
        process.terminate()
        process.wait(20)


def _cpu_seconds(process: int) -> float:
    """The processor time that a process has used, its threads' included."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _kilobytes(process: int, line: str) -> int:
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(re.findall(rf"^{line}:\s+(\d+)", status, re.MULTILINE)[0])


def _processor() -> str:
    told = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    names = re.findall(r"^model name\s*: (.+)$", told, re.MULTILINE)
    return names[0] if names else platform.machine()


if __name__ == "__main__":
    main()
