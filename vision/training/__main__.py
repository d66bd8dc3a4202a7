"""Makes the weights: ``python -m vision.training --help``."""

from __future__ import annotations

import os
import pickle
import sys
from dataclasses import replace
from pathlib import Path

import click

from vision.net import WEIGHTS, FaceFinder
from vision.training.fit import Plan, fit, write_onnx
from vision.training.measure import Tally, read_all, reliability
from vision.training.network import FaceNet
from vision.training.pictures import Mixture, Sample, photographs, rendered
from vision.training.places import snapped

THRESHOLD = 0.5  # of sureness, in the figures' "dice right"
COLUMNS = ("folder", "dice", "right", "misread", "missed", "invented", "pictures", "all right")
HEAD = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|"


def _bank(count: int, seed: int, jobs: int, keep: Path | None) -> list[Sample]:
    if keep is not None and keep.is_file():
        kept: list[Sample] = pickle.loads(keep.read_bytes())
        return kept
    samples: list[Sample] = []
    with click.progressbar(rendered(count, seed, jobs), count, label="rendering", file=sys.stderr) as bar:
        samples.extend(bar)
    if keep is not None:
        keep.write_bytes(pickle.dumps(samples))
    return samples


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


@click.command()
@click.option("--pictures", default=40_000, show_default=True, help="How many pictures to render.")
@click.option("--steps", default=24_000, show_default=True, help="Steps of fitting on rendered pictures.")
@click.option(
    "--photos", type=click.Path(path_type=Path, exists=True), help="A folder of labelled photographs."
)
@click.option("--more", default=8_000, show_default=True, help="Steps of fitting with photographs added.")
@click.option("--share", default=0.4, show_default=True, help="The photographs' share of those steps.")
@click.option("--leave-out", is_flag=True, help="Measure each folder by a net that never saw it.")
@click.option("--seed", default=1, show_default=True, help="The seed of everything.")
@click.option(
    "--jobs", default=max(1, (os.cpu_count() or 2) - 1), show_default=True, help="Processes that render."
)
@click.option(
    "--bank", type=click.Path(path_type=Path), help="Keep the rendered pictures here, or take them."
)
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
    bank: Path | None,
    out: Path,
) -> None:
    """Renders pictures, fits the net and writes its weights.

    Without --photos from the renderer alone. With --photos the net learns from the photographs too, and what
    it reads of them is printed, by folder.
    """
    drawn = Mixture(_bank(pictures, seed, jobs, bank))
    plan = Plan(steps=steps, seed=seed, jobs=jobs)
    net = fit(drawn, plan)
    write_onnx(net, out)
    if photos is None:
        return
    samples = photographs(photos)
    _print("Fitted to rendered pictures alone", _report(net, samples, out))
    finder = FaceFinder(out)
    mixture = replace(drawn, photographs=[snapped(sample, finder) for sample in samples], share=share)
    further = Plan(steps=more, seed=seed + 1, jobs=jobs, rate=1e-3)
    if leave_out:
        left: dict[str, Tally] = {}
        for folder in sorted({sample.origin for sample in samples if len(sample.faces)}):
            fitted = fit(mixture.without(folder), further, net)
            unseen = [sample for sample in samples if sample.origin == folder]
            left |= _report(fitted, unseen, out.with_name(f"{out.stem}_without_{folder}.onnx"))
        _print("Each folder by a net that never saw it", left)
    write_onnx(fit(mixture, further, net), out)


if __name__ == "__main__":
    main()
