"""Letters and figures of typefaces, for most dice are lettered with one.

The typefaces are those of installed packages that say that they carry some, and those of Matplotlib: the
extra `train` has them all. Numerals may be of any others as well, of a folder of typefaces.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Picture
from PIL import ImageDraw, ImageFont

from vision.rendering.scene import Image

Rng = np.random.Generator
Families = Sequence[Sequence[str]]  # files of typefaces, those of a family together
HIGH = 96  # pixels, about, of a letter
SAME = 0.97  # of their pixels: more than that two figures do not share
# Of Matplotlib's those that have figures as dice carry them.
WITH_FIGURES = (
    "DejaVuSans-",
    "DejaVuSans.",
    "DejaVuSerif-",
    "DejaVuSerif.",
    "cmb",
    "cmr",
    "cmss",
    "cmtt",
    "STIXGeneral",
)


@functools.cache
def typefaces() -> tuple[str, ...]:
    """The files of all typefaces that are installed, in order; none where the extra `train` is not."""
    packages = [one for group in ("fonts_ttf", "fonts_otf") for one in entry_points(group=group)]
    files = {str(file) for package in packages for file in package.load().values()}
    return tuple(sorted(files | {str(file) for file in _of_matplotlib()}))


def families_below(folder: Path) -> Families:
    """The files of typefaces with figures below `folder`: those that lie in the same folder are a family.

    Raises ValueError where there are none.
    """
    below: dict[Path, list[str]] = {}
    for file in sorted(folder.rglob("*.[ot]tf")):
        if _has_figures(str(file)):
            below.setdefault(file.parent, []).append(str(file))
    if not below:
        raise ValueError(f"There are no typefaces (.ttf, .otf) with figures below {folder}.")
    return tuple(tuple(files) for files in below.values())


def _has_figures(file: str) -> bool:
    """Has it the figures 1 to 8, no two of which are alike? One of symbols has others, or a box for each."""
    try:
        drawn = [cv2.resize(_set(_font(file), str(value)), (32, 32)) > 127 for value in range(1, 9)]
    except OSError:
        return False
    pairs = itertools.combinations(drawn, 2)
    return all(one.any() for one in drawn) and all((one == other).mean() < SAME for one, other in pairs)


def _of_matplotlib() -> list[Path]:
    found = find_spec("matplotlib")
    folders = found.submodule_search_locations if found is not None else None
    return [
        file
        for folder in folders or ()
        for file in Path(folder, "mpl-data", "fonts", "ttf").glob("*.ttf")
        if file.name.startswith(WITH_FIGURES)
    ]


def typeset(rng: Rng, text: str, families: Families = ()) -> Image:
    """`text` in any of the typefaces, wider or narrower than that has it, as ink (255) on nothing (0).

    Where `families` are given it is in a typeface of one of these.
    """
    files = families[int(rng.integers(len(families)))] if families else typefaces()
    drawn = _set(_font(files[int(rng.integers(len(files)))]), text)
    wide = max(1, round(drawn.shape[1] * rng.uniform(0.8, 1.25)))
    return np.asarray(cv2.resize(drawn, (wide, len(drawn)), interpolation=cv2.INTER_AREA), np.uint8)


def _set(font: ImageFont.FreeTypeFont, text: str) -> Image:
    left, top, right, bottom = font.getbbox(text)
    page = Picture.new("L", (max(1, round(right - left)), max(1, round(bottom - top))))
    ImageDraw.Draw(page).text((-left, -top), text, fill=255, font=font)
    return np.asarray(page, np.uint8)


@functools.lru_cache(maxsize=1024)
def _font(file: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, HIGH)
