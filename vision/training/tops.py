"""Makes the weights that find top faces of every form: ``python -m vision.training.tops --help``."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
import torch

from vision.rendering import Label, random_scene, render
from vision.rendering.scene import floats
from vision.tops import THINGS, WEIGHTS, TopFinder
from vision.training.d8_photographs import FOLDS, d8_photographs, fold_of, found_line
from vision.training.fit import Plan, write_onnx
from vision.training.keeping import drawn, fitted
from vision.training.network import FaceNet
from vision.training.pictures import RENDERED, RENDERED_SIDE, Mixture, Sample, pack, rendered

# What this net calls what the renderer calls otherwise; a solid of no game is not to be found.
THING_OF = {"other": "sign", "d8": "d8", "token": "token"}
SHARES = (0.2, 0.33, 0.27, 0.12, 0.08)  # of vision.rendering.random_scenes.KINDS
TILT = 40.0


def _thing(label: Label) -> str:
    return label.face if label.kind == "d6" else THING_OF[label.kind]


def render_tops(seed: int) -> Sample:
    """The rendered picture number ``seed``; the rows' "face" is a place in THINGS."""
    rng = np.random.default_rng([seed, 8])
    scene = random_scene(rng, RENDERED_SIDE, RENDERED_SIDE, (18.0, 110.0), TILT, SHARES)
    frame, labels = render(scene, rng)
    rows = [
        [label.x, label.y, label.r, THINGS.index(_thing(label)), label.visible > 0.97]
        for label in labels
        if label.kind != "foreign"
    ]
    return Sample(pack(frame), floats(rows).reshape(-1, 5), RENDERED, str(seed))


def _by_strangers(mixture: Mixture, plan: Plan, keep: Path, start: FaceNet) -> None:
    """Prints what nets find of d8s that they never saw."""
    for fold in range(FOLDS):
        known = [sample for sample in mixture.photographs if fold_of(sample) != fold]
        net = fitted(replace(mixture, photographs=known), plan, keep / f"tops_without_{fold}.pt", start)
        write_onnx(net, keep / f"tops_without_{fold}.onnx")
        unseen = [sample for sample in mixture.photographs if fold_of(sample) == fold]
        print(
            f"third {fold}: {found_line(unseen, TopFinder(keep / f'tops_without_{fold}.onnx'))}", flush=True
        )


@click.command()
@click.option("--pictures", default=30_000, show_default=True, help="How many pictures to render.")
@click.option("--steps", default=13_000, show_default=True, help="Steps of fitting on rendered pictures.")
@click.option("--photos", type=click.Path(path_type=Path, exists=True), help="Photographs of d8 to add.")
@click.option("--more", default=900, show_default=True, help="Steps of fitting with photographs added.")
@click.option("--share", default=0.3, show_default=True, help="The photographs' share of those steps.")
@click.option("--leave-out", is_flag=True, help="Measure each third of the dice by a net that never saw it.")
@click.option("--seed", default=3, show_default=True, help="The seed of everything.")
@click.option(
    "--jobs", default=max(1, (os.cpu_count() or 2) - 1), show_default=True, help="Helping processes."
)
@click.option("--keep", type=click.Path(path_type=Path), default=Path("build/training"), show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
def main(
    pictures: int,
    steps: int,
    photos: Path | None,
    more: int,
    share: float,
    leave_out: bool,
    seed: int,
    jobs: int,
    keep: Path,
    out: Path,
) -> None:
    """Renders pictures of dice of every form, fits the net and writes its weights to --out.

    With --photos the net learns from photographs of d8 too. Pictures and nets lie in --keep as they are made:
    a run that was cut short goes on from there; empty that folder after a change.
    """
    keep.mkdir(parents=True, exist_ok=True)
    pictured = Mixture(drawn(rendered(pictures, seed, jobs, render_tops), pictures, keep / "tops.pickle"))
    torch.manual_seed(seed)
    net = fitted(pictured, Plan(steps=steps, seed=seed, jobs=jobs), keep / "tops.pt", FaceNet(len(THINGS)))
    write_onnx(net, out)
    if photos is None:
        return
    mixture = replace(pictured, photographs=d8_photographs(photos), share=share)
    further = Plan(steps=more, seed=seed + 1, jobs=jobs, rate=1e-3)
    if leave_out:
        _by_strangers(mixture, further, keep, net)
    write_onnx(fitted(mixture, further, keep / "tops_all.pt", net), out)


if __name__ == "__main__":
    main()
