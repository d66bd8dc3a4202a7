"""The round edge of a top face: it shows a body's own colour where the flat face mirrors a window."""

from __future__ import annotations

import functools

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.quantiles import medians
from vision.reading import Picture
from vision.signs.marks import CROP, FACE

# In halves of a face's width: where its edge is rounded off, and where there is but ground, or another die.
EDGE, GROUND = (0.84, 1.0), (1.45, 1.7)
# Steps of Lab: how colourful an edge is of which the colour tells anything, by how much more so than what the
# face mirrors, and how far from the ground, of which a face taken for too large shows some. Of 631 drawn dice
# of no sure kind, in bodies and light by chance, 33 are told rightly by edges of any colour, three wrongly:
# these came to 18.
COLOURFUL, MORE_SO, UNLIKE_GROUND = 20.0, 10.0, 20.0


def edge_colour(crop: Picture, body: Floats) -> Floats | None:
    """The colour (Lab) of the edge of the face in the middle of a `vision.signs.marks.face_crop`, on which
    that of the ``body`` was seen; None where it is hardly more colourful, or may be the ground's.
    """
    lab = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2LAB), np.uint8)
    edge, ground = medians(lab[_ring(*EDGE)]), medians(lab[_ring(*GROUND)])
    is_colourful = _colour_of(edge) > max(COLOURFUL, _colour_of(body) + MORE_SO)
    return edge if is_colourful and np.linalg.norm(edge - ground) > UNLIKE_GROUND else None


def _colour_of(lab: Floats) -> float:
    """How colourful it is, in steps of a and b."""
    return float(np.linalg.norm(lab[1:] - 128))


@functools.cache
def _ring(inner: float, outer: float) -> NDArray[np.bool_]:
    ys, xs = (np.mgrid[0:CROP, 0:CROP] - (CROP - 1) / 2) / FACE
    away = np.hypot(xs, ys)
    return np.asarray((away > inner) & (away < outer))
