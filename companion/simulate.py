"""Random games, played to their end: do the rules always get there, soundly, and how do games end?"""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.engine.game import Game
from companion.engine.random_player import random_answer
from companion.engine.referee import Referee, Refused

MOST_ANSWERS = 20_000
"""A game that has not ended by then is taken for endless."""
SEATS = ("ana", "ben", "cleo", "dan", "eva", "finn", "gil", "hana")


class Unsound(Exception):
    """The rules have led to a state that cannot be on a real table; the text says what is wrong with it."""


@dataclass(frozen=True)
class Played:
    """One random game: how it ended (a reason of the rules, `endless`, or `fault`), and after how much.

    `fault` holds what went wrong inside the rules, a state that cannot be among it; `lines` the answers until
    then, as in a playthrough.
    """

    number: int
    ended: str
    won: bool
    answers: int
    turns: int
    fault: str = ""
    lines: tuple[str, ...] = ()


def play_one(game: Game[Any], seats: Sequence[str], options: Mapping[str, str | int], seed: int,
             number: int) -> Played:
    """Random game `number` of those with this seed: always the same one."""
    rng = Random(f"{seed} {number}")
    lines: list[str] = []
    try:
        referee = Referee(game, game.new(seats, options))
        while referee.question is not None and len(lines) < MOST_ANSWERS:
            seat = rng.choice(referee.waiting)
            words = random_answer(rng, referee.question.asks[seat])
            lines.append(" ".join((seat, referee.question.key, *words)))
            referee.answer(seat, referee.question.key, words)
            if referee.problems:
                raise Unsound(" ".join(str(Refused(problem)) for problem in referee.problems))
    except Exception as error:
        return Played(number, "fault", False, len(lines), 0, f"{type(error).__name__}: {error}", tuple(lines))
    outcome = referee.outcome
    if outcome is None:
        return Played(number, "endless", False, len(lines), len(referee.pages), "", tuple(lines))
    return Played(number, outcome.reason, bool(outcome.winners), len(lines), len(referee.pages))


def play_many(name: str, games: int, seats: Sequence[str], options: Mapping[str, str | int], seed: int,
              jobs: int = 1) -> Iterator[Played]:
    """Random games one after another, or in `jobs` programs at once; in the order in which they end."""
    if jobs == 1:
        yield from _play_some(name, range(games), seats, options, seed)
        return
    size = max(1, min(25, games // (2 * jobs)))
    numbers = [range(start, min(start + size, games)) for start in range(0, games, size)]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as programs:
        parts = [programs.submit(_play_list, name, some, seats, options, seed) for some in numbers]
        for part in as_completed(parts):
            yield from part.result()


def _play_some(name: str, numbers: range, seats: Sequence[str], options: Mapping[str, str | int],
               seed: int) -> Iterator[Played]:
    from companion.games import load
    game = load(name)
    for number in numbers:
        yield play_one(game, seats, options, seed, number)


def _play_list(name: str, numbers: range, seats: Sequence[str], options: Mapping[str, str | int],
               seed: int) -> list[Played]:
    return list(_play_some(name, numbers, seats, options, seed))


def summary(games: Sequence[Played]) -> list[str]:
    """How games ended, as lines of text."""
    lines = []
    for ended, count in Counter(game.ended for game in games).most_common():
        of_these = [game for game in games if game.ended == ended]
        won = sum(game.won for game in of_these)
        answers = sorted(game.answers for game in of_these)
        lines.append(f"{ended}: {count} of {len(games)} ({won} won), after {answers[0]} to {answers[-1]} "
                     f"answers, half of them by {answers[len(answers) // 2]}")
    return lines


def has_ended(game: Played) -> bool:
    """Whether a game came to an end of the rules' own."""
    return game.ended not in ("endless", "fault")
