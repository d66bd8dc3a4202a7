"""The net that reads single faces, in PyTorch, and what it is blamed for.

From a patch it gives LENGTH numbers that say which symbol lies on the face (the same symbol points in the
same direction), then what lies there at all (SHAPES), then which numeral a d8 shows and how many pips a cube.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.signs.marks import LENGTH, NUMERALS, PIPS, SHAPES
from vision.training.network import Block, conv

# How much it counts that directions of symbols, and what is said of shapes and pips, stay as they were.
KEPT_SYMBOLS, KEPT_REST = 20.0, 0.05
WARMTH = 0.1  # of the contrast between symbols: the lower, the harder the nearest ones are pushed apart


class MarkNet(nn.Module):
    """Plain convolutions over angles and distances, then the mean and the most over all angles.

    Turning a face moves its unrolled patch up or down, so what is pooled over the angles stays the same: the
    net need not learn each symbol in each direction.
    """

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            conv(3, 24, 2),
            conv(24, 32, 2),
            Block(32),
            conv(32, 56, 2),
            Block(56),
            Block(56),
            conv(56, 80, 2),
            Block(80),
        )
        self.heads = nn.Linear(320, LENGTH + len(SHAPES) + NUMERALS + PIPS)

    def forward(self, patch: Tensor) -> Tensor:
        seen = self.look(patch)
        pooled = torch.cat([seen.mean(dim=2), seen.amax(dim=2)], dim=1).flatten(1)
        said = self.heads(pooled)
        symbol = said[:, :LENGTH]
        symbol = symbol / (symbol.pow(2).sum(dim=1, keepdim=True) + 1e-6).sqrt()
        return torch.cat([symbol, said[:, LENGTH:]], dim=1)


class Truth(NamedTuple):
    """What is true of each patch of a batch; -1 where there is nothing to say."""

    symbol: Tensor
    shape: Tensor
    numeral: Tensor
    pips: Tensor


def loss(said: Tensor, truth: Truth) -> tuple[Tensor, Tensor]:
    """The sum to make small, and its parts (symbols, shapes, numerals, pips) for the log."""
    known = truth.symbol >= 0
    said_shapes, said_numerals, said_pips = said[:, LENGTH:].float().split([len(SHAPES), NUMERALS, PIPS], 1)
    symbols = _apart(said[known, :LENGTH].float(), truth.symbol[known])
    shapes = functional.cross_entropy(said_shapes, truth.shape)
    numerals = functional.cross_entropy(said_numerals, truth.numeral, ignore_index=-1)
    pips = functional.cross_entropy(said_pips, truth.pips)
    parts = torch.stack([symbols, shapes, numerals, pips])
    return symbols + shapes + 0.5 * numerals + pips, parts.detach()


def loss_of_numerals(said: Tensor, before: Tensor, truth: Truth) -> tuple[Tensor, Tensor]:
    """The same where but numerals are learned anew: everything else should be said as it was ``before``."""
    sizes = [LENGTH, len(SHAPES), NUMERALS, PIPS]
    directions, shape, _, pip = (said - before).float().pow(2).split(sizes, 1)
    symbols, shapes, pips = directions.sum(dim=1).mean(), shape.mean(), pip.mean()
    numerals = functional.cross_entropy(said.float().split(sizes, 1)[2], truth.numeral, ignore_index=-1)
    parts = torch.stack([symbols, shapes, numerals, pips])
    return KEPT_SYMBOLS * symbols + KEPT_REST * (shapes + pips) + numerals, parts.detach()


def _apart(directions: Tensor, names: Tensor) -> Tensor:
    """Each patch should point where the others of its symbol point, and nowhere else."""
    alike = directions @ directions.T / WARMTH
    itself = torch.eye(len(names), dtype=torch.bool, device=names.device)
    same = (names[:, None] == names[None, :]) & ~itself
    chance = alike.masked_fill(itself, -1e4).log_softmax(dim=1)
    return -(chance * same).sum(dim=1).div(same.sum(dim=1).clamp(min=1)).mean()
