"""What the reader would see of windows, cut on the accelerator, and what nets should say there."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.crops import HALVED
from vision.finding.hourglass import PATCH, SIZE_UNIT
from vision.forms import PIPS
from vision.training.accelerated.cameras import Chances
from vision.training.accelerated.windows import FACES, NOTHING, SIDE, Window, padded, pictures_of
from vision.training.network import FaceNet, Targets
from vision.training.pictures import BESIDE, NEARLY, R_RANGE, WRONG


class Bank:
    """Windows on the accelerator, `room` at the most, for a net that tells `things` apart.

    Where it tells only the faces of a d6, everything else is no face.
    """

    def __init__(self, room: int, things: int, device: torch.device) -> None:
        self.device, self.room, self.kept = device, room, 0
        self._pips_only = things == len(PIPS)
        self.full = torch.empty(room, 3, SIDE, SIDE, dtype=torch.uint8, device=device)
        self.half = torch.empty(room, 3, SIDE // 2, SIDE // 2, dtype=torch.uint8, device=device)
        self.faces = torch.zeros(room, FACES, 5, device=device)
        self._looks: dict[tuple[str, bool], Tensor] = {}

    def take_in(self, windows: Sequence[Window]) -> None:
        """Keeps them, while there is room."""
        windows = windows[: self.room - self.kept]
        if not windows:
            return
        here = slice(self.kept, self.kept + len(windows))
        pictures = torch.from_numpy(pictures_of(windows)).to(self.device)
        self.full[here] = pictures
        self.half[here] = functional.avg_pool2d(pictures.float(), 2).round().to(torch.uint8)
        faces = [one.faces[one.faces[:, 3] < len(PIPS)] if self._pips_only else one.faces for one in windows]
        self.faces[here] = torch.from_numpy(np.stack([padded(rows, FACES) for rows in faces])).to(self.device)
        rows: dict[tuple[str, bool], list[tuple[float, ...]]] = defaultdict(list)
        for number, one in enumerate(windows, self.kept):
            for x, y, r, thing in one.places.tolist():
                face = thing != NOTHING and (thing < len(PIPS) or not self._pips_only)
                rows[one.group, face].append((number, x, y, r, face))
        for key, new in rows.items():
            known = [self._looks[key]] if key in self._looks else []
            self._looks[key] = torch.cat([*known, torch.tensor(new, device=self.device)])
        self.kept = here.stop

    def looks(self, count: int, shares: Mapping[str, float]) -> tuple[Tensor, list[str]]:
        """Places by chance (count, 5): the window, x, y, r, whether it is a face; and their groups.

        Raises ValueError where no window of a group is kept.
        """
        rows, groups = [], []
        for group, many in zip(shares, np.random.multinomial(count, list(shares.values())), strict=True):
            kept = [face for face in (True, False) if (group, face) in self._looks]
            if not kept:
                raise ValueError(
                    f"of the {self.kept} windows that are kept none is from {group}, of which some were to "
                    f"be shown: there is room for {self.room}; ask for more, or for pictures with places"
                )
            share = WRONG if len(kept) == 2 else float(kept == [False])
            wrong = int(np.random.binomial(many, share))
            for face, so_many in ((True, int(many) - wrong), (False, wrong)):
                if so_many:
                    table = self._looks[group, face]
                    rows.append(table[torch.randint(len(table), (so_many,), device=self.device)])
                    groups += [group] * so_many
        return torch.cat(rows), groups

    def pieces(self, looks: Tensor, look: float) -> tuple[Tensor, Tensor]:
        """What is seen there, at an r of `look` and a little beside, turned and perhaps mirrored: pieces
        (n, 3, PATCH, PATCH), BGR from 0 to 255, and their faces (n, FACES, 5), r 0 where there is none.
        """
        chances = Chances(len(looks), self.device)
        windows, own = looks[:, 0].long(), looks[:, 3]
        at = looks[:, 1:3] + _aside(looks, chances)
        scale = look / own * chances.normal(0.13).exp()
        turn = _turns(chances) * scale[:, None, None]
        steps = torch.arange(PATCH, device=self.device) - PATCH / 2
        grid = torch.stack(torch.meshgrid(steps, steps, indexing="xy"), -1).reshape(1, -1, 2)
        seen = (2 * (grid @ torch.linalg.inv(turn).transpose(1, 2) + at[:, None, :]) + 1) / SIDE - 1
        border, outside = chances.even(0, 1, 1, 1), (seen.abs() > 1).any(-1)
        around = (seen + 1) % 4
        mirrored = torch.where(around < 2, around - 1, 3 - around)
        seen = torch.where(border < 1 / 3, mirrored, seen.clamp(-1, 1)).reshape(-1, PATCH, PATCH, 2)
        pieces = torch.empty(len(looks), 3, PATCH, PATCH, device=self.device)
        for kept, these in ((self.full, scale >= HALVED), (self.half, scale < HALVED)):
            which = these.nonzero()[:, 0]
            if len(which):
                pieces[which] = functional.grid_sample(
                    kept[windows[which]].float(), seen[which], padding_mode="border", align_corners=False
                )
        black = (border[:, :, 0] > 2 / 3) & outside
        faces = self.faces[windows].clone()
        faces[:, :, :2] = (faces[:, :, :2] - at[:, None, :]) @ turn.transpose(1, 2) + PATCH / 2
        faces[:, :, 2] *= scale[:, None]
        return pieces * ~black.reshape(-1, 1, PATCH, PATCH), _within(faces)


def _aside(looks: Tensor, chances: Chances) -> Tensor:
    """How far beside a place is looked: a little, or now and then where something lies beside a face."""
    beside = (looks[:, 4] > 0) & chances.some(BESIDE)
    far = torch.where(beside, chances.even(0.6, 2.2), chances.normal(0.14).abs()) * looks[:, 3]
    angle = chances.even(0, 2 * math.pi)
    return far[:, None] * torch.stack([angle.cos(), angle.sin()], 1)


def _turns(chances: Chances) -> Tensor:
    angle = chances.even(0, 2 * math.pi)
    turned = torch.stack([angle.cos(), -angle.sin(), angle.sin(), angle.cos()], 1).reshape(-1, 2, 2)
    sides = torch.ones(chances.n, 2, device=chances.device)
    sides[:, 0] = torch.where(chances.some(0.5), -1.0, 1.0)
    return (
        turned @ torch.diag_embed(sides) @ (torch.eye(2, device=chances.device) + chances.normal(0.04, 2, 2))
    )


def _within(faces: Tensor) -> Tensor:
    """The faces in the piece; one that is cut off, or far too small or large, counts as unknown."""
    r = faces[:, :, 2]
    edge = torch.minimum(faces[:, :, :2].amin(-1), (PATCH - faces[:, :, :2]).amin(-1))
    faces[:, :, 4] *= (edge > NEARLY * r) & (r > 0.75 * R_RANGE[0]) & (r < 1.25 * R_RANGE[1])
    faces[:, :, 2] *= edge > -r
    return faces


def targets(faces: Tensor) -> Targets:
    """The same as `vision.training.network.targets_of`, of pieces of PATCH pixels at once."""
    stride = FaceNet.stride
    at = (torch.arange(PATCH // stride, device=faces.device) + 0.5) * stride
    x, y, r, face, known = (faces[:, :, part, None, None] for part in range(5))
    far = torch.hypot(at[None, None, :, None] - y, at[None, None, None, :] - x)
    good, doubtful = (r > 0) & (known > 0), (r > 0) & ~(known > 0)
    r = r.clamp(min=1.0)
    nearest = far == far.amin((2, 3), keepdim=True)
    bump = torch.exp(-((far / (0.22 * r).clamp(min=0.625 * stride)) ** 2) / 2)
    blind = (doubtful & (far < 1.3 * r)).any(1)
    inner = (good & ((far < 0.5 * r) | nearest)).any(1)
    outer = (good & (far < 0.9 * r)).any(1) | blind
    close = good & ((far < (0.35 * r).clamp(min=0.75 * stride)) | nearest)
    which = torch.where(close, far / r, math.inf).argmin(1, keepdim=True)
    told = close.any(1)
    return Targets(
        heat=(torch.where(nearest, 1.0, bump) * good).amax(1),
        there=torch.where(inner, 1.0, torch.where(outer, -1.0, 0.0)),
        blamed=(~blind).float(),
        face=torch.where(told, face.expand_as(far).gather(1, which)[:, 0].long(), -1),
        size=torch.where(told, (r / SIZE_UNIT).log().expand_as(far).gather(1, which)[:, 0], 0.0),
    )


def without(said: Targets, pieces: Tensor) -> Targets:
    """Targets that blame nobody for what is said of some of the `pieces` (n, true or false)."""
    left_out = pieces[:, None, None]
    return Targets(
        heat=torch.where(left_out, 0.0, said.heat),
        there=torch.where(left_out, -1.0, said.there),
        blamed=torch.where(left_out, 0.0, said.blamed),
        face=torch.where(left_out, -1, said.face),
        size=said.size,
    )
