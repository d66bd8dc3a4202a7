"""The drawings of the documentation fit what the settings and the reader say."""

from __future__ import annotations

import runpy
from pathlib import Path

from vision.reading import LONGEST_SIDE

DRAWINGS = Path(__file__).parents[2] / "docs" / "drawings"


def test_the_wiring_diagram_shows_the_default_pins() -> None:
    drawn = runpy.run_path(str(DRAWINGS / "wiring.py"))["draw"]()
    assert drawn == (DRAWINGS / "wiring.svg").read_text(encoding="utf-8")
    for pin in ("GPIO 17", "GPIO 27", "GPIO 22", "GPIO 23"):
        assert pin in drawn


def test_the_stand_is_drawn_as_the_script_has_it_and_its_tray_is_seen_whole() -> None:
    stand = runpy.run_path(str(DRAWINGS / "stand.py"))
    assert stand["draw"]() == (DRAWINGS / "stand.svg").read_text(encoding="utf-8")
    assert stand["READ_AT"] == LONGEST_SIDE
    wide, deep = stand["CAMERAS"][0].seen(stand["HEIGHT"] - stand["TRAY"][2])
    assert wide > stand["TRAY"][0]
    assert deep > stand["TRAY"][1]
    assert stand["CAMERAS"][0].die(stand["HEIGHT"]) > 50
