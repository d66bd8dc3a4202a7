"""What `vision/training/cameras.py` does with one piece at a time, with many at once, on the accelerator.

Pieces are (n, 3, SIDE, SIDE), BGR from 0 to 255. Each draws its own chances.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

from vision.finding.hourglass import PATCH as SIDE
from vision.training.cameras import TOO_BRIGHT, TOO_DARK
from vision.training.pictures import MIRRORING

HAZE = 0.12
# How coarsely JPEG keeps waves of 8 by 8 pixels, of light and of colour (ITU-T T.81, tables K.1 and K.2).
LIGHT_STEPS = (
    "16 11 10 16 24 40 51 61 12 12 14 19 26 58 60 55 14 13 16 24 40 57 69 56 14 17 22 29 51 87 80 62 "
    "18 22 37 56 68 109 103 77 24 35 55 64 81 104 113 92 49 64 78 87 103 121 120 101 "
    "72 92 95 98 112 100 103 99"
)
COLOUR_STEPS = (
    "17 18 24 47 99 99 99 99 18 21 26 66 99 99 99 99 24 26 56 99 99 99 99 99 47 66 99 99 99 99 99 99 "
    + "99 " * 32
)


class Chances:
    """Random numbers for `n` pieces."""

    def __init__(self, n: int, device: torch.device) -> None:
        self.n, self.device = n, device

    def even(self, low: float, high: float, *more: int) -> Tensor:
        return torch.rand(self.n, *more, device=self.device) * (high - low) + low

    def normal(self, spread: float, *more: int) -> Tensor:
        return torch.randn(self.n, *more, device=self.device) * spread

    def some(self, share: float) -> Tensor:
        return torch.rand(self.n, device=self.device) < share


def with_lamps(pieces: Tensor, faces: Tensor) -> Tensor:
    """Lamps mirrored in some of the faces nearest the middle; `faces` (n, k, 5): x, y, r, face, known."""
    chances = Chances(len(pieces), pieces.device)
    far = ((faces[:, :, :2] - SIDE / 2) ** 2).sum(-1) + (faces[:, :, 2] <= 0) * 1e9
    x, y, r = (faces[torch.arange(len(faces)), far.argmin(1), part, None, None] for part in range(3))
    steps = torch.arange(SIDE, device=pieces.device)
    across, along = steps[None, None, :] - x, steps[None, :, None] - y
    die = torch.hypot(across, along) < 1.1 * r
    across = across - r * chances.even(-1, 1, 1, 1)
    along = along - r * chances.even(-1, 1, 1, 1)
    turn, soft = chances.even(0, math.pi, 1, 1), chances.even(0.3, 3, 1, 1)
    wide, high = (r * chances.even(math.log(0.25), math.log(2.5), 1, 1).exp() / 2 for _ in range(2))
    lamp = torch.sigmoid((wide - (across * turn.cos() + along * turn.sin()).abs()) / soft)
    lamp = lamp * torch.sigmoid((high - (along * turn.cos() - across * turn.sin()).abs()) / soft)
    bright = chances.even(math.log(30), math.log(200), 1, 1).exp() * chances.some(MIRRORING)[:, None, None]
    return (pieces + (lamp * bright * die * (r > 0))[:, None]).clamp(0, 255)


def tinted(shots: Tensor, photographs: Tensor) -> Tensor:
    """Other light, another camera; of `photographs` (n, true or false) some become their own negatives."""
    chances = Chances(len(shots), shots.device)
    fx, fy = _frequencies(shots.device)
    squares = (fx**2 + fy**2)[None, None]
    shots = _where(photographs & chances.some(0.2), 255 - shots, shots)
    order = chances.even(0, 1, 3).argsort(1)[:, :, None, None].expand_as(shots)
    shots = _where((photographs & chances.some(0.3)) | chances.some(0.1), shots.gather(1, order), shots)
    shots = _where(chances.some(0.15), shots.mean(1, keepdim=True).expand_as(shots), shots)
    shots = _where(chances.some(0.35), shots * _uneven_light(chances), shots)
    gains = (chances.normal(0.2, 1) + chances.normal(0.08, 3)).exp()[:, :, None, None]
    shots = 255 * (shots * gains / 255).clamp(1e-4, 1) ** chances.normal(0.2, 1, 1, 1).exp()
    shots = _sensed(_focused(_exposed(shots, squares), squares, fx, fy), squares).clamp(0, 255)
    return _changed(chances.some(0.25), shots, _jpeg).round().clamp(0, 255)


def _where(these: Tensor, then: Tensor, other: Tensor) -> Tensor:
    return torch.where(these[:, None, None, None], then, other)


def _changed(these: Tensor, shots: Tensor, change: Callable[..., Tensor], *more: Tensor) -> Tensor:
    """`shots`, `these` of them changed."""
    which = these.nonzero()[:, 0]
    if len(which):
        chances = Chances(len(which), shots.device)
        shots[which] = change(shots[which], chances, *(part[which] for part in more))
    return shots


def _uneven_light(chances: Chances) -> Tensor:
    steps = (torch.arange(SIDE, device=chances.device) - SIDE / 2) / SIDE
    angle = chances.even(0, 2 * math.pi, 1, 1)
    along = angle.cos() * steps[None, None, :] + angle.sin() * steps[None, :, None]
    even = 1 + chances.even(0.2, 1.2, 1, 1) * along
    edge = (along - chances.even(-0.35, 0.35, 1, 1)) / chances.even(0.005, 0.15, 1, 1)
    shadow = 1 - chances.even(0.15, 0.7, 1, 1) * torch.sigmoid(edge)
    return torch.where(chances.some(0.5)[:, None, None], even, shadow)[:, None]


def _frequencies(device: torch.device) -> tuple[Tensor, Tensor]:
    across = torch.fft.rfftfreq(SIDE, device=device)[None, :]
    return across, torch.fft.fftfreq(SIDE, device=device)[:, None]


def _soft(sigma: Tensor, squares: Tensor) -> Tensor:
    """What a blur leaves of waves, by the squares of their frequencies."""
    return torch.exp(-2 * math.pi**2 * sigma[:, None, None, None] ** 2 * squares)


def _filtered(shots: Tensor, left: Tensor) -> Tensor:
    return torch.fft.irfft2(torch.fft.rfft2(shots) * left, s=(SIDE, SIDE))


def _exposed(shots: Tensor, squares: Tensor) -> Tensor:
    """By as much light as a camera needs, mostly, or by far less or more; or through a haze."""

    def dark(shots: Tensor, chances: Chances) -> Tensor:
        noise = chances.even(1, 6, 1, 1, 1) * torch.randn_like(shots)
        return shots * chances.even(0.15, 0.5, 1, 1, 1) + noise

    def bright(shots: Tensor, chances: Chances) -> Tensor:
        shots = shots * chances.even(1.3, 2.6, 1, 1, 1)
        glow = _filtered((shots - 200).clamp(0, 255), _soft(chances.even(1, 6), squares))
        return (shots.clamp(0, 255) + chances.even(0, 0.7, 1, 1, 1) * glow).clamp(0, 255)

    def hazy(shots: Tensor, chances: Chances) -> Tensor:
        return 128 + (shots - 128) * chances.even(0.4, 0.9, 1, 1, 1) + chances.even(-30, 60, 1, 1, 1)

    chance = Chances(len(shots), shots.device).even(0, 1)
    begin = 0.0
    for share, change in ((TOO_DARK, dark), (TOO_BRIGHT, bright), (HAZE, hazy)):
        shots = _changed((chance >= begin) & (chance < begin + share), shots, change)
        begin += share
    return shots


def _focused(shots: Tensor, squares: Tensor, fx: Tensor, fy: Tensor) -> Tensor:
    """Out of focus, of few pixels, moving, or sharpened; or none of these."""
    chances = Chances(len(shots), shots.device)
    chance, sharpened = chances.even(0, 1), chances.some(0.25)
    left = torch.ones(len(shots), 1, 1, 1, device=shots.device)
    long, turn = chances.even(1.5, 9, 1, 1, 1), chances.even(0, math.pi, 1, 1, 1)
    smeared = torch.sinc(long * (fx * turn.cos() + fy * turn.sin()))
    left = _where(chance < 0.5, smeared, left)
    left = _where(chance < 0.4, _soft(0.45 / chances.even(0.3, 0.75), squares), left)
    left = _where(chance < 0.25, _soft(chances.even(0.4, 1.5), squares), left)
    seams = 1 - _soft(chances.even(0.8, 2.5), squares)
    left = _where(sharpened, left * (1 + chances.even(0.3, 1.5, 1, 1, 1) * seams), left)
    return _changed((chance < 0.5) | sharpened, shots, lambda some, _, parts: _filtered(some, parts), left)


def _sensed(shots: Tensor, squares: Tensor) -> Tensor:
    """With a sensor's noise: fine, or in blotches where a camera has smoothed it; or with none."""

    def fine(shots: Tensor, chances: Chances) -> Tensor:
        return shots + chances.even(1, 9, 1, 1, 1) * torch.randn_like(shots)

    def blotchy(shots: Tensor, chances: Chances) -> Tensor:
        noise = _filtered(torch.randn_like(shots), _soft(chances.even(0.7, 2.5), squares))
        return shots + chances.even(1, 10, 1, 1, 1) * noise / noise.std(dim=(1, 2, 3), keepdim=True)

    chance = Chances(len(shots), shots.device).even(0, 1)
    return _changed((chance >= 0.4) & (chance < 0.52), _changed(chance < 0.4, shots, fine), blotchy)


