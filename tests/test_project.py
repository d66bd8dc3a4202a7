"""The project as a person finds it: its two commands, its list of rules, what an install says."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from companion import rulebook
from tests.tools import browser
from tests.tools.rules import LEDGERS, faults, listing, rules_of

ROOT = Path(__file__).parents[1]
LEDGER = """
| rule id prefix | `RIT-` (rules), `A-` (rulings) |

| id | rule | example |
|---|---|---|
| RIT-01 | Every miniature starts on SD. | n = 3 -> 3 miniatures on SD |
| RIT-02 | The deck has 60 cards. | new game -> 60 |

| id | question | ruling | why |
|---|---|---|---|
| A-01 | Minimum players? | 1 to 4 | RIT-01 |
"""


def make(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run make in the project; MAKEFLAGS of a make that runs these tests are not passed on."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(["make", *words], cwd=ROOT, env=environment | variables, capture_output=True,
                          text=True, timeout=30)


def test_help_lists_the_two_commands_first() -> None:
    listed = [line.split()[0] for line in make("help").stdout.splitlines()]
    assert listed[1:3] == ["demo", "test"]


def test_the_demo_needs_no_more_than_the_program(tmp_path: Path) -> None:
    said = make("-n", "demo", f"VENV={tmp_path}/new").stdout
    assert f"tests/tools/install.sh {tmp_path}/new\n" in said
    assert f"{tmp_path}/new/bin/companion demo" in said


def test_the_test_command_checks_style_types_rules_and_behaviour(tmp_path: Path) -> None:
    said = make("-n", "test", f"VENV={tmp_path}/new").stdout
    steps = ("install.sh", "bin/ruff check", "bin/mypy", "rules.py", "browser.py", "bin/pytest")
    order = [said.index(step) for step in steps]
    assert order == sorted(order)


def test_mutants_take_the_game_by_its_name_alone() -> None:
    assert "mutants.py professor_evil" in make("-n", "mutants", "professor_evil").stdout
    assert "mutants.py professor_evil" in make("-n", "mutants", "GAME=professor_evil").stdout


def test_what_runs_for_every_change_is_make_test() -> None:
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-1] == "make test"


def pythons(folder: Path, script: str) -> str:
    """A PATH on which every Python is `script`."""
    for name in ("python3", "python3.13", "python3.12", "python3.11", "python3.14"):
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    return f"{folder}:/usr/bin:/bin"


def test_without_pythons_venv_module_the_install_says_what_to_install(tmp_path: Path) -> None:
    path = pythons(tmp_path, 'case "$2" in *ensurepip*) exit 1;; *) echo 3.11;; esac')
    ended = subprocess.run(["tests/tools/install.sh", tmp_path / "venv"], cwd=ROOT, env={"PATH": path},
                           capture_output=True, text=True)
    assert ended.returncode == 1
    assert "sudo apt install python3.11-venv" in ended.stderr


def test_without_a_python_that_suits_the_install_says_which_do(tmp_path: Path) -> None:
    path = pythons(tmp_path, "exit 1")
    ended = subprocess.run(["tests/tools/install.sh", tmp_path / "venv"], cwd=ROOT, env={"PATH": path},
                           capture_output=True, text=True)
    assert ended.returncode == 1
    assert "No Python 3.11 or newer" in ended.stderr
    assert "sudo apt install python3 python3-venv" in ended.stderr


def test_the_systems_browser_is_taken_before_one_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "chromium").write_text("#!/bin/sh\n")
    (tmp_path / "chromium").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert browser.find() == str(tmp_path / "chromium")


def test_a_ledgers_rules_are_its_rule_rows_alone() -> None:
    assert rules_of(LEDGER) == ["RIT-01", "RIT-02"]


def test_a_ledger_says_how_its_rules_ids_begin() -> None:
    with pytest.raises(ValueError, match="rule prefix"):
        rules_of("| RIT-01 | Every miniature starts on SD. |")


def test_a_rule_that_no_test_names_is_a_fault() -> None:
    assert faults(["riff_in_time"], {"riff_in_time": ["RIT-01", "RIT-02"]}, {"RIT-01": 1}) == [
        "riff_in_time: no test names RIT-02."]


def test_a_game_without_a_ledger_is_a_fault() -> None:
    assert faults(["chess"], {"riff_in_time": ["RIT-01"]}, {}) == [
        "chess: its rules are not listed in docs/rules/chess.md."]


def test_a_test_that_names_no_rule_is_a_fault() -> None:
    assert faults(["riff_in_time"], {"riff_in_time": ["RIT-01"]}, {"RIT-01": 2, "RIT-77": 1}) == [
        "A test names RIT-77, which is in no ledger."]


def test_the_list_of_rules_ends_with_their_sum() -> None:
    assert list(listing("riff_in_time", ["RIT-01", "RIT-02"], {"RIT-01": 2})) == [
        "RIT-01      2", "RIT-02      0", "riff_in_time: 1 of 2 rules are named by a test"]


def test_the_ledger_of_riff_in_time_is_whole() -> None:
    ledger = (LEDGERS / "riff_in_time.md").read_text(encoding="utf-8")
    assert rules_of(ledger) == [f"RIT-{number:02}" for number in range(1, 134)]


def test_an_installed_companion_has_the_ledgers_where_it_looks_for_them() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = settings["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"] == {"docs/rules": "companion/rules"}
    assert rulebook.rule("riff_in_time", "RIT-02") is not None


@pytest.mark.parametrize("ledger", sorted(LEDGERS.glob("*.md")), ids=lambda path: path.stem)
def test_what_a_ledger_refers_to_is_there(ledger: Path) -> None:
    """A rule, ruling, decision or need of the box's content that another row names has a row of its own."""
    text = ledger.read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| ([A-Z]+-[A-Z]*\d+) \|", text, re.MULTILINE))
    prefixes = {row.rstrip("0123456789") for row in rows}
    named = set(re.findall(r"\b[A-Z]+-[A-Z]*\d+\b", text))
    assert {name for name in named if name.rstrip("0123456789") in prefixes} <= rows
