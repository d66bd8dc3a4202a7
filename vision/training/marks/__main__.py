"""Makes the weights that read single faces: `python -m vision.training.marks --help`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
import cv2
import numpy as np
import torch

from vision.dice_sets import SETS
from vision.rendering import Label
from vision.signs.face_read import FaceRead
from vision.signs.known import SHIPPED, KnownFace, write_shipped
from vision.signs.marks import WEIGHTS, MarkReader
from vision.training.d8_photographs import FOLDS, third_of
from vision.training.marks.fit import Pictured, Plan, batch_of, drawn_batch, fit, write_onnx
from vision.training.marks.found import found_rendered, found_traced
from vision.training.marks.measure import Place, rendered_signs, shipped_box, strangers_box, taught, throw
from vision.training.marks.network import MarkNet, loss
from vision.training.marks.rendered import seen_dice
from vision.training.marks.shipping import shipped_faces
from vision.training.marks.typefaces import typefaces
from vision.training.restoring import blend, restored

# Of a net that goes on: the highest rate, and the share that is kept of what it learns.
LAST_RATE, KEPT = 1e-3, 0.7

Read = tuple[Label, FaceRead | None]
HEAD = (
    "| dice | count | face right | right and certain | certain | of these wrong |\n|---|---|---|---|---|---|"
)


def _line(name: str, read: Iterable[Read]) -> str:
    rows = list(read)
    right = sum(face is not None and face.face == label.face for label, face in rows)
    certain = [(label, face) for label, face in rows if face is not None and face.certain]
    wrong = sum((face.kind.name, face.face) != (label.kind, label.face) for label, face in certain)
    share = (len(certain) - wrong) / len(rows)
    return f"| {name} | {len(rows)} | {right / len(rows):.1%} | {share:.1%} | {len(certain)} | {wrong} |"


def _strangers(reader: MarkReader, boxes: int, place: Place) -> list[Read]:
    """Throws of dice with symbols that the net never saw, taught from three pictures a face."""
    read = []
    for number in range(boxes):
        rng = np.random.default_rng([400, number])
        box = strangers_box(rng, rendered_signs, kinds=1 + number % 3)
        faces = taught(rng, box, place, reader)
        read += [one for _ in range(5) for one in throw(rng, box, place, faces, reader)]
    return read


def _shipped(reader: MarkReader, name: str, faces: list[KnownFace], boxes: int, place: Place) -> list[Read]:
    """Throws of dice with our own drawings, untaught."""
    read = []
    for number in range(boxes):
        rng = np.random.default_rng([700, number])
        box = shipped_box(rng, SETS[name])
        read += [one for _ in range(2) for one in throw(rng, box, place, faces, reader)]
    return read


def _fitted(plan: Plan, pictured: Pictured, photos: Path | None, more: int, aside: Path | None) -> MarkNet:
    """The net. With `photos` it goes on from what it learned without; nets that never saw a third of the
    photographed d8 are written into folders of `aside`.
    """
    torch.manual_seed(plan.seed)
    net = fit(plan, partial(drawn_batch, pictured=pictured), MarkNet(), loss)
    if photos is None:
        return net
    pictured = pictured.with_photographs(photos)
    further = replace(plan, steps=more, rate=1e-3, seed=plan.seed + 1)
    if aside is not None:
        for third in range(FOLDS):
            numerals = [one for one in pictured.numerals if third_of(one.die) != third]
            known = replace(pictured, numerals=numerals)
            aside_net = fit(further, partial(drawn_batch, pictured=known), net, loss)
            write_onnx(aside_net, aside / f"without_{third}" / WEIGHTS.name)
    return fit(further, partial(drawn_batch, pictured=pictured), net, loss)


def _gone_on(plan: Plan, pictured: Pictured, photos: Path | None) -> MarkNet:
    """The net that is there, fitted further."""
    if photos is not None:
        pictured = pictured.with_photographs(photos)
    draw, rng = partial(drawn_batch, pictured=pictured), np.random.default_rng(plan.seed)
    start = restored(MarkNet(), WEIGHTS, batch_of(draw(rng), rng)[0])
    return fit(replace(plan, rate=LAST_RATE), draw, start, loss)


@click.command()
@click.option("--steps", default=8_000, show_default=True, help="Steps of fitting.")
@click.option("--seed", default=1, show_default=True, help="The seed of everything.")
@click.option("--jobs", default=1, show_default=True, help="Processes that draw patches.")
@click.option("--dice", default=2_400, show_default=True, help="Dice to render, each from all sides.")
@click.option("--found", default=1_700, show_default=True, help="Pictures to render in which dice are found.")
@click.option(
    "--path-traced", type=click.Path(path_type=Path, exists=True), help="Pictures drawn by Blender to add."
)
@click.option("--go-on", is_flag=True, help="Begin with the shipped weights, and keep a part of them.")
@click.option("--photos", type=click.Path(path_type=Path, exists=True), help="Photographs of d8 to add.")
@click.option("--more", default=600, show_default=True, help="Steps with photographs.")
@click.option(
    "--aside", type=click.Path(path_type=Path), help="Where nets go that never saw a third of them."
)
@click.option("--boxes", default=24, show_default=True, help="Dice of so many strangers are measured.")
@click.option("--measure-only", is_flag=True, help="Measure the weights that are there.")
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
def main(
    steps: int,
    seed: int,
    jobs: int,
    dice: int,
    found: int,
    path_traced: Path | None,
    go_on: bool,
    photos: Path | None,
    more: int,
    aside: Path | None,
    boxes: int,
    measure_only: bool,
    out: Path,
) -> None:
    """Renders and draws dice, fits the net, and writes its weights to --out, beside them the shipped faces.

    Then prints how well it reads rendered throws that it has not seen.
    """
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if not measure_only:
        if not typefaces():
            raise click.ClickException('No typefaces are installed; `pip install -e ".[train]"` brings some.')
        pictured = Pictured(
            list(seen_dice(dice, seed, jobs)),
            found=list(found_rendered(found, seed, jobs)),
            traced=list(found_traced(path_traced)) if path_traced is not None else [],
        )
        plan = Plan(steps, seed=seed, jobs=jobs)
        before = WEIGHTS.read_bytes() if go_on else None
        if before is not None:
            write_onnx(_gone_on(plan, pictured, photos), out)
            blend(out, before, KEPT)
        else:
            write_onnx(_fitted(plan, pictured, photos, more, aside), out)
    reader = MarkReader(out)
    shipped = shipped_faces(reader)
    if not measure_only:
        write_shipped(shipped, out.with_name(SHIPPED.name))
    place = Place()
    print(HEAD)
    print(_line("strangers', taught", _strangers(reader, boxes, place)), flush=True)
    for name in dict.fromkeys(name for name, _ in shipped):
        faces = [face for dice, face in shipped if dice == name]
        print(_line(f"{name}, untaught", _shipped(reader, name, faces, boxes, place)), flush=True)


if __name__ == "__main__":
    main()
