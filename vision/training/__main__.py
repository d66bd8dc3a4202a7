"""Makes the weights: ``python -m vision.training --help``."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import click
import torch

from vision.net import WEIGHTS, FaceFinder
from vision.training.fit import Plan, write_onnx
from vision.training.keeping import drawn, fitted
from vision.training.measure import Tally, read_all, reliability
from vision.training.network import FaceNet
from vision.training.pictures import Mixture, Sample, photographs, rendered
from vision.training.places import snapped

THRESHOLD = 0.5  # of sureness, in the figures' "dice right"
COLUMNS = ("folder", "dice", "right", "misread", "missed", "invented", "pictures", "all right")
HEAD = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|"


def _report(net: FaceNet, samples: list[Sample], path: Path) -> dict[str, Tally]:
    write_onnx(net, path)
    finder = FaceFinder(path)
    folders = sorted({sample.origin for sample in samples})
    return {
        folder: read_all([s for s in samples if s.origin == folder], finder, THRESHOLD) for folder in folders
    }


def _print(title: str, tallies: dict[str, Tally]) -> None:
    print(f"\n{title}\n\n{HEAD}")
    for folder, tally in tallies.items():
        print(tally.line(folder))
    claims = [claim for tally in tallies.values() for claim in tally.claims]
    dice = sum(tally.dice for tally in tallies.values())
    print("\n| sureness at least | claims | wrong | right | of all dice |\n|---|---|---|---|---|")
    print("\n".join(reliability(claims, dice)), flush=True)


def _by_strangers(mixture: Mixture, plan: Plan, samples: list[Sample], keep: Path, start: FaceNet) -> None:
    """Prints what nets read of the folders that they never saw."""
    left: dict[str, Tally] = {}
    for folder in sorted({sample.origin for sample in samples if len(sample.faces)}):
        net = fitted(mixture.without(folder), plan, keep / f"without_{folder}.pt", start)
        unseen = [sample for sample in samples if sample.origin == folder]
        left |= _report(net, unseen, keep / f"without_{folder}.onnx")
    _print("Each folder by a net that never saw it", left)


@click.command()
@click.option("--pictures", default=30_000, show_default=True, help="How many pictures to render.")
@click.option("--steps", default=14_000, show_default=True, help="Steps of fitting on rendered pictures.")
@click.option("--photos", type=click.Path(path_type=Path, exists=True), help="Labelled photographs to add.")
@click.option("--more", default=900, show_default=True, help="Steps of fitting with photographs added.")
@click.option("--share", default=0.45, show_default=True, help="The photographs' share of those steps.")
@click.option("--leave-out", is_flag=True, help="Measure each folder by a net that never saw it.")
@click.option("--seed", default=1, show_default=True, help="The seed of everything.")
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
    """Renders pictures, fits the net and writes its weights to --out.

    Without --photos from the renderer alone. With --photos the net learns from the photographs too, and what
    it reads of them is printed, by folder. Pictures and nets lie in --keep as they are made: a run that was
    cut short goes on from there; empty that folder after a change.
    """
    keep.mkdir(parents=True, exist_ok=True)
    pictured = Mixture(drawn(rendered(pictures, seed, jobs), pictures, keep / "rendered.pickle"))
    torch.manual_seed(seed)
    net = fitted(pictured, Plan(steps=steps, seed=seed, jobs=jobs), keep / "rendered.pt", FaceNet())
    write_onnx(net, out)
    if photos is None:
        return
    samples = photographs(photos)
    _print("Fitted to rendered pictures alone", _report(net, samples, keep / "rendered.onnx"))
    finder = FaceFinder(keep / "rendered.onnx")
    mixture = replace(pictured, photographs=[snapped(sample, finder) for sample in samples], share=share)
    further = Plan(steps=more, seed=seed + 1, jobs=jobs, rate=1e-3)
    if leave_out:
        _by_strangers(mixture, further, samples, keep, net)
    write_onnx(fitted(mixture, further, keep / "all.pt", net), out)


if __name__ == "__main__":
    main()
