"""Which game a demo plays."""

from __future__ import annotations

from pathlib import Path

from companion.demo import game_for
from companion.engine.journal import Journal
from companion.shelf import Shelf
from tests.companion.tables import end_early


def played(path: Path) -> str:
    """The game of a journal."""
    journal = Journal.open(path)
    try:
        return journal.header().game
    finally:
        journal.close()


def test_a_demo_goes_on_with_the_last_one_unless_another_game_is_named(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    first = game_for(shelf, None, ["ana", "bob"], False)
    assert played(first) == "riff_in_time"
    other = game_for(shelf, "professor_evil", ["ana", "bob"], False)
    assert played(other) == "professor_evil"
    assert game_for(shelf, None, ["ana", "bob"], False) == other
    assert game_for(shelf, "professor_evil", ["ana", "bob"], False) == other
    assert game_for(shelf, "professor_evil", ["ana", "bob"], True) != other


def test_a_demo_that_its_players_ended_is_followed_by_a_new_one(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    ended = game_for(shelf, None, ["ana", "bob"], False)
    end_early(ended)
    assert game_for(shelf, None, ["ana", "bob"], False) != ended
