"""A page with the four markers by which a tray is calibrated, to be printed and cut up."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

import cv2
import numpy as np

from vision.calibration import DICTIONARY, MARKER
from vision.stickers import PAGE

MODULES = 6  # of a marker's side
FROM_EDGE = 12.0
LINE = 100.0  # millimetres, to be measured with a ruler


def marker_sheet(lines: Sequence[str]) -> str:
    """The page as SVG in millimetres; `lines` are what it says to people, the last one below its ruler."""
    wide, high = PAGE
    right, bottom = wide - FROM_EDGE - MARKER, high - FROM_EDGE - MARKER
    places = ((FROM_EDGE, FROM_EDGE), (right, FROM_EDGE), (right, bottom), (FROM_EDGE, bottom))
    drawn = [_marker(number, x, y) for number, (x, y) in enumerate(places)]
    text = [_line(line, 90 + 7 * number) for number, line in enumerate(lines[:-1])]
    ruler = (
        f'<path d="M{(wide - LINE) / 2} 155v-3v6v-3h{LINE}v-3v6" fill="none" stroke="black" '
        'stroke-width="0.3"/>'
    )
    page = "".join([*drawn, *text, ruler, _line(lines[-1], 165)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" '
        f'viewBox="0 0 {wide} {high}"><rect width="100%" height="100%" fill="white"/>{page}</svg>\n'
    )


def _line(text: str, y: float) -> str:
    return (
        f'<text x="{PAGE[0] / 2}" y="{y}" text-anchor="middle" font-size="4.2" '
        f'font-family="sans-serif">{escape(text)}</text>'
    )


def _marker(number: int, x: float, y: float) -> str:
    """A marker with its white margin, and a thin line around it to cut along."""
    drawn = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(DICTIONARY), number, MODULES)
    side = MARKER / MODULES
    white = "".join(
        f"M{x + column * side:g} {y + row * side:g}h{side:g}v{side:g}h-{side:g}z"
        for row, column in np.argwhere(drawn > 0)
    )
    whole = MARKER + 2 * side
    return (
        f'<rect x="{x - side:g}" y="{y - side:g}" width="{whole:g}" height="{whole:g}" fill="white" '
        'stroke="#999" stroke-width="0.2" stroke-dasharray="2 1"/>'
        f'<rect x="{x:g}" y="{y:g}" width="{MARKER:g}" height="{MARKER:g}"/><path d="{white}" fill="white"/>'
    )
