"""Where things of the table appear in the picture, and what the camera does to it."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.rendering.scene import Camera, Image, floats


@dataclass(frozen=True)
class View:
    """A pinhole camera: its place and its three axes, in table coordinates about the picture's middle."""

    place: Floats
    right: Floats
    down: Floats
    forward: Floats
    focal: float
    middle: tuple[float, float]

    def project(self, points: Floats) -> Floats:
        """Pixels (N, 2) of table points (N, 3)."""
        origin = np.array([self.middle[0], self.middle[1], 0.0], np.float32)
        seen = (points - origin) - self.place
        depth = seen @ self.forward
        pixels = np.stack([seen @ self.right, seen @ self.down], axis=1) * (self.focal / depth)[:, None]
        return floats(pixels + np.array(self.middle, np.float32))

    def rays(self, xs: Floats, ys: Floats) -> Floats:
        """Directions (H, W, 3), not of unit length, through the given pixel columns and rows."""
        across = (xs - self.middle[0])[None, :, None] * self.right
        along = (ys - self.middle[1])[:, None, None] * self.down
        return floats(across + along + self.focal * self.forward)

    def ground_warp(self) -> Floats:
        """The 3 by 3 matrix that takes an untilted picture of the table to the tilted one."""
        x, y = self.middle
        before = np.array([[0, 0], [2 * x, 0], [2 * x, 2 * y], [0, 2 * y]], np.float32)
        corners = np.concatenate([before, np.zeros((4, 1), np.float32)], axis=1)
        return floats(cv2.getPerspectiveTransform(before, self.project(corners)))


def view_of(camera: Camera) -> View:
    """The view of `camera`: it looks at the picture's middle, tilted towards `heading`."""
    tilt, heading = np.radians(camera.tilt), np.radians(camera.heading)
    axis = np.array([-np.sin(heading), np.cos(heading), 0.0]) * tilt
    turn = cv2.Rodrigues(axis)[0].astype(np.float32)
    focal = camera.distance * camera.width
    return View(
        place=floats(turn @ np.array([0, 0, focal], np.float32)),
        right=np.ascontiguousarray(turn[:, 0]),
        down=np.ascontiguousarray(turn[:, 1]),
        forward=np.ascontiguousarray(-turn[:, 2]),
        focal=float(focal),
        middle=(camera.width / 2, camera.height / 2),
    )


@functools.lru_cache(maxsize=1)
def _noise_tile() -> Floats:
    """Sensor noise is cut from one tile: drawing it afresh for each frame would cost more than all else."""
    rng = np.random.default_rng(7)
    fine = rng.standard_normal((1024, 1024, 3), dtype=np.float32)
    shared = rng.standard_normal((1024, 1024, 1), dtype=np.float32)
    coarse = cv2.GaussianBlur(fine, (0, 0), 0.8)
    return floats(0.5 * fine + 0.6 * shared + 0.9 * coarse)


@functools.lru_cache(maxsize=2)
def _noise_tiles(down: int, across: int) -> Floats:
    """So many tiles below and beside each other."""
    tile = _noise_tile()
    return tile if down == across == 1 else floats(np.tile(tile, (down, across, 1)))


def _noise(height: int, width: int, rng: np.random.Generator) -> Floats:
    tile = _noise_tiles(*(-(-side // len(_noise_tile())) for side in (height, width)))
    top = int(rng.integers(0, tile.shape[0] - height + 1))
    left = int(rng.integers(0, tile.shape[1] - width + 1))
    return tile[top : top + height, left : left + width]


@functools.lru_cache(maxsize=2)
def _gains(height: int, width: int, gain: float, vignette: float) -> Floats:
    """What each number of a picture is multiplied with: less towards the corners."""
    ys = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    xs = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    return floats(cv2.merge([floats(gain - gain * vignette * (xs * xs + ys * ys) / 2)] * 3))


def smear(picture: Floats, length: float, angle: float) -> Floats:
    """`picture` as a camera sees it that moved by `length` pixels, `angle` degrees from the x axis."""
    reach = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    step = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * length / 2 * 16
    middle = reach * 16
    start = (round(middle - step[0]), round(middle - step[1]))
    end = (round(middle + step[0]), round(middle + step[1]))
    cv2.line(kernel, start, end, (1.0,), 1, cv2.LINE_AA, 4)
    return floats(cv2.filter2D(picture, -1, kernel / max(float(kernel.sum()), 1e-6)))


def photograph(picture: Floats, camera: Camera, rng: np.random.Generator) -> Image:
    """`picture` (H, W, 3; 0 to 255) as `camera`'s sensor would deliver it: BGR, 8 bit.

    Called again on the same picture with the same `rng` it gives the next frame: only the noise differs.
    """
    shot = picture
    if camera.defocus > 0.2:
        shot = floats(cv2.GaussianBlur(shot, (0, 0), camera.defocus))
    if camera.motion > 1.0:
        shot = smear(shot, camera.motion, camera.motion_angle)
    height, width = shot.shape[:2]
    gain = camera.exposure * camera.contrast
    lift = 128.0 * (1.0 - camera.contrast)
    shot = floats(cv2.multiply(shot, _gains(height, width, gain, camera.vignette)))
    # From here on it is our own, and changed in place: new arrays of this size cost more than sums.
    shot += np.float32(lift)
    if camera.noise > 0:
        cv2.scaleAdd(_noise(height, width, rng), camera.noise, shot, shot)
    frame = np.clip(shot, 0, 255, out=shot).astype(np.uint8)
    if camera.grey:
        frame = np.asarray(
            cv2.cvtColor(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8
        )
    if camera.jpeg < 100:
        packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, camera.jpeg])[1]
        frame = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return frame
