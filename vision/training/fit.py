"""Fitting the net, and writing it down as ONNX."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.finding.hourglass import PATCH
from vision.training.network import FaceNet, Look, SpotNet, Targets, targets_of
from vision.training.pictures import Mixture, piece_of
from vision.training.steps import accelerator, fitted

AnyNet = TypeVar("AnyNet", FaceNet, SpotNet)

LITTLE = 16  # numbers: not worth halving


@dataclass(frozen=True)
class Plan:
    """How long and how hard to fit, to pieces of `side` pixels; with `look` to places, at that r."""

    steps: int
    batch: int = 32
    side: int = 192
    look: float | None = None
    rate: float = 2e-3
    seed: int = 1
    jobs: int = 1


class Batches(IterableDataset[tuple[Tensor, Targets]]):
    """Endless batches of pieces; each worker draws its own, all from the plan's seed."""

    def __init__(self, mixture: Mixture, plan: Plan, stride: int) -> None:
        self.mixture, self.plan, self.stride = mixture, plan, stride

    def __iter__(self) -> Iterator[tuple[Tensor, Targets]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([self.plan.seed, worker.id if worker is not None else 0])
        while True:
            plan = self.plan
            pieces = [piece_of(self.mixture.draw(rng), rng, plan.side, plan.look) for _ in range(plan.batch)]
            pictures = np.stack([picture for picture, _ in pieces]).transpose(0, 3, 1, 2)
            faces = [rows for _, rows in pieces]
            yield (
                torch.from_numpy(np.ascontiguousarray(pictures)),
                targets_of(faces, self.plan.side, self.stride),
            )


def prepared(pictures: Tensor) -> Tensor:
    """8 bit pictures (RGB or BGR, as they come) as the net takes them."""
    return (pictures.float() - 128) / 64


def fit(mixture: Mixture, plan: Plan, start: AnyNet) -> AnyNet:
    """`start` fitted to `mixture`, on the accelerator where there is one."""
    torch.manual_seed(plan.seed)
    # The processes that draw pieces need cores too: more threads than cores make everything crawl.
    torch.set_num_threads(max(1, (os.cpu_count() or 1) - plan.jobs))
    device = accelerator()
    # A fork would inherit OpenCV's threads in mid-air, and wait for them forever: spawn.
    loader = DataLoader(
        Batches(mixture, plan, start.stride),
        batch_size=None,
        num_workers=plan.jobs,
        prefetch_factor=4,
        multiprocessing_context="spawn",
    )
    batches = ((prepared(pictures.to(device)), targets) for pictures, targets in loader)
    # On processors sums of 16 bits take a third longer than those of 32, even where they know them.
    short = device.type == "cuda"
    return fitted(start, batches, start.loss, steps=plan.steps, rate=plan.rate, short=short)


def write_onnx(net: nn.Module, path: Path) -> None:
    """Writes `net` for `cv2.dnn`: plain operators, opset 17, weights of 16 bits.

    What looks at single places is written as a `Look`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    looks = isinstance(net, FaceNet)
    torch.onnx.export(
        (Look(net) if looks else net).eval(),
        (torch.zeros(1, 3, *((PATCH, PATCH) if looks else (384, 640))),),
        str(path),
        dynamo=False,
        opset_version=17,
        input_names=["picture"],
        output_names=["faces"],
        dynamic_axes={"picture": {0: "n"}, "faces": {0: "n"}} if looks else None,
    )
    halve(path)


def halve(path: Path) -> None:
    """Keeps the weights in an ONNX file as 16 bits; OpenCV makes 32 of them again."""
    model = onnx.load(str(path))
    for weights in model.graph.initializer:
        numbers = numpy_helper.to_array(weights)
        if numbers.dtype == np.float32 and numbers.size > LITTLE:
            weights.CopyFrom(numpy_helper.from_array(numbers.astype(np.float16), weights.name))
    onnx.save(model, str(path))
