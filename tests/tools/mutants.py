"""Break a game's rules on purpose, one small change at a time, and count the changes that its tests notice.

mutmut makes the mutants and runs tests/games/GAME on each. Changes to the wording of a sentence are left
out (its wording is no rule), as are the modules that lay out what is shown. There are thousands of mutants:
a sample is tried, always the same one for the same rules, or all with --all.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
COPIED = ("companion", "docs", "hardware", "pyproject.toml", "README.md", "tests", "vision", "web")
UNCOUNTED = ("panels.py", "plan.py", "screens.py")
NOTICED = ("killed", "timeout", "segfault", "suspicious")
SHARE = 85
"""Per cent of the mutants that the tests of a game must notice."""


@dataclass(frozen=True)
class Mutant:
    """One change to one function, and what came of it: a word of mutmut's, such as `killed`."""

    name: str
    module: str
    change: str
    result: str = ""

    @property
    def noticed(self) -> bool:
        return self.result in NOTICED


class _Wordless(ast.NodeTransformer):
    """Makes all sentences alike."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:  # the name is ast's
        is_sentence = isinstance(node.value, str) and " " in node.value
        return ast.Constant("a sentence") if is_sentence else node


def mutants_in(module: str, source: str) -> Iterator[Mutant]:
    """The mutants that mutmut has written into `source`, without those that only reword a sentence."""
    functions = {node.name: node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)}
    for name, function in functions.items():
        stem, is_mutant, number = name.rpartition("__mutmut_")
        if not is_mutant or not number.isdigit():
            continue
        original = functions[f"{stem}__mutmut_orig"]
        change = _change(original, function)
        if _without_words(original) != _without_words(function):
            yield Mutant(f"{module}.{name}", module, change)


def _change(original: ast.FunctionDef, mutant: ast.FunctionDef) -> str:
    """The lines that differ, `- old` and `+ new`."""
    before, after = ast.unparse(original).splitlines()[1:], ast.unparse(mutant).splitlines()[1:]
    lines = difflib.unified_diff(before, after, n=0, lineterm="")
    return "\n".join(f"{line[0]} {line[1:].strip()}" for line in lines
                     if line[:1] in "+-" and line[:3] not in ("+++", "---"))


def _without_words(function: ast.FunctionDef) -> list[str]:
    plain = ast.parse(ast.unparse(function)).body[0]
    return [ast.dump(_Wordless().visit(part)) for part in getattr(plain, "body", [])]


def copy_project(game: str, folder: Path) -> None:
    """Copy what the tests of `game` need, and tell mutmut what to change."""
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc", ".hypothesis")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=ignored)
        elif source.exists():
            shutil.copy(source, folder / name)
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as settings:
        settings.write(
            "\n[tool.mutmut]\n"
            f'source_paths = ["companion/games/{game}"]\n'
            f"do_not_mutate = {[f'companion/games/{game}/{name}' for name in UNCOUNTED]}\n"
            f'pytest_add_cli_args_test_selection = ["tests/games/{game}"]\n'
            'pytest_add_cli_args = ["-p", "no:cacheprovider"]\n'
            f"also_copy = {[name for name in COPIED if (ROOT / name).is_dir()]}\n"
        )


def mutmut(folder: Path, *words: str, may_fail: bool = False) -> str:
    """What mutmut says. SystemExit with the end of it when it fails and may not."""
    command = [sys.executable, "-m", "mutmut", *words]
    ended = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if ended.returncode and not may_fail:
        sys.exit(f"mutmut {words[0]} failed:\n{ended.stdout[-3000:]}")
    return ended.stdout


def results(said: str) -> dict[str, str]:
    """The result of each mutant, by its name, from what `mutmut results` says."""
    lines = (line.strip().partition(": ") for line in said.splitlines())
    return {name: result for name, _, result in lines if result}


def written(folder: Path, game: str) -> list[Mutant]:
    """Every mutant in mutmut's copy of the game."""
    found: list[Mutant] = []
    for path in sorted((folder / "mutants" / "companion" / "games" / game).rglob("*.py")):
        module = ".".join(path.relative_to(folder / "mutants").with_suffix("").parts)
        found.extend(mutants_in(module, path.read_text(encoding="utf-8")))
    return found


def judged(mutants: Sequence[Mutant], said: Mapping[str, str]) -> list[Mutant]:
    """The mutants that were tried, with what came of them."""
    return [Mutant(mutant.name, mutant.module, mutant.change, said[mutant.name]) for mutant in mutants
            if said.get(mutant.name, "not checked") != "not checked"]


def report(game: str, tried: Sequence[Mutant], survivors: Path) -> int:
    """Print the share that was noticed, list the rest in a file; 1 when too few were noticed."""
    missed = [mutant for mutant in tried if not mutant.noticed]
    survivors.parent.mkdir(parents=True, exist_ok=True)
    listed = (f"{mutant.name} ({mutant.result})\n{mutant.change}\n\n" for mutant in missed)
    survivors.write_text("".join(listed), encoding="utf-8")
    for module in sorted({mutant.module for mutant in tried}):
        there = [mutant for mutant in tried if mutant.module == module]
        print(f"{module}: {sum(mutant.noticed for mutant in there)} of {len(there)}")
    share = 100 * (len(tried) - len(missed)) / max(1, len(tried))
    print(f"{game}: {len(tried) - len(missed)} of {len(tried)} mutants killed, {share:.1f} %; "
          f"at least {SHARE} % are asked for. The others are listed in {survivors.relative_to(ROOT)}.")
    return 0 if tried and share >= SHARE else 1


def main() -> int:
    """Make the mutants of a game, run its tests on them, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="the game's id, such as riff_in_time")
    parser.add_argument("--sample", type=int, default=800, help="how many to try (800)")
    parser.add_argument("--all", action="store_true", help="try every one (half an hour and more)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many to try at once")
    given = parser.parse_args()
    if not (ROOT / "companion" / "games" / given.game).is_dir():
        parser.error(f"There is no game {given.game} in companion/games.")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_project(given.game, folder)
        # Mutants must be there before they can be named: a run for none of them writes them all.
        mutmut(folder, "run", "none", may_fail=True)
        mutants = written(folder, given.game)
        count = len(mutants) if given.all else min(given.sample, len(mutants))
        print(f"{count} of {len(mutants)} mutants of {given.game} are tried.", flush=True)
        picked = sorted(mutant.name for mutant in random.Random(1).sample(mutants, count))
        mutmut(folder, "run", "--max-children", str(given.jobs), *picked)
        tried = judged(mutants, results(mutmut(folder, "results", "--all", "true")))
    return report(given.game, tried, ROOT / "build" / "mutants" / f"{given.game}.txt")


if __name__ == "__main__":
    sys.exit(main())
