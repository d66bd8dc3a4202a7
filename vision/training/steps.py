"""The steps by which any of the nets is fitted."""

from __future__ import annotations

import copy
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import NamedTuple, TypeVar

import torch
from torch import Tensor, nn

TELL = 250  # steps

AnyNet = TypeVar("AnyNet", bound=nn.Module)
AnyTruth = TypeVar("AnyTruth", bound=NamedTuple)
# How wrong is what a net said of what is true of a batch: the sum to make small, and its parts for the log.
Loss = Callable[[Tensor, AnyTruth], tuple[Tensor, dict[str, Tensor]]]


def accelerator() -> torch.device:
    """Where nets are fitted: on an accelerator if there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fitted(
    start: AnyNet,
    batches: Iterable[tuple[Tensor, AnyTruth]],
    loss: Loss[AnyTruth],
    *,
    steps: int,
    rate: float,
    short: bool,
) -> AnyNet:
    """`start` fitted to so many of the `batches`, with sums of 16 bits where they are to be `short`.

    What comes back is the running mean of the weights, which reads better than the last step's.
    """
    device = accelerator()
    net = copy.deepcopy(start)
    net.to(device, memory_format=torch.channels_last).train()
    mean = copy.deepcopy(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.1)
    told: Counter[str] = Counter()
    begun = time.monotonic()
    for step, (shown, truth) in enumerate(islice(batches, steps), 1):
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=short):
            said = net(shown.to(device, memory_format=torch.channels_last))
        wrong, parts = loss(said, truth._make(part.to(device) for part in truth))
        optimizer.zero_grad(set_to_none=True)
        wrong.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        _follow(mean, net, min(0.998, step / (step + 20)))
        told.update({name: float(part.detach()) for name, part in parts.items()})
        if step % TELL == 0 or step == steps:
            means = {name: total / (step % TELL or TELL) for name, total in told.items()}
            _tell(step, steps, means, time.monotonic() - begun)
            told.clear()
    mean.to("cpu", memory_format=torch.contiguous_format).eval()
    return mean


def _follow(mean: nn.Module, net: nn.Module, keep: float) -> None:
    with torch.no_grad():
        for kept, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.lerp_(new, 1 - keep)
            else:
                kept.copy_(new)


def _tell(step: int, steps: int, parts: Mapping[str, float], seconds: float) -> None:
    """Says how far a fit has come, and of what it is blamed how much."""
    told = "  ".join(f"{name} {part:.3f}" for name, part in parts.items())
    print(f"step {step}/{steps}  {told}  {seconds:.0f} s", file=sys.stderr, flush=True)
