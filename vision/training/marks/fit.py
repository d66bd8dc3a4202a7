"""Fitting the nets that read single faces, and writing them down as ONNX."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.rendering.scene import Image
from vision.signs.marks import ANGLES, DISTANCES, FACE, OVERLAP, SHAPES, colours, prepared, unrolled
from vision.training.cameras import tinted
from vision.training.d8_photographs import NumeralSeen, numerals_seen, others_seen
from vision.training.marks.carried import any_symbols, figures_of, pip_faces
from vision.training.marks.found import Found
from vision.training.marks.looks import CUBE, D8, TOKEN, pip_look, random_look, random_shot
from vision.training.marks.network import Truth
from vision.training.marks.patches import patch_of, random_nothing
from vision.training.marks.rendered import SeenDie
from vision.training.marks.symbols import Rng, empty, family, numeral
from vision.training.marks.typefaces import Families
from vision.training.steps import AnyNet, Loss, accelerator, fitted

FAMILIES, VIEWS = 9, 3
SEEN, PHOTOGRAPHED, OTHERS = 8, 30, 10  # dice of rendered pictures; numerals, other tops of photographs
FOUND, TRACED = 75, 45  # finds in rendered and in path-traced pictures
ANY_PIPS = -100  # what cross-entropy leaves out
D8S, PIPPED, NOTHINGS, BLANKS = 36, 42, 48, 30
D8S_ALONE, PHOTOGRAPHED_ALONE = 150, 8  # where but numerals are learned
SHOWN = 4
LEAST_CONTRAST = 12.0  # steps of Lab: with less, nothing is seen on a face


@dataclass(frozen=True)
class Plan:
    """How long and how hard to fit."""

    steps: int
    rate: float = 3e-3
    seed: int = 1
    jobs: int = 1


@dataclass(frozen=True)
class Told:
    """A patch and the truth: number of its symbol (-1 if none matters), its shape, numeral (or -1), pips (or
    ANY_PIPS).
    """

    patch: Image
    symbol: int
    shape: int
    numeral: int = -1
    pips: int = 0


def _faces_seen(die: SeenDie, number: int) -> Iterator[Told]:
    """What was cut out of pictures of a die; its symbols are counted from `number` on.

    Faces on which nothing is seen, burnt out or in the dark, would teach that bare ground is a die.
    """
    shape = SHAPES.index(die.kind)
    for face, views in enumerate(die.crops):
        for view in views:
            _, ink, around = colours(view, die.kind)
            if np.linalg.norm(ink - around) < LEAST_CONTRAST:
                continue
            yield Told(view, -1, shape, face) if die.kind == D8 else Told(view, number + face, shape)


def symbols_drawn(rng: Rng, few: Sequence[SeenDie]) -> Iterator[Told]:
    """Patches of dice and tokens with symbols that are easily confused, each a few times; then `few`."""
    number = 1
    for _ in range(FAMILIES):
        marks = family(rng)
        kind = str(rng.choice([CUBE, TOKEN, D8], p=[0.7, 0.15, 0.15]))
        always = random_look(rng, kind) if rng.random() < 0.4 else None
        for mark in marks:
            for _ in range(VIEWS):
                faces = [mark, *any_symbols(rng, 5)]
                patch = patch_of(kind, always or random_look(rng, kind), faces, random_shot(rng))
                yield Told(patch, number, SHAPES.index(kind))
            number += 1
    for die in few:
        yield from _faces_seen(die, number)
        number += len(die.crops)
    for _ in range(BLANKS):
        kind = str(rng.choice([CUBE, TOKEN], p=[0.4, 0.6]))
        faces = [empty(), *any_symbols(rng, 5)]
        yield Told(patch_of(kind, random_look(rng, kind), faces, random_shot(rng)), 0, SHAPES.index(kind))


def numeral_drawn(rng: Rng, families: Families = ()) -> Told:
    """A patch of a d8, its numeral perhaps in a typeface of `families`."""
    first = int(rng.integers(8))
    faces = [numeral(rng, first + 1, families), *figures_of(rng, D8)[1:]]
    return Told(patch_of(D8, random_look(rng, D8), faces, random_shot(rng)), -1, SHAPES.index(D8), first)


def pips_drawn(rng: Rng) -> Told:
    """A patch of a die with pips."""
    value = int(rng.integers(1, 7))
    patch = patch_of(CUBE, pip_look(rng), pip_faces(rng, value), random_shot(rng))
    return Told(patch, -1, SHAPES.index(CUBE), pips=value)


@dataclass(frozen=True)
class Pictured:
    """What was cut out of rendered pictures and, perhaps, of photographs."""

    dice: Sequence[SeenDie]
    numerals: Sequence[NumeralSeen] = ()
    others: Sequence[Image] = ()  # tops of other dice with numerals
    found: Sequence[Found] = ()  # in rendered pictures
    traced: Sequence[Found] = ()  # in path-traced ones

    def with_photographs(self, folder: Path) -> Pictured:
        """The same with what was cut out of the photographs below `folder` as well."""
        return replace(self, numerals=numerals_seen(folder), others=others_seen(folder))

    def few_dice(self, rng: Rng) -> list[SeenDie]:
        """Some of the dice."""
        return [self.dice[int(i)] for i in rng.integers(0, len(self.dice), SEEN)]

    def few_numerals(self, rng: Rng, count: int) -> Iterator[Told]:
        """Some of the photographed numerals, in another light: each alike often, however many there are."""
        shown = sorted({one.numeral for one in self.numerals})
        for numeral_ in rng.choice(shown, count) if shown else ():
            alike = [one for one in self.numerals if one.numeral == numeral_]
            one = alike[int(rng.integers(len(alike)))]
            yield Told(tinted(one.crop, rng, True), -1, SHAPES.index(D8), one.numeral - 1)

    def few_others(self, rng: Rng) -> Iterator[Told]:
        """Some of the tops of other dice, which are none."""
        for i in rng.integers(0, len(self.others), OTHERS) if self.others else ():
            yield Told(tinted(self.others[int(i)], rng, True), -1, 0)

    def few_found(self, rng: Rng) -> Iterator[Told]:
        """Some of what the finder found, in another light."""
        for found, count in ((self.found, FOUND), (self.traced, TRACED)):
            for i in rng.integers(0, len(found), count) if found else ():
                one = found[int(i)]
                pips = ANY_PIPS if SHAPES[one.shape] == CUBE else 0
                yield Told(tinted(one.crop, rng, True), -1, one.shape, one.numeral, pips)


Draw = Callable[[Rng], list[Told]]  # the patches of a batch


def drawn_batch(rng: Rng, pictured: Pictured) -> list[Told]:
    """The patches of one batch."""
    told = [
        *symbols_drawn(rng, pictured.few_dice(rng)),
        *pictured.few_numerals(rng, PHOTOGRAPHED),
        *pictured.few_others(rng),
        *pictured.few_found(rng),
    ]
    told += [numeral_drawn(rng) for _ in range(D8S)]
    told += [pips_drawn(rng) for _ in range(PIPPED)]
    return told + [Told(random_nothing(rng), -1, 0) for _ in range(NOTHINGS)]


def batch_of_numerals(rng: Rng, pictured: Pictured, families: Families = ()) -> list[Told]:
    """The patches of one of numerals alone, many of them in typefaces of `families`."""
    told = [*pictured.few_numerals(rng, PHOTOGRAPHED_ALONE), *pictured.few_found(rng)]
    told += [numeral_drawn(rng, families) for _ in range(D8S_ALONE)]
    return [one for one in told if one.numeral >= 0]


def batch_of(told: list[Told], rng: Rng) -> tuple[Tensor, Truth]:
    """The patches as a finder would have cut them, each a little beside the middle, and the truth."""
    crops = []
    for one in told:
        across, along = (FACE * rng.normal(0, 0.06, 2)).tolist()
        crops.append(unrolled(one.patch, (across, along), float(np.exp(rng.normal(0, 0.07)))))
    truth = [(one.symbol, one.shape, one.numeral, one.pips) for one in told]
    return torch.from_numpy(prepared(crops)), Truth(*torch.tensor(truth).T)


class Batches(IterableDataset[tuple[Tensor, Truth]]):
    """Endless batches; each worker draws its own, all from the plan's seed."""

    def __init__(self, plan: Plan, draw: Draw) -> None:
        self.plan, self.draw = plan, draw

    def __iter__(self) -> Iterator[tuple[Tensor, Truth]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([self.plan.seed, worker.id if worker is not None else 0])
        while True:
            told = self.draw(rng)
            # Drawing takes longer than fitting: each batch is shown a few times, cut otherwise.
            for _ in range(SHOWN):
                yield batch_of(told, rng)


def fit(plan: Plan, draw: Draw, start: AnyNet, loss: Loss[Truth]) -> AnyNet:
    """`start` fitted to what is drawn, by that loss, on the accelerator where there is one."""
    torch.manual_seed(plan.seed)
    torch.set_num_threads(1)
    loader = DataLoader(
        Batches(plan, draw),
        batch_size=None,
        num_workers=plan.jobs,
        prefetch_factor=4,
        multiprocessing_context="spawn",
    )
    # Processors that know no sums of 16 bits take nine times as long for them as for those of 32.
    known = torch.cpu.get_capabilities()
    can = any(known.get(name, False) for name in ("amx_bf16", "avx512_bf16"))
    short = can or accelerator().type == "cuda"
    return fitted(start, loader, loss, steps=plan.steps, rate=plan.rate, short=short)


def write_onnx(net: nn.Module, path: Path) -> None:
    """Writes `net` for `cv2.dnn`: plain operators, opset 17, 32 bit floats, any number of patches."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net.eval(),
        (torch.zeros(2, 3, ANGLES + OVERLAP, DISTANCES),),
        str(path),
        dynamo=False,
        opset_version=17,
        input_names=["patches"],
        output_names=["said"],
        dynamic_axes={"patches": {0: "n"}, "said": {0: "n"}},
    )
