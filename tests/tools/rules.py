"""List each rule of each game with the number of tests that name it; fail when a rule has none.

A test names a rule by `@pytest.mark.rule("RIT-21")`. The tests are found by pytest's own collection.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest

from companion.games import GAMES

LEDGERS = Path(__file__).parents[2] / "docs" / "rules"
PREFIX_ROW = re.compile(r"^\| rule (?:id )?prefix \| `([A-Z]+-)`", re.MULTILINE | re.IGNORECASE)


def rules_of(ledger: str) -> list[str]:
    """The ids of the rules that a ledger's text lists, in its order (rulings and decisions are no rules).

    ValueError when its header does not say how they begin.
    """
    prefix = PREFIX_ROW.search(ledger)
    if prefix is None:
        raise ValueError("The ledger's header has no row “rule prefix”, such as | rule prefix | `RIT-` |.")
    return re.findall(rf"^\| ({prefix[1]}\d+) \|", ledger, re.MULTILINE)


class MarkedRules:
    """A pytest plugin that counts the tests naming each rule."""

    def __init__(self) -> None:
        self.tests: Counter[str] = Counter()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            named = {rule for mark in item.iter_markers("rule") for rule in mark.args}
            self.tests.update(named)


def tests_by_rule() -> Counter[str]:
    """How many tests name each rule. SystemExit, with pytest's own words, when they cannot be collected."""
    marked, said = MarkedRules(), io.StringIO()
    with contextlib.redirect_stdout(said):
        code = pytest.main(["--collect-only", "-q", "tests"], plugins=[marked])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(f"The tests could not be collected:\n{said.getvalue()}")
    return marked.tests


def faults(games: Sequence[str], ledgers: Mapping[str, Sequence[str]], tests: Mapping[str, int]) -> list[str]:
    """What is wrong, in sentences: games without a ledger, rules without a test, marks that name no rule."""
    missing = [f"{game}: its rules are not listed in docs/rules/{game}.md." for game in games
               if not ledgers.get(game)]
    untested = {game: [rule for rule in ledgers.get(game, ()) if not tests.get(rule)] for game in games}
    known = {rule for rules in ledgers.values() for rule in rules}
    return [*missing,
            *(f"{game}: no test names {', '.join(rules)}." for game, rules in untested.items() if rules),
            *(f"A test names {rule}, which is in no ledger." for rule in sorted(set(tests) - known))]


def listing(game: str, rules: Sequence[str], tests: Mapping[str, int]) -> Iterable[str]:
    """The lines to print for one game."""
    for rule in rules:
        yield f"{rule:8} {tests.get(rule, 0):4}"
    named = sum(1 for rule in rules if tests.get(rule))
    yield f"{game}: {named} of {len(rules)} rules are named by a test"


def main() -> int:
    """Print the list; 1 when a rule has no test or a mark names no rule."""
    ledgers = {path.stem: rules_of(path.read_text(encoding="utf-8")) for path in LEDGERS.glob("*.md")}
    tests = tests_by_rule()
    for game in GAMES:
        print("\n".join(listing(game, ledgers.get(game, ()), tests)))
    wrong = faults(GAMES, ledgers, tests)
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
