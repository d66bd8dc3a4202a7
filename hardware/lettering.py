"""Letters on a display of 1-bit pixels: the two fonts, and text that is cut or wrapped to fit.

Capitals are 8 pixels high, so that they are read at arm's length; accents reach 11 above the baseline and
tails 2 below it, which makes a row of text 13 pixels high.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files

from PIL import Image, ImageDraw, ImageFont

ROW = 13
"""The height of a row of text in pixels."""
RISE, FALL = 11, 2
"""How far letters reach above and below their baseline."""
WIDTH, HEIGHT = 128, 64
BASELINES = (11, 24, 37, 49, 61)
"""Five rows of text, from the accents of the first to the tails of the last."""
LIT, DARK = 1, 0
PLAIN = {"\u202f": " ", "\u00a0": " ", "✓": "·", "→": ">", "←": "<", "▶": ">", "−": "-"}
"""What stands for a character that the fonts lack (no-break spaces of French, arrows)."""


@lru_cache(maxsize=2)
def font(bold: bool = False) -> ImageFont.FreeTypeFont:
    """The display's font, in its one size."""
    with as_file(files("hardware") / "fonts" / ("bold.pcf" if bold else "regular.pcf")) as path:
        return ImageFont.truetype(str(path), 10, layout_engine=ImageFont.Layout.BASIC)


def width(text: str, bold: bool = False) -> int:
    """How many pixels wide `text` is."""
    return round(font(bold).getlength(_drawable(text)))


def cut(text: str, room: int, bold: bool = False) -> str:
    """`text`, cut with an ellipsis where it is wider than `room` pixels; never in the middle of a space."""
    if width(text, bold) <= room:
        return text
    kept = text
    while kept and width(kept.rstrip() + "…", bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def wrap(text: str, room: int, bold: bool = False) -> list[str]:
    """`text` in lines of at most `room` pixels, broken at spaces; a word wider than a line is broken too."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if width(longer, bold) <= room:
                line = longer
                continue
            if line:
                lines.append(line)
            *full, line = _broken(word, room, bold)
            lines += full
        lines.append(line)
    return lines


def wrap_to(text: str, room: int, most: int, bold: bool = False) -> list[str]:
    """`text` in at most `most` lines; what does not fit ends in an ellipsis."""
    lines = wrap(text, room, bold)
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], cut(" ".join(lines[most - 1:]), room, bold)]


def write(draw: ImageDraw.ImageDraw, x: int, baseline: int, text: str, *, bold: bool = False,
          ink: int = LIT) -> None:
    """Write `text` with its left edge at `x`."""
    draw.text((x, baseline), _drawable(text), fill=ink, font=font(bold), anchor="ls")


def write_large(picture: Image.Image, x: int, top: int, text: str) -> int:
    """Write `text` at twice the size (capitals 16 pixels high); returns its width in pixels."""
    small = Image.new("1", (max(1, width(text, bold=True)), 10))
    write(ImageDraw.Draw(small), 0, 8, text, bold=True)
    large = small.resize((small.width * 2, small.height * 2), Image.Resampling.NEAREST)
    picture.paste(LIT, (x, top), large)
    return large.width


def _drawable(text: str) -> str:
    return "".join(PLAIN.get(letter, letter) for letter in text)


def _broken(word: str, room: int, bold: bool) -> list[str]:
    """A word in pieces that each fit into `room`."""
    pieces, piece = [], ""
    for letter in word:
        if piece and width(piece + letter, bold) > room:
            pieces.append(piece)
            piece = ""
        piece += letter
    return [*pieces, piece]
