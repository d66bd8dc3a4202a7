"""Golden playthroughs of every game: each file tells the same story as when it was last looked at.

`pytest tests/games/test_golden_playthroughs.py --regenerate` writes the stories anew; read the diff.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.golden import story

FILES = sorted(Path(__file__).parent.glob("*/playthroughs/*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_playthrough_tells_the_same_story_as_before(path: Path, regenerate: bool) -> None:
    expected, told = path.with_suffix(".expected"), "\n".join(story(path)) + "\n"
    if regenerate:
        expected.write_text(told, encoding="utf-8")
    assert told == expected.read_text(encoding="utf-8")
