"""Running commands in a test, and what they say."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from companion.cli import main


def companion(*words: str | Path) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, [str(word) for word in words])


def said(result: Result) -> str:
    """All that it said, in one line."""
    return " ".join(result.output.split())


def begin(*words: str) -> Result:
    """Begin a game."""
    result = companion("new", "riff_in_time", "--seats", "ana bob", *words)
    assert result.exit_code == 0, result.output
    return result
