"""The rules' texts, by their ids, out of the ledgers that come with the companion."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent
_FOLDERS = (_HERE / "rules", _HERE.parent / "docs" / "rules")
"""Where the ledgers lie once installed, and where in a checkout."""
_ROW = re.compile(r"^\| ([A-Z]+-\d+) \| (.+?) \| .*\|$")


def rule(game: str, id_: str) -> str | None:
    """The text of the rule that a game's ledger calls `id_` (`RIT-15`); None when it has none so called."""
    return rules(game).get(id_)


@cache
def rules(game: str) -> Mapping[str, str]:
    """The texts of all rules of a game by their ids, in the ledger's order; none for a game without one."""
    for folder in _FOLDERS:
        ledger = folder / f"{game}.md"
        if ledger.is_file():
            rows = (_ROW.match(line) for line in ledger.read_text(encoding="utf-8").splitlines())
            return {row[1]: row[2].replace("`", "") for row in rows if row}
    return {}
