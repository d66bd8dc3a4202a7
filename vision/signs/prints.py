"""What is drawn on a face, laid over what was shown of it: a second opinion on symbols beside the net's.

A print is how far each point of a face is from its body's colour, by angle and distance from its middle. Two
are laid over each other turned as fits best, which Fourier's transform finds for all turns at once.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.crops import by_angle
from vision.quantiles import medians, quantile

ANGLES, DISTANCES = 96, 20
REACH = 0.72  # of half a face's width: what lies farther out may be an edge
BLUR = 1.0  # pixels of a crop: a finder is not quite right
FAINTEST = 30.0  # steps of Lab between a body and ink; what differs less is no ink, or little
BARE = 0.005  # the ink of a print (mean square) that counts as none
# A body's colour is that of most of the rings from the first to the second; where more than such a share of
# these is of another, as beside a large square, of the rings farther out.
RIM, BORDER, MIXED = slice(17, 24), slice(23, 28), 0.3
MOST = 0.96  # of a face may be less inked than what counts as ink
# What is hidden by more than this is not seen. A print's plainest points have no ink, and what has less than
# so much more is plain; ink that is less than the last in all is none.
HARDLY_SEEN, PLAINEST, FAINT, LEAST_INK = 0.3, 0.05, 0.25, 1e-6
HALF = 0.5  # what is more than that of a point, or of ink, is all of it
# Rings weigh as much as they are long, and all points together 1.
RINGS = np.arange(DISTANCES, dtype=np.float32) + np.float32(0.5)
WEIGHTS = RINGS / RINGS.sum() / ANGLES


def prints_of(crop: NDArray[np.uint8], face: float) -> tuple[Floats, ...]:
    """The print (ANGLES, DISTANCES) of the face in the middle of a square `crop` (BGR), half its width
    being `face` pixels; where its body may be of one colour or of another, as beside a large square, two.
    """
    smooth = cv2.GaussianBlur(crop, (0, 0), BLUR)
    seen = _by_angle(np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB), np.float32), face)
    ink = _apart(seen, RIM)
    if np.mean(ink[:, RIM] > FAINTEST) > MIXED:
        return _of_ink(ink), _of_ink(_apart(seen, BORDER))
    return (_of_ink(ink),)


def _of_ink(ink: Floats) -> Floats:
    darkest = quantile(ink[:, : RIM.stop], MOST)
    return _weighted(np.minimum(ink[:, :DISTANCES] / np.float32(max(darkest, FAINTEST)), np.float32(1.2)))


def _apart(seen: Floats, rings: slice) -> Floats:
    """How far each point's colour is from that of most of the rings."""
    apart = seen - medians(seen[:, rings].reshape(-1, 3))
    return np.asarray(np.sqrt(np.einsum("ijk,ijk->ij", apart, apart)), np.float32)


def print_of_drawing(ink: Floats, face: float) -> Floats:
    """The print of a square picture of ink, 0 where there is none and 1 where there is."""
    return _weighted(seen_from_middle(np.asarray(cv2.GaussianBlur(ink, (0, 0), BLUR), np.float32), face))


def seen_from_middle(picture: Floats, face: float) -> Floats:
    """The square `picture` of a face by angle and distance (ANGLES, DISTANCES), as prints are."""
    return _by_angle(picture, face)[:, :DISTANCES]


def _by_angle(picture: Floats, face: float) -> Floats:
    size, reach = (BORDER.stop, ANGLES), REACH * face * BORDER.stop / DISTANCES
    return np.asarray(by_angle(picture, size, reach), np.float32)


def _weighted(ink: Floats) -> Floats:
    return np.asarray((ink - np.float32((ink * WEIGHTS).sum())) * np.sqrt(WEIGHTS), np.float32)


class Prints:
    """Those of one face, ready to be laid over."""

    def __init__(self, prints: Sequence[Floats]) -> None:
        self.spectra = np.asarray(np.fft.rfft(np.stack(prints), axis=1), np.complex64)
        self.ink = np.array([_ink(one) for one in prints])

    def least_seen(self, hidden: Floats) -> float:
        """The least share of its ink that is seen where so much is `hidden` (ANGLES, DISTANCES, from 0 to
        1), however it is turned.
        """
        covered = np.fft.rfft(hidden > HARDLY_SEEN, axis=0).conj()
        common = np.fft.irfft(np.einsum("nfr,fr->nf", self._inked, covered), ANGLES, axis=1).max(axis=1)
        # A print without any ink is nowhere seen.
        ink = self._inked[:, 0].real.sum(axis=1)
        return float(((ink - common) / np.maximum(ink, LEAST_INK)).min())

    def most_alike(self, part: Floats) -> float:
        """How much of a `part` of a face (ANGLES, DISTANCES, from 0 to 1) and of its ink is the same,
        however it is turned: 1 if the part is just where ink is.
        """
        covered = np.fft.rfft((part > HALF) * WEIGHTS, axis=0).conj()
        inked = (self._ink_seen > HALF).astype(np.float32)
        common = np.fft.irfft(np.einsum("nfr,fr->nf", np.fft.rfft(inked, axis=1), covered), ANGLES, axis=1)
        ink, whole = np.einsum("nad,d->n", inked, WEIGHTS), float(((part > HALF) * WEIGHTS).sum())
        most = common.max(axis=1)
        return float((most / np.maximum(ink + whole - most, LEAST_INK)).max())

    @functools.cached_property
    def _ink_seen(self) -> Floats:
        """How much ink there is at each point (N, ANGLES, DISTANCES)."""
        ink = np.fft.irfft(self.spectra, ANGLES, axis=1) / np.sqrt(WEIGHTS)
        return np.asarray(ink - np.quantile(ink, PLAINEST, axis=(1, 2), keepdims=True), np.float32)

    @functools.cached_property
    def _inked(self) -> NDArray[np.complex64]:
        """How much of it there is that counts, by Fourier's transform."""
        ink = np.where(self._ink_seen > FAINT, self._ink_seen, 0)
        return np.asarray(np.fft.rfft(ink * WEIGHTS, axis=1), np.complex64)


def overlaps(seen: Iterable[Floats], faces: Iterable[Prints]) -> dict[Prints, float]:
    """How much of a print is the same, laid over each face's as fits best: 1 is all. Where a face has several
    prints, as may the one that was `seen`, the two that are most alike count.

    Faces that share their prints are laid over once.
    """
    several = list(dict.fromkeys(faces))
    if not several:
        return {}
    spectra = np.concatenate([face.spectra for face in several])
    inks = np.concatenate([face.ink for face in several])
    firsts = np.cumsum([0, *(len(face.ink) for face in several[:-1])])
    same = np.zeros(len(several), np.float32) - 1
    for one in seen:
        turned = np.fft.rfft(one, axis=0).astype(np.complex64).conj()
        common = np.fft.irfft(np.einsum("nfr,fr->nf", spectra, turned), ANGLES, axis=1).max(axis=1)
        alike = np.maximum.reduceat((2 * common + BARE) / (inks + _ink(one) + BARE), firsts)
        same = np.maximum(same, alike)
    return dict(zip(several, same.tolist(), strict=True))


def _ink(one: Floats) -> float:
    return float((one * one).sum())
