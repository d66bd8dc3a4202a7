"""Flat things beside the dice that are none: cables, cards, coins, pens, print, fingers, a tray's rim."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Floats
from vision.rendering.scene import Image, Thing


def _corners(thing: Thing, width: float, height: float) -> Floats:
    box = cv2.boxPoints(((thing.x, thing.y), (width, height), thing.angle))
    return np.asarray(box, np.float32)


def _fill(picture: Image, points: Floats, colour: tuple[float, float, float]) -> None:
    cv2.fillPoly(picture, [np.rint(points * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def _scaled(colour: tuple[float, float, float], by: float) -> tuple[float, float, float]:
    blue, green, red = (min(255.0, channel * by) for channel in colour)
    return blue, green, red


def card(picture: Image, thing: Thing, rng: np.random.Generator) -> None:
    """A playing card with symbols, round ones among them, so that flat dots are not taken for pips."""
    wide, tall = thing.size * 1.4, thing.size * 2
    _fill(picture, _corners(thing, wide, tall), thing.colour)
    ink = tuple(float(c) for c in rng.uniform(0, 200, 3))
    turn = np.radians(thing.angle)
    for _ in range(int(rng.integers(1, 9))):
        u, v = rng.uniform(-0.38, 0.38) * wide, rng.uniform(-0.4, 0.4) * tall
        at = (
            int(thing.x + u * np.cos(turn) - v * np.sin(turn)),
            int(thing.y + u * np.sin(turn) + v * np.cos(turn)),
        )
        if rng.random() < 0.6:
            cv2.circle(picture, at, max(1, int(thing.size * rng.uniform(0.05, 0.16))), ink, -1, cv2.LINE_AA)
        else:
            sign = str(rng.choice(list("A23456789JQKX+")))
            cv2.putText(picture, sign, at, cv2.FONT_HERSHEY_DUPLEX, thing.size / 60, ink, 1, cv2.LINE_AA)


def coin(picture: Image, thing: Thing, rng: np.random.Generator) -> None:
    """A coin or a round token: a disc with a rim and something in its middle."""
    at, radius = (int(thing.x), int(thing.y)), max(2, int(thing.size / 2))
    cv2.circle(picture, at, radius, thing.colour, -1, cv2.LINE_AA)
    cv2.circle(picture, at, max(1, int(radius * 0.85)), _scaled(thing.colour, 0.75), 1, cv2.LINE_AA)
    if rng.random() < 0.7:
        inner = _scaled(thing.colour, float(rng.uniform(0.3, 0.8)))
        cv2.circle(picture, at, max(1, int(radius * rng.uniform(0.2, 0.6))), inner, -1, cv2.LINE_AA)


def cable(picture: Image, thing: Thing, rng: np.random.Generator) -> None:
    """A cable across the table, with a bright line along it."""
    turn = np.radians(thing.angle)
    reach = max(picture.shape[:2])
    t = np.linspace(-1, 1, 24)
    sway = rng.uniform(-0.3, 0.3) * reach * np.sin(t * rng.uniform(1, 4) + rng.uniform(0, 6))
    xs = thing.x + t * reach * np.cos(turn) - sway * np.sin(turn)
    ys = thing.y + t * reach * np.sin(turn) + sway * np.cos(turn)
    points = np.rint(np.stack([xs, ys], axis=1)).astype(np.int32)
    thick = max(2, int(thing.size * 0.15))
    cv2.polylines(picture, [points], False, thing.colour, thick, cv2.LINE_AA)
    cv2.polylines(
        picture, [points - thick // 4], False, _scaled(thing.colour, 1.6), max(1, thick // 4), cv2.LINE_AA
    )


def pen(picture: Image, thing: Thing, rng: np.random.Generator) -> None:
    """A pen: a long bar with another end."""
    long, thick = thing.size * rng.uniform(2, 5), thing.size * rng.uniform(0.12, 0.3)
    _fill(picture, _corners(thing, long, thick), thing.colour)
    turn = np.radians(thing.angle)
    tip = Thing(
        "pen", thing.x + long * 0.42 * np.cos(turn), thing.y + long * 0.42 * np.sin(turn), 0, thing.angle
    )
    _fill(picture, _corners(tip, long * 0.16, thick), _scaled(thing.colour, float(rng.uniform(0.2, 2))))


def block(picture: Image, thing: Thing, rng: np.random.Generator) -> None:
    """A flat square in a die's colours, bare or with scattered specks: an eraser, a sticker."""
    _fill(picture, _corners(thing, thing.size, thing.size * rng.uniform(0.6, 1.2)), thing.colour)
    for _ in range(int(rng.integers(0, 5))):
        at = (
            int(thing.x + rng.normal(0, 0.25) * thing.size),
            int(thing.y + rng.normal(0, 0.25) * thing.size),
        )
        speck = max(1, int(thing.size * rng.uniform(0.02, 0.05)))
        cv2.circle(picture, at, speck, _scaled(thing.colour, 0.4), -1, cv2.LINE_AA)


