"""The battery that every registered game passes; the tiny games of the tests pass it too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine.game import Game
from companion.games import GAMES, load
from tests.battery import laws
from tests.companion.pig import Auction, Pig

PLAYTHROUGHS = Path(__file__).parents[1] / "games"
LONGEST_PLAYTHROUGH = 200
PLAYED: dict[str, Game[Any]] = {**{name: load(name) for name in GAMES}, "pig": Pig(), "auction": Auction()}

every_game = pytest.mark.parametrize("game", PLAYED.values(), ids=PLAYED.keys())
made_up = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 2**32)
seats = st.integers(2, 4)
stops = st.integers(0, 160)


@every_game
@settings(made_up, max_examples=12)
@given(seats=seats, seed=seeds)
def test_random_games_end_and_stay_sound(game: Game[Any], seats: int, seed: int) -> None:
    laws.every_game_ends_and_stays_sound(game, seats, seed)


@every_game
def test_the_fewest_players_can_play(game: Game[Any]) -> None:
    laws.every_game_ends_and_stays_sound(game, game.least_seats, seed=1)


@every_game
@made_up
@given(seats=seats, seed=seeds, answers=stops)
def test_undo_restores_the_game_exactly(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    laws.undo_restores_exactly(game, seats, seed, answers)


@every_game
@made_up
@given(seats=seats, seed=seeds, answers=stops)
def test_what_an_undo_changes_is_named(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    laws.what_undo_changes_is_named(game, seats, seed, answers)


@every_game
def test_what_undoing_the_last_answer_changes_is_named(game: Game[Any]) -> None:
    laws.what_undo_changes_is_named(game, game.least_seats, seed=3, answers=laws.LONGEST_GAME)


@every_game
@made_up
@given(seats=seats, seed=seeds, answers=stops)
def test_rereading_the_journal_gives_what_playing_gave(
    game: Game[Any], seats: int, seed: int, answers: int
) -> None:
    laws.rereading_gives_what_playing_gave(game, seats, seed, answers)


@every_game
@made_up
@given(seats=seats, seed=seeds, answers=stops)
def test_amending_to_the_same_changes_nothing(
    game: Game[Any], seats: int, seed: int, answers: int
) -> None:
    laws.amending_to_the_same_changes_nothing(game, seats, seed, answers)


@every_game
@made_up
@given(seats=seats, seed=seeds, answers=stops)
def test_corrections_hold_or_are_refused(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    laws.corrections_hold(game, seats, seed, answers)


@every_game
@made_up
@given(seats=seats, seed=seeds, answers=stops)
def test_offered_words_are_taken_and_no_others(
    game: Game[Any], seats: int, seed: int, answers: int
) -> None:
    laws.offered_words_are_taken_and_no_others(game, seats, seed, answers)


@every_game
@made_up
@given(seats=seats, seed=seeds, answers=stops)
def test_words_have_meanings(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    laws.words_have_meanings(game, seats, seed, answers)


@every_game
@made_up
@given(seats=seats, seed=seeds, answers=stops)
def test_views_keep_secrets(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    laws.views_keep_secrets(game, seats, seed, answers)


@every_game
@made_up
@given(seats=seats, seed=seeds, answers=stops)
def test_views_are_plain(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    laws.views_are_plain(game, seats, seed, answers)


@every_game
@made_up
@given(seats=seats, seed=seeds, answers=stops)
def test_what_is_barred_says_why(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    laws.what_is_barred_says_why(game, seats, seed, answers)


@every_game
@made_up
@given(seats=seats, seed=seeds, answers=stops)
def test_a_turn_stands_at_one_step_at_most(game: Game[Any], seats: int, seed: int, answers: int) -> None:
    laws.a_turn_stands_at_one_step_at_most(game, seats, seed, answers)


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_playthrough_exists_and_is_short_enough_to_read(name: str) -> None:
    found = sorted((PLAYTHROUGHS / name / "playthroughs").glob("*.txt"))
    assert found
    for path in found:
        assert len(path.read_text().splitlines()) <= LONGEST_PLAYTHROUGH, path.name
