"""Lamps that are mirrored dimly: a part of a face is lighter, and what lies there is seen all the same."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Flags
from vision.crops import disc
from vision.highlights import BURNT, ROUND_EDGE, SEAM, Mask, hull_of, painted_over
from vision.reading import Picture

# Of the inner part of a face, the share that is lighter; more is all of it, less hides little.
LEAST, MOST = 0.08, 0.92
BURNT_OUT = 0.02  # of it, more that is burnt out may hide something
SPECKS = 0.02  # of the inner part, more that is light elsewhere, or dark within, is no speck
# A sheen, and what is dark beside it, go on over the face's edge; what is drawn ends within. Of a ring there:
RING, GOES_ON = (0.8, 0.95), 0.05


def without_sheen(crop: Picture, half: float) -> tuple[Picture, Mask] | None:
    """The square `crop` (BGR) of a face, half its width being `half` pixels, with the part that mirrors a
    lamp as dark as the rest, and where (1, else 0) that part is. None where it mirrors none, or where that
    burns out what may lie there.
    """
    inner = disc(crop.shape[0], ROUND_EDGE * half)
    sheen = _lighter(crop, half)
    if sheen is None or hull_of(inner & (sheen == 1)) is None or not _goes_on(sheen, half):
        return None
    seam = _seam(sheen)
    light, dark = inner & (sheen == 1) & ~seam, inner & (sheen == 0) & ~seam
    if not light.any() or not dark.any() or (crop.max(axis=2)[light] >= BURNT).mean() > BURNT_OUT:
        return None
    brighter = np.median(crop[light], axis=0) - np.median(crop[dark], axis=0)
    level = np.clip(crop - brighter * sheen[:, :, None], 0, 255).astype(np.uint8)
    on_face = seam & disc(crop.shape[0], half)
    return painted_over(level, on_face.astype(np.uint8)), sheen


def _lighter(crop: Picture, half: float) -> Mask | None:
    """The lighter of two parts of a face, where it is of one piece and neither all of it nor little, and no
    ring: around a sign of its body's colour a sticker is.
    """
    inner = disc(crop.shape[0], ROUND_EDGE * half)
    light = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB)[:, :, 0]
    level, _ = cv2.threshold(light[inner][None], 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    lighter = ((light > level) & disc(crop.shape[0], half)).astype(np.uint8)
    pieces = cv2.connectedComponents(lighter)[1]
    shares = np.bincount(pieces[inner])[1:] / np.count_nonzero(inner)
    largest = max(shares, default=0.0)
    if not LEAST < largest < MOST or shares.sum() - largest > SPECKS:
        return None
    sheen = np.asarray(pieces == 1 + shares.argmax(), np.uint8)
    return sheen if _within(sheen)[inner].mean() <= SPECKS else None


def _within(sheen: Mask) -> Flags:
    """What is dark and surrounded by the light part: it is not one with what lies around the face."""
    pieces = cv2.connectedComponents(1 - sheen, connectivity=4)[1]
    return np.asarray((sheen == 0) & (pieces != pieces[0, 0]))


def _goes_on(sheen: Mask, half: float) -> bool:
    """Do both parts of a face reach its edge?"""
    least, most = RING
    ring = disc(len(sheen), most * half) & ~disc(len(sheen), least * half)
    return bool(GOES_ON < float(sheen[ring].mean()) < 1 - GOES_ON)


def _seam(sheen: Mask) -> Flags:
    around = np.ones((2 * SEAM + 1, 2 * SEAM + 1), np.uint8)
    return np.asarray(cv2.dilate(sheen, around) != cv2.erode(sheen, around))
