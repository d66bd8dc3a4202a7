"""Where the top faces of labelled photographs really are.

The boxes of the labels surround the pips, the top face or the whole die, side faces and all. A net that was
fitted to rendered pictures knows middles and sizes exactly, so each label takes the place of the candidate
that fits it; a label that none fits stays unknown, and nobody is blamed for what is said there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from vision.arrays import Floats
from vision.finding.spots import FINER, find_places
from vision.pips.net import Candidate, FaceReader
from vision.training.pictures import Sample


def fitting(candidates: Iterable[Candidate], x: float, y: float, r: float, face: int) -> Candidate | None:
    """The candidate for a labelled box: within it, of a likely size, as sure of `face` as can be."""
    inside = [
        found
        for found in candidates
        if max(abs(found.x - x), abs(found.y - y)) < 0.75 * r and 0.35 * r < found.r < 1.9 * r
    ]
    return max(inside, key=lambda found: found.confidence * (0.2 + found.probabilities[face]), default=None)


def snapped(sample: Sample, reader: FaceReader) -> Sample:
    """`sample` with its faces put where `reader` sees them."""
    if not len(sample.faces):
        return sample
    picture = sample.picture()
    places = [*find_places(picture).likely, *find_places(picture, (FINER,)).likely]
    candidates = reader.look_at(picture, places)
    rows: Floats = sample.faces.copy()
    for row in rows:
        x, y, r, face = row[:4].tolist()
        found = fitting(candidates, x, y, r, int(face))
        if found is not None:
            row[:] = found.x, found.y, found.r, face, 1.0
        else:
            # A wider berth than the box: its size is no promise.
            row[2:3] *= np.float32(1.2)
    return replace(sample, faces=rows)
