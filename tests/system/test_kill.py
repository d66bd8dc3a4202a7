"""Power cuts, as far as a program can show them (how soon it is back: `tests/benchmarks/starts.py`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.system.killing import Killing

KILLS = 50


@pytest.mark.timeout(600)
def test_fifty_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    killing = Killing(tmp_path)
    acknowledged = sum(killing.one_kill() for _ in range(KILLS))
    assert acknowledged > KILLS, "too few to tell anything"
