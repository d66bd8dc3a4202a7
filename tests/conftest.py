"""What all tests share: a home of their own, and the same examples in each run."""

from __future__ import annotations

import pytest
from hypothesis import settings

# A failure must be the same on every machine and in each run; the machine's speed is no failure.
settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the settings and journals of the person who runs it, or another test's."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest --regenerate` writes the reference pictures and texts anew; look at them before committing."""
    parser.addoption("--regenerate", action="store_true", help="write reference pictures and texts anew")


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Whether references are to be written anew rather than compared with."""
    return bool(request.config.getoption("--regenerate"))