def _jpeg(shots: Tensor, chances: Chances) -> Tensor:
    """As JPEG keeps them, of a quality of 30 to 95."""
    quality = chances.even(30, 95)
    coarse = torch.where(quality < 50, 5000 / quality, 200 - 2 * quality) / 100
    blue, green, red = shots.unbind(1)
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    colours = functional.avg_pool2d(torch.stack([blue - light, red - light], 1), 2)
    light = _in_steps(light[:, None] - 128, LIGHT_STEPS, coarse)[:, 0] + 128
    # The differences are kept as parts of what they can be at most, 0.564 and 0.713 of them.
    parts = torch.tensor([0.564, 0.713], device=shots.device)[None, :, None, None]
    colours = _in_steps(colours * parts, COLOUR_STEPS, coarse) / parts
    away_blue, away_red = functional.interpolate(colours, scale_factor=2.0, mode="bilinear").unbind(1)
    blue, red = light + away_blue, light + away_red
    return torch.stack([blue, (light - 0.299 * red - 0.114 * blue) / 0.587, red], 1).clamp(0, 255)


def _in_steps(planes: Tensor, steps: str, coarse: Tensor) -> Tensor:
    n, k, side, _ = planes.shape
    table = torch.tensor([float(step) for step in steps.split()], device=planes.device).reshape(8, 8)
    step = (table * coarse[:, None, None]).clamp(1, 255)[:, None, None, None]
    at = torch.arange(8, device=planes.device)
    waves = torch.cos(math.pi * (2 * at[None, :] + 1) * at[:, None] / 16) / 2
    waves[0] /= math.sqrt(2)
    blocks = planes.reshape(n, k, side // 8, 8, side // 8, 8).transpose(3, 4)
    kept = waves.T @ (((waves @ blocks @ waves.T) / step).round() * step) @ waves
    return kept.transpose(3, 4).reshape(n, k, side, side)
