"""Signs by chance: letters, figures, scribbles and shapes, as the faces of strangers' dice carry them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles
from vision.rendering.scene import Colour, Image

SIDE = 96
MIDDLE = SIDE / 2
LETTERS = list("0123456789ABCDEFGHJKLMNPRSTUVXYZabdeghknpqrt+*?#&%@<>=!$")
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)


@dataclass(frozen=True)
class SignStyle:
    """What the signs of one die share: how large and how bold they are, and the share of empty faces."""

    reach: float
    bold: float
    blank: float

    @staticmethod
    def by_chance(rng: np.random.Generator) -> SignStyle:
        """Any style."""
        return SignStyle(rng.uniform(0.38, 0.85), rng.uniform(0.05, 0.2), float(rng.choice([0.0, 0.1, 0.4])))


def sign(rng: np.random.Generator, ink: Colour, style: SignStyle) -> Image:
    """A picture (96 x 96, BGRA) of some sign in `ink`; now and then nothing, or two colours."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    if rng.random() >= style.blank:
        draw = SHAPES[int(rng.integers(len(SHAPES)))]
        draw(mask, rng, style.reach * MIDDLE, max(2, round(style.bold * style.reach * SIDE)))
    return _inked(mask, ink)


def figures(rng: np.random.Generator, ink: Colour, count: int) -> dict[str, Image]:
    """The faces 1 to `count` of a die that carries figures, all in one hand."""
    font, bold = FONTS[int(rng.integers(len(FONTS)))], rng.uniform(0.03, 0.2)
    high, wide, turn = rng.uniform(0.22, 0.48), rng.uniform(0.55, 1.15), rng.choice([0.0, 180.0])
    turn += rng.uniform(-30, 30) if rng.random() < 0.3 else 0.0
    faces = {}
    for number in range(1, count + 1):
        mask = _text(str(number) + ("." if number in (6, 9) and count > 8 else ""), font, bold, high, wide)
        matrix = cv2.getRotationMatrix2D((MIDDLE, MIDDLE), turn, 1.0)
        faces[str(number)] = _inked(np.asarray(cv2.warpAffine(mask, matrix, (SIDE, SIDE)), np.uint8), ink)
    return faces


def _inked(mask: Image, ink: Colour) -> Image:
    face = np.zeros((SIDE, SIDE, 4), np.uint8)
    face[:, :, :3] = ink
    face[:, :, 3] = mask
    return face


