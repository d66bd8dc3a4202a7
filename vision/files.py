"""Pictures from files: upright, of a bounded size, with a sentence for everything that can be wrong."""

from __future__ import annotations

import warnings
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from vision.reading import Message, Picture

LARGEST_FILE = 40 * 1024 * 1024
LARGEST_PICTURE = 80_000_000  # pixels; a phone's largest photographs have 50 million
SMALLEST_SIDE = 32
# Pictures are brought down to this on loading; dice stay large enough to be read.
LONGEST_SIDE = 2560


class BadPicture(ValueError):
    """A file that is no readable picture; `message` says so to people."""

    def __init__(self, text: str, **args: str | int) -> None:
        self.message = Message(text, args)
        super().__init__(str(self.message))


def read_picture(path: Path) -> Picture:
    """The picture in a file, BGR, turned upright as its EXIF data says. Raises BadPicture."""
    name = path.name
    if not path.is_file():
        raise BadPicture("There is no file “{name}”.", name=name)
    if path.stat().st_size > LARGEST_FILE:
        raise BadPicture("“{name}” is larger than {limit} MB.", name=name, limit=LARGEST_FILE // 2**20)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(path) as image:
                return _upright(image, name)
    except UnidentifiedImageError:
        raise BadPicture(
            "“{name}” is not a picture that can be read (JPEG, PNG or WebP).", name=name
        ) from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise BadPicture(
            "“{name}” has more than {limit} million pixels.", name=name, limit=LARGEST_PICTURE // 10**6
        ) from None
    except (OSError, SyntaxError, ValueError) as error:
        if isinstance(error, BadPicture):
            raise
        raise BadPicture("“{name}” is damaged: {error}.", name=name, error=str(error)) from error


def _upright(image: Image.Image, name: str) -> Picture:
    if image.width * image.height > LARGEST_PICTURE:
        raise BadPicture(
            "“{name}” has more than {limit} million pixels.", name=name, limit=LARGEST_PICTURE // 10**6
        )
    if min(image.size) < SMALLEST_SIDE:
        raise BadPicture(
            "“{name}” is too small: {width} by {height} pixels.",
            name=name,
            width=image.width,
            height=image.height,
        )
    # A JPEG is decoded at an eighth, a quarter or half of its size where that is enough.
    image.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
    turned = ImageOps.exif_transpose(_eight_bits(image))
    rgb = np.asarray(turned.convert("RGB"), np.uint8)
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)


def _eight_bits(image: Image.Image) -> Image.Image:
    """Grey pictures of 16 bits hold their brightness in the upper 8."""
    if not image.mode.startswith("I"):
        return image
    values = np.asarray(image).astype(np.float64)
    return Image.fromarray((values / max(255.0, values.max()) * 255).astype(np.uint8))
