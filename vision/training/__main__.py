"""Makes the weights of the nets for top faces: ``python -m vision.training --help``."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
import torch

from vision.training.fit import Plan, write_onnx
from vision.training.keeping import drawn, fitted
from vision.training.network import FaceNet, SpotNet
from vision.training.pictures import Mixture, rendered
from vision.training.recipes import FOLDS, RECIPES, all_photographs, fold_of, left_in


@click.command()
@click.argument("name", type=click.Choice(list(RECIPES)))
@click.option("--pictures", default=30_000, show_default=True, help="How many pictures to render.")
@click.option("--photos", type=click.Path(path_type=Path, exists=True), help="Labelled photographs to add.")
@click.option(
    "--share", default=0.5, show_default=True, help="The photographs' share of the steps with them."
)
@click.option("--leave-out", is_flag=True, help="Make nets that never saw a third of the photographs, too.")
@click.option("--seed", default=1, show_default=True, help="The seed of everything.")
@click.option(
    "--jobs", default=max(1, (os.cpu_count() or 2) - 1), show_default=True, help="Helping processes."
)
@click.option("--keep", type=click.Path(path_type=Path), default=Path("build/training"), show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="The weights' file; else that of the package.")
def main(
    name: str,
    pictures: int,
    photos: Path | None,
    share: float,
    leave_out: bool,
    seed: int,
    jobs: int,
    keep: Path,
    out: Path | None,
) -> None:
    """Renders pictures, fits the net of that NAME and writes its weights.

    Without --photos from the renderer alone; with it the net learns from the photographs as well. Pictures
    and nets lie in --keep as they are made: a run that was cut short goes on from there; empty that folder
    after a change. Nets of --leave-out lie in --keep as well, a folder for each third, for
    `python -m tests.benchmarks.reading PHOTOS --weights FOLDER`.
    """
    keep.mkdir(parents=True, exist_ok=True)
    recipe, out = RECIPES[name], out or RECIPES[name].weights
    pictured = Mixture(drawn(rendered(pictures, seed, jobs, recipe.draw), pictures, keep / f"{name}.pickle"))
    torch.manual_seed(seed)
    plan = Plan(steps=recipe.steps, rate=recipe.rate, seed=seed, jobs=jobs)
    start = FaceNet(recipe.things) if recipe.things else SpotNet()
    net = fitted(pictured, plan, keep / f"{name}.pt", start)
    write_onnx(net, out)
    if photos is None:
        return
    samples = [recipe.known(sample) for sample in all_photographs(photos)]
    further = replace(plan, steps=recipe.more, rate=1e-3, seed=seed + 1)
    more = partial(replace, pictured, share=share)
    for third in range(FOLDS) if leave_out else ():
        folder = keep / f"without_{third}"
        folder.mkdir(exist_ok=True)
        known = more(photographs=left_in(samples, third))
        write_onnx(fitted(known, further, folder / f"{name}.pt", net), folder / f"{name}.onnx")
        left = sorted({sample.origin for sample in samples if fold_of(sample, samples) == third})
        print(f"{folder} never saw {', '.join(left)}", flush=True)
    write_onnx(fitted(more(photographs=samples), further, keep / f"{name}_all.pt", net), out)


if __name__ == "__main__":
    main()
