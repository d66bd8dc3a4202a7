"""What a run makes is kept, so that a run that was cut short goes on from there."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import torch

from vision.training.fit import AnyNet, Plan, fit
from vision.training.pictures import Mixture, Sample


def drawn(pictures: Iterator[Sample], count: int, keep: Path) -> list[Sample]:
    """`count` rendered pictures, or those that an earlier run kept."""
    if keep.is_file():
        kept: list[Sample] = pickle.loads(keep.read_bytes())
        return kept
    samples: list[Sample] = []
    with click.progressbar(pictures, count, label="rendering", file=sys.stderr) as bar:
        samples.extend(bar)
    keep.write_bytes(pickle.dumps(samples))
    return samples


def fitted(mixture: Mixture, plan: Plan, keep: Path, start: AnyNet) -> AnyNet:
    """`start` fitted to `mixture`, or the net that an earlier run kept."""
    if keep.is_file():
        net = copy.deepcopy(start)
        net.load_state_dict(torch.load(keep, weights_only=True))
        return net
    net = fit(mixture, plan, start)
    torch.save(net.state_dict(), keep)
    return net
