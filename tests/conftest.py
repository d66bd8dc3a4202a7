"""What all tests share: a home of their own, and the same examples in each run."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# A failure must be the same on every machine and in each run; the machine's speed is no failure.
settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the settings and journals of the person who runs it."""
    home: Path = tmp_path_factory.getbasetemp() / "home"
    for name, folder in (("HOME", "."), ("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data"),
                         ("XDG_STATE_HOME", "state"), ("XDG_CACHE_HOME", "cache"), ("XDG_RUNTIME_DIR", "runtime")):
        path = home / folder
        path.mkdir(parents=True, exist_ok=True)
        monkeypatch.setenv(name, str(path))
