"""Getting to know a tray: where in the picture it is, how large dice are there, and how it is lit.

Four printed markers in the tray's corners tell all of this (`vision/marker_sheet.py`); an empty tray of one
colour tells where it is. What was found is kept in a file.
"""

from __future__ import annotations

import base64
import json
import math
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision import durable
from vision.arrays import Floats
from vision.light import BURNT, Corners, LightCheck, check_light
from vision.problems import of_picture
from vision.reading import LONGEST_SIDE, Picture, Unusable, check_picture

DICTIONARY = cv2.aruco.DICT_4X4_50
MARKER = 30.0  # millimetres from edge to edge of a marker's black square
DIE = 16.0  # millimetres: the commonest die
LEAST_DIE = 25  # pixels of a die's width in the picture that is read; under it dice are read badly
WIDE = 320  # pixels of the picture that is kept to be compared with
SLENDER, LEAST_LENGTH = 16, 256  # a picture so many times as long as wide, or of fewer pixels, shows no tray
LEAST_TRAY = 0.12  # of the picture
LEAST_OUTLINE = 0.001  # of the picture: what a file says to be a tray must have some ground
ALL = 0.9  # of the picture: where so much is burnt out nothing can be made out
# Dice at a rim lean over it as the camera sees them: so much more than the ground belongs to the tray.
RIM = 1.06
# From one pixel to the next the ground changes by less than this; all over it, by less than that.
EVEN, ALIKE = 3, 40


class CannotCalibrate(Unusable):
    """No tray could be made out."""


@dataclass(frozen=True)
class Calibration:
    """A tray as a camera sees it. Lengths are shares of the picture's width and height.

    `corners` go round the tray. `aspect` is the picture's width by its height. `die` is the width of a die of
    16 mm as a share of the picture's width, None where that is not known. `picture` is the whole picture,
    small and grey (PNG in base 64).
    """

    corners: tuple[tuple[float, float], ...]
    aspect: float
    die: float | None
    picture: str

    def save(self, path: Path) -> None:
        """Write the calibration to a file. OSError where that fails; the one that is there then stays."""
        path.parent.mkdir(parents=True, exist_ok=True)
        durable.write(path, json.dumps(asdict(self)).encode())
        durable.sync(path.parent)

    @classmethod
    def load(cls, path: Path) -> Calibration:
        """The calibration in a file. ValueError, with a sentence, when it is none; OSError without a file."""
        try:
            plain = json.loads(path.read_text(encoding="utf-8"))
            made = cls(
                tuple((float(x), float(y)) for x, y in plain["corners"]),
                float(plain["aspect"]),
                None if plain["die"] is None else float(plain["die"]),
                plain["picture"],
            )
            made._check()
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, cv2.error) as error:
            raise ValueError(f"{path} is no calibration of a tray ({error}); make it anew.") from error
        return made

    def _check(self) -> None:
        """ValueError where this cannot be a tray in a picture."""
        self.small_picture()
        if not all(0 <= share <= 1 for corner in self.corners for share in corner):
            raise ValueError("its corners lie outside of the picture")
        if len(self.corners) < 3 or cv2.contourArea(np.array(self.corners, np.float32)) < LEAST_OUTLINE:
            raise ValueError("its corners enclose no tray")
        if not (0 < self.aspect < math.inf and (self.die is None or 0 < self.die < math.inf)):
            raise ValueError("its sizes cannot be")

    def fits(self, frame: Picture) -> bool:
        """Whether the frame has the form of the picture that was calibrated."""
        return bool(abs(frame.shape[1] / frame.shape[0] - self.aspect) < 0.02)

    def window(self, shape: tuple[int, ...]) -> Window:
        """The tray in pictures of that shape."""
        return Window(np.array(self.corners, np.float32) * np.array([shape[1], shape[0]], np.float32), shape)

    def small_picture(self) -> Picture:
        """The picture that was kept."""
        packed = np.frombuffer(base64.b64decode(self.picture), np.uint8)
        found = cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE)
        if found is None:
            raise ValueError("its picture cannot be read")
        return np.asarray(found, np.uint8)

    def die_pixels(self, width: int) -> float | None:
        """How wide a die of 16 mm is as it is read, in the tray that is cut out of pictures of that width."""
        if self.die is None:
            return None
        across, down = np.ptp(np.array(self.corners), axis=0)
        longest = width * max(float(across), float(down) / self.aspect)
        return self.die * width * min(1.0, LONGEST_SIDE / longest)


