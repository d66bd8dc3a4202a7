"""`companion simulate`: random games with a progress bar, and how they ended."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from companion.games import load
from companion.simulate import SEATS, Played, has_ended, play_many, summary


def run_simulation(name: str, games: int, seats: int, seed: int, jobs: int,
                   options: Mapping[str, str | int]) -> int:
    """Play and report; the exit code: 0 when every game ended. ValueError when the game cannot be so."""
    names = SEATS[:seats]
    load(name).new(names, options)
    played: list[Played] = []
    started = time.perf_counter()
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task(f"{name}, {seats} seats", total=games)
        for game in play_many(name, games, names, options, seed, jobs):
            played.append(game)
            progress.advance(bar)
    seconds = time.perf_counter() - started
    answers = sum(game.answers for game in played)
    click.echo("\n".join(summary(played)))
    click.echo(f"{answers} answers in {seconds:.1f} s, {answers / seconds:.0f} a second")
    unended = sorted((game for game in played if not has_ended(game)), key=lambda game: game.number)
    for game in unended[:5]:
        file = _playthrough(name, names, options, game)
        click.echo(f"Game {game.number} of seed {seed} did not end ({game.fault or game.ended}); it is in "
                   f"{file}: companion script {file}", err=True)
    return 1 if unended else 0


def _playthrough(name: str, seats: tuple[str, ...], options: Mapping[str, str | int], game: Played) -> Path:
    """A random game as a playthrough file, to be looked at."""
    header = [f"game: {name}", f"seats: {' '.join(seats)}"]
    if options:
        header.append("options: " + " ".join(f"{option}={value}" for option, value in options.items()))
    with tempfile.NamedTemporaryFile("w", prefix=f"{name}-{game.number}-", suffix=".txt", delete=False,
                                     encoding="utf-8") as file:
        file.write("\n".join([*header, "---", *game.lines, ""]))
    return Path(file.name)
