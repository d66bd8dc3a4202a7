"""Makes the weights that read numerals: `python -m vision.training.marks.numerals --help`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click
import cv2
import numpy as np
import torch

from vision.signs import marks
from vision.signs.numerals import WEIGHTS, NumeralReader, is_sure_numeral
from vision.training.fit import halve
from vision.training.marks.fit import (
    Pictured,
    Plan,
    Told,
    batch_of,
    batch_of_numerals,
    fit,
    numeral_drawn,
    write_onnx,
)
from vision.training.marks.found import found_rendered, found_traced
from vision.training.marks.network import MarkNet, NumeralNet, loss_of_numerals
from vision.training.marks.typefaces import families_below, typefaces
from vision.training.restoring import blend, restored

RATE = 6e-4
KEPT = 0.5  # of what a net that goes on learns
MEASURED = 800  # drawn numerals, with another seed than what was learned


@click.command()
@click.option("--steps", default=4_000, show_default=True, help="Steps of fitting.")
@click.option("--seed", default=1, show_default=True, help="The seed of everything.")
@click.option("--jobs", default=1, show_default=True, help="Processes that draw patches.")
@click.option("--found", default=700, show_default=True, help="Pictures to render in which dice are found.")
@click.option(
    "--path-traced", type=click.Path(path_type=Path, exists=True), help="Pictures drawn by Blender to add."
)
@click.option(
    "--typefaces",
    "folder",
    type=click.Path(path_type=Path, exists=True),
    help="More typefaces: a folder, in it a folder for each family.",
)
@click.option("--photos", type=click.Path(path_type=Path, exists=True), help="Photographs of d8 to add.")
@click.option("--go-on", is_flag=True, help="Begin with the shipped weights, and keep a part of them.")
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
def main(
    steps: int,
    seed: int,
    jobs: int,
    found: int,
    path_traced: Path | None,
    folder: Path | None,
    photos: Path | None,
    go_on: bool,
    out: Path,
) -> None:
    """Goes on from what the net for single faces knows of numerals, with these alone, and writes --out.

    Then prints how many drawn ones that it has not seen are right, and how many of these surely.
    """
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if not typefaces():
        raise click.ClickException('No typefaces are installed; `pip install -e ".[train]"` brings some.')
    try:
        families = families_below(folder) if folder is not None else ()
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    pictured = Pictured(
        (),
        found=list(found_rendered(found, seed, jobs)),
        traced=list(found_traced(path_traced)) if path_traced is not None else [],
    )
    if photos is not None:
        pictured = pictured.with_photographs(photos)
    draw, rng = partial(batch_of_numerals, pictured=pictured, families=families), np.random.default_rng(seed)
    patches, _ = batch_of(draw(rng), rng)
    if go_on:
        start = restored(NumeralNet(), WEIGHTS, patches)
    else:
        start = NumeralNet.after(restored(MarkNet(), marks.WEIGHTS, patches))
    before = WEIGHTS.read_bytes() if go_on else None
    write_onnx(fit(Plan(steps, RATE, seed, jobs), draw, start, loss_of_numerals), out)
    halve(out)
    if before is not None:
        blend(out, before, KEPT)
    print(measured(NumeralReader(out), [numeral_drawn(rng) for _ in range(MEASURED)]))


def measured(reader: NumeralReader, drawn: Sequence[Told]) -> str:
    """How many of the numerals that were drawn are read right, how many surely, and of these wrong."""
    right, sure, wrong = 0, 0, 0
    for one in drawn:
        chances = reader.chances(one.patch)
        is_right = int(np.argmax(chances)) == one.numeral
        right += is_right
        sure += is_sure_numeral(chances)
        wrong += is_sure_numeral(chances) and not is_right
    return f"{len(drawn)} drawn numerals: {right} right, {sure} sure, {wrong} of these wrong"


if __name__ == "__main__":
    main()