class Window:
    """Cuts the tray out of pictures of one shape: the part around its outline.

    What lies beside the tray is painted over in the colour of its ground, so that nothing moves there and
    nothing is read.
    """

    def __init__(self, outline: Corners, shape: tuple[int, ...]) -> None:
        self.outline = outline
        height, width = shape[:2]
        left, top = (max(0, int(value)) for value in np.floor(outline.min(axis=0)))
        right, bottom = (int(value) + 1 for value in np.ceil(outline.max(axis=0)))
        self._rows, self._columns = slice(top, min(bottom, height)), slice(left, min(right, width))
        self.tray: Picture = np.zeros((self._rows.stop - top, self._columns.stop - left), np.uint8)
        """255 where what is cut out shows the tray, 0 where it is painted over."""
        cv2.fillConvexPoly(self.tray, np.rint(outline - (left, top)).astype(np.int32), (255,))
        self._beside = 255 - self.tray
        self._ground: Picture | None = None

    def box(self, picture: Picture) -> Picture:
        """The smallest upright part of the picture with the whole tray in it."""
        return picture[self._rows, self._columns]

    def cut(self, picture: Picture) -> Picture:
        """The tray alone."""
        tray = self.box(picture).copy()
        if self._ground is None:
            colour = np.median(tray[self.tray == 255][::17], axis=0)
            self._ground = np.full_like(tray, colour.astype(np.uint8))
        cv2.copyTo(self._ground, self._beside, tray)
        return tray


@dataclass(frozen=True)
class Calibrated:
    """What came of calibrating: the calibration, the tray's light, and how many markers were seen."""

    calibration: Calibration
    light: LightCheck
    markers: int


def calibrate(picture: Picture, across: float | None = None) -> Calibrated:
    """Make out the tray in a picture: by the markers in it, else as the even ground around the middle.

    `across` is how long the tray is inside in millimetres, from corner to corner; markers tell the size of
    dice without it.
    Raises CannotCalibrate, and ValueError for what is no picture in colours.
    """
    check_picture(picture)
    if across is not None and not 0 < across < math.inf:
        raise CannotCalibrate(
            "A tray is not {across} millimetres long. Measure it inside, from corner to corner.",
            across=str(across),
        )
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    markers = find_markers(grey)
    pixels: float | None = None
    if markers:
        outline, pixels = _by_markers(markers)
    else:
        outline = _even_ground(picture)
        if across is not None:
            pixels = 2 * float(cv2.minEnclosingCircle(outline)[1]) / across
    height, width = grey.shape
    middle = outline.mean(axis=0)
    outline = np.clip(middle + RIM * (outline - middle), 0, (width - 1, height - 1)).astype(np.float32)
    light = check_light(picture, outline, markers)
    corners = tuple((float(x) / width, float(y) / height) for x, y in outline)
    return Calibrated(
        Calibration(corners, width / height, None if pixels is None else DIE * pixels / width, _kept(grey)),
        light,
        len(markers),
    )


def find_markers(grey: Picture) -> dict[int, Corners]:
    """The corners of each of our four markers that is seen, by its number."""
    found, numbers, _ = _detector().detectMarkers(grey)
    if numbers is None:
        return {}
    return {
        int(number): np.asarray(corners, np.float32).reshape(4, 2)
        for number, corners in zip(np.ravel(numbers), found, strict=True)
        if int(number) < 4
    }


@lru_cache(maxsize=1)
def _detector() -> cv2.aruco.ArucoDetector:
    how = cv2.aruco.DetectorParameters()
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), how)


