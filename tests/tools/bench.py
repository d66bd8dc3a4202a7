"""Measure how many answers a second the rules of a game take on one core, with the journal off and on.

A player who picks blindly plays whole games. Each game's answers are counted in quarters, so that a game
that grew slower with its length would show. One game more is kept from ending by setting it right by hand
at each turn, which makes it many thousand answers long.
"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.game import Game
from companion.engine.journal import Header, Journal
from companion.engine.random_player import random_answer
from companion.engine.referee import Referee
from companion.games import load

LEAST = 5000
"""Answers a second on one core, journal off."""
FLAT = 0.5
"""The last quarter of a game must go at least at this share of the first one's speed; machines are noisy."""
SEATS = ("ana", "bob")
ENDLESS = {"san_dimas": 0, "riff_left": 60, "riff_discard": 0, "riff_seen": {}, "riff_known_top": []}
"""What keeps a game of Riff in Time from being lost."""


@dataclass
class Pace:
    """How long answers took: for each game, the moments before the first answer and after each one."""

    games: list[list[float]] = field(default_factory=list)

    @property
    def answers(self) -> int:
        return sum(len(game) - 1 for game in self.games)

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.answers / sum(game[-1] - game[0] for game in self.games)

    def rates_by_quarter(self) -> list[float]:
        """Answers a second in the first, second, third and last quarter of the games."""
        count, spent = [0] * 4, [0.0] * 4
        for game in self.games:
            cuts = [quarter * (len(game) - 1) // 4 for quarter in range(5)]
            for quarter, (first, last) in enumerate(pairwise(cuts)):
                count[quarter] += last - first
                spent[quarter] += game[last] - game[first]
        return [answers / seconds for answers, seconds in zip(count, spent, strict=True)]


def answer_blindly(referee: Referee, rng: Random) -> None:
    """Answer the open question for one seat that it waits for."""
    assert referee.question is not None
    seat = referee.waiting[0]
    referee.answer(seat, referee.question.key, random_answer(rng, referee.question.asks[seat]))


def play(referee: Referee, rng: Random, clock: Callable[[], float]) -> list[float]:
    """Play a game to its end; returns the moments between its answers."""
    moments = [clock()]
    while referee.question is not None:
        answer_blindly(referee, rng)
        moments.append(clock())
    return moments


def whole_games(game: Game[Any], seconds: float) -> Pace:
    """Games from the first question to the end, for about so long."""
    rng, pace, until = Random(1), Pace(), time.process_time() + seconds
    while time.process_time() < until:
        pace.games.append(play(Referee(game, game.new(SEATS, {})), rng, time.process_time))
    return pace


def endless_game(game: Game[Any], answers: int) -> Pace:
    """One game of so many answers; the time that setting it right takes is not counted."""
    rng = Random(1)
    referee = Referee(game, game.new(SEATS, {}))
    moments = [0.0]
    while len(moments) <= answers and referee.question is not None:
        if referee.state.san_dimas and not referee.pages[-1].answers and not referee.sealed:
            open_again = {f"rifts.{place}.level": 5 for place, rift in referee.state.rifts.items()
                          if not rift.fixed}
            referee.correct(ENDLESS | open_again)
        begun = time.process_time()
        answer_blindly(referee, rng)
        moments.append(moments[-1] + time.process_time() - begun)
    return Pace([moments])


def journalled_games(game: Game[Any], seconds: float, folder: Path) -> Pace:
    """Games whose every answer is on disk before the next: wall-clock time, since the disk is waited for."""
    rng, pace, until = Random(1), Pace(), time.perf_counter() + seconds
    while time.perf_counter() < until:
        header = Header(game.id, SEATS, {}, game.rules_version, game.content)
        journal = Journal.create(folder / f"{len(pace.games)}.journal", header)
        referee = Referee(game, game.new(SEATS, {}), record=journal.record)
        pace.games.append(play(referee, rng, time.perf_counter))
        journal.close()
    return pace


def machine() -> str:
    """The processor and the Python that were measured."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        text = ""
    models = [line.partition(":")[2].strip() for line in text.splitlines()
              if line.startswith(("model name", "Model"))]
    return f"{models[0] if models else platform.machine()}, Python {platform.python_version()}"


def told(what: str, pace: Pace) -> str:
    """A line of the report."""
    quarters = ", ".join(f"{rate:,.0f}" for rate in pace.rates_by_quarter())
    return (f"{what}: {pace.rate:,.0f} answers a second over {pace.answers:,} answers "
            f"(by quarters of a game: {quarters})")


def faults(paces: Sequence[Pace]) -> list[str]:
    """What is too slow, in sentences; `paces` were measured with the journal off."""
    slow = [f"{pace.rate:,.0f} answers a second are fewer than {LEAST:,}." for pace in paces
            if pace.rate < LEAST]
    quarters = [pace.rates_by_quarter() for pace in paces]
    slowing = [f"A game's last quarter goes at {last:,.0f} answers a second, its first at {first:,.0f}."
               for first, *_, last in quarters if last < FLAT * first]
    return slow + slowing


def main() -> int:
    """Measure and report; 1 when the rules are too slow or grow slower."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each measurement takes")
    parser.add_argument("--answers", type=int, default=20_000, help="the length of the long game")
    given = parser.parse_args()
    game = load("riff_in_time")
    print(f"Riff in Time, two seats, on {machine()}")
    whole = whole_games(game, given.seconds)
    print(told("journal off, one core, whole games", whole))
    endless = endless_game(game, given.answers)
    print(told("journal off, one core, one long game", endless))
    with tempfile.TemporaryDirectory() as folder:
        print(told("journal on, each answer on disk", journalled_games(game, given.seconds, Path(folder))))
    slow = faults([whole, endless])
    print("\n".join(slow), end="\n" if slow else "")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