def _text(text: str, font: int, bold: float, high: float, wide: float) -> Image:
    """`text` about the middle, `high` and `wide` as shares of the picture's side and its own width."""
    (width, height), _ = cv2.getTextSize(text, font, 4.0, 1)
    thick = max(2, round(bold * height))
    large = np.zeros((height + 4 * thick, width + 4 * thick), np.uint8)
    cv2.putText(large, text, (2 * thick, height + 2 * thick), font, 4.0, (255,), thick, cv2.LINE_AA)
    rows, columns = np.nonzero(large)
    large = large[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    scale = high * SIDE / large.shape[0]
    across, down = round(large.shape[1] * scale * wide), round(large.shape[0] * scale)
    size = (max(2, min(SIDE - 4, across)), max(2, down))
    drawn = cv2.resize(large, size, interpolation=cv2.INTER_AREA)
    mask = np.zeros((SIDE, SIDE), np.uint8)
    top, left = (SIDE - size[1]) // 2, (SIDE - size[0]) // 2
    mask[top : top + size[1], left : left + size[0]] = drawn
    return mask


def _letter(mask: Image, rng: np.random.Generator, reach: float, thick: int) -> None:
    text = "".join(rng.choice(LETTERS, 2 if rng.random() < 0.15 else 1))
    font = FONTS[int(rng.integers(len(FONTS)))]
    mask[:] = _text(text, font, thick / (2 * reach), reach / MIDDLE, rng.uniform(0.8, 1.2))


def _polygon(corners: Doubles) -> NDArray[np.int32]:
    return np.rint((corners + MIDDLE) * 16).astype(np.int32)


def _ring(rng: np.random.Generator, reach: float, inner: float, points: int) -> Doubles:
    turns = np.arange(2 * points) * np.pi / points + rng.uniform(0, 7)
    away = np.where(np.arange(2 * points) % 2 == 0, reach, reach * inner)
    return np.stack([away * np.cos(turns), away * np.sin(turns)], axis=1)


def _star(mask: Image, rng: np.random.Generator, reach: float, thick: int) -> None:
    points = int(rng.integers(3, 9))
    inner = rng.choice([rng.uniform(0.25, 0.7), math.cos(math.pi / points)])
    outline = _polygon(_ring(rng, reach, inner, points))
    if rng.random() < 0.6:
        cv2.fillPoly(mask, [outline], (255,), cv2.LINE_AA, 4)
    else:
        cv2.polylines(mask, [outline], True, (255,), thick, cv2.LINE_AA, 4)


def _scribble(mask: Image, rng: np.random.Generator, reach: float, thick: int) -> None:
    corners = rng.uniform(-reach, reach, (int(rng.integers(3, 7)), 2))
    cv2.polylines(mask, [_polygon(corners)], bool(rng.random() < 0.4), (255,), thick, cv2.LINE_AA, 4)


def _blob(mask: Image, rng: np.random.Generator, reach: float, thick: int) -> None:
    turns = np.arange(24) * np.pi / 12
    away = np.ones(24)
    for k in (1, 2, 3, 4):
        away += rng.uniform(0, 0.35) * np.cos(k * turns + rng.uniform(0, 7))
    away *= reach / away.max()
    outline = np.stack([away * np.cos(turns), away * np.sin(turns)], axis=1)
    cv2.fillPoly(mask, [_polygon(outline)], (255,), cv2.LINE_AA, 4)
    if rng.random() < 0.5:
        at = tuple(_polygon(rng.uniform(-0.3, 0.3, (1, 2)) * reach)[0].tolist())
        cv2.circle(mask, at, round(16 * reach * rng.uniform(0.15, 0.4)), (0,), -1, cv2.LINE_AA, 4)


def _chevrons(mask: Image, rng: np.random.Generator, reach: float, thick: int) -> None:
    count, depth = int(rng.integers(1, 4)), rng.uniform(0.2, 0.6) * reach
    turn = rng.uniform(0, 7)
    rotation = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    for k in range(count):
        y = (k - (count - 1) / 2) * (thick + 0.35 * reach)
        bent = np.array([(-0.8 * reach, y + depth / 2), (0, y - depth / 2), (0.8 * reach, y + depth / 2)])
        cv2.polylines(mask, [_polygon(bent @ rotation.T)], False, (255,), thick, cv2.LINE_AA, 4)


def _circles(mask: Image, rng: np.random.Generator, reach: float, thick: int) -> None:
    for _ in range(int(rng.integers(1, 4))):
        radius = reach * rng.uniform(0.2, 1)
        at = rng.uniform(-1, 1, 2) * (reach - radius)
        place = tuple(_polygon(at[None])[0].tolist())
        filled = -1 if rng.random() < 0.4 else thick
        cv2.circle(mask, place, round(16 * radius), (255,), filled, cv2.LINE_AA, 4)


def _arrow(mask: Image, rng: np.random.Generator, reach: float, thick: int) -> None:
    turn = rng.uniform(0, 7)
    tip = np.array([math.cos(turn), math.sin(turn)]) * reach
    start, end = (tuple(np.rint(p + MIDDLE).astype(int).tolist()) for p in (-tip, tip))
    cv2.arrowedLine(mask, start, end, (255,), thick, cv2.LINE_AA, 0, rng.uniform(0.25, 0.5))


def _joined(mask: Image, rng: np.random.Generator, reach: float, thick: int) -> None:
    for draw in rng.choice(np.array(SIMPLE), 2):
        draw(mask, rng, reach * rng.uniform(0.6, 1), thick)


SIMPLE = (_letter, _star, _scribble, _blob, _chevrons, _circles, _arrow)
SHAPES = (*SIMPLE, _letter, _joined)
