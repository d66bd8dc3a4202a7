"""Our own drawings of what the dice show (`faces.svg`), for the stickers, the simulated tray and training.

`faces.svg` is read as far as it goes: paths of lines, curves and arcs, and circles, filled or stroked. The
phone page shows the same file.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]
Points = NDArray[np.float64]

FILE = Path(__file__).parent / "faces.svg"
SVG = "{http://www.w3.org/2000/svg}"
BOX = 24.0  # the side of every drawing's square
FINER = 4  # drawn so many times larger, then shrunk: smooth edges for whatever crosses
UNMARKED = "blank"  # its drawing is for the page alone: on a die it is a face without a mark


@functools.cache
def symbols() -> dict[str, ElementTree.Element]:
    """Every drawing by the name of its face."""
    root = ElementTree.parse(FILE).getroot()
    return {symbol.attrib["id"]: symbol for symbol in root.iter(f"{SVG}symbol")}


def own_colour(face: str) -> tuple[float, float, float] | None:
    """The colour (BGR) of a drawing whose colour is its meaning; None for those in any ink."""
    paints = {part.attrib.get(key, "none") for part in symbols()[face] for key in ("fill", "stroke")}
    hexes = [paint for paint in paints if paint.startswith("#")]
    if not hexes:
        return None
    red, green, blue = (float(int(hexes[0][i : i + 2], 16)) for i in (1, 3, 5))
    return blue, green, red


@functools.cache
def mask(face: str, side: int) -> Mask:
    """The drawing of `face` as ink (255) on nothing (0), `side` pixels wide; all 0 for a blank face.

    Raises KeyError for a face that has no drawing.
    """
    drawing = symbols()[face]
    large = np.zeros((side * FINER, side * FINER), np.uint8)
    if face != UNMARKED:
        for part in drawing:
            _draw(large, part)
    small = np.asarray(cv2.resize(large, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
    small.setflags(write=False)
    return small


def picture(face: str, ink: tuple[float, float, float], side: int = 96, room: float = 0.62) -> Mask:
    """The drawing as a die's face carries it (side, side, BGRA): in `ink`, unless its colour is its own, as
    wide as `room` of the face.
    """
    inner = round(side * room)
    edge = (side - inner) // 2
    drawn = np.zeros((side, side, 4), np.uint8)
    drawn[:, :, :3] = own_colour(face) or ink
    drawn[edge : edge + inner, edge : edge + inner, 3] = mask(face, inner)
    return drawn


def _draw(picture: Mask, part: ElementTree.Element) -> None:
    scale = picture.shape[0] / BOX
    lines = list(_outlines(part))
    at = [np.rint(line * scale * 16 - 8).astype(np.int32) for line in lines]
    if part.attrib.get("fill", "none") != "none":
        # OpenCV fills the inside of one line but not of one within another, as fill-rule evenodd says.
        cv2.fillPoly(picture, at, (255,), cv2.LINE_AA, 4)
    if part.attrib.get("stroke", "none") != "none":
        width = max(1, round(float(part.attrib["stroke-width"]) * scale))
        for line in at:
            cv2.polylines(picture, [line], False, (255,), width, cv2.LINE_AA, 4)


def _outlines(part: ElementTree.Element) -> Iterator[Points]:
    if part.tag == f"{SVG}circle":
        x, y, r = (float(part.attrib[key]) for key in ("cx", "cy", "r"))
        turn = np.linspace(0, 2 * np.pi, 65)
        yield np.stack([x + r * np.cos(turn), y + r * np.sin(turn)], axis=1)
    else:
        yield from Pen().draw(part.attrib["d"])


class Pen:
    """Follows the data of an SVG path and keeps the lines that it draws."""

    def __init__(self) -> None:
        self.lines: list[list[tuple[float, float]]] = []
        self.at = (0.0, 0.0)

    def draw(self, data: str) -> list[Points]:
        """The lines (N, 2) of path data; raises ValueError for a command that no drawing of ours uses."""
        for command, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", data):
            values = [float(number) for number in re.findall(r"-?(?:\d*\.\d+|\d+)", numbers)]
            self._follow(command, values)
        return [np.array(line) for line in self.lines]

    def _follow(self, command: str, values: list[float]) -> None:
        takes = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7, "Z": 0}.get(command.upper())
        if takes is None:
            raise ValueError(f"path command {command!r} is not known; there are M, L, H, V, C, A and Z")
        if takes == 0:
            self.lines[-1].append(self.lines[-1][0])
            self.at = self.lines[-1][0]
            return
        for start in range(0, len(values), takes):
            piece = values[start : start + takes]
            # Further pairs after a move are lines.
            kind = "L" if command.upper() == "M" and start else command.upper()
            self._one(kind, piece, self.at if command.islower() else (0.0, 0.0))

    def _one(self, kind: str, piece: list[float], base: tuple[float, float]) -> None:
        if kind in "HV":
            x, y = (base[0] + piece[0], self.at[1]) if kind == "H" else (self.at[0], base[1] + piece[0])
        else:
            x, y = base[0] + piece[-2], base[1] + piece[-1]
        if kind == "M":
            self.lines.append([(x, y)])
        elif kind == "C":
            corners = [(base[0] + piece[i], base[1] + piece[i + 1]) for i in (0, 2)]
            self.lines[-1] += _curve(self.at, corners[0], corners[1], (x, y))
        elif kind == "A":
            self.lines[-1] += _arc(self.at, piece[0], bool(piece[3]), bool(piece[4]), (x, y))
        else:
            self.lines[-1].append((x, y))
        self.at = (x, y)


def _curve(*points: tuple[float, float]) -> list[tuple[float, float]]:
    first, second, third, last = (np.array(point) for point in points)
    steps = np.linspace(0, 1, 13)[1:, None]
    rest = 1 - steps
    line = rest**3 * first + 3 * rest**2 * steps * second + 3 * rest * steps**2 * third + steps**3 * last
    return [(float(x), float(y)) for x, y in line]


def _arc(
    start: tuple[float, float], r: float, long: bool, clockwise: bool, end: tuple[float, float]
) -> list[tuple[float, float]]:
    """A piece of a circle (no ellipse is drawn anywhere) from `start` to `end`."""
    first, last = complex(*start), complex(*end)
    half = (last - first) / 2
    # A radius too small to reach is made to reach.
    r = max(r, abs(half))
    away = (r**2 - abs(half) ** 2) ** 0.5 * half / abs(half) * 1j
    middle = first + half + (away if clockwise != long else -away)
    begin, finish = np.angle(first - middle), np.angle(last - middle)
    if clockwise and finish < begin:
        finish += 2 * np.pi
    elif not clockwise and finish > begin:
        finish -= 2 * np.pi
    line = [middle + r * np.exp(1j * turn) for turn in np.linspace(begin, finish, 33)[1:]]
    return [(float(point.real), float(point.imag)) for point in line]
