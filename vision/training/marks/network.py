"""The nets that read single faces, in PyTorch, and what they are blamed for.

From a patch `MarkNet` gives LENGTH numbers that say which symbol lies on the face (the same symbol points in
the same direction), then what lies there at all (SHAPES), then which numeral a d8 shows and how many pips a
cube. `NumeralNet`, which looks just as it does, says which numeral a d8 shows, and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.signs.marks import LENGTH, NUMERAL_COUNT, OF_SHAPES, PIP_COUNT, SHAPES
from vision.training.network import Block, conv

POOLED = 320
WARMTH = 0.1  # of the contrast between symbols: the lower, the harder the nearest ones are pushed apart


class _Looks(nn.Module):
    """Plain convolutions over angles and distances, then the mean and the most over all angles.

    Turning a face moves its unrolled patch up or down, so what is pooled over the angles stays the same: the
    net need not learn each symbol in each direction.
    """

    def __init__(self, said: int) -> None:
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
        self.heads = nn.Linear(POOLED, said)

    def forward(self, patch: Tensor) -> Tensor:
        seen = self.look(patch)
        pooled = torch.cat([seen.mean(dim=2), seen.amax(dim=2)], dim=1).flatten(1)
        said: Tensor = self.heads(pooled)
        return said


class MarkNet(_Looks):
    """Says of a patch all that this module's first lines name."""

    def __init__(self) -> None:
        super().__init__(LENGTH + len(SHAPES) + NUMERAL_COUNT + PIP_COUNT)

    def forward(self, patch: Tensor) -> Tensor:
        said = super().forward(patch)
        symbol = said[:, :LENGTH]
        symbol = symbol / (symbol.pow(2).sum(dim=1, keepdim=True) + 1e-6).sqrt()
        return torch.cat([symbol, said[:, LENGTH:]], dim=1)


class NumeralNet(_Looks):
    """Says of a patch which numeral a d8 shows there (logits)."""

    def __init__(self) -> None:
        super().__init__(NUMERAL_COUNT)

    @classmethod
    def after(cls, marks: MarkNet) -> NumeralNet:
        """One that says what `marks` says of numerals, to go on from."""
        net = cls()
        rows = slice(OF_SHAPES.stop, OF_SHAPES.stop + NUMERAL_COUNT)
        heads = {f"heads.{name}": part[rows] for name, part in marks.heads.state_dict().items()}
        net.load_state_dict(marks.state_dict() | heads)
        return net


class Truth(NamedTuple):
    """What is true of each patch of a batch; -1 where there is nothing to say."""

    symbol: Tensor
    shape: Tensor
    numeral: Tensor
    pips: Tensor


def loss(said: Tensor, truth: Truth) -> tuple[Tensor, dict[str, Tensor]]:
    """The sum to make small, and its parts for the log."""
    known = truth.symbol >= 0
    lengths = [len(SHAPES), NUMERAL_COUNT, PIP_COUNT]
    said_shapes, said_numerals, said_pips = said[:, LENGTH:].float().split(lengths, 1)
    symbols = _apart(said[known, :LENGTH].float(), truth.symbol[known])
    shapes = functional.cross_entropy(said_shapes, truth.shape)
    numerals = functional.cross_entropy(said_numerals, truth.numeral, ignore_index=-1)
    pips = functional.cross_entropy(said_pips, truth.pips)
    parts = {"symbols": symbols, "shapes": shapes, "numerals": numerals, "pips": pips}
    return symbols + shapes + 0.5 * numerals + pips, parts


def loss_of_numerals(said: Tensor, truth: Truth) -> tuple[Tensor, dict[str, Tensor]]:
    """The same of a `NumeralNet`."""
    numerals = functional.cross_entropy(said.float(), truth.numeral, ignore_index=-1)
    return numerals, {"numerals": numerals}


def _apart(directions: Tensor, names: Tensor) -> Tensor:
    """Each patch should point where the others of its symbol point, and nowhere else."""
    alike = directions @ directions.T / WARMTH
    itself = torch.eye(len(names), dtype=torch.bool, device=names.device)
    same = (names[:, None] == names[None, :]) & ~itself
    chance = alike.masked_fill(itself, -1e4).log_softmax(dim=1)
    return -(chance * same).sum(dim=1).div(same.sum(dim=1).clamp(min=1)).mean()
