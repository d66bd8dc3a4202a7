"""How a table runs once it is installed."""

from __future__ import annotations

import re
from pathlib import Path

UNIT = Path(__file__).parents[2] / "deploy" / "table-companion.service"


def environment() -> dict[str, str]:
    """The environment that the service gives it."""
    given = re.findall(r"^Environment=(\w+)=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(given)
