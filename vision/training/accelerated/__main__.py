"""Goes on with the weights of a net for top faces: `python -m vision.training.accelerated --help`."""

from __future__ import annotations

import os
import pickle
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
import torch

from vision.training.accelerated.fit import TRACED, Course, fit_all, shown
from vision.training.accelerated.pieces import Bank
from vision.training.accelerated.windows import Drawing, all_around
from vision.training.fit import write_onnx
from vision.training.network import FaceNet
from vision.training.pictures import RENDERED, Sample, path_traced, pool_of
from vision.training.recipes import RECIPES, all_photographs, thing_of, with_spots
from vision.training.restoring import restored

RENDERED_SHARE, TRACED_SHARE = 0.35, 0.37  # the rest are photographs, evenly by folder
RATE, NEW_RATE = 1e-3, 3e-3  # of a net that goes on, and of one that begins with nothing
SOME = 256


@click.command()
@click.argument("name", type=click.Choice([name for name, recipe in RECIPES.items() if recipe.things]))
@click.option("--photos", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--path-traced", "traced", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--seconds", default=450, show_default=True, help="How long to fit.")
@click.option("--room", default=42_000, show_default=True, help="Windows to keep: 250 KB each.")
@click.option("--leave-out", multiple=True, help="A folder of photographs that one more net never sees.")
@click.option("--seed", default=1, show_default=True, help="The seed of everything.")
@click.option(
    "--jobs", default=max(1, (os.cpu_count() or 2) - 2), show_default=True, help="Helping processes."
)
@click.option("--keep", type=click.Path(path_type=Path), default=Path("build/training"), show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="The weights' file; else that of the package.")
def main(
    name: str,
    photos: Path,
    traced: Path,
    seconds: int,
    room: int,
    leave_out: tuple[str, ...],
    seed: int,
    jobs: int,
    keep: Path,
    out: Path | None,
) -> None:
    """Goes on with the net of that NAME, for so many seconds, on the accelerator where there is one.

    It sees places in rendered pictures, which are drawn meanwhile, in those of --path-traced and in the
    --photos. What was looked for in pictures lies in --keep; empty that folder after a change. So does the
    net that never sees the folders of --leave-out, in left_out: it goes on, too, or begins with nothing.
    """
    torch.manual_seed(seed)
    np.random.seed(seed)
    torch.backends.cudnn.benchmark = True
    recipe, out = RECIPES[name], out or RECIPES[name].weights
    unseeing = keep / "left_out" / f"{name}.onnx"
    assert recipe.look is not None
    bank = Bank(room, recipe.things, torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    pictured = _pictured(photos, traced, keep)
    with pool_of(jobs) as pool:
        for windows in all_around(pool, pictured):
            bank.take_in(windows)
        # What a net tells apart is its recipe's affair; here each die lies in the picture, whatever it is.
        drawing = Drawing(pool, replace(recipe, named=thing_of), seed, room)
        bank.take_in(drawing.taken(SOME, SOME))
        photographed = [group for group in pictured if group != TRACED]
        shares = dict.fromkeys(photographed, (1 - RENDERED_SHARE - TRACED_SHARE) / len(photographed))
        shares |= {RENDERED: RENDERED_SHARE, TRACED: TRACED_SHARE}
        pieces = shown(bank, shares, recipe.look, SOME).cpu()
        courses = [Course(restored(FaceNet(recipe.things), recipe.weights, pieces), RATE)]
        if leave_out:
            other = Course(FaceNet(recipe.things), NEW_RATE, frozenset(leave_out))
            if unseeing.is_file():
                other = replace(other, net=restored(other.net, unseeing, pieces), rate=RATE)
            courses.append(other)
        nets = fit_all(courses, bank, drawing, shares, recipe.look, seconds)
    write_onnx(nets[0], out)
    if leave_out:
        write_onnx(nets[1], unseeing)


def _pictured(photos: Path, traced: Path, keep: Path) -> dict[str, list[Sample]]:
    """All pictures but the rendered ones, by their groups, with what was looked for in them."""
    kept = keep / "pictured.pickle"
    if not kept.is_file():
        samples = {TRACED: [with_spots(one) for one in path_traced(traced, thing_of)]}
        for one in all_photographs(photos):
            samples.setdefault(one.folder, []).append(with_spots(one))
        keep.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(pickle.dumps(samples))
    found: dict[str, list[Sample]] = pickle.loads(kept.read_bytes())
    return found


if __name__ == "__main__":
    main()
