"""A sheet of stickers with our own drawings, to be cut out: blank dice and tokens become those of a game.

Everything is drawn in millimetres, on a page that fits A4 and US Letter within a browser's usual margins: one
that did not would be printed smaller.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from vision.drawings import SVG, UNMARKED, symbols

PAGE = (184, 252)
MARGIN, TOP = 4.0, 40.0
NOTES, LINE, WIDEST = 24.0, 4.5, 97  # where the notes begin, from line to line, and letters in one
SIDE = 13.0  # of a sticker: a blank die of 16 mm is rounded off beyond
TOKEN = 20.0
TEETH = 12  # of a token
GAP = 1.2
SCALE_BAR = 100.0

# What a body's colour is printed as, and the ink upon it.
PAINTS = {
    "white": ("#ffffff", "#1c1c1e"),
    "black": ("#1c1c1e", "#ffffff"),
    "yellow": ("#f4c52f", "#1c1c1e"),
    "blue": ("#1d4fa8", "#ffffff"),
    "pink": ("#ec86bd", "#1c1c1e"),
}
CUT = 'stroke="#8a8a8a" stroke-width="0.15"'


class Full(ValueError):
    """More stickers than a page holds."""


@dataclass(frozen=True)
class Piece:
    """A die or token: its name, its body's colour, and what its faces carry (`move`, `move+interact`)."""

    name: str
    colour: str
    faces: tuple[str, ...]
    shape: str = "cube"


def sheet(title: str, notes: Sequence[str], pieces: Sequence[Piece]) -> str:
    """The page as SVG. `notes` stand below the title; the first of them names the line under it, 100 mm long.

    Raises Full for more than a page holds, KeyError for a colour or face that has no drawing.
    """
    lines = [line for note in notes for line in textwrap.wrap(note, WIDEST)]
    parts = [_heading(title, lines)]
    x, y = MARGIN, max(TOP, NOTES + LINE * len(lines) - 2)
    for piece in pieces:
        wide, high = _size(piece)
        if x + wide > PAGE[0] - MARGIN + 0.01:
            x, y = MARGIN, y + high
        if y + high > PAGE[1]:
            raise Full(f"One page does not hold {len(pieces)} dice.")
        parts.append(_piece(piece, x, y))
        x += wide + 4 * GAP
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{PAGE[0]}mm" height="{PAGE[1]}mm" '
        f'viewBox="0 0 {PAGE[0]} {PAGE[1]}">\n{_definitions(pieces)}\n{body}\n</svg>'
    )


def _definitions(pieces: Sequence[Piece]) -> str:
    """The drawings that the sheet uses, as they are in the file of all drawings."""
    ElementTree.register_namespace("", SVG.strip("{}"))
    used = {symbol for piece in pieces for face in piece.faces for symbol in face.split("+")}
    drawn = [symbols()[name] for name in sorted(used - {UNMARKED})]
    texts = (ElementTree.tostring(one, encoding="unicode").strip() for one in drawn)
    return "<defs>" + "\n".join(texts) + "</defs>"


def _heading(title: str, lines: Sequence[str]) -> str:
    texts = "".join(
        f'<text x="{MARGIN}" y="{NOTES + LINE * i}" font-size="3.4">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    end = MARGIN + SCALE_BAR
    return (
        f'<g font-family="sans-serif" fill="#1c1c1e"><text x="{MARGIN}" y="13" font-size="6" '
        f'font-weight="bold">{escape(title)}</text>{texts}'
        f'<path d="M{MARGIN} 17.5V19.5M{MARGIN} 18.5H{end}M{end} 17.5V19.5" stroke="#1c1c1e" '
        f'stroke-width="0.3" fill="none"/></g>'
    )


def _size(piece: Piece) -> tuple[float, float]:
    side = TOKEN if piece.shape == "token" else SIDE
    return len(piece.faces) * (side + GAP), side + 7.5


def _piece(piece: Piece, x: float, y: float) -> str:
    body, ink = PAINTS[piece.colour]
    side = TOKEN if piece.shape == "token" else SIDE
    faces = "".join(
        _face(face, x + i * (side + GAP), y + 4.5, piece.shape) for i, face in enumerate(piece.faces)
    )
    name = f'<text x="{x}" y="{y + 3.2}" font-size="3" font-family="sans-serif">{escape(piece.name)}</text>'
    return f'{name}<g fill="{body}" color="{ink}">{faces}</g>'


def _face(face: str, x: float, y: float, shape: str) -> str:
    if shape == "token":
        outline, room, side = _wheel(x + TOKEN / 2, y + TOKEN / 2), 0.45, TOKEN
    else:
        outline = f'<rect x="{x:.2f}" y="{y:.2f}" width="{SIDE}" height="{SIDE}" rx="2" {CUT}/>'
        room, side = 0.7, SIDE
    signs = [symbol for symbol in face.split("+") if symbol != UNMARKED]
    size = room * side if len(signs) < 2 else 0.44 * side
    # A second symbol stands beside the first, both a little smaller.
    left, top = x + (side - size * len(signs)) / 2, y + (side - size) / 2
    place = f'y="{top:.2f}" width="{size:.2f}" height="{size:.2f}"'
    drawn = "".join(
        f'<use href="#{symbol}" x="{left + i * size:.2f}" {place}/>' for i, symbol in enumerate(signs)
    )
    return outline + drawn


def _wheel(x: float, y: float) -> str:
    """The outline of a token: a gear-wheel."""
    points = []
    for step in range(4 * TEETH):
        reach = TOKEN / 2 * (1.0 if step % 4 < 2 else 0.86)
        turn = (step + (0.25 if step % 2 else -0.25)) * math.pi / (2 * TEETH)
        points.append(f"{x + reach * math.cos(turn):.2f},{y + reach * math.sin(turn):.2f}")
    return f'<polygon points="{" ".join(points)}" {CUT}/>'
