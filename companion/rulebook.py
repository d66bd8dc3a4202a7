"""The rules' texts by their ids, in the reader's language, out of the ledgers that come with the companion.

The ledgers are English; `locale/<language>/LC_MESSAGES/rules.mo`, made from the `.po` beside it, holds their
texts in another language. A text that it lacks stays English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from companion.i18n import catalogue

DOMAIN = "rules"
"""A catalogue of its own: it is large, and loaded only when a rule is asked for in its language."""
_HERE = Path(__file__).parent
_FOLDERS = (_HERE / "rules", _HERE.parent / "docs" / "rules")
"""Where the ledgers lie once installed, and where in a checkout."""
_ROW = re.compile(r"^\| ([A-Z]+-\d+) \| (.+?) \| .*\|$")


def rule(game: str, id_: str, language: str = "en") -> str | None:
    """The text of the rule that a game's ledger calls `id_` (`RIT-15`); None when it has none so called."""
    text = _ledger(game).get(id_)
    return text and catalogue(language, DOMAIN).gettext(text)


def rules(game: str, language: str = "en") -> Mapping[str, str]:
    """The texts of all rules of a game by their ids, in the ledger's order; none for a game without one."""
    translated = catalogue(language, DOMAIN).gettext
    return {id_: translated(text) for id_, text in _ledger(game).items()}


def texts(ledger: str) -> Mapping[str, str]:
    """The texts by their ids in what a ledger's file says, without its marks for code and bold."""
    rows = (_ROW.match(line) for line in ledger.splitlines())
    return {row[1]: re.sub(r"`|\*\*", "", row[2]) for row in rows if row}


@cache
def _ledger(game: str) -> Mapping[str, str]:
    for folder in _FOLDERS:
        file = folder / f"{game}.md"
        if file.is_file():
            return texts(file.read_text(encoding="utf-8"))
    return {}