def _by_markers(markers: dict[int, Corners]) -> tuple[Corners, float]:
    """The outline around the markers, and pixels a millimetre. The fourth may be covered."""
    if len(markers) < 3:
        raise CannotCalibrate(
            "Only {seen} of the four markers can be seen. Lay one into each corner of the tray, face up, "
            "and let nothing cover them.",
            seen=len(markers),
        )
    points = np.concatenate(list(markers.values()))
    if len(markers) == 3:
        # Whichever corners they lie in: the two that are farthest apart lie across from each other.
        between, *across = sorted(markers.values(), key=lambda corners: _spread(corners, markers))
        shift = across[0].mean(axis=0) + across[1].mean(axis=0) - 2 * between.mean(axis=0)
        points = np.concatenate([points, between + shift])
    sides = [np.linalg.norm(c - np.roll(c, 1, axis=0), axis=1).mean() for c in markers.values()]
    hull = cv2.convexHull(np.asarray(points, np.float32))
    return _simple(hull), float(np.mean(sides)) / MARKER


def _spread(corners: Corners, markers: dict[int, Corners]) -> float:
    """How far a marker lies from the others, all in all."""
    away = [np.linalg.norm(corners.mean(axis=0) - other.mean(axis=0)) for other in markers.values()]
    return float(sum(away))


def _even_ground(picture: Picture) -> Corners:
    """The outline of the even ground around the picture's middle."""
    _check_light(picture)
    scale = WIDE / picture.shape[1]
    if SLENDER * min(picture.shape[:2]) < max(LEAST_LENGTH, *picture.shape[:2]):
        raise CannotCalibrate(
            "A picture {width} pixels wide and {height} high shows no tray.",
            width=picture.shape[1],
            height=picture.shape[0],
        )
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    soft = np.asarray(cv2.GaussianBlur(cv2.medianBlur(small, 5), (0, 0), 1.0), np.uint8)
    high, wide = soft.shape[:2]
    middle = soft[2 * high // 5 : 3 * high // 5, 2 * wide // 5 : 3 * wide // 5].reshape(-1, 3)
    ground = np.median(middle, axis=0)
    far = np.abs(soft.astype(np.float32) - ground).max(axis=2)
    near = np.asarray(far < ALIKE, np.uint8)
    # A little away from the middle there is ground even where one thing lies in the middle.
    mask = np.zeros((high + 2, wide + 2), np.uint8)
    for x, y in ((0.5, 0.5), (0.4, 0.5), (0.6, 0.5), (0.5, 0.4), (0.5, 0.6)):
        seed = (int(x * wide), int(y * high))
        if far[seed[1], seed[0]] < 0.5 * ALIKE:
            cv2.floodFill(
                soft, mask, seed, 0, (EVEN,) * 3, (EVEN,) * 3, 4 | (1 << 8) | cv2.FLOODFILL_MASK_ONLY
            )
    filled = cv2.morphologyEx(mask[1:-1, 1:-1] & near, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    filled = cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    outlines, _ = cv2.findContours(filled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(outlines, key=cv2.contourArea, default=None)
    if largest is None or cv2.contourArea(largest) < LEAST_TRAY * high * wide:
        raise CannotCalibrate(
            "No tray of one colour can be made out around the middle of the picture. Empty it, light it "
            "evenly, or lay the printed markers into its corners."
        )
    hull = np.asarray(cv2.convexHull(largest), np.float32)
    return _simple(np.asarray((hull + 0.5) / scale, np.float32))


def _check_light(picture: Picture) -> None:
    """Raises CannotCalibrate for a picture that is even only because it is black or burnt out all over."""
    dark = of_picture(picture, 0.0)
    if dark:
        raise CannotCalibrate.because(dark[0])
    if float((cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) >= BURNT).mean()) > ALL:
        raise CannotCalibrate("The picture is burnt out: nothing can be made out in it. Less light, please.")


def _simple(hull: Floats | cv2.typing.MatLike) -> Corners:
    """A hull with few corners."""
    length = cv2.arcLength(np.asarray(hull, np.float32), True)
    return np.asarray(
        cv2.approxPolyDP(np.asarray(hull, np.float32), 0.01 * length, True), np.float32
    ).reshape(-1, 2)


def _kept(grey: Picture) -> str:
    packed = cv2.imencode(".png", as_kept(grey))[1]
    return base64.b64encode(packed.tobytes()).decode()


def as_kept(grey: Picture) -> Picture:
    """A grey picture in the size that is kept."""
    height = round(grey.shape[0] * WIDE / grey.shape[1])
    return np.asarray(cv2.resize(grey, (WIDE, height), interpolation=cv2.INTER_AREA), np.uint8)
