"""Fitting several nets side by side to the same pieces, for as long as there is time."""

from __future__ import annotations

import copy
import math
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from vision.training.accelerated.cameras import tinted, with_lamps
from vision.training.accelerated.pieces import Bank, targets, without
from vision.training.accelerated.windows import Drawing
from vision.training.fit import prepared
from vision.training.network import FaceNet, Targets
from vision.training.pictures import RENDERED

BATCH = 512
RISING = 0.08  # of the time the rate rises; then it falls, as a cosine does
STEADY = 0.9985  # the running mean of the weights keeps so much of itself
TAKE_IN, TELL = 25, 250  # steps
TRACED = "path-traced"


@dataclass(frozen=True)
class Course:
    """One net's: what it begins with, its highest rate, and the folders of photographs that it never sees."""

    net: FaceNet
    rate: float
    unseen: frozenset[str] = frozenset()


class _Fitting:
    def __init__(self, course: Course, device: torch.device) -> None:
        self.course = course
        self.net = copy.deepcopy(course.net).to(device, memory_format=torch.channels_last).train()
        self.mean = copy.deepcopy(self.net)
        self._optimizer = torch.optim.AdamW(self.net.parameters(), lr=course.rate, weight_decay=0.02)
        pairs = zip(self.mean.state_dict().values(), self.net.state_dict().values(), strict=True)
        self._followed = [pair for pair in pairs if pair[0].dtype.is_floating_point]
        self._steps = 0
        self.told: dict[str, Tensor] = {}

    def step(self, shown: Tensor, said_of: Targets, done: float) -> None:
        """One step, when so much of the time is over (0 to 1)."""
        short = shown.device.type == "cuda"
        for group in self._optimizer.param_groups:
            group["lr"] = self.course.rate * _share_of_rate(done)
        with torch.autocast(shown.device.type, dtype=torch.bfloat16, enabled=short):
            said = self.net(shown)
        wrong, parts = self.net.loss(said, said_of)
        self._optimizer.zero_grad(set_to_none=True)
        wrong.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self._optimizer.step()
        self._steps += 1
        keep = min(STEADY, self._steps / (self._steps + 20))
        with torch.no_grad():
            kept, new = zip(*self._followed, strict=True)
            torch._foreach_lerp_(kept, new, 1 - keep)
        for name, part in parts.items():
            self.told[name] = torch.lerp(self.told.get(name, part.detach()), part.detach(), 0.02)

    def tell(self) -> str:
        return " ".join(f"{name} {float(part):.3f}" for name, part in self.told.items())


def _share_of_rate(done: float) -> float:
    if done < RISING:
        return max(done / RISING, 1e-3)
    return 0.5 + 0.5 * math.cos(math.pi * min(1.0, (done - RISING) / (1 - RISING)))


def fit_all(
    courses: Sequence[Course],
    bank: Bank,
    drawing: Drawing,
    shares: Mapping[str, float],
    look: float,
    seconds: float,
) -> list[FaceNet]:
    """The nets of the `courses`, each as the running mean of its weights, after so many `seconds`.

    `shares` are those of the groups of windows; the bank takes in what the `drawing` has drawn meanwhile.
    """
    fittings = [_Fitting(course, bank.device) for course in courses]
    begun, steps = time.monotonic(), 0
    while (done := (time.monotonic() - begun) / seconds) < 1:
        if steps % TAKE_IN == 0 and bank.kept < bank.room:
            bank.take_in(drawing.taken(0, 400))
        pieces, said_of, groups = _batch(bank, shares, look, BATCH)
        for fitting in fittings:
            unseen = torch.tensor([group in fitting.course.unseen for group in groups], device=bank.device)
            fitting.step(pieces, without(said_of, unseen), done)
        steps += 1
        if steps % TELL == 0 or steps == 1:
            told = "; ".join(fitting.tell() for fitting in fittings)
            print(f"{steps} steps, {done:.0%}, {bank.kept} windows; {told}", file=sys.stderr, flush=True)
    return [fitting.mean.to("cpu", memory_format=torch.contiguous_format).eval() for fitting in fittings]


def shown(bank: Bank, shares: Mapping[str, float], look: float, count: int) -> Tensor:
    """So many pieces as a net takes them."""
    return _batch(bank, shares, look, count)[0].contiguous()


def _batch(
    bank: Bank, shares: Mapping[str, float], look: float, count: int
) -> tuple[Tensor, Targets, list[str]]:
    with torch.no_grad():
        looks, groups = bank.looks(count, shares)
        pieces, faces = bank.pieces(looks, look)
        photographs = torch.tensor([group not in (RENDERED, TRACED) for group in groups], device=bank.device)
        shots = tinted(with_lamps(pieces, faces), photographs)
        return prepared(shots).to(memory_format=torch.channels_last), targets(faces), groups
