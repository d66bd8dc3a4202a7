"""The drawings of the documentation fit what the settings say."""

from __future__ import annotations

import runpy
from pathlib import Path

DRAWINGS = Path(__file__).parents[2] / "docs" / "drawings"


def test_the_wiring_diagram_shows_the_default_pins() -> None:
    drawn = runpy.run_path(str(DRAWINGS / "wiring.py"))["draw"]()
    assert drawn == (DRAWINGS / "wiring.svg").read_text(encoding="utf-8")
    for pin in ("GPIO 17", "GPIO 27", "GPIO 22", "GPIO 23"):
        assert pin in drawn
