"""Fits what weighs how much for a die that the rules doubt (`vision/pips/weighing.py`), and prints it.

    python -m vision.training.weighing --photos FOLDER --unseen NETS --pictures FOLDER ...

Rendered pictures are read by the nets that there are, and so are --pictures that no net saw: path-traced
ones, or such that hold no dice. Photographs of d6 are read by the nets in NETS, which never saw them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import click
import cv2
import torch
from torch import nn

from vision.finding import top_finder
from vision.pips import net
from vision.training.doubted import Weighed, doubted_photographed, doubted_pictured, doubted_rendered
from vision.training.pictures import pool_of, traced

# How strongly the squares of the weights are held down, in units in which all that is known varies alike.
DECAY = 1.7


def fitted(weighed: Sequence[Weighed]) -> dict[str, float]:
    """The weights by logistic regression, and the `offset`."""
    names = list(weighed[0][0])
    said = torch.tensor([[numbers[name] for name in names] for numbers, _ in weighed], dtype=torch.float64)
    right = torch.tensor([[float(is_right)] for _, is_right in weighed], dtype=torch.float64)
    mean, spread = said.mean(0), said.std(0).clamp_min(1e-6)
    layer = nn.Linear(len(names), 1, dtype=torch.float64)
    nn.init.zeros_(layer.weight)
    steps = torch.optim.LBFGS(layer.parameters(), max_iter=500, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        steps.zero_grad()
        unsure = nn.functional.binary_cross_entropy_with_logits(
            layer((said - mean) / spread), right, reduction="sum"
        )
        total: torch.Tensor = unsure + DECAY * layer.weight.square().sum()
        total.backward()
        return total

    steps.step(loss)
    weights = layer.weight.detach()[0] / spread
    offset = float(layer.bias.detach()[0] - (weights * mean).sum())
    return dict(zip(names, weights.tolist(), strict=True)) | {"offset": offset}


@click.command(help=__doc__)
@click.option("--rendered", "count", default=1600, show_default=True, help="how many pictures to render")
@click.option("--seed", default=51, show_default=True)
@click.option("--photos", type=click.Path(exists=True, path_type=Path), help="photographs with labels.csv")
@click.option("--unseen", type=click.Path(exists=True, path_type=Path), help="nets that never saw them")
@click.option("--jobs", default=2, show_default=True, help="processes that render and read")
@click.option(
    "--pictures",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    help="path-traced, or without dice; several times",
)
def main(
    count: int, seed: int, jobs: int, photos: Path | None, unseen: Path | None, pictures: tuple[Path, ...]
) -> None:
    """Read all pictures, fit the weights and print them."""
    cv2.setNumThreads(1)
    with pool_of(jobs) as pool:
        drawn = pool.imap(doubted_rendered, range(seed * 10_000, seed * 10_000 + count), chunksize=16)
        shown = pool.imap(doubted_pictured, chain.from_iterable(traced(folder) for folder in pictures))
        weighed = list(chain.from_iterable(chain(drawn, shown)))
    if photos is not None:
        if unseen is not None:
            net.WEIGHTS, top_finder.WEIGHTS = unseen / net.WEIGHTS.name, unseen / top_finder.WEIGHTS.name
            net.shipped.cache_clear()
            top_finder.shipped.cache_clear()
        weighed += doubted_photographed(photos)
    right = sum(is_right for _, is_right in weighed)
    click.echo(f"{len(weighed)} dice that the rules doubt, {right} of them right")
    for name, weight in fitted(weighed).items():
        click.echo(f'    "{name}": {weight:.3f},')


if __name__ == "__main__":
    main()
