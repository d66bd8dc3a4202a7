"""The nets that find top faces and tell them apart, what they should say for a picture, and how wrong it is.

A picture of any size (its sides multiples of 16) gives some numbers for every small square of it. `SpotNet`,
which looks through whole pictures, gives for every 8 by 8 pixels how likely the middle of a top face is just
here (logit) and the logarithm of half its width in pixels. `FaceNet`, which looks at one place, gives these
for every 4 by 4 pixels, and between them how likely here is a top face rather than something that looks like
one (logit), and which one it would be (a logit for each of the six faces of a d6, or for each form of dice).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.arrays import Floats
from vision.finding import spots
from vision.finding.hourglass import CELLS, SIZE_UNIT, STRIDE

DOUBTFUL, OTHERS_WEIGHT = 0.03, 0.02  # likely to be a middle; the weight of what is not


def conv(before: int, after: int, stride: int = 1, side: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, side, stride, side // 2, bias=False),
        nn.BatchNorm2d(after),
        nn.ReLU(),
    )


class Block(nn.Module):
    """Two convolutions beside a shortcut."""

    def __init__(self, channels: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = conv(channels, channels)
        self.second = nn.Conv2d(channels, channels, 3, 1, dilation, dilation, bias=False)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, seen: Tensor) -> Tensor:
        return functional.relu(seen + self.norm(self.second(self.first(seen))))


class SpotNet(nn.Module):
    """Plain convolutions down to an eighth of the picture, and beside them some of a sixteenth that see far.

    Its first steps over every fourth pixel: there are many, and convolutions of few channels are slow.
    """

    stride = spots.STRIDE

    def __init__(self) -> None:
        super().__init__()
        self.eighth = nn.Sequential(conv(3, 24, 4, side=5), conv(24, 32, 2), Block(32))
        self.sixteenth = nn.Sequential(conv(32, 48, 2), Block(48), Block(48), Block(48))
        self.from_sixteenth = nn.Conv2d(48, 32, 1)
        self.heads = nn.Sequential(conv(32, 32), nn.Conv2d(32, 2, 1))
        nn.init.constant_(self.heads[1].bias[:1], -3.0)

    def forward(self, picture: Tensor) -> Tensor:
        eighth = self.eighth(picture)
        far = self.from_sixteenth(self.sixteenth(eighth))
        result: Tensor = self.heads(eighth + functional.interpolate(far, scale_factor=2.0, mode="nearest"))
        return result

    def loss(self, said: Tensor, targets: Targets) -> tuple[Tensor, dict[str, Tensor]]:
        """The sum to make small, and its parts for the log."""
        middles, sizes = _middles_loss(said, targets), _sizes_loss(said, targets)
        return middles + 0.5 * sizes, {"middles": middles, "sizes": sizes}


class FaceNet(nn.Module):
    """An hourglass of plain convolutions: down to a sixteenth of the picture, and up again to a quarter.

    It tells `kinds` of top faces apart.
    """

    stride = STRIDE

    def __init__(self, kinds: int) -> None:
        super().__init__()
        self.quarter = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2), Block(32))
        self.eighth = nn.Sequential(conv(32, 48, 2), Block(48), Block(48))
        self.sixteenth = nn.Sequential(conv(48, 56, 2), Block(56, dilation=2), Block(56, dilation=2))
        self.from_sixteenth = nn.Conv2d(56, 48, 1)
        self.from_eighth = nn.Conv2d(48, 32, 1)
        self.merge_eighth = conv(48, 48)
        self.merge_quarter = conv(32, 32)
        self.heads = nn.Sequential(conv(32, 32), nn.Conv2d(32, 2 + kinds + 1, 1))
        # Middles of faces are rare: begin by expecting none.
        nn.init.constant_(self.heads[1].bias[:1], -3.0)

    def forward(self, picture: Tensor) -> Tensor:
        quarter = self.quarter(picture)
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        up = functional.interpolate(self.from_sixteenth(sixteenth), scale_factor=2.0, mode="nearest")
        eighth = self.merge_eighth(eighth + up)
        up = functional.interpolate(self.from_eighth(eighth), scale_factor=2.0, mode="nearest")
        result: Tensor = self.heads(self.merge_quarter(quarter + up))
        return result

    def loss(self, said: Tensor, targets: Targets) -> tuple[Tensor, dict[str, Tensor]]:
        """The sum to make small, and its parts for the log."""
        middles, sizes = _middles_loss(said, targets), _sizes_loss(said, targets)
        presence, faces = _presence_loss(said, targets), _faces_loss(said, targets)
        parts = {"middles": middles, "presence": presence, "faces": faces, "sizes": sizes}
        return middles + presence + faces + 0.5 * sizes, parts


class Look(nn.Module):
    """What a `FaceNet` says of the cells in the middle of a picture, where a place lies that it looks at: the
    same numbers, by fewer sums.
    """

    def __init__(self, net: FaceNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, picture: Tensor) -> Tensor:
        quarter = self.net.quarter(picture)
        eighth = self.net.eighth(quarter)
        sixteenth = self.net.sixteenth(eighth)
        up = functional.interpolate(self.net.from_sixteenth(sixteenth), scale_factor=2.0, mode="nearest")
        # A convolution is right where it sees a cell more to every side.
        eighth = _middle(self.net.merge_eighth(_middle(eighth + up, CELLS + 2)), CELLS)
        up = functional.interpolate(self.net.from_eighth(eighth), scale_factor=2.0, mode="nearest")
        said: Tensor = self.net.heads(self.net.merge_quarter(_middle(quarter, 2 * CELLS) + up))
        return _middle(said, CELLS)


def _middle(cells: Tensor, side: int) -> Tensor:
    first = (cells.shape[-1] - side) // 2
    return cells[..., first : first + side, first : first + side]


class Targets(NamedTuple):
    """What the net should say for a batch, by cells as wide as its stride: each (B, rows, columns).

    `there` is 1 on the middle half of a top face, 0 well away from any, and -1 in between.
    """

    heat: Tensor
    there: Tensor
    blamed: Tensor
    face: Tensor
    size: Tensor


def targets_of(pictures: Sequence[Floats], side: int, stride: int) -> Targets:
    """Targets for pictures of `side` by `side` pixels, each given as rows (x, y, r, face, known).

    `face` counts from 0. Where `known` is 0 nobody is blamed for what the net says: a die that is
    cut off by the edge, or one whose place is not sure.
    """
    cells = side // stride
    at = (np.arange(cells, dtype=np.float32) + 0.5) * stride
    shape = (len(pictures), cells, cells)
    heat, blamed = np.zeros(shape, np.float32), np.ones(shape, np.float32)
    there = np.zeros(shape, np.float32)
    face, size = np.full(shape, -1, np.int64), np.zeros(shape, np.float32)
    for index, rows in enumerate(pictures):
        for x, y, r, number, known in rows.tolist():
            far = np.hypot((at - y)[:, None], (at - x)[None, :])
            if not known:
                blamed[index][far < 1.3 * r] = 0
                there[index][far < 1.3 * r] = -1
                continue
            nearest = far == far.min()
            bump = np.exp(-((far / max(0.22 * r, 0.625 * stride)) ** 2) / 2)
            heat[index] = np.maximum(heat[index], np.where(nearest, 1.0, bump))
            there[index][(far < 0.9 * r) & (there[index] == 0)] = -1
            there[index][(far < 0.5 * r) | nearest] = 1
            close = (far < max(0.35 * r, 0.75 * stride)) | nearest
            face[index][close] = int(number)
            size[index][close] = np.log(r / SIZE_UNIT)
    return Targets(*(torch.from_numpy(part) for part in (heat, there, blamed, face, size)))


def _likely(said: Tensor) -> Tensor:
    return torch.sigmoid(said[:, 0].float()).clamp(1e-5, 1 - 1e-5)


def _middles_loss(said: Tensor, targets: Targets) -> Tensor:
    likely = _likely(said)
    peak = targets.heat >= 0.999
    missed = -((1 - likely) ** 2) * torch.log(likely) * peak
    invented = -((1 - targets.heat) ** 4) * likely**2 * torch.log(1 - likely) * ~peak
    return ((missed + invented) * targets.blamed).sum() / peak.sum().clamp(min=1)


def _presence_loss(said: Tensor, targets: Targets) -> Tensor:
    """How wrong it is that a top face is here. What nobody would take for one counts little: the question is
    asked at places that look like a middle."""
    doubtful = torch.where(_likely(said).detach() > DOUBTFUL, 1.0, OTHERS_WEIGHT)
    weight = torch.where(targets.there == 1, 1.0, torch.where(targets.there == 0, doubtful, 0.0))
    wrong = functional.binary_cross_entropy_with_logits(
        said[:, 1].float(), (targets.there == 1).float(), reduction="none"
    )
    return (wrong * weight).sum() / weight.sum().clamp(min=1)


def _faces_loss(said: Tensor, targets: Targets) -> Tensor:
    cells = (targets.face >= 0).sum().clamp(min=1)
    logits = said[:, 2:-1].float()
    return functional.cross_entropy(logits, targets.face, ignore_index=-1, reduction="sum") / cells


def _sizes_loss(said: Tensor, targets: Targets) -> Tensor:
    on_face = (targets.face >= 0).float()
    misfit = functional.smooth_l1_loss(said[:, -1].float(), targets.size, beta=0.1, reduction="none")
    return (misfit * on_face).sum() / on_face.sum().clamp(min=1)
