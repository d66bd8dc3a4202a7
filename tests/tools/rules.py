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
RULE_ROW = re.compile(r"^\| ([A-Z]{2,}-\d+) \|", re.MULTILINE)


def rules_of(ledger: str) -> list[str]:
    """The ids of the rules that a ledger's text lists, in its order (rulings and decisions are no rules)."""
    return RULE_ROW.findall(ledger)


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


def faults(ledgers: Mapping[str, Sequence[str]], tests: Mapping[str, int]) -> list[str]:
    """What is wrong, in sentences: rules that no test names, and marks that name no rule."""
    untested = {game: [rule for rule in rules if not tests.get(rule)] for game, rules in ledgers.items()}
    known = {rule for rules in ledgers.values() for rule in rules}
    unknown = sorted(set(tests) - known)
    return ([f"{game}: no test names {', '.join(rules)}." for game, rules in untested.items() if rules]
            + [f"A test names {rule}, which is in no ledger." for rule in unknown])


def listing(game: str, rules: Sequence[str], tests: Mapping[str, int]) -> Iterable[str]:
    """The lines to print for one game."""
    for rule in rules:
        yield f"{rule:8} {tests.get(rule, 0):4}"
    named = sum(1 for rule in rules if tests.get(rule))
    yield f"{game}: {named} of {len(rules)} rules are named by a test"


def main() -> int:
    """Print the list; 1 when a rule has no test or a mark names no rule."""
    ledgers = {game: rules_of((LEDGERS / f"{game}.md").read_text(encoding="utf-8")) for game in GAMES}
    tests = tests_by_rule()
    for game, rules in ledgers.items():
        print("\n".join(listing(game, rules, tests)))
    wrong = faults(ledgers, tests)
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