def keys(picture: Image, thing: Thing, rng: np.random.Generator) -> None:
    """Rows of dark keys, as of a laptop at the picture's edge."""
    turn = np.radians(thing.angle)
    body = Thing("block", thing.x, thing.y, thing.size, thing.angle)
    _fill(picture, _corners(body, thing.size * 6, thing.size * 3), thing.colour)
    pitch = thing.size * rng.uniform(0.3, 0.6)
    for row in range(-2, 3):
        for column in range(-4, 5):
            u, v = column * pitch * 1.1, row * pitch * 1.1
            at = Thing(
                "key",
                thing.x + u * np.cos(turn) - v * np.sin(turn),
                thing.y + u * np.sin(turn) + v * np.cos(turn),
                0,
                thing.angle,
            )
            _fill(picture, _corners(at, pitch, pitch * 0.95), (30.0, 28.0, 28.0))
            cv2.circle(picture, (int(at.x), int(at.y)), max(1, int(pitch * 0.12)), (190.0, 190.0, 190.0), -1)


def finger(picture: Image, thing: Thing, rng: np.random.Generator) -> None:
    """A finger that reaches in: a thick rounded bar with a nail."""
    turn = np.radians(thing.angle)
    end = (int(thing.x + 900 * np.cos(turn)), int(thing.y + 900 * np.sin(turn)))
    thick = max(3, int(thing.size * 0.8))
    cv2.line(picture, (int(thing.x), int(thing.y)), end, thing.colour, thick, cv2.LINE_AA)
    cv2.line(
        picture,
        (int(thing.x), int(thing.y)),
        end,
        _scaled(thing.colour, 1.12),
        max(1, thick // 2),
        cv2.LINE_AA,
    )
    cv2.circle(
        picture,
        (int(thing.x), int(thing.y)),
        max(1, thick // 4),
        _scaled(thing.colour, 1.25),
        -1,
        cv2.LINE_AA,
    )


def rim(picture: Image, thing: Thing, rng: np.random.Generator) -> None:
    """The rim of a tray: everything outside a box or a circle is another material."""
    height, width = picture.shape[:2]
    inside = np.zeros((height, width), np.uint8)
    if rng.random() < 0.5:
        box = cv2.boxPoints(((thing.x, thing.y), (thing.size * 1.3, thing.size), thing.angle))
        cv2.fillPoly(inside, [np.rint(box).astype(np.int32)], (255,))
    else:
        cv2.circle(inside, (int(thing.x), int(thing.y)), int(thing.size / 2), (255,), -1)
    wall = cv2.dilate(inside, np.ones((9, 9), np.uint8)) > inside
    picture[inside == 0] = thing.colour
    picture[wall] = _scaled(thing.colour, 0.6)


THINGS: dict[str, Callable[[Image, Thing, np.random.Generator], None]] = {
    "card": card,
    "coin": coin,
    "cable": cable,
    "pen": pen,
    "block": block,
    "keys": keys,
    "finger": finger,
    "rim": rim,
}


def draw_thing(picture: Image, thing: Thing) -> None:
    """Draws `thing` into an untilted `picture` (H, W, 3, 8 bit).

    Raises ValueError for a kind that is not in `THINGS`.
    """
    if thing.kind not in THINGS:
        raise ValueError(f"thing {thing.kind!r} is unknown; use one of {', '.join(THINGS)}")
    THINGS[thing.kind](picture, thing, np.random.default_rng(thing.seed))
