"""Pictures from files: upright, of a bounded size, with a sentence for everything that can be wrong.

Pictures of fifty million pixels are read too, on machines with little memory: each is made smaller at the
earliest step that its format allows.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import cv2
import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from vision.reading import Picture, Unusable

FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "BMP")
LARGEST_FILE = 120 * 1024 * 1024
LARGEST_PICTURE = 64_000_000  # pixels; a phone's largest photographs have 50 million
SMALLEST_SIDE = 32
# Pictures are brought down to no less than this on loading; dice stay large enough to be read.
LOADED_SIDE = 2560
ORIENTATION = 0x0112
_IGNORING = Lock()


class BadPicture(Unusable):
    """A file that is no readable picture."""


@dataclass(frozen=True)
class Opened:
    """A picture from a file, BGR, upright as its EXIF data says; each of its pixels stands for a square of
    `times_smaller` by `times_smaller` pixels of the file's.
    """

    picture: Picture
    times_smaller: float


def read_picture(path: Path) -> Picture:
    """The picture in a file, BGR, turned upright as its EXIF data says. Raises BadPicture."""
    return open_picture(path).picture


def open_picture(path: Path) -> Opened:
    """The picture in a file, and how much smaller it was made. Raises BadPicture."""
    name = path.name or str(path)
    try:
        if path.is_dir():
            raise BadPicture("“{name}” is a folder. Name the pictures that are in it.", name=name)
        if not path.exists():
            raise BadPicture("There is no file “{name}”.", name=name)
        if not path.is_file():
            raise BadPicture("“{name}” is no file. Save the picture in one first.", name=name)
        if path.stat().st_size > LARGEST_FILE:
            raise BadPicture("“{name}” is larger than {limit} MB.", name=name, limit=LARGEST_FILE // 2**20)
        # What Pillow warns of is bounded here, and odd EXIF data do no harm. What is ignored is so for all
        # threads: two at once might leave it so.
        with _IGNORING, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # Not by the file's name: Pillow then maps some TIFFs into memory, and turns those wrongly.
            with path.open("rb") as file, Image.open(file, formats=FORMATS) as image:
                _check_size(image, name)
                return _upright(image, path)
    except BadPicture:
        raise
    except UnidentifiedImageError:
        raise BadPicture(
            "“{name}” is not a picture that can be read (JPEG, PNG, WebP, TIFF or BMP).", name=name
        ) from None
    except Image.DecompressionBombError:
        raise _too_large(name) from None
    except PermissionError:
        raise BadPicture("“{name}” may not be read by this user.", name=name) from None
    except Exception as error:
        if isinstance(error, OSError) and error.strerror:
            raise BadPicture(
                "“{name}” cannot be read ({reason}).", name=name, reason=error.strerror
            ) from error
        # Broken files make Pillow raise errors of any kind.
        raise BadPicture(
            "“{name}” is damaged: its data end too early or cannot be decoded.", name=name
        ) from error


def _too_large(name: str) -> BadPicture:
    return BadPicture(
        "“{name}” has more than {limit} million pixels.", name=name, limit=LARGEST_PICTURE // 10**6
    )


def _check_size(image: Image.Image, name: str) -> None:
    if image.width * image.height > LARGEST_PICTURE:
        raise _too_large(name)
    if min(image.size) < SMALLEST_SIDE:
        raise BadPicture(
            "“{name}” is too small: {width} by {height} pixels.",
            name=name,
            width=image.width,
            height=image.height,
        )


def _upright(image: Image.Image, path: Path) -> Opened:
    longest = max(image.size)
    # Pillow turns a TIFF by itself while loading it.
    orientation = 1 if image.format == "TIFF" else image.getexif().get(ORIENTATION, 1)
    # A JPEG is decoded at an eighth, a quarter or half of its size where that is enough.
    image.draft("RGB", (LOADED_SIDE, LOADED_SIDE))
    by = max(1, max(image.size) // LOADED_SIDE)
    if image.format == "WEBP":
        small = _webp(path, by)
    elif image.mode.startswith(("I", "F")):
        small = _deep(image, by)
    elif by == 1:
        small = image
    elif image.mode == "RGBA":
        # One after the other: reduced together they would be copied first.
        small = Image.merge("RGB", [image.getchannel(channel).reduce(by) for channel in "RGB"])
    else:
        # Neither colours of a palette nor single bits can be averaged.
        averaged = {"P": "RGB", "1": "L"}.get(image.mode)
        small = (image.convert(averaged) if averaged else image).reduce(by)
    small = small.convert("RGB")
    small.getexif()[ORIENTATION] = orientation
    rgb = np.asarray(ImageOps.exif_transpose(small), np.uint8)
    return Opened(np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8), longest / max(rgb.shape))


def _webp(path: Path, by: int) -> Image.Image:
    """By OpenCV, which takes a fifth of the memory that Pillow takes for it."""
    reduced = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 3: cv2.IMREAD_REDUCED_COLOR_2}
    how = reduced.get(by, cv2.IMREAD_REDUCED_COLOR_4) | cv2.IMREAD_IGNORE_ORIENTATION
    found = cv2.imdecode(np.fromfile(path, np.uint8), how)
    if found is None:
        raise OSError("OpenCV cannot decode it")
    return Image.fromarray(np.asarray(cv2.cvtColor(found, cv2.COLOR_BGR2RGB), np.uint8))


def _deep(image: Image.Image, by: int) -> Image.Image:
    """A grey picture of more than 8 bits in 8: its brightest value is white, unless it uses no more than 8
    anyway. Of one in fractions, up to 1, white is 1.
    """
    if by > 1 and image.mode in ("I", "F"):
        image, by = image.reduce(by), 1
    values = np.asarray(image)
    size = (values.shape[1] // by, values.shape[0] // by)
    small = cv2.resize(values, size, interpolation=cv2.INTER_AREA) if by > 1 else values
    bright = small.astype(np.float32)
    brightest = float(bright.max())
    white = 1.0 if image.mode == "F" and brightest <= 1.0 else max(255.0, brightest)
    return Image.fromarray(np.clip(bright / white * 255, 0, 255).astype(np.uint8))
