"""Makes the weights that find top faces of every form: ``python -m vision.training.tops --help``."""

from __future__ import annotations

import os
from pathlib import Path

import click
import numpy as np
import torch

from vision.rendering import Label, random_scene, render
from vision.rendering.scene import floats
from vision.tops import THINGS, WEIGHTS
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


@click.command()
@click.option("--pictures", default=16_000, show_default=True, help="How many pictures to render.")
@click.option("--steps", default=6_500, show_default=True, help="Steps of a round of fitting.")
@click.option("--rounds", default=2, show_default=True, help="How many rounds.")
@click.option("--seed", default=3, show_default=True, help="The seed of everything.")
@click.option(
    "--jobs", default=max(1, (os.cpu_count() or 2) - 1), show_default=True, help="Helping processes."
)
@click.option("--keep", type=click.Path(path_type=Path), default=Path("build/training"), show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
def main(pictures: int, steps: int, rounds: int, seed: int, jobs: int, keep: Path, out: Path) -> None:
    """Renders pictures of dice of every form, fits the net and writes its weights to --out.

    Pictures and net lie in --keep as they are made: a run that was cut short goes on from there; empty that
    folder after a change.
    """
    keep.mkdir(parents=True, exist_ok=True)
    samples = drawn(rendered(pictures, seed, jobs, render_tops), pictures, keep / "tops.pickle")
    torch.manual_seed(seed)
    net = FaceNet(len(THINGS))
    for turn in range(rounds):
        # Each round begins with large steps again, where the one before it ended with small ones.
        plan = Plan(steps=steps, seed=seed + turn, jobs=jobs)
        net = fitted(Mixture(samples), plan, keep / f"tops{turn}.pt", net)
    write_onnx(net, out)


if __name__ == "__main__":
    main()
