"""Makes the weights of the nets for top faces: `python -m vision.training --help`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
import torch
from torch import Tensor

from vision.finding.hourglass import PATCH
from vision.training.d8_photographs import FOLDS
from vision.training.fit import AnyNet, Plan, prepared, write_onnx
from vision.training.keeping import drawn, fitted
from vision.training.network import FaceNet, SpotNet
from vision.training.pictures import Mixture, Sample, piece_of, rendered
from vision.training.pictures import path_traced as pictures_of
from vision.training.recipes import RECIPES, Recipe, all_photographs, fold_of, left_in, with_spots
from vision.training.restoring import blend, restored

SPOTTED = 10_000  # rendered pictures of which single places are shown: finding them takes a while
LOOKS_AT_ONCE = 96
# Last of all: the shares of path-traced pictures and of photographs, and the highest rate.
TRACED, SHARE_BESIDE, LAST_RATE = 0.35, 0.35, 7e-4
SOME = 256  # pieces, by which a net's normalizations are made anew


@click.command()
@click.argument("name", type=click.Choice(list(RECIPES)))
@click.option("--pictures", default=30_000, show_default=True, help="How many pictures to render.")
@click.option("--photos", type=click.Path(path_type=Path, exists=True), help="Labelled photographs to add.")
@click.option(
    "--share", default=0.5, show_default=True, help="The photographs' share of the steps with them."
)
@click.option(
    "--path-traced", type=click.Path(path_type=Path, exists=True), help="Pictures drawn by Blender to add."
)
@click.option("--go-on", is_flag=True, help="Begin with the shipped weights, and keep a share of them.")
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
    path_traced: Path | None,
    go_on: bool,
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
    `python -m tests.benchmarks.reading PHOTOS --weights FOLDER`. With --path-traced it is shown these, too,
    last of all; with --go-on that is all it is shown, beside rendered ones.
    """
    if leave_out and (go_on or photos is None):
        raise click.UsageError(
            "--leave-out leaves out photographs of nets that begin anew: it needs --photos, and no --go-on."
        )
    keep.mkdir(parents=True, exist_ok=True)
    recipe, out = RECIPES[name], out or RECIPES[name].weights
    pictured = Mixture(drawn(rendered(pictures, seed, jobs, recipe.draw), pictures, keep / f"{name}.pickle"))
    torch.manual_seed(seed)
    plan = Plan(steps=recipe.steps, rate=recipe.rate, seed=seed, jobs=jobs)
    net = start = FaceNet(recipe.things) if recipe.things else SpotNet()
    if not go_on:
        net = fitted(pictured, plan, keep / f"{name}.pt", start)
        write_onnx(net, out)
    samples = [recipe.known(sample) for sample in all_photographs(photos)] if photos is not None else []
    shown = _with_photographs(pictured, samples, recipe, share)
    further = replace(plan, rate=1e-3)
    plans = _further(recipe, further, bool(samples))
    if leave_out:
        _leave_thirds_out(shown, plans, keep, name, net)
    if go_on:
        net = restored(
            start, recipe.weights, _some(replace(shown, photographs=()), plan.seed, PATCH, recipe.look)
        )
    else:
        net = _fitted(shown, plans, keep / f"{name}_all", net)
    if path_traced is not None:
        shown = _with_path_traced(shown, path_traced, recipe)
    if go_on or path_traced is not None:
        last = replace(shown, share=SHARE_BESIDE)
        net = fitted(last, _last(recipe, further), keep / f"{name}_last.pt", net)
    before = recipe.weights.read_bytes() if go_on else None
    write_onnx(net, out)
    if before is not None:
        blend(out, before)


def _with_photographs(pictured: Mixture, samples: list[Sample], recipe: Recipe, share: float) -> Mixture:
    """Rendered pictures and photographs; where single places are shown, with those that look like faces."""
    if recipe.looks:
        pictured = replace(pictured, rendered=[with_spots(one) for one in pictured.rendered[:SPOTTED]])
        samples = [with_spots(sample) for sample in samples]
    return replace(pictured, photographs=samples, share=share)


def _with_path_traced(shown: Mixture, folder: Path, recipe: Recipe) -> Mixture:
    traced = pictures_of(folder, recipe.named)
    traced = [with_spots(one) for one in traced] if recipe.looks else traced
    return replace(shown, traced=traced, traced_share=TRACED)


def _leave_thirds_out(shown: Mixture, plans: Mapping[str, Plan], keep: Path, name: str, net: AnyNet) -> None:
    """Nets that never saw a third of the photographs, a folder in `keep` for each."""
    samples = shown.photographs
    for third in range(FOLDS):
        folder = keep / f"without_{third}"
        folder.mkdir(exist_ok=True)
        known = replace(shown, photographs=left_in(samples, third))
        write_onnx(_fitted(known, plans, folder / name, net), folder / f"{name}.onnx")
        left = sorted({sample.origin for sample in samples if fold_of(sample, samples) == third})
        print(f"{folder} never saw {', '.join(left)}", flush=True)


def _further(recipe: Recipe, plan: Plan, photographed: bool) -> dict[str, Plan]:
    """What comes after the rendered pictures."""
    plans = {"photographs": replace(plan, steps=recipe.more, seed=plan.seed + 1)} if photographed else {}
    if recipe.looks:
        plans["looks"] = _looking(recipe, plan)
    return plans


def _looking(recipe: Recipe, plan: Plan) -> Plan:
    """Single places, as the reader looks at them."""
    looking = replace(plan, steps=recipe.looks, seed=plan.seed + 2)
    return replace(looking, batch=LOOKS_AT_ONCE, side=PATCH, look=recipe.look)


def _last(recipe: Recipe, plan: Plan) -> Plan:
    """What comes last, where path-traced pictures are shown or it goes on from the weights that there are."""
    last = _looking(recipe, plan) if recipe.looks else plan
    return replace(last, steps=recipe.last, rate=LAST_RATE, seed=plan.seed + 3)


def _some(mixture: Mixture, seed: int, side: int, look: float | None) -> Tensor:
    """A few pieces as the net takes them."""
    rng = np.random.default_rng(seed)
    pieces = [piece_of(mixture.draw(rng), rng, side, look)[0] for _ in range(SOME)]
    return prepared(torch.from_numpy(np.stack(pieces).transpose(0, 3, 1, 2)))


def _fitted(mixture: Mixture, plans: Mapping[str, Plan], keep: Path, net: AnyNet) -> AnyNet:
    for what, plan in plans.items():
        net = fitted(mixture, plan, keep.with_name(f"{keep.name}_{what}.pt"), net)
    return net


if __name__ == "__main__":
    main()
