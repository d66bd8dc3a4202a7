"""Other cameras and other light: what a piece of a picture would look like, had they taken it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats
from vision.rendering.scene import Image, floats
from vision.rendering.view import smear

# Of the pieces, so many are seen by less light than a camera needs, or by more.
TOO_DARK, TOO_BRIGHT = 0.07, 0.1


def tinted(picture: Image, rng: np.random.Generator, photograph: bool) -> Image:
    """Other light, another camera; a photograph may become its own negative, its white dice black."""
    shot = floats(picture)
    if photograph and rng.random() < 0.2:
        shot = 255 - shot
    if photograph and rng.random() < 0.3:
        shot = shot[:, :, rng.permutation(3)]
    if rng.random() < 0.15:
        shot = floats(np.repeat(shot.mean(axis=2, keepdims=True), 3, axis=2))
    if rng.random() < 0.35:
        shot = shot * uneven_light(shot.shape[0], rng)
    gains = np.exp(rng.normal(0, 0.2) + rng.normal(0, 0.08, 3))
    shot = 255 * floats(cv2.pow(np.clip(shot * floats(gains) / 255, 0, 1), float(np.exp(rng.normal(0, 0.2)))))
    tinted: Image = np.clip(_sensed(_focused(_exposed(shot, rng), rng), rng), 0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        packed = cv2.imencode(".jpg", tinted, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))])[1]
        tinted = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return tinted


def _exposed(shot: Floats, rng: np.random.Generator) -> Floats:
    """By as much light as a camera needs, mostly, or by far less or more; or through a haze."""
    chance = rng.random()
    if chance < TOO_DARK:
        dark = shot * np.float32(rng.uniform(0.15, 0.5))
        return floats(dark + np.float32(rng.uniform(1, 6)) * rng.standard_normal(shot.shape, np.float32))
    if chance < TOO_DARK + TOO_BRIGHT:
        # What is burnt out glows beyond its edges.
        bright = shot * np.float32(rng.uniform(1.3, 2.6))
        glow = cv2.GaussianBlur(np.clip(bright - 200, 0, 255), (0, 0), rng.uniform(1, 6))
        return floats(np.clip(bright, 0, 255) + rng.uniform(0, 0.7) * floats(glow))
    if rng.random() < 0.15:
        return floats(128 + (shot - 128) * rng.uniform(0.4, 0.9) + rng.uniform(-30, 60))
    return shot


def _focused(shot: Floats, rng: np.random.Generator) -> Floats:
    """Out of focus, moving, of few pixels, or sharpened; or none of these."""
    chance = rng.random()
    if chance < 0.25:
        shot = floats(cv2.GaussianBlur(shot, (0, 0), rng.uniform(0.4, 1.5)))
    elif chance < 0.4:
        shot = _from_few_pixels(shot, rng)
    elif chance < 0.5:
        shot = smear(shot, rng.uniform(1.5, 9), rng.uniform(0, 180))
    if rng.random() < 0.25:
        # Cameras sharpen: light and dark seams along edges.
        soft = cv2.GaussianBlur(shot, (0, 0), rng.uniform(0.8, 2.5))
        shot = shot + np.float32(rng.uniform(0.3, 1.5)) * (shot - floats(soft))
    return shot


def _sensed(shot: Floats, rng: np.random.Generator) -> Floats:
    """With a sensor's noise: fine, or in blotches where a camera has smoothed it; or with none."""
    if rng.random() < 0.4:
        return shot + np.float32(rng.uniform(1, 9)) * rng.standard_normal(shot.shape, np.float32)
    if rng.random() < 0.2:
        fine = rng.standard_normal(shot.shape, np.float32)
        blotches = floats(cv2.GaussianBlur(fine, (0, 0), rng.uniform(0.7, 2.5)))
        return floats(shot + rng.uniform(1, 10) * blotches / blotches.std())
    return shot


def uneven_light(side: int, rng: np.random.Generator) -> Floats:
    """Light that falls off across a square of `side` pixels, evenly or where a shadow begins."""
    angle = rng.uniform(0, 2 * np.pi)
    steps = (np.arange(side, dtype=np.float32) - side / 2) / side
    along = np.cos(angle) * steps[None, :] + np.sin(angle) * steps[:, None]
    if rng.random() < 0.5:
        light = 1 + rng.uniform(0.2, 1.2) * along
    else:
        edge = 1 / (1 + np.exp(-(along - rng.uniform(-0.35, 0.35)) / rng.uniform(0.005, 0.15)))
        light = 1 - rng.uniform(0.15, 0.7) * edge
    return floats(light)[:, :, None]


def _from_few_pixels(shot: Floats, rng: np.random.Generator) -> Floats:
    """As a camera of fewer pixels shows it, enlarged."""
    high, wide = shot.shape[:2]
    fewer = rng.uniform(0.3, 0.75)
    small = cv2.resize(shot, (round(wide * fewer), round(high * fewer)), interpolation=cv2.INTER_AREA)
    how = int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST], p=[0.5, 0.35, 0.15]))
    return floats(cv2.resize(small, (wide, high), interpolation=how))


def with_lamp(piece: Image, face: Floats, rng: np.random.Generator) -> Image:
    """A lamp mirrored in the `face` (x, y, r, ...): in part of it or all over, faint or blinding."""
    x, y, r = face[:3].tolist()
    lamp, die = np.zeros(piece.shape[:2], np.uint8), np.zeros(piece.shape[:2], np.uint8)
    at = (x + r * rng.uniform(-1, 1), y + r * rng.uniform(-1, 1))
    sides = r * np.exp(rng.uniform(np.log(0.25), np.log(2.5), 2))
    box = cv2.boxPoints((at, sides.tolist(), rng.uniform(0, 180)))
    cv2.fillConvexPoly(lamp, np.rint(box).astype(np.int32), (255,), cv2.LINE_AA)
    cv2.circle(die, (round(x), round(y)), round(1.1 * r), (255,), -1, cv2.LINE_AA)
    seen = floats(cv2.GaussianBlur(lamp, (0, 0), rng.uniform(0.5, 5))) * floats(cv2.blur(die, (3, 3)))
    bright = np.exp(rng.uniform(np.log(30), np.log(200)))
    shone: Image = np.clip(piece + (seen * bright / 255**2)[:, :, None], 0, 255).astype(np.uint8)
    return shone
